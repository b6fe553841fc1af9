import DiaryCore

// What completes a term of a search.
extension CompletionTrigger {
  /// What a search offers for what is typed.
  func searchProposals(in app: ScreenContext) -> [Completion.Proposal] {
    let start = SearchPhrase(query)
    let names: [String] =
      if kind == .searchValue(.tag) {
        // They are many, and ready to be looked through.
        app.tags?.beginning(with: query, limit: Completion.most, areQuoted: true) ?? []
      } else {
        names(in: app).filter {
          FoldedText($0).begins(with: start) && !$0.isSameName(as: query)
        }
      }
    return names.prefix(Completion.most).map { name in
      guard kind != .searchKey else { return Completion.Proposal(words: name, text: name) }
      // With the blank it is a whole word, not the beginning of one.
      return Completion.Proposal(words: name, text: SearchQuoting.written(name) + " ")
    }
  }

  /// Whether nothing has to be added, though there may be something longer.
  func isWhole(in app: ScreenContext) -> Bool {
    kind == .searchKey
      ? SearchKey(query) != nil
      : names(in: app).contains { $0.isSameName(as: query) }
  }

  /// All that the word may be.
  private func names(in app: ScreenContext) -> [String] {
    switch kind {
    case .tag, .link: []
    case .searchKey: SearchKey.names
    case .searchValue(.tag): app.tags?.contains(query) == true ? [query] : []
    case .searchValue(.journal): app.journals.map { JournalName.shown($0.name) }
    case .searchValue(.author): [app.authorName].compactMap(\.self)
    case .searchValue(.place): app.figures?.statistics.places.map(\.name) ?? []
    case .searchValue(.mood):
      DetailProposals.moods(
        inUse: app.figures?.statistics.moods.map(\.name) ?? [], app.preferences.moods)
    case .searchValue(.weather): DetailProposals.weathers
    case .searchValue(let key): key.values
    }
  }
}
