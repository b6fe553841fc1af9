import TextEditing

/// Text of several lines that can be edited, soft-wrapped on the screen.
///
/// Only what is in view is laid out: a key costs the same in a text of any length.
package struct TextArea: Hashable, Sendable {
  package private(set) var content: EditableText
  /// What is shown for the digits of a fold, by which they are found in the text.
  package var foldNames: [String: String] = [:]
  package var tabColumns = 4
  /// Whether the caret's row stays in the middle.
  package var scrollsAsTypewriter = false

  /// The width and height that the text was last laid out for.
  private var size = Size(columns: 80, rows: 24)
  /// Where the first row in view begins.
  private var top = 0
  /// The rows in view.
  package private(set) var rows: [TextRow] = []
  /// What was last scrolled to: as long as that is as it was, scrolling is for the person.
  private var revealed: Revealed?

  private struct Revealed: Hashable, Sendable {
    let caret: Int
    let text: TextRope
    let size: Size
    let tabColumns: Int
    let foldNames: [String: String]
    let isTypewriter: Bool
  }

  /// Begins with the caret at the end. Without a history of its own, undo is someone else's.
  package init(_ text: String = "", keepsHistory: Bool = true) {
    content = EditableText(text, keepsHistory: keepsHistory)
    content.fold = .photo
  }

  package var text: String { content.string }
  package var rope: TextRope { content.rope }
  package var isEmpty: Bool { content.rope.isEmpty }
  /// Where the caret is, in bytes.
  package var caret: Int { content.caret }
  /// The part of the text that is in view.
  package var visibleRange: Range<Int> {
    (rows.first?.range.lowerBound ?? 0)..<(rows.last?.range.upperBound ?? 0)
  }

  /// How it stands on the screen.
  package var geometry: any RowGeometry { layout }

  // MARK: Editing

  /// Inserts a text at the caret, or in place of what is selected.
  package mutating func insert(_ text: String) {
    var ring = KillRing()
    content.apply(.paste(text), &ring)
  }

  /// Carries a command out. Returns the change that came of it; `nil` when the text is as it was.
  @discardableResult
  package mutating func apply(_ command: EditingCommand, _ ring: inout KillRing) -> EditKind? {
    content.apply(command, &ring, rows: layout)
  }

  package mutating func select(_ range: Range<Int>) { content.select(range) }
  package mutating func dropSelection() { content.dropSelection() }

  /// Puts lines in the place of a text, of its occurrences the one nearest to an offset, so that
  /// each stands by itself; without the text, at the caret. The caret stays where it was in what is
  /// left; one that was in the text or right behind it goes to a new line behind them.
  package mutating func replace(_ text: String, near offset: Int, withLines new: [String]) {
    let caret = content.caret
    let range = content.rope.range(of: text, nearest: offset) ?? caret..<caret
    let isAtCaret = (range.lowerBound...range.upperBound).contains(caret)
    var middle = new.joined(separator: "\n")
    if !new.isEmpty {
      if range.lowerBound > 0, content.rope.byte(at: range.lowerBound - 1) != 0x0A {
        middle = "\n" + middle
      }
      if isAtCaret || !startsLine(behind: range.upperBound) { middle += "\n" }
    }
    content.replaceBeside(range, with: middle)
    if isAtCaret { content.move(to: range.lowerBound + middle.utf8.count) }
  }

  private func startsLine(behind offset: Int) -> Bool {
    content.rope.cluster(at: offset).map(\.isNewline) ?? false
  }

  // MARK: Mouse

  /// The place in the text at a place on the screen, given relative to the widget's top left.
  package func offset(column: Int, row: Int) -> Int {
    guard row >= 0 else { return visibleRange.lowerBound }
    guard rows.indices.contains(row) else { return visibleRange.upperBound }
    return layout.offset(at: max(0, column), in: rows[row])
  }

  /// Puts the caret where a click landed, given relative to the widget's top left.
  package mutating func click(column: Int, row: Int) {
    content.endStep()
    content.dropSelection()
    content.move(to: offset(column: column, row: row))
  }

  /// Scrolls without moving the caret, until something else happens.
  package mutating func scroll(by count: Int) {
    var cursor = TextRowCursor(layout, at: top)
    if count < 0 { cursor.moveUp(-count) }
    for _ in 0..<max(0, count) where !cursor.moveDown() { break }
    top = cursor.row.range.lowerBound
    fill(from: cursor)
    if rows.count < size.rows { showEnd() }
  }

  // MARK: Layout

  var layout: TextRows {
    TextRows(
      rope: content.rope, fold: content.fold, names: foldNames, columns: size.columns - 1,
      tabColumns: tabColumns, height: size.rows)
  }

  /// Fits the text into a size and scrolls so that the caret is in view, if it has moved.
  package mutating func layOut(in size: Size) {
    self.size = Size(columns: max(2, size.columns), rows: max(1, size.rows))
    let target = Revealed(
      caret: content.caret, text: content.rope, size: self.size, tabColumns: tabColumns,
      foldNames: foldNames, isTypewriter: scrollsAsTypewriter)
    guard target != revealed else { return }
    revealed = target
    let layout = layout
    top = min(top, layout.rope.count)
    if scrollsAsTypewriter {
      var cursor = TextRowCursor(layout, at: content.caret)
      cursor.moveUp(self.size.rows / 2)
      top = cursor.row.range.lowerBound
      return fill(from: cursor)
    }
    let first = TextRowCursor(layout, at: top)
    top = first.row.range.lowerBound
    fill(from: first)
    if content.caret < top {
      let cursor = TextRowCursor(layout, at: content.caret)
      top = cursor.row.range.lowerBound
      fill(from: cursor)
    } else if !isInView(content.caret) {
      var cursor = TextRowCursor(layout, at: content.caret)
      cursor.moveUp(self.size.rows - 1)
      top = cursor.row.range.lowerBound
      fill(from: cursor)
    }
    // A window that has grown shows what stands above rather than nothing below.
    if rows.count < self.size.rows { showEnd() }
  }

  private func isInView(_ offset: Int) -> Bool {
    guard let last = rows.last, offset >= top else { return false }
    return offset < last.range.upperBound || last.endsLine && offset == last.range.upperBound
  }

  private mutating func fill(from cursor: TextRowCursor) {
    var cursor = cursor
    rows = [cursor.row]
    while rows.count < size.rows, cursor.moveDown() { rows.append(cursor.row) }
  }

  /// Scrolls so that the text's last row is the last one in view.
  private mutating func showEnd() {
    guard top > 0 else { return }
    var cursor = TextRowCursor(layout, at: content.rope.count)
    cursor.moveUp(size.rows - 1)
    top = cursor.row.range.lowerBound
    fill(from: cursor)
  }
}
