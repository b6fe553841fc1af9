import CNcurses
import Dispatch
import Glibc

/// Standard input as a terminal gives it: waited for on the main queue, read whole.
@MainActor
final class KeyboardInput {
  /// How long Esc may be the beginning of a longer sequence, in milliseconds.
  private static let escapeDelay: Int32 = 25

  private var source: (any DispatchSourceRead)?

  /// Calls back whenever there is something to read.
  func watch(_ ready: @escaping @MainActor () -> Void) {
    let source = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: .main)
    source.setEventHandler { MainActor.assumeIsolated { ready() } }
    source.activate()
    self.source = source
  }

  func cancel() {
    source?.cancel()
    source = nil
  }

  /// Feeds all that is there to a decoder; `bytes` may change it before. `false` when the terminal
  /// has gone, and nothing comes any more.
  func read(
    into decoder: inout InputDecoder, bytes: ([UInt8]) -> [UInt8] = { $0 }
  ) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 16384)
    while pd_readable(STDIN_FILENO, decoder.isAmbiguous ? Self.escapeDelay : 0) {
      let count = Glibc.read(STDIN_FILENO, &buffer, buffer.count)
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      guard count > 0 else {
        cancel()
        return false
      }
      decoder.feed(bytes(Array(buffer[..<count])), at: .now)
    }
    return true
  }
}
