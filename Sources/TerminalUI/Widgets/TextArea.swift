import Text

/// A multi-line text editor with soft wrapping.
///
/// Only the visible part is laid out, so a key takes the same time in a text of any length.
package struct TextArea: Hashable, Sendable {
  package private(set) var content: EditableText
  /// The labels of folds, by their digits.
  package var foldNames: [String: String] = [:]
  /// The number of rows that a fold's picture takes below its line, by the fold's digits. The rows
  /// are left free, and the caret skips them.
  package var pictureRows: [String: Int] = [:]
  package var tabColumns = 4
  /// Indicates that the caret's row stays in the middle.
  package var scrollsAsTypewriter = false

  /// The size of the last layout.
  private var size = Size(columns: 80, rows: 24)
  /// The offset of the first visible row.
  private var top = 0
  /// The number of rows of the first visible row and its pictures that are above the view.
  private var skipped = 0
  /// The visible rows.
  package private(set) var rows: [TextRow] = []
  /// The state at the last scroll to the caret. As long as it is unchanged, the user scrolls
  /// freely.
  private var revealed: Revealed?

  private struct Revealed: Hashable, Sendable {
    let caret: Int
    let text: TextRope
    let size: Size
    let tabColumns: Int
    let foldNames: [String: String]
    let pictureRows: [String: Int]
    let isTypewriter: Bool
    let emoji = EmojiSequences.current
  }

  /// Creates an editor with the caret at the end. Without `keepsHistory`, undo is up to the caller.
  package init(_ text: String = "", keepsHistory: Bool = true) {
    content = EditableText(text, keepsHistory: keepsHistory)
    content.fold = .photo
  }

  package var text: String { content.string }
  package var rope: TextRope { content.rope }
  package var isEmpty: Bool { content.rope.isEmpty }
  /// The caret's offset in bytes.
  package var caret: Int { content.caret }
  /// The visible part of the text.
  package var visibleRange: Range<Int> {
    (rows.first?.range.lowerBound ?? 0)..<(rows.last?.range.upperBound ?? 0)
  }

  /// The visible rows, each with its position from the top of the widget. Of the first one, only
  /// pictures may be visible.
  package var placedRows: [(row: TextRow, top: Int)] {
    var next = -skipped
    return rows.map { row in
      defer { next += row.height }
      return (row, next)
    }
  }

  /// The layout in rows, for motions.
  package var geometry: any RowGeometry { layout }

  // MARK: Editing

  /// Inserts a text at the caret, or replaces the selection with it.
  package mutating func insert(_ text: String) {
    var ring = KillRing()
    content.apply(.paste(text), &ring)
  }

  /// Applies a command.
  /// - Returns: the kind of the change, or `nil` if the text is unchanged.
  @discardableResult
  package mutating func apply(_ command: EditingCommand, _ ring: inout KillRing) -> EditKind? {
    content.apply(command, &ring, rows: layout)
  }

  package mutating func select(_ range: Range<Int>) { content.select(range) }
  package mutating func dropSelection() { content.dropSelection() }

  /// Replaces the occurrence of a text nearest to `offset` with complete lines, or inserts them at
  /// the caret if it doesn't occur. A caret within the replaced text or right after it moves to a
  /// new line after the inserted ones; otherwise it stays where it was.
  package mutating func replace(_ text: String, near offset: Int, withLines new: [String]) {
    let caret = content.caret
    let range = content.rope.range(of: text, nearest: offset) ?? caret..<caret
    let isAtCaret = (range.lowerBound...range.upperBound).contains(caret)
    var middle = new.joined(separator: "\n")
    if !new.isEmpty {
      if range.lowerBound > 0, content.rope.byte(at: range.lowerBound - 1) != 0x0A {
        middle = "\n" + middle
      }
      if isAtCaret || !startsLine(after: range.upperBound) { middle += "\n" }
    }
    content.replaceBeside(range, with: middle)
    if isAtCaret { content.move(to: range.lowerBound + middle.utf8.count) }
  }

  private func startsLine(after offset: Int) -> Bool {
    content.rope.cluster(at: offset).map(\.isNewline) ?? false
  }

  // MARK: Mouse

  /// Returns the offset of the text at a position relative to the top left of the widget.
  package func offset(column: Int, row: Int) -> Int {
    guard row >= 0 else { return visibleRange.lowerBound }
    guard let place = placedRows.first(where: { row < $0.top + $0.row.height }) else {
      return visibleRange.upperBound
    }
    // A picture belongs to the line above it.
    return row > place.top
      ? place.row.range.upperBound : layout.offset(at: max(0, column), in: place.row)
  }

  /// Places the caret at a clicked position relative to the top left of the widget.
  package mutating func click(column: Int, row: Int) {
    content.endStep()
    content.dropSelection()
    content.move(to: offset(column: column, row: row))
  }

  /// Scrolls without moving the caret, until the text or the caret changes.
  package mutating func scroll(by count: Int) {
    var cursor = TextRowCursor(layout, at: top)
    for _ in 0..<max(0, -count) {
      if skipped > 0 {
        skipped -= 1
      } else if cursor.moveUp() {
        skipped = cursor.row.pictureRows
      } else {
        break
      }
    }
    for _ in 0..<max(0, count) {
      if skipped < cursor.row.pictureRows {
        skipped += 1
      } else if cursor.moveDown() {
        skipped = 0
      } else {
        break
      }
    }
    fill(from: cursor)
    if filledRows < size.rows { showEnd() }
  }

  // MARK: Layout

  var layout: TextRows {
    TextRows(
      rope: content.rope, fold: content.fold, names: foldNames, pictureRows: pictureRows,
      columns: size.columns - 1, tabColumns: tabColumns, height: size.rows)
  }

  /// Lays the text out in a size and scrolls to the caret if it has moved.
  package mutating func layOut(in size: Size) {
    self.size = Size(columns: max(2, size.columns), rows: max(1, size.rows))
    let target = Revealed(
      caret: content.caret, text: content.rope, size: self.size, tabColumns: tabColumns,
      foldNames: foldNames, pictureRows: pictureRows, isTypewriter: scrollsAsTypewriter)
    guard target != revealed else { return }
    revealed = target
    let layout = layout
    top = min(top, layout.rope.count)
    if scrollsAsTypewriter {
      return show(TextRowCursor(layout, at: content.caret), below: self.size.rows / 2)
    }
    let first = TextRowCursor(layout, at: top)
    skipped = min(skipped, first.row.pictureRows)
    fill(from: first)
    let caret = TextRowCursor(layout, at: content.caret)
    if caret.row.range.lowerBound < top || caret.row == first.row && skipped > 0 {
      show(caret, below: 0)
    } else if !isInView(caret.row) {
      showLast(caret)
    }
    // If the window has grown, show more rows above rather than empty rows below.
    if filledRows < self.size.rows { showEnd() }
  }

  /// Returns whether a row is visible, with its pictures if they fit.
  private func isInView(_ row: TextRow) -> Bool {
    placedRows.contains { $0.row == row && $0.top + min(row.height, size.rows) <= size.rows }
  }

  private var filledRows: Int { rows.reduce(-skipped) { $0 + $1.height } }

  private mutating func fill(from cursor: TextRowCursor) {
    var cursor = cursor
    top = cursor.row.range.lowerBound
    rows = [cursor.row]
    while filledRows < size.rows, cursor.moveDown() { rows.append(cursor.row) }
  }

  /// Scrolls so that `count` rows are above a row, or as many as there are.
  private mutating func show(_ row: TextRowCursor, below count: Int) {
    var cursor = row
    var left = count
    skipped = 0
    while left > 0, cursor.moveUp() {
      skipped = max(0, cursor.row.height - left)
      left -= cursor.row.height
    }
    fill(from: cursor)
  }

  /// Scrolls so that a row and its pictures are the last visible ones.
  private mutating func showLast(_ row: TextRowCursor) {
    show(row, below: size.rows - min(row.row.height, size.rows))
  }

  private mutating func showEnd() {
    if top > 0 || skipped > 0 { showLast(TextRowCursor(layout, at: content.rope.count)) }
  }
}

// MARK: - Drawing

extension TextArea {
  /// The appearance of the text.
  package struct Appearance {
    package var text = Style.plain
    /// The style of fold labels, and of spaces at the ends of lines.
    package var symbols = Style.plain
    /// The styles of parts; later ones are drawn over earlier ones. Only the visible parts are
    /// needed.
    package var parts: [(range: Range<Int>, style: Style)] = []
    /// The part that isn't dimmed, or `nil` to dim nothing.
    package var focus: Range<Int>?
    package var showsTrailingBlanks = false

    package init() {}
  }

  /// Draws the visible rows, with the selection in reverse. Returns the caret's position, or `nil`
  /// if it isn't visible.
  @discardableResult
  package func draw(in grid: inout Grid, _ rect: Rect, _ look: Appearance = Appearance()) -> Point?
  {
    let layout = layout
    var caretPoint: Point?
    for (row, index) in placedRows where (0..<rect.rows).contains(index) {
      draw(row, layout, in: &grid, rect.line(index), look)
      let ends = row.range.lowerBound...row.range.upperBound
      if ends.contains(content.caret), row.endsLine || content.caret < ends.upperBound {
        let column = rect.column + layout.column(of: content.caret, in: row)
        caretPoint = Point(column: min(column, max(0, rect.endColumn - 1)), row: rect.row + index)
      }
    }
    return caretPoint
  }

  private func draw(
    _ row: TextRow, _ layout: TextRows, in grid: inout Grid, _ rect: Rect, _ look: Appearance
  ) {
    let styles = RowStyles(row, look, selection: content.selection)
    let text = layout.rope.substring(row.range)
    let blanks = look.showsTrailingBlanks && row.endsLine ? trailingBlanks(text) : 0
    var position = row.range.lowerBound
    var column = rect.column
    var folded = position
    for character in text {
      defer { position += character.utf8.count }
      if position < folded { continue }
      let style = styles[position]
      if character == "(", let fold = layout.fold(at: position) {
        folded = fold.upperBound
        for character in layout.label(of: fold) {
          draw(
            DisplayForm(character), at: &column, in: &grid, rect, styles.symbolStyle(over: style))
        }
      } else if character == "\t" {
        let width = TextWidth.columns(
          of: character, at: column - rect.column, tabColumns: tabColumns)
        for _ in 0..<width { draw(DisplayForm(" "), at: &column, in: &grid, rect, style) }
      } else if blanks > 0, position >= row.range.upperBound - blanks {
        draw(DisplayForm("·"), at: &column, in: &grid, rect, styles.symbolStyle(over: style))
      } else {
        draw(DisplayForm(character), at: &column, in: &grid, rect, style)
      }
    }
    // Show a selected line end as a space.
    if row.endsLine, styles.isSelected(row.range.upperBound) {
      draw(DisplayForm(" "), at: &column, in: &grid, rect, Style.plain.adding(.reverse))
    }
  }

  private func draw(
    _ form: DisplayForm, at column: inout Int, in grid: inout Grid, _ rect: Rect, _ style: Style
  ) {
    guard column + form.width <= rect.endColumn else { return }
    grid.put(form, column: column, row: rect.row, style)
    column += form.width
  }

  /// Returns the number of spaces at the end, which is also their length in bytes.
  private func trailingBlanks(_ text: String) -> Int {
    text.utf8.reversed().prefix { $0 == 0x20 }.count
  }
}

/// The styles of a row by offset.
private struct RowStyles {
  private let look: TextArea.Appearance
  private let parts: [(range: Range<Int>, style: Style)]
  private let selection: Range<Int>?

  init(_ row: TextRow, _ look: TextArea.Appearance, selection: Range<Int>?) {
    self.look = look
    self.selection = selection
    parts = look.parts.filter { $0.range.overlaps(row.range) }
  }

  subscript(_ position: Int) -> Style {
    var style = parts.last { $0.range.contains(position) }?.style ?? look.text
    if let focus = look.focus, !focus.contains(position) { style = style.adding(.dim) }
    return isSelected(position) ? style.adding(.reverse) : style
  }

  func isSelected(_ position: Int) -> Bool { selection?.contains(position) ?? false }

  /// Returns the style of a label or symbol in place of text with another style.
  func symbolStyle(over style: Style) -> Style {
    var symbol = look.symbols
    symbol.attributes.formUnion(style.attributes.intersection([.reverse, .dim]))
    return symbol
  }
}

// MARK: - The caret's line

extension TextArea {
  /// The line that contains the caret.
  package struct CaretLine: Hashable, Sendable {
    /// The line number, from 1.
    package let number: Int
    /// The number of lines in the text.
    package let count: Int
    package let text: String
    /// The number of characters before the caret.
    package let caret: Int
  }

  package var caretLine: CaretLine {
    let range = rope.lineRange(at: caret)
    return CaretLine(
      number: rope.line(at: caret) + 1, count: rope.lines, text: rope.substring(range),
      caret: rope.substring(range.lowerBound..<caret).count)
  }
}
