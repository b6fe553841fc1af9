/// Which part of a long thing is in view: the first row shown, kept within bounds.
package struct ScrollPosition: Hashable, Sendable {
  package private(set) var top = 0

  package init() {}

  /// Moves by rows, so that the last row of the content stays at the bottom at most.
  package mutating func move(by rows: Int, content: Int, height: Int) {
    top = min(max(0, top + rows), max(0, content - height))
  }

  /// Moves as little as needed for these rows to be in view.
  package mutating func reveal(_ rows: Range<Int>, content: Int, height: Int) {
    if rows.lowerBound < top { top = rows.lowerBound }
    if rows.upperBound > top + height { top = min(rows.lowerBound, rows.upperBound - height) }
    move(by: 0, content: content, height: height)
  }
}
