import Text

/// A state machine that converts keys to editing commands as vi does. It doesn't change the text
/// itself.
package struct ViKeys: Hashable, Sendable {
  package enum Mode: Hashable, Sendable {
    case normal, insert
    /// Selection of characters. It includes the one at the anchor and the one at the caret.
    case visual(anchor: Int)
    /// Selection of whole lines. The visible caret is at the end of the selected lines; `cursor` is
    /// the caret's logical offset.
    case visualLine(anchor: Int, cursor: Int)
    case commandLine(String)
  }

  /// The result of a key.
  package enum Outcome: Hashable, Sendable {
    /// Commands to apply in order; empty if the key only begins a command.
    case commands([EditingCommand])
    case request(Request)
    /// The key has no meaning in vi; the editor handles it.
    case notHandled
  }

  /// A request to the editor.
  package enum Request: Hashable, Sendable {
    case save, saveAndLeave
    /// Leaves, unless changes would be lost.
    case leave
    case leaveUnsaved
    case find, findNext, findPrevious
    case unknownCommand(String)
  }

  /// A change that `.` repeats.
  struct Change: Hashable, Sendable {
    var command: ViCommand
    /// The typed commands of insert mode.
    var typed: [EditingCommand] = []

    /// The number of times that the typed text is inserted, limited so that it takes no noticeable
    /// time.
    var repetitions: Int {
      guard case .insert = command.action else { return 1 }
      return min(command.count ?? 1, max(1, 10_000 / max(1, typed.count)))
    }
  }

  package internal(set) var mode: Mode
  /// The keys of an incomplete command.
  package internal(set) var pending: [Character] = []
  /// The text that was deleted or yanked last, if it was whole lines. It is compared with the
  /// latest text of the kill ring, which all fields share.
  var lines: String?
  var lastSearch: ViCharacterSearch?
  var lastChange: Change?
  /// The change that is being typed in insert mode.
  var typing: Change?
  /// The column that vertical motions try to keep.
  var goalColumn: Int?

  /// Creates the state in insert mode, as for an empty page, or in normal mode, as for reading.
  package init(isInserting: Bool) { mode = isInserting ? .insert : .normal }

  /// Handles a key, given the current text and kill ring.
  package mutating func handle(
    _ event: KeyEvent, in text: EditableText, _ ring: KillRing = KillRing(),
    rows: some RowGeometry, isOneLine: Bool = false
  ) -> Outcome {
    var run = ViRun(text: text, ring: ring, rows: rows, isOneLine: isOneLine)
    switch mode {
    case .insert: return handleInsertKey(event, &run)
    case .commandLine(let line): return handleCommandLineKey(event, line, text)
    case .normal, .visual, .visualLine: break
    }
    adoptSelection(of: text)
    if event == KeyEvent(.escape) { return escape(text) }
    if event == .control("r") {
      pending = []
      return outcome(of: ViCommand(action: .redo), &run)
    }
    if let motion = Self.pageKeys[event] {
      pending = []
      return outcome(of: ViCommand(action: .move(motion)), &run)
    }
    let isForOtherField = isOneLine && [.enter, .up, .down].contains(event.key)
    guard !isForOtherField, let character = Self.character(for: event) else {
      pending = []
      return .notHandled
    }
    pending.append(character)
    switch ViParser.parse(pending, isVisual: isVisual) {
    case .incomplete: return .commands([])
    case .unknown:
      pending = []
      return .commands([])
    case .command(let command):
      pending = []
      return outcome(of: command, &run)
    }
  }

  // MARK: Keys

  /// Indicates that the next letter belongs to a command. It doesn't in insert mode, nor where a
  /// command takes any character, as `f` and `r` do.
  package var awaitsCommand: Bool {
    switch mode {
    case .insert: false
    case .commandLine: true
    case .normal, .visual, .visualLine: pending.last.map { !"rfFtT".contains($0) } ?? true
    }
  }

  var isVisual: Bool {
    switch mode {
    case .visual, .visualLine: true
    default: false
    }
  }

  private static let pageKeys: [KeyEvent: ViMotion] = [
    .control("f"): .pageDown, .control("d"): .pageDown, KeyEvent(.pageDown): .pageDown,
    .control("b"): .pageUp, .control("u"): .pageUp, KeyEvent(.pageUp): .pageUp,
  ]

  private static let namedKeys: [KeyEvent.Key: Character] = [
    .left: "h", .right: "l", .up: "k", .down: "j", .home: "0", .end: "$", .backspace: "h",
    .enter: "+", .delete: "x",
  ]

  private static func character(for event: KeyEvent) -> Character? {
    guard event.modifiers.isEmpty else { return nil }
    if case .character(let character) = event.key { return character }
    return namedKeys[event.key]
  }

  /// Cancels the pending command or the selection. In normal mode without a pending command Esc
  /// does nothing, since many users press it twice.
  private mutating func escape(_ text: EditableText) -> Outcome {
    if !pending.isEmpty {
      pending = []
      return .commands([])
    }
    switch mode {
    case .visual:
      mode = .normal
      return .commands([.place(text.caret)])
    case .visualLine(_, let cursor):
      mode = .normal
      return .commands([.place(cursor)])
    default: return .commands([])
    }
  }

  /// Enters visual mode if the mouse has selected text, and leaves it if the selection is gone.
  private mutating func adoptSelection(of text: EditableText) {
    guard let anchor = text.anchor else {
      if isVisual { mode = .normal }
      return
    }
    switch mode {
    case .normal where anchor == text.caret: break
    case .visualLine(let first, let cursor)
    where text.isSelectingLines(between: first, and: cursor): break
    default: mode = .visual(anchor: anchor > text.caret ? text.before(anchor) : anchor)
    }
  }

  /// Cancels what depends on the current text: a pending command, the command line, the selection.
  package mutating func leaveText() {
    pending = []
    typing = nil
    if mode != .insert { mode = .normal }
  }

  private mutating func outcome(of command: ViCommand, _ run: inout ViRun) -> Outcome {
    if let request = perform(command, &run) { return .request(request) }
    return .commands(run.commands)
  }

  // MARK: Typing

  private mutating func handleInsertKey(_ event: KeyEvent, _ run: inout ViRun) -> Outcome {
    let command: EditingCommand
    switch (event.key, event.modifiers) {
    case (.escape, []):
      endTyping(typing, times: 1, &run)
      return .commands(run.commands)
    case (.character(let character), []): command = .insert(String(character))
    case (.backspace, []): command = .delete(.characterBack)
    case (.enter, []) where !run.isOneLine: command = .newline
    default:
      // Text typed after any other key can't be repeated as one change.
      typing = nil
      return .notHandled
    }
    typing?.typed.append(command)
    return .commands([command])
  }

  /// Leaves insert mode. `change` was typed `times` times so far; applies its remaining
  /// repetitions.
  mutating func endTyping(_ change: Change?, times: Int, _ run: inout ViRun) {
    if let change {
      for turn in times..<max(1, change.repetitions) {
        if turn > 0 { run.openLine(for: change.command) }
        for command in change.typed { run.apply(command) }
      }
      lastChange = change
    }
    mode = .normal
    typing = nil
    let caret = run.text.caret
    if caret > run.rope.lineStart(at: caret) { run.place(run.text.before(caret)) }
    run.apply(.endStep)
  }

  // MARK: The command line

  private mutating func handleCommandLineKey(
    _ event: KeyEvent, _ line: String, _ text: EditableText
  ) -> Outcome {
    switch (event.key, event.modifiers) {
    case (.escape, []): mode = .normal
    case (.backspace, []): mode = line.isEmpty ? .normal : .commandLine(String(line.dropLast()))
    case (.enter, []):
      mode = .normal
      return execute(line, text)
    case (.character(let character), []): mode = .commandLine(line + String(character))
    default:
      mode = .normal
      return .notHandled
    }
    return .commands([])
  }

  private func execute(_ line: String, _ text: EditableText) -> Outcome {
    let line = line.split(separator: " ").joined(separator: " ")
    if let request = Self.requests[line] { return .request(request) }
    if line.isEmpty { return .commands([]) }
    if let number = Int(line) ?? (line == "$" ? text.rope.lines : nil) {
      let last = text.rope.lines - 1
      let start = text.rope.start(ofLine: min(max(0, number - 1), last))
      return .commands([.place(ViPositions(text: text).firstNonBlank(ofLineAt: start))])
    }
    return .request(.unknownCommand(line))
  }

  private static let requests: [String: Request] = [
    "w": .save, "write": .save, "w!": .save, "wq": .saveAndLeave, "wq!": .saveAndLeave,
    "x": .saveAndLeave, "xit": .saveAndLeave, "q": .leave, "quit": .leave, "q!": .leaveUnsaved,
    "quit!": .leaveUnsaved,
  ]
}

extension EditableText {
  /// Returns whether exactly the whole lines from `one` to `other` are selected.
  fileprivate func isSelectingLines(between one: Int, and other: Int) -> Bool {
    let start = rope.lineStart(at: min(one, other))
    let end = rope.lineEnd(at: max(one, other))
    return anchor.map { min($0, caret) == start && max($0, caret) == end } ?? false
  }
}

// MARK: - Performing commands

extension ViKeys {
  mutating func perform(_ command: ViCommand, _ run: inout ViRun) -> Request? {
    let oldGoal = goalColumn
    goalColumn = nil
    switch command.action {
    case .find: return .find
    case .findNext: return .findNext
    case .findPrevious: return .findPrevious
    case .saveAndLeave: return .saveAndLeave
    case .leaveUnsaved: return .leaveUnsaved
    case .commandLine: mode = .commandLine("")
    case .move(let motion): move(motion, command.count, goal: oldGoal, &run)
    case .undo: step(.undo, command.count, &run)
    case .redo: step(.redo, command.count, &run)
    case .visual, .visualLine: toggleSelection(isLines: command.action == .visualLine, &run)
    case .otherEnd: swapEnds(&run)
    case .selectObject(let object): select(object, command.count ?? 1, &run)
    case .repeatChange: repeatChange(command.count, &run)
    case .operate, .insert, .put, .replace, .join, .toggleCase: change(command, &run)
    }
    return nil
  }

  /// Returns the caret's offset as vi counts it: on a character, never after the last one of a
  /// line.
  func cursor(_ run: ViRun) -> Int {
    switch mode {
    case .visualLine(_, let cursor): cursor
    case .visual: run.text.caret
    default: run.places.onCharacter(run.text.caret)
    }
  }

  // MARK: Moving

  private mutating func move(
    _ motion: ViMotion, _ count: Int?, goal: Int?, _ run: inout ViRun
  ) {
    if let rows = rows(of: motion, count ?? 1, run) {
      let (place, goal) = run.rows.place(rows, below: cursor(run), goal: goal, in: run.rope)
      goalColumn = goal
      return move(to: place, &run)
    }
    if case .search(let search) = motion { lastSearch = search }
    guard
      let place = run.places.place(
        motion, from: cursor(run), count: count, lastSearch: lastSearch)
    else { return }
    move(to: place.offset, &run)
  }

  /// Returns the number of screen rows that a vertical motion moves, or `nil` for other motions.
  private func rows(of motion: ViMotion, _ count: Int, _ run: ViRun) -> Int? {
    switch motion {
    case .up: -count
    case .down: count
    case .pageUp: -count * run.page(isDown: false)
    case .pageDown: count * run.page(isDown: true)
    default: nil
    }
  }

  private mutating func move(to offset: Int, _ run: inout ViRun) {
    switch mode {
    case .visual(let anchor): show(anchor, run.places.onCharacter(offset), isLines: false, &run)
    case .visualLine(let anchor, _): show(anchor, offset, isLines: true, &run)
    default: run.placeOnCharacter(offset)
    }
  }

  // MARK: Selecting

  /// Selects the text between two offsets and shows the selection.
  private mutating func show(
    _ anchor: Int, _ cursor: Int, isLines: Bool, _ run: inout ViRun
  ) {
    let rope = run.rope
    let isForward = cursor >= anchor
    if isLines {
      mode = .visualLine(anchor: anchor, cursor: cursor)
      run.apply(.place(isForward ? rope.lineStart(at: anchor) : rope.lineEnd(at: anchor)))
      run.apply(
        .place(
          isForward ? rope.lineEnd(at: cursor) : rope.lineStart(at: cursor), isSelecting: true))
    } else {
      mode = .visual(anchor: anchor)
      run.apply(.place(isForward ? anchor : run.text.after(anchor)))
      run.apply(.place(cursor, isSelecting: true))
    }
  }

  private mutating func toggleSelection(isLines: Bool, _ run: inout ViRun) {
    let cursor = cursor(run)
    switch mode {
    case .visual(let anchor) where isLines: show(anchor, cursor, isLines: true, &run)
    case .visualLine(let anchor, _) where !isLines: show(anchor, cursor, isLines: false, &run)
    case .normal: show(cursor, cursor, isLines: isLines, &run)
    default:
      mode = .normal
      run.placeOnCharacter(cursor)
    }
  }

  private mutating func swapEnds(_ run: inout ViRun) {
    switch mode {
    case .visual(let anchor): show(cursor(run), anchor, isLines: false, &run)
    case .visualLine(let anchor, let cursor): show(cursor, anchor, isLines: true, &run)
    default: break
    }
  }

  private mutating func select(_ object: ViTextObject, _ count: Int, _ run: inout ViRun) {
    guard let found = object.range(in: run.rope, at: cursor(run), count: count) else { return }
    let isLines = object.kind == .paragraph
    guard !found.isEmpty else { return }
    show(found.lowerBound, run.text.before(found.upperBound), isLines: isLines, &run)
  }

  // MARK: Undo and repeat

  private mutating func step(_ command: EditingCommand, _ count: Int?, _ run: inout ViRun) {
    mode = .normal
    // Undo restores the caret too.
    for _ in 0..<min(count ?? 1, 1000) { run.apply(command) }
  }

  private mutating func repeatChange(_ count: Int?, _ run: inout ViRun) {
    guard mode == .normal, var again = lastChange else { return }
    if let count { again.command.count = count }
    run.apply(.beginStep)
    change(again.command, &run)
    guard mode == .insert else { return run.apply(.endStep) }
    endTyping(again, times: 0, &run)
  }
}

extension ViTextObject {
  func range(in rope: TextRope, at offset: Int, count: Int) -> Range<Int>? {
    switch kind {
    case .word(let isBig):
      return ViWords(text: rope, isBig: isBig).range(at: offset, count: count, isAround: isAround)
    case .paragraph: return paragraph(in: rope, at: offset)
    case .quotation(let mark):
      return ViBrackets(rope: rope).quotation(mark, at: offset, isAround: isAround)
    case .brackets(let open, let close):
      return ViBrackets(rope: rope)
        .range(open, close, at: offset, count: count, isAround: isAround)
    }
  }

  private func paragraph(in rope: TextRope, at offset: Int) -> Range<Int> {
    var range = rope.paragraphRange(at: offset, near: 0..<rope.count)
    // Include the blank lines after the paragraph.
    while isAround, range.upperBound < rope.count, rope.lineRange(at: range.upperBound).isEmpty {
      range = range.lowerBound..<rope.wholeLineRange(at: range.upperBound).upperBound
    }
    return range
  }
}

// MARK: - Recording commands

/// Records commands and applies them to a copy of the text, so that each command sees the result of
/// the ones before it.
struct ViRun {
  private(set) var text: EditableText
  private(set) var ring: KillRing
  let rows: any RowGeometry
  let isOneLine: Bool
  private(set) var commands: [EditingCommand] = []

  var rope: TextRope { text.rope }
  var places: ViPositions { ViPositions(text: text) }

  /// Returns the number of rows in a page from the caret.
  func page(isDown: Bool) -> Int { rows.page(from: text.caret, isDown: isDown, in: rope) }

  mutating func apply(_ command: EditingCommand) {
    commands.append(command)
    text.apply(command, &ring, rows: rows)
  }

  mutating func place(_ offset: Int) {
    if offset != text.caret || text.anchor != nil { apply(.place(offset)) }
  }

  /// Places the caret on the character at `offset`, or on the last one of the line.
  mutating func placeOnCharacter(_ offset: Int) { place(places.onCharacter(offset)) }

  mutating func replace(_ range: Range<Int>, with new: String) {
    apply(.replace(range, with: isOneLine ? new.replacing("\n", with: " ") : new))
  }

  /// Opens the new line that `o` and `O` type on.
  mutating func openLine(for command: ViCommand) {
    switch command.action {
    case .insert(.newLineBelow) where !isOneLine:
      place(rope.lineEnd(at: text.caret))
      apply(.newline)
    case .insert(.newLineAbove) where !isOneLine:
      let start = rope.lineStart(at: text.caret)
      place(start)
      apply(.insert("\n"))
      place(start)
    default: break
    }
  }
}
