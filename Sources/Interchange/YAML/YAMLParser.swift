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
