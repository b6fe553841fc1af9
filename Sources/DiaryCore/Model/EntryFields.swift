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

  /// The fields with tags trimmed, without a leading `#`, each once whatever its case, each photo
  /// and attachment once, the journal that is meant, and details trimmed.
  package var tidied: EntryFields {
    var copy = self
    copy.tags = Self.tidy(tags: tags)
    var seen: Set<AssetID> = []
    copy.photos = photos.filter { seen.insert($0.asset).inserted }
    if !attachments.isEmpty {
      // Files with the same bytes may have names of their own.
      var attached: Set<[String]> = []
      copy.attachments = attachments.filter {
        attached.insert([$0.asset.description, $0.name]).inserted
      }
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

/// A photo's caption stands with the photo, and in the text too where that refers to it with words.
extension EntryFields {
  /// The caption that a reader of the entry sees: that of the text, if it has one.
  package func caption(of photo: Photo) -> String {
    var found: String?
    _ = PhotoReference.replaced(in: content) { asset, caption in
      if found == nil, asset == photo.asset, !caption.isBlank { found = caption }
      return nil
    }
    return found ?? photo.caption
  }

  /// Gives a photo another caption: in the photo, and in the text wherever the caption stands that
  /// a reader sees. Other words that the text has for the same photo stay.
  package mutating func setCaption(_ caption: String, of asset: AssetID) {
    for index in photos.indices where photos[index].asset == asset {
      let shown = self.caption(of: photos[index])
      photos[index].caption = caption
      let markdown = PhotoReference.markdown(photos[index])
      // Words that would end the reference have no place in one.
      guard PhotoReference.whole(markdown)?.caption == caption else { continue }
      content = PhotoReference.replaced(in: content) { found, old in
        found == asset && !old.isBlank && old == shown ? markdown : nil
      }
    }
  }
}
