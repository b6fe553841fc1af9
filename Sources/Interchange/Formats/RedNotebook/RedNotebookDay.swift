import DiaryCore

/// A day as RedNotebook writes it: its text, and tags with or without things noted under them.
struct RedNotebookDay {
  private let text: String
  private var tags: [String] = []
  /// Tags under which something is noted, and what.
  private var lists: [(name: String, items: [String])] = []

  init(_ json: JSONValue) throws(EntryFieldError) {
    if let text = json.words {
      self.text = text
      return
    }
    guard let members = json.members else {
      guard json == .null else { throw .notAnObject }
      text = ""
      return
    }
    text = json["text"]?.words ?? ""
    for member in members where member.name != "text" {
      let items = Self.items(member.value)
      if member.name == "Tags" {
        // As the program wrote tags in its first years.
        tags += items
      } else {
        tags.append(member.name)
        if !items.isEmpty { lists.append((member.name, items)) }
      }
    }
  }

  private static func items(_ value: JSONValue) -> [String] {
    if let members = value.members { return members.map(\.name) }
    return value.array?.compactMap(\.words) ?? [value.words].compactMap(\.self)
  }

  var isEmpty: Bool { text.isBlank && tags.isEmpty && lists.isEmpty }

  /// `picture` gives the Markdown for one by its address and words.
  func fields(
    date: EntryDate, picture: @escaping (String, String) -> String?
  ) -> EntryFields {
    var markup = RedNotebookText(picture: picture)
    var (title, content) = markup.read(text)
    for list in lists {
      let items = list.items.map { "- " + markup.line($0) }
      content += "\(content.isEmpty ? "" : "\n\n")**\(list.name)**\n\n"
      content += items.joined(separator: "\n")
    }
    // A day may have nothing but tags.
    if title.isEmpty, content.isBlank { title = tags.joined(separator: ", ") }
    return EntryFields(date: date, title: title, content: content, tags: tags)
  }
}
