import Glibc

/// Reads an open file line by line, without line ends and without a byte order mark.
struct TextLines {
  struct ReadFailure: Error {
    /// The system's error number.
    let code: Int32
  }

  private let descriptor: Int32
  private var chunk = [UInt8](repeating: 0, count: 1 << 18)
  private var filled = 0
  private var position = 0
  private var isAtStart = true
  /// Whether the line that was read last had an end.
  private(set) var endsWithNewline = false

  init(descriptor: Int32) { self.descriptor = descriptor }

  /// The next line, `nil` at the end; of one that is longer than `longest` the first bytes.
  mutating func next(longest: Int) throws(ReadFailure) -> [UInt8]? {
    guard try fill() else { return nil }
    var line: [UInt8] = []
    while try fill() {
      let rest = chunk[position..<filled]
      let end = rest.firstIndex(of: 0x0A)
      line += rest[..<(end ?? filled)].prefix(longest - line.count)
      position = end.map { $0 + 1 } ?? filled
      endsWithNewline = end != nil
      if endsWithNewline { break }
    }
    if line.last == 0x0D { line.removeLast() }
    if isAtStart, line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
    isAtStart = false
    return line
  }

  /// Whether there are bytes at hand, read if need be.
  private mutating func fill() throws(ReadFailure) -> Bool {
    while position == filled {
      let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw ReadFailure(code: errno) }
      if count == 0 { return false }
      (position, filled) = (0, count)
    }
    return true
  }
}
