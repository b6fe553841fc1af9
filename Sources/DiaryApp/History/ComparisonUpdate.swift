import DiaryCore

extension AppState {
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
    if let merged, let editor = EditorState(merging: comparison, outcome, of: merged) {
      // A dialog that has come up meanwhile stays in front.
      screens.insert([editor]) { ($0 as? VersionsState)?.entry.id == merged.id }
    }
  }
}

extension EditorState {
  /// The editor with both versions in one text; `nil` where they haven't been put into one.
  init?(merging comparison: Comparison, _ outcome: Comparison.Outcome, of entry: Entry) {
    guard case .fields(let fields) = outcome, let left = comparison.old else { return nil }
    self.init(merging: left, comparison.new, of: entry, fields: fields)
  }
}
