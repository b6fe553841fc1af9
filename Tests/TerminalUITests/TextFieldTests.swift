import TerminalUI
import TestSupport
import Testing
import TextEditing

@Suite("A line that is edited")
struct TextFieldTests {
  @Test("What was inserted is taken out, and the caret stays in what is left")
  func removing() {
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
  }

  @Test("Of several the one that is nearest is taken out")
  func removingTheNearest() {
    for (index, left) in [(0, " a a"), (1, " a a"), (2, "a  a"), (4, "a a "), (99, "a a ")] {
      var field = TextField("a a a")
      field.remove("a", near: index)
      expectEqual(field.text, left)
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
      let isTaken = field.apply(command, &ring).isTaken
      expect(isTaken, "\(command)")
    }
    let rope = field.content.rope
    return rope.substring(0..<field.caret) + "|" + rope.substring(field.caret..<rope.count)
  }

  @Test("Its own undo, selection and what was cut")
  func editing() {
    expectEqual(edited("ab", .move(.rowStart), .insert("한")), "한|ab")
    expectEqual(edited("ab", .insert("c"), .insert("d"), .undo), "ab|")
    expectEqual(edited("ab", .insert("c"), .undo, .redo), "abc|")
    expectEqual(edited("one two", .move(.wordBack, isSelecting: true), .insert("x")), "one x|")
    expectEqual(edited("one two", .cut, .move(.rowStart), .yank), "two|one ")
    expectEqual(edited("one two", .move(.wordBack), .kill(.lineEnd)), "one |")
  }

  @Test("What needs several lines is left to others")
  func otherCommands() {
    let others: [EditingCommand] = [
      .newline, .move(.rowUp), .move(.rowDown), .move(.pageDown), .indent, .outdent,
    ]
    var field = TextField("ab")
    var ring = KillRing()
    for command in others {
      let isTaken = field.apply(command, &ring).isTaken
      expect(!isTaken)
    }
    expectEqual(field.text, "ab")
  }

  @Test("Letters typed one by one join, and are taken away together")
  func joining() {
    expectEqual(edited("", .insert("\u{1112}"), .insert("\u{1161}"), .insert("\u{11AB}")), "한|")
    expectEqual(edited("", .insert("e"), .insert("\u{301}"), .delete(.characterBack)), "|")
    // What stood between them gone, two letters are a flag.
    expectEqual(edited("🇰x🇷", .move(.characterBack), .delete(.characterBack)), "🇰🇷|")
  }

  @Test("Pasted lines become one")
  func paste() {
    var field = TextField("a")
    field.insert("b\nc\r\nd")
    expectEqual(field.text, "ab c d")
  }

  @Test("The part around the caret is drawn")
  func drawing() {
    let text = "0123456789"
    var field = TextField(text)
    let end = drawn(columns: 5) { grid in
      let caret = field.draw(in: &grid, grid.bounds)
      expectEqual(caret, Point(column: 4, row: 0))
    }
    expectEqual(end.text, "6789")
    move(&field, .rowStart)
    let start = drawn(columns: 5) { grid in
      let caret = field.draw(in: &grid, grid.bounds)
      expectEqual(caret, Point(column: 0, row: 0))
    }
    expectEqual(start.text, "01234")
    let wide = TextField("한글날")
    let narrow = drawn(columns: 4) { grid in
      let caret = wide.draw(in: &grid, grid.bounds)
      expectEqual(caret, Point(column: 2, row: 0))
    }
    expectEqual(narrow.text, "날")
  }

  @Test("Random editing keeps to a plain model", arguments: 0..<60)
  func property(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var model = PlainText(RandomText.text(&random, length: 5))
    var field = TextField(model.text)
    var ring = KillRing()
    for _ in 0..<60 {
      switch Int.random(in: 0..<8, using: &random) {
      case 0, 1, 2:
        let piece = RandomText.text(
          &random, length: Int.random(in: 1...3, using: &random), lineEnds: ["\n", "\r\n"])
        field.insert(piece)
        model.insert(String(piece.map { $0.isNewline ? " " : $0 }))
      case 3:
        _ = field.apply(.delete(.characterBack), &ring)
        model.removeBefore()
      case 4:
        _ = field.apply(.delete(.characterForward), &ring)
        model.removeAfter()
      case 5:
        _ = field.apply(.move(.characterBack), &ring)
        model.caret = max(0, model.caret - 1)
      case 6:
        _ = field.apply(.move(.characterForward), &ring)
        model.caret = min(model.characters.count, model.caret + 1)
      default:
        _ = field.apply(.cut, &ring)
        model.removeWordBefore()
      }
      expectEqual(scalars(field.text), scalars(model.text))
      expectEqual(field.content.rope.substring(0..<field.caret).count, model.caret)
      let columns = Int.random(in: 1..<20, using: &random)
      var grid = Grid(Size(columns: columns, rows: 1))
      let point = field.draw(in: &grid, grid.bounds)
      expect(grid.bounds.contains(point))
      expectSound(grid)
    }
  }
}
