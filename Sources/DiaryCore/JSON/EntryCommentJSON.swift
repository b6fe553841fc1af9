extension EntryComment {
  /// It as exports, `show` and `watch` tell it.
  package var json: JSONValue {
    [
      "id": .string(id.description), "author": .string(author.description),
      "created": .string(created.description), "modified": .string(modified.description),
      "text": .string(text),
    ]
  }

  /// What stands so under an entry; `nil` for what can't be a comment.
  package init?(_ json: JSONValue, on entry: ID<Entry>) {
    guard let id = json["id"]?.string.flatMap({ ID<EntryComment>($0) }),
      let author = json["author"]?.string, !author.isEmpty,
      let created = json["created"]?.string.flatMap({ Timestamp($0) }),
      let text = json["text"]?.string, !text.isBlank, text.utf8.count <= Self.longest
    else { return nil }
    self.init(
      id: id, entry: entry, author: AuthorID(author), created: created,
      modified: json["modified"]?.string.flatMap { Timestamp($0) } ?? created, text: text)
  }
}
