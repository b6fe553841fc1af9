import TerminalUI
import TestSupport
import Testing
import TextEditing

@Suite struct TextFieldTests {
  @Test func `what was inserted is taken out, and the caret stays in what is left`() {
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
    // Of several it is the nearest one.
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
      let isTaken = field.apply(command, &ring).isTaken
      expect(isTaken, "\(command)")
    }
    let rope = field.content.rope
    return rope.substring(0..<field.caret) + "|" + rope.substring(field.caret..<rope.count)
  }

  @Test func `its own undo, selection and what was cut`() {
    expectEqual(edited("ab", .move(.rowStart), .insert("한")), "한|ab")
    expectEqual(edited("ab", .insert("c"), .insert("d"), .undo), "ab|")
    expectEqual(edited("ab", .insert("c"), .undo, .redo), "abc|")
    expectEqual(edited("one two", .move(.wordBack, isSelecting: true), .insert("x")), "one x|")
    expectEqual(edited("one two", .cut, .move(.rowStart), .yank), "two|one ")
    expectEqual(edited("one two", .move(.wordBack), .kill(.lineEnd)), "one |")
  }

  @Test func `what needs several lines is left to others`() {
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

  @Test func `the part around the caret is drawn`() {
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

  /// What becomes of the text itself, `EditableTextPropertyTests` try.
  @Test(arguments: 0..<60)
  func `random editing is drawn within its room, and leaves one line`(_ seed: UInt64) {
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
