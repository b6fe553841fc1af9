import DiaryCore

extension AppState {
  /// Gives a saved entry a star, or takes it away; that is a change as any other.
  mutating func toggleStar(of entry: Entry) -> [Effect] {
    // The screen still shows what is being replaced by then.
    guard !undo.isSaving else { return [] }
    var fields = entry.fields
    fields.details.isStarred.toggle()
    return [
      .rewrite(
        Rewrite(
          change: .editing, entry: entry.id, fields: fields, replaced: Versions(shown: entry),
          known: entry.heads), draft: nil)
    ]
  }
}
