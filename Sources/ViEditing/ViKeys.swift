import TerminalUI
import TextEditing

/// Keys as vi has them: a state machine that makes editing commands of keys. It changes no text
/// itself.
package struct ViKeys: Hashable, Sendable {
  package enum Mode: Hashable, Sendable {
    case normal, insert
    /// The character where the selection began is part of it, and so is the caret's.
    case visual(anchor: Int)
    /// Whole lines. The caret stands at their end for all to see; `cursor` is where it would be.
    case visualLine(anchor: Int, cursor: Int)
    case commandLine(String)
  }

  /// What a key comes to.
  package enum Outcome: Hashable, Sendable {
    /// To be carried out in their order; none for a key that only begins a command.
    case commands([EditingCommand])
    case request(Request)
    /// The key isn't vi's: it means what it means in the editor.
    case notTaken
  }

  /// What vi asks of the editor around the text.
  package enum Request: Hashable, Sendable {
    case save, saveAndLeave
    /// Asks, if something would be lost.
    case leave
    case leaveUnsaved
    case find, findNext, findPrevious
    case unknownCommand(String)
  }

  /// A change, to be made again by `.`
  struct Change: Hashable, Sendable {
    var command: ViCommand
    /// What was typed then.
    var typed: [EditingCommand] = []

    /// How often what is typed is put in. Not so often that nobody would wait for it.
    var repetitions: Int {
      guard case .insert = command.action else { return 1 }
      return min(command.count ?? 1, max(1, 10_000 / max(1, typed.count)))
    }
  }

  package internal(set) var mode: Mode
  /// The keys of a command that isn't complete.
  package internal(set) var pending: [Character] = []
  /// What was deleted or yanked last, if it was whole lines. The texts themselves are in the ring
  /// that all fields share.
  var lines: String?
  var lastSearch: ViCharacterSearch?
  var lastChange: Change?
  /// The change whose text is being typed.
  var typing: Change?
  /// The column that moving up and down tries to keep.
  var goalColumn: Int?

  /// An empty page is there to be written on; otherwise a text is looked at first.
  package init(isInserting: Bool) { mode = isInserting ? .insert : .normal }

  /// Takes a key, as the text stands and with what was cut before.
  package mutating func take(
    _ event: KeyEvent, in text: EditableText, _ ring: KillRing = KillRing(),
    rows: some RowGeometry, isOneLine: Bool = false
  ) -> Outcome {
    var run = ViRun(text: text, ring: ring, rows: rows, isOneLine: isOneLine)
    switch mode {
    case .insert: return takeTyped(event, &run)
    case .commandLine(let line): return takeCommandLine(event, line, text)
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
      return .notTaken
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

  /// Ends what has begun; in normal mode, when nothing has, Esc does nothing: out of habit it is
  /// pressed twice.
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

  /// What was selected with the mouse is selected for vi as well, and what no longer is, isn't.
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

  /// Ends what was begun and needs the text as it was: a command, its line, a selection.
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

  private mutating func takeTyped(_ event: KeyEvent, _ run: inout ViRun) -> Outcome {
    let command: EditingCommand
    switch (event.key, event.modifiers) {
    case (.escape, []):
      endTyping(typing, times: 1, &run)
      return .commands(run.commands)
    case (.character(let character), []): command = .insert(String(character))
    case (.backspace, []): command = .delete(.characterBack)
    case (.enter, []) where !run.isOneLine: command = .newline
    default:
      // What is typed after another key can't be repeated as one change.
      typing = nil
      return .notTaken
    }
    typing?.typed.append(command)
    return .commands([command])
  }

  /// Leaves insert mode. `change` is what was typed, so many times by now; the rest is put in.
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

  private mutating func takeCommandLine(
    _ event: KeyEvent, _ line: String, _ text: EditableText
  ) -> Outcome {
    switch (event.key, event.modifiers) {
    case (.escape, []): mode = .normal
    case (.backspace, []): mode = line.isEmpty ? .normal : .commandLine(String(line.dropLast()))
    case (.enter, []):
      mode = .normal
      return carryOut(line, text)
    case (.character(let character), []): mode = .commandLine(line + String(character))
    default:
      mode = .normal
      return .notTaken
    }
    return .commands([])
  }

  private func carryOut(_ line: String, _ text: EditableText) -> Outcome {
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
  /// Whether these lines are selected, whole.
  fileprivate func isSelectingLines(between one: Int, and other: Int) -> Bool {
    let start = rope.lineStart(at: min(one, other))
    let end = rope.lineEnd(at: max(one, other))
    return anchor.map { min($0, caret) == start && max($0, caret) == end } ?? false
  }
}
