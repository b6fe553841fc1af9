import DiaryCore
import Glibc

/// Standard output: buffered, and every failure to write is noticed.
struct Output: ~Copyable {
  private var buffer: [UInt8] = []
  private static let bufferSize = 1 << 16

  private init() { buffer.reserveCapacity(Self.bufferSize) }

  /// Writes what `body` gives, all of it by the time this returns.
  static func write(_ body: (inout Output) throws -> Void) throws {
    var output = Output()
    try body(&output)
    try output.flush()
  }

  /// Bytes that are safe for a terminal.
  mutating func bytes(_ bytes: some Sequence<UInt8>) throws {
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.bufferSize { try flush() }
  }

  /// Text that is safe for a terminal.
  mutating func text(_ text: String) throws { try bytes(text.utf8) }

  /// One line, made safe for a terminal.
  mutating func line(_ text: some StringProtocol) throws {
    try bytes(text.printable.utf8)
    try line()
  }

  /// An empty line, or the end of one.
  mutating func line() throws { try bytes([0x0A]) }

  private mutating func flush() throws {
    // A reader that stops must not end the program by a signal: what it does after may matter.
    signal(SIGPIPE, SIG_IGN)
    var rest = buffer[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      if count < 0 && errno == EPIPE { throw CommandError.readerIsGone }
      guard count > 0 else { throw CommandError.output(reason: String(cString: strerror(errno))) }
      rest = rest.dropFirst(count)
    }
    buffer.removeAll(keepingCapacity: true)
  }

  static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }
}
