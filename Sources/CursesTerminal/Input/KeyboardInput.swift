import Dispatch
import System
import TerminalUI

/// Standard input from a terminal: awaited on the main queue, and not read far ahead of the events
/// that were handled.
@MainActor
final class KeyboardInput {
  /// The result of reading.
  enum Reading {
    /// All available input was read: nothing more has arrived for a moment.
    case whole
    /// A part was read, to give other tasks a turn. There is more.
    case part
    /// The terminal is gone.
    case gone
  }

  /// The time in milliseconds to wait for the rest of a sequence after ESC.
  private static let escapeDelay = 25
  /// The limits in bytes for one read; a paste makes a single event, so its limit is higher.
  private static let maxKeyBytes = 4096
  private static let maxPasteBytes = 1 << 16
  /// The number of unhandled events at which reading pauses. Further input stays in the terminal.
  private static let maxWaiting = 512

  private var source: (any DispatchSourceRead)?
  private var waiting = 0
  private var isPaused = false

  /// Calls a closure whenever input is available.
  func watch(_ ready: @escaping @MainActor () -> Void) {
    let source = DispatchSource.makeReadSource(
      fileDescriptor: Descriptor.standardInput.number, queue: .main)
    source.setEventHandler { MainActor.assumeIsolated { ready() } }
    source.activate()
    self.source = source
  }

  func cancel() {
    // A suspended source must not be released.
    resume()
    source?.cancel()
    source = nil
  }

  /// Feeds the available input to a decoder; `bytes` may change it before.
  func read(
    into decoder: inout InputDecoder, bytes: ([UInt8]) -> [UInt8] = { $0 }
  ) -> Reading {
    var buffer = [UInt8](repeating: 0, count: 16384)
    var total = 0
    while Descriptor.standardInput.isReadable(within: decoder.isAmbiguous ? Self.escapeDelay : 0) {
      if total >= (decoder.isInPaste ? Self.maxPasteBytes : Self.maxKeyBytes) { return .part }
      let count: Int
      do {
        count = try Descriptor.standardInput.read(into: &buffer)
      } catch {
        if error == .tryAgain { continue }
        count = 0
      }
      guard count > 0 else {
        cancel()
        return .gone
      }
      decoder.feed(bytes(Array(buffer[..<count])), at: .now)
      total += count
    }
    return .whole
  }

  /// Records that events were sent to the consumer.
  func deliver(_ count: Int) {
    waiting += count
    guard waiting >= Self.maxWaiting, !isPaused, let source else { return }
    isPaused = true
    source.suspend()
  }

  /// Records that the consumer has handled an event.
  func handled(_ event: TerminalEvent) {
    switch event {
    case .key, .paste, .burst, .mouse, .capsLock: waiting -= 1
    case .resize, .learned, .resumed, .terminate: return
    }
    if waiting < Self.maxWaiting / 4 { resume() }
  }

  private func resume() {
    guard isPaused else { return }
    isPaused = false
    source?.resume()
  }
}

// MARK: - Caps Lock

/// The state of Caps Lock while hidden text is typed: terminals that report keys include it in each
/// report, and the Linux console can be asked.
struct CapsLockWatch {
  /// Indicates that the state is needed.
  private(set) var isWanted = false
  /// Indicates that the terminal currently reports keys.
  private(set) var isReporting = false
  /// The last state of the console.
  private var known = false
  /// The console's state if it has changed.
  private(set) var change: Bool?

  /// Updates the state.
  /// - Parameter reportsKeys: the terminal's support for key reports.
  mutating func watch(_ isWanted: Bool, reportsKeys: Bool) {
    self.isWanted = isWanted
    let reports = isWanted && reportsKeys
    if reports != isReporting { TerminalModes.write(reports ? KeyReport.on : KeyReport.off) }
    isReporting = reports
    change = nil
    guard isWanted, let isOn = Descriptor.standardInput.capsLock, isOn != known else { return }
    (known, change) = (isOn, isOn)
  }
}
