import Dispatch
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
