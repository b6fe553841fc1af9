import Glibc

/// Reads JSON Lines, or one JSON array, a row at a time: each line or element as bytes, so that
/// one that is broken leaves the others whole and memory holds one row.
struct JSONRows {
  struct Row {
    enum Content {
      case bytes([UInt8])
      /// Longer than `JSONRows.longest`.
      case tooLong
      /// The array has no end, or something stands after it.
      case brokenArray
    }

    /// Where the row begins, from 1.
    let line: Int
    let content: Content

    /// Bytes.
    var size: Int { if case .bytes(let bytes) = content { bytes.count } else { 0 } }
  }

  /// A read that failed, with the system's number for why.
  struct ReadFailure: Error { let code: Int32 }

  static let longest = 64 << 20

  private enum Shape { case unknown, lines, array, ended }

  private let descriptor: Int32
  private var shape = Shape.unknown
  private var chunk = [UInt8](repeating: 0, count: 1 << 18)
  private var position = 0
  private var filled = 0
  private var line = 1
  /// Bytes taken from the input so far.
  private(set) var bytesRead: Int64 = 0

  /// Reads from an open file, which stays the caller's.
  init(descriptor: Int32) { self.descriptor = descriptor }

  /// The next row that isn't blank, `nil` at the end.
  mutating func next() throws(ReadFailure) -> Row? {
    if shape == .unknown { try findShape() }
    switch shape {
    case .lines: return try nextLine()
    case .array: return try nextElement()
    case .unknown, .ended: return nil
    }
  }

  private mutating func findShape() throws(ReadFailure) {
    if try peek() == 0xEF {
      // A byte order mark, as some editors write it. Its other bytes are in the same chunk or
      // the input is not UTF-8 anyway.
      for byte in [0xEF, 0xBB, 0xBF] as [UInt8] where try peek() == byte { position += 1 }
    }
    try skip { _ in false }
    switch try peek() {
    case nil: shape = .ended
    case UInt8(ascii: "["):
      position += 1
      shape = .array
    default: shape = .lines
    }
  }

  private mutating func nextLine() throws(ReadFailure) -> Row? {
    while try peek() != nil {
      let start = line
      var row: [UInt8] = []
      var isTooLong = false
      while try peek() != nil {
        let rest = chunk[position..<filled]
        let end = rest.firstIndex(of: UInt8(ascii: "\n"))
        let piece = rest[..<(end ?? filled)]
        isTooLong = isTooLong || row.count + piece.count > Self.longest
        if isTooLong { row = [] } else { row += piece }
        position = end.map { $0 + 1 } ?? filled
        if end != nil {
          line += 1
          break
        }
      }
      if isTooLong { return Row(line: start, content: .tooLong) }
      if row.contains(where: { !Self.isSpace($0) }) {
        return Row(line: start, content: .bytes(row))
      }
    }
    shape = .ended
    return nil
  }

  private mutating func nextElement() throws(ReadFailure) -> Row? {
    try skip { $0 == UInt8(ascii: ",") }
    guard try peek() != UInt8(ascii: "]") else {
      position += 1
      shape = .ended
      try skip { _ in false }
      return try peek() == nil ? nil : Row(line: line, content: .brokenArray)
    }
    guard try peek() != nil else {
      shape = .ended
      return Row(line: line, content: .brokenArray)
    }
    return try element()
  }

  /// Goes to the comma or bracket that ends the element: the first one that is neither in a
  /// string nor deeper.
  private mutating func element() throws(ReadFailure) -> Row {
    let start = line
    var row: [UInt8] = []
    var depth = 0
    var isInString = false
    var isEscaped = false
    var isTooLong = false
    while let byte = try peek() {
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
      } else {
        switch byte {
        case UInt8(ascii: "\""): isInString = true
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: ",") where depth == 0, UInt8(ascii: "]") where depth == 0:
          return Row(line: start, content: isTooLong ? .tooLong : .bytes(row))
        case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
        default: break
        }
      }
      if byte == UInt8(ascii: "\n") { line += 1 }
      if row.count < Self.longest { row.append(byte) } else { isTooLong = true }
      position += 1
    }
    // The last element may be whole though the array is cut off; the next call tells of that.
    if depth == 0 && !isInString { return Row(line: start, content: .bytes(row)) }
    shape = .ended
    return Row(line: start, content: .brokenArray)
  }

  private mutating func skip(_ isSkipped: (UInt8) -> Bool) throws(ReadFailure) {
    while let byte = try peek(), Self.isSpace(byte) || isSkipped(byte) {
      if byte == UInt8(ascii: "\n") { line += 1 }
      position += 1
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }

  /// The byte at hand, read if need be; `nil` at the end.
  private mutating func peek() throws(ReadFailure) -> UInt8? {
    while position == filled {
      let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw ReadFailure(code: errno) }
      if count == 0 { return nil }
      position = 0
      filled = count
      bytesRead += Int64(count)
    }
    return chunk[position]
  }
}
