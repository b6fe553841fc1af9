import CNcurses
import Dispatch
import System
import TerminalUI

/// Shows pictures over the cells. They are sent after the cells and never delay a key: long
/// transmissions are written in pieces, and pictures that would be drawn repeatedly wait until no
/// keys are pressed.
@MainActor
final class PictureScreen {
  private static let rest = Duration.milliseconds(60)

  private var placer: (any PicturePlacer)?
  private let writer = TransmissionWriter()
  private var synchronizes = false
  private var restsUntil = ContinuousClock.now
  private var hasTimer = false

  /// A closure called when the screen is no longer held, and when `rescue` has changed.
  var changed: (@MainActor () -> Void)?

  /// Indicates that a picture is being drawn, and nothing else can be written until it is complete
  /// or interrupted.
  var holdsScreen: Bool { writer.transmission.map { !$0.allowsInterleavedText } ?? false }

  /// The bytes that remove all pictures if the program is killed. They must precede everything
  /// else, since kitty only removes pictures of the current screen.
  var rescue: [UInt8] {
    guard let placer else { return [] }
    return placer.rescue + (synchronizes ? SynchronizedUpdate.end : [])
  }

  /// Changes the method for pictures and removes the current ones.
  func use(_ placer: (any PicturePlacer)?, synchronizes: Bool) {
    clear()
    self.placer = placer
    self.synchronizes = synchronizes
    changed?()
  }

  /// Shows a frame's pictures, and its cells by calling `cells`, which returns the rows that it has
  /// written.
  func show(_ pictures: [PlacedPicture], cells: () -> WrittenRows) {
    guard let placer else {
      _ = cells()
      return
    }
    writer.finishPiece()
    let (before, after) = placer.show(pictures)
    if !before.isEmpty || !after.isEmpty { writer.interrupt() }
    let isSynchronized = synchronizes && !(before.isEmpty && after.isEmpty)
    TerminalModes.write((isSynchronized ? SynchronizedUpdate.begin : []) + before)
    placer.rowsWereWritten(cells())
    TerminalModes.write(after + (isSynchronized ? SynchronizedUpdate.end : []))
    if placer.redrawsMovedPictures, !before.isEmpty { restsUntil = .now + Self.rest }
    sendNext()
  }

  /// Reports a key press.
  func keyPressed() {
    guard let placer, placer.redrawsMovedPictures else { return }
    if holdsScreen { writer.interrupt() }
    if hasTimer { restsUntil = .now + Self.rest }
  }

  /// Writes bytes that don't belong to the screen, between the pieces of a picture or after
  /// interrupting it.
  func writeBetween(_ bytes: [UInt8]) {
    if holdsScreen { writer.interrupt() } else { writer.finishPiece() }
    TerminalModes.write(bytes)
  }

  /// Removes all pictures from the screen and the terminal's memory.
  func clear() {
    guard let placer else { return }
    writer.interrupt()
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
    writer.start(next) { [weak self] in self?.ended(next, isComplete: $0) }
  }

  private func ended(_ transmission: Transmission, isComplete: Bool) {
    guard let placer else { return }
    if isComplete {
      TerminalModes.write(placer.sent(transmission))
    } else {
      TerminalModes.write(placer.interrupted(transmission))
      restsUntil = .now + Self.rest
    }
    changed?()
    sendNext()
  }
}

// MARK: - Transmissions

/// A picture being sent to the terminal in pieces, between which keys are handled.
struct Transmission {
  /// The maximum length of a piece in bytes.
  static let maxPieceLength = 16 * 1024

  /// The picture, and its position if the transmission includes one.
  let picture: PixelPicture
  var place: PlacedPicture?
  let pieces: Pieces
  /// The bytes that interrupt the transmission at any point and return the terminal to its normal
  /// state.
  let interruption: [UInt8]
  /// Indicates that text may be written between two pieces.
  let allowsInterleavedText: Bool

  /// A lazy collection of pieces: encoding a large picture takes time, and keys may arrive in
  /// between.
  struct Pieces: RandomAccessCollection {
    let count: Int
    private let make: (Int) -> [UInt8]

    init(count: Int, make: @escaping (Int) -> [UInt8]) {
      self.count = count
      self.make = make
    }

    init(_ pieces: [[UInt8]]) { self.init(count: pieces.count) { pieces[$0] } }

    /// Splits bytes into pieces.
    init(cutting bytes: [UInt8], every length: Int = maxPieceLength) {
      self.init(count: (bytes.count + length - 1) / length) { index in
        Array(bytes[(index * length)..<Swift.min(bytes.count, (index + 1) * length)])
      }
    }

    var startIndex: Int { 0 }
    var endIndex: Int { count }
    subscript(index: Int) -> [UInt8] { make(index) }
  }
}

/// Writes one transmission, a piece whenever the terminal accepts more, without blocking the main
/// queue.
@MainActor
final class TransmissionWriter {
  private lazy var output = NonblockingOutput()
  private var current: Transmission?
  private var next = 0
  /// The part of the current piece that the terminal hasn't accepted yet.
  private var rest: ArraySlice<UInt8> = []
  private var source: (any DispatchSourceWrite)?
  private var ended: (@MainActor (_ isComplete: Bool) -> Void)?

  /// The transmission in progress.
  var transmission: Transmission? { current }

  /// Starts a transmission. `ended` is called when it is complete or interrupted.
  func start(_ transmission: Transmission, ended: @escaping @MainActor (Bool) -> Void) {
    current = transmission
    next = 0
    rest = []
    self.ended = ended
    let source = DispatchSource.makeWriteSource(fileDescriptor: output.watched, queue: .main)
    source.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.writeSome() } }
    source.activate()
    self.source = source
  }

  /// Interrupts the transmission and returns the terminal to its normal state.
  func interrupt() {
    guard let current else { return }
    let hasBegun = next > 0
    if hasBegun { TerminalModes.write(current.interruption) }
    end(isComplete: false)
  }

  /// Completes the current piece, so that text can be written.
  func finishPiece() {
    TerminalModes.write(Array(rest))
    rest = []
  }

  private func writeSome() {
    guard let current else { return }
    // A key is waiting: interrupt a picture that doesn't allow text, and draw it again later.
    if !current.allowsInterleavedText, Descriptor.standardInput.isReadable(within: 0) {
      interrupt()
      return
    }
    if rest.isEmpty {
      guard next < current.pieces.count else {
        end(isComplete: true)
        return
      }
      rest = current.pieces[next][...]
      next += 1
    }
    rest = rest.dropFirst(output.write(rest))
    if rest.isEmpty, next == current.pieces.count { end(isComplete: true) }
  }

  private func end(isComplete: Bool) {
    source?.cancel()
    source = nil
    current = nil
    rest = []
    let ended = ended
    self.ended = nil
    ended?(isComplete)
  }
}

/// Output to the terminal that never blocks. It opens the terminal again, since changing the flags
/// of standard output would affect all programs that share it.
final class NonblockingOutput {
  private let descriptor: Descriptor?

  init() {
    descriptor = Descriptor.standardOutput.terminalPath.flatMap {
      try? Descriptor.open($0, [.writeOnly, .nonBlocking, .noTerminal])
    }
  }

  deinit { descriptor?.close() }

  /// The descriptor that becomes writable when the terminal accepts more.
  var watched: Int32 { (descriptor ?? .standardOutput).number }

  /// Writes as much as the terminal accepts now and returns the number of bytes. (If the terminal
  /// can't be opened again, it accepts a whole piece if it accepts anything.)
  func write(_ bytes: ArraySlice<UInt8>) -> Int {
    do {
      return try (descriptor ?? .standardOutput).writeOnce(bytes)
    } catch .tryAgain, .interrupted {
      return 0
    } catch {
      // If the terminal is gone, the bytes count as written.
      return bytes.count
    }
  }
}
