/// A command for an edited text. Keys, vi keys, the mouse and dialogs all produce these.
package enum EditingCommand: Hashable, Sendable {
  /// Inserts typed text, or replaces the selection with it.
  case insert(String)
  /// Inserts a text as one undo step, or replaces the selection with it.
  case paste(String)
  /// Begins a new line that continues a list, a check box, a quotation or the indentation.
  case newline
  case move(Motion, isSelecting: Bool = false)
  /// Moves the caret to an offset.
  case place(Int, isSelecting: Bool = false)
  /// Deletes the selection, or else the text that a motion passes over.
  case delete(Motion)
  /// Deletes the same as `delete` and adds it to the kill ring.
  case kill(Motion)
  /// Kills the selection, or the word before the caret if nothing is selected, as shells do.
  case cut
  /// Adds the selection to the kill ring and deselects it.
  case copy
  /// Adds a text to the kill ring.
  case keep(String)
  /// Inserts the latest killed text. A yank right after a yank replaces it with an earlier one.
  case yank
  /// Starts or stops selecting with motions. Any change of the text stops it too.
  case setMark
  case selectAll
  case selectWord(at: Int)
  case selectLine(at: Int)
  case select(Range<Int>)
  case dropSelection
  /// Indents or outdents the selected lines, or the caret's line.
  case indent, outdent
  /// Replaces several ranges by the same text as one change.
  case replaceAll([Range<Int>], with: String)
  case replace(Range<Int>, with: String)
  case undo, redo
  /// Combine all changes between them into one undo step.
  case beginStep, endStep
}

/// A motion of the caret.
package enum Motion: Hashable, Sendable {
  case characterBack, characterForward
  case wordBack, wordForward
  /// Motions by rows on the screen; a long line has several.
  case rowUp, rowDown, pageUp, pageDown
  case rowStart, rowEnd
  case lineStart, lineEnd
  case paragraphBack, paragraphForward
  case textStart, textEnd
}

// MARK: - Applying commands

extension EditableText {
  /// Applies a command.
  /// - Returns: the kind of the change, for undo, or `nil` if the text is unchanged.
  @discardableResult
  package mutating func apply(
    _ command: EditingCommand, _ ring: inout KillRing, rows: some RowGeometry = LineGeometry()
  ) -> EditKind? {
    switch command {
    case .undo, .redo:
      ring.close()
      return stepHistory(isBack: command == .undo) ? .other : nil
    case .beginStep, .endStep:
      holdStep(command == .beginStep)
      return nil
    default: break
    }
    let before = self
    let lastYank = ring.isYanking ? yanked : nil
    yanked = nil
    if !command.isKill { ring.close() }
    let kind = perform(command, &ring, rows, lastYank)
    guard rope != before.rope else {
      if caret != before.caret { endStep() }
      return nil
    }
    record(before, kind: kind)
    return kind
  }

  private mutating func perform(
    _ command: EditingCommand, _ ring: inout KillRing, _ rows: some RowGeometry,
    _ lastYank: Range<Int>?
  ) -> EditKind {
    switch command {
    case .insert(let text): return type(text)
    case .paste(let text): put(text, in: selection ?? caret..<caret)
    case .newline: continueLine()
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
    case .yank: yank(&ring, lastYank)
    case .setMark: toggleMark()
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
    let range = range(passedBy: motion, rows)
    put("", in: range)
    switch motion {
    case .characterBack: return .deletingBack
    case .characterForward: return .deletingForward
    default: return .other
    }
  }

  private mutating func kill(_ motion: Motion, _ ring: inout KillRing, _ rows: some RowGeometry) {
    let range = selection ?? range(passedBy: motion, rows)
    ring.push(rope.substring(range), isBefore: range.lowerBound < caret && selection == nil)
    put("", in: range)
  }

  private mutating func yank(_ ring: inout KillRing, _ lastYank: Range<Int>?) {
    guard let text = ring.text(isAgain: lastYank != nil).map(fitting) else { return }
    let place = lastYank ?? selection ?? caret..<caret
    put(text, in: place)
    yanked = place.lowerBound..<place.lowerBound + text.utf8.count
  }

  /// Returns the range between the caret and the target of a motion. At the end of a line,
  /// `.lineEnd` covers the line end itself.
  private func range(passedBy motion: Motion, _ rows: some RowGeometry) -> Range<Int> {
    var target = self.target(of: motion, rows).place
    if motion == .lineEnd, target == caret { target = after(caret) }
    return min(caret, target)..<max(caret, target)
  }
}

extension EditingCommand {
  /// Indicates that further kills may join the text that this command kills.
  fileprivate var isKill: Bool {
    switch self {
    case .kill, .cut: true
    default: false
    }
  }
}

// MARK: - Motions

extension EditableText {
  mutating func move(_ motion: Motion, isSelecting: Bool, _ rows: some RowGeometry) {
    // Without Shift, ← and → collapse a selection to its start or end.
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

  /// Returns the target of a motion from the caret, and the column that the next motion tries to
  /// keep.
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

  /// Returns `offset`, moved to the near end of the fold that contains it, if any.
  private func outside(_ offset: Int, isForward: Bool) -> Int {
    guard let range = fold?.range(endingAtOrAround: offset, in: rope) else { return offset }
    return isForward ? range.upperBound : range.lowerBound
  }
}

/// The layout of a text in rows on the screen, for vertical motions.
package protocol RowGeometry {
  /// Returns the number of rows that a page motion moves.
  func page(from offset: Int, isDown: Bool, in text: TextRope) -> Int
  /// Returns the first and last caret positions in the row that contains `offset`.
  func row(at offset: Int, in text: TextRope) -> ClosedRange<Int>
  /// Returns the offset `rows` rows below `offset`, or above it if negative, at the column `goal`
  /// or else at the column of `offset`. Returns the column too, for the motions that follow.
  func place(_ rows: Int, below offset: Int, goal: Int?, in text: TextRope) -> (Int, goal: Int)
}

/// A layout with one row for each line and one column for each character.
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

// MARK: - Lists, quotations and indentation

extension EditableText {
  /// The length of the longest line prefix that is examined, in bytes.
  private static let maxPrefixLength = 200

  /// Begins a new line with the prefix of this one. On an empty list item, ends the list.
  mutating func continueLine() {
    if let selection { put("", in: selection) }
    let line = rope.lineRange(at: caret)
    let prefix = prefix(ofLineAt: caret)
    let end = line.lowerBound + prefix.text.utf8.count
    if caret < end || prefix.text.isEmpty {
      put("\n", in: caret..<caret)
    } else if prefix.isList, end == line.upperBound {
      put("", in: line.lowerBound..<end)
    } else if end == line.upperBound {
      // A line of prefix only, as indentation: replace it, so that no spaces are left at its end.
      put("\n" + prefix.next, in: line.lowerBound..<end)
    } else {
      put("\n" + prefix.next, in: caret..<caret)
    }
  }

  private func prefix(ofLineAt offset: Int) -> ListPrefix {
    let line = rope.lineRange(at: offset)
    let end = min(line.upperBound, line.lowerBound + Self.maxPrefixLength)
    return ListPrefix(
      of: rope.substring(line.lowerBound..<rope.clusterBoundary(atOrBefore: end))[...])
  }

  /// Returns `true` if the caret is in a list item that can be nested in the item on the line above
  /// or, if not `isDeeper`, moved out of the item that it is nested in.
  package func canMoveItem(isDeeper: Bool) -> Bool {
    let item = prefix(ofLineAt: caret)
    guard selection == nil, item.isItem else { return false }
    guard isDeeper else { return item.indentation > 0 }
    let line = rope.line(at: caret)
    guard line > 0 else { return false }
    let above = prefix(ofLineAt: rope.start(ofLine: line - 1))
    return above.isItem && above.indentation >= item.indentation
  }

  /// Indents or outdents the selected lines, or the caret's line, by one step.
  mutating func shiftLines(isDeeper: Bool) {
    let part = selection ?? caret..<caret
    let first = rope.line(at: part.lowerBound)
    // A selection that ends at the start of a line doesn't include that line.
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

  /// The indentation of one step. Two spaces nest a bulleted list in Markdown.
  private static let step = "  "

  /// Returns an offset after `bytes` bytes were inserted or removed at the start of its line.
  private static func moved(_ index: Int, _ old: Int, by bytes: Int, at start: Int) -> Int {
    guard old >= start else { return index }
    return bytes < 0 ? index - min(-bytes, old - start) : index + bytes
  }
}

/// The start of a Markdown line, before its words: indentation, quotation marks, a list marker and
/// a check box.
struct ListPrefix: Hashable {
  /// The prefix as written.
  let text: String
  /// The prefix of the next line.
  let next: String
  /// Indicates that the prefix has more than indentation.
  let isList: Bool
  /// Indicates that the prefix has a list marker.
  let isItem: Bool
  /// The number of blanks at the start.
  let indentation: Int

  init(of line: Substring) {
    var rest = line
    var next = Self.blanks(&rest)
    let indentation = next
    while rest.first == ">" {
      next += ">"
      rest.removeFirst()
      next += Self.blanks(&rest)
    }
    let marker = Self.marker(&rest)
    next += marker ?? ""
    isItem = marker != nil
    self.indentation = indentation.count
    text = String(line[..<rest.startIndex])
    isList = next != indentation
    self.next = next
  }

  private static func blanks(_ rest: inout Substring) -> String {
    let blanks = rest.prefix { $0 == " " || $0 == "\t" }
    rest = rest.dropFirst(blanks.count)
    return String(blanks)
  }

  /// Consumes a list marker and its check box. Returns the marker for the next line.
  private static func marker(_ rest: inout Substring) -> String? {
    var after = rest
    guard let first = after.popFirst() else { return nil }
    var next = String(first)
    if "-*+".contains(first) {
      guard after.first == " " else { return nil }
    } else {
      // CommonMark allows nine digits.
      let digits = rest.prefix { "0"..."9" ~= $0 }
      guard let number = Int(digits), digits.count <= 9 else { return nil }
      after = rest.dropFirst(digits.count)
      guard let closing = after.popFirst(), closing == "." || closing == ")", after.first == " "
      else { return nil }
      next = "\(number + 1)\(closing)"
    }
    next += blanks(&after)
    for box in ["[ ] ", "[x] ", "[X] "] where after.hasPrefix(box) {
      after = after.dropFirst(box.count)
      next += "[ ] "
    }
    rest = after
    return next
  }
}
