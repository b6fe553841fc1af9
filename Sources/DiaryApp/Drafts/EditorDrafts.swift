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

  mutating func draftDue(_ ticket: Int) -> [Effect] {
    if captionDue(ticket) { return captionToKeep() }
    let isDue = withEditor { editor in
      defer { if editor.draftTimer == ticket { editor.draftTimer = nil } }
      return editor.draftTimer == ticket
    }
    return isDue == true ? draftToKeep().map { [$0] } ?? [] : []
  }

  /// Keeps a draft of the text now, if there is something to keep; else what was kept of it goes.
  mutating func draftToKeep() -> Effect? {
    guard let place = layers.lastIndex(where: \.isEditor), case .editor(var editor) = layers[place],
      !editor.isSaving
    else { return nil }
    let written = withDialogs(over: place, editor)
    guard written.hasChanges else {
      guard editor.draftTicket != nil || editor.hasDraft else { return nil }
      editor.draftTicket = nil
      editor.hasDraft = false
      layers[place] = .editor(editor)
      return .removeDraft(editor.draft)
    }
    let ticket = nextTicket()
    editor.draftTicket = ticket
    editor.hasDraft = true
    layers[place] = .editor(editor)
    return .keepDraft(written.currentDraft, ticket: ticket)
  }

  /// Whether there is a draft of what is being written, or is about to be.
  var keepsDraft: Bool {
    layers.contains { if case .editor(let editor) = $0 { editor.hasDraft } else { false } }
  }

  /// The text with what is being typed in a dialog over it.
  private func withDialogs(over place: Int, _ editor: EditorState) -> EditorState {
    var editor = editor
    for layer in layers[(place + 1)...] {
      switch layer {
      case .caption(let caption) where caption.entry == nil:
        editor.page.setCaption(caption.field.text, of: caption.photo.asset)
      case .details(let dialog): editor.page.details = dialog.details
      default: break
      }
    }
    return editor
  }
}
