/// What may be done with a text that is edited. Keys, vi keys, the mouse and dialogs are ways to the
/// same commands.
package enum EditingCommand: Hashable, Sendable {
  /// What was typed, in place of what is selected.
  case insert(String)
  /// A whole text, which is a step of undo by itself.
  case paste(String)
  /// Enter: goes on with a list, a check box or a quotation, and with the indentation.
  case newline
  case move(Motion, isSelecting: Bool = false)
  /// Puts the caret at a place.
  case place(Int, isSelecting: Bool = false)
  /// Takes away what is selected, or else what a motion passes over.
  case delete(Motion)
  /// Takes away what a motion passes over, so that it can be put in again.
  case kill(Motion)
  /// Kills what is selected; without a selection the word before the caret, as shells do.
  case cut
  /// Takes what is selected to be put in again, and leaves it.
  case copy
  /// Takes a text to be put in again.
  case keep(String)
  /// Puts in what was killed last; again, what was killed before that.
  case yank
  /// From here on motions select, until the text changes; again, no longer.
  case setMark
  case selectAll
  case selectWord(at: Int)
  case selectLine(at: Int)
  case select(Range<Int>)
  case dropSelection
  /// Moves the lines that are selected, or the caret's, to the right or back.
  case indent, outdent
  /// Puts a text in the place of each of several parts, as one change.
  case replaceAll([Range<Int>], with: String)
  case replace(Range<Int>, with: String)
  case undo, redo
  /// All changes between these two make one step of undo.
  case beginStep, endStep
}

/// Where a motion of the caret goes.
package enum Motion: Hashable, Sendable {
  case characterBack, characterForward
  case wordBack, wordForward
  /// By what is seen: a long line has several rows.
  case rowUp, rowDown, pageUp, pageDown
  case rowStart, rowEnd
  case lineStart, lineEnd
  case paragraphBack, paragraphForward
  case textStart, textEnd
}

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

extension EditableText {
  mutating func move(_ motion: Motion, isSelecting: Bool, _ rows: some RowGeometry) {
    // Without Shift, ← and → leave a selection by its ends.
    if !isSelecting, !isMarking, let selection {
      switch motion {
      case .characterBack: return move(to: selection.lowerBound)
      case .characterForward: return move(to: selection.upperBound)
      default: break
      }
    }
    let (place, goal) = target(of: motion, rows)
    move(to: place, isSelecting: isSelecting)
    goalColumn = goal
  }

  /// Where a motion goes from the caret, and the column that it tries to keep.
  func target(of motion: Motion, _ rows: some RowGeometry) -> (place: Int, goal: Int?) {
    func vertical(_ count: Int) -> (Int, Int?) {
      let (place, goal) = rows.place(count, below: caret, goal: goalColumn, in: rope)
      return (snapped(place), goal)
    }
    switch motion {
    case .characterBack: return (before(caret), nil)
    case .characterForward: return (after(caret), nil)
    case .wordBack: return (outside(rope.wordStart(before: caret), isForward: false), nil)
    case .wordForward: return (outside(rope.wordEnd(after: caret), isForward: true), nil)
    case .rowUp: return vertical(-1)
    case .rowDown: return vertical(1)
    case .pageUp: return vertical(-rows.page(from: caret, isDown: false, in: rope))
    case .pageDown: return vertical(rows.page(from: caret, isDown: true, in: rope))
    case .rowStart: return (rows.row(at: caret, in: rope).lowerBound, nil)
    case .rowEnd: return (rows.row(at: caret, in: rope).upperBound, nil)
    case .lineStart: return (rope.lineStart(at: caret), nil)
    case .lineEnd: return (rope.lineEnd(at: caret), nil)
    case .paragraphBack: return (rope.paragraphStart(before: caret), nil)
    case .paragraphForward: return (rope.paragraphEnd(after: caret), nil)
    case .textStart: return (0, nil)
    case .textEnd: return (rope.count, nil)
    }
  }

  /// A place that isn't in a fold.
  private func outside(_ offset: Int, isForward: Bool) -> Int {
    guard let range = fold?.range(endingAtOrAround: offset, in: rope) else { return offset }
    return isForward ? range.upperBound : range.lowerBound
  }
}

/// How a text stands on the screen, for motions that go by what is seen.
package protocol RowGeometry {
  /// How many rows a page motion goes from a place.
  func page(from offset: Int, isDown: Bool, in text: TextRope) -> Int
  /// The first and the last place that the caret can have in the row of a place.
  func row(at offset: Int, in text: TextRope) -> ClosedRange<Int>
  /// The place so many rows below, or above, at a column; without one, at the column of the place.
  /// Returns that column too, for motions that go on.
  func place(_ rows: Int, below offset: Int, goal: Int?, in text: TextRope) -> (Int, goal: Int)
}

/// Each line as one row, and each character as one column.
package struct LineGeometry: RowGeometry {
  package init() {}

  package func page(from offset: Int, isDown: Bool, in text: TextRope) -> Int { 20 }

  package func row(at offset: Int, in text: TextRope) -> ClosedRange<Int> {
    let line = text.lineRange(at: offset)
    return line.lowerBound...line.upperBound
  }

  package func place(
    _ rows: Int, below offset: Int, goal: Int?, in text: TextRope
  ) -> (Int, goal: Int) {
    let line = text.line(at: offset)
    let goal = goal ?? text.substring(text.start(ofLine: line)..<offset).count
    guard line + rows >= 0 else { return (0, goal) }
    guard line + rows < text.lines else { return (text.count, goal) }
    let target = text.lineRange(at: text.start(ofLine: line + rows))
    let columns = text.substring(target).prefix(goal).utf8.count
    return (target.lowerBound + columns, goal)
  }
}

// Lists, quotations and indentation.
extension EditableText {
  /// In bytes: how much of a line is looked at for what it begins with.
  private static let longestPrefix = 200

  /// Enter. On an item without words it ends the list.
  mutating func goOn() {
    if let selection { put("", in: selection) }
    let line = rope.lineRange(at: caret)
    let head = rope.substring(
      line
        .lowerBound..<rope.clusterBoundary(
          atOrBefore: min(line.upperBound, line.lowerBound + Self.longestPrefix)))
    let prefix = ListPrefix(of: head[...])
    let end = line.lowerBound + prefix.text.utf8.count
    if caret < end || prefix.text.isEmpty {
      put("\n", in: caret..<caret)
    } else if prefix.isList, end == line.upperBound {
      put("", in: line.lowerBound..<end)
    } else if end == line.upperBound {
      // Nothing but blanks: they stay no line's end.
      put("\n" + prefix.next, in: line.lowerBound..<end)
    } else {
      put("\n" + prefix.next, in: caret..<caret)
    }
  }

  /// Moves the lines of the selection, or of the caret, by one step.
  mutating func shiftLines(isDeeper: Bool) {
    let part = selection ?? caret..<caret
    let first = rope.line(at: part.lowerBound)
    // A selection that ends where a line begins has nothing of it.
    let last = rope.line(at: part.isEmpty ? part.upperBound : part.upperBound - 1)
    let ends = (anchor, caret)
    var text = ""
    var moved = (ends.0 ?? ends.1, ends.1)
    let start = rope.start(ofLine: first)
    for line in first...last {
      let range = rope.wholeLineRange(at: rope.start(ofLine: line))
      let old = rope.substring(range)
      let shift = Self.shift(old, isDeeper: isDeeper)
      text += shift.text
      moved.0 = Self.moved(moved.0, ends.0 ?? ends.1, by: shift.bytes, at: range.lowerBound)
      moved.1 = Self.moved(moved.1, ends.1, by: shift.bytes, at: range.lowerBound)
    }
    let end = rope.wholeLineRange(at: rope.start(ofLine: last)).upperBound
    let hadSelection = selection != nil
    put(text, in: start..<end)
    if hadSelection {
      move(to: moved.0)
      move(to: moved.1, isSelecting: true)
    } else {
      move(to: moved.1)
    }
  }

  private static func shift(_ line: String, isDeeper: Bool) -> (text: String, bytes: Int) {
    if isDeeper {
      return line.first?.isLineEnd ?? true ? (line, 0) : (step + line, step.utf8.count)
    }
    if line.first == "\t" { return (String(line.dropFirst()), -1) }
    let blanks = line.prefix(step.count).prefix { $0 == " " }.count
    return (String(line.dropFirst(blanks)), -blanks)
  }

  /// Two blanks are what makes a list of another one's item in Markdown.
  private static let step = "  "

  /// A place after a line has grown or shrunk at its beginning.
  private static func moved(_ index: Int, _ old: Int, by bytes: Int, at start: Int) -> Int {
    guard old >= start else { return index }
    return bytes < 0 ? index - min(-bytes, old - start) : index + bytes
  }
}

/// What a line of Markdown begins with before its words: indentation, quotation marks, the sign of a
/// list, a check box.
struct ListPrefix: Hashable {
  /// All of it, as it stands.
  let text: String
  /// What the next line of the list begins with.
  let next: String
  /// Whether there is more than indentation.
  let isList: Bool

  init(of line: Substring) {
    var rest = line
    var next = Self.blanks(&rest)
    let indentation = next
    while rest.first == ">" {
      next += ">"
      rest.removeFirst()
      next += Self.blanks(&rest)
    }
    if let marker = Self.marker(&rest) { next += marker }
    text = String(line[..<rest.startIndex])
    isList = next != indentation
    self.next = next
  }

  private static func blanks(_ rest: inout Substring) -> String {
    let blanks = rest.prefix { $0 == " " || $0 == "\t" }
    rest = rest.dropFirst(blanks.count)
    return String(blanks)
  }

  /// Takes the sign of a list off; what the next line has in its place.
  private static func marker(_ rest: inout Substring) -> String? {
    var after = rest
    guard let first = after.popFirst() else { return nil }
    var sign = String(first)
    if "-*+".contains(first) {
      guard after.first == " " else { return nil }
    } else {
      // Nine digits, as CommonMark has it.
      let digits = rest.prefix { "0"..."9" ~= $0 }
      guard let number = Int(digits), digits.count <= 9 else { return nil }
      after = rest.dropFirst(digits.count)
      guard let closing = after.popFirst(), closing == "." || closing == ")", after.first == " "
      else { return nil }
      sign = "\(number + 1)\(closing)"
    }
    sign += blanks(&after)
    for box in ["[ ] ", "[x] ", "[X] "] where after.hasPrefix(box) {
      after = after.dropFirst(box.count)
      sign += "[ ] "
    }
    rest = after
    return sign
  }
}
