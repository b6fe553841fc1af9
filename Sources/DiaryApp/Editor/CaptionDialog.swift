import DiaryCore
import TerminalUI
import Words

/// The caption of a photo, being edited.
package struct CaptionState: Sendable {
  let photo: Photo
  var field: TextField
  /// The entry to be saved with the caption; `nil` for the one in the editor.
  var entry: Entry?
  /// Whether the caption is on its way into the diary: the dialog stays until it is there.
  var isSaving = false
  /// Names this session of writing.
  let draft = ID<Draft>.random()
  /// The timer after which the words so far are kept, where they aren't the editor's; `nil` when
  /// none runs.
  var draftTimer: Int?
  var hasDraft = false
  private let shown: String

  init(_ photo: Photo, of entry: Entry? = nil) {
    self.photo = photo
    self.entry = entry
    shown = entry?.fields.caption(of: photo) ?? photo.caption
    field = TextField(shown)
  }

  var hasChanges: Bool { !field.text.isExactly(shown) }

  /// What the entry is to say.
  func fields(of entry: Entry) -> EntryFields {
    var fields = entry.fields
    fields.setCaption(field.text, of: photo.asset)
    return fields
  }
}

extension AppState {
  /// Opens the caption of the photo that is selected in the editor.
  mutating func openCaption(of editor: EditorState) -> [Effect] {
    let page = editor.page
    if page.photos.indices.contains(page.selectedPhoto) {
      screens.push(CaptionState(page.photos[page.selectedPhoto]))
    }
    return []
  }

  mutating func updateCaption(_ event: KeyEvent, _ caption: CaptionState) -> [Effect] {
    var caption = caption
    let command = keys[.line].command(for: event)
    switch command ?? keys[.everywhere].command(for: event) {
    case .leave: return [.leave]
    case .redraw: return [.redraw]
    case .cancel: return cancel(caption)
    case _ where caption.isSaving: break
    case .accept:
      if let entry = caption.entry { return save(&caption, of: entry) }
      screens.pop()
      return putInEditor(caption)
    case .help where command == .help: return updateEverywhere(.help)
    default: if type(event, into: &caption.field) { return put(caption) }
    }
    return []
  }

  mutating func clickCaption(_ mouse: MouseEvent, _ caption: CaptionState) -> [Effect] {
    var caption = caption
    let field = CaptionView.box(caption, self).field(in: Rect(size))
    return !caption.isSaving && caption.field.handle(mouse, in: field) ? put(caption) : []
  }

  /// Shows the dialog's new state, and sees to it that a draft is going to be kept.
  mutating func put(_ caption: CaptionState) -> [Effect] {
    var caption = caption
    defer { screens.replaceFront(with: caption) }
    guard caption.hasChanges || caption.hasDraft else { return [] }
    guard caption.entry != nil else { return scheduleDraft() }
    guard caption.draftTimer == nil else { return [] }
    let ticket = nextTicket()
    caption.draftTimer = ticket
    return [.scheduleDraft(ticket: ticket)]
  }

  /// Whether it was a caption's draft that was due.
  mutating func captionDue(_ ticket: Int) -> Bool {
    var isDue = false
    screens.update(CaptionState.self) { caption in
      guard caption.draftTimer == ticket else { return }
      caption.draftTimer = nil
      isDue = true
    }
    return isDue
  }

  /// Closes the dialog; what was typed goes, from the draft as well.
  private mutating func cancel(_ caption: CaptionState) -> [Effect] {
    screens.pop()
    if caption.entry == nil { return caption.hasChanges ? scheduleDraft() : [] }
    return caption.hasDraft ? [.removeDraft(caption.draft)] : []
  }

  private mutating func putInEditor(_ caption: CaptionState) -> [Effect] {
    guard var editor = screens.topmost(EditorState.self) else { return [] }
    editor.change { $0.setCaption(caption.field.text, of: caption.photo.asset) }
    return put(editor)
  }
}

// MARK: Of a saved entry

extension AppState {
  /// Opens the caption of a photo of a saved entry.
  mutating func editCaption(of photo: Photo, _ entry: Entry) {
    guard isOwn(entry) else { return }
    guard !entry.isTrashed else {
      toast = localized("This entry is in the trash. Restore it first.")
      return
    }
    screens.push(CaptionState(photo, of: entry))
  }

  private mutating func save(_ caption: inout CaptionState, of entry: Entry) -> [Effect] {
    let fields = caption.fields(of: entry)
    guard !fields.isExactly(entry.fields) else {
      screens.pop()
      return []
    }
    caption.isSaving = true
    screens.replaceFront(with: caption)
    return [
      .rewrite(
        Rewrite(
          change: .editing, entry: entry.id, fields: fields, replaced: Versions(shown: entry),
          known: entry.heads), draft: caption.draft)
    ]
  }

  var isSavingCaption: Bool { screens.contains(CaptionState.self, where: \.isSaving) }

  /// Closes the dialog whose caption was saved. Another one of the same entry goes on with what
  /// this program has made of it.
  mutating func captionsChanged(by own: OwnChange) {
    screens.transform(CaptionState.self) { caption in
      guard caption.entry?.id == own.change.entry.id else { return caption }
      if caption.draft == own.draft { return nil }
      var caption = caption
      caption.entry = own.change.entry
      return caption
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
    return [.keepDraft(draft, ticket: nextTicket())]
  }
}
