import TerminalUI

// What completion sees and changes of the text.
extension EditorState.Page {
  /// No tag or title is longer.
  private static let looked = 100

  /// The characters of the line before the caret, as many as matter.
  func beforeCaret(in field: EditorState.Field) -> [Character] {
    switch field {
    case .content:
      Array(content.lines[content.caret.line][..<content.caret.character].suffix(Self.looked))
    case .tags: Array(tags.text.prefix(tags.caret).suffix(Self.looked))
    case .title, .photos, .date: []
    }
  }

  /// Puts a text in the place of so many characters before the caret.
  mutating func replace(
    beforeCaret count: Int, with text: String, in field: EditorState.Field
  ) {
    for _ in 0..<count {
      switch field {
      case .content: _ = content.handle(KeyEvent(.backspace))
      case .tags: _ = tags.handle(KeyEvent(.backspace))
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
