/// Comments on entries, and their authors.
extension DiaryService {
  /// Returns all authors who may have entries and comments in the diary, by name.
  ///
  /// - Throws: an error if the diary can't be read.
  package func authors() async throws -> [Author] { try await repository.authors() }

  /// Returns `true` if the diary isn't of one person alone: others write or are invited, or it has
  /// comments. Only then are comments offered, and ids shown to people.
  ///
  /// - Throws: an error if the diary can't be read.
  package func isShared() async throws -> Bool { try await repository.isShared() }

  /// Returns the comments on an entry, oldest first.
  ///
  /// - Throws: an error if the diary can't be read.
  package func comments(on id: ID<Entry>) async throws -> [EntryComment] {
    try await repository.comments(on: id)
  }

  /// Returns the IDs of all entries that have comments.
  ///
  /// - Throws: an error if the diary can't be read.
  package func commentedEntries() async throws -> Set<ID<Entry>> {
    try await repository.commentedEntries()
  }

  /// Returns the only comment on an entry whose ID begins with these digits.
  ///
  /// - Throws: `DiaryError.noSuchComment` or `DiaryError.ambiguousID` if not exactly one comment
  ///   matches.
  package func comment(withPrefix prefix: String, on id: ID<Entry>) async throws -> EntryComment {
    let digits = prefix.lowercased()
    let found = try await comments(on: id).filter { $0.id.description.hasPrefix(digits) }
    guard let comment = found.first, !digits.isEmpty else { throw DiaryError.noSuchComment(prefix) }
    guard found.count == 1 else { throw DiaryError.ambiguousID(prefix, count: found.count) }
    return comment
  }

  /// Adds a comment to any entry, by this user.
  ///
  /// - Throws: `DiaryError.emptyComment`, `DiaryError.longComment` or `DiaryError.inTrash` if it
  ///   isn't allowed; an error if it can't be saved.
  @discardableResult
  package func addComment(_ text: String, on id: ID<Entry>) async throws -> EntryComment {
    let text = try Self.checked(comment: text)
    let entry = try await commentable(id)
    let time = time()
    let author = try await repository.author(in: entry.origin?.diary)
    return try await save(
      EntryComment(
        id: .random(), entry: id, author: author.id, created: time, modified: time, text: text),
      on: entry, as: .commented)
  }

  /// Changes the text of one of this user's comments.
  ///
  /// - Throws: `DiaryError.notTheCommenter` if it is another author's, and the errors of
  ///   `comment(_:on:)`.
  @discardableResult
  package func change(_ comment: EntryComment, to text: String) async throws -> EntryComment {
    var changed = try await editable(comment)
    changed.text = try Self.checked(comment: text)
    guard changed.text != comment.text else { return comment }
    let entry = try await commentable(comment.entry)
    changed.modified = time()
    return try await save(changed, on: entry, as: .commentChanged)
  }

  /// Deletes one of this user's comments.
  ///
  /// - Throws: `DiaryError.notTheCommenter` if it is another author's; an error if it
  ///   can't be saved.
  package func remove(_ comment: EntryComment) async throws {
    var removed = try await editable(comment)
    (removed.text, removed.isRemoved, removed.modified) = ("", true, time())
    let entry = try await entry(comment.entry)
    _ = try await save(removed, on: entry, as: .commentChanged)
  }

  /// Undoes or redoes a change of one of this user's comments.
  ///
  /// - Throws: `DiaryError.changedComment` if the comment has changed since;
  ///   `DiaryError.notTheCommenter` if it is another author's.
  package func apply(_ change: CommentChange) async throws {
    var comment = change.comment
    let entry =
      change.after == nil ? try await entry(comment.entry) : try await commentable(comment.entry)
    guard comment.author == (try await repository.author(in: entry.origin?.diary)).id else {
      throw DiaryError.notTheCommenter
    }
    let known = try await comments(on: comment.entry).first { $0.id == comment.id }
    guard known?.text == change.before else { throw DiaryError.changedComment }
    comment.text = change.after ?? ""
    (comment.isRemoved, comment.modified) = (change.after == nil, time())
    _ = try await save(comment, on: entry, as: .commentChanged)
  }

  private static func checked(comment text: String) throws -> String {
    let text = text.trimmed
    guard !text.isEmpty else { throw DiaryError.emptyComment }
    guard text.utf8.count <= EntryComment.longest else { throw DiaryError.longComment }
    return String(text)
  }

  private func commentable(_ id: ID<Entry>) async throws -> Entry {
    let entry = try await entry(id)
    guard !entry.isTrashed else { throw DiaryError.inTrash(title: entry.displayTitle) }
    return entry
  }

  /// Returns the current state of one of this user's comments.
  private func editable(_ comment: EntryComment) async throws -> EntryComment {
    guard let known = try await comments(on: comment.entry).first(where: { $0.id == comment.id })
    else { throw DiaryError.noSuchComment(comment.id.description) }
    let diary = try await entry(comment.entry).origin?.diary
    guard known.author == (try await repository.author(in: diary)).id else {
      throw DiaryError.notTheCommenter
    }
    return known
  }

  private func save(
    _ comment: EntryComment, on entry: Entry, as kind: DiaryChange.Kind
  ) async throws -> EntryComment {
    let saved = try await repository.save(comment)
    publish([DiaryChange(kind, entry, saved)])
    return saved
  }
}
