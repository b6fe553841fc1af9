/// A dialog in the middle of the screen with text and buttons, as high as necessary.
package struct DialogBox: Hashable, Sendable {
  package struct Button: Hashable, Sendable {
    package let label: String
    package init(_ label: String) { self.label = label }
  }

  package var title: String
  /// The lines of text, which are wrapped.
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

  /// Returns the width of the text on a screen with `columns` columns.
  package static func textColumns(on columns: Int) -> Int { max(0, min(60, columns) - 6) }

  /// Draws the dialog in the middle of a rectangle. Returns the rectangle inside the border.
  @discardableResult
  package func draw(in grid: inout Grid, _ rect: Rect, _ styles: Styles) -> Rect {
    let (rows, buttonRows) = rows(on: rect.columns)
    let box = box(rows.count, buttonRows.count, in: rect)
    Self.drawBorder(in: &grid, box, styles.border)
    let inner = Self.inner(box)
    grid.draw(title, in: inner.line(0), styles.title)
    let text = inner.inset(
      top: title.isEmpty ? 0 : 2, bottom: buttonRows.isEmpty ? 0 : buttonRows.count + 1)
    for (index, row) in rows.enumerated() { grid.draw(row, in: text.line(index), styles.body) }
    for (index, place) in places(of: buttonRows, in: inner).enumerated() {
      grid.draw(
        label(of: index), in: place, index == selected ? styles.selectedButton : styles.body)
    }
    return inner
  }

  /// Returns the rectangle inside the border for a dialog drawn in `rect`.
  package func inner(in rect: Rect) -> Rect {
    let (rows, buttonRows) = rows(on: rect.columns)
    return Self.inner(box(rows.count, buttonRows.count, in: rect))
  }

  /// Returns the dialog's height on a screen with `columns` columns.
  package func height(on columns: Int) -> Int {
    let (text, buttons) = rows(on: columns)
    return rows(text.count, buttons.count)
  }

  /// Returns the index of the button at a point.
  package func button(at point: Point, in rect: Rect) -> Int? {
    places(of: rows(on: rect.columns).buttons, in: inner(in: rect))
      .firstIndex { $0.contains(point) }
  }

  // MARK: Layout

  /// Returns the rows of text, and the buttons in each row of buttons.
  private func rows(on columns: Int) -> (text: [String], buttons: [Range<Int>]) {
    let columns = Self.textColumns(on: columns)
    return (
      body.flatMap { LineWrapping.rows(ofText: $0, columns: columns) },
      Self.rows(of: buttons, columns: columns)
    )
  }

  private func box(_ textRows: Int, _ buttonRows: Int, in rect: Rect) -> Rect {
    rect.centered(Size(columns: min(60, rect.columns), rows: rows(textRows, buttonRows)))
  }

  /// Returns the total height; a blank row separates the buttons.
  private func rows(_ textRows: Int, _ buttonRows: Int) -> Int {
    textRows + (title.isEmpty ? 2 : 4) + (buttonRows == 0 ? 0 : buttonRows + 1)
  }

  private static func inner(_ box: Rect) -> Rect { box.inset(left: 3, top: 1, right: 3, bottom: 1) }

  /// Returns the buttons in each row, as many as fit.
  private static func rows(of buttons: [Button], columns: Int) -> [Range<Int>] {
    var rows: [Range<Int>] = []
    var width = 0
    for (index, button) in buttons.enumerated() {
      let buttonWidth = TextWidth.columns(button.label) + 4
      if let row = rows.last, width + 1 + buttonWidth <= columns {
        rows[rows.count - 1] = row.lowerBound..<index + 1
        width += 1 + buttonWidth
      } else {
        rows.append(index..<index + 1)
        width = buttonWidth
      }
    }
    return rows
  }

  private func label(of button: Int) -> String {
    button == selected ? "[ \(buttons[button].label) ]" : "  \(buttons[button].label)  "
  }

  /// Returns the rectangles of the buttons, at the right of the last rows.
  private func places(of buttonRows: [Range<Int>], in inner: Rect) -> [Rect] {
    buttonRows.enumerated().flatMap { row, shown in
      let line = inner.line(inner.rows - buttonRows.count + row)
      let widths = shown.map { TextWidth.columns(label(of: $0)) }
      var column = max(line.column, line.endColumn - widths.reduce(0, +) - widths.count + 1)
      return widths.map { width in
        defer { column += width + 1 }
        return Rect(
          column: column, row: line.row, columns: min(width, line.endColumn - column),
          rows: line.rows)
      }
    }
  }

  /// Clears a rectangle and draws a thin border.
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

// MARK: - Bars

/// A progress bar: a thick line that grows over a thin one.
package enum ProgressBar {
  /// Draws the bar on one line. `fraction` is from 0 to 1.
  package static func draw(
    _ fraction: Double, in grid: inout Grid, _ rect: Rect, done: Style, rest: Style
  ) {
    let percent = Int((min(1, max(0, fraction)) * 100).rounded(.down))
    let label =
      String(repeating: " ", count: percent < 10 ? 2 : percent < 100 ? 1 : 0)
      + "\(percent)%"
    let line = rect.inset(right: label.count + 2)
    let filled = line.columns * percent / 100
    grid.draw(String(repeating: "━", count: filled), in: line, done)
    grid.draw(
      String(repeating: "─", count: line.columns - filled), in: line.inset(left: filled), rest)
    grid.draw(trailing: label, in: rect)
  }
}

/// Bar charts made of block characters, exact to an eighth of a cell.
package enum Bar {
  private static let parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
  private static let levels = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  /// Returns a horizontal bar whose length is proportional to `value`; `most` fills all columns.
  /// Any positive value is visible.
  package static func horizontal(_ value: Int, of most: Int, columns: Int) -> String {
    let eighths = eighths(value, of: most, cells: columns)
    return String(repeating: "█", count: eighths / 8) + parts[eighths % 8]
  }

  /// Returns one line of a vertical bar, counted from the bottom.
  package static func vertical(_ value: Int, of most: Int, line: Int, lines: Int) -> String {
    levels[max(0, min(8, eighths(value, of: most, cells: lines) - 8 * line))]
  }

  private static func eighths(_ value: Int, of most: Int, cells: Int) -> Int {
    guard value > 0, most > 0, cells > 0 else { return 0 }
    let share = Double(min(value, most)) / Double(most)
    return max(1, Int((share * Double(cells * 8)).rounded()))
  }
}
