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

// MARK: - EntryFields

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

// MARK: - EntryDetails

/// What a person notes of an entry beside its text, all of it as it was typed.
package struct EntryDetails: Hashable, Sendable {
  package var isStarred: Bool
  /// A short text or an emoji.
  package var mood: String?
  /// The name of a place, or what else says where it was.
  package var place: String?
  package var weather: String?
  /// Whether it has a pin, by which it is found at once.
  package var isPinned: Bool

  package init(
    isStarred: Bool = false, mood: String? = nil, place: String? = nil, weather: String? = nil,
    isPinned: Bool = false
  ) {
    self.isStarred = isStarred
    self.mood = mood
    self.place = place
    self.weather = weather
    self.isPinned = isPinned
  }

  /// The place without white space around it; `nil` for one of nothing else.
  package var placeName: String? {
    guard let name = place?.trimmed, !name.isEmpty else { return nil }
    return String(name)
  }

  package static let star = "★"
  package static let pin = "⚑"

  /// What is told of them, in the order that it is shown in: `⚑`, `★`, mood, weather,
  /// place.
  package var words: [String] {
    [isPinned ? Self.pin : nil, isStarred ? Self.star : nil, mood, weather, place]
      .compactMap(\.self)
  }

  /// On one line, safe for a terminal: `★ · 😊 · sunny · Seoul`. Empty when there is nothing.
  package var line: String { words.map(\.printable).joined(separator: " · ") }

  /// The details without white space around their texts; a blank one is none.
  package var tidied: EntryDetails {
    func tidy(_ text: String?) -> String? {
      guard let text, !text.isBlank else { return nil }
      return String(text.trimmed)
    }
    return EntryDetails(
      isStarred: isStarred, mood: tidy(mood), place: tidy(place), weather: tidy(weather),
      isPinned: isPinned)
  }

  /// Whether both say the same and are written alike.
  package func isExactly(_ other: EntryDetails) -> Bool {
    self == other
      && zip(words, other.words).allSatisfy { $0.isExactly($1) }
  }

  /// What both say; where they differ, both texts.
  package func merged(with other: EntryDetails) -> EntryDetails {
    func both(_ left: String?, _ right: String?) -> String? {
      guard let left, let right, !left.isExactly(right) else { return left ?? right }
      return "\(left) / \(right)"
    }
    return EntryDetails(
      isStarred: isStarred || other.isStarred, mood: both(mood, other.mood),
      place: both(place, other.place), weather: both(weather, other.weather),
      isPinned: isPinned || other.isPinned)
  }
}

// MARK: - EntryPatch

/// The fields that a change of many entries gave one of them, or took from it: small enough that
/// those of ten thousand can be kept for undo.
package struct EntryPatch: Hashable, Sendable {
  /// Text that someone else has changed meanwhile stays as they left it.
  private var content: TextPatch?
  private var tags: [String]?
  private var journal: String?
  private var isStarred: Bool?
  private var isPinned: Bool?

  /// What makes the fields `target` of `base`, as far as a change of many entries goes: dates,
  /// titles and photos are changed one by one.
  package init(from base: EntryFields, to target: EntryFields) {
    func changed<Value>(_ field: (EntryFields) -> Value, _ isSame: (Value, Value) -> Bool) -> Value?
    {
      isSame(field(base), field(target)) ? nil : field(target)
    }
    content =
      base.content.isExactly(target.content)
      ? nil : TextPatch(from: base.content, to: target.content)
    tags = changed(\.tags) { left, right in
      left.count == right.count && zip(left, right).allSatisfy { $0.isExactly($1) }
    }
    journal = changed(\.journal) { $0.isExactly($1) }
    isStarred = changed(\.details.isStarred, ==)
    isPinned = changed(\.details.isPinned, ==)
  }

  /// Whether the text is still as the patch knows it, if it changes that.
  package func fits(_ fields: EntryFields) -> Bool {
    content.map { $0.applied(to: fields.content) != nil } ?? true
  }

  /// The fields with this patch; what it doesn't name stays.
  package func applied(to fields: EntryFields) -> EntryFields {
    var fields = fields
    if let text = content?.applied(to: fields.content) { fields.content = text }
    if let tags { fields.tags = tags }
    if let journal { fields.journal = journal }
    if let isStarred { fields.details.isStarred = isStarred }
    if let isPinned { fields.details.isPinned = isPinned }
    return fields
  }
}

/// The part of a text in which it differs from another: little, where little was changed in a long
/// text.
struct TextPatch: Hashable, Sendable {
  /// In bytes.
  private let start: Int
  private let old: [UInt8]
  private let new: [UInt8]
  /// Of the text that it is made for.
  private let count: Int

  init(from base: String, to target: String) {
    let (base, target) = (Array(base.utf8), Array(target.utf8))
    count = base.count
    let shorter = min(base.count, target.count)
    let start = (0..<shorter).first { base[$0] != target[$0] } ?? shorter
    let most = shorter - start
    let (last, targetLast) = (base.count - 1, target.count - 1)
    let end = (0..<most).first { base[last - $0] != target[targetLast - $0] } ?? most
    self.start = start
    old = Array(base[start..<base.count - end])
    new = Array(target[start..<target.count - end])
  }

  /// The other text; `nil` for one that isn't as the patch knows it.
  func applied(to text: String) -> String? {
    var bytes = Array(text.utf8)
    guard bytes.count == count, bytes[start...].starts(with: old) else { return nil }
    bytes.replaceSubrange(start..<start + old.count, with: new)
    return String(decoding: bytes, as: UTF8.self)
  }
}

// MARK: - EntryEdit

/// A change that is made alike to any number of entries.
package enum EntryEdit: Hashable, Sendable {
  case tags(adding: [String], removing: [String])
  case renameTag(String, to: String)
  case move(toJournal: String)
  case star(Bool)
  case pin(Bool)

  /// The fields with this change; the same fields where there is nothing to change.
  package func applied(to fields: EntryFields) -> EntryFields {
    var fields = fields
    switch self {
    case .tags(let adding, let removing):
      for tag in removing { Self.remove(tag, from: &fields) }
      for tag in adding where !fields.tags.contains(where: { $0.isSameName(as: tag) }) {
        fields.tags.append(tag)
      }
    case .renameTag(let old, let new): Self.rename(old, to: new, in: &fields)
    case .move(let journal): fields.journal = journal
    case .star(let isStarred): fields.details.isStarred = isStarred
    case .pin(let isPinned): fields.details.isPinned = isPinned
    }
    return fields
  }

  /// What the text says stays: a tag in it is a word from then on.
  private static func remove(_ tag: String, from fields: inout EntryFields) {
    fields.tags.removeAll { $0.isSameName(as: tag) }
    fields.content = Hashtags.replaced(in: fields.content) { $0.isSameName(as: tag) ? $0 : nil }
  }

  private static func rename(_ old: String, to new: String, in fields: inout EntryFields) {
    if Hashtags.canWrite(new) {
      fields.content = Hashtags.replaced(in: fields.content) {
        $0.isSameName(as: old) ? "#" + new : nil
      }
    } else if Hashtags.all(in: fields.content).contains(where: { $0.name.isSameName(as: old) }) {
      // A name that can't stand in a text stands in the field.
      fields.content = Hashtags.replaced(in: fields.content) { $0.isSameName(as: old) ? $0 : nil }
      if !fields.tags.contains(where: { $0.isSameName(as: old) }) { fields.tags.append(old) }
    }
    guard let index = fields.tags.firstIndex(where: { $0.isSameName(as: old) }) else { return }
    // Where the entry has both, one is left, in the place of the first.
    fields.tags[index] = new
    var seen = false
    fields.tags.removeAll { tag in
      guard tag.isSameName(as: new) || tag.isSameName(as: old) else { return false }
      defer { seen = true }
      return seen
    }
  }
}

// MARK: - Revision

/// One saved state of an entry. Revisions name their parents, so that an entry's history is a
/// tree and nothing is overwritten.
package struct Revision: Hashable, Sendable {
  package var id: ID<Revision>
  package var parents: [ID<Revision>]
  package var clock: HybridClock
  package var device: ID<Device>
  package var entry: Entry

  package init(
    id: ID<Revision>, parents: [ID<Revision>], clock: HybridClock, device: ID<Device>, entry: Entry
  ) {
    self.id = id
    self.parents = parents
    self.clock = clock
    self.device = device
    self.entry = entry
  }
}

/// A machine (strictly: a person's state folder on one) that writes logs of its own.
package enum Device {}

// MARK: - ImportOrigin

/// What an import did to an entry. It tells something only of the state that was saved then: a later
/// one has another time.
package struct ImportOrigin: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable {
    /// It came, or was updated, from another diary of this program.
    case brought
    /// The import was taken back: it may bring the entry again, out of the trash too.
    case takenBack
  }

  package let kind: Kind
  package let modified: Timestamp

  package init(_ kind: Kind, modified: Timestamp) {
    self.kind = kind
    self.modified = modified
  }
}

extension Entry {
  /// What an import did to it, if nothing has happened to it since.
  package var lastImport: ImportOrigin.Kind? {
    importTrace.flatMap { $0.modified == modified ? $0.kind : nil }
  }
}
