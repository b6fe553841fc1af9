// What is said under an entry stands in its diary.
extension CombinedRepository {
  /// What can't be written in the first of them, which is the one that a person is in.
  package func writingObstacle() async throws(DiaryError) -> AccountError? {
    try await home.writingObstacle()
  }

  package func comments(on entry: ID<Entry>) async throws(DiaryError) -> [EntryComment] {
    try await part(of: entry)?.repository.comments(on: entry) ?? []
  }

  package func commentedEntries() async throws(DiaryError) -> Set<ID<Entry>> {
    var entries: Set<ID<Entry>> = []
    for part in parts { entries.formUnion(try await part.repository.commentedEntries()) }
    return entries
  }

  package func save(_ comment: EntryComment) async throws(DiaryError) -> EntryComment {
    guard let part = try await part(of: comment.entry) else {
      throw .noSuchEntry(comment.entry.description)
    }
    return try await part.repository.save(comment)
  }
}
