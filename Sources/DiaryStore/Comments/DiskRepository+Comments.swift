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
