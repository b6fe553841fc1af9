import TestSupport
import Testing
import TextEditing

@Suite struct EditableTextTests {
  private func typed(_ text: String) -> EditableText {
    var ring = KillRing()
    var editable = EditableText()
    for character in text { editable.apply(.insert(String(character)), &ring) }
    return editable
  }

  @Test func `undo takes a word at a time, a run of deletions, a paste, and brings the caret back`()
  {
    var ring = KillRing()
    var text = typed("one  two")
    var seen: [String] = []
    for _ in 0..<4 {
      text.apply(.undo, &ring)
      seen.append(shown(text))
    }
    expectEqual(seen, ["one  |", "one|", "|", "|"])
    for _ in 0..<3 { text.apply(.redo, &ring) }
    expectEqual(shown(text), "one  two|")
    for _ in 0..<3 { text.apply(.delete(.characterBack), &ring) }
    text.apply(.paste("three four"), &ring)
    text.apply(.undo, &ring)
    expectEqual(shown(text), "one  |")
    text.apply(.undo, &ring)
    expectEqual(shown(text), "one  two|")
    // A motion between ends the step.
    text.apply(.insert("x"), &ring)
    text.apply(.move(.characterBack), &ring)
    text.apply(.move(.characterForward), &ring)
    text.apply(.insert("y"), &ring)
    text.apply(.undo, &ring)
    expectEqual(shown(text), "one  twox|")
  }

  @Test func `a selection is replaced by what is typed, and comes back with undo`() {
    var ring = KillRing()
    var text = EditableText("one two")
    text.apply(.move(.wordBack, isSelecting: true), &ring)
    expectEqual(text.selectedText, "two")
    text.apply(.insert("x"), &ring)
    expectEqual(shown(text), "one x|")
    expectNil(text.selection)
    text.apply(.undo, &ring)
    expectEqual(text.selectedText, "two")
    expectEqual(
      edited("one two", .move(.wordBack, isSelecting: true), .move(.characterBack)), "one |two")
    expectEqual(edited("one two", .selectAll, .delete(.characterBack)), "|")
    expectEqual(edited("one two", .selectWord(at: 1), .cut), "| two")
    expectEqual(edited("a\nb\nc", .selectLine(at: 2), .cut), "a\n|c")
  }

  @Test func `from the mark on motions select, until something changes`() {
    var ring = KillRing()
    var text = EditableText("one two")
    text.apply(.setMark, &ring)
    text.apply(.move(.wordBack), &ring)
    text.apply(.move(.characterBack), &ring)
    expectEqual(text.selectedText, " two")
    text.apply(.copy, &ring)
    expectEqual(ring.latest, " two")
    expectNil(text.selection)
    text.apply(.setMark, &ring)
    text.apply(.setMark, &ring)
    text.apply(.move(.textStart), &ring)
    expectNil(text.selection)
  }

  @Test func `words in all scripts, and paragraphs`() {
    expectEqual(edited("강가를 걸었다. 漢字", .move(.wordBack), .move(.wordBack)), "강가를 |걸었다. 漢字")
    expectEqual(edited("a\nb\n\nc\nd\n\ne", .move(.paragraphBack)), "a\nb\n\nc\nd\n|\ne")
    expectEqual(
      edited("a\nb\n\nc\nd\n\ne", .move(.paragraphBack), .move(.paragraphBack)),
      "a\nb\n|\nc\nd\n\ne")
    expectEqual(edited("a\nb\n\nc", .move(.textStart), .move(.paragraphForward)), "a\nb\n|\nc")
    expectEqual(edited("a\nb", .move(.paragraphBack)), "|a\nb")
    expectEqual(
      edited("a\nb\n\n\n", .move(.textStart), .move(.paragraphForward), .move(.paragraphForward)),
      "a\nb\n\n\n|")
  }

  @Test
  func `all of a phrase is replaced as one step, whatever its case, but not in what is folded`()
    throws
  {
    var ring = KillRing()
    let photo = "![a](photo:" + String(repeating: "a", count: 64) + ")"
    var text = EditableText("Cafe\u{301} a A " + photo)
    text.fold = .photo
    let a = try require(SearchPhrase("a"))
    text.apply(.replaceAll(text.ranges(of: a), with: "xy"), &ring)
    expectEqual(text.string, "Cxyfe\u{301} xy xy " + photo.replacing("[a]", with: "[xy]"))
    text.apply(.undo, &ring)
    let word = try require(SearchPhrase("CAFÉ"))
    text.apply(.replaceAll(text.ranges(of: word), with: ""), &ring)
    expectEqual(text.string, " a A " + photo)
    text.apply(.undo, &ring)
    expectEqual(text.string, "Cafe\u{301} a A " + photo)
  }

  @Test func `one line has no line ends, and what came decomposed stays so`() {
    var ring = KillRing()
    var text = EditableText("", isOneLine: true)
    text.apply(.paste("a\r\nb\u{2028}\u{1112}\u{1161}"), &ring)
    expectEqual(Array(text.string.unicodeScalars), Array("a b \u{1112}\u{1161}".unicodeScalars))
    ring.push("x\ny", joins: false)
    text.apply(.yank, &ring)
    text.apply(.yank, &ring)
    expectSuffix(text.string, "x y")
    text.apply(.move(.characterBack, isSelecting: true), &ring)
    expectEqual(text.selectedText, "y")
  }
}

private func shown(_ text: EditableText) -> String {
  text.rope.substring(0..<text.caret) + "|" + text.rope.substring(text.caret..<text.rope.count)
}

/// Carries commands out where `|` stands, or else at the end, and shows where the caret is then.
private func edited(_ text: String, _ commands: EditingCommand...) -> String {
  var ring = KillRing()
  var editable = EditableText(text.replacing("|", with: ""))
  if let index = text.utf8.firstIndex(of: UInt8(ascii: "|")) {
    editable.apply(.place(text.utf8.distance(from: text.startIndex, to: index)), &ring)
  }
  for command in commands { editable.apply(command, &ring) }
  return shown(editable)
}

@Suite struct ListTests {
  @Test(arguments: [
    ("- eggs|", "- eggs\n- |"), ("* eggs|", "* eggs\n* |"), ("+ 달걀|", "+ 달걀\n+ |"),
    ("1. one|", "1. one\n2. |"), ("9) nine|", "9) nine\n10) |"),
    ("- [x] done|", "- [x] done\n- [ ] |"), ("> said|", "> said\n> |"), ("> - a|", "> - a\n> - |"),
    ("  - in|", "  - in\n  - |"), ("\tin|", "\tin\n\t|"), ("- two| words", "- two\n- | words"),
    ("plain|", "plain\n|"), ("-|no list", "-\n|no list"), ("1.5 km|", "1.5 km\n|"),
    ("|- before", "\n|- before"), ("- a\n- b|\n- c", "- a\n- b\n- |\n- c"),
  ])
  func `Enter goes on with what the line began with`(_ before: String, _ after: String) {
    expectEqual(edited(before, .newline), after)
  }

  @Test(arguments: [
    ("- a\n- |", "- a\n|"), ("1. |", "|"), ("> |", "|"), ("- [ ] |\nmore", "|\nmore"),
  ])
  func `on an item without words it ends the list`(_ before: String, _ after: String) {
    expectEqual(edited(before, .newline), after)
  }

  @Test func `items and selected lines move in and out`() {
    expectEqual(edited("- a\n- b|", .indent), "- a\n  - b|")
    expectEqual(edited("- a\n  - b|", .outdent, .outdent), "- a\n- b|")
    expectEqual(edited("\ta|", .outdent), "a|")
    expectEqual(edited("|a\nb\n\nc", .selectAll, .indent), "  a\n  b\n\n  c|")
    expectEqual(edited("|a\nb", .selectAll, .indent, .outdent), "a\nb|")
    expectEqual(edited(" |a", .outdent), "|a")
    expectEqual(edited("  a|", .outdent, .undo), "  a|")
  }
}

@Suite struct UndoHistoryTests {
  @Test func `a thousand steps are kept, and some more until a block of them goes`() {
    var history = UndoHistory<Int, EditKind>()
    for state in 0..<5000 { history.record(state, kind: nil) { _, _ in false } }
    var state = 5000
    while let earlier = history.stepBack(from: state) {
      expectEqual(earlier, state - 1)
      state = earlier
    }
    expect((3900...4000).contains(state))
    while let later = history.stepForward(from: state) {
      expectEqual(later, state + 1)
      state = later
    }
    expectEqual(state, 5000)
  }

  @Test func `copies are independent, and a change after undo ends what can be redone`() {
    var history = UndoHistory<Int, EditKind>()
    for state in 0..<100 { history.record(state, kind: nil) { _, _ in false } }
    var copy = history
    expectEqual(copy.stepBack(from: 100), 99)
    copy.record(200, kind: nil) { _, _ in false }
    // A change after undo leaves nothing to redo.
    expectNil(copy.stepForward(from: 201))
    expectEqual(copy.stepBack(from: 201), 200)
    expectEqual(copy.stepBack(from: 200), 98)
    expectEqual(history.stepBack(from: 100), 99)
    expectEqual(history.stepBack(from: 99), 98)
  }
}
