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

/// The rows of a text of comma-separated values, as RFC 4180 has them.
enum CSVRows {
  /// The values of each row. One in quotes may have commas, line ends and doubled quotes in it.
  static func read(_ bytes: [UInt8]) -> [[String]] {
    var rows: [[String]] = []
    var row: [String] = []
    var value: [UInt8] = []
    var isQuoted = false
    var index = 0
    func endValue() {
      row.append(String(decoding: value, as: UTF8.self))
      value = []
    }
    func endRow() {
      endValue()
      // Of an empty line nothing is left.
      if row != [""] { rows.append(row) }
      row = []
    }
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if isQuoted {
        guard byte == UInt8(ascii: "\"") else {
          value.append(byte)
          continue
        }
        if index < bytes.count, bytes[index] == byte {
          value.append(byte)
          index += 1
        } else {
          isQuoted = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\"") where value.isEmpty: isQuoted = true
      case UInt8(ascii: ","): endValue()
      case 0x0A: endRow()
      case 0x0D: break
      default: value.append(byte)
      }
    }
    if !value.isEmpty || !row.isEmpty { endRow() }
    return rows
  }
}

/// Reads Base64 as it comes, with white space anywhere.
struct Base64Decoder {
  private static let values: [UInt8?] = {
    var values = [UInt8?](repeating: nil, count: 256)
    let digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    for (value, digit) in digits.utf8.enumerated() { values[Int(digit)] = UInt8(value) }
    return values
  }()

  private var bits: UInt32 = 0
  /// Digits that came of four.
  private var count = 0
  private var isAtEnd = false
  /// Whether nothing else came.
  private(set) var isValid = true

  /// The bytes that are whole with these digits.
  mutating func decode(_ text: some Sequence<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    for byte in text {
      if byte <= 0x20 { continue }
      if byte == UInt8(ascii: "=") {
        isAtEnd = true
        continue
      }
      guard !isAtEnd, let value = Self.values[Int(byte)] else {
        isValid = false
        continue
      }
      bits = bits << 6 | UInt32(value)
      count += 1
      guard count == 4 else { continue }
      bytes.append(UInt8(truncatingIfNeeded: bits >> 16))
      bytes.append(UInt8(truncatingIfNeeded: bits >> 8))
      bytes.append(UInt8(truncatingIfNeeded: bits))
      count = 0
    }
    return bytes
  }

  /// The last bytes, behind the last digits.
  mutating func finish() -> [UInt8] {
    defer { count = 0 }
    switch count {
    case 0: return []
    case 2: return [UInt8(truncatingIfNeeded: bits >> 4)]
    case 3: return [UInt8(truncatingIfNeeded: bits >> 10), UInt8(truncatingIfNeeded: bits >> 2)]
    default:
      isValid = false
      return []
    }
  }

  /// The bytes of a whole text; `nil` when it is no Base64.
  static func bytes(of text: some Sequence<UInt8>) -> [UInt8]? {
    var decoder = Base64Decoder()
    let bytes = decoder.decode(text) + decoder.finish()
    return decoder.isValid ? bytes : nil
  }
}

extension Collection<UInt8> {
  /// Where the code ends that backticks at an index begin: behind as many of them; `nil` where there
  /// is no such end, and the backticks are text. `count` is how many begin it.
  func codeEnd(at start: Index) -> (count: Int, end: Index?) {
    func run(_ index: Index) -> Int { self[index...].prefix { $0 == UInt8(ascii: "`") }.count }
    let count = run(start)
    var next = index(start, offsetBy: count)
    while next < endIndex {
      let other = run(next)
      let after = index(next, offsetBy: Swift.max(1, other))
      if other == count { return (count, after) }
      next = after
    }
    return (count, nil)
  }
}

/// Knows the lines of a fenced block of code, which stay as they are.
struct CodeFence {
  private var open: (mark: UInt8, count: Int)?

  mutating func holds(_ line: some Collection<UInt8>) -> Bool {
    let text = line.drop { $0 == 0x20 }
    let mark = text.first ?? 0
    let count = text.prefix { $0 == mark }.count
    let isFence = (mark == UInt8(ascii: "`") || mark == UInt8(ascii: "~")) && count >= 3
    guard let open else {
      let rest = text.dropFirst(count)
      guard isFence, mark != UInt8(ascii: "`") || !rest.contains(mark) else { return false }
      self.open = (mark, count)
      return true
    }
    let isBare = text.dropFirst(count).allSatisfy { $0 == 0x20 }
    if isFence, mark == open.mark, count >= open.count, isBare { self.open = nil }
    return true
  }
}

extension String {
  /// The text as a part of a URI: letters, digits and bytes that are plain there, and `%20` and the
  /// like for all others.
  package func percentEncoded(isPlain: (UInt8) -> Bool) -> String {
    var bytes: [UInt8] = []
    for byte in utf8 {
      let isMark = isPlain(byte)
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: bytes.append(byte)
      case _ where isMark: bytes.append(byte)
      default:
        bytes += ((byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)).utf8
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
