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

  package func commentedEntries(
    saying phrases: Set<SearchPhrase>
  ) async throws(DiaryError) -> [SearchPhrase: Set<ID<Entry>>] {
    var entries: [SearchPhrase: Set<ID<Entry>>] = [:]
    for part in parts {
      entries.merge(try await part.repository.commentedEntries(saying: phrases)) { $0.union($1) }
    }
    return entries
  }

  package func lacking(_ comments: [EntryComment]) async throws(DiaryError) -> [EntryComment] {
    let places = try await places(of: comments)
    var lacking: Set<ID<EntryComment>> = []
    for (index, part) in parts.enumerated() {
      let members = comments.indices.filter { places[$0] == index }.map { comments[$0] }
      lacking.formUnion(try await part.repository.lacking(members).map(\.id))
    }
    return comments.filter { lacking.contains($0.id) }
  }

  package func bring(
    _ comments: [EntryComment], by author: AuthorID
  ) async throws(DiaryError) -> Int {
    let places = try await places(of: comments)
    var count = 0
    for (index, part) in parts.enumerated() {
      let members = comments.indices.filter { places[$0] == index }.map { comments[$0] }
      guard !members.isEmpty else { continue }
      count += try await part.repository.bring(members, by: try await part.repository.owner().id)
    }
    return count
  }

  /// The places of the diaries that the entries of comments are in, or are to come into.
  private func places(of comments: [EntryComment]) async throws(DiaryError) -> [Int] {
    let ids = Array(Set(comments.map(\.entry)))
    var known: [ID<Entry>: Int] = [:]
    for (index, part) in parts.enumerated() {
      for entry in try await part.repository.entries(ids: ids) where known[entry.id] == nil {
        known[entry.id] = index
      }
    }
    return comments.map { known[$0.entry] ?? 0 }
  }

  package func save(_ comment: EntryComment) async throws(DiaryError) -> EntryComment {
    guard let part = try await part(of: comment.entry) else {
      throw .noSuchEntry(comment.entry.description)
    }
    return try await part.repository.save(comment)
  }
}
