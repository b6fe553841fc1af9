import DiaryCore
import TerminalUI
import Text

extension Effect {
  /// Adds the photos that the user picked to the entry in the editor with this draft ID.
  static func addPhotos(_ paths: [String], to draft: ID<Draft>) -> Effect {
    .posting(paths, draft) { context in
      context.post(.photosAdded(await context.service.added(paths, to: draft)))
    }
  }

  /// Adds the pasted paths' photos if the files exist.
  static func addDropped(_ dropped: DroppedPaths, requestID: Int, to draft: ID<Draft>) -> Effect {
    .posting(dropped, requestID, draft) { context in
      var missing: [(path: String, count: Int)] = []
      for paths in dropped.readings {
        if let path = await context.environment.files.firstMissing(of: paths) {
          missing.append((path, paths.count))
          continue
        }
        var added = await context.service.added(paths, to: draft)
        added.drop = requestID
        return context.post(.photosAdded(added))
      }
      // The first reading is the most likely one, so its missing file explains the failure best.
      guard let (path, count) = missing.first else { return }
      context.post(.droppedText(requestID: requestID, missing: path, of: count, to: draft))
    }
  }

  /// Adds the photo on the desktop's clipboard, or inserts its text into `field`. Removes the
  /// photo's temporary file.
  static func pasteClipboard(to draft: ID<Draft>, _ field: EditorState.Field) -> Effect {
    .posting(draft, field, in: .stoppable("paste")) { context in
      let clipboard = context.environment.clipboard
      switch await clipboard.content() {
      case .photo(let path):
        var added = await context.service.added([path], to: draft)
        added.areInText = true
        await clipboard.discardPhoto(path)
        context.post(.photosAdded(added))
      case .text(let text): context.post(.clipboardText(text, to: draft, field))
      case .nothing(let failure): context.post(.clipboardEmpty(failure, to: draft))
      }
    }
  }
}

extension Message {
  /// Handles photos that were added to the diary, with remarks about them and the files that were
  /// refused.
  static func photosAdded(_ added: AddedPhotos) -> Message {
    .performing(added) { state in
      // The user may have closed the editor and opened another one in the meantime.
      guard state.withEditor({ $0.draft == added.draft }) == true else { return [] }
      state.toast = nil
      var effects: [Effect] = []
      if var editor = state.screens.topmost(EditorState.self) {
        let before = editor.page.photos
        editor.pendingPhotos = max(0, editor.pendingPhotos - 1)
        editor.receive(added)
        // The suggestion comes first because the end of the line may be cut off.
        let words = [
          editor.proposal(before: before, in: state),
          editor.text(of: added, before: before),
        ].compactMap(\.self).joined(separator: " ")
        state.toast = words.isEmpty ? nil : words
        effects =
          state.changeEditor { $0 = editor } + state.saveWithPhotos(unless: !added.refused.isEmpty)
      }
      if !added.refused.isEmpty {
        state.screens.push(NoticeState(title: localized("Couldn't add it"), lines: added.refused))
      }
      return effects
    }
  }

  /// Handles a paste that looked like paths of photos but is text: it stays where it was pasted.
  /// `missing` is the first path without a file.
  static func droppedText(
    requestID: Int, missing: String, of count: Int, to draft: ID<Draft>
  ) -> Message {
    .performing(requestID, missing, count) { state in
      let drop = state.withEditor { editor in
        editor.draft == draft ? editor.drops.first { $0.requestID == requestID } : nil
      }
      if case .some(.some(let drop)) = drop {
        let name = missing.split(separator: "/").last ?? "/"
        var words =
          count > 1
          ? localized("Couldn't add any of the \(count): \(name) not found.")
          : localized("Couldn't add \(name): file not found.")
        if drop.field != .photos { words += " " + localized("Pasted as text.") }
        state.toast = words
      }
      return state.endAddingPhoto(draft) { $0.drops.removeAll { $0.requestID == requestID } }
    }
  }

  /// Inserts the clipboard's text like a terminal's paste, into the field that had the focus at the
  /// time of the request.
  static func clipboardText(
    _ text: String, to draft: ID<Draft>, _ field: EditorState.Field
  ) -> Message {
    .performing(text) { state in
      guard state.screens.topmost(EditorState.self)?.draft == draft else {
        return []
      }
      // The paste is inserted first because it may contain paths of photos to wait for.
      let effects = state.withTopmost(EditorState.self) { editor, app in
        editor.keepingDraft(in: &app) { $0.insert(text, into: field, in: &$1) }
      }
      return effects + state.endAddingPhoto(draft) { _ in }
    }
  }

  static func clipboardEmpty(_ failure: ClipboardError, to draft: ID<Draft>) -> Message {
    .performing(failure) { state in
      guard state.withEditor({ $0.draft == draft }) == true else { return [] }
      state.toast =
        switch failure {
        case .noProgram: localized("To paste a photo, install wl-paste or xclip.")
        case .noDesktop:
          localized("There is no desktop clipboard here (DISPLAY and WAYLAND_DISPLAY aren't set).")
        case .noAnswer: localized("The clipboard is empty or couldn't be read.")
        case .empty: localized("The clipboard has no photo or text.")
        case .tooLarge: localized("The clipboard's photo is too large; save it to a file first.")
        case .failed: localized("The clipboard can't be read here.")
        }
      return state.endAddingPhoto(draft) { _ in }
    }
  }

  static func editedExternally(_ entry: Entry, _ result: EditorResult) -> Message {
    .performing(entry, result) { state in
      if let text = result.text { state.openEditor(of: entry, with: text) }
      if let error = result.error {
        // The user decides whether to save the text.
        state.showError(error.line)
      } else if result.text != nil {
        // If saving fails, the text is still in the editor.
        return [.redraw] + state.saveEditor()
      } else {
        state.toast = localized("Nothing changed.")
      }
      return [.redraw]
    }
  }
}

extension AppState {
  /// Opens an entry in the editor with unsaved text.
  fileprivate mutating func openEditor(of entry: Entry, with text: EditedText) {
    var editor = EditorState(entry, draft: .random())
    editor.change { page in
      page.title = TextField(text.title, keepsHistory: false)
      page.content = TextArea(text.content, keepsHistory: false)
    }
    screens.push(editor)
  }
}

extension DiaryService {
  fileprivate func added(_ paths: [String], to draft: ID<Draft>) async -> AddedPhotos {
    let isMedia = { (path: String) in MediaType(ofFileNamed: path).isMedia }
    let photos = paths.filter { !isMedia($0) }
    let results = await concurrentResults(photos) { path in
      try await self.addPhoto(at: path)
    }
    var added = AddedPhotos(to: draft)
    for path in paths where isMedia(path) {
      do {
        added.attachments.append(try await addAttachment(at: path).attachment)
      } catch {
        added.refused.append(DiaryError(error).line)
      }
    }
    for result in results.compactMap(\.self) {
      switch result {
      case .failure(let error): added.refused.append(DiaryError(error).line)
      case .success(let (photo, problem, existed)):
        added.photos.append(photo)
        if let problem {
          added.remarks.append(PhotoView.placeholder(photo, problem: problem))
        }
        // Searches only if the photo was already in the diary.
        guard existed else { continue }
        let query = EntryQuery(.photo(photo.asset), limit: 1)
        if let entry = (try? await entries(query))?.first {
          added.entries[photo.asset] = TitleText.quoted(entry)
        }
      }
    }
    return added
  }
}

// MARK: - EditorPictures

/// The photos that a text refers to, shown below their lines in the editor. The caret moves as if
/// they weren't there.
enum EditorPictures {
  /// The fewest rows of text that leave space for pictures.
  private static let minRows = 12
  private static let (lowest, highest) = (4, 14)

  /// Returns the rows to reserve for each photo, by the digits that refer to it in the text. They
  /// are reserved before the picture is loaded, too.
  static func rows(_ editor: EditorState, in text: Rect, _ state: AppState) -> [String: Int] {
    guard state.showsPhotos, text.rows >= minRows else { return [:] }
    let most = min(highest, max(lowest, text.rows * 2 / 5))
    let shown = editor.page.photos.filter { $0.knownProblem == nil }
    return Dictionary(
      shown.map { ("\($0.asset)", space(of: $0, rows: most, in: text, state).rows) },
      uniquingKeysWith: { $1 })
  }

  private static func space(
    of photo: Photo, rows: Int, in text: Rect, _ state: AppState
  ) -> Size {
    PhotoView.space(for: photo, within: Size(columns: text.columns - 1, rows: rows), state)
  }

  /// Returns the views of the photos on the screen; `count` is the number of pictures on the whole
  /// screen.
  static func views(
    _ editor: EditorState, in text: Rect, among count: Int, _ state: AppState
  ) -> [PhotoView] {
    places(editor, in: text, state).map { photo, rect in
      PhotoView(photo, in: rect, clip: text, among: count, state)
    }
  }

  static func count(_ editor: EditorState, in text: Rect, _ state: AppState) -> Int {
    places(editor, in: text, state).count
  }

  /// Returns the photos and their places: side by side, as many as fit.
  private static func places(
    _ editor: EditorState, in text: Rect, _ state: AppState
  ) -> [(photo: Photo, rect: Rect)] {
    var places: [(photo: Photo, rect: Rect)] = []
    for (row, top) in editor.page.content.placedRows where row.pictureRows > 0 {
      var column = text.column
      for digits in row.pictures {
        guard let photo = editor.page.photos.first(where: { "\($0.asset)" == digits }) else {
          continue
        }
        let space = space(of: photo, rows: row.pictureRows, in: text, state)
        guard column + space.columns < text.endColumn else { break }
        let rect = Rect(
          column: column, row: text.row + top + 1, columns: space.columns, rows: space.rows)
        if !rect.intersection(text).isEmpty { places.append((photo, rect)) }
        column += space.columns + 2
      }
    }
    return places
  }
}

// MARK: - Copying

extension EditorState {
  /// Returns the effect that copies the selection to the clipboard if the key copies or cuts. Text
  /// that is killed without a selection stays in the diary.
  func textToCopy(_ event: KeyEvent, in app: AppState) -> [Effect] {
    guard let command = app.keys.editing(for: event), command == .copy || command == .cut else {
      return []
    }
    return page.selectedText(in: focus).map { [.copy($0)] } ?? []
  }
}

extension EditorState.Page {
  func selectedText(in field: EditorState.Field) -> String? {
    switch field {
    case .title: title.content.selectedText
    case .content: content.content.selectedText
    case .tags: tags.content.selectedText
    case .date: date.content.selectedText
    case .photos: nil
    }
  }
}

extension Effect {
  /// Puts text on the desktop's clipboard. If the terminal has also received it (`isAtTerminal`),
  /// errors are ignored because one of the two is enough.
  static func place(_ text: String, isAtTerminal: Bool) -> Effect {
    .run(text, isAtTerminal, in: .queue("clipboard")) { context in
      let failure = await context.environment.clipboard.copy(text)
      return isAtTerminal ? nil : failure
    } then: { state, failure in
      state.toast =
        switch failure {
        case nil: localized("Copied.")
        case .noProgram:
          localized("Copied within the diary only. For other apps, install wl-copy, xclip or xsel.")
        case .noDesktop:
          localized("Copied within the diary only: no desktop, and the terminal didn't accept it.")
        case .failed:
          localized("Copied within the diary only: the desktop's clipboard didn't accept it.")
        }
    }
  }
}

// MARK: - Writing

// The text in the editor and in the dialogs over it.
extension AppState {
  /// Calls `body` with the editor and returns its result; `nil` if no editor is open.
  mutating func withEditor<Value>(_ body: (inout EditorState) -> Value) -> Value? {
    guard var editor = screens.topmost(EditorState.self) else { return nil }
    let value = body(&editor)
    screens.put(editor)
    return value
  }

  /// Changes the editor, if one is open, and schedules a draft.
  @discardableResult
  mutating func changeEditor(_ body: (inout EditorState) -> Void) -> [Effect] {
    withTopmost(EditorState.self) { editor, app in
      editor.keepingDraft(in: &app) { editor, _ in
        body(&editor)
        return []
      }
    }
  }

  /// Saves the entry in the editor, if one is open.
  mutating func saveEditor(_ rescue: EditorState.Rescue? = nil) -> [Effect] {
    withTopmost(EditorState.self) { $0.save(rescue, in: &$1) }
  }

  /// Applies the events that were held back during a save. They go to the editor even if a message
  /// is shown over it.
  mutating func applyHeldEvents() -> [Effect] {
    var held: [TerminalEvent] = []
    _ = withEditor { editor in swap(&held, &editor.held) }
    return held.flatMap { event in
      withTopmost(EditorState.self) { editor, app in
        switch event {
        case .key(let key): editor.handle(key, in: &app)
        case .paste(let text): editor.paste(text, in: &app)
        default: []
        }
      }
    }
  }

  /// Asks whether to save the text anyway, if saving failed because the entry was deleted in the
  /// meantime. After Esc, it only says so. Returns `false` if the error has another reason.
  mutating func offerToSaveAnyway(after error: DiaryError) -> Bool {
    guard var editor = screens.topmost(EditorState.self) else { return false }
    let question: ConfirmState
    switch error {
    case .inTrash: question = .restoreAndSave(editor)
    case .noSuchEntry: question = .saveAsNew(editor)
    default: return false
    }
    guard editor.saveMode == .stayUntilEscape else {
      screens.push(question)
      return true
    }
    let key = keys[.editor].keyName(of: .save) ?? ""
    editor.refuse(localized("Deleted in another window; \(key) saves anyway."), in: &self)
    screens.put(editor)
    return true
  }

  /// Closes an editor without saving. The text typed since the last save can be restored for some
  /// days.
  mutating func discard(_ id: ID<Draft>) -> [Effect] {
    guard let editor = screens.topmost(EditorState.self), editor.draft == id else { return [] }
    let draft = editor.currentDraft
    guard editor.hasChanges, !draft.fields.normalized.isEmpty else { return editor.closing }
    closeEditor(of: id)
    discarding.append(editor)
    return [.discardDraft(draft)]
  }

  /// Closes an editor and the dialogs over it. If it is to stay open after saving, it continues
  /// with the saved entry instead and is returned.
  @discardableResult
  mutating func closeEditor(of draft: ID<Draft>, savedAs entry: Entry? = nil) -> EditorState? {
    guard var editor = screens.topmost(EditorState.self, where: { $0.draft == draft }) else {
      return nil
    }
    if let entry, editor.saveMode != .close, endsAfterSave == nil {
      editor.continueWriting(entry)
      screens.put(editor) { $0.draft == draft }
      return editor
    }
    screens.remove(EditorState.self) {
      $0.draft == draft
    } keeping: {
      !$0.belongsToEditor
    }
    return nil
  }

  // MARK: Drafts

  mutating func scheduleDraft() -> [Effect] {
    withTopmost(EditorState.self) { $0.scheduleDraft(in: &$1) }
  }

  /// Writes a draft of the text, or removes the existing draft if nothing has changed.
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
    let requestID = nextRequestID()
    editor.draftRequestID = requestID
    editor.hasDraft = true
    screens.put(editor)
    return [.keepDraft(written.currentDraft, requestID: requestID)]
  }

  /// Returns the editor with the text typed in the dialogs over it.
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

  /// `true` if a draft of the entry exists or is about to be written.
  var keepsDraft: Bool {
    hasLeftDraft || screens.contains(EditorState.self, where: \.hasDraft)
  }

  /// A request to press the key again, if quitting now would leave unsaved text; otherwise `nil`. A
  /// running save is awaited.
  func requestBeforeQuitting(_ key: KeyEvent) -> String? {
    if screens.contains(CommentState.self, where: { $0.field.isEdited && !$0.isSaving }) {
      return localized("Press \(key.name) again to leave. Your comment isn't saved.")
    }
    let editor = screens.topmost(EditorState.self)
    let hasText = editor.map { !$0.isSaving && withDialogs(over: $0).hasChanges } ?? false
    let hasCaption = screens.contains(CaptionState.self) { $0.hasChanges && !$0.isSaving }
    return hasText || hasCaption
      ? localized("Press \(key.name) again to leave. Your text is kept.") : nil
  }

  // MARK: Captions of saved entries

  /// Returns `true` if the timer was that of a caption's draft.
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

  /// Closes the dialog whose caption was saved, and updates other open captions of the same entry.
  mutating func captionsChanged(by change: DiaryChange, savedFrom draft: ID<Draft>?) {
    screens.removeAll(CaptionState.self) { $0.entry?.id == change.entry.id && $0.draft == draft }
    screens.update(CaptionState.self) {
      if $0.entry?.id == change.entry.id { $0.entry = change.entry }
    }
  }

  /// Allows editing a caption again after a failed save.
  mutating func captionNotSaved() {
    screens.update(CaptionState.self) { $0.isSaving = false }
  }

  /// Keeps a draft of an unsaved caption of a saved entry. A caption of the entry in the editor is
  /// part of the editor's draft.
  mutating func captionToKeep() -> [Effect] {
    guard var caption = screens.topmost(CaptionState.self), !caption.isSaving,
      let entry = caption.entry, caption.hasChanges || caption.hasDraft
    else { return [] }
    caption.hasDraft = caption.hasChanges
    screens.put(caption)
    guard caption.hasChanges else { return [.removeDraft(caption.draft)] }
    var draft = EditorState(entry, draft: caption.draft).currentDraft
    draft.fields = caption.fields(of: entry)
    return [.keepDraft(draft, requestID: nextRequestID())]
  }

  // MARK: Photos

  /// Ends waiting for a photo after a paste that turned out to contain none.
  mutating func endAddingPhoto(
    _ draft: ID<Draft>, _ body: (inout EditorState) -> Void
  ) -> [Effect] {
    _ = withEditor { editor in
      guard editor.draft == draft else { return }
      editor.pendingPhotos = max(0, editor.pendingPhotos - 1)
      body(&editor)
    }
    return saveWithPhotos(unless: false)
  }

  /// Saves the entry if that was requested while photos were being added. If a file was refused,
  /// the user has to read about it and decide first.
  mutating func saveWithPhotos(unless isRefused: Bool) -> [Effect] {
    let isDue = withEditor { editor in
      defer { if editor.pendingPhotos == 0 { editor.savesWithPhotos = false } }
      return editor.savesWithPhotos && editor.pendingPhotos == 0
    }
    guard isDue == true else { return [] }
    screens.removeAll(PhotoWaitState.self)
    let effects =
      isRefused
      ? []
      : withTopmost(EditorState.self) { editor, app in
        editor.saveMode == .stayUntilEscape ? editor.saveOrLeave(in: &app) : editor.save(in: &app)
      }
    // Without a save, the editor stays open.
    return effects.isEmpty ? applyHeldEvents() : effects
  }
}
