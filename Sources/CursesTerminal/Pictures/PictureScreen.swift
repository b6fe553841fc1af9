import CNcurses
import Dispatch
import System
import TerminalUI

/// The pictures over the cells. They come after the cells and never hold up a key: what is long is
/// written in pieces, and what would have to be drawn again and again waits until the keys rest.
@MainActor
final class PictureScreen {
  private static let rest = Duration.milliseconds(60)
  private static let beginUpdate = Array("\u{1B}[?2026h".utf8)
  private static let endUpdate = Array("\u{1B}[?2026l".utf8)

  private var placer: (any PicturePlacer)?
  private let writer = TransmissionWriter()
  private var synchronizes = false
  private var restsUntil = ContinuousClock.now
  private var hasTimer = false

  /// Called when the screen is free again after it was held, and when `rescue` has changed.
  var changed: (@MainActor () -> Void)?

  /// A picture is being drawn, and nothing else can be written before it is there or broken off.
  var holdsScreen: Bool { writer.transmission.map { !$0.takesTextBetween } ?? false }

  /// What takes every picture away when the program dies. It comes before anything else, for
  /// kitty looks only among the pictures of the screen that is shown.
  var rescue: [UInt8] {
    guard let placer else { return [] }
    return placer.rescue + (synchronizes ? Self.endUpdate : [])
  }

  /// Shows pictures by this method from now on; what is there goes away.
  func use(_ placer: (any PicturePlacer)?, synchronizes: Bool) {
    clear()
    self.placer = placer
    self.synchronizes = synchronizes
    changed?()
  }

  /// Shows a frame: its pictures, and its cells by `cells`, which gives the rows that it has written.
  func show(_ pictures: [PlacedPicture], cells: () -> WrittenRows) {
    guard let placer else {
      _ = cells()
      return
    }
    writer.finishPiece()
    let (before, after) = placer.show(pictures)
    if !before.isEmpty || !after.isEmpty { writer.breakOff() }
    let isSynchronized = synchronizes && !(before.isEmpty && after.isEmpty)
    TerminalModes.write((isSynchronized ? Self.beginUpdate : []) + before)
    placer.rowsWereWritten(cells())
    TerminalModes.write(after + (isSynchronized ? Self.endUpdate : []))
    if placer.redrawsWhatMoves, !before.isEmpty { restsUntil = .now + Self.rest }
    sendNext()
  }

  /// A key has come.
  func keyPressed() {
    guard let placer, placer.redrawsWhatMoves else { return }
    if holdsScreen { writer.breakOff() }
    if hasTimer { restsUntil = .now + Self.rest }
  }

  /// Writes what is no part of the screen, where a picture that is being written lets it.
  func writeBetween(_ bytes: [UInt8]) {
    if holdsScreen { writer.breakOff() } else { writer.finishPiece() }
    TerminalModes.write(bytes)
  }

  /// Takes everything away, from the screen and from the terminal's memory.
  func clear() {
    guard let placer else { return }
    writer.breakOff()
    TerminalModes.write(placer.clear())
  }

  private func sendNext() {
    guard let placer, writer.transmission == nil, !hasTimer else { return }
    guard ContinuousClock.now >= restsUntil else {
      hasTimer = true
      let wait = restsUntil - .now
      let nanoseconds =
        wait.components.seconds * 1_000_000_000
        + wait.components.attoseconds / 1_000_000_000
      DispatchQueue.main.asyncAfter(deadline: .now() + .nanoseconds(Int(nanoseconds))) {
        [weak self] in
        MainActor.assumeIsolated {
          self?.hasTimer = false
          self?.sendNext()
        }
      }
      return
    }
    guard let next = placer.nextTransmission() else { return }
    writer.start(next) { [weak self] in self?.ended(next, isWhole: $0) }
  }

  private func ended(_ transmission: Transmission, isWhole: Bool) {
    guard let placer else { return }
    if isWhole {
      TerminalModes.write(placer.sent(transmission))
    } else {
      TerminalModes.write(placer.brokenOff(transmission))
      restsUntil = .now + Self.rest
    }
    changed?()
    sendNext()
  }
}

/// A picture on its way to the terminal, in pieces between which keys are looked at.
struct Transmission {
  /// How long a piece may be, in bytes.
  static let longestPiece = 16 * 1024

  /// Which one is sent, by `PixelPicture.id`, and where it will stand if that belongs to it.
  let picture: PixelPicture
  var place: PlacedPicture?
  let pieces: Pieces
  /// What ends it early, at whatever byte, so that the terminal reads on as if nothing had been.
  let breakOff: [UInt8]
  /// Whether text may be written between two pieces.
  let takesTextBetween: Bool

  /// Pieces that are made when they are asked for: a large picture takes a while, and a key may
  /// come in between.
  struct Pieces: RandomAccessCollection {
    let count: Int
    private let make: (Int) -> [UInt8]

    init(count: Int, make: @escaping (Int) -> [UInt8]) {
      self.count = count
      self.make = make
    }

    init(_ pieces: [[UInt8]]) { self.init(count: pieces.count) { pieces[$0] } }

    /// Cuts bytes into pieces.
    init(cutting bytes: [UInt8], every length: Int = longestPiece) {
      self.init(count: (bytes.count + length - 1) / length) { index in
        Array(bytes[(index * length)..<Swift.min(bytes.count, (index + 1) * length)])
      }
    }

    var startIndex: Int { 0 }
    var endIndex: Int { count }
    subscript(index: Int) -> [UInt8] { make(index) }
  }
}

/// Writes one transmission, a piece each time the terminal takes more, and lets the main queue do
/// everything else in between.
@MainActor
final class TransmissionWriter {
  private lazy var door = NonblockingOutput()
  private var current: Transmission?
  private var next = 0
  /// What the terminal hasn't taken of a piece that has begun.
  private var rest: ArraySlice<UInt8> = []
  private var source: (any DispatchSourceWrite)?
  private var ended: (@MainActor (_ isWhole: Bool) -> Void)?

  /// What is being written.
  var transmission: Transmission? { current }

  /// Begins. `ended` is called when it has been written, or broken off.
  func start(_ transmission: Transmission, ended: @escaping @MainActor (Bool) -> Void) {
    current = transmission
    next = 0
    rest = []
    self.ended = ended
    let source = DispatchSource.makeWriteSource(fileDescriptor: door.watched, queue: .main)
    source.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.writeSome() } }
    source.activate()
    self.source = source
  }

  /// Ends it now. The terminal reads on as if nothing had been.
  func breakOff() {
    guard let current else { return }
    let hasBegun = next > 0
    if hasBegun { TerminalModes.write(current.breakOff) }
    end(isWhole: false)
  }

  /// Ends the piece that has begun, so that text can be written.
  func finishPiece() {
    TerminalModes.write(Array(rest))
    rest = []
  }

  private func writeSome() {
    guard let current else { return }
    // A key is waiting: what can't be drawn over is ended, and drawn again when the keys rest.
    if !current.takesTextBetween, Descriptor.standardInput.isReadable(within: 0) {
      breakOff()
      return
    }
    if rest.isEmpty {
      guard next < current.pieces.count else {
        end(isWhole: true)
        return
      }
      rest = current.pieces[next][...]
      next += 1
    }
    rest = rest.dropFirst(door.write(rest))
    if rest.isEmpty, next == current.pieces.count { end(isWhole: true) }
  }

  private func end(isWhole: Bool) {
    source?.cancel()
    source = nil
    current = nil
    rest = []
    let ended = ended
    self.ended = nil
    ended?(isWhole)
  }
}

/// A way to the terminal that never waits. It is opened anew, for what one does to the standard
/// output's own would concern every program that shares it.
final class NonblockingOutput {
  private let descriptor: Descriptor?

  init() {
    descriptor = Descriptor.standardOutput.terminalPath.flatMap {
      try? Descriptor.open($0, [.writeOnly, .nonBlocking, .noTerminal])
    }
  }

  deinit { descriptor?.close() }

  /// What becomes writable when the terminal takes more.
  var watched: Int32 { (descriptor ?? .standardOutput).number }

  /// Writes what the terminal takes now; how much that was. (Where it can't be opened a second
  /// time, it takes a piece when it takes anything.)
  func write(_ bytes: ArraySlice<UInt8>) -> Int {
    do throws(ErrorNumber) {
      return try (descriptor ?? .standardOutput).writeOnce(bytes)
    } catch .tryAgain, .interrupted {
      return 0
    } catch {
      // Whoever is gone takes everything.
      return bytes.count
    }
  }
}
