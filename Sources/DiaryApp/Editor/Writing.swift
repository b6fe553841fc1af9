import DiaryCore
import TerminalUI

// What is being written: the text in the editor, and what dialogs over it hold.
extension AppState {
  /// Gives the editor, if one is open, to a closure.
  mutating func withEditor<Value>(_ body: (inout EditorState) -> Value) -> Value? {
    guard var editor = screens.topmost(EditorState.self) else { return nil }
    let value = body(&editor)
    screens.put(editor)
    return value
  }

  /// Changes the editor, if one is open, and sees to it that a draft is going to be kept.
  @discardableResult
  mutating func changeEditor(_ body: (inout EditorState) -> Void) -> [Effect] {
    ScreenStack.withTopmost(EditorState.self, of: &self) { editor, app in
      editor.keepingDraft(in: &app) { editor, _ in
        body(&editor)
        return []
      }
    }
  }

  /// Saves what the editor holds, if one is open.
  mutating func saveFromDialog(_ rescue: EditorState.Rescue? = nil) -> [Effect] {
    ScreenStack.withTopmost(EditorState.self, of: &self) { $0.save(rescue, in: &$1) }
  }

  /// Takes what was kept. A message over the editor is for the person to read, not for the keys.
  mutating func takeHeld() -> [Effect] {
    var held: [TerminalEvent] = []
    _ = withEditor { editor in swap(&held, &editor.held) }
    return held.flatMap { event in
      ScreenStack.withTopmost(EditorState.self, of: &self) { editor, app in
        switch event {
        case .key(let key): editor.handle(key, in: &app)
        case .paste(let text): editor.paste(text, in: &app)
        default: []
        }
      }
    }
  }

  /// The entry has gone from where it was while it was being edited: asks whether to save the
  /// text nevertheless. `false` if that isn't why the save failed.
  mutating func offerToSaveAnyway(after error: DiaryError) -> Bool {
    guard let editor = screens.topmost(EditorState.self) else { return false }
    switch error {
    case .inTrash: screens.push(ConfirmState.restoreAndSave(editor))
    case .noSuchEntry: screens.push(ConfirmState.saveAsNew(editor))
    default: return false
    }
    return true
  }

  /// Closes an editor; what was written in it is thrown away, and can be brought back for a while.
  mutating func discard(_ id: ID<Draft>) -> [Effect] {
    guard let editor = screens.topmost(EditorState.self), editor.draft == id else { return [] }
    let draft = editor.currentDraft
    guard editor.hasChanges, !draft.fields.tidied.isEmpty else { return editor.closing }
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

  // MARK: Drafts

  mutating func scheduleDraft() -> [Effect] {
    ScreenStack.withTopmost(EditorState.self, of: &self) { $0.scheduleDraft(in: &$1) }
  }

  /// Keeps a draft of the text now, if there is something to keep; else what was kept of it goes.
  mutating func draftToKeep() -> [Effect] {
    guard var editor = screens.topmost(EditorState.self), !editor.isSaving else { return [] }
    let written = withDialogs(over: editor)
    guard written.hasChanges else {
      guard editor.draftRequestID != nil || editor.hasDraft else { return [] }
      editor.draftRequestID = nil
      editor.hasDraft = false
      screens.put(editor)
      return [.removeDraft(editor.draft)]
    }
    let requestID = context.nextRequestID()
    editor.draftRequestID = requestID
    editor.hasDraft = true
    screens.put(editor)
    return [.keepDraft(written.currentDraft, requestID: requestID)]
  }

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

  /// Whether there is a draft of what is being written, or is about to be.
  var keepsDraft: Bool { screens.contains(EditorState.self, where: \.hasDraft) }

  // MARK: Captions of saved entries

  /// Whether it was a caption's draft that was due.
  mutating func captionDue(_ requestID: Int) -> Bool {
    var isDue = false
    screens.update(CaptionState.self) { caption in
      guard caption.draftTimer == requestID else { return }
      caption.draftTimer = nil
      isDue = true
    }
    return isDue
  }

  var isSavingCaption: Bool { screens.contains(CaptionState.self, where: \.isSaving) }

  /// Closes the dialog whose caption was saved. Another one of the same entry goes on with what
  /// this program has made of it.
  mutating func captionsChanged(by change: DiaryChange, savedFrom draft: ID<Draft>?) {
    screens.removeAll(CaptionState.self) { $0.entry?.id == change.entry.id && $0.draft == draft }
    screens.update(CaptionState.self) {
      if $0.entry?.id == change.entry.id { $0.entry = change.entry }
    }
  }

  /// Gives the words back that were not saved.
  mutating func captionNotSaved() {
    screens.update(CaptionState.self) { $0.isSaving = false }
  }

  /// Keeps a draft of the caption of a saved entry that was typed and isn't saved; one of the entry
  /// that is being written is part of that one's draft.
  mutating func captionToKeep() -> [Effect] {
    guard var caption = screens.topmost(CaptionState.self), !caption.isSaving,
      let entry = caption.entry, caption.hasChanges || caption.hasDraft
    else { return [] }
    caption.hasDraft = caption.hasChanges
    screens.put(caption)
    guard caption.hasChanges else { return [.removeDraft(caption.draft)] }
    var draft = EditorState(entry, draft: caption.draft).currentDraft
    draft.fields = caption.fields(of: entry)
    return [.keepDraft(draft, requestID: context.nextRequestID())]
  }

  // MARK: Photos

  /// Something that might have been a photo is none.
  mutating func photoEnded(
    _ draft: ID<Draft>, _ body: (inout EditorState) -> Void
  ) -> [Effect] {
    _ = withEditor { editor in
      guard editor.draft == draft else { return }
      editor.photosUnderWay = max(0, editor.photosUnderWay - 1)
      body(&editor)
    }
    return saveWithPhotos(unless: false)
  }

  /// Saves what was to be saved as soon as its photos are there. What was refused has to be read
  /// first; then it's for the person to say.
  mutating func saveWithPhotos(unless isRefused: Bool) -> [Effect] {
    let isDue = withEditor { editor in
      guard editor.savesWithPhotos, editor.photosUnderWay == 0 else { return false }
      editor.savesWithPhotos = false
      return !isRefused
    }
    return isDue == true ? saveFromDialog() : []
  }
}
