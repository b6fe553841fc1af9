import TerminalUI
import TextEditing

// What completion sees and changes of the text.
extension EditorState.Page {
  /// No tag or title is longer.
  private static let looked = 100

  /// The characters of the line before the caret, as many as matter.
  func beforeCaret(in field: EditorState.Field) -> [Character] {
    switch field {
    case .content: Self.beforeCaret(in: content.content)
    case .tags: Self.beforeCaret(in: tags.content)
    case .title, .photos, .date: []
    }
  }

  private static func beforeCaret(in text: EditableText) -> [Character] {
    let start = text.rope.lineStart(at: text.caret)
    // No character of a tag or a title is longer.
    let near = text.rope.clusterBoundary(atOrBefore: max(start, text.caret - looked * 16))
    return Array(text.rope.substring(near..<text.caret).suffix(looked))
  }

  /// Puts a text in the place of so many characters before the caret.
  mutating func replace(
    beforeCaret count: Int, with text: String, in field: EditorState.Field
  ) {
    var ring = KillRing()
    for _ in 0..<count {
      switch field {
      case .content: content.apply(.delete(.characterBack), &ring)
      case .tags: _ = tags.apply(.delete(.characterBack), &ring)
      case .title, .photos, .date: break
      }
    }
    switch field {
    case .content: content.insert(text)
    case .tags: tags.insert(text)
    case .title, .photos, .date: break
    }
  }
}
