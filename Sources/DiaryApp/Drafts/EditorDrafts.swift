import DiaryCore

// The text that is being written, kept as a draft while it isn't saved.
extension AppState {
  /// Sees to it that a draft is going to be kept. Not put off by further keys: whoever types without
  /// a pause has drafts as well.
  mutating func scheduleDraft() -> [Effect] {
    guard withEditor({ $0.draftTimer == nil }) == true else { return [] }
    let ticket = nextTicket()
    _ = withEditor { $0.draftTimer = ticket }
    return [.scheduleDraft(ticket: ticket)]
  }

  /// Keeps a draft of the text now, if there is something to keep; else what was kept of it goes.
  mutating func draftToKeep() -> Effect? {
    guard var editor = screens.topmost(EditorState.self),
      !editor.isSaving
    else { return nil }
    let written = withDialogs(over: editor)
    guard written.hasChanges else {
      guard editor.draftTicket != nil || editor.hasDraft else { return nil }
      editor.draftTicket = nil
      editor.hasDraft = false
      screens.put(editor)
      return .removeDraft(editor.draft)
    }
    let ticket = nextTicket()
    editor.draftTicket = ticket
    editor.hasDraft = true
    screens.put(editor)
    return .keepDraft(written.currentDraft, ticket: ticket)
  }

  /// Whether there is a draft of what is being written, or is about to be.
  var keepsDraft: Bool { screens.contains(EditorState.self, where: \.hasDraft) }

  /// The text with what is being typed in a dialog over it.
  private func withDialogs(over editor: EditorState) -> EditorState {
    var editor = editor
    for screen in screens.above(EditorState.self) {
      if let caption = screen as? CaptionState, caption.entry == nil {
        editor.page.setCaption(caption.field.text, of: caption.photo.asset)
      } else if let dialog = screen as? DetailsState {
        editor.page.details = dialog.details
      }
    }
    return editor
  }
}
