import TerminalUI
import TestSupport
import Testing

@Suite("A line that is edited")
struct TextFieldTests {
  @Test("What was inserted is taken out, and the caret stays in what is left")
  func removing() {
    var field = TextField("ab")
    _ = field.handle(KeyEvent(.left))
    field.insert("1\n2")
    field.insert("c")
    field.remove("1\n2", near: 1)
    field.insert("|")
    #expect(field.text == "ac|b")
    field.remove("none", near: 0)
    field.remove("", near: 0)
    #expect(field.text == "ac|b")
  }

  @Test("Of several the one that is nearest is taken out")
  func removingTheNearest() {
    for (place, left) in [(0, " a a"), (1, " a a"), (2, "a  a"), (4, "a a "), (99, "a a ")] {
      var field = TextField("a a a")
      field.remove("a", near: place)
      #expect(field.text == left)
    }
  }

  /// Types into a field and shows it with `|` for the caret.
  private func typed(_ text: String, _ keys: KeyEvent...) -> String {
    var field = TextField(text)
    for key in keys where !field.handle(key) { Issue.record("\(key.name) was not taken") }
    let characters = Array(field.text)
    return String(characters[..<field.caret]) + "|" + String(characters[field.caret...])
  }

  @Test("Every key it takes")
  func keys() {
    #expect(typed("ab", .character("c")) == "abc|")
    #expect(typed("ab", KeyEvent(.left), .character("한")) == "a한|b")
    #expect(typed("ab", .control("b")) == "a|b")
    #expect(typed("ab", KeyEvent(.home), KeyEvent(.right)) == "a|b")
    #expect(typed("ab", .control("a"), .control("f")) == "a|b")
    #expect(typed("ab", KeyEvent(.home), KeyEvent(.left)) == "|ab")
    #expect(typed("ab", KeyEvent(.right)) == "ab|")
    #expect(typed("one two", KeyEvent(.left, .control)) == "one |two")
    #expect(typed("one two", .alt("b"), .alt("b")) == "|one two")
    #expect(typed("one two", KeyEvent(.home), KeyEvent(.right, .control)) == "one| two")
    #expect(typed("one two", KeyEvent(.home), .alt("f"), .alt("f")) == "one two|")
    #expect(typed("ab", KeyEvent(.home), KeyEvent(.end)) == "ab|")
    #expect(typed("ab", .control("a"), .control("e")) == "ab|")
    #expect(typed("a한", KeyEvent(.backspace)) == "a|")
    #expect(typed("", KeyEvent(.backspace)) == "|")
    #expect(typed("one two", KeyEvent(.backspace, .alt)) == "one |")
    #expect(typed("one two", .control("w")) == "one |")
    #expect(typed("ab", KeyEvent(.home), KeyEvent(.delete)) == "|b")
    #expect(typed("ab", KeyEvent(.home), .control("d")) == "|b")
    #expect(typed("ab", KeyEvent(.delete)) == "ab|")
    #expect(typed("ab", KeyEvent(.left), .control("k")) == "a|")
    #expect(typed("ab", KeyEvent(.left), .control("u")) == "|b")
  }

  @Test(
    "Other keys are left to others",
    arguments: [
      KeyEvent(.enter), KeyEvent(.tab), KeyEvent(.escape), KeyEvent(.up), .control("s"),
      KeyEvent(.function(1)), .alt("x"),
    ])
  func otherKeys(_ key: KeyEvent) {
    var field = TextField("ab")
    let isTaken = field.handle(key)
    #expect(!isTaken)
    #expect(field.text == "ab")
  }

  @Test("Letters typed one by one join, and are taken away together")
  func joining() {
    #expect(
      typed("", .character("\u{1112}"), .character("\u{1161}"), .character("\u{11AB}")) == "한|")
    #expect(
      typed("", .character("e"), .character("\u{301}"), KeyEvent(.backspace)) == "|")
    // What stood between them gone, two letters are a flag.
    #expect(typed("🇰x🇷", KeyEvent(.left), KeyEvent(.backspace)) == "🇰🇷|")
  }

  @Test("Pasted lines become one")
  func paste() {
    var field = TextField("a")
    field.insert("b\nc\r\nd")
    #expect(field.text == "ab c d")
  }

  @Test("The part around the caret is drawn")
  func drawing() {
    let text = "0123456789"
    var field = TextField(text)
    let end = drawn(columns: 5) { grid in
      let caret = field.draw(in: &grid, grid.bounds)
      #expect(caret == Point(column: 4, row: 0))
    }
    #expect(end.text == "6789")
    _ = field.handle(KeyEvent(.home))
    let start = drawn(columns: 5) { grid in
      let caret = field.draw(in: &grid, grid.bounds)
      #expect(caret == Point(column: 0, row: 0))
    }
    #expect(start.text == "01234")
    let wide = TextField("한글날")
    let narrow = drawn(columns: 4) { grid in
      let caret = wide.draw(in: &grid, grid.bounds)
      #expect(caret == Point(column: 2, row: 0))
    }
    #expect(narrow.text == "날")
  }

  @Test("Random editing keeps to a plain model", arguments: 0..<60)
  func property(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var model = PlainText(RandomText.text(&random, length: 5))
    var field = TextField(model.text)
    for _ in 0..<60 {
      switch Int.random(in: 0..<8, using: &random) {
      case 0, 1, 2:
        let piece = RandomText.text(
          &random, length: Int.random(in: 1...3, using: &random), lineEnds: ["\n", "\r\n"])
        field.insert(piece)
        model.insert(String(piece.map { $0.isNewline ? " " : $0 }))
      case 3:
        _ = field.handle(KeyEvent(.backspace))
        model.removeBefore()
      case 4:
        _ = field.handle(KeyEvent(.delete))
        model.removeAfter()
      case 5:
        _ = field.handle(KeyEvent(.left))
        model.caret = max(0, model.caret - 1)
      case 6:
        _ = field.handle(KeyEvent(.right))
        model.caret = min(model.characters.count, model.caret + 1)
      default:
        _ = field.handle(.control("w"))
        model.removeWordBefore()
      }
      #expect(scalars(field.text) == scalars(model.text))
      #expect(field.caret == model.caret)
      let columns = Int.random(in: 1..<20, using: &random)
      var grid = Grid(Size(columns: columns, rows: 1))
      let point = field.draw(in: &grid, grid.bounds)
      #expect(grid.bounds.contains(point))
      expectSound(grid)
    }
  }
}
