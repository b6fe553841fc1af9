/// A box in the middle of the screen with words and a row of buttons.
package struct DialogBox: Hashable, Sendable {
  package struct Button: Hashable, Sendable {
    package let label: String
    package init(_ label: String) { self.label = label }
  }

  package var title: String
  /// Lines of text, wrapped as needed.
  package var body: [String]
  package var buttons: [Button]
  package var selected: Int

  package init(title: String, body: [String], buttons: [Button] = [], selected: Int = 0) {
    self.title = title
    self.body = body
    self.buttons = buttons
    self.selected = selected
  }

  package struct Styles: Hashable, Sendable {
    package var border: Style
    package var title: Style
    package var body: Style
    package var selectedButton: Style

    package init(border: Style, title: Style, body: Style, selectedButton: Style) {
      self.border = border
      self.title = title
      self.body = body
      self.selectedButton = selectedButton
    }
  }

  /// The columns of a line of its text on a screen that wide.
  package static func textColumns(on columns: Int) -> Int { max(0, min(60, columns) - 6) }

  /// Draws it in the middle of a rectangle. Returns the rectangle inside the border.
  @discardableResult
  package func draw(in grid: inout Grid, _ rect: Rect, _ styles: Styles) -> Rect {
    let width = min(60, rect.columns)
    let rows = body.flatMap {
      LineWrapping.rows(ofText: $0, columns: Self.textColumns(on: rect.columns))
    }
    let height = rows.count + (title.isEmpty ? 2 : 4) + (buttons.isEmpty ? 0 : 2)
    let box = rect.centred(Size(columns: width, rows: height))
    Self.drawBorder(in: &grid, box, styles.border)
    let inner = box.inset(left: 3, top: 1, right: 3, bottom: 1)
    grid.draw(title, in: inner.line(0), styles.title)
    let text = inner.inset(top: title.isEmpty ? 0 : 2, bottom: buttons.isEmpty ? 0 : 2)
    for (index, row) in rows.enumerated() { grid.draw(row, in: text.line(index), styles.body) }
    drawButtons(in: &grid, inner.line(inner.rows - 1), styles)
    return inner
  }

  private func drawButtons(in grid: inout Grid, _ rect: Rect, _ styles: Styles) {
    guard !buttons.isEmpty else { return }
    let labels = buttons.enumerated().map { index, button in
      index == selected ? "[ \(button.label) ]" : "  \(button.label)  "
    }
    let width = labels.reduce(0) { $0 + TextWidth.columns($1) } + labels.count - 1
    var column = max(rect.column, rect.endColumn - width)
    for (index, label) in labels.enumerated() {
      let style = index == selected ? styles.selectedButton : styles.body
      let room = Rect(
        column: column, row: rect.row, columns: rect.endColumn - column, rows: rect.rows)
      column = grid.draw(label, in: room, style) + 1
    }
  }

  /// Clears a rectangle and draws thin lines around it.
  package static func drawBorder(in grid: inout Grid, _ box: Rect, _ style: Style) {
    guard box.columns >= 2, box.rows >= 2 else { return }
    grid.fill(box)
    let line = String(repeating: "─", count: box.columns - 2)
    grid.draw("┌" + line + "┐", in: box.line(0), style)
    grid.draw("└" + line + "┘", in: box.line(box.rows - 1), style)
    for row in 1..<box.rows - 1 {
      grid.draw("│", in: box.line(row), style)
      grid.draw("│", in: box.line(row).inset(left: box.columns - 1), style)
    }
  }
}
