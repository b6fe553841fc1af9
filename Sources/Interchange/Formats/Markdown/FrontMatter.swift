import CTOML
import DiaryCore

/// Writes the YAML in front of an entry's Markdown. It contains the complete entry except its text,
/// so that an import can restore it. Values are JSON, which is valid YAML.
enum FrontMatter {
  /// Returns the lines from `---` to `---`.
  ///
  /// - Parameters:
  ///   - comments: the members with the entry's comments.
  ///   - holdsContent: true to include the text, too.
  ///   - file: returns a file's path relative to the entry's file, or `nil` if it wasn't exported.
  static func write(
    _ entry: Entry, _ comments: [JSONMember] = [], holdsContent: Bool = false,
    file: (AssetFile) -> String?
  ) -> [UInt8] {
    var text = Array("---\n".utf8)
    func add(_ key: String, _ value: JSONValue, indent: String = "") {
      text += indent.utf8
      text += Self.key(key)
      text += YAMLWriter.bytes(value)
      text.append(UInt8(ascii: "\n"))
    }
    func add(list: [JSONValue], as name: String) {
      text += "\(name):\n".utf8
      for object in list {
        var indent = "  - "
        for member in object.members ?? [] {
          add(member.name, member.value, indent: indent)
          indent = "    "
        }
      }
    }
    add("id", .string(entry.id.description))
    for member in entry.contentMembers(file: file) where member.name != "content" || holdsContent {
      if let files = entry.fileObjects(of: member.name, file: file), !files.isEmpty {
        add(list: files, as: member.name)
      } else {
        add(member.name, member.value)
      }
    }
    for member in comments { add(list: member.value.array ?? [], as: member.name) }
    for member in entry.extraMembers { add(member.name, member.value) }
    text += "---\n".utf8
    return text
  }

  /// Returns a name with its colon.
  private static func key(_ name: String) -> [UInt8] {
    if isPlain(name) { return Array("\(name): ".utf8) }
    let written = YAMLWriter.bytes(.string(name))
    // YAML requires an explicit key (`? `) for long names.
    guard written.count > YAMLWriter.maxNameLength else { return written + Array(": ".utf8) }
    return Array("? ".utf8) + written + Array("\n: ".utf8)
  }

  /// The words that some YAML readers take for Booleans or null.
  private static let meanings: Set = ["true", "false", "yes", "no", "on", "off", "null", "y", "n"]

  /// Returns `true` if every YAML reader takes `name` for a string without quotes.
  private static func isPlain(_ name: String) -> Bool {
    guard let first = name.utf8.first,
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first | 0x20)
    else { return false }
    let isWord = name.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "_")
    }
    return isWord && name.utf8.count < 100 && !meanings.contains(name.lowercased())
  }
}

/// The front matter of a Markdown file: YAML between `---`, TOML between `+++`, or a JSON object.
struct FrontMatterText {
  let members: [JSONMember]
  /// The file after the front matter.
  let body: ArraySlice<UInt8>
  /// The original TOML, because `members` doesn't hold all of it.
  var toml: String?

  /// The most bytes of a TOML front matter.
  private static let maxTOMLLength = 1 << 20

  /// Parses the front matter of a file; `nil` if there is none.
  ///
  /// - Throws: the reason the front matter isn't valid.
  static func read(_ text: [UInt8]) throws -> FrontMatterText? {
    if let (matter, body) = between("---", ends: ["---", "..."], in: text) {
      if matter.allSatisfy({ $0 == 0x20 || (0x09...0x0D).contains($0) }) {
        return FrontMatterText(members: [], body: body)
      }
      do {
        // Text between two horizontal rules isn't an object.
        guard case .object(let members) = try YAMLParser.parse(matter) else { return nil }
        return FrontMatterText(members: members, body: body)
      } catch EntryFieldError.notYAML(let issue) {
        throw EntryFieldError.notYAML(issue.moved(by: 1))
      }
    }
    if let (matter, body) = between("+++", ends: ["+++"], in: text) {
      guard matter.count <= maxTOMLLength else { throw EntryFieldError.notTOML(line: 1) }
      return FrontMatterText(
        members: try TOMLMembers.read(matter), body: body,
        toml: String(decoding: matter, as: UTF8.self))
    }
    return try json(text)
  }

  /// Returns the lines between a first line `mark` and the next line of `ends`, and the rest of the
  /// text.
  private static func between(
    _ mark: String, ends: [String], in text: [UInt8]
  ) -> (ArraySlice<UInt8>, ArraySlice<UInt8>)? {
    var rest = text[...]
    /// Returns the next line without trailing white space.
    func next() -> ArraySlice<UInt8>? {
      guard !rest.isEmpty else { return nil }
      var line = rest.prefix { $0 != 0x0A }
      rest = rest.dropFirst(line.count + 1)
      while let last = line.last, [0x20, 0x0D, 0x09].contains(last) { line.removeLast() }
      return line
    }
    guard let first = next(), first.elementsEqual(mark.utf8) else { return nil }
    let start = rest.startIndex
    while let line = next() {
      if ends.contains(where: { line.elementsEqual($0.utf8) }) {
        return (text[start..<line.startIndex], rest)
      }
    }
    return nil
  }

  /// Parses a JSON object at the start of a text, if its line ends after it.
  private static func json(_ text: [UInt8]) throws -> FrontMatterText? {
    guard text.first == UInt8(ascii: "{"), let end = objectEnd(text) else { return nil }
    let rest = text[end...]
    guard rest.isEmpty || rest.first == 0x0A || rest.first == 0x0D else { return nil }
    let line = rest.firstIndex(of: 0x0A).map { $0 + 1 } ?? text.count
    do {
      guard case .object(let members) = try JSONParser.parse(Array(text[..<end])) else {
        return nil
      }
      return FrontMatterText(members: members, body: text[line..<text.count])
    } catch {
      // A text that isn't JSON may begin with a brace, too.
      guard error.isTooDeep else { return nil }
      throw EntryFieldError.tooDeep
    }
  }

  private static func objectEnd(_ text: [UInt8]) -> Int? {
    var depth = 0
    var isString = false
    var place = 0
    while place < text.count {
      switch text[place] {
      case UInt8(ascii: "\\") where isString: place += 1
      case UInt8(ascii: "\""): isString.toggle()
      case UInt8(ascii: "{") where !isString: depth += 1
      case UInt8(ascii: "}") where !isString:
        depth -= 1
        if depth == 0 { return place + 1 }
      default: break
      }
      place += 1
    }
    return nil
  }
}

/// Looks up the members of a front matter by the names that different programs use, and keeps those
/// that no lookup has used.
struct MarkdownMembers {
  private let members: [JSONMember]
  private var used: Set<String> = []

  init(_ members: [JSONMember]) { self.members = members }

  /// The names that occur more than once.
  var repeated: [String] {
    var seen: Set<String> = []
    return members.map(\.name).filter { !seen.insert($0).inserted }
  }

  /// The members that no lookup has used.
  var rest: [JSONMember] { members.filter { !used.contains($0.name) } }

  /// Returns the first value that `read` accepts among the members called by one of `names`, and
  /// marks its member as used.
  ///
  /// - Parameter names: folded names, see `folded(_:)`, in order of preference.
  mutating func consume<Value>(_ names: [String], _ read: (JSONValue) -> Value?) -> Value? {
    for name in names {
      guard let member = members.last(where: { Self.folded($0.name) == name }),
        let value = read(member.value)
      else { continue }
      used.insert(member.name)
      return value
    }
    return nil
  }

  mutating func text(_ names: String...) -> String? {
    consume(names) { value in value.words.flatMap { $0.isBlank ? nil : $0 } }
  }

  mutating func flag(_ names: String...) -> Bool {
    consume(names) { value in
      value.bool ?? value.string.flatMap { ["yes": true, "no": false][$0.lowercased()] }
    } ?? false
  }

  /// Returns the values of lists, or the words of texts split at commas or else at spaces.
  mutating func list(_ names: String...) -> [String] {
    names.flatMap { name in
      consume([name]) { value -> [String]? in
        if let values = value.array { return values.compactMap(\.words) }
        guard let text = value.words else { return value == .null ? [] : nil }
        return text.contains(",")
          ? text.split(separator: ",").map { String($0.trimmed) }
          : text.split(whereSeparator: \.isWhitespace).map(String.init)
      } ?? []
    }
  }

  /// Returns a name in lower case without spaces, hyphens and underscores.
  static func folded(_ name: String) -> String {
    name.lowercased().filter { !" -_".contains($0) }
  }
}

extension JSONValue {
  /// A string, number or Boolean as it is written; `nil` for other values.
  var words: String? {
    switch self {
    case .string(let text), .number(let text): text
    case .bool(let value): value ? "true" : "false"
    default: nil
    }
  }
}

/// Parses the top-level values of a TOML front matter.
enum TOMLMembers {
  static func read(_ text: some Collection<UInt8>) throws -> [JSONMember] {
    var members: [JSONMember] = []
    var line: UInt32 = 0
    let bytes = Array(text)
    let result = withUnsafeMutablePointer(to: &members) { members in
      bytes.withUnsafeBytes { bytes in
        pd_settings_read(
          bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count, members,
          { context, setting in
            guard let setting = setting?.pointee else { return }
            context?.assumingMemoryBound(to: [JSONMember].self).pointee.append(setting)
          }, &line)
      }
    }
    switch result {
    case pd_settings_read_whole: return members
    case pd_settings_invalid: throw EntryFieldError.notTOML(line: Int(line) + 1)
    default: throw EntryFieldError.noTOMLLibrary
    }
  }
}

extension [JSONMember] {
  fileprivate mutating func append(_ setting: pd_setting) {
    guard setting.depth == 1, let name = setting.path.map({ String(cString: $0) }) else { return }
    let value: JSONValue
    switch setting.kind {
    case pd_setting_text, pd_setting_date:
      let bytes = UnsafeRawBufferPointer(start: setting.text, count: setting.length)
      value = .string(String(decoding: bytes, as: UTF8.self))
    case pd_setting_integer: value = .integer(Int(setting.number))
    case pd_setting_flag: value = .bool(setting.number != 0)
    case pd_setting_list: value = .array([])
    default: return
    }
    if setting.is_element, let list = last, case .array(let values) = list.value {
      self[count - 1] = JSONMember(name, .array(values + [value]))
    } else if !setting.is_element {
      append(JSONMember(name, value))
    }
  }
}
