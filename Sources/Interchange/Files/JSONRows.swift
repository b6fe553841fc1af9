import DiaryCore
import System

/// Reads JSON Lines, one JSON array, or an array that is a member of an object, a row at a time: each
/// line or element as bytes, so that one that is broken leaves the others whole and memory holds one
/// row.
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

  static let longest = 64 << 20

  private enum Shape { case unknown, lines, array, member, ended }

  /// In bytes; what is longer is no name that is looked for.
  private static let longestName = 1000

  private let descriptor: Descriptor
  private var shape = Shape.unknown
  private var chunk = [UInt8](repeating: 0, count: 1 << 18)
  private var position = 0
  private var filled = 0
  private var line = 1
  private let member: String?
  private let isAssigned: Bool
  /// Bytes taken from the input so far.
  private(set) var bytesRead: Int64 = 0

  /// Reads from an open file, which stays the caller's. With a member's name, the rows are the
  /// elements of that member of the one object in the file, and what else it has is passed over. Where
  /// `isAssigned`, the file is a script that gives a variable an array: `x.y = [`.
  init(_ descriptor: Descriptor, member: String? = nil, isAssigned: Bool = false) {
    self.descriptor = descriptor
    self.member = member
    self.isAssigned = isAssigned
  }

  /// The first bytes, before any row is read: so many, or as many as there are.
  mutating func head(_ count: Int) throws(ErrorNumber) -> ArraySlice<UInt8> {
    while filled < count, try fill() {}
    return chunk[..<min(count, filled)]
  }

  /// The next row that isn't blank, `nil` at the end.
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
      // A byte order mark, as some editors write it. Its other bytes are in the same chunk or
      // the input is not UTF-8 anyway.
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
      // A script may go on behind its array.
      shape = isAssigned ? .member : .array
    default: shape = .lines
    }
  }

  /// Goes to the first element of a member that is an array. `false` when there is none.
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

  /// The bytes of a string as they are written, without the quotes; empty if there are too many.
  private mutating func memberName() throws(ErrorNumber) -> [UInt8]? {
    guard try peek() == UInt8(ascii: "\"") else { return nil }
    position += 1
    var name: [UInt8] = []
    while let byte = try peek(), byte != UInt8(ascii: "\"") {
      // What is escaped in a name isn't looked for.
      if byte == UInt8(ascii: "\\") { position += 1 }
      if name.count < Self.longestName { name.append(byte) }
      if try peek() != nil { position += 1 }
    }
    guard try peek() != nil else { return nil }
    position += 1
    return name.count < Self.longestName ? name : []
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
      // What follows a member is passed over.
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

  /// Goes to the comma or bracket that ends the element: the first one that is neither in a
  /// string nor deeper.
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
    // The last element may be whole though the array is cut off; the next call tells of that.
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

  /// The byte at hand, read if need be; `nil` at the end.
  private mutating func peek() throws(ErrorNumber) -> UInt8? {
    if position == filled {
      (position, filled) = (0, 0)
      guard try fill() else { return nil }
    }
    return chunk[position]
  }

  /// Reads more behind what is there. `false` at the end.
  private mutating func fill() throws(ErrorNumber) -> Bool {
    let count = try descriptor.read(into: &chunk, from: filled)
    filled += count
    bytesRead += Int64(count)
    return count > 0
  }
}

extension JSONRows.Row {
  /// The row as a value; throws why it is none.
  var json: JSONValue {
    get throws(EntryFieldError) { try json(mendsSurrogates: false) }
  }

  /// The row as another program's value, and whether a character of it had to be mended: programs cut
  /// texts off in the middle of one.
  var foreignJSON: (value: JSONValue, isMended: Bool) {
    get throws(EntryFieldError) {
      do throws(EntryFieldError) {
        return (try json, false)
      } catch {
        guard case .notJSON = error else { throw error }
        return (try json(mendsSurrogates: true), true)
      }
    }
  }

  private func json(mendsSurrogates: Bool) throws(EntryFieldError) -> JSONValue {
    switch content {
    case .tooLong: throw .tooLong
    case .brokenArray: throw .brokenArray
    case .bytes(let bytes):
      do throws(JSONParser.Failure) {
        return try JSONParser.parse(bytes, mendsSurrogates: mendsSurrogates)
      } catch {
        if let byte = bytes.firstInvalidUTF8 { throw .notUTF8(byte: byte) }
        throw error.isTooDeep ? .tooDeep : .notJSON(byte: error.offset)
      }
    }
  }
}

/// Tells by its first bytes whether something may be our own entries.
enum JSONHead {
  /// So many are looked at.
  static let size = 4096

  /// Returns `true` for JSON Lines, of which half may be broken, for the beginning of an array of objects,
  /// and for no bytes at all.
  static func isJSON(_ bytes: ArraySlice<UInt8>) -> Bool {
    let head = bare(bytes)
    if head.isEmpty || isArray(head) { return true }
    let lines = head.split { $0 == 0x0A || $0 == 0x0D }.filter { !bare($0).isEmpty }
    let isCut = head.last != 0x0A
    let objects = lines.indices.count { index in
      guard lines[index].first == UInt8(ascii: "{") else { return false }
      // The end of the last line may not have been read.
      return (try? JSONParser.parse(Array(lines[index]))) != nil
        || isCut && index == lines.count - 1 && isObject(lines[index])
    }
    return objects * 2 >= lines.count
  }

  private static func isArray(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.first == UInt8(ascii: "[") else { return false }
    let rest = bare(bytes.dropFirst())
    return rest.isEmpty || isObject(rest)
      || rest.first == UInt8(ascii: "]") && bare(rest.dropFirst()).isEmpty
  }

  /// Returns `true` if an object begins there: with a name, or its end.
  private static func isObject(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.first == UInt8(ascii: "{") else { return false }
    let next = bare(bytes.dropFirst()).first
    return next.map { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "}") } ?? true
  }

  /// Without a byte order mark and white space.
  static func bare(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes
    return text.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
  }
}

/// A journal that is an array of entries in a JSON file, open while they are read.
final class JSONJournal {
  let file: String
  let name: String
  /// Of the entry that was read last, from 1.
  private(set) var number = 0
  private let input: SourceFile
  private var rows: JSONRows

  /// The array is the member `entries` of the file's object.
  init(_ file: String, called name: String, in tree: ImportTree) throws(DiaryError) {
    self.file = file
    self.name = name
    input = try tree.require(file)
    rows = JSONRows(input.descriptor, member: "entries")
  }

  func next() throws(DiaryError) -> JSONRows.Row? {
    do throws(ErrorNumber) {
      let row = try rows.next()
      number += 1
      return row
    } catch {
      throw .input(name: file, .unreadable(reason: error.words))
    }
  }
}
