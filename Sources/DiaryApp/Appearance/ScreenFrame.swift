import DiaryCore
import TerminalUI
import Text

/// The frame of a screen: title, rule, and the bottom line with keys.
struct ScreenFrame {
  /// The area between the rule and the bottom line.
  let body: Rect

  /// The minimal width for two panes.
  static let minWidthForTwo = 80

  /// Returns the body's area on a screen of a size.
  static func body(_ size: Size) -> Rect { Rect(size).inset(top: 2, bottom: 1) }

  /// Splits a body into the list and the preview of its selection; `nil` on a narrow screen.
  static func panes(_ body: Rect) -> (list: Rect, preview: Rect?) {
    guard body.columns >= minWidthForTwo else { return (body, nil) }
    let width = min(64, body.columns * 46 / 100)
    return (body.inset(right: body.columns - width), body.inset(left: width))
  }

  /// Draws the frame around the body.
  init(
    title: String, trailing: String = "", hints: [Binding], in grid: inout Grid,
    _ state: AppState
  ) {
    let bounds = grid.bounds
    let (head, rest) = bounds.split(top: 2)
    let (body, bottom) = rest.split(bottom: 1)
    self.body = body
    let line = head.line(0).inset(left: 1, right: 1)
    let start = grid.draw(trailing: trailing, in: line, state.theme.dim)
    grid.draw(
      title.printable, in: line.inset(right: trailing.isEmpty ? 0 : line.endColumn - start + 2),
      state.theme.title)
    grid.draw(String(repeating: "─", count: bounds.columns), in: head.line(1), state.theme.rule)
    // A dialog in front shows its own keys.
    guard !state.hasDialog else { return }
    Self.drawBottom(hints.filter { state.isAvailable($0.command) }, in: &grid, bottom, state)
  }

  /// Draws the toast or, without one, as many hints as fit, in order.
  static func drawBottom(
    _ hints: [Binding], in grid: inout Grid, _ rect: Rect, _ state: AppState
  ) {
    let line = rect.inset(left: 1, right: 1)
    if let toast = state.toast {
      grid.draw(toast.printable, in: line, state.theme.accent)
    } else {
      KeyHints(hints).draw(in: &grid, line, state.theme.keyHints)
    }
  }
}

// MARK: - Keys of dialogs

extension KeyHints {
  /// Creates the hints for the bindings that have a label; `required` are the commands to show even
  /// if others have to be left out.
  init(_ bindings: [Binding], required: Set<Command> = []) {
    self.init(
      bindings.compactMap { binding in
        binding.hint.map {
          Hint(binding.keyName, $0, isRequired: required.contains(binding.command))
        }
      })
  }
}

extension Screen {
  /// The keys in the last row of the dialog: first those that apply and leave, which always fit.
  func keyHints(in app: AppState) -> KeyHints {
    KeyHints(dialogHints(in: app), required: [.accept, .open, .cancel, .no, .back])
  }

  /// Returns the dialog's box with its keys.
  func box(
    title: String, body: [String], buttons: [DialogBox.Button] = [], selected: Int = 0,
    in app: AppState
  ) -> DialogBox {
    DialogBox(
      title: TextWidth.cut(title, columns: DialogBox.textColumns(on: app.size.columns)),
      body: body, buttons: buttons, selected: selected, keys: keyHints(in: app))
  }
}

// MARK: - Titles

/// An entry's title or journal for use in a sentence.
package enum TitleText {
  /// The longest title in columns, so that the rest of the sentence fits.
  private static let longest = 24

  /// Returns the journal's name. The default journal's name is localized.
  static func journal(of entry: Entry) -> String {
    journal(entry.journal)
  }

  package static func journal(_ name: String) -> String { JournalName.displayName(name).printable }

  /// Returns a journal's name, shortened if it is long.
  static func shortJournal(_ name: String) -> String {
    TextWidth.cut(journal(name), columns: longest)
  }

  /// Returns the title like `“강가 산책, 안개”`, shortened if it is long.
  static func quoted(_ entry: Entry) -> String {
    "“\(TextWidth.cut(entry.displayTitle, columns: longest))”"
  }
}

// MARK: - Rows

/// A row with a name and a number of entries and, on a wide screen, a bar for the number.
enum CountedRow {
  /// The maximal width in columns without the bar: keeps numbers near the names on wide screens.
  private static let widest = 60
  /// The fewest columns of a bar that shows more than the number.
  private static let narrowestBar = 10
  private static let widestBar = 80
  /// The fixed width of details, which aligns the numbers.
  private static let detailColumns = 14

  /// Draws a row.
  /// - Parameters:
  ///   - most: The largest number of all rows, for the bar; 0 for rows without bars.
  ///   - note: A text after the name.
  static func draw(
    _ name: String, count: Int?, of most: Int = 0, detail: String = "", note: String = "",
    mark: (text: String, style: Style)? = nil,
    isSelected: Bool, in grid: inout Grid, _ rect: Rect, _ theme: Theme
  ) {
    let line = rect.inset(right: max(0, rect.columns - widest))
    let bar = rect.inset(left: line.columns, right: max(1, rect.columns - line.columns - widestBar))
    if let count, most > 0, bar.columns >= narrowestBar {
      grid.draw(Bar.horizontal(count, of: most, columns: bar.columns), in: bar, theme.accent)
    }
    if isSelected { grid.draw("▌", in: line, theme.accent) }
    var space = line.inset(left: 1, right: 2)
    if !detail.isEmpty {
      grid.draw(trailing: detail, in: space, theme.dim)
      space = space.inset(right: detailColumns)
    }
    let number = count.map(CountText.grouped) ?? ""
    let start = grid.draw(trailing: number, in: space, theme.dim)
    space = space.inset(right: number.isEmpty ? 0 : space.endColumn - start + 2)
    if let mark {
      grid.draw(mark.text, in: space, mark.style)
      space = space.inset(left: TextWidth.columns(mark.text) + 1)
    }
    let end = grid.draw(
      TextWidth.cut(name.printable, columns: space.columns), in: space,
      isSelected ? theme.title : theme.text)
    let rest = space.inset(left: end + 2 - space.column)
    grid.draw(TextWidth.cut(note.printable, columns: rest.columns), in: rest, theme.dim)
  }
}

/// A row with a name and a detail.
enum DetailRow {
  /// The width of the mark and name in columns, which aligns the details.
  private static let nameColumns = 24
  /// The width below which details are at the right, using all remaining space.
  private static let fewest = 60

  static func isNarrow(_ rect: Rect) -> Bool { rect.columns < fewest }

  static func draw(
    _ name: String, detail: String, mark: String, isSelected: Bool, in grid: inout Grid,
    _ rect: Rect, _ theme: Theme
  ) {
    if isSelected { grid.draw("▌", in: rect, theme.accent) }
    let space = rect.inset(left: 1)
    grid.draw(mark, in: space, theme.dim)
    let columns = min(nameColumns, space.columns) - 2
    let end = grid.draw(
      TextWidth.cut(name.printable, columns: columns), in: space.inset(left: 2),
      isSelected ? theme.title : theme.text)
    let isNarrow = isNarrow(rect)
    let rest =
      isNarrow
      ? space.inset(left: end + 2 - space.column, right: 2) : space.inset(left: nameColumns + 1)
    guard rest.columns > 0 else { return }
    let words = TextWidth.cut(detail.printable, columns: rest.columns)
    if isNarrow {
      grid.draw(trailing: words, in: rest, theme.dim)
    } else {
      grid.draw(words, in: rest, theme.dim)
    }
  }
}

// MARK: - Scroll position

/// The scroll position as text, such as `↑ ↓  40%`; empty if everything is visible.
enum ScrollIndicator {
  static func text(top: Int, content: Int, height: Int) -> String {
    guard content > height else { return "" }
    return "↑ ↓  \(min(100, (top + height) * 100 / content))%"
  }
}

extension ScrollPosition {
  func indicator(content: Int, height: Int) -> String {
    ScrollIndicator.text(top: top, content: content, height: height)
  }

  /// Returns the visible rows with their lines on the screen.
  func inView<Row>(_ rows: some Sequence<Row>, in rect: Rect) -> [(row: Row, line: Rect)] {
    rows.dropFirst(top).prefix(rect.rows).enumerated().map { ($1, rect.line($0)) }
  }
}

extension Grid {
  /// Draws a vertical rule at the left of a rectangle.
  mutating func drawRule(in rect: Rect, _ theme: Theme) {
    for row in 0..<rect.rows { draw("│", in: rect.line(row), theme.rule) }
  }
}

extension ChoiceList {
  func indicator(count: Int, height: Int) -> String {
    ScrollIndicator.text(top: top, content: count, height: height)
  }
}

// MARK: - Text

/// The column of an entry's text. It is the same for reading and writing, so that the text doesn't
/// move between them.
enum TextColumn {
  /// Long lines are hard to read.
  private static let widest = 80

  /// Returns the column centered in an area.
  static func within(_ rect: Rect) -> Rect {
    let columns = min(widest, rect.columns)
    return rect.inset(
      left: (rect.columns - columns) / 2, right: (rect.columns - columns + 1) / 2)
  }

  /// Returns the column on a screen with a single entry.
  static func alone(on size: Size) -> Rect {
    within(ScreenFrame.body(size).inset(left: 2, right: 2))
  }
}

extension Grid {
  /// Draws texts of people or files, each in its style, as far as they fit.
  mutating func draw(texts: [(text: String, style: Style)], in rect: Rect) {
    let rows = texts.lazy.flatMap { text, style in
      // More than fits isn't needed.
      text.prefix(rect.columns * rect.rows)
        .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        .flatMap { LineWrapping.rows(ofText: $0.printable, columns: rect.columns) }
        .map { ($0, style) }
    }
    for (row, (words, style)) in rows.prefix(rect.rows).enumerated() {
      draw(words, in: rect.line(row), style)
    }
  }

  /// Draws a text on as many lines as it needs.
  mutating func draw(paragraph text: String, in rect: Rect, _ style: Style) {
    for (index, row) in LineWrapping.rows(ofText: text, columns: rect.columns).enumerated() {
      draw(row, in: rect.line(index), style)
    }
  }
}

/// A toast that is too long for the bottom line: it covers the rows above until the next key.
enum LongToast {
  private static let maxRows = 6

  /// Draws a toast, keeping the row of the caret visible.
  static func draw(_ words: String, sparing caret: Point?, in grid: inout Grid, _ style: Style) {
    let columns = grid.size.columns - 2
    guard TextWidth.exceeds(words, columns: columns) else { return }
    let lowest = caret.map { $0.row + 1 } ?? 0
    let space = min(maxRows, grid.size.rows - lowest)
    let rows = LineWrapping.rows(ofText: words, columns: columns)
    guard space > 1 else { return }
    let shown = rows.prefix(space).enumerated().map { index, row in
      let isCut = index == space - 1 && rows.count > space
      return isCut ? TextWidth.cut(row + " …", columns: columns) : row
    }
    let rect = grid.bounds.inset(top: grid.size.rows - shown.count)
    grid.fill(rect)
    for (index, row) in shown.enumerated() {
      grid.draw(row, in: rect.line(index).inset(left: 1, right: 1), style)
    }
  }
}
