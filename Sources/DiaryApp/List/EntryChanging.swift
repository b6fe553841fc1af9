import DiaryCore

extension AppState {
  /// Changes a saved entry by one key, as its star; that is a change as any other.
  mutating func change(_ entry: Entry, _ body: (inout EntryFields) -> Void) -> [Effect] {
    // The screen still shows what is being replaced by then.
    guard !undo.isSaving else { return [] }
    var fields = entry.fields
    body(&fields)
    return [
      .rewrite(
        Rewrite(
          change: .editing, entry: entry.id, fields: fields, replaced: Versions(shown: entry),
          known: entry.heads), draft: nil)
    ]
  }
}
