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
    let range = rope.lineRange(at: caret)
    return CaretLine(
      number: rope.line(at: caret) + 1, count: rope.lines, text: rope.substring(range),
      caret: rope.substring(range.lowerBound..<caret).count)
  }
}
