import DiaryCore

/// Reads and saves the comments of a diary on disk.
extension DiskRepository {
  /// Returns the current comments on an entry, the oldest first.
  ///
  /// - Throws: an error if the logs can't be read.
  package func comments(on entry: ID<Entry>) throws -> [EntryComment] {
    try catchUp()
    var lines = LineSource(layout: layout)
    var comments: [EntryComment] = []
    for place in tailer.comments.places(on: entry) where !place.isRemoved {
      if let comment = try lines.comment(at: place) { comments.append(comment) }
    }
    return comments.sorted()
  }

  /// Returns the entries that have comments.
  ///
  /// - Throws: an error if the logs can't be read.
  package func commentedEntries() throws -> Set<ID<Entry>> {
    try catchUp()
    return Set(tailer.comments.all.lazy.filter { !$0.isRemoved }.map(\.entry))
  }

  /// Returns, for each phrase, the entries whose comments contain it. Phrases with no match are
  /// omitted.
  ///
  /// - Throws: an error if the logs can't be read.
  package func commentedEntries(
    containing phrases: Set<SearchPhrase>
  ) throws -> [SearchPhrase: Set<ID<Entry>>] {
    try catchUp()
    var lines = LineSource(layout: layout)
    var entries: [SearchPhrase: Set<ID<Entry>>] = [:]
    for place in tailer.comments.all where !place.isRemoved {
      guard let text = try commentTexts.text(at: place, &lines) else { continue }
      for phrase in phrases where text.contains(phrase) {
        entries[phrase, default: []].insert(place.entry)
      }
    }
    return entries
  }

  /// Saves a comment, and returns it with the ID that it got.
  ///
  /// - Throws: an error if the person may not write, or the store can't be locked, read or
  ///   written.
  package func save(_ comment: EntryComment) async throws -> EntryComment {
    try await writing {
      let comment = try owned(comment)
      try append([.comment(CommentRecord(comment))])
      return comment
    }
  }

  // MARK: Importing

  /// Returns the comments that the diary doesn't have and that may be imported.
  ///
  /// - Throws: an error if the logs can't be read.
  package func missingComments(in comments: [EntryComment]) throws -> [EntryComment] {
    try catchUp()
    let own = try ownPerson()?.id
    let isShared = tailer.records.people != nil
    return comments.filter { comment in
      // In a shared diary, no one comments in the name of another member.
      guard !isShared || comment.author == own || comment.author == .unassigned else {
        return false
      }
      let here = comment.identified(by: isShared ? own : nil)
      return !tailer.comments.places(on: here.entry).contains { $0.comment == here.id }
        && !tailer.comments.places(on: comment.entry).contains { $0.comment == here.id }
    }
  }

  /// Imports the missing comments on entries of the diary, and returns their number. Comments
  /// without an author are imported in the name of `author`.
  ///
  /// - Throws: an error if the person may not write, or the store can't be locked, read or
  ///   written.
  package func importComments(_ comments: [EntryComment], by author: AuthorID) async throws -> Int {
    _ = try await self.author()
    try makeStore()
    let lock = try await storeLock()
    try catchUp()
    try leaveRemovedDevice()
    let isShared = tailer.records.people != nil
    var records: [DiaryRecord] = []
    var added: Set<ID<EntryComment>> = []
    for comment in try missingComments(in: comments) {
      var named = comment.identified(by: isShared ? author : nil)
      if named.author == .unassigned { named.author = author }
      // The entry may have got another ID when it was imported.
      if try tailer.state(of: comment.entry) != nil {
        named = EntryComment(copying: named, on: comment.entry)
      } else if try tailer.state(of: named.entry) == nil {
        continue
      }
      guard added.insert(named.id).inserted else { continue }
      records.append(.comment(CommentRecord(try owned(named))))
    }
    if !records.isEmpty { try append(records) }
    _ = consume lock
    if tailer.isRewriteDue(isBulk: records.count > 1) { beginRewriting() }
    return records.count
  }
}

extension EntryComment {
  /// Returns the comment with the IDs that it and its entry get in the name of an author.
  fileprivate func identified(by author: AuthorID?) -> EntryComment {
    author.map { owned(by: $0, onEntryBy: $0) } ?? self
  }

  /// Returns the comment with IDs that identify its author and its entry's author.
  func owned(by author: AuthorID, onEntryBy entryAuthor: AuthorID) -> EntryComment {
    var comment = EntryComment(copying: self, on: EntryOwnership.id(entry, by: entryAuthor))
    comment.id = EntryOwnership.id(id, by: author)
    return comment
  }

  fileprivate init(copying comment: EntryComment, on entry: ID<Entry>) {
    self.init(
      id: comment.id, entry: entry, author: comment.author, created: comment.created,
      modified: comment.modified, text: comment.text)
  }
}

extension LineSource {
  /// Reads a comment, or returns `nil` if its line is no longer there.
  mutating func comment(at place: CommentPlace) throws -> EntryComment? {
    guard let line = try record(at: place.place), line.id == place.sum else { return nil }
    return line.record.comment
  }
}

/// The comments on all entries: the ones listed in the index, overlaid with later ones. Lookup is
/// logarithmic in their number.
struct CommentTable: Sendable {
  private let base: IndexFile?
  private var changed: [ID<Entry>: [ID<EntryComment>: CommentPlace]] = [:]

  init(base: IndexFile? = nil) { self.base = base }

  /// Returns the current states of the comments on an entry, including removed ones.
  func places(on entry: ID<Entry>) -> [CommentPlace] {
    let above = changed[entry] ?? [:]
    let below = base?.comments(on: entry).filter { above[$0.comment] == nil } ?? []
    return below + above.values
  }

  /// `true` if there is a comment that isn't removed. Stops at the first one.
  var isAnyCurrent: Bool {
    changed.values.contains { $0.values.contains { !$0.isRemoved } }
      || base?.containsComment { place in
        !place.isRemoved && changed[place.entry]?[place.comment] == nil
      } == true
  }

  /// All comments in the order of their subjects.
  var all: [CommentPlace] {
    let above = changed.values.flatMap(\.values)
    let replaced = Set(above.map(\.subject))
    let below = (base?.comments ?? []).filter { !replaced.contains($0.subject) }
    return (below + above).sorted { $0.subject < $1.subject }
  }

  /// Applies states of comments that are newer than the known ones. Returns the applied states with
  /// the ones they replace.
  @discardableResult
  mutating func apply(
    _ places: [CommentPlace], _ horizon: ClockHorizon
  ) -> [(old: CommentPlace?, new: CommentPlace)] {
    var applied: [(CommentPlace?, CommentPlace)] = []
    for place in places {
      let known =
        changed[place.entry]?[place.comment]
        ?? base?.comments(on: place.entry).first { $0.comment == place.comment }
      if let known, !known.isOlder(than: place, horizon) { continue }
      changed[place.entry, default: [:]][place.comment] = place
      applied.append((known, place))
    }
    return applied
  }

  /// Returns the comments that differ from an earlier version of this table.
  func places(since earlier: CommentTable) -> [CommentPlace] {
    changed.values.flatMap(\.values).filter { earlier.changed[$0.entry]?[$0.comment] != $0 }
  }

  /// Returns the comments that differ from another table of the same diary, with the old states.
  func changes(since old: CommentTable) -> [(old: CommentPlace?, new: CommentPlace)] {
    let known = Dictionary(old.all.map { ($0.subject, $0) }) { $1 }
    return all.compactMap { place in
      known[place.subject]?.sum == place.sum ? nil : (known[place.subject], place)
    }
  }
}

/// The index's record of a comment: the current state and its position in the logs. Removed
/// comments have one too, so that no earlier state becomes current again.
struct CommentPlace: Hashable, Sendable {
  let entry: ID<Entry>
  let comment: ID<EntryComment>
  let clock: HybridClock
  /// The checksum of the line.
  let sum: ID<Revision>
  let isRemoved: Bool
  let place: LineLocation

  init(_ comment: EntryComment, _ line: RecordLine, at place: LineLocation) {
    (entry, self.comment, isRemoved) = (comment.entry, comment.id, comment.isRemoved)
    (clock, sum, self.place) = (line.clock, line.id, place)
  }

  /// The identity of the comment, which includes its entry, so that naming another entry can't move
  /// a comment there.
  var subject: Subject { Subject(entry: entry, comment: comment) }

  struct Subject: Hashable, Comparable, Sendable {
    let entry: ID<Entry>
    let comment: ID<EntryComment>

    static func < (one: Self, other: Self) -> Bool {
      (one.entry, one.comment) < (other.entry, other.comment)
    }
  }

  /// Returns `true` if this state is older than another.
  func isOlder(than other: Self, _ horizon: ClockHorizon) -> Bool {
    horizon.isOlder((clock, sum), than: (other.clock, other.sum))
  }

  // MARK: Index line

  /// The line in the index: `["<entry>","<comment>","<clock>","<sum>",<removed>,"<log>",<byte>]`.
  var indexLine: [UInt8] {
    JSONWriter.bytes(
      .array([
        .string(entry.description), .string(comment.description), .string(clock.description),
        .string(sum.description), .bool(isRemoved), .string(place.log), .integer(place.offset),
      ]))
  }

  /// Parses a line written by `indexLine`, with trailing spaces.
  init?(indexLine: UnsafeRawBufferPointer) {
    guard let parts = (try? JSONParser.parse(indexLine))?.array, parts.count == 7,
      let entry = parts[0].string.flatMap({ ID<Entry>($0) }),
      let comment = parts[1].string.flatMap({ ID<EntryComment>($0) }),
      let clock = parts[2].string.flatMap({ HybridClock($0) }),
      let sum = parts[3].string.flatMap({ ID<Revision>($0) }), let isRemoved = parts[4].bool,
      let log = parts[5].string, let offset = parts[6].integer
    else { return nil }
    (self.entry, self.comment, self.clock, self.sum) = (entry, comment, clock, sum)
    self.isRemoved = isRemoved
    place = LineLocation(log: log, offset: offset)
  }
}

/// A cache of comment texts prepared for search, which reads them at each keystroke.
struct CommentTexts {
  /// The prepared texts by the checksums of their lines.
  private var folded: [ID<Revision>: FoldedText] = [:]
  private var size = 0

  /// The number of bytes of text that are cached. Further texts are read each time.
  private static let maxSize = 8 << 20

  /// Returns the text at a position, or `nil` if its line is no longer there.
  mutating func text(at place: CommentPlace, _ lines: inout LineSource) throws -> FoldedText? {
    if let known = folded[place.sum] { return known }
    guard let comment = try lines.comment(at: place) else { return nil }
    let text = FoldedText(comment.text)
    if size < Self.maxSize {
      folded[place.sum] = text
      size += comment.text.utf8.count
    }
    return text
  }
}

extension LogTailer {
  /// Returns the changes of entries caused by comments, given each new state and the one it
  /// replaces.
  mutating func changes(
    by comments: [(old: CommentPlace?, new: CommentPlace)]
  ) throws -> [DiaryChange] {
    var lines = LineSource(layout: layout)
    var changes: [DiaryChange] = []
    for (old, new) in comments {
      // Comments removed before they were seen aren't reported.
      guard old != nil || !new.isRemoved, let entry = try state(of: new.entry)?.entry,
        !entry.isTrashed, let comment = try lines.comment(at: new)
      else { continue }
      changes.append(DiaryChange(old == nil ? .commented : .commentChanged, entry, comment))
    }
    return changes
  }
}
