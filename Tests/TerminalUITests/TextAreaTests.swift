import TerminalUI
import TestSupport
import Testing
import Text

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

  /// Replaces the text between brackets with lines; `|` is the caret before.
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

  @Test func `replaces a text with lines, wherever the caret is`() {
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
    var area = TextArea("one")
    area.replace("two", near: 0, withLines: ["x"])
    expectEqual(shown(area), "one\nx\n|")
    var several = TextArea("a.png a.png.bak\na.png")
    several.replace("a.png", near: several.caret - 5, withLines: ["x"])
    expectEqual(shown(several), "a.png a.png.bak\nx\n|")
  }

  @Test func `moves by rows and pages`() {
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

  @Test func `keys follow the visible rows of a wrapped line`() {
    let text = "one two three"  // "one two " and "three"
    expectEqual(edited(text, .move(.rowStart)), "one two |three")
    expectEqual(edited(text, .move(.rowUp)), "one t|wo three")
    expectEqual(edited(text, .move(.rowUp), .move(.rowDown)), "one two three|")
    expectEqual(edited(text, .move(.rowUp), .move(.rowEnd)), "one two| three")
    expectEqual(edited(text, top, .kill(.lineEnd)), "|")
  }

  @Test func `aligns tabs and the caret at tab stops`() {
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

  @Test func `a click moves the caret to it`() {
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

  @Test func `draws only the rows around the caret, in typewriter mode centered`() {
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

  @Test func `the wheel scrolls without the caret, and a key scrolls back`() {
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

  @Test func `folds a photo's digits into one unit`() {
    let digits = String(repeating: "0f", count: 32)
    var area = TextArea("![강](photo:\(digits)) x")
    var ring = KillRing()
    area.foldNames = [digits: "a b.jpg"]
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

  @Test func `highlights selections, matches and trailing blanks`() {
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

  @Test func `a window that grows again shows the rows above`() {
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
  func `lays out a paragraph of any length piece by piece`(_ piece: String) {
    var area = TextArea(String(repeating: piece, count: 40_000 / piece.utf8.count))
    var ring = KillRing()
    let size = Size(columns: 40, rows: 10)
    area.layOut(in: size)
    var seen: [TextRow] = area.rows
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
      // White space may exceed the width.
      let shown = text[..<(text.lastIndex { !$0.isWhitespace } ?? text.startIndex)]
      expectLess(TextWidth.columns(shown), 40)
    }
  }

  private let digits = String(repeating: "0a", count: 32)

  /// A text with a picture three rows high below its second line.
  private func illustrated() -> TextArea {
    var area = TextArea("one\n![](photo:\(digits))\ntwo\nthree\nfour\nfive")
    area.pictureRows = [digits: 3]
    return area
  }

  /// Shows each row's first letters, or `:` for a picture.
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

  @Test func `reserves rows below a line with a picture, and keys skip them`() {
    var area = illustrated()
    var ring = KillRing()
    let size = Size(columns: 30, rows: 7)
    area.layOut(in: size)
    // The caret is at the end, in the last visible row.
    expectEqual(rows(area, size), ": : : tw th fo fi")
    area.apply(.move(.textStart), &ring)
    area.layOut(in: size)
    expectEqual(rows(area, size), "on ![ : : : tw th")
    area.apply(.move(.rowDown), &ring)
    area.apply(.move(.rowDown), &ring)
    expectEqual(area.caretLine.text, "two")
    // A picture at the bottom is scrolled into view with its line.
    area.apply(.move(.textStart), &ring)
    let small = Size(columns: 30, rows: 4)
    area.layOut(in: small)
    area.apply(.move(.rowDown), &ring)
    area.layOut(in: small)
    expectEqual(rows(area, small), "![ : : :")
    let tiny = Size(columns: 30, rows: 2)
    area.layOut(in: tiny)
    expectEqual(rows(area, tiny), "![ :")
  }

  @Test func `the wheel scrolls through a picture by rows, and a click on it selects its line`() {
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

  @Test func `paging skips no line between pictures`() {
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

@Suite struct TextAreaPropertyTests {
  /// `EditableTextPropertyTests` cover the text itself.
  @Test(arguments: 0..<80)
  func `the caret stays in view, and the rows match the text`(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var area = TextArea(RandomText.text(&random, length: 20, lineEnds: ["\n", "\r\n"]))
    var ring = KillRing()
    for _ in 0..<60 {
      change(&area, &ring, &random)
      expectDrawn(&area, &random)
    }
  }

  private func change(
    _ area: inout TextArea, _ ring: inout KillRing, _ random: inout SeededGenerator
  ) {
    let motions: [Motion] = [
      .characterBack, .characterForward, .rowUp, .rowDown, .rowStart, .rowEnd, .pageUp, .pageDown,
      .textStart, .textEnd, .wordBack, .wordForward, .paragraphBack, .paragraphForward,
    ]
    let deletions: [EditingCommand] = [
      .delete(.characterBack), .delete(.characterForward), .cut, .kill(.lineEnd), .kill(.lineStart),
    ]
    switch Int.random(in: 0..<10, using: &random) {
    case 0, 1:
      let length = Int.random(in: 1...4, using: &random)
      area.insert(RandomText.text(&random, length: length, lineEnds: ["\n", "\r\n", "\n\n"]))
    case 2: area.apply(.insert(String(RandomText.piece(&random).first ?? "a")), &ring)
    case 3, 4:
      if let command = deletions.randomElement(using: &random) { area.apply(command, &ring) }
    case 5:
      area.click(
        column: .random(in: 0..<30, using: &random), row: .random(in: 0..<10, using: &random))
    default:
      if let motion = motions.randomElement(using: &random) { area.apply(.move(motion), &ring) }
    }
  }

  private func expectDrawn(_ area: inout TextArea, _ random: inout SeededGenerator) {
    let size = Size(
      columns: .random(in: 2..<30, using: &random), rows: .random(in: 1..<8, using: &random))
    area.tabColumns = .random(in: 1..<9, using: &random)
    area.layOut(in: size)
    expectRows(area, size)
    expectPictures(area, size, &random)
    var grid = Grid(Size(columns: size.columns + 4, rows: size.rows + 2))
    let rect = Rect(column: 2, row: 1, columns: size.columns, rows: size.rows)
    let point = area.draw(in: &grid, rect)
    expectEqual(point.map(rect.contains), true)
    expectSound(grid)
    expect(grid.text(ofRow: 0).isEmpty)
    expect(grid.text(ofRow: size.rows + 1).isEmpty)
  }

  /// Expects the caret's row in view and a full screen, with pictures in the text.
  private func expectPictures(
    _ area: TextArea, _ size: Size, _ random: inout SeededGenerator
  ) {
    let digits = String(repeating: "b", count: 64)
    var area = area
    area.pictureRows = [digits: .random(in: 1..<9, using: &random)]
    for end in ["", "\n", ""] { area.insert("![](photo:\(digits))" + end) }
    area.layOut(in: size)
    area.scroll(by: .random(in: -9..<9, using: &random))
    var ring = KillRing()
    let motions: [Motion] = [.rowUp, .rowDown, .pageUp, .pageDown, .textStart]
    if let motion = motions.randomElement(using: &random) { area.apply(.move(motion), &ring) }
    // The next change scrolls back to the caret.
    area.insert("x")
    area.layOut(in: size)
    let places = area.placedRows
    expectEqual(places.last.map { $0.top + 1 + $0.row.pictureRows >= 1 }, true)
    expectAtMost((places.first?.top ?? 1), 0)
    for (place, next) in zip(places, places.dropFirst()) {
      expectEqual(next.top, place.top + 1 + place.row.pictureRows)
    }
    let isFilled = places.last.map { $0.top + 1 + $0.row.pictureRows >= size.rows } ?? false
    expect(isFilled || places.first?.top == 0 && places.first?.row.range.lowerBound == 0)
    var grid = Grid(size)
    expect(area.draw(in: &grid, grid.bounds) != nil)
  }

  /// Expects consecutive rows of the text in view, as many as fit.
  private func expectRows(_ area: TextArea, _ size: Size) {
    var all: [Range<Int>] = []
    var start = 0
    let lines = area.text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    for line in lines {
      let characters = Array(line)
      var place = start
      for row in LineWrapping.rows(
        of: characters, columns: size.columns - 1, tabColumns: area.tabColumns)
      {
        let end = place + characters[row].reduce(0) { $0 + $1.utf8.count }
        all.append(place..<end)
        place = end
      }
      start = area.rope.clusterEnd(after: place)
    }
    let shown = area.rows.map(\.range)
    expectEqual(shown.count, min(size.rows, all.count))
    guard let first = shown.first, let index = all.firstIndex(of: first) else {
      fail("no such row")
      return
    }
    expectEqual(Array(all[index...].prefix(shown.count)), shown)
  }
}

@Suite struct TextFieldTests {
  @Test func `removes an inserted text, keeping the caret in place`() {
    var field = TextField("ab")
    move(&field, .characterBack)
    field.insert("1\n2")
    field.insert("c")
    field.remove("1\n2", near: 1)
    field.insert("|")
    expectEqual(field.text, "ac|b")
    field.remove("none", near: 0)
    field.remove("", near: 0)
    expectEqual(field.text, "ac|b")
    for (index, left) in [(0, " a a"), (1, " a a"), (2, "a  a"), (4, "a a "), (99, "a a ")] {
      var several = TextField("a a a")
      several.remove("a", near: index)
      expectEqual(several.text, left)
    }
  }

  private func move(_ field: inout TextField, _ motion: Motion) {
    var ring = KillRing()
    _ = field.apply(.move(motion), &ring)
  }

  /// Edits a field and shows it with `|` for the caret.
  private func edited(_ text: String, _ commands: EditingCommand...) -> String {
    var field = TextField(text)
    var ring = KillRing()
    for command in commands {
      let isHandled = field.apply(command, &ring).isHandled
      expect(isHandled, "\(command)")
    }
    let rope = field.content.rope
    return rope.substring(0..<field.caret) + "|" + rope.substring(field.caret..<rope.count)
  }

  @Test func `has a separate undo, selection and kill ring`() {
    expectEqual(edited("ab", .move(.rowStart), .insert("한")), "한|ab")
    expectEqual(edited("ab", .insert("c"), .insert("d"), .undo), "ab|")
    expectEqual(edited("ab", .insert("c"), .undo, .redo), "abc|")
    expectEqual(edited("one two", .move(.wordBack, isSelecting: true), .insert("x")), "one x|")
    expectEqual(edited("one two", .cut, .move(.rowStart), .yank), "two|one ")
    expectEqual(edited("one two", .move(.wordBack), .kill(.lineEnd)), "one |")
  }

  @Test func `leaves multi-line commands to others`() {
    let others: [EditingCommand] = [
      .newline, .move(.rowUp), .move(.rowDown), .move(.pageDown), .indent, .outdent,
    ]
    var field = TextField("ab")
    var ring = KillRing()
    for command in others {
      let isHandled = field.apply(command, &ring).isHandled
      expect(!isHandled)
    }
    expectEqual(field.text, "ab")
  }

  @Test func `draws the part around the caret`() {
    func expectDrawn(
      _ field: TextField, _ text: String, columns: Int, caret: Int, line: Int = #line
    ) {
      let grid = drawn(columns: columns) { grid in
        let place = field.draw(in: &grid, grid.bounds)
        expectEqual(place, Point(column: caret, row: 0), line: line)
      }
      expectEqual(grid.text, text, line: line)
    }
    var field = TextField("0123456789")
    expectDrawn(field, "6789", columns: 5, caret: 4)
    let beginning = drawn(columns: 5) { grid in
      _ = field.draw(in: &grid, grid.bounds, isFocused: false)
    }
    expectEqual(beginning.text, "01234")
    expectEqual(field.place(at: 2, columns: 5, isFocused: false), 2)
    move(&field, .rowStart)
    expectDrawn(field, "01234", columns: 5, caret: 0)
    expectDrawn(TextField("한글날"), "날", columns: 4, caret: 2)
  }

  @Test(arguments: 0..<60)
  func `random edits stay in one line and within the field`(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var field = TextField()
    var ring = KillRing()
    let commands: [EditingCommand] = [
      .delete(.characterBack), .delete(.characterForward), .move(.characterBack),
      .move(.characterForward), .cut,
    ]
    for _ in 0..<60 {
      if Int.random(in: 0..<8, using: &random) < 3 {
        let length = Int.random(in: 1...3, using: &random)
        field.insert(RandomText.text(&random, length: length, lineEnds: ["\n", "\r\n"]))
      } else if let command = commands.randomElement(using: &random) {
        _ = field.apply(command, &ring)
      }
      expect(!field.text.contains(where: \.isNewline), "\(scalars(field.text))")
      let columns = Int.random(in: 1..<20, using: &random)
      var grid = Grid(Size(columns: columns, rows: 1))
      let point = field.draw(in: &grid, grid.bounds)
      expect(grid.bounds.contains(point))
      expectSound(grid)
    }
  }
}
