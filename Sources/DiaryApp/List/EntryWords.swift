import DiaryCore

/// The beginning of what an entry says, for where there is little room.
enum EntryWords {
  /// In characters: more than any line or tile shows, and what is looked at for them.
  private static let most = 400
  private static let looked = 4000
  /// In bytes.
  private static let lookedForTags = 8000

  /// The tags of the field, and those of the beginning of the text.
  static func tags(of entry: Entry) -> [String] {
    var fields = entry.fields
    if fields.content.utf8.count > lookedForTags {
      fields.content = String(decoding: fields.content.utf8.prefix(lookedForTags), as: UTF8.self)
    }
    return fields.allTags
  }

  /// The first of them.
  static func tag(of entry: Entry) -> String? { entry.tags.first ?? tags(of: entry).first }

  /// The first words of the text that aren't the title already, on one line.
  static func first(of entry: Entry) -> String {
    var words = ""
    var isTitleDue = entry.title.isBlank
    for line in entry.content.prefix(looked).split(whereSeparator: \.isNewline) {
      guard words.count < most else { break }
      let text = PlainLine.text(of: line.prefix(most)).printable.trimmed
      guard !text.isInvisible else { continue }
      if isTitleDue {
        // Where there is no title, the first line stands for it.
        isTitleDue = false
        continue
      }
      guard PhotoReference.whole(line) == nil else { continue }
      words += (words.isEmpty ? "" : " ") + text
    }
    return words
  }
}

extension EntryPredicate {
  /// What it says of the tags that all entries must have.
  var wantedTags: [EntryPredicate] {
    switch self {
    case .tag, .tagBeginning: [self]
    case .and(let parts): parts.flatMap(\.wantedTags)
    default: []
    }
  }

  func isTag(_ tag: String) -> Bool {
    switch self {
    case .tag(let name): tag.isSameName(as: name)
    case .tagBeginning(let start): FoldedText(tag).begins(with: start)
    default: false
    }
  }
}
