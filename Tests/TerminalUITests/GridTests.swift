import TerminalUI
import TestSupport
import Testing

@Suite("Drawing into cells")
struct GridTests {
  @Test(
    "A text that is too long ends in …",
    arguments: [
      ("abcde", 5, "abcde"), ("abcdef", 5, "abcd…"), ("한글날", 6, "한글날"), ("한글날", 5, "한글…"),
      ("한글날", 4, "한…"), ("한글날", 2, "…"), ("한", 1, "…"), ("ab", 1, "…"), ("", 3, ""),
      ("abe\u{301}", 3, "abe\u{301}"), ("ab\u{200B}", 2, "ab"), ("न्दी", 2, "…"), ("कि", 2, "कि"),
    ])
  func clipping(_ text: String, _ columns: Int, _ shown: String) {
    let grid = drawn(columns: 8) { grid in
      let rect = grid.bounds.inset(right: 8 - columns)
      let end = grid.draw(text, in: rect)
      expectEqual(end, TextWidth.columns(shown))
    }
    expectEqual(scalars(grid.text(ofRow: 0)), scalars(shown))
    expectSound(grid)
  }

  @Test("Nothing is drawn outside the grid, nor crashes there")
  func outside() {
    for column in -6..<8 {
      for row in -3..<5 {
        let rect = Rect(column: column, row: row, columns: 4, rows: 2)
        let grid = drawn(columns: 5, rows: 3) { grid in
          grid.draw("한글x", in: rect)
          grid.draw(trailing: "글", in: rect)
          grid.fill(rect, Style(.bold))
          grid.draw("नदी漢", in: rect)
        }
        expectSound(grid)
      }
    }
  }

  @Test("A wide character at the edge becomes a blank")
  func wideAtTheEdge() {
    let right = drawn(columns: 3) { $0.put(DisplayForm("한"), column: 2, row: 0, .plain) }
    expectEqual(right.text, "")
    let left = drawn(columns: 3) { grid in
      grid.draw("abc", in: grid.bounds)
      grid.put(DisplayForm("한"), column: -1, row: 0, .plain)
    }
    expectEqual(left.text, " bc")
    expectSound(left)
  }

  @Test("Half of a wide character that is drawn over loses its other half", arguments: 0..<6)
  func overdrawing(_ column: Int) {
    let narrow = drawn(columns: 6) { grid in
      grid.draw("한글날", in: grid.bounds)
      grid.put(DisplayForm("x"), column: column, row: 0, .plain)
    }
    expectSound(narrow)
    expectEqual(narrow[column, 0].text, "x")
    let wide = drawn(columns: 6) { grid in
      grid.draw("한글날", in: grid.bounds)
      grid.put(DisplayForm("漢"), column: column, row: 0, .plain)
    }
    expectSound(wide)
  }

  @Test("Overdrawing at every place leaves the rest")
  func overdrawnText() {
    let text = { (column: Int) in
      drawn(columns: 6) { grid in
        grid.draw("한글날", in: grid.bounds)
        grid.put(DisplayForm("漢"), column: column, row: 0, .plain)
      }.text
    }
    expectEqual(text(0), "漢글날")
    expectEqual(text(1), " 漢 날")
    expectEqual(text(2), "한漢날")
    expectEqual(text(3), "한 漢")
    expectEqual(text(4), "한글漢")
  }

  @Test("Trailing text ends at the right edge, or is cut at its end")
  func trailing() {
    let short = drawn(columns: 8) { grid in
      let start = grid.draw(trailing: "한글", in: grid.bounds)
      expectEqual(start, 4)
    }
    expectEqual(short.text, "    한글")
    let long = drawn(columns: 5) { $0.draw(trailing: "abcdefg", in: $0.bounds) }
    expectEqual(long.text, "abcd…")
  }

  @Test("Filling blanks a rectangle in a style")
  func fill() {
    let grid = drawn(columns: 6, rows: 3) { grid in
      for row in 0..<3 { grid.draw("한글날", in: grid.bounds.line(row)) }
      grid.fill(Rect(column: 1, row: 1, columns: 2, rows: 5), Style(.reverse))
    }
    expectEqual(grid.text, "한글날\n    날\n    날")
    expectEqual(grid[1, 1].style, Style(.reverse))
    expectEqual(grid[3, 1].style, .plain)
    expectSound(grid)
  }

  @Test("A picture is drawn in the middle of its room's width, cut to it")
  func picture() throws {
    let cells = "abcdef".map { Cell(String($0)) }
    let picture = try require(CellPicture(size: Size(columns: 3, rows: 2), cells: cells))
    let whole = drawn(columns: 7, rows: 2) { grid in
      let place = grid.draw(picture, in: grid.bounds)
      expectEqual(place, Rect(column: 2, row: 0, columns: 3, rows: 2))
    }
    expectEqual(whole.text, "  abc\n  def")
    expectEqual(drawn(columns: 2, rows: 1) { $0.draw(picture, in: $0.bounds) }.text, "ab")
    expectNil(CellPicture(size: Size(columns: 3, rows: 3), cells: cells))
  }

  @Test("Without pictures text stays, and in their place is what others showed there before")
  func withoutDrawings() throws {
    func picture(_ text: String) throws -> CellPicture {
      try require(
        CellPicture(size: Size(columns: 3, rows: 2), cells: text.map { Cell(String($0)) }))
    }
    let (first, second) = (try picture("abcdef"), try picture("uvwxyz"))
    let before = drawn(columns: 4, rows: 2) { grid in
      grid.draw("1234", in: grid.bounds)
      grid.draw(first, in: Rect(column: 0, row: 1, columns: 3, rows: 1))
    }
    let now = drawn(columns: 4, rows: 2) { grid in
      grid.draw(second, in: Rect(column: 0, row: 0, columns: 3, rows: 2))
      grid.draw("-", in: Rect(column: 1, row: 1, columns: 2, rows: 1))
    }
    expectEqual(now.text, "uvw\nx-z")
    expectEqual(now.withoutDrawings(keeping: before).text, "\na-c")
    expectEqual(now.withoutDrawings(keeping: nil).text, "\n -")
    expectEqual(now.withoutDrawings(keeping: drawn(columns: 1, rows: 1) { _ in }).text, "\n -")
  }

  @Test("A picture that is covered in part goes, and what it lay over is seen again")
  func uncovered() {
    let picture = PixelPicture(
      encoding: .png, pixels: PixelSize(width: 10, height: 10), bytes: [])
    func grid(_ cover: (inout Grid) -> Void) -> Grid {
      var grid = drawn(columns: 8, rows: 3) { grid in
        for row in 0..<3 { grid.draw("abcdefgh", in: grid.bounds.line(row)) }
        grid.place(
          PlacedPicture(picture, rect: Rect(column: 1, row: 0, columns: 3, rows: 3)))
        grid.place(
          PlacedPicture(picture, rect: Rect(column: 5, row: 0, columns: 2, rows: 3)))
        cover(&grid)
      }
      grid.uncover { _ in nil }
      return grid
    }
    let free = grid { _ in }
    expectEqual(free.pictures.count, 2)
    expectEqual(free.text(ofRow: 1), "a\u{2800}\u{2800}\u{2800}e\u{2800}\u{2800}h")
    let covered = grid { $0.draw("XY", in: Rect(column: 2, row: 1, columns: 2, rows: 1)) }
    expectEqual(covered.pictures.map(\.rect.column), [5])
    expectEqual(covered.text(ofRow: 0), "abcde\u{2800}\u{2800}h")
    expectEqual(covered.text(ofRow: 1), "abXYe\u{2800}\u{2800}h")
  }

  @Test("A grid of no size holds nothing")
  func empty() {
    let grid = drawn(columns: -1, rows: 0) { $0.draw("a", in: Rect(Size(columns: 3, rows: 3))) }
    expectEqual(grid.size, Size(columns: 0, rows: 0))
    expectEqual(grid.text, "")
  }
}
