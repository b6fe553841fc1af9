import DiaryCore
import TerminalUI
import Words

// Saving what is written, and leaving it.
extension AppState {
  /// How an entry is saved that is no longer where it was.
  enum Rescue {
    case restoring, asNew
  }

  mutating func save(_ editor: EditorState, _ rescue: Rescue? = nil) -> [Effect] {
    var editor = editor
    guard editor.photosUnderWay == 0 else {
      editor.savesWithPhotos = true
      toast = localized("Saving once the photos are added…")
      return put(editor)
    }
    guard let fields = editor.fields else {
      editor.focus = .date
      put(editor)
      showError(.invalidDate(editor.page.date.text))
      return []
    }
    guard !fields.tidied.isEmpty else {
      put(editor)
      showError(.emptyEntry)
      return []
    }
    if let marker = editor.unwantedMarker {
      put(editor)
      screens.push(ConfirmState(question: .keepMarkers(editor, first: marker)))
      return []
    }
    guard let original = editor.original, rescue != .asNew else {
      editor.isSaving = true
      put(editor)
      return [.add(fields, draft: editor.draft)]
    }
    guard editor.isMerge || !fields.tidied.isExactly(original.fields) else {
      toast = localized("Nothing changed.")
      return editor.staysOpen ? put(editor) : close(editor)
    }
    editor.isSaving = true
    put(editor)
    let rewrite = Rewrite(
      change: editor.isMerge ? .merging : .editing, entry: original.id, fields: fields,
      replaced: editor.replaced, known: editor.known)
    return [
      rescue == .restoring
        ? .restoreAndRewrite(rewrite, draft: editor.draft) : .rewrite(rewrite, draft: editor.draft)
    ]
  }

  /// The entry has gone from where it was while it was being edited: asks whether to save the
  /// text nevertheless. `false` if that isn't why the save failed.
  mutating func offerToSaveAnyway(after error: DiaryError) -> Bool {
    guard let editor = screens.topmost(EditorState.self) else { return false }
    switch error {
    case .inTrash: screens.push(ConfirmState(question: .restoreAndSave(editor)))
    case .noSuchEntry: screens.push(ConfirmState(question: .saveAsNew(editor)))
    default: return false
    }
    return true
  }

  mutating func leave(_ editor: EditorState) -> [Effect] {
    guard editor.hasChanges || editor.photosUnderWay > 0 else { return close(editor) }
    // Whoever is asked whether to leave hasn't decided to save any more.
    _ = withEditor { $0.savesWithPhotos = false }
    screens.push(ConfirmState.leaveEditor(editor))
    return []
  }

  /// Closes the editor; its draft goes.
  mutating func close(_ editor: EditorState) -> [Effect] {
    closeEditor(of: editor.draft)
    return [.removeDraft(editor.draft)]
  }

  /// Closes an editor; what was written in it is thrown away, and can be brought back for a while.
  mutating func discard(_ id: ID<Draft>) -> [Effect] {
    guard let editor = screens.topmost(EditorState.self), editor.draft == id else {
      return []
    }
    let draft = editor.currentDraft
    guard editor.hasChanges, !draft.fields.tidied.isEmpty else { return close(editor) }
    closeEditor(of: id)
    discarding.append(editor)
    return [.discardDraft(draft)]
  }

  /// With what it has opened: a question about it has no sense without it. One that is to stay open
  /// goes on with the entry as it was saved.
  mutating func closeEditor(of draft: ID<Draft>, savedAs entry: Entry? = nil) {
    guard let editor = screens.topmost(EditorState.self, where: { $0.draft == draft }) else {
      return
    }
    if let entry, editor.staysOpen, endsAfterSave == nil {
      screens.put(editor.goingOn(after: entry)) { $0.draft == draft }
      return
    }
    screens.remove(EditorState.self) {
      $0.draft == draft
    } keeping: {
      !$0.belongsToEditor
    }
  }

  /// Saves from the question whether to.
  mutating func saveFromDialog(_ rescue: Rescue? = nil) -> [Effect] {
    guard let editor = screens.topmost(EditorState.self) else { return [] }
    return save(editor, rescue)
  }

  // MARK: Typing on

  /// Keeps what comes while an editor is saved that is to stay open.
  mutating func hold(_ event: TerminalEvent, _ editor: EditorState) -> [Effect] {
    guard editor.staysOpen else { return [] }
    var editor = editor
    editor.held.append(event)
    return put(editor)
  }

  /// Takes what was kept. A message over the editor is for the person to read, not for the keys.
  mutating func takeHeld() -> [Effect] {
    var held: [TerminalEvent] = []
    _ = withEditor { editor in swap(&held, &editor.held) }
    var effects: [Effect] = []
    for event in held {
      guard let editor = screens.topmost(EditorState.self) else { break }
      switch event {
      case .key(let key): effects += updateEditor(key, editor)
      case .paste(let text): effects += paste(text, into: editor)
      default: break
      }
    }
    return effects
  }
}
