import CYAML
import DiaryCore

/// Parses YAML into JSON values. Numbers, Booleans and null are recognized as in JSON, and
/// everything else is a string. A date is an unchanged string.
///
/// Aliases are refused and limits are enforced, so that a short text can't expand to a large value.
/// Duplicate names are both kept.
struct YAMLParser: ~Copyable {
  /// The most levels of nested lists and objects, as for JSON.
  private static let deepest = 128
  private static let maxValues = 1 << 20
  /// The longest text in bytes.
  static let longest = 64 << 20

  private var events: YAMLEvents
  private var depth = 0
  private var values = 0

  /// Parses the first document of a UTF-8 text. An empty document is null.
  ///
  /// - Throws: `EntryFieldError.notYAML` if the text is invalid anywhere or exceeds a limit.
  static func parse(_ text: some Sequence<UInt8>) throws -> JSONValue {
    let bytes = Array(text)
    guard bytes.count <= longest else { throw EntryFieldError.notYAML(.tooLarge) }
    let result: Result<JSONValue, any Error> = bytes.withUnsafeBytes { buffer in
      do {
        var parser = YAMLParser(events: try YAMLEvents(buffer))
        let piece = try parser.events.next()
        if case .end = piece { return .success(.null) }
        let value = try parser.value(piece)
        // The rest must be valid, too. Otherwise, the text may be truncated.
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

  private mutating func value(_ piece: YAMLEvents.Piece) throws -> JSONValue {
    values += 1
    guard values <= Self.maxValues else { throw EntryFieldError.notYAML(.tooLarge) }
    switch piece {
    case .scalar(let scalar): return scalar.value
    case .list: return .array(try list())
    case .map: return .object(try members())
    case .alias: throw EntryFieldError.notYAML(.alias(line: events.line))
    case .listEnd, .mapEnd, .documentEnd, .end: return .null
    }
  }

  private mutating func enter() throws {
    guard depth < Self.deepest else { throw EntryFieldError.notYAML(.tooDeep(line: events.line)) }
    depth += 1
  }

  private mutating func list() throws -> [JSONValue] {
    try enter()
    defer { depth -= 1 }
    var values: [JSONValue] = []
    while true {
      let piece = try events.next()
      if case .listEnd = piece { return values }
      values.append(try value(piece))
    }
  }

  private mutating func members() throws -> [JSONMember] {
    try enter()
    defer { depth -= 1 }
    var members: [JSONMember] = []
    while true {
      switch try events.next() {
      case .mapEnd: return members
      case .scalar(let name):
        members.append(JSONMember(name.text, try value(try events.next())))
      case .alias: throw EntryFieldError.notYAML(.alias(line: events.line))
      default: throw EntryFieldError.notYAML(.name(line: events.line))
      }
    }
  }
}

extension YAMLEvents.Scalar {
  private static let core = "tag:yaml.org,2002:"

  /// The value by its syntax, or a string if it is quoted or tagged otherwise.
  fileprivate var value: JSONValue {
    let isTaggedPlain = tag.map {
      ["int", "float", "bool", "null"].map { Self.core + $0 }.contains($0)
    }
    guard isTaggedPlain ?? isPlain else { return .string(text) }
    switch text {
    case "", "~", "null", "Null", "NULL": return .null
    case "true", "True", "TRUE": return .bool(true)
    case "false", "False", "FALSE": return .bool(false)
    default: return isNumber ? .number(text) : .string(text)
    }
  }

  /// True if the text is a JSON number.
  private var isNumber: Bool {
    guard let first = text.utf8.first, first == UInt8(ascii: "-") || (0x30...0x39).contains(first)
    else { return false }
    if case .number? = try? JSONParser.parse(text) { return true }
    return false
  }
}

/// Reads the events of a YAML text in their order.
struct YAMLEvents: ~Copyable {
  enum Piece {
    case scalar(Scalar)
    case list, listEnd, map, mapEnd
    case alias
    case documentEnd, end
  }

  struct Scalar {
    let text: String
    /// True for an unquoted scalar.
    let isPlain: Bool
    /// The scalar's explicit tag.
    let tag: String?
  }

  private let yaml: OpaquePointer
  /// The line of the last event, from 1.
  private(set) var line = 1

  /// Opens a UTF-8 text, which must outlive this value.
  ///
  /// - Throws: `EntryFieldError.notYAML` if the library is missing or the text is too large.
  init(_ text: UnsafeRawBufferPointer) throws {
    guard pd_yaml_load() else { throw EntryFieldError.notYAML(.noLibrary) }
    guard let yaml = pd_yaml_open(text.baseAddress, text.count) else {
      throw EntryFieldError.notYAML(.tooLarge)
    }
    self.yaml = yaml
  }

  deinit { pd_yaml_close(yaml) }

  mutating func next() throws -> Piece {
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
    default: throw EntryFieldError.notYAML(.invalid(line: line))
    }
  }
}

/// The reason why a YAML text can't be read.
package enum YAMLIssue: Hashable, Sendable {
  /// The YAML library isn't installed.
  case noLibrary
  /// The syntax is invalid on a line, counted from 1.
  case invalid(line: Int)
  /// An alias is used. A few aliases can expand to any amount of memory, and diaries don't use
  /// them.
  case alias(line: Int)
  /// A list or object is used as a name.
  case name(line: Int)
  case tooDeep(line: Int)
  /// The text has too many values or bytes.
  case tooLarge

  /// Returns the same issue in a text that begins `lines` lines later in its file.
  func moved(by lines: Int) -> YAMLIssue {
    switch self {
    case .invalid(let line): .invalid(line: line + lines)
    case .alias(let line): .alias(line: line + lines)
    case .name(let line): .name(line: line + lines)
    case .tooDeep(let line): .tooDeep(line: line + lines)
    case .noLibrary, .tooLarge: self
    }
  }
}

/// Writes values on one line of YAML. Unless a name is very long, it is valid JSON, too.
enum YAMLWriter {
  /// The longest name in bytes. YAML parsers search only 1,024 characters for the colon after a
  /// name.
  static let maxNameLength = 1000

  static func bytes(_ value: JSONValue) -> [UInt8] {
    hasLongName(value) ? Array("\(text(of: value))".utf8) : escaped(JSONWriter.bytes(value))
  }

  private static func hasLongName(_ value: JSONValue) -> Bool {
    switch value {
    case .array(let values): values.contains(where: hasLongName)
    case .object(let members):
      members.contains { $0.name.utf8.count > maxNameLength / 6 || hasLongName($0.value) }
    default: false
    }
  }

  /// Returns a value on one line with explicit keys.
  private static func text(of value: JSONValue) -> String {
    switch value {
    case .array(let values): return "[" + values.map(text).joined(separator: ", ") + "]"
    case .object(let members):
      let parts = members.map { "? \(text(of: .string($0.name))) : \(text(of: $0.value))" }
      return "{" + parts.joined(separator: ", ") + "}"
    default: return String(decoding: escaped(JSONWriter.bytes(value)), as: UTF8.self)
    }
  }

  /// Returns JSON with escapes for the characters that YAML takes for line ends or doesn't allow:
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
