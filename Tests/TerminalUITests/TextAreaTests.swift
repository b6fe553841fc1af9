import TerminalUI
import Testing

@Suite("A text that is edited")
struct TextAreaTests {
  /// Types into an area ten columns wide and shows it with `|` for the caret.
  private func typed(_ text: String, _ keys: KeyEvent..., rows: Int = 3) -> String {
    var area = TextArea(text)
    for key in keys {
      area.layOut(in: Size(columns: 11, rows: rows))
      if !area.handle(key) { Issue.record("\(key.name) was not taken") }
    }
    return shown(area)
  }

  private func shown(_ area: TextArea) -> String {
    var lines = area.lines.map { String($0) }
    let line = area.lines[area.caret.line]
    lines[area.caret.line] =
      String(line[..<area.caret.character]) + "|" + String(line[area.caret.character...])
    return lines.joined(separator: "\n")
  }

  private let top = KeyEvent(.home, .control)

  /// Puts lines in the place of what stands between brackets; `|` is the caret before.
  private func replaced(_ text: String, _ lines: [String]) -> String {
    let parts = text.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    var area = TextArea(parts[0])
    // Inserted before the caret, so that it stays there.
    if parts.count > 1 {
      area.insert(parts[1])
      for _ in parts[1] { _ = area.handle(KeyEvent(.left)) }
    }
    let all = text.replacing("|", with: "")
    var old = ""
    if let start = all.firstIndex(of: "["), let end = all.firstIndex(of: "]") {
      old = String(all[start...end])
    }
    area.replace(old, near: 0, withLines: lines)
    return shown(area)
  }

  @Test("Lines in the place of a text, wherever the caret is by then")
  func replacing() {
    #expect(replaced("", ["x"]) == "x\n|")
    #expect(replaced("a|b", ["x"]) == "a\nx\n|b")
    #expect(replaced("a|\nb", ["x", "y"]) == "a\nx\ny\n|\nb")
    #expect(replaced("a\n|\nb", ["x"]) == "a\nx\n|\nb")
    #expect(replaced("[1]|", ["x"]) == "x\n|")
    #expect(replaced("a [1]|", ["x"]) == "a \nx\n|")
    #expect(replaced("a [1] b|", ["x"]) == "a \nx\n b|")
    #expect(replaced("[1]\nmore|", ["x"]) == "x\nmore|")
    #expect(replaced("[1]\n|", ["x"]) == "x\n|")
    #expect(replaced("[1]|\nmore", ["x"]) == "x\n|\nmore")
    #expect(replaced("a|b\n[1\n2]c", ["x"]) == "a|b\nx\nc")
    #expect(replaced("a[1|]b", ["x"]) == "a\nx\n|b")
    #expect(replaced("a [1]| b", []) == "a | b")
    #expect(replaced("강\n[1]|산", ["x"]) == "강\nx\n|산")
    // A text that has gone leaves the caret.
    var area = TextArea("one")
    area.replace("two", near: 0, withLines: ["x"])
    #expect(shown(area) == "one\nx\n|")
    // Of several it is the nearest one.
    var several = TextArea("a.png a.png.bak\na.png")
    several.replace("a.png", near: several.caretOffset - 5, withLines: ["x"])
    #expect(shown(several) == "a.png a.png.bak\nx\n|")
  }

  @Test("Every key that edits")
  func editing() {
    #expect(typed("ab", .character("c")) == "abc|")
    #expect(typed("ab", KeyEvent(.left), KeyEvent(.enter)) == "a\n|b")
    #expect(typed("a\nb", KeyEvent(.backspace), KeyEvent(.backspace)) == "a|")
    #expect(typed("a\nb", top, KeyEvent(.delete), KeyEvent(.delete)) == "|b")
    #expect(typed("ab", KeyEvent(.left), .control("d")) == "a|")
    #expect(typed("one two", KeyEvent(.backspace, .alt)) == "one |")
    #expect(typed("a\none", .control("w"), .control("w")) == "a|")
    #expect(typed("ab\nc", top, .control("k")) == "|\nc")
    #expect(typed("ab\nc", top, .control("k"), .control("k")) == "|c")
    #expect(typed("ab\ncd", KeyEvent(.left), .control("u")) == "ab\n|d")
    #expect(typed("", KeyEvent(.backspace), KeyEvent(.delete), .control("k")) == "|")
  }

  @Test("Every key that moves")
  func moving() {
    #expect(typed("a\nb", KeyEvent(.left), KeyEvent(.left)) == "a|\nb")
    #expect(typed("a\nb", top, .control("f"), KeyEvent(.right)) == "a\n|b")
    #expect(typed("ab", .control("b")) == "a|b")
    #expect(typed("one two", KeyEvent(.left, .control)) == "one |two")
    #expect(typed("one two", .alt("b")) == "one |two")
    #expect(typed("a\ntwo", top, KeyEvent(.right, .control), .alt("f")) == "a\n|two")
    #expect(typed("abc\nd\nefg", KeyEvent(.up), KeyEvent(.up)) == "abc|\nd\nefg")
    #expect(typed("abc\nd", top, KeyEvent(.down), .control("n")) == "abc\nd|")
    #expect(typed("a\nb\nc\nd", KeyEvent(.pageUp)) == "a\nb|\nc\nd")
    #expect(typed("a\nb\nc\nd", top, KeyEvent(.pageDown)) == "a\nb\n|c\nd")
    #expect(typed("a\nb\nc\nd", top, .control("v")) == "a\nb\n|c\nd")
    #expect(typed("abc", KeyEvent(.home)) == "|abc")
    #expect(typed("abc", .control("a"), KeyEvent(.end)) == "abc|")
    #expect(typed("abc", .control("a"), .control("e")) == "abc|")
    #expect(typed("a\nb", top, KeyEvent(.end, .control)) == "a\nb|")
    #expect(typed("abc", KeyEvent(.up)) == "|abc")
    #expect(typed("abc", top, KeyEvent(.down)) == "abc|")
  }

  @Test("In a wrapped line keys go by what is seen")
  func wrapped() {
    let text = "one two three"  // "one two " and "three"
    #expect(typed(text, KeyEvent(.home)) == "one two |three")
    #expect(typed(text, KeyEvent(.up)) == "one t|wo three")
    #expect(typed(text, KeyEvent(.up), KeyEvent(.down)) == "one two three|")
    #expect(typed(text, KeyEvent(.up), KeyEvent(.end)) == "one two| three")
  }

  @Test(
    "Other keys are left to others",
    arguments: [
      KeyEvent(.tab), KeyEvent(.escape), .control("s"), .control("z"), KeyEvent(.function(1)),
      .alt("x"), KeyEvent(.left, .alt),
    ])
  func otherKeys(_ key: KeyEvent) {
    var area = TextArea("ab")
    let isTaken = area.handle(key)
    #expect(!isTaken)
    #expect(shown(area) == "ab|")
  }

  @Test("A paste of several lines goes in whole")
  func paste() {
    var area = TextArea("start end")
    for _ in 0..<3 { _ = area.handle(KeyEvent(.left)) }
    area.insert("한\r\n글\n\n")
    #expect(shown(area) == "start 한\n글\n\n|end")
  }

  @Test("A click puts the caret where it lands")
  func click() {
    var area = TextArea("one two three\n한글\n")
    func clicked(_ column: Int, _ row: Int) -> String {
      area.layOut(in: Size(columns: 11, rows: 6))
      area.click(column: column, row: row)
      return shown(area)
    }
    #expect(clicked(2, 0) == "on|e two three\n한글\n")
    #expect(clicked(9, 0) == "one two| three\n한글\n")
    #expect(clicked(1, 1) == "one two t|hree\n한글\n")
    #expect(clicked(1, 2) == "one two three\n|한글\n")
    #expect(clicked(2, 2) == "one two three\n한|글\n")
    #expect(clicked(9, 2) == "one two three\n한글|\n")
    #expect(clicked(0, 9) == "one two three\n한글\n|")
  }

  @Test("Only the rows around the caret are drawn")
  func drawing() {
    var area = TextArea((1...9).map { "line \($0)" }.joined(separator: "\n"))
    func rows() -> String {
      drawn(columns: 11, rows: 3) { grid in
        area.layOut(in: grid.size)
        grid.fill(grid.bounds)
        _ = area.draw(in: &grid, grid.bounds)
      }.text
    }
    #expect(rows() == "line 7\nline 8\nline 9")
    for _ in 0..<3 { _ = area.handle(KeyEvent(.up)) }
    #expect(rows() == "line 6\nline 7\nline 8")
    _ = area.handle(top)
    #expect(rows() == "line 1\nline 2\nline 3")
  }

  @Test("A window that has grown again shows what stood above")
  func growing() {
    var area = TextArea((1...9).map { "\($0)" }.joined(separator: "\n"))
    area.layOut(in: Size(columns: 10, rows: 20))
    area.click(column: 0, row: 8)
    area.layOut(in: Size(columns: 10, rows: 3))
    area.layOut(in: Size(columns: 10, rows: 6))
    var grid = Grid(Size(columns: 10, rows: 6))
    let caret = area.draw(in: &grid, Rect(column: 0, row: 0, columns: 10, rows: 6))
    #expect(caret.row == 5)
  }
}
