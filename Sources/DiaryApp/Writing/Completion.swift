import DiaryCore
import TerminalUI
import Text

/// The suggestions for the text before the caret, shown in a list.
package struct Completion: Sendable {
  /// A suggestion.
  package struct Proposal: Hashable, Sendable {
    /// The text shown.
    package var words: String
    /// A detail shown dimmed beside it.
    package var detail = ""
    /// The text inserted.
    package var text: String
  }

  static let most = 6

  var trigger: CompletionTrigger
  var proposals: [Proposal] = []
  /// The suggestion that Enter and Tab insert. In a search, initially the first; in a text, `nil`
  /// until one is selected, because Enter ends a line.
  var selected: Int?
  /// The suggestion that Tab inserts without a selection; `nil` if the word is already complete:
  /// Tab then has its usual meaning.
  private(set) var first: Int?
  /// The number of the search for titles.
  var requestID: Int?
  /// Indicates that the user closed the list. It stays closed until the next word.
  var isClosed = false

  init(_ trigger: CompletionTrigger) { self.trigger = trigger }

  var isShown: Bool { !isClosed && !proposals.isEmpty }

  mutating func put(_ proposals: [Proposal], isComplete: Bool) {
    let chosen = selected.flatMap { self.proposals.element(at: $0) }
    self.proposals = proposals
    first = isComplete || proposals.isEmpty ? nil : 0
    selected = chosen.flatMap { proposals.firstIndex(of: $0) }
  }

  /// Returns the suggestion that a key inserts.
  func proposal(for key: KeyEvent.Key) -> Proposal? {
    let index = key == .tab ? selected ?? first : selected
    return index.map { proposals[$0] }
  }

  /// Moves the selection, wrapping around at the ends.
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
  /// Handles keys of the list while it is shown; `nil` for the editor's keys.
  mutating func complete(with event: KeyEvent, in app: inout AppState) -> [Effect]? {
    guard var completion, completion.isShown, event.modifiers.isEmpty else {
      return nil
    }
    switch event.key {
    case .up: completion.move(by: -1)
    case .down: completion.move(by: 1)
    // With vi keys, Esc also ends insert mode.
    case .escape where app.usesViKeys(in: self): return nil
    case .escape: completion.isClosed = true
    case .tab, .enter:
      guard let proposal = completion.proposal(for: event.key) else { return nil }
      accept(proposal, completion.trigger)
      return []
    default: return nil
    }
    self.completion = completion
    return []
  }

  private mutating func accept(_ proposal: Completion.Proposal, _ trigger: CompletionTrigger) {
    let field = focus
    completion = nil
    // The text may have changed without a key.
    if CompletionTrigger(before: page.beforeCaret(in: field), in: field) == trigger {
      change { $0.replace(beforeCaret: trigger.length, with: proposal.text, in: field) }
    }
  }

  /// Updates the suggestions for the word at the caret after a key.
  mutating func complete(after event: KeyEvent, in app: inout AppState) -> [Effect] {
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
  /// Suggests the tags that begin with the word.
  mutating func propose(_ tags: TagCounts?) {
    let names = tags?.beginning(with: trigger.query, limit: Self.most) ?? []
    put(
      names.map { Proposal(words: "#\($0)", text: "#\($0)") },
      isComplete: tags?.contains(trigger.query) == true)
  }
}

extension KeyEvent {
  /// Indicates that it inserts or deletes a character.
  fileprivate var isTyping: Bool {
    guard modifiers.isEmpty else { return false }
    return switch key {
    case .character, .backspace: true
    default: false
    }
  }
}

// MARK: - Text

extension EditorState.Page {
  /// Returns the characters of the line before the caret, up to a limit.
  func beforeCaret(in field: EditorState.Field) -> [Character] {
    text(in: field)?.beforeCaret ?? []
  }

  /// Replaces `count` characters before the caret.
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
  /// The longest part that is examined, in characters. No tag or title is longer.
  private static let looked = 100

  /// The characters of the line before the caret, up to a limit.
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

/// The list of suggestions, below the caret, or above it near the bottom.
enum CompletionView {
  private static let widest = 44

  static func draw(
    _ editor: EditorState, at caret: Point, _ state: AppState, in grid: inout Grid
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

  /// Draws the suggestions beside each other with the key that inserts the selected one, for places
  /// in which a list would cover text.
  static func draw(
    _ completion: Completion, key: String, in grid: inout Grid, _ rect: Rect, _ theme: Theme
  ) {
    var space = rect
    func draw(_ words: String, _ style: Style) {
      let end = grid.draw(words, in: space, style)
      space = space.inset(left: end + 2 - space.column)
    }
    if completion.selected != nil { draw(key, theme.accent) }
    let words = completion.proposals.map(\.words.printable)
    // Keep the selected one visible.
    let selected = completion.selected ?? 0
    var first = 0
    while first < selected,
      words[first...selected].reduce(0, { $0 + TextWidth.columns($1) + 2 }) > space.columns
    {
      first += 1
    }
    for position in first..<words.count where space.columns > 2 {
      draw(
        TextWidth.cut(words[position], columns: space.columns),
        position == completion.selected ? theme.selected : theme.dim)
    }
  }

  /// Draws a list of texts with dimmed details below the word that they complete.
  private static func draw(
    _ choices: [(words: String, detail: String)], _ selected: Int?, below text: String,
    at caret: Point, _ state: AppState, in grid: inout Grid
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
      var space = line
      if !proposal.detail.isEmpty {
        let column = grid.draw(trailing: proposal.detail, in: line, state.theme.dim)
        space = line.inset(right: line.endColumn - column + 1)
      }
      grid.draw(
        proposal.words.printable, in: space, isSelected ? state.theme.selected : state.theme.text)
    }
  }
}
