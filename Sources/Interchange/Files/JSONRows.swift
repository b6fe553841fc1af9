import DiaryCore
import System

/// Reads JSON Lines, a JSON array, or an array that is a member of an object, one row at a time.
/// Returns each line or element as bytes, so that a broken row doesn't affect the others and only
/// one row is in memory.
struct JSONRows {
  struct Row {
    enum Content {
      case bytes([UInt8])
      /// The row is longer than `JSONRows.longest`.
      case tooLong
      /// The array isn't closed, or is followed by something else.
      case brokenArray
    }

    /// The line on which the row begins, from 1.
    let line: Int
    let content: Content

    /// The row's length in bytes.
    var size: Int { if case .bytes(let bytes) = content { bytes.count } else { 0 } }
  }

  static let longest = 64 << 20

  private enum Shape { case unknown, lines, array, member, ended }

  /// The longest member name that is compared, in bytes.
  private static let maxNameLength = 1000

  private let descriptor: Descriptor
  private var shape = Shape.unknown
  private var chunk = [UInt8](repeating: 0, count: 1 << 18)
  private var position = 0
  private var filled = 0
  private var line = 1
  private let member: String?
  private let isAssigned: Bool
  /// The number of input bytes read so far.
  private(set) var bytesRead: Int64 = 0

  /// Reads from an open file, which the caller still owns.
  /// - Parameters:
  ///   - member: The name of the object's member that contains the rows. Other members are skipped.
  ///   - isAssigned: `true` for a script that assigns the array to a variable: `x.y = [`.
  init(_ descriptor: Descriptor, member: String? = nil, isAssigned: Bool = false) {
    self.descriptor = descriptor
    self.member = member
    self.isAssigned = isAssigned
  }

  /// Returns the first `count` bytes, or fewer if the file is shorter. Call it before reading rows.
  mutating func head(_ count: Int) throws(ErrorNumber) -> ArraySlice<UInt8> {
    while filled < count, try fill() {}
    return chunk[..<min(count, filled)]
  }

  /// Returns the next row that isn't blank, or `nil` at the end.
  mutating func next() throws(ErrorNumber) -> Row? {
    if shape == .unknown { try findShape() }
    switch shape {
    case .lines: return try nextLine()
    case .array, .member: return try nextElement()
    case .unknown, .ended: return nil
    }
  }

  private mutating func findShape() throws(ErrorNumber) {
    if try peek() == 0xEF {
      // Skip a byte order mark, which some editors write. Its other bytes are in the same chunk, or
      // the input isn't UTF-8 anyway.
      for byte in [0xEF, 0xBB, 0xBF] as [UInt8] where try peek() == byte { position += 1 }
    }
    if isAssigned { try skip { $0 != UInt8(ascii: "[") } }
    try skip { _ in false }
    if let member {
      shape = try findArray(of: member) ? .member : .ended
      return
    }
    switch try peek() {
    case nil: shape = .ended
    case UInt8(ascii: "["):
      position += 1
      // A script may continue after its array.
      shape = isAssigned ? .member : .array
    default: shape = .lines
    }
  }

  /// Advances to the first element of the named array. Returns `false` if there is no such array.
  private mutating func findArray(of member: String) throws(ErrorNumber) -> Bool {
    guard try peek() == UInt8(ascii: "{") else { return false }
    position += 1
    while true {
      try skip { $0 == UInt8(ascii: ",") }
      guard let name = try memberName() else { return false }
      try skip { _ in false }
      guard try peek() == UInt8(ascii: ":") else { return false }
      position += 1
      try skip { _ in false }
      if name.elementsEqual(member.utf8), try peek() == UInt8(ascii: "[") {
        position += 1
        return true
      }
      _ = try element()
      guard shape != .ended else { return false }
    }
  }

  /// Returns a string's bytes as written, without the quotes; empty if it's too long to compare.
  private mutating func memberName() throws(ErrorNumber) -> [UInt8]? {
    guard try peek() == UInt8(ascii: "\"") else { return nil }
    position += 1
    var name: [UInt8] = []
    while let byte = try peek(), byte != UInt8(ascii: "\"") {
      // Escapes needn't be decoded, because no name looked for contains any.
      if byte == UInt8(ascii: "\\") { position += 1 }
      if name.count < Self.maxNameLength { name.append(byte) }
      if try peek() != nil { position += 1 }
    }
    guard try peek() != nil else { return nil }
    position += 1
    return name.count < Self.maxNameLength ? name : []
  }

  private mutating func nextLine() throws(ErrorNumber) -> Row? {
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

  private mutating func nextElement() throws(ErrorNumber) -> Row? {
    try skip { $0 == UInt8(ascii: ",") }
    guard try peek() != UInt8(ascii: "]") else {
      position += 1
      // Everything after the member is ignored.
      defer { shape = .ended }
      guard shape == .array else { return nil }
      try skip { _ in false }
      return try peek() == nil ? nil : Row(line: line, content: .brokenArray)
    }
    guard let byte = try peek(), byte != UInt8(ascii: "}") else {
      shape = .ended
      return Row(line: line, content: .brokenArray)
    }
    return try element()
  }

  /// Reads up to the comma or bracket that ends the element: the first one outside strings and
  /// nested values.
  private mutating func element() throws(ErrorNumber) -> Row {
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
        case UInt8(ascii: ",") where depth == 0, UInt8(ascii: "]") where depth == 0,
          UInt8(ascii: "}") where depth == 0:
          return Row(line: start, content: isTooLong ? .tooLong : .bytes(row))
        case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
        default: break
        }
      }
      if byte == UInt8(ascii: "\n") { line += 1 }
      if row.count < Self.longest { row.append(byte) } else { isTooLong = true }
      position += 1
    }
    // The last element may be complete though the array isn't; the next call reports that.
    if depth == 0 && !isInString { return Row(line: start, content: .bytes(row)) }
    shape = .ended
    return Row(line: start, content: .brokenArray)
  }

  private mutating func skip(_ isSkipped: (UInt8) -> Bool) throws(ErrorNumber) {
    while let byte = try peek(), Self.isSpace(byte) || isSkipped(byte) {
      if byte == UInt8(ascii: "\n") { line += 1 }
      position += 1
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }

  /// Returns the current byte, reading more if needed, or `nil` at the end.
  private mutating func peek() throws(ErrorNumber) -> UInt8? {
    if position == filled {
      (position, filled) = (0, 0)
      guard try fill() else { return nil }
    }
    return chunk[position]
  }

  /// Reads more bytes after the buffered ones. Returns `false` at the end.
  private mutating func fill() throws(ErrorNumber) -> Bool {
    let count = try descriptor.read(into: &chunk, from: filled)
    filled += count
    bytesRead += Int64(count)
    return count > 0
  }
}

extension JSONRows.Row {
  /// The row's value.
  /// - Throws: the reason why it isn't valid JSON.
  var json: JSONValue {
    get throws { try json(repairsSurrogates: false) }
  }

  /// The row's value as written by another program, and `true` if an invalid surrogate was
  /// replaced: some programs cut texts in the middle of a character.
  var foreignJSON: (value: JSONValue, isRepaired: Bool) {
    get throws {
      do {
        return (try json, false)
      } catch let error as EntryFieldError {
        guard case .notJSON = error else { throw error }
        return (try json(repairsSurrogates: true), true)
      }
    }
  }

  private func json(repairsSurrogates: Bool) throws -> JSONValue {
    switch content {
    case .tooLong: throw EntryFieldError.tooLong
    case .brokenArray: throw EntryFieldError.brokenArray
    case .bytes(let bytes):
      do {
        return try JSONParser.parse(bytes, repairsSurrogates: repairsSurrogates)
      } catch {
        if let byte = bytes.firstInvalidUTF8 { throw EntryFieldError.notUTF8(byte: byte) }
        throw error.isTooDeep ? EntryFieldError.tooDeep : .notJSON(byte: error.offset)
      }
    }
  }
}

/// Detects by the first bytes if a file may contain PhotoDiary's JSON entries.
enum JSONHead {
  /// The number of bytes examined.
  static let size = 4096

  /// Returns `true` for JSON Lines of which at least half are valid, for the beginning of an array
  /// of objects, and for blank input.
  static func isJSON(_ bytes: ArraySlice<UInt8>) -> Bool {
    let head = bare(bytes)
    if head.isEmpty || isArray(head) { return true }
    let lines = head.split { $0 == 0x0A || $0 == 0x0D }.filter { !bare($0).isEmpty }
    let isTruncated = head.last != 0x0A
    let objects = lines.indices.count { index in
      guard lines[index].first == UInt8(ascii: "{") else { return false }
      // The last line may be cut off by `size`.
      return (try? JSONParser.parse(Array(lines[index]))) != nil
        || isTruncated && index == lines.count - 1 && isObject(lines[index])
    }
    return objects * 2 >= lines.count
  }

  private static func isArray(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.first == UInt8(ascii: "[") else { return false }
    let rest = bare(bytes.dropFirst())
    return rest.isEmpty || isObject(rest)
      || rest.first == UInt8(ascii: "]") && bare(rest.dropFirst()).isEmpty
  }

  /// Returns `true` if the bytes begin an object: a brace, then a name or the closing brace.
  private static func isObject(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.first == UInt8(ascii: "{") else { return false }
    let next = bare(bytes.dropFirst()).first
    return next.map { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "}") } ?? true
  }

  /// Returns the bytes after a byte order mark and leading white space.
  static func bare(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes
    return text.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
  }
}

/// A journal whose JSON file contains an array of entries. Keeps the file open while reading them.
final class JSONJournal {
  let file: String
  let name: String
  /// The number of the last entry read, from 1.
  private(set) var number = 0
  private let input: OpenFile
  private var rows: JSONRows

  /// Opens the journal's file, whose object has the array as its member `entries`.
  /// - Throws: `DiaryError.input` if the file can't be opened.
  init(_ file: String, named name: String, in tree: ImportTree) throws {
    self.file = file
    self.name = name
    input = try tree.require(file)
    rows = JSONRows(input.descriptor, member: "entries")
  }

  func next() throws -> JSONRows.Row? {
    do {
      let row = try rows.next()
      number += 1
      return row
    } catch {
      throw DiaryError.input(name: file, .unreadable(reason: error.message))
    }
  }
}
