import Localization

extension EntryFields {
  /// In characters.
  private static let longestTitle = 5000

  /// What stands for the title on a screen: the title itself, else the content's first line that
  /// has words, without marks of Markdown, else the name of the first photo or attachment; `nil` when
  /// the entry has none of them.
  ///
  /// It is for display only and safe for a terminal; the stored title stays as written.
  package var displayTitle: String? {
    if !title.isInvisible { return String(title.trimmed).printable }
    // Line by line: the first one that has words mostly stands near the beginning. Of a line that is
    // a book no more is looked at than any screen shows.
    var rest = Substring(content)
    while !rest.isEmpty {
      let line = rest.prefix(Self.longestTitle).prefix { !$0.isNewline }
      rest = rest[line.endIndex...].drop { $0.isNewline }
      let words = PlainLine.text(of: line)
      if !words.isInvisible { return words.printable }
    }
    guard let photo = photos.first else { return attachments.first?.name.printable }
    return (photo.caption.isInvisible ? photo.name : photo.caption).printable
  }
}

extension Entry {
  /// Whether it has a title of its own; else the first line of its text stands for one.
  package var hasTitle: Bool { !title.isInvisible }

  /// See `EntryFields.displayTitle`; an entry without anything to show is "Untitled".
  package var displayTitle: String { fields.displayTitle ?? localized("Untitled") }
}
