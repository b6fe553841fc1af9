import DiaryCore

/// A state of a comment on an entry. Of several, the newest counts.
struct CommentRecord: Hashable, Sendable {
  let comment: EntryComment

  private static let (entryName, idName, authorName) = ("entry", "comment", "author")
  private static let (createdName, modifiedName, textName) = ("created", "modified", "text")
  private static let (stateName, removed) = ("state", "removed")

  private static let opening = Array("{\"\(DiaryRecord.memberName)\":\"comment\"".utf8)

  /// Whether a line is of a comment, if it is sound.
  static func isOne(_ line: UnsafeRawBufferPointer) -> Bool { line.starts(with: opening) }

  init(_ comment: EntryComment) { self.comment = comment }

  /// Reads a line's object; `nil` for a comment that is too long, too.
  init?(_ json: JSONValue) {
    guard let body = json[RevisionLine.bodyName] else { return nil }
    guard let entry = json[Self.entryName]?.string.flatMap({ ID<Entry>($0) }),
      let id = json[Self.idName]?.string.flatMap({ ID<EntryComment>($0) }),
      let author = body[Self.authorName]?.string,
      let created = body[Self.createdName]?.string.flatMap({ Timestamp($0) }),
      let modified = body[Self.modifiedName]?.string.flatMap({ Timestamp($0) })
    else { return nil }
    let isRemoved = body[Self.stateName]?.string == Self.removed
    let text = body[Self.textName]?.string ?? ""
    guard isRemoved || !text.isBlank, text.utf8.count <= EntryComment.longest else { return nil }
    comment = EntryComment(
      id: id, entry: entry, author: AuthorID(author), created: created, modified: modified,
      text: isRemoved ? "" : text, isRemoved: isRemoved)
  }

  /// The members in the envelope: which comment it is.
  var members: [JSONMember] {
    [
      JSONMember(Self.entryName, .string(comment.entry.description)),
      JSONMember(Self.idName, .string(comment.id.description)),
    ]
  }

  /// The members in the body: who wrote what.
  var body: [JSONMember] {
    [
      JSONMember(Self.authorName, .string(comment.author.description)),
      JSONMember(Self.createdName, .string(comment.created.description)),
      JSONMember(Self.modifiedName, .string(comment.modified.description)),
      comment.isRemoved
        ? JSONMember(Self.stateName, .string(Self.removed))
        : JSONMember(Self.textName, .string(comment.text)),
    ]
  }
}
