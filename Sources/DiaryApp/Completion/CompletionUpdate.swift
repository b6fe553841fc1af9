import DiaryCore
import TerminalUI

extension AppState {
  /// Keys of the list of proposals, while it is shown; `nil` for those that are the editor's.
  mutating func updateCompletion(_ event: KeyEvent, _ editor: EditorState) -> [Effect]? {
    guard var completion = editor.completion, completion.isShown, event.modifiers.isEmpty else {
      return nil
    }
    var editor = editor
    switch event.key {
    case .up: completion.move(by: -1)
    case .down: completion.move(by: 1)
    // In vi it ends the typing as well.
    case .escape where takesViKeys(in: editor): return nil
    case .escape: completion.isClosed = true
    case .tab, .enter:
      guard let proposal = completion.proposal(for: event.key) else { return nil }
      return take(proposal, completion.trigger, &editor)
    default: return nil
    }
    editor.completion = completion
    return put(editor)
  }

  private mutating func take(
    _ proposal: Completion.Proposal, _ trigger: CompletionTrigger, _ editor: inout EditorState
  ) -> [Effect] {
    let field = editor.focus
    editor.completion = nil
    // The text may have changed without a key.
    if CompletionTrigger(before: editor.page.beforeCaret(in: field), in: field) == trigger {
      editor.change { $0.replace(beforeCaret: trigger.length, with: proposal.text, in: field) }
    }
    return put(editor)
  }

  /// Looks for what may complete the word at the caret, after a key that has typed.
  mutating func complete(after event: KeyEvent) -> [Effect] {
    guard var editor = screens.front(as: EditorState.self) else { return [] }
    defer { screens.put(editor) }
    guard event.isTyping,
      let trigger = CompletionTrigger(
        before: editor.page.beforeCaret(in: editor.focus), in: editor.focus)
    else {
      editor.completion = nil
      return []
    }
    var completion = Completion(trigger)
    if let open = editor.completion, open.trigger.kind == trigger.kind {
      completion = open
      completion.trigger = trigger
    }
    defer { editor.completion = completion }
    guard !completion.isClosed else { return [] }
    switch trigger.kind {
    case .tag:
      proposeTags(&completion)
      return tags == nil ? gatherTags() : []
    case .link:
      let ticket = nextTicket()
      completion.ticket = ticket
      return [.findTitles(trigger.query, ticket: ticket)]
    case .searchKey, .searchValue: return []
    }
  }

  func proposeTags(_ completion: inout Completion) {
    let query = completion.trigger.query
    let names = tags?.beginning(with: query, limit: Completion.most) ?? []
    completion.put(
      names.map { Completion.Proposal(words: "#\($0)", text: "#\($0)") },
      isWhole: tags?.contains(query) == true)
  }

  /// Once in a run, and not before the first tag is typed.
  mutating func gatherTags() -> [Effect] {
    tags = TagCounts()
    return [.gatherTags]
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
