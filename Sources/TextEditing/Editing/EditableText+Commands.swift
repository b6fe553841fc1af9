extension EditableText {
  /// Carries a command out. Returns what kind of change it made, for undo; `nil` when the text is as
  /// it was.
  @discardableResult
  package mutating func apply(
    _ command: EditingCommand, _ ring: inout KillRing, rows: some RowGeometry = LineGeometry()
  ) -> EditKind? {
    switch command {
    case .undo, .redo:
      ring.close()
      return step(isBack: command == .undo) ? .other : nil
    case .beginStep, .endStep:
      hold(command == .beginStep)
      return nil
    default: break
    }
    let before = self
    let again = ring.isYanking ? yanked : nil
    yanked = nil
    if !command.isKill { ring.close() }
    let kind = carryOut(command, &ring, rows, again)
    guard rope != before.rope else {
      if caret != before.caret { endStep() }
      return nil
    }
    record(before, kind: kind)
    return kind
  }

  private mutating func carryOut(
    _ command: EditingCommand, _ ring: inout KillRing, _ rows: some RowGeometry,
    _ again: Range<Int>?
  ) -> EditKind {
    switch command {
    case .insert(let text): return type(text)
    case .paste(let text): put(text, in: selection ?? caret..<caret)
    case .newline: goOn()
    case .move(let motion, let isSelecting): move(motion, isSelecting: isSelecting, rows)
    case .place(let offset, let isSelecting): move(to: offset, isSelecting: isSelecting)
    case .delete(let motion): return delete(motion, rows)
    case .kill(let motion): kill(motion, &ring, rows)
    case .cut:
      if let selection {
        ring.push(rope.substring(selection), joins: false)
        put("", in: selection)
      } else {
        kill(.wordBack, &ring, rows)
      }
    case .copy:
      if let selectedText { ring.push(selectedText, joins: false) }
      dropSelection()
    case .keep(let text): ring.push(text, joins: false)
    case .yank: yank(&ring, again)
    case .setMark: turnMark()
    case .selectAll: select(0..<rope.count)
    case .selectWord(let offset): select(rope.wordRange(at: offset))
    case .selectLine(let offset): select(rope.wholeLineRange(at: offset))
    case .select(let range): select(range)
    case .dropSelection: dropSelection()
    case .indent: shiftLines(isDeeper: true)
    case .outdent: shiftLines(isDeeper: false)
    case .replaceAll(let ranges, let text): replaceAll(ranges, with: text)
    case .replace(let range, let text): put(text, in: range)
    case .undo, .redo, .beginStep, .endStep: break
    }
    return .other
  }

  private mutating func type(_ text: String) -> EditKind {
    let isSelected = selection != nil
    put(text, in: selection ?? caret..<caret)
    guard !isSelected, let first = text.first, text.dropFirst().isEmpty else { return .other }
    return first.isWhitespace ? .typingBlank : .typing
  }

  private mutating func delete(_ motion: Motion, _ rows: some RowGeometry) -> EditKind {
    if let selection {
      put("", in: selection)
      return .other
    }
    let range = passed(by: motion, rows)
    put("", in: range)
    switch motion {
    case .characterBack: return .deletingBack
    case .characterForward: return .deletingForward
    default: return .other
    }
  }

  private mutating func kill(_ motion: Motion, _ ring: inout KillRing, _ rows: some RowGeometry) {
    let range = selection ?? passed(by: motion, rows)
    ring.push(rope.substring(range), isBefore: range.lowerBound < caret && selection == nil)
    put("", in: range)
  }

  private mutating func yank(_ ring: inout KillRing, _ again: Range<Int>?) {
    guard let text = ring.text(isAgain: again != nil).map(fitting) else { return }
    let place = again ?? selection ?? caret..<caret
    put(text, in: place)
    yanked = place.lowerBound..<place.lowerBound + text.utf8.count
  }

  /// What is between the caret and where a motion goes. To the end of a line that is there already,
  /// it is the line end.
  private func passed(by motion: Motion, _ rows: some RowGeometry) -> Range<Int> {
    var target = self.target(of: motion, rows).place
    if motion == .lineEnd, target == caret { target = after(caret) }
    return min(caret, target)..<max(caret, target)
  }
}

extension EditingCommand {
  /// Whether further kills may join it.
  fileprivate var isKill: Bool {
    switch self {
    case .kill, .cut: true
    default: false
    }
  }
}
