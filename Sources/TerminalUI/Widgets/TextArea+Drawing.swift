import TextEditing

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
