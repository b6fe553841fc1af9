import DiaryCore
import TerminalUI
import TextEditing

/// The proposals for what is being typed, in a list at the caret.
package struct Completion: Sendable {
  /// One that can be taken.
  package struct Proposal: Hashable, Sendable {
    /// What is shown.
    package var words: String
    /// Beside it, dim.
    package var detail = ""
    /// What is written.
    package var text: String
  }

  static let most = 6

  var trigger: CompletionTrigger
  var proposals: [Proposal] = []
  /// The one that Enter and Tab take; in a search the first to begin with, else `nil` until one is
  /// chosen: Enter ends a line.
  var selected: Int?
  /// The one that Tab takes when none is chosen; `nil` where what was typed is whole already: then
  /// Tab does what it always does.
  private(set) var first: Int?
  /// Of the search for titles.
  var requestID: Int?
  /// Whether a person has closed it; until another word is begun, it stays closed.
  var isClosed = false

  init(_ trigger: CompletionTrigger) { self.trigger = trigger }

  var isShown: Bool { !isClosed && !proposals.isEmpty }

  mutating func put(_ proposals: [Proposal], isWhole: Bool) {
    let chosen = selected.flatMap { self.proposals.element(at: $0) }
    self.proposals = proposals
    first = isWhole || proposals.isEmpty ? nil : 0
    selected = chosen.flatMap { proposals.firstIndex(of: $0) }
  }

  /// What a key would take.
  func proposal(for key: KeyEvent.Key) -> Proposal? {
    let index = key == .tab ? selected ?? first : selected
    return index.map { proposals[$0] }
  }

  /// Goes up or down, round the ends.
  mutating func move(by step: Int) {
    guard !proposals.isEmpty else { return }
    guard let selected else {
      self.selected = step > 0 ? 0 : proposals.count - 1
      return
    }
    self.selected = (selected + step + proposals.count) % proposals.count
  }
}

// MARK: - Update

extension EditorState {
  /// Keys of the list of proposals, while it is shown; `nil` for those that are the editor's.
  mutating func complete(with event: KeyEvent, in app: inout ScreenContext) -> [Effect]? {
    guard var completion, completion.isShown, event.modifiers.isEmpty else {
      return nil
    }
    switch event.key {
    case .up: completion.move(by: -1)
    case .down: completion.move(by: 1)
    // In vi it ends the typing as well.
    case .escape where app.takesViKeys(in: self): return nil
    case .escape: completion.isClosed = true
    case .tab, .enter:
      guard let proposal = completion.proposal(for: event.key) else { return nil }
      take(proposal, completion.trigger)
      return []
    default: return nil
    }
    self.completion = completion
    return []
  }

  private mutating func take(_ proposal: Completion.Proposal, _ trigger: CompletionTrigger) {
    let field = focus
    completion = nil
    // The text may have changed without a key.
    if CompletionTrigger(before: page.beforeCaret(in: field), in: field) == trigger {
      change { $0.replace(beforeCaret: trigger.length, with: proposal.text, in: field) }
    }
  }

  /// Looks for what may complete the word at the caret, after a key that has typed.
  mutating func complete(after event: KeyEvent, in app: inout ScreenContext) -> [Effect] {
    guard event.isTyping,
      let trigger = CompletionTrigger(before: page.beforeCaret(in: focus), in: focus)
    else {
      completion = nil
      return []
    }
    var completion = Completion(trigger)
    if let open = self.completion, open.trigger.kind == trigger.kind {
      completion = open
      completion.trigger = trigger
    }
    defer { self.completion = completion }
    guard !completion.isClosed else { return [] }
    switch trigger.kind {
    case .tag:
      completion.propose(app.tags)
      return app.tags == nil ? app.gatherTags() : []
    case .link:
      let requestID = app.nextRequestID()
      completion.requestID = requestID
      return [.findTitles(trigger.query, requestID: requestID)]
    case .searchKey, .searchValue: return []
    }
  }
}

extension Completion {
  /// Proposes the tags that begin with what is typed.
  mutating func propose(_ tags: TagCounts?) {
    let names = tags?.beginning(with: trigger.query, limit: Self.most) ?? []
    put(
      names.map { Proposal(words: "#\($0)", text: "#\($0)") },
      isWhole: tags?.contains(trigger.query) == true)
  }
}

extension KeyEvent {
  /// Whether it writes a character or takes one back.
  fileprivate var isTyping: Bool {
    guard modifiers.isEmpty else { return false }
    return switch key {
    case .character, .backspace: true
    default: false
    }
  }
}

// MARK: - Text

// What completion sees and changes of the text.
extension EditorState.Page {
  /// The characters of the line before the caret, as many as matter.
  func beforeCaret(in field: EditorState.Field) -> [Character] {
    text(in: field)?.beforeCaret ?? []
  }

  /// Puts a text in the place of so many characters before the caret.
  mutating func replace(
    beforeCaret count: Int, with new: String, in field: EditorState.Field
  ) {
    guard let text = text(in: field) else { return }
    guard field == .content else { return tags.replace(beforeCaret: count, with: new) }
    var ring = KillRing()
    for command in text.replacing(beforeCaret: count, with: new) { content.apply(command, &ring) }
  }

  private func text(in field: EditorState.Field) -> EditableText? {
    switch field {
    case .content: content.content
    case .tags: tags.content
    case .title, .photos, .date: nil
    }
  }
}

extension TextField {
  var beforeCaret: [Character] { content.beforeCaret }

  mutating func replace(beforeCaret count: Int, with new: String) {
    var ring = KillRing()
    for command in content.replacing(beforeCaret: count, with: new) { _ = apply(command, &ring) }
  }
}

extension EditableText {
  /// No tag or title is longer.
  private static let looked = 100

  /// The characters of the line before the caret, as many as matter.
  fileprivate var beforeCaret: [Character] {
    var start = caret
    for _ in 0..<Self.looked where start > 0 && rope.byte(at: start - 1) != 0x0A {
      start = rope.clusterStart(before: start)
    }
    return Array(rope.substring(start..<caret))
  }

  fileprivate func replacing(beforeCaret count: Int, with new: String) -> [EditingCommand] {
    var start = caret
    for _ in 0..<count { start = rope.clusterStart(before: start) }
    return [.select(start..<caret), .paste(new)]
  }
}

// MARK: - View

/// The list of proposals: under the caret, or above it near the bottom.
enum CompletionView {
  private static let widest = 44

  static func draw(
    _ editor: EditorState, at caret: Point, _ state: ScreenContext, in grid: inout Grid
  ) {
    if let misspelling = editor.misspelling {
      draw(
        misspelling.choices.map { ($0.words, "") }, misspelling.selected,
        below: misspelling.word.text, at: caret, state, in: &grid)
    } else if let completion = editor.completion, completion.isShown {
      draw(
        completion.proposals.map { ($0.words, $0.detail) }, completion.selected,
        below: completion.trigger.query, at: caret, state, in: &grid)
    }
  }

  /// Draws the proposals beside each other, with the key that takes the selected one: where a list
  /// would lie over what is read.
  static func draw(
    _ completion: Completion, key: String, in grid: inout Grid, _ rect: Rect, _ theme: Theme
  ) {
    var room = rect
    func draw(_ words: String, _ style: Style) {
      let end = grid.draw(words, in: room, style)
      room = room.inset(left: end + 2 - room.column)
    }
    if completion.selected != nil { draw(key, theme.accent) }
    let words = completion.proposals.map(\.words.printable)
    // The selected one is in view.
    let selected = completion.selected ?? 0
    var first = 0
    while first < selected,
      words[first...selected].reduce(0, { $0 + TextWidth.columns($1) + 2 }) > room.columns
    {
      first += 1
    }
    for position in first..<words.count where room.columns > 2 {
      draw(
        TextWidth.cut(words[position], columns: room.columns),
        position == completion.selected ? theme.selected : theme.dim)
    }
  }

  /// Draws lines of words, each with a dim one beside it, under the text that they are for.
  private static func draw(
    _ choices: [(words: String, detail: String)], _ selected: Int?, below text: String,
    at caret: Point, _ state: ScreenContext, in grid: inout Grid
  ) {
    let rows = choices.map { choice in
      choice.words.printable + (choice.detail.isEmpty ? "" : "   " + choice.detail)
    }
    let width = min(widest, grid.size.columns, 4 + (rows.map(TextWidth.columns).max() ?? 0))
    let height = rows.count + 2
    let start = caret.column - TextWidth.columns(text) - 2
    let below = caret.row + 1
    let top = below + height <= grid.size.rows ? below : max(0, caret.row - height)
    let box = Rect(
      column: max(0, min(start, grid.size.columns - width)), row: top, columns: width, rows: height)
    DialogBox.drawBorder(in: &grid, box, state.theme.rule)
    let inner = box.inset(left: 2, top: 1, right: 2, bottom: 1)
    for (index, proposal) in choices.enumerated() {
      let line = inner.line(index)
      let isSelected = index == selected
      var room = line
      if !proposal.detail.isEmpty {
        let column = grid.draw(trailing: proposal.detail, in: line, state.theme.dim)
        room = line.inset(right: line.endColumn - column + 1)
      }
      grid.draw(
        proposal.words.printable, in: room, isSelected ? state.theme.selected : state.theme.text)
    }
  }
}
