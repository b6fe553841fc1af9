/// What the place holders of a template stand for. One that isn't known stays as it is.
package struct TemplateFilling: Sendable {
  private let values: [String: String]
  private static let cursor = "cursor"

  /// - Parameters:
  ///   - date: that of the entry.
  ///   - title: what the entry is called already.
  ///   - journal: the journal that it's in, which may have questions of its own.
  package init(
    date: EntryDate, title: String, journal: String = EntryFields.defaultJournal,
    prompts: Prompts = Prompts()
  ) {
    values = [
      "date": DateWords.short(date.day), "weekday": DateWords.weekday(date.day),
      "time": date.clock, "title": title,
      "prompt": prompts.text(on: date.day, in: journal),
    ]
  }

  /// A text on one line, where no caret can stand.
  package func line(_ text: String) -> String {
    let (before, after) = filled(text)
    return before + after
  }

  /// A text before and after the place where the caret is to stand: the first `{{cursor}}`, else
  /// the end.
  package func filled(_ text: String) -> (before: String, after: String) {
    var (result, before) = ("", String?.none)
    var rest = text[...]
    while let start = rest.range(ofOpening: "{{") {
      result += rest[..<start]
      rest = rest[start...]
      let inner = rest.dropFirst(2)
      guard let end = inner.prefix(Self.longestName).range(ofOpening: "}}") else {
        result += rest.prefix(2)
        rest = inner
        continue
      }
      let name = String(inner[..<end].trimmed).lowercased()
      if name == Self.cursor {
        if before == nil {
          before = result
          result = ""
        }
      } else if let value = values[name] {
        result += value
      } else {
        // Another `{{` may follow closely.
        result += rest.prefix(2)
        rest = inner
        continue
      }
      rest = inner[end...].dropFirst(2)
    }
    result += rest
    return before.map { ($0, result) } ?? (result, "")
  }

  /// In characters, with room for blanks.
  private static var longestName: Int { 24 }
}

extension Substring {
  /// Where two characters stand first.
  fileprivate func range(ofOpening pair: String) -> Index? {
    var rest = self
    while let first = pair.first, let start = rest.firstIndex(of: first) {
      if rest[start...].hasPrefix(pair) { return start }
      rest = rest[start...].dropFirst()
    }
    return nil
  }
}

extension Template {
  /// Fills a new entry: what is there already stays, and the text stands where the caret would.
  package func fill(_ fields: inout EntryFields, prompts: Prompts) {
    if fields.journal == EntryFields.defaultJournal, let journal { fields.journal = journal }
    let filling = TemplateFilling(
      date: fields.date, title: fields.title, journal: fields.journal, prompts: prompts)
    if fields.title.isBlank { fields.title = filling.line(title) }
    let (before, after) = filling.filled(text)
    fields.content = before + fields.content + after
    fields.tags += tags.map(filling.line)
    if fields.details.mood == nil { fields.details.mood = mood }
  }
}
