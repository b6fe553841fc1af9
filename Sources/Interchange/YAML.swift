import CYAML
import DiaryCore

/// Reads a YAML text into the values that JSON has: a number, true, false and null where one is
/// written as in JSON, and text everywhere else. A date is a text, as it is written.
///
/// It refuses aliases and keeps to limits, so that a text can't stand for more than it is. Of a name
/// that is there twice, both members are kept.
struct YAMLParser: ~Copyable {
  /// Lists and objects within each other, as deep as JSON goes here.
  private static let deepest = 128
  private static let mostValues = 1 << 20
  /// Bytes.
  static let longest = 64 << 20

  private var events: YAMLEvents
  private var depth = 0
  private var values = 0

  /// The first document of a text in UTF-8; null for one that holds nothing.
  static func parse(_ text: some Sequence<UInt8>) throws(YAMLError) -> JSONValue {
    let bytes = Array(text)
    guard bytes.count <= longest else { throw .tooLarge }
    let result: Result<JSONValue, YAMLError> = bytes.withUnsafeBytes { buffer in
      do throws(YAMLError) {
        var parser = YAMLParser(events: try YAMLEvents(buffer))
        let piece = try parser.events.next()
        if case .end = piece { return .success(.null) }
        let value = try parser.value(piece)
        // What follows must be sound, too: a text that breaks off was cut short.
        while true {
          if case .end = try parser.events.next() { break }
        }
        return .success(value)
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  private mutating func value(_ piece: YAMLEvents.Piece) throws(YAMLError) -> JSONValue {
    values += 1
    guard values <= Self.mostValues else { throw .tooLarge }
    switch piece {
    case .scalar(let scalar): return scalar.value
    case .list: return .array(try list())
    case .map: return .object(try members())
    case .alias: throw .alias(line: events.line)
    case .listEnd, .mapEnd, .documentEnd, .end: return .null
    }
  }

  private mutating func enter() throws(YAMLError) {
    guard depth < Self.deepest else { throw .tooDeep(line: events.line) }
    depth += 1
  }

  private mutating func list() throws(YAMLError) -> [JSONValue] {
    try enter()
    defer { depth -= 1 }
    var values: [JSONValue] = []
    while true {
      let piece = try events.next()
      if case .listEnd = piece { return values }
      values.append(try value(piece))
    }
  }

  private mutating func members() throws(YAMLError) -> [JSONMember] {
    try enter()
    defer { depth -= 1 }
    var members: [JSONMember] = []
    while true {
      switch try events.next() {
      case .mapEnd: return members
      case .scalar(let name):
        members.append(JSONMember(name.text, try value(try events.next())))
      case .alias: throw .alias(line: events.line)
      default: throw .name(line: events.line)
      }
    }
  }
}

extension YAMLEvents.Scalar {
  private static let core = "tag:yaml.org,2002:"

  /// What it is by its form, unless it is quoted or said to be something else.
  fileprivate var value: JSONValue {
    let isToldPlain = tag.map {
      ["int", "float", "bool", "null"].map { Self.core + $0 }.contains($0)
    }
    guard isToldPlain ?? isPlain else { return .string(text) }
    switch text {
    case "", "~", "null", "Null", "NULL": return .null
    case "true", "True", "TRUE": return .bool(true)
    case "false", "False", "FALSE": return .bool(false)
    default: return isNumber ? .number(text) : .string(text)
    }
  }

  /// Whether it is written as a number of JSON is.
  private var isNumber: Bool {
    guard let first = text.utf8.first, first == UInt8(ascii: "-") || (0x30...0x39).contains(first)
    else { return false }
    if case .number? = try? JSONParser.parse(text) { return true }
    return false
  }
}

/// What a YAML text holds, from its beginning to its end, a piece after the other.
struct YAMLEvents: ~Copyable {
  enum Piece {
    case scalar(Scalar)
    case list, listEnd, map, mapEnd
    case alias
    case documentEnd, end
  }

  struct Scalar {
    let text: String
    /// Whether it stands without quotes, so that its form says what it is.
    let isPlain: Bool
    /// What the text says that it is.
    let tag: String?
  }

  private let yaml: OpaquePointer
  /// Where the piece that was read last begins, from 1.
  private(set) var line = 1

  /// The bytes are UTF-8 and must outlive this.
  init(_ text: UnsafeRawBufferPointer) throws(YAMLError) {
    guard pd_yaml_load() else { throw .noLibrary }
    guard let yaml = pd_yaml_open(text.baseAddress, text.count) else { throw .tooLarge }
    self.yaml = yaml
  }

  deinit { pd_yaml_close(yaml) }

  mutating func next() throws(YAMLError) -> Piece {
    var event = pd_yaml_event()
    pd_yaml_next(yaml, &event)
    line = Int(event.line)
    switch Int(event.kind) {
    case PD_YAML_SCALAR:
      let bytes = UnsafeRawBufferPointer(start: event.text, count: event.length)
      return .scalar(
        Scalar(
          text: String(decoding: bytes, as: UTF8.self), isPlain: event.is_plain,
          tag: event.tag.map { String(cString: $0) }))
    case PD_YAML_LIST: return .list
    case PD_YAML_LIST_END: return .listEnd
    case PD_YAML_MAP: return .map
    case PD_YAML_MAP_END: return .mapEnd
    case PD_YAML_ALIAS: return .alias
    case PD_YAML_DOCUMENT_END: return .documentEnd
    case PD_YAML_END: return .end
    default: throw .invalid(line: line)
    }
  }
}

/// Why a YAML text isn't read.
package enum YAMLError: Error, Hashable, Sendable {
  /// The library that reads YAML isn't installed.
  case noLibrary
  /// The line of the mistake, from 1.
  case invalid(line: Int)
  /// Something stands for another value. A few such lines can stand for more than any memory holds,
  /// and no diary needs them.
  case alias(line: Int)
  /// A list or an object stands where a name should.
  case name(line: Int)
  case tooDeep(line: Int)
  /// More values or bytes than any diary has in one text.
  case tooLarge

  /// The error in a text that begins on another line of its file.
  func moved(by lines: Int) -> YAMLError {
    switch self {
    case .invalid(let line): .invalid(line: line + lines)
    case .alias(let line): .alias(line: line + lines)
    case .name(let line): .name(line: line + lines)
    case .tooDeep(let line): .tooDeep(line: line + lines)
    case .noLibrary, .tooLarge: self
    }
  }
}

/// Writes values so that YAML and, but for very long names, JSON read them: on one line.
enum YAMLWriter {
  /// In bytes. YAML reads 1,024 characters ahead to know that something is a name.
  static let longestName = 1000

  static func bytes(_ value: JSONValue) -> [UInt8] {
    hasLongName(value) ? Array("\(text(of: value))".utf8) : escaped(JSONWriter.bytes(value))
  }

  private static func hasLongName(_ value: JSONValue) -> Bool {
    switch value {
    case .array(let values): values.contains(where: hasLongName)
    case .object(let members):
      members.contains { $0.name.utf8.count > longestName / 6 || hasLongName($0.value) }
    default: false
    }
  }

  /// A value in one line, with each name marked as one.
  private static func text(of value: JSONValue) -> String {
    switch value {
    case .array(let values): return "[" + values.map(text).joined(separator: ", ") + "]"
    case .object(let members):
      let parts = members.map { "? \(text(of: .string($0.name))) : \(text(of: $0.value))" }
      return "{" + parts.joined(separator: ", ") + "}"
    default: return String(decoding: escaped(JSONWriter.bytes(value)), as: UTF8.self)
    }
  }

  /// JSON with escapes for the characters that YAML takes for line ends or doesn't take at all:
  /// U+2028, U+2029, U+FEFF, U+FFFE and U+FFFF.
  private static func escaped(_ json: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var kept = 0
    var index = 0
    while let next = json[index...].firstIndex(where: { $0 == 0xE2 || $0 == 0xEF }) {
      index = next + 1
      guard let escape = escape(of: json[next...].prefix(3)) else { continue }
      result += json[kept..<next]
      result += escape.utf8
      (kept, index) = (next + 3, next + 3)
    }
    return kept == 0 ? json : result + json[kept...]
  }

  private static func escape(of bytes: ArraySlice<UInt8>) -> String? {
    switch Array(bytes) {
    case [0xE2, 0x80, 0xA8]: "\\u2028"
    case [0xE2, 0x80, 0xA9]: "\\u2029"
    case [0xEF, 0xBB, 0xBF]: "\\ufeff"
    case [0xEF, 0xBF, 0xBE]: "\\ufffe"
    case [0xEF, 0xBF, 0xBF]: "\\uffff"
    default: nil
    }
  }
}
