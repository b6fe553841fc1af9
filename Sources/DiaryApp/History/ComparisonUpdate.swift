import DiaryCore

extension AppState {
  /// Begins what the screen in front waits for, and ends what no screen does any more.
  mutating func missingComparison() -> [Effect] {
    let isWaiting: (any Screen) -> Bool = { $0.coversScreen || $0 is DraftOfferState }
    let wanted = screens.all.last(where: isWaiting)?.wantedComparison
    guard wanted != comparing else { return [] }
    comparing = wanted
    return [wanted.map(Effect.compare) ?? .cancelComparison]
  }

  /// The editor with both versions in one text.
  func editor(
    merging comparison: Comparison, _ outcome: Comparison.Outcome, of entry: Entry
  ) -> EditorState? {
    guard case .fields(let fields) = outcome, let left = comparison.old else { return nil }
    return EditorState(merging: left, comparison.new, of: entry, fields: fields)
  }
}
