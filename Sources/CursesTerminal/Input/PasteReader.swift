import System

/// Collects a bracketed paste, which may be megabytes in many reads.
struct PasteReader {
  private static let end: [UInt8] = Array("\u{1B}[201~".utf8)

  private var bytes: [UInt8] = []

  /// Takes what has come; gives the bytes after the paste once its end marker is there.
  mutating func append(_ more: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    // The marker may have begun in the bytes before.
    var from = max(0, bytes.count - Self.end.count + 1)
    bytes += more
    while let index = firstIndex(of: 0x1B, from: from) {
      if bytes[index...].starts(with: Self.end) {
        let rest = bytes[(index + Self.end.count)...]
        bytes.removeSubrange(index...)
        return rest
      }
      from = index + 1
    }
    return nil
  }

  /// Whether these bytes may go on with the end marker, of which the first has come.
  func isEndedBy(_ more: ArraySlice<UInt8>) -> Bool {
    let rest = Self.end.dropFirst()
    return more.starts(with: rest) || rest.starts(with: more)
  }

  /// Takes the last byte back.
  mutating func removeLast() { _ = bytes.popLast() }

  /// More than a terminal is asked at once. Those beyond are part of what is pasted.
  private static let mostReplies = 16

  /// Takes out the terminal's answers that came in between.
  mutating func drainReplies() -> [TerminalReply] {
    var replies: [TerminalReply] = []
    var from = 0
    while replies.count < Self.mostReplies, let index = firstIndex(of: 0x1B, from: from) {
      if case (.reply(let reply), let length)? = EscapeSequence.parse(bytes[index...]) {
        replies.append(reply)
        bytes.removeSubrange(index..<(index + length))
        from = index
      } else {
        from = index + 1
      }
    }
    return replies
  }

  /// The text that has come: line ends as `\n`, bytes that aren't UTF-8 as U+FFFD.
  var text: String {
    var lines: [UInt8] = []
    lines.reserveCapacity(bytes.count)
    var from = 0
    while let index = firstIndex(of: 0x0D, from: from) {
      lines += bytes[from..<index]
      lines.append(0x0A)
      from = index + 1
      if from < bytes.count, bytes[from] == 0x0A { from += 1 }
    }
    lines += bytes[from...]
    return String(decoding: lines, as: UTF8.self)
  }

  private func firstIndex(of byte: UInt8, from: Int) -> Int? {
    bytes.withUnsafeBytes { $0.place(of: byte, from: from) }
  }
}
