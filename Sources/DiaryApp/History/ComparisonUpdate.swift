import DiaryCore

extension EditorState {
  /// The editor with both versions in one text; `nil` where they haven't been put into one.
  init?(merging comparison: Comparison, _ outcome: Comparison.Outcome, of entry: Entry) {
    guard case .fields(let fields) = outcome, let left = comparison.old else { return nil }
    self.init(merging: left, comparison.new, of: entry, fields: fields)
  }
}
