import DiaryCore

/// The comments of a diary on disk.
extension DiskRepository {
  package func comments(on entry: ID<Entry>) throws(DiaryError) -> [EntryComment] {
    try catchUp()
    var lines = LineSource(layout: layout)
    var comments: [EntryComment] = []
    for place in follower.comments.places(on: entry) where !place.isRemoved {
      if let comment = try lines.comment(at: place) { comments.append(comment) }
    }
    return comments.sorted()
  }

  package func commentedEntries() throws(DiaryError) -> Set<ID<Entry>> {
    try catchUp()
    return Set(follower.comments.all.lazy.filter { !$0.isRemoved }.map(\.entry))
  }

  package func commentedEntries(
    saying phrases: Set<SearchPhrase>
  ) throws(DiaryError) -> [SearchPhrase: Set<ID<Entry>>] {
    try catchUp()
    var lines = LineSource(layout: layout)
    var entries: [SearchPhrase: Set<ID<Entry>>] = [:]
    for place in follower.comments.all where !place.isRemoved {
      guard let text = try commentTexts.text(at: place, &lines) else { continue }
      for phrase in phrases where text.contains(phrase) {
        entries[phrase, default: []].insert(place.entry)
      }
    }
    return entries
  }

  package func save(_ comment: EntryComment) async throws(DiaryError) -> EntryComment {
    _ = try await owner()
    try makeStore()
    let lock = try await storeLock()
    try catchUp()
    try leaveRemovedDevice()
    let comment = try owned(comment)
    try append([.comment(CommentRecord(comment))])
    _ = consume lock
    if follower.isRewriteDue(isBulk: false) { beginRewriting() }
    return comment
  }

  // MARK: From elsewhere

  package func lacking(_ comments: [EntryComment]) throws(DiaryError) -> [EntryComment] {
    try catchUp()
    let own = try ownPerson()?.id
    let isShared = follower.records.people != nil
    return comments.filter { comment in
      // Nobody says anything in the name of another member.
      guard !isShared || comment.author == own || comment.author == .nobody else { return false }
      let here = comment.here(isShared ? own : nil)
      return !follower.comments.places(on: here.entry).contains { $0.comment == here.id }
        && !follower.comments.places(on: comment.entry).contains { $0.comment == here.id }
    }
  }

  package func bring(
    _ comments: [EntryComment], by author: AuthorID
  ) async throws(DiaryError) -> Int {
    _ = try await owner()
    try makeStore()
    let lock = try await storeLock()
    try catchUp()
    try leaveRemovedDevice()
    let isShared = follower.records.people != nil
    var records: [DiaryRecord] = []
    var brought: Set<ID<EntryComment>> = []
    for comment in try lacking(comments) {
      var named = comment.here(isShared ? author : nil)
      if named.author == .nobody { named.author = author }
      // An entry may have got another id when it came here.
      if try follower.state(of: comment.entry) != nil {
        named = EntryComment(copying: named, on: comment.entry)
      } else if try follower.state(of: named.entry) == nil {
        continue
      }
      guard brought.insert(named.id).inserted else { continue }
      records.append(.comment(CommentRecord(try owned(named))))
    }
    if !records.isEmpty { try append(records) }
    _ = consume lock
    if follower.isRewriteDue(isBulk: records.count > 1) { beginRewriting() }
    return records.count
  }
}

extension EntryComment {
  /// It under the ids that it and its entry get where somebody shares a diary with others.
  fileprivate func here(_ author: AuthorID?) -> EntryComment {
    author.map { owned(by: $0, onEntryBy: $0) } ?? self
  }

  /// It under the ids by which it is known whose it is and whose its entry is.
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
  /// What stands at the place of a comment; `nil` when its line isn't there any more.
  mutating func comment(at place: CommentPlace) throws(DiaryError) -> EntryComment? {
    guard let line = try record(at: place.place), line.id == place.sum else { return nil }
    return line.record.comment
  }
}

/// The comments on all entries: those that the index below lists, and above them what has come since.
/// To find those on an entry costs the logarithm of their number.
struct CommentTable: Sendable {
  private let base: IndexFile?
  private var changed: [ID<Entry>: [ID<EntryComment>: CommentPlace]] = [:]

  init(base: IndexFile? = nil) { self.base = base }

  /// The states that count of the comments on an entry, those that were taken back among them.
  func places(on entry: ID<Entry>) -> [CommentPlace] {
    let above = changed[entry] ?? [:]
    let below = base?.comments(on: entry).filter { above[$0.comment] == nil } ?? []
    return below + above.values
  }

  /// All of them, in order.
  var all: [CommentPlace] {
    let above = changed.values.flatMap(\.values)
    let replaced = Set(above.map(\.subject))
    let below = (base?.comments ?? []).filter { !replaced.contains($0.subject) }
    return (below + above).sorted { $0.subject < $1.subject }
  }

  /// Takes states of comments in, as far as they are newer than those that count. Returns those that
  /// count now, each with the one before.
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

  /// Those that have come since this table was another one.
  func places(since earlier: CommentTable) -> [CommentPlace] {
    changed.values.flatMap(\.values).filter { earlier.changed[$0.entry]?[$0.comment] != $0 }
  }

  /// Those that differ from what another table of the same diary has, each with what that has.
  func changes(since old: CommentTable) -> [(old: CommentPlace?, new: CommentPlace)] {
    let known = Dictionary(old.all.map { ($0.subject, $0) }) { $1 }
    return all.compactMap { place in
      known[place.subject]?.sum == place.sum ? nil : (known[place.subject], place)
    }
  }
}

/// What the index knows of a comment: which state of it counts, and where that stands in the logs. One
/// that was taken back has its place, too, so that no earlier state of it counts again.
struct CommentPlace: Hashable, Sendable {
  let entry: ID<Entry>
  let comment: ID<EntryComment>
  let clock: HybridClock
  /// The sum of the line.
  let sum: ID<Revision>
  let isRemoved: Bool
  let place: LineLocation

  init(_ comment: EntryComment, _ line: RecordLine, at place: LineLocation) {
    (entry, self.comment, isRemoved) = (comment.entry, comment.id, comment.isRemoved)
    (clock, sum, self.place) = (line.clock, line.id, place)
  }

  /// Which comment it is of. Whoever names an entry in a comment can't move it to another one.
  var subject: Subject { Subject(entry: entry, comment: comment) }

  struct Subject: Hashable, Comparable, Sendable {
    let entry: ID<Entry>
    let comment: ID<EntryComment>

    static func < (one: Self, other: Self) -> Bool {
      (one.entry, one.comment) < (other.entry, other.comment)
    }
  }

  func isOlder(than other: Self, _ horizon: ClockHorizon) -> Bool {
    horizon.isOlder((clock, sum), than: (other.clock, other.sum))
  }

  // MARK: In the index

  /// Its line: `["<entry>","<comment>","<clock>","<sum>",<removed>,"<log>",<byte>]`.
  var indexLine: [UInt8] {
    JSONWriter.bytes(
      .array([
        .string(entry.description), .string(comment.description), .string(clock.description),
        .string(sum.description), .bool(isRemoved), .string(place.log), .integer(place.offset),
      ]))
  }

  /// Reads what `indexLine` writes, with blanks after it.
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

/// The texts of comments, made ready to be looked through once: a search asks for them with each letter.
struct CommentTexts {
  /// By the sums of their lines.
  private var folded: [ID<Revision>: FoldedText] = [:]
  private var size = 0

  /// In bytes of text; what goes beyond it is read each time.
  private static let mostKept = 8 << 20

  /// The text at a place; `nil` when its line isn't there any more.
  mutating func text(
    at place: CommentPlace, _ lines: inout LineSource
  ) throws(DiaryError) -> FoldedText? {
    if let known = folded[place.sum] { return known }
    guard let comment = try lines.comment(at: place) else { return nil }
    let text = FoldedText(comment.text)
    if size < Self.mostKept {
      folded[place.sum] = text
      size += comment.text.utf8.count
    }
    return text
  }
}

extension LogTailer {
  /// What states of comments, each with the one before, change for whoever reads the entries.
  mutating func changes(
    by comments: [(old: CommentPlace?, new: CommentPlace)]
  ) throws(DiaryError) -> [DiaryChange] {
    var lines = LineSource(layout: layout)
    var changes: [DiaryChange] = []
    for (old, new) in comments {
      // Nobody is told of one that was taken back before anybody saw it.
      guard old != nil || !new.isRemoved, let entry = try state(of: new.entry)?.entry,
        !entry.isTrashed, let comment = try lines.comment(at: new)
      else { continue }
      changes.append(DiaryChange(old == nil ? .commented : .commentChanged, entry, comment))
    }
    return changes
  }
}
