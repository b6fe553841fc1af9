import DiaryCore
import System

/// Reads files of text: UTF-8, or UTF-16 that says so by its first bytes.
enum TextFile {
  /// Bytes. No entry is longer.
  static let longest = JSONRows.longest

  /// The text of an open file as UTF-8, without a byte order mark. Throws why it is none.
  static func read(_ file: borrowing SourceFile) throws(EntryFieldError) -> [UInt8] {
    guard let status = try? file.status(), status.isRegularFile else { throw .unreadable }
    guard status.size <= longest else { throw .tooLong }
    guard let bytes = try? file.rest(atMost: longest) else { throw .unreadable }
    guard bytes.count <= longest else { throw .tooLong }
    return try text(of: bytes)
  }

  private static func text(of bytes: [UInt8]) throws(EntryFieldError) -> [UInt8] {
    if bytes.starts(with: [0xFF, 0xFE]) {
      return try utf16(bytes) { UInt16($0) | UInt16($1) << 8 }
    }
    if bytes.starts(with: [0xFE, 0xFF]) {
      return try utf16(bytes) { UInt16($0) << 8 | UInt16($1) }
    }
    guard !isFullOfZeros(bytes) else { throw .notText }
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    if let byte = text.firstInvalidUTF8 { throw .notUTF8(byte: byte + bytes.count - text.count) }
    return text
  }

  /// Whether something is UTF-16 without a mark of its own, or no text at all: one that was typed may
  /// hold a zero byte, and not many.
  static func isFullOfZeros(_ bytes: [UInt8]) -> Bool { bytes.count { $0 == 0 } * 10 > bytes.count }

  private static func utf16(
    _ bytes: [UInt8], unit: (UInt8, UInt8) -> UInt16
  ) throws(EntryFieldError) -> [UInt8] {
    let units = stride(from: 2, to: bytes.count - 1, by: 2).map { unit(bytes[$0], bytes[$0 + 1]) }
    guard bytes.count.isMultiple(of: 2), let text = String(validating: units, as: UTF16.self)
    else { throw .notUTF16 }
    return Array(text.utf8)
  }
}

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
