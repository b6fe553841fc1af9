/// Comments on entries, and who wrote what.
extension DiaryService {
  /// All whose entries and comments may stand in the diary, by their names.
  package func authors() async throws(DiaryError) -> [Author] { try await repository.authors() }

  /// What is said under an entry, in the order in which it was said.
  package func comments(on id: ID<Entry>) async throws(DiaryError) -> [EntryComment] {
    try await repository.comments(on: id)
  }

  /// The entries that anybody has said something under.
  package func commentedEntries() async throws(DiaryError) -> Set<ID<Entry>> {
    try await repository.commentedEntries()
  }

  /// The comment on an entry whose id begins with these digits. Throws when there is none, or several.
  package func comment(
    withPrefix prefix: String, on id: ID<Entry>
  ) async throws(DiaryError) -> EntryComment {
    let digits = prefix.lowercased()
    let found = try await comments(on: id).filter { $0.id.description.hasPrefix(digits) }
    guard let comment = found.first, !digits.isEmpty else { throw .noSuchComment(prefix) }
    guard found.count == 1 else { throw .ambiguousID(prefix, count: found.count) }
    return comment
  }

  /// Says something under an entry, in the name of whoever writes here.
  @discardableResult
  package func comment(
    _ text: String, on id: ID<Entry>
  ) async throws(DiaryError) -> EntryComment {
    let text = try Self.checked(comment: text)
    let entry = try await commentable(id)
    let time = time()
    let author = try await repository.owner(in: entry.origin?.diary)
    return try await save(
      EntryComment(
        id: .random(), entry: id, author: author.id, created: time, modified: time, text: text),
      on: entry, as: .commented)
  }

  /// Says something else in one's own comment.
  @discardableResult
  package func change(
    _ comment: EntryComment, to text: String
  ) async throws(DiaryError) -> EntryComment {
    var changed = try await own(comment)
    changed.text = try Self.checked(comment: text)
    guard changed.text != comment.text else { return comment }
    let entry = try await commentable(comment.entry)
    changed.modified = time()
    return try await save(changed, on: entry, as: .commentChanged)
  }

  /// Takes one's own comment back.
  package func remove(_ comment: EntryComment) async throws(DiaryError) {
    var removed = try await own(comment)
    (removed.text, removed.isRemoved, removed.modified) = ("", true, time())
    let entry = try await entry(comment.entry)
    _ = try await save(removed, on: entry, as: .commentChanged)
  }

  /// Makes a change of one's own comment again, or takes it back, unless it says something else by now.
  package func carryOut(_ change: CommentChange) async throws(DiaryError) {
    var comment = change.comment
    let entry =
      change.after == nil ? try await entry(comment.entry) : try await commentable(comment.entry)
    guard comment.author == (try await repository.owner(in: entry.origin?.diary)).id else {
      throw .notTheCommenter
    }
    let known = try await comments(on: comment.entry).first { $0.id == comment.id }
    guard known?.text == change.before else { throw .changedComment }
    comment.text = change.after ?? ""
    (comment.isRemoved, comment.modified) = (change.after == nil, time())
    _ = try await save(comment, on: entry, as: .commentChanged)
  }

  private static func checked(comment text: String) throws(DiaryError) -> String {
    let text = text.trimmed
    guard !text.isEmpty else { throw .emptyComment }
    guard text.utf8.count <= EntryComment.longest else { throw .longComment }
    return String(text)
  }

  private func commentable(_ id: ID<Entry>) async throws(DiaryError) -> Entry {
    let entry = try await entry(id)
    guard !entry.isTrashed else { throw .inTrash(title: entry.displayTitle) }
    return entry
  }

  /// A comment as it is by now, if it is of whoever writes here.
  private func own(_ comment: EntryComment) async throws(DiaryError) -> EntryComment {
    guard let known = try await comments(on: comment.entry).first(where: { $0.id == comment.id })
    else { throw .noSuchComment(comment.id.description) }
    let diary = try await entry(comment.entry).origin?.diary
    guard known.author == (try await repository.owner(in: diary)).id else { throw .notTheCommenter }
    return known
  }

  private func save(
    _ comment: EntryComment, on entry: Entry, as kind: DiaryChange.Kind
  ) async throws(DiaryError) -> EntryComment {
    let saved = try await repository.save(comment)
    publish([DiaryChange(kind, entry, saved)])
    return saved
  }
}
