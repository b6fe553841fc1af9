import DiaryCore

// What completes a term of a search.
extension AppState {
  /// Looks for what may complete the word at the caret of the search.
  mutating func completeSearch() -> [Effect] {
    guard let field = search?.field,
      let trigger = CompletionTrigger(inSearch: field.beforeCaret)
    else {
      search?.completion = nil
      return []
    }
    let isAnother = search?.completion?.trigger.kind != trigger.kind
    var completion = Completion(trigger)
    // Those that only entries name aren't known until they are counted.
    if isAnother, trigger.kind == .searchValue(.journal) { journalsAreStale = true }
    let effects = trigger.kind == .searchValue(.tag) && tags == nil ? gatherTags() : []
    completion.put(proposals(for: trigger), isWhole: isWhole(trigger))
    // Only Tab takes one there.
    completion.selected = completion.selected ?? completion.first
    search?.completion = completion
    return effects
  }

  /// Writes the proposal that is selected; `nil` where none is offered.
  mutating func takeProposal() -> [Effect]? {
    guard let completion = search?.completion, completion.isShown,
      let selected = completion.selected
    else { return nil }
    search?.field.replace(
      beforeCaret: completion.trigger.length, with: completion.proposals[selected].text)
    return findTyped()
  }

  private func proposals(for trigger: CompletionTrigger) -> [Completion.Proposal] {
    let start = SearchPhrase(trigger.query)
    let names: [String] =
      if trigger.kind == .searchValue(.tag) {
        // They are many, and ready to be looked through.
        tags?.beginning(with: trigger.query, limit: Completion.most, areQuoted: true) ?? []
      } else {
        names(for: trigger).filter {
          FoldedText($0).begins(with: start) && !$0.isSameName(as: trigger.query)
        }
      }
    return names.prefix(Completion.most).map { name in
      guard trigger.kind != .searchKey else { return Completion.Proposal(words: name, text: name) }
      // With the blank it is a whole word, not the beginning of one.
      return Completion.Proposal(words: name, text: SearchQuoting.written(name) + " ")
    }
  }

  /// Whether nothing has to be added, though there may be something longer.
  private func isWhole(_ trigger: CompletionTrigger) -> Bool {
    trigger.kind == .searchKey
      ? SearchKey(trigger.query) != nil
      : names(for: trigger).contains { $0.isSameName(as: trigger.query) }
  }

  /// All that the word may be.
  private func names(for trigger: CompletionTrigger) -> [String] {
    switch trigger.kind {
    case .tag, .link: []
    case .searchKey: SearchKey.names
    case .searchValue(.tag): tags?.contains(trigger.query) == true ? [trigger.query] : []
    case .searchValue(.journal): journals.map { JournalName.shown($0.name) }
    case .searchValue(.author): [authorName].compactMap(\.self)
    case .searchValue(.place): figures?.statistics.places.map(\.name) ?? []
    case .searchValue(.mood): DetailProposals.moods(inUse: figures?.statistics.moods ?? [])
    case .searchValue(.weather): DetailProposals.weathers
    case .searchValue(let key): key.values
    }
  }
}
