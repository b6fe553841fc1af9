/// One entry of the diary in its current state.
package struct Entry: Hashable, Sendable {
  package var id: ID<Entry>
  package var date: EntryDate
  /// The title as written, which may be blank; see `displayTitle`.
  package var title: String
  /// Markdown text. `![caption](photo:<asset>)` places a photo in it.
  package var content: String
  package var photos: [Photo]
  package var tags: [String]
  package var journal: String
  package var details: EntryDetails
  package var attachments: [Attachment]
  package var author: AuthorID
  package var created: Timestamp
  package var modified: Timestamp
  /// The revision shown, followed by the other heads: more than one after concurrent edits.
  package var heads: [ID<Revision>]
  /// `true` if the shown revision is in the trash. After a deletion in one place and an edit in
  /// another, the edit is shown.
  package var isTrashed: Bool
  /// The last import's effect on the entry. Only this store knows it; no export contains it.
  package var importTrace: ImportTrace?
  /// The diary that contains the entry while several diaries are shown as one. Never saved.
  package var origin: EntryOrigin?
  /// `true` if only this machine shows the entry: its writer was removed, or became a reader,
  /// before it was sent. Never saved.
  package var isUnshared = false
  /// Members written by a newer version, kept for writing.
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

  /// The parts of the entry that a person may edit.
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

  /// The key of the diary's order: ascending by date, then by creation, then by id.
  package var sortKey: EntrySortKey { EntrySortKey(date: date.instant, created: created, id: id) }
}

/// The position of an entry in time among all others.
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
  /// The tags of the field, then the hashtags of the title and the text, each once regardless of
  /// case.
  package var allTags: [String] { Self.unique(tags + hashtags) }

  /// The hashtags of the title and the text.
  package var hashtags: [String] {
    (Hashtags.all(in: title) + Hashtags.all(in: content)).map(\.name)
  }

  /// Replaces the hashtags of the title and the text as `Hashtags.replaced` does.
  fileprivate mutating func replaceHashtags(by words: (String) -> String?) {
    title = Hashtags.replaced(in: title, by: words)
    content = Hashtags.replaced(in: content, by: words)
  }

  /// Removes repeated names, ignoring case and normal form; the first spelling is kept.
  static func unique(_ tags: [String]) -> [String] {
    guard tags.count > 1 else { return tags }
    var seen: Set<String> = []
    return tags.filter { seen.insert($0.lowercased()).inserted }
  }
}

extension Entry {
  /// See `EntryFields.allTags`.
  package var allTags: [String] {
    hasHashMark ? fields.allTags : EntryFields.unique(tags)
  }

  /// Returns whether the field, the title or the text has a tag, ignoring case.
  package func hasTag(_ name: String) -> Bool {
    tags.contains { $0.isSameName(as: name) }
      || hasHashMark && fields.hashtags.contains { $0.isSameName(as: name) }
  }

  private var hasHashMark: Bool {
    content.utf8.contains(UInt8(ascii: "#")) || title.utf8.contains(UInt8(ascii: "#"))
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

  /// `true` if the entry has no title, content, photo or attachment. White space doesn't count.
  package var isEmpty: Bool {
    title.isBlank && content.isBlank && photos.isEmpty && attachments.isEmpty
  }

  /// The fields as they are saved: tags trimmed, without a leading `#` and each once regardless of
  /// case; each photo and attachment once; the journal by its stored name; details trimmed.
  package var normalized: EntryFields {
    var copy = self
    copy.tags = Self.tidy(tags: tags)
    var seen: Set<AssetID> = []
    copy.photos = photos.filter { seen.insert($0.asset).inserted }
    if !attachments.isEmpty {
      // Files with the same bytes may have different names.
      var attached: Set<[String]> = []
      copy.attachments = attachments.filter {
        attached.insert([$0.asset.description, $0.name]).inserted
      }
    }
    copy.journal = journal.isBlank ? Self.defaultJournal : JournalName.storedName(for: journal)
    copy.details = details.normalized
    return copy
  }

  private static func tidy(tags: [String]) -> [String] {
    unique(
      tags.compactMap { tag in
        var name = Substring(tag).trimmed
        while name.first == "#" { name = name.dropFirst().trimmed }
        return name.isEmpty ? nil : String(name)
      })
  }
}

/// Captions are stored with the photo, and also in the text if its reference has one.
extension EntryFields {
  /// Returns the caption that a reader sees: the one in the text, if there is one.
  package func caption(of photo: Photo) -> String {
    var found: String?
    _ = PhotoReference.replaced(in: content) { asset, caption in
      if found == nil, asset == photo.asset, !caption.isBlank { found = caption }
      return nil
    }
    return found ?? photo.caption
  }

  /// Changes a photo's caption, in the photo and wherever the text has the caption that readers
  /// see. Other captions that the text gives the same photo are kept.
  package mutating func setCaption(_ caption: String, of asset: AssetID) {
    for index in photos.indices where photos[index].asset == asset {
      let shown = self.caption(of: photos[index])
      photos[index].caption = caption
      let markdown = PhotoReference.markdown(photos[index])
      // A reference can't contain a caption that would end it.
      guard PhotoReference.parse(markdown)?.caption == caption else { continue }
      content = PhotoReference.replaced(in: content) { found, old in
        found == asset && !old.isBlank && old == shown ? markdown : nil
      }
    }
  }
}

// MARK: - EntryDetails

/// Details that a person adds to an entry beside its text, as typed.
package struct EntryDetails: Hashable, Sendable {
  package var isStarred: Bool
  /// A short text or an emoji.
  package var mood: String?
  /// The name of a place, or any other description of it.
  package var place: String?
  package var weather: String?
  /// `true` if the entry is pinned, to be found quickly.
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

  /// The place without surrounding white space; `nil` if nothing is left.
  package var placeName: String? {
    guard let name = place?.trimmed, !name.isEmpty else { return nil }
    return String(name)
  }

  package static let star = "★"
  package static let pin = "⚑"

  /// `⚑` if the entry is pinned, and `★` if it is starred.
  package var icons: [String] { (isPinned ? [Self.pin] : []) + (isStarred ? [Self.star] : []) }

  /// The texts of the details in the order shown: `⚑`, `★`, mood, weather, place.
  package var labels: [String] { icons + [mood, weather, place].compactMap(\.self) }

  /// The details on one line, safe for a terminal: `★ · 😊 · sunny · Seoul`. Empty if there are
  /// none.
  package var line: String { labels.map(\.printable).joined(separator: " · ") }

  /// The details with their texts trimmed; blank texts become `nil`.
  package var normalized: EntryDetails {
    func tidy(_ text: String?) -> String? {
      guard let text, !text.isBlank else { return nil }
      return String(text.trimmed)
    }
    return EntryDetails(
      isStarred: isStarred, mood: tidy(mood), place: tidy(place), weather: tidy(weather),
      isPinned: isPinned)
  }

  /// Returns whether both are equal, byte for byte.
  package func isExactly(_ other: EntryDetails) -> Bool {
    self == other
      && zip(labels, other.labels).allSatisfy { $0.isExactly($1) }
  }

  /// Merges two versions: equal texts once, different ones joined by a slash.
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

/// The fields that a bulk change set or removed in one entry. Small enough to keep ten thousand for
/// undo.
package struct EntryPatch: Hashable, Sendable {
  /// Not applied to a title or text that someone else has changed in the meantime.
  private var title: TextPatch?
  private var content: TextPatch?
  private var tags: [String]?
  private var journal: String?
  private var isStarred: Bool?
  private var isPinned: Bool?
  /// Not applied to photos that have changed in the meantime.
  private var photos: PhotosPatch?

  private struct PhotosPatch: Hashable, Sendable {
    let old: [Photo]
    let new: [Photo]
  }

  /// Computes the change from `base` to `target`. Only covers what bulk changes can change: dates
  /// are changed one by one.
  package init(from base: EntryFields, to target: EntryFields) {
    func changed<Value>(_ field: (EntryFields) -> Value, _ isSame: (Value, Value) -> Bool) -> Value?
    {
      isSame(field(base), field(target)) ? nil : field(target)
    }
    func patch(_ base: String, _ target: String) -> TextPatch? {
      base.isExactly(target) ? nil : TextPatch(from: base, to: target)
    }
    title = patch(base.title, target.title)
    content = patch(base.content, target.content)
    tags = changed(\.tags) { left, right in
      left.count == right.count && zip(left, right).allSatisfy { $0.isExactly($1) }
    }
    journal = changed(\.journal) { $0.isExactly($1) }
    isStarred = changed(\.details.isStarred, ==)
    isPinned = changed(\.details.isPinned, ==)
    photos =
      base.photos == target.photos ? nil : PhotosPatch(old: base.photos, new: target.photos)
  }

  /// Returns whether title, text and photos are those that the patch was made for. Ignores those
  /// that the patch doesn't change.
  package func fits(_ fields: EntryFields) -> Bool {
    title.map { $0.applied(to: fields.title) != nil } ?? true
      && content.map { $0.applied(to: fields.content) != nil } ?? true
      && photos.map { $0.old == fields.photos } ?? true
  }

  /// Returns the fields with this patch; fields that it doesn't change are kept.
  package func applied(to fields: EntryFields) -> EntryFields {
    var fields = fields
    if let text = title?.applied(to: fields.title) { fields.title = text }
    if let text = content?.applied(to: fields.content) { fields.content = text }
    if let tags { fields.tags = tags }
    if let journal { fields.journal = journal }
    if let isStarred { fields.details.isStarred = isStarred }
    if let isPinned { fields.details.isPinned = isPinned }
    if let photos, photos.old == fields.photos { fields.photos = photos.new }
    return fields
  }
}

/// The differing part of two texts, which is small after a small change in a long text.
struct TextPatch: Hashable, Sendable {
  /// In bytes.
  private let start: Int
  private let old: [UInt8]
  private let new: [UInt8]
  /// The length in bytes of the text that the patch was made for.
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

  /// Returns the changed text, or `nil` if `text` isn't the one that the patch was made for.
  func applied(to text: String) -> String? {
    var bytes = Array(text.utf8)
    guard bytes.count == count, bytes[start...].starts(with: old) else { return nil }
    bytes.replaceSubrange(start..<start + old.count, with: new)
    return String(decoding: bytes, as: UTF8.self)
  }
}

// MARK: - EntryEdit

/// A change made to any number of entries in the same way.
package enum EntryEdit: Hashable, Sendable {
  case tags(adding: [String], removing: [String])
  case renameTag(String, to: String)
  case move(toJournal: String)
  case star(Bool)
  case pin(Bool)
  /// Keeps a photo and removes others that look like it. Where only others are, the photo takes the
  /// place of the first.
  case keepPhoto(Photo, over: Set<AssetID>)

  /// Returns the fields with this change; unchanged if there is nothing to change.
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
    case .keepPhoto(let photo, let others): Self.keep(photo, over: others, in: &fields)
    }
    return fields
  }

  private static func keep(_ best: Photo, over others: Set<AssetID>, in fields: inout EntryFields) {
    guard let first = fields.photos.firstIndex(where: { others.contains($0.asset) }) else {
      return
    }
    let captions = fields.photos.filter { others.contains($0.asset) }.map { fields.caption(of: $0) }
    let index = fields.photos.firstIndex { $0.asset == best.asset } ?? first
    if fields.photos[index].asset != best.asset {
      fields.photos[index] = best
      fields.photos[index].caption = ""
    }
    if fields.caption(of: fields.photos[index]).isBlank {
      fields.photos[index].caption = captions.first { !$0.isBlank } ?? ""
    }
    fields.photos.removeAll { others.contains($0.asset) }
    // Each reference shows the kept photo, unless one does already.
    var isShown = PhotoReference.assets(in: fields.content).contains(best.asset)
    fields.content = fields.content.split(separator: "\n", omittingEmptySubsequences: false)
      .compactMap { line -> String? in
        let kept = PhotoReference.replaced(in: line) { asset, caption in
          guard others.contains(asset) else { return nil }
          defer { isShown = true }
          return isShown ? "" : PhotoReference.markdown(best, caption: caption)
        }
        // A line that showed only a removed photo is removed, too.
        return kept.isBlank && !line.isBlank ? nil : kept
      }.joined(separator: "\n")
  }

  /// Removes a tag. The title and the text keep it as a word, without the `#`.
  private static func remove(_ tag: String, from fields: inout EntryFields) {
    fields.tags.removeAll { $0.isSameName(as: tag) }
    fields.replaceHashtags { $0.isSameName(as: tag) ? $0 : nil }
  }

  private static func rename(_ old: String, to new: String, in fields: inout EntryFields) {
    if Hashtags.isValid(new) {
      fields.replaceHashtags { $0.isSameName(as: old) ? "#" + new : nil }
    } else if fields.hashtags.contains(where: { $0.isSameName(as: old) }) {
      // A name that can't be a hashtag moves to the field.
      fields.replaceHashtags { $0.isSameName(as: old) ? $0 : nil }
      if !fields.tags.contains(where: { $0.isSameName(as: old) }) { fields.tags.append(old) }
    }
    guard let index = fields.tags.firstIndex(where: { $0.isSameName(as: old) }) else { return }
    // If the entry has both, the first position keeps the new name.
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

/// One saved state of an entry. Revisions name their parents: an entry's history is a graph in
/// which nothing is overwritten.
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

/// A machine (strictly: a person's state folder on one) that writes its own logs.
package enum Device {}

// MARK: - ImportTrace

/// The effect of an import on an entry. Only valid for the state that was saved then: a later one
/// has another time.
package struct ImportTrace: Hashable, Sendable {
  /// The kinds of effects; raw values are used in the store.
  package enum Kind: String, Hashable, Sendable {
    /// The entry was added or updated from another diary of this program.
    case imported = "brought"
    /// The import was undone. Another import may add the entry again, even out of the trash.
    case undone = "takenBack"
  }

  package let kind: Kind
  package let modified: Timestamp

  package init(_ kind: Kind, modified: Timestamp) {
    self.kind = kind
    self.modified = modified
  }
}

extension Entry {
  /// The effect of the last import, or `nil` if the entry has changed since.
  package var lastImport: ImportTrace.Kind? {
    importTrace.flatMap { $0.modified == modified ? $0.kind : nil }
  }
}
