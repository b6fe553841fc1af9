/// A dialog in the middle of the screen with text, buttons and keys, as high as necessary. It
/// leaves the screen's bottom line free for messages.
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
  /// The keys in the last row, at the left of the buttons if both fit.
  package var keys: KeyHints
  /// The first visible row of text that scrolls if it doesn't fit; `nil` for text that is cut.
  package var top: Int?

  package init(
    title: String, body: [String], buttons: [Button] = [], selected: Int = 0,
    keys: KeyHints = KeyHints([])
  ) {
    self.title = title
    self.body = body
    self.buttons = buttons
    self.selected = selected
    self.keys = keys
  }

  package struct Styles: Hashable, Sendable {
    package var border: Style
    package var title: Style
    package var body: Style
    package var selectedButton: Style
    package var keys: KeyHints.Styles

    package init(
      border: Style, title: Style, body: Style, selectedButton: Style, keys: KeyHints.Styles
    ) {
      self.border = border
      self.title = title
      self.body = body
      self.selectedButton = selectedButton
      self.keys = keys
    }
  }

  /// Returns the width of the text on a screen with `columns` columns.
  package static func textColumns(on columns: Int) -> Int { max(0, min(60, columns) - 6) }

  /// Draws the dialog in the middle of a rectangle. Returns the rectangle of the text.
  @discardableResult
  package func draw(in grid: inout Grid, _ rect: Rect, _ styles: Styles) -> Rect {
    let layout = Layout(of: self, in: rect)
    Self.drawBorder(in: &grid, layout.box, styles.border)
    grid.draw(title, in: layout.inner.line(0), styles.title)
    for (index, row) in layout.rows.enumerated() {
      grid.draw(row, in: layout.text.line(index), styles.body)
    }
    for (index, place) in layout.buttons.enumerated() {
      grid.draw(
        label(of: index), in: place, index == selected ? styles.selectedButton : styles.body)
    }
    keys.draw(in: &grid, layout.keys, styles.keys)
    return layout.text
  }

  /// Returns the rectangle of the text for a dialog drawn in `rect`.
  package func text(in rect: Rect) -> Rect { Layout(of: self, in: rect).text }

  /// Returns the number of rows of the text and the number of visible ones. The row below them, in
  /// text that scrolls, is left for the scroll position.
  package func extent(in rect: Rect) -> (rows: Int, height: Int) {
    let layout = Layout(of: self, in: rect)
    return (layout.rowCount, layout.rows.count)
  }

  /// Returns the height on a screen that has space for all of it.
  package func height(on columns: Int) -> Int {
    Layout(of: self, in: Rect(Size(columns: columns, rows: .max))).box.rows
  }

  /// Returns the index of the button at a point.
  package func button(at point: Point, in rect: Rect) -> Int? {
    Layout(of: self, in: rect).buttons.firstIndex { $0.contains(point) }
  }

  private func label(of button: Int) -> String {
    button == selected ? "[ \(buttons[button].label) ]" : "  \(buttons[button].label)  "
  }

  /// The places of a dialog's parts.
  private struct Layout {
    let box: Rect
    /// The area inside the border.
    let inner: Rect
    let text: Rect
    /// The wrapped lines, as many as fit.
    let rows: [String]
    /// The number of wrapped lines.
    let rowCount: Int
    let buttons: [Rect]
    let keys: Rect

    /// The blank columns between keys and buttons.
    private static let gap = 2

    init(of dialog: DialogBox, in rect: Rect) {
      let columns = DialogBox.textColumns(on: rect.columns)
      let wrapped = dialog.body.flatMap { LineWrapping.rows(ofText: $0, columns: columns) }
      let widths = dialog.buttons.map { TextWidth.columns($0.label) + 4 }
      let buttonRows = Self.rows(of: widths, columns: columns)
      let last = buttonRows.last.map { Self.width(of: $0, widths) + Self.gap } ?? 0
      let isBeside = last > 0 && last + dialog.keys.minColumns <= columns
      let keyRows = dialog.keys.isEmpty || isBeside ? 0 : 1
      let footer = buttonRows.count + keyRows
      let titleRows = dialog.title.isEmpty ? 0 : 1
      // A small screen has no space for the blank rows below the title and above the keys.
      let space = rect.rows - 1 - 2 - titleRows - footer
      let upper = titleRows > 0 && wrapped.count < space ? 1 : 0
      let lower = footer > 0 && wrapped.count + upper < space ? 1 : 0
      let textRows = min(wrapped.count, max(0, space))
      let height = dialog.top != nil && wrapped.count > textRows ? max(0, textRows - 1) : textRows
      rowCount = wrapped.count
      let first = max(0, min(dialog.top ?? 0, rowCount - height))
      rows = Array(wrapped[first..<first + height])
      box = rect.centered(
        Size(
          columns: min(60, rect.columns),
          rows: 2 + titleRows + upper + textRows + lower + footer))
      let inner = box.inset(left: 3, top: 1, right: 3, bottom: 1)
      self.inner = inner
      text = inner.inset(top: titleRows + upper, bottom: lower + footer)
      keys = inner.line(inner.rows - 1).inset(right: isBeside ? last : 0)
      buttons = buttonRows.enumerated().flatMap { row, shown in
        let line = inner.line(inner.rows - footer + row)
        var column = max(line.column, line.endColumn - Self.width(of: shown, widths))
        return widths[shown].map { width in
          defer { column += width + 1 }
          return Rect(
            column: column, row: line.row, columns: min(width, line.endColumn - column),
            rows: line.rows)
        }
      }
    }

    private static func width(of shown: Range<Int>, _ widths: [Int]) -> Int {
      widths[shown].reduce(shown.count - 1, +)
    }

    /// Returns the buttons in each row, as many as fit.
    private static func rows(of widths: [Int], columns: Int) -> [Range<Int>] {
      var rows: [Range<Int>] = []
      for index in widths.indices {
        if let row = rows.last, width(of: row.lowerBound..<index + 1, widths) <= columns {
          rows[rows.count - 1] = row.lowerBound..<index + 1
        } else {
          rows.append(index..<index + 1)
        }
      }
      return rows
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

// MARK: - Keys

/// Keys with their labels in one row, such as `Enter save   Esc cancel`.
package struct KeyHints: Hashable, Sendable {
  package struct Hint: Hashable, Sendable {
    let key: String
    let label: String
    /// Shown even if others have to be left out.
    let isRequired: Bool

    package init(_ key: String, _ label: String, isRequired: Bool = false) {
      self.key = key
      self.label = label
      self.isRequired = isRequired
    }

    fileprivate var text: String { key.isEmpty ? label : "\(key) \(label)" }
    fileprivate var columns: Int { TextWidth.columns(text) }
  }

  package struct Styles: Hashable, Sendable {
    let key: Style
    let label: Style

    package init(key: Style, label: Style) {
      self.key = key
      self.label = label
    }
  }

  private let hints: [Hint]

  package init(_ hints: [Hint]) { self.hints = hints }

  package var isEmpty: Bool { hints.isEmpty }

  /// All keys, for screen readers.
  package var text: String { hints.map(\.text).joined(separator: ", ") }

  /// The columns between two hints in a row.
  private static func gap(_ columns: Int) -> Int { columns < 54 ? 2 : 3 }

  /// The width of the required hints.
  fileprivate var minColumns: Int {
    hints.filter(\.isRequired).reduce(-Self.gap(0)) { $0 + Self.gap(0) + $1.columns }
  }

  /// Draws as many hints as fit, in order, and the required ones.
  package func draw(in grid: inout Grid, _ rect: Rect, _ styles: Styles) {
    let gap = Self.gap(rect.columns)
    var required = hints.filter(\.isRequired).reduce(0) { $0 + $1.columns + gap }
    var (space, isFull) = (rect, false)
    for hint in hints {
      let columns = hint.columns
      if hint.isRequired {
        required -= columns + gap
      } else {
        isFull = isFull || columns + (required > 0 ? required : 0) > space.columns
        if isFull { continue }
      }
      let start = space.column
      let end = hint.key.isEmpty ? start - 1 : grid.draw(hint.key, in: space, styles.key)
      grid.draw(hint.label, in: space.inset(left: end + 1 - start), styles.label)
      space = space.inset(left: columns + gap)
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
