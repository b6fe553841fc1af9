import TerminalUI
import TestSupport
import Testing

@Suite struct GridTests {
  @Test(arguments: [
    ("abcde", 5, "abcde"), ("abcdef", 5, "abcd…"), ("한글날", 6, "한글날"), ("한글날", 5, "한글…"),
    ("한글날", 4, "한…"), ("한글날", 2, "…"), ("한", 1, "…"), ("ab", 1, "…"), ("", 3, ""),
    ("abe\u{301}", 3, "abe\u{301}"), ("ab\u{200B}", 2, "ab"), ("न्दी", 2, "…"), ("कि", 2, "कि"),
  ])
  func `truncates long text with …`(_ text: String, _ columns: Int, _ shown: String) {
    let grid = drawn(columns: 8) { grid in
      let rect = grid.bounds.inset(right: 8 - columns)
      let end = grid.draw(text, in: rect)
      expectEqual(end, TextWidth.columns(shown))
    }
    expectEqual(scalars(grid.text(ofRow: 0)), scalars(shown))
    expectSound(grid)
  }

  @Test func `drawing outside the grid has no effect`() {
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
    let none = drawn(columns: -1, rows: 0) { $0.draw("a", in: Rect(Size(columns: 3, rows: 3))) }
    expectEqual(none.size, Size(columns: 0, rows: 0))
    expectEqual(none.text, "")
  }

  @Test func `a wide character at the edge becomes a blank`() {
    let right = drawn(columns: 3) { $0.put(DisplayForm("한"), column: 2, row: 0, .plain) }
    expectEqual(right.text, "")
    let left = drawn(columns: 3) { grid in
      grid.draw("abc", in: grid.bounds)
      grid.put(DisplayForm("한"), column: -1, row: 0, .plain)
    }
    expectEqual(left.text, " bc")
    expectSound(left)
  }

  @Test(arguments: [
    (0, "x 글날", "漢글날"), (1, " x글날", " 漢 날"), (2, "한x 날", "한漢날"), (3, "한 x날", "한 漢"),
    (4, "한글x", "한글漢"), (5, "한글 x", "한글"),
  ])
  func `overwriting half of a wide character blanks the other half`(
    _ column: Int, _ narrow: String, _ wide: String
  ) {
    for (character, text) in [("x", narrow), ("漢", wide)] as [(Character, String)] {
      let grid = drawn(columns: 6) { grid in
        grid.draw("한글날", in: grid.bounds)
        grid.put(DisplayForm(character), column: column, row: 0, .plain)
      }
      expectSound(grid)
      expectEqual(grid.text, text)
    }
  }

  @Test func `aligns trailing text right, or cuts its end`() {
    let short = drawn(columns: 8) { grid in
      let start = grid.draw(trailing: "한글", in: grid.bounds)
      expectEqual(start, 4)
    }
    expectEqual(short.text, "    한글")
    let long = drawn(columns: 5) { $0.draw(trailing: "abcdefg", in: $0.bounds) }
    expectEqual(long.text, "abcd…")
  }

  @Test func `fill blanks a rectangle in a style`() {
    let grid = drawn(columns: 6, rows: 3) { grid in
      for row in 0..<3 { grid.draw("한글날", in: grid.bounds.line(row)) }
      grid.fill(Rect(column: 1, row: 1, columns: 2, rows: 5), Style(.reverse))
    }
    expectEqual(grid.text, "한글날\n    날\n    날")
    expectEqual(grid[1, 1].style, Style(.reverse))
    expectEqual(grid[3, 1].style, .plain)
    expectSound(grid)
  }

  @Test func `centers a picture horizontally and cuts it to its space`() throws {
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

  @Test func `keeps the text under pictures, and shows it in their place`() throws {
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

  @Test func `cuts pictures around what is drawn over them`() {
    let pixels = PixelPicture(encoding: .png, pixels: PixelSize(width: 10, height: 10), bytes: [])
    let placed = PlacedPicture(
      pixels, rect: Rect(column: 1, row: 1, columns: 6, rows: 5),
      whole: Size(columns: 7, rows: 6), skippedRows: 1)
    func pictures(_ cover: (inout Grid) -> Void) -> [PlacedPicture] {
      var grid = drawn(columns: 8, rows: 7) { grid in
        grid.place(placed)
        cover(&grid)
      }
      grid.cutPictures()
      for row in 0..<7 {
        for column in 0..<8 {
          let point = Point(column: column, row: row)
          let count = grid.pictures.count { $0.rect.contains(point) }
          expectEqual(count, grid[column, row] == .underPicture ? 1 : 0, "\(point)")
        }
      }
      return grid.pictures
    }
    func rect(_ column: Int, _ row: Int, _ columns: Int, _ rows: Int) -> Rect {
      Rect(column: column, row: row, columns: columns, rows: rows)
    }
    expectEqual(pictures { _ in }, [placed])
    let around = pictures { $0.fill(rect(3, 2, 2, 2)) }
    expectEqual(
      around.map(\.rect), [rect(1, 1, 6, 1), rect(1, 2, 2, 2), rect(5, 2, 2, 2), rect(1, 4, 6, 2)])
    expectEqual(around.map(\.skippedColumns), [0, 0, 4, 0])
    expectEqual(around.map(\.skippedRows), [1, 2, 2, 4])
    expect(around.allSatisfy { $0.hasSamePosition(as: placed) })
    // Two dialogs, one over the edge.
    expectEqual(
      pictures {
        $0.fill(rect(0, 0, 4, 3))
        $0.fill(rect(5, 2, 3, 5))
      }.map(\.rect),
      [rect(4, 1, 3, 1), rect(4, 2, 1, 1), rect(1, 3, 4, 3)])
    expectEqual(pictures { $0.fill($0.bounds) }, [])
    // A picture in a dialog, with text over it.
    let upper = PlacedPicture(
      PixelPicture(encoding: .png, pixels: PixelSize(width: 10, height: 10), bytes: []),
      rect: rect(3, 2, 2, 3))
    let both = pictures {
      $0.place(upper)
      $0.fill(rect(2, 4, 2, 1))
    }
    expectEqual(
      both.filter(upper.hasSamePosition).map(\.rect), [rect(3, 2, 2, 2), rect(4, 4, 1, 1)])
    expectEqual(both.filter(placed.hasSamePosition).count, 5)
  }

  @Test func `subtracts rectangles`() {
    let rect = Rect(column: 2, row: 1, columns: 6, rows: 4)
    let others = [
      Rect(column: 0, row: 0, columns: 3, rows: 2), Rect(column: 4, row: 2, columns: 2, rows: 2),
      Rect(column: 7, row: 4, columns: 9, rows: 9), Rect(column: 20, row: 0, columns: 3, rows: 3),
    ]
    let points = rect.subtracting(others).flatMap(\.points)
    expectEqual(points.count, Set(points).count)
    let left = rect.points.filter { point in !others.contains { $0.contains(point) } }
    expectEqual(Set(points), Set(left))
    expectEqual(rect.subtracting([]), [rect])
    expectEqual(rect.subtracting([rect]), [])
  }
}

@Suite struct BrailleCanvasTests {
  private func rows(_ canvas: BrailleCanvas) -> [String] {
    (0..<canvas.size.rows).map { row in
      (0..<canvas.size.columns).map { canvas.cell(column: $0, row: row)?.text ?? " " }.joined()
    }
  }

  @Test func `each dot has its place in its cell`() {
    let dots = ["⠁", "⠈", "⠂", "⠐", "⠄", "⠠", "⡀", "⢀"]
    for (index, dot) in dots.enumerated() {
      var canvas = BrailleCanvas(Size(columns: 1, rows: 1))
      canvas.dot(index % 2, index / 2, ink: 1)
      expectEqual(rows(canvas), [dot])
    }
    var canvas = BrailleCanvas(Size(columns: 2, rows: 1))
    for (x, y) in [(-1, 0), (0, -1), (4, 0), (0, 4), (.max, .min)] { canvas.dot(x, y, ink: 1) }
    expectEqual(rows(canvas), ["  "])
    expectEqual(rows(BrailleCanvas(Size(columns: -1, rows: 2))), ["", ""])
  }

  @Test func `a line fills all cells between its ends, in either direction`() {
    var canvas = BrailleCanvas(Size(columns: 4, rows: 2))
    canvas.line(from: (0, 0), to: (7, 7), ink: 1)
    expectEqual(rows(canvas), ["⠑⢄  ", "  ⠑⢄"])
    var back = BrailleCanvas(Size(columns: 4, rows: 2))
    back.line(from: (7, 7), to: (0, 0), ink: 1)
    expectEqual(rows(back), rows(canvas))
    var flat = BrailleCanvas(Size(columns: 3, rows: 1))
    flat.line(from: (0, 3), to: (5, 3), ink: 1)
    expectEqual(rows(flat), ["⣀⣀⣀"])
  }

  @Test func `clips lines to the canvas`() {
    var canvas = BrailleCanvas(Size(columns: 4, rows: 2))
    canvas.line(from: (0.5, 0.5), to: (7.5, 0.5), ink: 1)
    expectEqual(canvas.cell(column: 0, row: 0)?.text, "⠉")
    expectNil(canvas.cell(column: 0, row: 1))
    canvas.line(from: (-1e9, 7.5), to: (1e9, 7.5), ink: 2, isDotted: true)
    expectEqual(canvas.cell(column: 3, row: 1)?.ink, 2)
    canvas.line(from: (.nan, 0), to: (3, 3), ink: 9)
    canvas.line(from: (0, -.infinity), to: (3, 3), ink: 9)
    canvas.line(from: (100, 100), to: (200, 120), ink: 9)
    let inks = (0..<4).flatMap { column in
      (0..<2).compactMap { canvas.cell(column: column, row: $0)?.ink }
    }
    expectLacks(inks, 9)
    var none = BrailleCanvas(Size(columns: 0, rows: 0))
    none.line(from: (0, 0), to: (1, 1), ink: 1)
  }
}

@Suite struct GeometryTests {
  let rect = Rect(column: 2, row: 1, columns: 10, rows: 6)

  @Test func `parts of a rectangle stay within it, and may be empty`() {
    expectEqual(
      rect.inset(left: 1, top: 2, right: 3, bottom: 1), Rect(column: 3, row: 3, columns: 6, rows: 3)
    )
    expect(rect.inset(left: 8, right: 8).isEmpty)
    expectEqual(rect.inset(top: 9).rows, 0)
    expectEqual(
      rect.centered(Size(columns: 4, rows: 2)), Rect(column: 5, row: 3, columns: 4, rows: 2))
    expectEqual(rect.centered(Size(columns: 40, rows: 20)), rect)
    expectEqual(rect.line(0), Rect(column: 2, row: 1, columns: 10, rows: 1))
    expectEqual(rect.line(5).row, 6)
    expect(rect.line(6).isEmpty && rect.line(-1).isEmpty)
    for (column, row, isWithin) in [(2, 1, true), (11, 6, true), (12, 6, false), (11, 7, false)] {
      expectEqual(rect.contains(Point(column: column, row: row)), isWithin)
    }
    let other = Rect(column: 8, row: 0, columns: 10, rows: 3)
    expectEqual(rect.intersection(other), Rect(column: 8, row: 1, columns: 4, rows: 2))
    expect(rect.intersection(Rect(column: 20, row: 20, columns: 1, rows: 1)).isEmpty)
  }

  @Test(arguments: [-1, 0, 1, 5, 6, 7])
  func `splits rows off a rectangle's top and bottom`(_ rows: Int) {
    let cut = max(0, min(rows, 6))
    let top = rect.split(top: rows)
    expectEqual(top.top, Rect(column: 2, row: 1, columns: 10, rows: cut))
    expectEqual(top.rest, Rect(column: 2, row: 1 + cut, columns: 10, rows: 6 - cut))
    let bottom = rect.split(bottom: rows)
    expectEqual(bottom.rest, Rect(column: 2, row: 1, columns: 10, rows: 6 - cut))
    expectEqual(bottom.bottom, Rect(column: 2, row: 7 - cut, columns: 10, rows: cut))
  }
}

@Suite struct LinkAddressTests {
  @Test func `accepts only links to the web and to mail`() {
    for (address, text) in [
      ("https://x.org/a?b=c#d", "https://x.org/a?b=c#d"), ("HTTP://x.org", "HTTP://x.org"),
      ("mailto:me@x.org", "mailto:me@x.org"), ("http://강.kr/é", "http://%EA%B0%95.kr/%C3%A9"),
      ("https://x.org/\u{202E}a", "https://x.org/%E2%80%AEa"),
      ("https://x.org/;id=2;b", "https://x.org/;id=2;b"),
    ] { expectEqual(LinkAddress(address)?.text, text) }
    for address in [
      "", "x", "//x.org", "javascript:alert(1)", "file:///etc/passwd", "data:text/html,x",
      "photo:0", "ssh://x", " https://x.org", "https://x.org/a b", "https://x.org/\u{1B}\\x",
      "https://x.org/\u{7}", "https://x.org/\u{9C}", "https://x.org/\u{7F}", "https://x.org/\n",
      "https://x.org/\0", "ftp://x",
    ] { expectNil(LinkAddress(address), address) }
  }

  @Test func `overwritten cells lose their link`() throws {
    var grid = Grid(Size(columns: 10, rows: 1))
    let address = try require(LinkAddress("https://x.org"))
    var style = Style(.underline)
    style.link = grid.number(ofLinkTo: address)
    expectEqual(grid.number(ofLinkTo: address), style.link)
    grid.draw("가나다", in: grid.bounds, style)
    grid.draw("x", in: grid.bounds.inset(left: 2))
    let links = (0..<10).map { grid.address(ofLink: grid[$0, 0].style.link) != nil }
    expectEqual(links, [true, true, false, true, true, true, false, false, false, false])
    expectNil(grid.address(ofLink: 0))
    expectNil(grid.address(ofLink: 9))
    expectEqual(MemoryLayout<Cell>.stride, 32)
  }
}
