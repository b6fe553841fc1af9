import DiaryCore
import System

/// Reads text files: UTF-8, or UTF-16 with a byte order mark.
enum TextFile {
  /// The largest size in bytes, as long as the longest entry.
  static let longest = JSONRows.longest

  /// Returns an open file's text as UTF-8, without a byte order mark.
  /// - Throws: the reason why the file can't be read as text.
  static func read(_ file: borrowing OpenFile) throws -> [UInt8] {
    guard let status = try? file.status(), status.isRegularFile else {
      throw EntryFieldError.unreadable
    }
    guard status.size <= longest else { throw EntryFieldError.tooLong }
    guard let bytes = try? file.readToEnd(atMost: longest) else { throw EntryFieldError.unreadable }
    guard bytes.count <= longest else { throw EntryFieldError.tooLong }
    return try text(of: bytes)
  }

  private static func text(of bytes: [UInt8]) throws -> [UInt8] {
    if bytes.starts(with: [0xFF, 0xFE]) {
      return try utf16(bytes) { UInt16($0) | UInt16($1) << 8 }
    }
    if bytes.starts(with: [0xFE, 0xFF]) {
      return try utf16(bytes) { UInt16($0) << 8 | UInt16($1) }
    }
    guard !isFullOfZeros(bytes) else { throw EntryFieldError.notText }
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    if let byte = text.firstInvalidUTF8 {
      throw EntryFieldError.notUTF8(byte: byte + bytes.count - text.count)
    }
    return text
  }

  /// Returns `true` if bytes are UTF-16 without a byte order mark or aren't text at all: more
  /// than a tenth of them are zero. Typed text may contain a zero byte, but not many.
  static func isFullOfZeros(_ bytes: [UInt8]) -> Bool { bytes.count { $0 == 0 } * 10 > bytes.count }

  private static func utf16(_ bytes: [UInt8], unit: (UInt8, UInt8) -> UInt16) throws -> [UInt8] {
    let units = stride(from: 2, to: bytes.count - 1, by: 2).map { unit(bytes[$0], bytes[$0 + 1]) }
    guard bytes.count.isMultiple(of: 2), let text = String(validating: units, as: UTF16.self)
    else { throw EntryFieldError.notUTF16 }
    return Array(text.utf8)
  }
}

/// Reads an open file line by line, without line ends and byte order mark.
struct TextLines {
  private let descriptor: Descriptor
  private var chunk = [UInt8](repeating: 0, count: 1 << 18)
  private var filled = 0
  private var position = 0
  private var isAtStart = true
  /// `true` if the last line read had a line end.
  private(set) var endsWithNewline = false

  init(_ descriptor: Descriptor) { self.descriptor = descriptor }

  /// Returns the next line, cut to `longest` bytes, or `nil` at the end.
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

  /// Returns `true` if there are buffered bytes, reading more if needed.
  private mutating func fill() throws(ErrorNumber) -> Bool {
    while position == filled {
      let count = try descriptor.read(into: &chunk)
      if count == 0 { return false }
      (position, filled) = (0, count)
    }
    return true
  }
}

/// Reads comma-separated values (RFC 4180).
enum CSVRows {
  /// Returns the values of each row. Quoted values may contain commas, line ends and doubled
  /// quotes.
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
      // Skip empty lines.
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

/// Decodes Base64 incrementally. White space is ignored anywhere.
struct Base64Decoder {
  private static let values: [UInt8?] = {
    var values = [UInt8?](repeating: nil, count: 256)
    let digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    for (value, digit) in digits.utf8.enumerated() { values[Int(digit)] = UInt8(value) }
    return values
  }()

  private var bits: UInt32 = 0
  /// The number of digits in the incomplete group of four.
  private var count = 0
  private var isAtEnd = false
  /// `false` once an invalid byte was found.
  private(set) var isValid = true

  /// Appends digits and returns the bytes completed by them.
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

  /// Returns the last bytes, from an incomplete group of digits.
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

  /// Returns the bytes of a complete text, or `nil` if it isn't valid Base64.
  static func bytes(of text: some Sequence<UInt8>) -> [UInt8]? {
    var decoder = Base64Decoder()
    let bytes = decoder.decode(text) + decoder.finish()
    return decoder.isValid ? bytes : nil
  }
}

extension Collection<UInt8> {
  /// Finds the end of a code span that begins with backticks at an index. `count` is the number of
  /// opening backticks; `end` is the index after as many closing ones, or `nil` if there are none
  /// and the backticks are plain text.
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

/// Recognizes the lines of fenced code blocks, which are kept unchanged.
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
  /// Returns the text percent-encoded for a URI, except ASCII letters, digits and the bytes for
  /// which `isPlain` returns `true`.
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
