/// How a text stands on the screen, for motions that go by what is seen.
package protocol RowGeometry {
  /// How many rows a page motion goes from a place.
  func page(from offset: Int, isDown: Bool, in text: TextRope) -> Int
  /// The first and the last place that the caret can have in the row of a place.
  func row(at offset: Int, in text: TextRope) -> ClosedRange<Int>
  /// The place so many rows below, or above, at a column; without one, at the column of the place.
  /// Returns that column too, for motions that go on.
  func place(_ rows: Int, below offset: Int, goal: Int?, in text: TextRope) -> (Int, goal: Int)
}

/// Each line as one row, and each character as one column.
package struct LineGeometry: RowGeometry {
  package init() {}

  package func page(from offset: Int, isDown: Bool, in text: TextRope) -> Int { 20 }

  package func row(at offset: Int, in text: TextRope) -> ClosedRange<Int> {
    let line = text.lineRange(at: offset)
    return line.lowerBound...line.upperBound
  }

  package func place(
    _ rows: Int, below offset: Int, goal: Int?, in text: TextRope
  ) -> (Int, goal: Int) {
    let line = text.line(at: offset)
    let goal = goal ?? text.substring(text.start(ofLine: line)..<offset).count
    guard line + rows >= 0 else { return (0, goal) }
    guard line + rows < text.lines else { return (text.count, goal) }
    let target = text.lineRange(at: text.start(ofLine: line + rows))
    let columns = text.substring(target).prefix(goal).utf8.count
    return (target.lowerBound + columns, goal)
  }
}
