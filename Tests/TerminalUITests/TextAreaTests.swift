import TerminalUI
import TestSupport
import Testing
import TextEditing

@Suite struct TextAreaTests {
  /// Edits in an area ten columns wide and shows it with `|` for the caret.
  private func edited(_ text: String, _ commands: EditingCommand..., rows: Int = 3) -> String {
    var area = TextArea(text)
    var ring = KillRing()
    for command in commands {
      area.layOut(in: Size(columns: 11, rows: rows))
      area.apply(command, &ring)
    }
    return shown(area)
  }

  private func shown(_ area: TextArea) -> String {
    area.rope.substring(0..<area.caret) + "|" + area.rope.substring(area.caret..<area.rope.count)
  }

  private let top = EditingCommand.move(.textStart)

  /// Puts lines in the place of what stands between brackets; `|` is the caret before.
  private func replaced(_ text: String, _ lines: [String]) -> String {
    var area = TextArea(text.replacing("|", with: ""))
    var ring = KillRing()
    if let place = text.utf8.firstIndex(of: UInt8(ascii: "|")) {
      area.apply(.place(text.utf8.distance(from: text.startIndex, to: place)), &ring)
    }
    let all = area.text
    var old = ""
    if let start = all.firstIndex(of: "["), let end = all.firstIndex(of: "]") {
      old = String(all[start...end])
    }
    area.replace(old, near: 0, withLines: lines)
    return shown(area)
  }

  @Test func `lines in the place of a text, wherever the caret is by then`() {
    for (text, lines, after) in [
      ("", ["x"], "x\n|"), ("a|b", ["x"], "a\nx\n|b"), ("a|\nb", ["x", "y"], "a\nx\ny\n|\nb"),
      ("a\n|\nb", ["x"], "a\nx\n|\nb"), ("[1]|", ["x"], "x\n|"), ("a [1]|", ["x"], "a \nx\n|"),
      ("a [1] b|", ["x"], "a \nx\n b|"), ("[1]\nmore|", ["x"], "x\nmore|"),
      ("[1]\n|", ["x"], "x\n|"), ("[1]|\nmore", ["x"], "x\n|\nmore"),
      ("a|b\n[1\n2]c", ["x"], "a|b\nx\nc"), ("a[1|]b", ["x"], "a\nx\n|b"),
      ("a [1]| b", [], "a | b"), ("강\n[1]|산", ["x"], "강\nx\n|산"),
    ] as [(String, [String], String)] {
      expectEqual(replaced(text, lines), after, text)
    }
    // A text that has gone leaves the caret.
    var area = TextArea("one")
    area.replace("two", near: 0, withLines: ["x"])
    expectEqual(shown(area), "one\nx\n|")
    // Of several it is the nearest one.
    var several = TextArea("a.png a.png.bak\na.png")
    several.replace("a.png", near: several.caret - 5, withLines: ["x"])
    expectEqual(shown(several), "a.png a.png.bak\nx\n|")
  }

  @Test func `rows, pages and what is seen`() {
    expectEqual(edited("abc\nd\nefg", .move(.rowUp), .move(.rowUp)), "abc|\nd\nefg")
    expectEqual(edited("abc\nd", top, .move(.rowDown), .move(.rowDown)), "abc\nd|")
    expectEqual(edited("a\nb\nc\nd", .move(.pageUp)), "a\nb|\nc\nd")
    expectEqual(edited("a\nb\nc\nd", top, .move(.pageDown)), "a\nb\n|c\nd")
    expectEqual(edited("abc", .move(.rowStart)), "|abc")
    expectEqual(edited("abc", .move(.rowStart), .move(.rowEnd)), "abc|")
    expectEqual(edited("abc", .move(.rowUp)), "|abc")
    expectEqual(edited("abc", top, .move(.rowDown)), "abc|")
    expectEqual(
      edited("a\r\nb", .move(.rowUp), .move(.rowEnd), .move(.characterForward)), "a\r\n|b")
  }

  @Test func `in a wrapped line keys go by what is seen`() {
    let text = "one two three"  // "one two " and "three"
    expectEqual(edited(text, .move(.rowStart)), "one two |three")
    expectEqual(edited(text, .move(.rowUp)), "one t|wo three")
    expectEqual(edited(text, .move(.rowUp), .move(.rowDown)), "one two three|")
    expectEqual(edited(text, .move(.rowUp), .move(.rowEnd)), "one two| three")
    expectEqual(edited(text, top, .kill(.lineEnd)), "|")
  }

  @Test func `tabs go to tab stops, and the caret with them`() {
    var area = TextArea("a\tb\n\tc")
    area.tabColumns = 4
    area.layOut(in: Size(columns: 20, rows: 3))
    let grid = drawn(columns: 20, rows: 3) { grid in
      let caret = area.draw(in: &grid, grid.bounds)
      expectEqual(caret, Point(column: 5, row: 1))
    }
    expectEqual(grid.text, "a   b\n    c\n")
    area.click(column: 2, row: 0)
    expectEqual(shown(area), "a|\tb\n\tc")
  }

  @Test func `a click puts the caret where it lands`() {
    var area = TextArea("one two three\n한글\n")
    for (column, row, after) in [
      (2, 0, "on|e two three\n한글\n"), (9, 0, "one two| three\n한글\n"),
      (1, 1, "one two t|hree\n한글\n"), (1, 2, "one two three\n|한글\n"),
      (2, 2, "one two three\n한|글\n"), (9, 2, "one two three\n한글|\n"),
      (0, 9, "one two three\n한글\n|"),
    ] {
      area.layOut(in: Size(columns: 11, rows: 6))
      area.click(column: column, row: row)
      expectEqual(shown(area), after)
    }
  }

  private func rows(_ area: inout TextArea, rows: Int = 3) -> String {
    drawn(columns: 11, rows: rows) { grid in
      area.layOut(in: grid.size)
      grid.fill(grid.bounds)
      area.draw(in: &grid, grid.bounds)
    }.text
  }

  private let nine = (1...9).map { "line \($0)" }.joined(separator: "\n")

  @Test
  func `only the rows around the caret are drawn, and a typewriter keeps it in the middle`() {
    for (isTypewriter, end, middle) in [
      (false, "line 7\nline 8\nline 9", "line 6\nline 7\nline 8"),
      (true, "line 8\nline 9\n", "line 5\nline 6\nline 7"),
    ] {
      var area = TextArea(nine)
      var ring = KillRing()
      area.scrollsAsTypewriter = isTypewriter
      expectEqual(rows(&area), end)
      for _ in 0..<3 { area.apply(.move(.rowUp), &ring) }
      expectEqual(rows(&area), middle)
      area.apply(top, &ring)
      expectEqual(rows(&area), "line 1\nline 2\nline 3")
    }
  }

  @Test func `the wheel scrolls without the caret, which a key brings back`() {
    var area = TextArea(nine)
    var ring = KillRing()
    _ = rows(&area)
    area.scroll(by: -4)
    expectEqual(rows(&area), "line 3\nline 4\nline 5")
    expectEqual(area.caret, area.rope.count)
    var grid = Grid(Size(columns: 11, rows: 3))
    expectNil(area.draw(in: &grid, grid.bounds))
    area.scroll(by: 99)
    expectEqual(rows(&area), "line 7\nline 8\nline 9")
    area.scroll(by: -99)
    expectEqual(rows(&area), "line 1\nline 2\nline 3")
    area.apply(.move(.characterBack), &ring)
    expectEqual(rows(&area), "line 7\nline 8\nline 9")
  }

  @Test func `a photo's digits are folded, passed and deleted as one`() {
    let digits = String(repeating: "0f", count: 32)
    var area = TextArea("![강](photo:\(digits)) x")
    var ring = KillRing()
    area.foldNames = [digits: "a b.jpg"]
    // A name too long for a row is cut.
    expectContains(rows(&area), "(▣ a b.jp…")
    area.layOut(in: Size(columns: 40, rows: 2))
    let grid = drawn(columns: 40, rows: 2) { area.draw(in: &$0, $0.bounds) }
    expectEqual(grid.text(ofRow: 0), "![강](▣ a b.jpg) x")
    for _ in 0..<2 { area.apply(.move(.characterBack), &ring) }
    area.apply(.move(.characterBack), &ring)
    expectEqual(shown(area), "![강]|(photo:\(digits)) x")
    area.apply(.move(.characterForward), &ring)
    expectEqual(shown(area), "![강](photo:\(digits))| x")
    area.click(column: 9, row: 0)
    expectEqual(shown(area), "![강]|(photo:\(digits)) x")
    area.apply(.delete(.characterForward), &ring)
    expectEqual(shown(area), "![강]| x")
  }

  @Test func `what is selected, found and blank at an end is seen`() {
    var area = TextArea("one two  \nthree", keepsHistory: true)
    area.layOut(in: Size(columns: 20, rows: 2))
    area.select(4..<11)
    var look = TextArea.Appearance()
    look.showsTrailingBlanks = true
    look.parts = [(0..<3, Style(.bold))]
    look.focus = 0..<10
    let grid = drawn(columns: 20, rows: 2) { area.draw(in: &$0, $0.bounds, look) }
    expectEqual(grid.text, "one two··\nthree")
    expectEqual(grid[0, 0].style, Style(.bold))
    expectEqual(grid[3, 0].style, .plain)
    expect((4...9).allSatisfy { grid[$0, 0].style.attributes == .reverse })
    expectEqual(grid[0, 1].style.attributes, [.reverse, .dim])
    expectEqual(grid[1, 1].style.attributes, .dim)
  }

  @Test func `a window that has grown again shows what stood above`() {
    var area = TextArea((1...9).map { "\($0)" }.joined(separator: "\n"))
    area.layOut(in: Size(columns: 10, rows: 20))
    area.click(column: 0, row: 8)
    area.layOut(in: Size(columns: 10, rows: 3))
    area.layOut(in: Size(columns: 10, rows: 6))
    var grid = Grid(Size(columns: 10, rows: 6))
    let caret = area.draw(in: &grid, Rect(column: 0, row: 0, columns: 10, rows: 6))
    expectEqual(caret?.row, 5)
  }

  @Test(arguments: ["word and ", "한글날에 ", "x", "가", "👩\u{200D}👧", "\t"])
  func `a paragraph of any length is laid out piece by piece`(_ piece: String) {
    var area = TextArea(String(repeating: piece, count: 40_000 / piece.utf8.count))
    var ring = KillRing()
    let size = Size(columns: 40, rows: 10)
    area.layOut(in: size)
    var seen: [TextRow] = area.rows
    // All of it, from the end to the beginning.
    while area.caret > 0 {
      let before = area.caret
      area.apply(.move(.pageUp), &ring)
      expectLess(area.caret, before)
      area.layOut(in: size)
      seen += area.rows
    }
    let rows = Set(seen.map(\.range)).sorted { $0.lowerBound < $1.lowerBound }
    expectEqual(rows.first?.lowerBound, 0)
    expectEqual(rows.last?.upperBound, area.rope.count)
    expect(zip(rows, rows.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
    for row in rows.prefix(1000) {
      let text = area.rope.substring(row)
      // White space hangs.
      let shown = text[..<(text.lastIndex { !$0.isWhitespace } ?? text.startIndex)]
      expectLess(TextWidth.columns(shown), 40)
    }
  }

  // MARK: Pictures

  private let digits = String(repeating: "0a", count: 32)

  /// A text with a picture three rows high below its second line.
  private func illustrated() -> TextArea {
    var area = TextArea("one\n![](photo:\(digits))\ntwo\nthree\nfour\nfive")
    area.pictureRows = [digits: 3]
    return area
  }

  /// What each row of the screen shows: the first letters of a line, or `:` for a picture.
  private func rows(_ area: TextArea, _ size: Size) -> String {
    let grid = drawn(columns: size.columns, rows: size.rows) { area.draw(in: &$0, $0.bounds) }
    var shown = (0..<size.rows).map { String(grid.text(ofRow: $0).prefix(2)) }
    for (row, top) in area.placedRows {
      for place in top + 1..<top + 1 + row.pictureRows where shown.indices.contains(place) {
        shown[place] += ":"
      }
    }
    return shown.joined(separator: " ")
  }

  @Test func `rows are kept free below a line with a picture, and keys pass them`() {
    var area = illustrated()
    var ring = KillRing()
    let size = Size(columns: 30, rows: 7)
    area.layOut(in: size)
    // The caret is at the end, in the last row in view.
    expectEqual(rows(area, size), ": : : tw th fo fi")
    area.apply(.move(.textStart), &ring)
    area.layOut(in: size)
    expectEqual(rows(area, size), "on ![ : : : tw th")
    area.apply(.move(.rowDown), &ring)
    area.apply(.move(.rowDown), &ring)
    expectEqual(area.caretLine.text, "two")
    // Where the line is at the bottom, its picture comes into view with it.
    area.apply(.move(.textStart), &ring)
    let small = Size(columns: 30, rows: 4)
    area.layOut(in: small)
    area.apply(.move(.rowDown), &ring)
    area.layOut(in: small)
    expectEqual(rows(area, small), "![ : : :")
    // A picture that is taller than the screen leaves its line in view.
    let tiny = Size(columns: 30, rows: 2)
    area.layOut(in: tiny)
    expectEqual(rows(area, tiny), "![ :")
  }

  @Test func `the wheel goes through a picture row by row, and a click on it goes to its line`() {
    var area = illustrated()
    var ring = KillRing()
    area.apply(.move(.textStart), &ring)
    let size = Size(columns: 30, rows: 5)
    area.layOut(in: size)
    let expected = [
      "on ![ : : :", "![ : : : tw", ": : : tw th", ": : tw th fo", ": tw th fo fi", ": tw th fo fi",
    ]
    for shown in expected {
      expectEqual(rows(area, size), shown)
      area.scroll(by: 1)
      area.layOut(in: size)
    }
    for shown in expected.reversed().dropFirst(2) {
      area.scroll(by: -1)
      expectEqual(rows(area, size), shown)
    }
    let end = area.rope.lineEnd(at: 5)
    for row in 2...4 { expectEqual(area.offset(column: 0, row: row), end) }
  }

  @Test func `a page passes nothing by, however many pictures there are`() {
    let text = (0..<40).map { $0 % 3 == 0 ? "![](photo:\(digits))" : "line" }
    var area = TextArea(text.joined(separator: "\n"))
    area.pictureRows = [digits: 3]
    var ring = KillRing()
    let size = Size(columns: 30, rows: 9)
    for motion in [Motion.pageDown, .pageUp] {
      area.apply(.move(motion == .pageDown ? .textStart : .textEnd), &ring)
      area.layOut(in: size)
      var seen = Set(area.rows.map(\.range.lowerBound))
      for _ in 0..<40 {
        area.apply(.move(motion), &ring)
        area.layOut(in: size)
        seen.formUnion(area.rows.map(\.range.lowerBound))
      }
      expectEqual(seen.count, 40)
      expectEqual(area.caret, (motion == .pageDown ? area.rope.count : 0))
    }
  }
}
