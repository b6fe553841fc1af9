extension TextArea {
  /// The line that the caret stands in.
  package struct CaretLine: Hashable, Sendable {
    /// From 1.
    package let number: Int
    /// How many lines the text has.
    package let count: Int
    package let text: String
    /// How many characters of it stand before the caret.
    package let caret: Int
  }

  package var caretLine: CaretLine {
    CaretLine(
      number: caret.line + 1, count: lines.count, text: String(lines[caret.line]),
      caret: caret.character)
  }
}
