import TerminalUI

extension Grid {
  /// Draws a text over as many lines of a rectangle as it needs.
  mutating func draw(paragraph text: String, in rect: Rect, _ style: Style) {
    for (index, row) in LineWrapping.rows(ofText: text, columns: rect.columns).enumerated() {
      draw(row.trimmedEnd, in: rect.line(index), style)
    }
  }
}
