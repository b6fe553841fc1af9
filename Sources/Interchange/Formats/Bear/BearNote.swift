import DiaryCore

/// The description of a note in Bear's bundle, and the tags in its text. Other programs' bundles have neither.
struct BearNote {
  private let json: JSONValue

  init(_ json: JSONValue) { self.json = json }

  var id: String? { json["uniqueIdentifier"]?.string }
  var isTrashed: Bool { isSet("trashed") }
  var isEncrypted: Bool { isSet("encrypted") || json["encryptedData"]?.string != nil }

  /// Bear writes 0 and 1.
  private func isSet(_ name: String) -> Bool {
    json[name]?.integer == 1 || json[name]?.bool == true
  }

  /// Adds what is known of a note to its text. `bundle` is the path of its bundle without the ending.
  func describe(
    _ source: inout MarkdownEntry.Source, called bundle: String, _ localOffset: (Int64) -> Int
  ) {
    func add(_ name: String, _ value: JSONValue) {
      // The front matter of the note comes first.
      guard !source.members.contains(where: { $0.name == name }) else { return }
      source.members.append(JSONMember(name, value))
    }
    for (name, key) in [("created", "creationDate"), ("modified", "modificationDate")] {
      guard let value = json[key], let time = ForeignInstant(value, unitsPerSecond: 1) else {
        continue
      }
      add(name, .string(time.date(localOffset: localOffset).description))
    }
    if isSet("pinned") { add("pinned", .bool(true)) }
    if isSet("archived") { add("archived", .bool(true)) }
    source.format = .bear
    // Bear calls a bundle after the first line, which the diary shows as well.
    source.name = id == nil ? bundle : ""
    source.body = Self.plain(source.body)
    let tags = id == nil ? [] : Self.tags(in: source.body)
    if !tags.isEmpty { add("keywords", .array(tags.map { .string($0) })) }
  }

  /// A text without the comments that hold the widths of its pictures, and without a heading that is empty.
  private static func plain(_ text: String) -> String {
    let text = text.replacing(/<!-- ?\{[^\n{}]{0,200}\} ?-->/, with: "")
    let lines = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    return lines[0].trimmed == "#" ? lines.dropFirst().joined() : text
  }

  /// The tags of a text in the order in which they come: `#walk`, `#trips/Busan`, `#two words#`.
  static func tags(in text: String) -> [String] {
    var fence = CodeFence()
    var found: [String] = []
    var known: Set<String> = []
    for line in text.split(separator: "\n") where !fence.holds(line.utf8) {
      var rest = line[...]
      while let mark = rest.firstIndex(of: "#") {
        let isStart = mark == line.startIndex || line[line.index(before: mark)].isWhitespace
        rest = rest[rest.index(after: mark)...]
        guard isStart, let tag = tag(rest) else { continue }
        if known.insert(String(tag)).inserted { found.append(String(tag)) }
        rest = rest[tag.endIndex...]
      }
    }
    return found
  }

  /// Characters. What is longer is no tag.
  private static let longestTag = 100

  /// The tag that the rest of a line begins with, behind its mark.
  private static func tag(_ rest: Substring) -> Substring? {
    let rest = rest.prefix(longestTag)
    let word = rest.prefix { character in
      character.isLetter || character.isNumber || character.isEmojiLike
        || "/-_&+@".contains(character)
    }
    guard let first = word.first, first != "/", !word.allSatisfy(\.isNumber) else { return nil }
    // A second mark behind a letter ends a tag of several words.
    if let close = rest.firstIndex(of: "#"), rest[..<close].contains(" "),
      !rest[rest.index(before: close)].isWhitespace,
      rest[rest.index(after: close)...].first.map({ !$0.isLetter && !$0.isNumber }) ?? true
    {
      return rest[..<close]
    }
    return word
  }
}

extension Character {
  fileprivate var isEmojiLike: Bool {
    unicodeScalars.contains { $0.properties.isEmojiPresentation }
  }
}
