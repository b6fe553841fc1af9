import DiaryCore

/// The front matter of a file, asked for by the names that programs have for a thing; whatever isn't
/// taken is carried along.
struct MarkdownMembers {
  private let members: [JSONMember]
  private var taken: Set<String> = []

  init(_ members: [JSONMember]) { self.members = members }

  /// The names that are there more than once.
  var repeated: [String] {
    var seen: Set<String> = []
    return members.map(\.name).filter { !seen.insert($0).inserted }
  }

  /// What nobody has taken.
  var rest: [JSONMember] { members.filter { !taken.contains($0.name) } }

  /// The value under the first of some names, which are in small letters and without the marks
  /// between words, that `read` knows.
  mutating func consume<Value>(_ names: [String], _ read: (JSONValue) -> Value?) -> Value? {
    for name in names {
      guard let member = members.last(where: { Self.folded($0.name) == name }),
        let value = read(member.value)
      else { continue }
      taken.insert(member.name)
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

  /// A list, or words with commas or spaces between them.
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

  /// A name in small letters without the marks between words.
  static func folded(_ name: String) -> String {
    name.lowercased().filter { !" -_".contains($0) }
  }
}

extension JSONValue {
  /// A text, a number or a truth as it is written.
  var words: String? {
    switch self {
    case .string(let text), .number(let text): text
    case .bool(let value): value ? "true" : "false"
    default: nil
    }
  }
}
