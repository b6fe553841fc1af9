import DiaryCore
import Localization
import System

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
    Signal.brokenPipe.ignore()
    do throws(ErrorNumber) {
      try Descriptor.standardOutput.write(buffer)
    } catch {
      guard error != .brokenPipe else { throw ReaderIsGone() }
      throw CommandError(
        localized("Couldn't write the output: \(error.words). What was saved stays saved."))
    }
    buffer.removeAll(keepingCapacity: true)
  }

  static var isTerminal: Bool { Descriptor.standardOutput.isTerminal }
}

/// The width of the terminal that standard output is.
enum TerminalWidth {
  /// `nil` when standard output is none.
  static var columns: Int? {
    guard Output.isTerminal else { return nil }
    let columns = Descriptor.standardOutput.columns
    return columns > 0 ? columns : 80
  }
}
