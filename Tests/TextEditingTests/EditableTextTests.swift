import TestSupport
import Testing
import TextEditing

@Suite("Editing a text")
struct EditableTextTests {
  private func shown(_ text: EditableText) -> String {
    text.rope.substring(0..<text.caret) + "|" + text.rope.substring(text.caret..<text.rope.count)
  }

  private func edited(_ text: String, _ commands: EditingCommand...) -> String {
    var ring = KillRing()
    var editable = EditableText(text)
    for command in commands { editable.apply(command, &ring) }
    return shown(editable)
  }

  private func typed(_ text: String) -> EditableText {
    var ring = KillRing()
    var editable = EditableText()
    for character in text { editable.apply(.insert(String(character)), &ring) }
    return editable
  }

  @Test("Undo takes a word at a time, a run of deletions, a paste, and brings the caret back")
  func undoSteps() {
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

  @Test("A selection is replaced by what is typed, and comes back with undo")
  func selection() {
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

  @Test("From the mark on motions select, until something changes")
  func mark() {
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

  @Test("Words in all scripts, and paragraphs")
  func motions() {
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

  @Test("All of a phrase is replaced as one step, whatever its case, but not in what is folded")
  func replacing() throws {
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

  @Test("One line has no line ends, and what came decomposed stays so")
  func oneLine() {
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
