import DiaryCore

/// Two versions of an entry in one text: what both say stands once, and where they differ both
/// stand with a line before each.
enum MergedText {
  static func fields(_ left: Revision, _ right: Revision, _ names: (String, String)) -> EntryFields
  {
    var fields = left.entry.fields
    let other = right.entry.fields
    if !fields.title.isExactly(other.title) {
      fields.title = [fields.title, other.title].filter { !$0.isBlank }.joined(separator: " / ")
    }
    fields.content = content(fields.content, other.content, names)
    fields.tags = (fields.tags + other.tags)
    fields.photos += other.photos
    // Each tag and photo once.
    return fields.tidied
  }

  private static func content(
    _ left: String, _ right: String, _ names: (String, String)
  ) -> String {
    var lines: [String] = []
    // After what both say, a line tells that they do.
    var isOpen = false
    func add(_ text: String, after name: String) {
      lines += ["——— \(name) ———", String(text.dropLast())]
      isOpen = true
    }
    for piece in TextDiff(linesFrom: left, to: right).pieces {
      switch piece.kind {
      case .removed: add(piece.text, after: names.0)
      case .added: add(piece.text, after: names.1)
      case .same:
        if isOpen { lines.append("——— Both versions ———") }
        isOpen = false
        lines.append(String(piece.text.dropLast()))
      }
    }
    return lines.joined(separator: "\n")
  }
}
