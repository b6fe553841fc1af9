/// One entry of the diary, as it stands now.
package struct Entry: Hashable, Sendable {
  package var id: ID<Entry>
  package var date: EntryDate
  /// As it was written, which may be blank; see `displayTitle`.
  package var title: String
  /// Markdown text. A photo is placed in it by `![caption](photo:<asset>)`.
  package var content: String
  package var photos: [Photo]
  package var tags: [String]
  package var journal: String
  package var details: EntryDetails
  package var attachments: [Attachment]
  package var author: AuthorID
  package var created: Timestamp
  package var modified: Timestamp
  /// The revision shown, and every other head: more than one when two places edited at once.
  package var heads: [ID<Revision>]
  /// Of one that was deleted in one place and edited in another, the edit is shown, which isn't.
  package var isTrashed: Bool
  /// Known to this store alone: no export tells it.
  package var importTrace: ImportOrigin?
  /// Where it is, while several diaries are shown as one. It is never saved.
  package var origin: EntryOrigin?
  /// `true` if only this machine shows the entry: its writer was removed, or became a reader, before it was
  /// sent. It is never saved.
  package var isUnshared = false
  /// Members that a newer program wrote and that this one doesn't know, carried along.
  package var unknownMembers: [JSONMember]

  package init(
    id: ID<Entry>, fields: EntryFields, author: AuthorID, created: Timestamp, modified: Timestamp,
    heads: [ID<Revision>] = [], isTrashed: Bool = false, unknownMembers: [JSONMember] = []
  ) {
    self.id = id
    date = fields.date
    title = fields.title
    content = fields.content
    photos = fields.photos
    tags = fields.tags
    journal = fields.journal
    details = fields.details
    attachments = fields.attachments
    self.author = author
    self.created = created
    self.modified = modified
    self.heads = heads
    self.isTrashed = isTrashed
    self.unknownMembers = unknownMembers
  }

  /// What a person may edit of it.
  package var fields: EntryFields {
    get {
      EntryFields(
        date: date, title: title, content: content, photos: photos, tags: tags, journal: journal,
        details: details, attachments: attachments)
    }
    set {
      date = newValue.date
      title = newValue.title
      content = newValue.content
      photos = newValue.photos
      tags = newValue.tags
      journal = newValue.journal
      details = newValue.details
      attachments = newValue.attachments
    }
  }

  /// The key of the diary's order: by date, equal dates by creation, then id. Ascending.
  package var order: EntrySortKey { EntrySortKey(date: date.instant, created: created, id: id) }
}

/// Where an entry stands in time among all others.
package struct EntrySortKey: Hashable, Comparable, Sendable {
  package let date: Int64
  package let created: Timestamp
  package let id: ID<Entry>

  package init(date: Int64, created: Timestamp, id: ID<Entry>) {
    self.date = date
    self.created = created
    self.id = id
  }

  package static func < (left: Self, right: Self) -> Bool {
    (left.date, left.created, left.id) < (right.date, right.created, right.id)
  }
}

extension EntryFields {
  /// The tags of the field, then those that stand in the text as `#walk`, each once whatever its
  /// case.
  package var allTags: [String] {
    Self.each(tags + Hashtags.all(in: content).map(\.name))
  }

  /// Each of some names once whatever its case and normal form, as it is written first.
  static func each(_ tags: [String]) -> [String] {
    guard tags.count > 1 else { return tags }
    var seen: Set<String> = []
    return tags.filter { seen.insert($0.lowercased()).inserted }
  }
}

extension Entry {
  /// See `EntryFields.allTags`.
  package var allTags: [String] {
    content.utf8.contains(UInt8(ascii: "#")) ? fields.allTags : EntryFields.each(tags)
  }

  /// Whether it has a tag, in the field or in the text.
  package func hasTag(_ name: String) -> Bool {
    tags.contains { $0.isSameName(as: name) }
      || Hashtags.all(in: content).contains { $0.name.isSameName(as: name) }
  }
}
