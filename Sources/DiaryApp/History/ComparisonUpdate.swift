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

  mutating func compared(_ comparison: Comparison, _ outcome: Comparison.Outcome) {
    if comparing == comparison { comparing = nil }
    screens.update(DraftOfferState.self) { $0.text.take(outcome, of: comparison) }
    screens.update(HistoryState.self) { $0.text.take(outcome, of: comparison) }
    var merged: Entry?
    screens.update(VersionsState.self) { versions in
      versions.text.take(outcome, of: comparison)
      guard versions.merging == comparison else { return }
      versions.merging = nil
      merged = versions.entry
    }
    if let merged, let editor = editor(merging: comparison, outcome, of: merged) {
      // A dialog that has come up meanwhile stays in front.
      screens.insert([editor]) { ($0 as? VersionsState)?.entry.id == merged.id }
    }
  }

  /// The editor with both versions in one text.
  func editor(
    merging comparison: Comparison, _ outcome: Comparison.Outcome, of entry: Entry
  ) -> EditorState? {
    guard case .fields(let fields) = outcome, let left = comparison.old else { return nil }
    return EditorState(merging: left, comparison.new, of: entry, fields: fields)
  }
}
