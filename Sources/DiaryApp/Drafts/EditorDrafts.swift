import DiaryCore

// The text that is being written, kept as a draft while it isn't saved.
extension AppState {
  mutating func draftDue(_ ticket: Int) -> [Effect] {
    if captionDue(ticket) { return captionToKeep() }
    let isDue = withEditor { editor in
      defer { if editor.draftTimer == ticket { editor.draftTimer = nil } }
      return editor.draftTimer == ticket
    }
    return isDue == true ? draftToKeep().map { [$0] } ?? [] : []
  }
}
