import TextEditing

/// Text of several lines that can be edited, soft-wrapped on the screen.
///
/// Only what is in view is laid out: a key costs the same in a text of any length.
package struct TextArea: Hashable, Sendable {
  package private(set) var content: EditableText
  /// What is shown for the digits of a fold, by which they are found in the text.
  package var foldNames: [String: String] = [:]
  /// How many rows the picture of a fold takes below its line, by the fold's digits. The rows are
  /// kept free; the caret never stands in them.
  package var pictureRows: [String: Int] = [:]
  package var tabColumns = 4
  /// Whether the caret's row stays in the middle.
  package var scrollsAsTypewriter = false

  /// The width and height that the text was last laid out for.
  private var size = Size(columns: 80, rows: 24)
  /// Where the first row in view begins.
  private var top = 0
  /// How many rows of that one and of its pictures are above the view.
  private var skipped = 0
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
    let pictureRows: [String: Int]
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

  /// The rows in view, each with where it begins, relative to the widget's top. Of the first one
  /// there may be only pictures left.
  package var placedRows: [(row: TextRow, top: Int)] {
    var next = -skipped
    return rows.map { row in
      defer { next += row.height }
      return (row, next)
    }
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
    guard let place = placedRows.first(where: { row < $0.top + $0.row.height }) else {
      return visibleRange.upperBound
    }
    // A picture belongs to the line above it.
    return row > place.top
      ? place.row.range.upperBound : layout.offset(at: max(0, column), in: place.row)
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

  /// Fits the text into a size and scrolls so that the caret is in view, if it has moved.
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
    // A window that has grown shows what stands above rather than nothing below.
    if filledRows < self.size.rows { showEnd() }
  }

  /// With its pictures, where there is room for them.
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

  /// Scrolls so that a row has so many above it, or as many as there are.
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

  /// Scrolls so that a row is the last one in view, with its pictures.
  private mutating func showLast(_ row: TextRowCursor) {
    show(row, below: size.rows - min(row.row.height, size.rows))
  }

  private mutating func showEnd() {
    if top > 0 || skipped > 0 { showLast(TextRowCursor(layout, at: content.rope.count)) }
  }
}

extension TextArea {
  /// How the text looks.
  package struct Appearance {
    package var text = Style.plain
    /// Of what stands for a fold, and for blanks at the end of a line.
    package var sign = Style.plain
    /// Parts that look otherwise; what comes later lies over what comes before. Those that are in
    /// view are enough.
    package var parts: [(range: Range<Int>, style: Style)] = []
    /// All but this part is dim.
    package var focus: Range<Int>?
    package var showsTrailingBlanks = false

    package init() {}
  }

  /// Draws the rows in view, what is selected reversed. Returns the caret's place; `nil` when it was
  /// scrolled out of view.
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
          draw(DisplayForm(character), at: &column, in: &grid, rect, styles.sign(style))
        }
      } else if character == "\t" {
        let width = TextWidth.columns(
          of: character, at: column - rect.column, tabColumns: tabColumns)
        for _ in 0..<width { draw(DisplayForm(" "), at: &column, in: &grid, rect, style) }
      } else if blanks > 0, position >= row.range.upperBound - blanks {
        draw(DisplayForm("·"), at: &column, in: &grid, rect, styles.sign(style))
      } else {
        draw(DisplayForm(character), at: &column, in: &grid, rect, style)
      }
    }
    // A selected line end is seen as a blank.
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

  /// In bytes.
  private func trailingBlanks(_ text: String) -> Int {
    text.utf8.reversed().prefix { $0 == 0x20 }.count
  }
}

/// The styles of the places of a row.
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

  /// The style of a sign in the place of text that would have another one.
  func sign(_ style: Style) -> Style {
    var sign = look.sign
    sign.attributes.formUnion(style.attributes.intersection([.reverse, .dim]))
    return sign
  }
}

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
