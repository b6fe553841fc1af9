import CSystem
import Glibc

/// A pipe for what a process writes, and what has come through it.
struct OutputPipe: ~Copyable {
  private let reading: Int32
  private(set) var writing: Int32
  private(set) var bytes: [UInt8] = []
  private var isOpen = true

  init?() {
    var ends: [Int32] = [-1, -1]
    guard pd_pipe(&ends) == 0 else { return nil }
    (reading, writing) = (ends[0], ends[1])
  }

  deinit {
    close(reading)
    if writing >= 0 { close(writing) }
  }

  mutating func closeWriting() {
    close(writing)
    writing = -1
  }

  /// Reads both until the process has closed them; false if it took too long or wrote too much.
  static func read(
    _ results: inout OutputPipe, _ words: inout OutputPipe, limit: Int, until deadline: Int
  ) -> Bool {
    while results.isOpen || words.isOpen {
      let left = deadline - pd_milliseconds()
      guard left > 0 else { return false }
      // A negative descriptor is passed over.
      var waiting = [
        pollfd(fd: results.isOpen ? results.reading : -1, events: Int16(POLLIN), revents: 0),
        pollfd(fd: words.isOpen ? words.reading : -1, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&waiting, 2, Int32(left)) >= 0 || errno == EINTR else { return false }
      if waiting[0].revents != 0 { results.take() }
      if waiting[1].revents != 0 { words.take() }
      if results.bytes.count > limit || words.bytes.count > 1 << 16 { return false }
    }
    return true
  }

  private mutating func take() {
    let number = reading
    let piece = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
      count = max(0, Glibc.read(number, buffer.baseAddress, 1 << 16))
    }
    bytes += piece
    if piece.isEmpty { isOpen = false }
  }
}
