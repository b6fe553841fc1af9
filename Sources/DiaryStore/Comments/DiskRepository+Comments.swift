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
}

extension LineSource {
  /// What stands at the place of a comment; `nil` when its line isn't there any more.
  mutating func comment(at place: CommentPlace) throws(DiaryError) -> EntryComment? {
    guard let line = try record(at: place.place), line.id == place.sum else { return nil }
    return line.record.comment
  }
}
