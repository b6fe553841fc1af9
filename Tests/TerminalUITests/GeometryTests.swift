import TerminalUI
import TestSupport
import Testing

@Suite("Rectangles")
struct GeometryTests {
  let rect = Rect(column: 2, row: 1, columns: 10, rows: 6)

  @Test("Margins make it smaller, down to nothing")
  func inset() {
    expectEqual(
      rect.inset(left: 1, top: 2, right: 3, bottom: 1), Rect(column: 3, row: 3, columns: 6, rows: 3)
    )
    expect(rect.inset(left: 8, right: 8).isEmpty)
    expectEqual(rect.inset(top: 9).rows, 0)
  }

  @Test("A size is centered, as much of it as fits")
  func centered() {
    expectEqual(
      rect.centered(Size(columns: 4, rows: 2)), Rect(column: 5, row: 3, columns: 4, rows: 2))
    expectEqual(rect.centered(Size(columns: 40, rows: 20)), rect)
  }

  @Test("Rows are cut off the top and the bottom", arguments: [-1, 0, 1, 5, 6, 7])
  func split(_ rows: Int) {
    let cut = max(0, min(rows, 6))
    let top = rect.split(top: rows)
    expectEqual(top.top, Rect(column: 2, row: 1, columns: 10, rows: cut))
    expectEqual(top.rest, Rect(column: 2, row: 1 + cut, columns: 10, rows: 6 - cut))
    let bottom = rect.split(bottom: rows)
    expectEqual(bottom.rest, Rect(column: 2, row: 1, columns: 10, rows: 6 - cut))
    expectEqual(bottom.bottom, Rect(column: 2, row: 7 - cut, columns: 10, rows: cut))
  }

  @Test("Lines are counted from its top, and there are no others")
  func line() {
    expectEqual(rect.line(0), Rect(column: 2, row: 1, columns: 10, rows: 1))
    expectEqual(rect.line(5).row, 6)
    expect(rect.line(6).isEmpty)
    expect(rect.line(-1).isEmpty)
  }

  @Test("It holds its corners and nothing beyond")
  func contains() {
    expect(rect.contains(Point(column: 2, row: 1)))
    expect(rect.contains(Point(column: 11, row: 6)))
    expect(!rect.contains(Point(column: 12, row: 6)))
    expect(!rect.contains(Point(column: 11, row: 7)))
  }

  @Test("What two have in common may be nothing")
  func intersection() {
    let other = Rect(column: 8, row: 0, columns: 10, rows: 3)
    expectEqual(rect.intersection(other), Rect(column: 8, row: 1, columns: 4, rows: 2))
    expect(rect.intersection(Rect(column: 20, row: 20, columns: 1, rows: 1)).isEmpty)
  }
}
