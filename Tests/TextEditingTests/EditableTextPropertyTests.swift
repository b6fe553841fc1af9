import TestSupport
import Testing
import TextEditing

@Suite struct EditableTextPropertyTests {
  @Test(arguments: 0..<100)
  func `editing keeps to a naive text, back and forth through undo`(_ seed: UInt64) {
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
      // Each change a step of its own.
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

  /// A command, done to the naive text.
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
  func `a phrase is found forwards and backwards where a naive search has it`(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let naive = NaiveText(RandomText.text(&random, pieces: seed.isMultiple(of: 4) ? 6000 : 80))
    let text = EditableText(naive.text)
    for _ in 0..<4 {
      let phrase = RandomText.text(&random, pieces: .random(in: 1...2, using: &random))
      guard let wanted = SearchPhrase(phrase) else { continue }
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
