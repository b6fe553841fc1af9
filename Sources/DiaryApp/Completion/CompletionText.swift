import TerminalUI
import TextEditing

// What completion sees and changes of the text.
extension EditorState.Page {
  /// The characters of the line before the caret, as many as matter.
  func beforeCaret(in field: EditorState.Field) -> [Character] {
    text(in: field)?.beforeCaret ?? []
  }

  /// Puts a text in the place of so many characters before the caret.
  mutating func replace(
    beforeCaret count: Int, with new: String, in field: EditorState.Field
  ) {
    guard let text = text(in: field) else { return }
    guard field == .content else { return tags.replace(beforeCaret: count, with: new) }
    var ring = KillRing()
    for command in text.replacing(beforeCaret: count, with: new) { content.apply(command, &ring) }
  }

  private func text(in field: EditorState.Field) -> EditableText? {
    switch field {
    case .content: content.content
    case .tags: tags.content
    case .title, .photos, .date: nil
    }
  }
}

extension TextField {
  var beforeCaret: [Character] { content.beforeCaret }

  mutating func replace(beforeCaret count: Int, with new: String) {
    var ring = KillRing()
    for command in content.replacing(beforeCaret: count, with: new) { _ = apply(command, &ring) }
  }
}

extension EditableText {
  /// No tag or title is longer.
  private static let looked = 100

  /// The characters of the line before the caret, as many as matter.
  fileprivate var beforeCaret: [Character] {
    var start = caret
    for _ in 0..<Self.looked where start > 0 && rope.byte(at: start - 1) != 0x0A {
      start = rope.clusterStart(before: start)
    }
    return Array(rope.substring(start..<caret))
  }

  fileprivate func replacing(beforeCaret count: Int, with new: String) -> [EditingCommand] {
    var start = caret
    for _ in 0..<count { start = rope.clusterStart(before: start) }
    return [.select(start..<caret), .paste(new)]
  }
}
