/// The part of an entry that a person writes.
package struct EntryFields: Hashable, Sendable {
  package static let defaultJournal = "Diary"

  package var date: EntryDate
  package var title: String
  package var content: String
  package var photos: [Photo]
  package var tags: [String]
  package var journal: String
  package var details: EntryDetails
  package var attachments: [Attachment]

  package init(
    date: EntryDate, title: String = "", content: String = "", photos: [Photo] = [],
    tags: [String] = [], journal: String = EntryFields.defaultJournal,
    details: EntryDetails = EntryDetails(), attachments: [Attachment] = []
  ) {
    self.date = date
    self.title = title
    self.content = content
    self.photos = photos
    self.tags = tags
    self.journal = journal
    self.details = details
    self.attachments = attachments
  }

  /// An entry needs a title, content, a photo or an attachment; white space alone is none of them.
  package var isEmpty: Bool {
    title.isBlank && content.isBlank && photos.isEmpty && attachments.isEmpty
  }

  /// The same with tags trimmed, without a leading `#`, each once whatever its case, each photo and
  /// attachment once, the journal that is meant, and details trimmed.
  package var tidied: EntryFields {
    var copy = self
    copy.tags = Self.tidy(tags: tags)
    var seen: Set<AssetID> = []
    copy.photos = photos.filter { seen.insert($0.asset).inserted }
    if !attachments.isEmpty {
      var attached: Set<AssetID> = []
      copy.attachments = attachments.filter { attached.insert($0.asset).inserted }
    }
    copy.journal = journal.isBlank ? Self.defaultJournal : JournalName.meant(by: journal)
    copy.details = details.tidied
    return copy
  }

  private static func tidy(tags: [String]) -> [String] {
    each(
      tags.compactMap { tag in
        var name = Substring(tag).trimmed
        while name.first == "#" { name = name.dropFirst().trimmed }
        return name.isEmpty ? nil : String(name)
      })
  }
}
