import Dispatch
import System
import TerminalUI

/// Standard input as a terminal gives it: waited for on the main queue, and read no further ahead
/// than its events are taken in.
@MainActor
final class KeyboardInput {
  /// What reading has come to.
  enum Reading {
    /// All that was there: nothing more has come for a moment.
    case whole
    /// A part of it, so that other things get their turn. There is more.
    case part
    /// Nothing comes any more: the terminal has gone.
    case gone
  }

  /// How long Esc may be the beginning of a longer sequence, in milliseconds.
  private static let escapeDelay = 25
  /// Bytes that are read in one turn; those of a paste make one event, however many they are.
  private static let mostKeys = 4096
  private static let mostOfPaste = 1 << 16
  /// Events that may wait to be taken in. What comes then is left with the terminal.
  private static let mostWaiting = 512

  private var source: (any DispatchSourceRead)?
  private var waiting = 0
  private var isPaused = false

  /// Calls back whenever there is something to read.
  func watch(_ ready: @escaping @MainActor () -> Void) {
    let source = DispatchSource.makeReadSource(
      fileDescriptor: Descriptor.standardInput.number, queue: .main)
    source.setEventHandler { MainActor.assumeIsolated { ready() } }
    source.activate()
    self.source = source
  }

  func cancel() {
    // Nothing may be let go of that is suspended.
    goOn()
    source?.cancel()
    source = nil
  }

  /// Feeds what is there to a decoder; `bytes` may change it before.
  func read(
    into decoder: inout InputDecoder, bytes: ([UInt8]) -> [UInt8] = { $0 }
  ) -> Reading {
    var buffer = [UInt8](repeating: 0, count: 16384)
    var total = 0
    while Descriptor.standardInput.isReadable(within: decoder.isAmbiguous ? Self.escapeDelay : 0) {
      if total >= (decoder.isInPaste ? Self.mostOfPaste : Self.mostKeys) { return .part }
      let count: Int
      do throws(ErrorNumber) {
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

  /// So many events go to whoever takes them in.
  func deliver(_ count: Int) {
    waiting += count
    guard waiting >= Self.mostWaiting, !isPaused, let source else { return }
    isPaused = true
    source.suspend()
  }

  /// An event was taken in.
  func handled(_ event: TerminalEvent) {
    switch event {
    case .key, .paste, .burst, .mouse, .capsLock: waiting -= 1
    case .resize, .learned, .resumed, .terminate: return
    }
    if waiting < Self.mostWaiting / 4 { goOn() }
  }

  private func goOn() {
    guard isPaused else { return }
    isPaused = false
    source?.resume()
  }
}

/// Whether Caps Lock is on while something is typed unseen: a terminal that reports keys tells of it with
/// each, and a console of Linux when it is asked.
struct CapsLockWatch {
  /// Whether anything wants to know.
  private(set) var isWanted = false
  /// Whether the terminal reports keys now.
  private(set) var isReporting = false
  /// What the console said last.
  private var known = false
  /// What the console says, where that is new.
  private(set) var news: Bool?

  /// - Parameter reportsKeys: Whether the terminal can.
  mutating func watch(_ isWanted: Bool, reportsKeys: Bool) {
    self.isWanted = isWanted
    let reports = isWanted && reportsKeys
    if reports != isReporting { TerminalModes.write(reports ? KeyReport.on : KeyReport.off) }
    isReporting = reports
    news = nil
    guard isWanted, let isOn = Descriptor.standardInput.capsLock, isOn != known else { return }
    (known, news) = (isOn, isOn)
  }
}
