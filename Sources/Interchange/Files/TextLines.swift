import System

/// Reads an open file line by line, without line ends and without a byte order mark.
struct TextLines {
  private let descriptor: Descriptor
  private var chunk = [UInt8](repeating: 0, count: 1 << 18)
  private var filled = 0
  private var position = 0
  private var isAtStart = true
  /// Whether the line that was read last had an end.
  private(set) var endsWithNewline = false

  init(_ descriptor: Descriptor) { self.descriptor = descriptor }

  /// The next line, `nil` at the end; of one that is longer than `longest` the first bytes.
  mutating func next(longest: Int) throws(ErrorNumber) -> [UInt8]? {
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
  private mutating func fill() throws(ErrorNumber) -> Bool {
    while position == filled {
      let count = try descriptor.read(into: &chunk)
      if count == 0 { return false }
      (position, filled) = (0, count)
    }
    return true
  }
}
