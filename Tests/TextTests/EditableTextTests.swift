import TestSupport
import Testing
import Text

@Suite struct EditableTextTests {
  private func typed(_ text: String) -> EditableText {
    var ring = KillRing()
    var editable = EditableText()
    for character in text { editable.apply(.insert(String(character)), &ring) }
    return editable
  }

  @Test func `undo reverts words, runs of deletions and pastes, and restores the caret`() {
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
    // A motion ends the undo step.
    text.apply(.insert("x"), &ring)
    text.apply(.move(.characterBack), &ring)
    text.apply(.move(.characterForward), &ring)
    text.apply(.insert("y"), &ring)
    text.apply(.undo, &ring)
    expectEqual(shown(text), "one  twox|")
  }

  @Test func `typing replaces the selection, and undo restores it`() {
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

  @Test func `motions select from the mark, until a change`() {
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

  @Test func `motions by word in all scripts, and by paragraph`() {
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

  @Test func `replaces a phrase in any case as one step, outside folded text`() throws {
    var ring = KillRing()
    let photo = "![a](photo:" + String(repeating: "a", count: 64) + ")"
    var text = EditableText("Cafe\u{301} a A " + photo)
    text.fold = .photo
    let a = try require(FindPhrase("a"))
    text.apply(.replaceAll(text.ranges(of: a), with: "xy"), &ring)
    expectEqual(text.string, "Cxyfe\u{301} xy xy " + photo.replacing("[a]", with: "[xy]"))
    text.apply(.undo, &ring)
    let word = try require(FindPhrase("CAFÉ"))
    text.apply(.replaceAll(text.ranges(of: word), with: ""), &ring)
    expectEqual(text.string, " a A " + photo)
    text.apply(.undo, &ring)
    expectEqual(text.string, "Cafe\u{301} a A " + photo)
  }

  @Test func `a field of one line has no line ends, and keeps decomposed text`() {
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

/// Runs commands at `|`, or else at the end. Returns the text with `|` at the caret.
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
    ("|- before", "\n|- before"), ("- a\n- b|\n- c", "- a\n- b\n- |\n- c"), ("- a\n- |", "- a\n|"),
    ("1. |", "|"), ("> |", "|"), ("- [ ] |\nmore", "|\nmore"),
  ])
  func `Enter continues a list, and ends it at an empty item`(_ before: String, _ after: String) {
    expectEqual(edited(before, .newline), after)
  }

  @Test func `items and selected lines are indented and outdented`() {
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
  @Test func `some thousand steps are kept, and discarded in blocks`() {
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

  @Test func `copies are independent, and a change after undo ends redo`() {
    var history = UndoHistory<Int, EditKind>()
    for state in 0..<100 { history.record(state, kind: nil) { _, _ in false } }
    var copy = history
    expectEqual(copy.stepBack(from: 100), 99)
    copy.record(200, kind: nil) { _, _ in false }
    expectNil(copy.stepForward(from: 201))
    expectEqual(copy.stepBack(from: 201), 200)
    expectEqual(copy.stepBack(from: 200), 98)
    expectEqual(history.stepBack(from: 100), 99)
    expectEqual(history.stepBack(from: 99), 98)
  }
}

@Suite struct EditableTextPropertyTests {
  @Test(arguments: 0..<100)
  func `editing equals a naive implementation, through undo and redo`(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var naive = NaiveText(RandomText.text(&random, pieces: 20))
    var text = EditableText(naive.text)
    var ring = KillRing()
    var steps = [naive]
    for _ in 0..<60 {
      let before = naive
      let command = command(&naive, &random, ring)
      text.apply(command, &ring)
      expectSame(text, naive, command)
      // Each change is an undo step.
      text.endStep()
      if !naive.text.utf8.elementsEqual(before.text.utf8) {
        steps[steps.count - 1] = before
        steps.append(naive)
      }
    }
    steps[steps.count - 1] = naive
    for step in steps.dropLast().reversed() {
      text.apply(.undo, &ring)
      expectSame(text, step, .undo)
    }
    for step in steps.dropFirst() {
      text.apply(.redo, &ring)
      expect(text.string.utf8.elementsEqual(step.text.utf8))
    }
  }

  private func expectSame(_ text: EditableText, _ naive: NaiveText, _ command: EditingCommand) {
    expect(text.string.utf8.elementsEqual(naive.text.utf8), "\(command)")
    expectEqual(text.caret, naive.caret, "\(command)")
    expectEqual(text.selection, naive.selection, "\(command)")
  }

  private func command(
    _ naive: inout NaiveText, _ random: inout SeededGenerator, _ ring: KillRing
  ) -> EditingCommand {
    let caret = naive.caret
    let isSelecting = Int.random(in: 0..<4, using: &random) == 0
    let selection = naive.selection
    func move(_ motion: Motion, to index: Int) -> EditingCommand {
      naive.move(to: index, isSelecting: isSelecting)
      return .move(motion, isSelecting: isSelecting)
    }
    switch Int.random(in: 0..<19, using: &random) {
    case 0...2:
      let piece = RandomText.text(&random, pieces: .random(in: 1...3, using: &random))
      naive.put(piece, in: selection ?? caret..<caret)
      return .insert(piece)
    case 3:
      let end = isSelecting ? nil : selection?.lowerBound
      return move(.characterBack, to: end ?? naive.start(before: caret))
    case 4:
      let end = isSelecting ? nil : selection?.upperBound
      return move(.characterForward, to: end ?? naive.end(after: caret))
    case 5: return move(.wordBack, to: naive.wordStart(before: caret))
    case 6: return move(.wordForward, to: naive.wordEnd(after: caret))
    case 7: return move(.lineStart, to: naive.lineStart(at: caret))
    case 8: return move(.lineEnd, to: naive.lineEnd(at: caret))
    case 9: return move(.textStart, to: 0)
    case 10:
      naive.put("", in: selection ?? naive.start(before: caret)..<caret)
      return .delete(.characterBack)
    case 11:
      naive.put("", in: selection ?? caret..<naive.end(after: caret))
      return .delete(.characterForward)
    case 12:
      naive.put("", in: selection ?? naive.wordStart(before: caret)..<caret)
      return .kill(.wordBack)
    case 13:
      let end = naive.lineEnd(at: caret)
      naive.put("", in: selection ?? caret..<(end == caret ? naive.end(after: caret) : end))
      return .kill(.lineEnd)
    case 14:
      let phrase = RandomText.text(&random, pieces: 1)
      let ranges = naive.ranges(of: phrase)
      replaceAll(ranges, &naive)
      return .replaceAll(ranges, with: "x\n")
    case 15:
      let index = naive.boundaries.randomElement(using: &random) ?? 0
      naive.move(to: index, isSelecting: isSelecting)
      return .place(index, isSelecting: isSelecting)
    case 16:
      naive.put("", in: selection ?? naive.wordStart(before: caret)..<caret)
      return .cut
    case 17:
      naive.put("", in: selection ?? naive.lineStart(at: caret)..<caret)
      return .kill(.lineStart)
    default:
      naive.anchor = 0
      naive.caret = naive.text.utf8.count
      return .selectAll
    }
  }

  private func replaceAll(_ ranges: [Range<Int>], _ naive: inout NaiveText) {
    guard !ranges.isEmpty else { return }
    let caret = naive.caret
    let passed = ranges.filter { $0.upperBound <= caret }
    for range in ranges.reversed() { naive.put("x\n", in: range) }
    let index = caret + passed.reduce(0) { $0 + 2 - $1.count }
    naive.move(to: naive.boundaries.last { $0 <= index } ?? 0, isSelecting: false)
  }

  @Test(arguments: 0..<40)
  func `a phrase is found forwards and backwards like a naive search`(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let naive = NaiveText(RandomText.text(&random, pieces: seed.isMultiple(of: 4) ? 6000 : 80))
    let text = EditableText(naive.text)
    for _ in 0..<4 {
      let phrase = RandomText.text(&random, pieces: .random(in: 1...2, using: &random))
      guard let wanted = FindPhrase(phrase) else { continue }
      let ranges = naive.ranges(of: phrase)
      expectEqual(text.ranges(of: wanted), ranges, "\(phrase.debugDescription)")
      let offset = naive.boundaries.randomElement(using: &random) ?? 0
      expectEqual((text.next(wanted, from: offset) == nil), ranges.isEmpty)
      expectEqual((text.previous(wanted, before: offset) == nil), ranges.isEmpty)
      if let next = text.next(wanted, from: offset), next.lowerBound >= offset {
        expect(!ranges.contains { $0.lowerBound >= offset && $0.lowerBound < next.lowerBound })
      }
    }
  }
}

@Suite struct KillRingTests {
  @Test func `consecutive kills are one text, in the order of the text`() {
    var ring = KillRing()
    ring.push("b")
    ring.push("c")
    ring.push("a", isBefore: true)
    expectEqual(ring.latest, "abc")
    ring.close()
    ring.push("d")
    expectEqual(ring.latest, "d")
  }

  @Test func `a repeated yank rotates the ring`() {
    var ring = KillRing()
    var text = EditableText("one two three")
    for _ in 0..<2 {
      text.apply(.kill(.wordBack), &ring)
      text.apply(.dropSelection, &ring)
    }
    expectEqual(text.string, "one ")
    text.apply(.yank, &ring)
    expectEqual(text.string, "one two ")
    text.apply(.yank, &ring)
    expectEqual(text.string, "one three")
    text.apply(.yank, &ring)
    expectEqual(text.string, "one two ")
    text.apply(.undo, &ring)
    expectEqual(text.string, "one three")
  }

  @Test func `a yank replaces the text before only directly after another yank`() {
    var ring = KillRing()
    ring.push("one", joins: false)
    ring.push("two", joins: false)
    let others: [(inout EditableText, inout KillRing) -> Void] = [
      { text, ring in text.apply(.undo, &ring) },
      { text, ring in text.apply(.place(text.caret), &ring) },
      { text, _ in text.replaceBeside(0..<0, with: "") },
      { text, ring in
        var other = EditableText()
        other.apply(.insert("x"), &ring)
      },
    ]
    for other in others {
      var text = EditableText()
      text.apply(.yank, &ring)
      other(&text, &ring)
      let before = text.string
      text.apply(.yank, &ring)
      expectEqual(text.string, before + "two")
    }
  }

  @Test func `recent short kills are kept, a long one evicts them`() {
    var ring = KillRing()
    for number in 0..<100 { ring.push("\(number)", joins: false) }
    ring.push(String(repeating: "x", count: 20 << 20), joins: false)
    expectEqual(ring.latest?.utf8.count, 20 << 20)
    var text = EditableText()
    text.apply(.yank, &ring)
    text.apply(.yank, &ring)
    expectEqual(text.string.utf8.count, 20 << 20)
  }
}
