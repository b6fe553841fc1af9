import TextEditing

/// A row of a text, from which one goes up and down.
struct TextRowCursor {
  private let text: TextRows
  private var segment: Range<Int>
  private var rows: [TextRow]
  private var index: Int

  /// The row that a place is in; the lower one of two that it is between.
  init(_ text: TextRows, at offset: Int) {
    self.text = text
    segment = text.segment(at: offset)
    rows = text.rows(of: segment)
    index = rows.lastIndex { $0.range.lowerBound <= offset } ?? 0
  }

  var row: TextRow { rows[index] }

  /// Whether there was a row below.
  mutating func moveDown() -> Bool {
    if index + 1 < rows.count {
      index += 1
      return true
    }
    // Behind the line end there is another line, if only an empty one.
    let start =
      row.endsLine ? text.rope.clusterEnd(after: segment.upperBound) : segment.upperBound
    guard segment.upperBound < text.rope.count else { return false }
    enter(text.segment(at: start))
    index = 0
    return true
  }

  /// Whether there was a row above.
  mutating func moveUp() -> Bool {
    if index > 0 {
      index -= 1
      return true
    }
    guard segment.lowerBound > 0 else { return false }
    enter(text.segment(at: segment.lowerBound - 1))
    index = rows.count - 1
    return true
  }

  private mutating func enter(_ segment: Range<Int>) {
    self.segment = segment
    rows = text.rows(of: segment)
  }
}

extension TextRows: RowGeometry {
  /// What was below the rows in view is in view then, and nothing is passed by.
  func page(from offset: Int, isDown: Bool, in text: TextRope) -> Int {
    var left = max(1, height - 1)
    guard !pictureRows.isEmpty else { return left }
    var cursor = TextRowCursor(self, at: offset)
    var rows = 0
    while left > 0 {
      let above = cursor.row
      guard isDown ? cursor.moveDown() : cursor.moveUp() else { return rows + left }
      left -= (isDown ? above : cursor.row).height
      if left >= 0 || rows == 0 { rows += 1 }
    }
    return rows
  }

  func row(at offset: Int, in text: TextRope) -> ClosedRange<Int> {
    let row = TextRowCursor(self, at: offset).row
    return row.range.lowerBound...max(row.range.lowerBound, lastPlace(in: row))
  }

  func place(
    _ rows: Int, below offset: Int, goal: Int?, in text: TextRope
  ) -> (Int, goal: Int) {
    var cursor = TextRowCursor(self, at: offset)
    let goal = goal ?? column(of: offset, in: cursor.row)
    for _ in 0..<abs(rows) {
      if rows > 0, !cursor.moveDown() { return (cursor.row.range.upperBound, goal) }
      if rows < 0, !cursor.moveUp() { return (0, goal) }
    }
    return (self.offset(at: goal, in: cursor.row), goal)
  }
}
