import DiaryCore

extension AppState {
  /// Begins what the screen in front waits for, and ends what no screen does any more.
  mutating func missingComparison() -> [Effect] {
    let wanted: Comparison? =
      switch layers.last(where: { $0.isWhole || $0.isDraftOffer }) {
      case .draftOffer(let offer): offer.text.underWay
      case .history(let history): history.text.underWay
      case .versions(let versions): versions.merging ?? versions.text.underWay
      default: nil
      }
    guard wanted != comparing else { return [] }
    comparing = wanted
    return [wanted.map(Effect.compare) ?? .cancelComparison]
  }

  mutating func compared(_ comparison: Comparison, _ outcome: Comparison.Outcome) {
    if comparing == comparison { comparing = nil }
    for place in layers.indices.reversed() {
      switch layers[place] {
      case .draftOffer(var offer):
        offer.text.take(outcome, of: comparison)
        layers[place] = .draftOffer(offer)
      case .history(var history):
        history.text.take(outcome, of: comparison)
        layers[place] = .history(history)
      case .versions(var versions):
        versions.text.take(outcome, of: comparison)
        let isMerged = versions.merging == comparison
        if isMerged { versions.merging = nil }
        layers[place] = .versions(versions)
        if isMerged, let editor = editor(merging: comparison, outcome, of: versions.entry) {
          // A dialog that has come up meanwhile stays in front.
          layers.insert(.editor(editor), at: place + 1)
        }
      default: break
      }
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
