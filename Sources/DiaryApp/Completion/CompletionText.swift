import TextEditing

// What completion sees and changes of the text.
extension EditorState.Page {
  /// No tag or title is longer.
  private static let looked = 100

  /// The characters of the line before the caret, as many as matter.
  func beforeCaret(in field: EditorState.Field) -> [Character] {
    guard let text = text(in: field) else { return [] }
    var start = text.caret
    for _ in 0..<Self.looked where start > 0 && text.rope.byte(at: start - 1) != 0x0A {
      start = text.rope.clusterStart(before: start)
    }
    return Array(text.rope.substring(start..<text.caret))
  }

  /// Puts a text in the place of so many characters before the caret.
  mutating func replace(
    beforeCaret count: Int, with new: String, in field: EditorState.Field
  ) {
    guard let text = text(in: field) else { return }
    var start = text.caret
    for _ in 0..<count { start = text.rope.clusterStart(before: start) }
    var ring = KillRing()
    for command in [EditingCommand.select(start..<text.caret), .paste(new)] {
      if field == .content { content.apply(command, &ring) } else { _ = tags.apply(command, &ring) }
    }
  }

  private func text(in field: EditorState.Field) -> EditableText? {
    switch field {
    case .content: content.content
    case .tags: tags.content
    case .title, .photos, .date: nil
    }
  }
}
