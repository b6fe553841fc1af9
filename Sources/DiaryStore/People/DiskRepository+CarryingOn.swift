import DiaryCore

/// Carrying on a diary that several people shared: what they wrote goes into a new one in their names.
extension DiskRepository {
  /// Makes the diary one that carries on another, and takes entries of that with what is said under them,
  /// each in the name of its author. Nothing of others counts before `endCarryingOn`.
  package func carryOn(
    _ entries: [Entry], _ comments: [EntryComment]
  ) async throws(DiaryError) {
    let lock = try await storeLock()
    try catchUp()
    let known = follower.known
    let signer = try deviceLog.signer(known)
    var batch = deviceLog.batch(signer, after: follower.clock)
    var authors: [ID<Entry>: AuthorID] = [:]
    for entry in entries { authors[entry.id] = entry.author }
    batch.add(
      comments.compactMap { comment in
        guard let author = authors[comment.entry] else { return nil }
        return .comment(CommentRecord(comment.owned(by: comment.author, onEntryBy: author)))
      })
    batch.add(
      entries.map { entry in
        var copy = entry
        copy.id = EntryOwnership.id(entry.id, by: entry.author)
        (copy.heads, copy.origin) = ([], nil)
        return copy
      })
    let part = try deviceLog.append(batch, signer, known)
    _ = consume lock
    take(part)
  }

  /// Says who the authors are that were copied: from now on what was written in their names counts, and
  /// nothing more.
  package func endCarryingOn(_ authors: [Author]) async throws(DiaryError) {
    let own = try await owner().id
    let lock = try await storeLock()
    let seen = try lineCounts()
    let records = authors.filter { $0.id != own }.map { author in
      var record = PersonRecord(author.id)
      (record.name, record.isCopied, record.seen) = (author.name, true, seen)
      return DiaryRecord.person(record)
    }
    if !records.isEmpty { try append(records) }
    _ = consume lock
    follower.forget()
    try catchUp()
  }
}
