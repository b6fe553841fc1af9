import DiaryCore
import TerminalUI

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
