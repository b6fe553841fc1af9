import CNcurses
import Dispatch
import System

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
