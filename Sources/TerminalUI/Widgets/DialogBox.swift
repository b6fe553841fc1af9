/// A box in the middle of the screen with words and buttons, in as many rows as they need.
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
    let buttonRows = Self.rows(of: buttons, columns: Self.textColumns(on: rect.columns))
    // A blank line stands before them.
    let foot = buttonRows.isEmpty ? 0 : buttonRows.count + 1
    let height = rows.count + (title.isEmpty ? 2 : 4) + foot
    let box = rect.centred(Size(columns: width, rows: height))
    Self.drawBorder(in: &grid, box, styles.border)
    let inner = box.inset(left: 3, top: 1, right: 3, bottom: 1)
    grid.draw(title, in: inner.line(0), styles.title)
    let text = inner.inset(top: title.isEmpty ? 0 : 2, bottom: foot)
    for (index, row) in rows.enumerated() { grid.draw(row, in: text.line(index), styles.body) }
    for (row, shown) in buttonRows.enumerated() {
      let line = inner.line(inner.rows - buttonRows.count + row)
      drawButtons(shown, in: &grid, line, styles)
    }
    return inner
  }

  /// Which buttons stand side by side: as many as there is room for.
  private static func rows(of buttons: [Button], columns: Int) -> [Range<Int>] {
    var rows: [Range<Int>] = []
    var width = 0
    for (index, button) in buttons.enumerated() {
      let own = TextWidth.columns(button.label) + 4
      if let row = rows.last, width + 1 + own <= columns {
        rows[rows.count - 1] = row.lowerBound..<index + 1
        width += 1 + own
      } else {
        rows.append(index..<index + 1)
        width = own
      }
    }
    return rows
  }

  private func drawButtons(
    _ shown: Range<Int>, in grid: inout Grid, _ rect: Rect, _ styles: Styles
  ) {
    let labels = shown.map { index in
      index == selected ? "[ \(buttons[index].label) ]" : "  \(buttons[index].label)  "
    }
    let width = labels.reduce(0) { $0 + TextWidth.columns($1) } + labels.count - 1
    var column = max(rect.column, rect.endColumn - width)
    for (index, label) in zip(shown, labels) {
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
