extension EntryComment {
  /// It as exports, `show` and `watch` tell it.
  package var json: JSONValue {
    [
      "id": .string(id.description), "author": .string(author.description),
      "created": .string(created.description), "modified": .string(modified.description),
      "text": .string(text),
    ]
  }
}
