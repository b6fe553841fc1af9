import DiaryCore
import Localization
import TerminalUI
import TextEditing

extension Effect {
  /// Photos that a person has chosen for the entry that is being written in that session.
  static func addPhotos(_ paths: [String], to draft: ID<Draft>) -> Effect {
    .telling(paths, draft) { context in
      context.post(.photosAdded(await context.service.added(paths, to: draft)))
    }
  }

  /// A paste that may be the paths of photos, which are added if there are such files.
  static func takeDropped(_ dropped: DroppedPaths, requestID: Int, to draft: ID<Draft>) -> Effect {
    .telling(dropped, requestID, draft) { context in
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
      // The likeliest reading tells why.
      guard let (path, count) = missing.first else { return }
      context.post(.droppedText(requestID: requestID, missing: path, of: count, to: draft))
    }
  }

  /// Adds the photo of the desktop's clipboard; its text goes into that field. What was put into a file
  /// for it has to go.
  static func takeClipboard(to draft: ID<Draft>, _ field: EditorState.Field) -> Effect {
    .telling(draft, field, in: .stoppable("paste")) { context in
      let clipboard = context.environment.clipboard
      switch await clipboard.content() {
      case .photo(let path):
        var added = await context.service.added([path], to: draft)
        added.areInText = true
        await clipboard.discard(photoAt: path)
        context.post(.photosAdded(added))
      case .text(let text): context.post(.clipboardText(text, to: draft, field))
      case .nothing(let failure): context.post(.clipboardEmpty(failure, to: draft))
      }
    }
  }
}

extension Message {
  /// Photos that are in the diary now, what is to be said of them, and what was refused.
  static func photosAdded(_ added: AddedPhotos) -> Message {
    .performing(added) { state in
      // The editor may have been left meanwhile, and another one opened.
      guard state.withEditor({ $0.draft == added.draft }) == true else { return [] }
      state.toast = nil
      var effects: [Effect] = []
      if var editor = state.screens.topmost(EditorState.self) {
        let before = editor.page.photos
        editor.photosUnderWay = max(0, editor.photosUnderWay - 1)
        editor.take(added)
        // The proposal first: what comes behind it may be cut off.
        let words = [
          editor.proposal(before: before, in: state.context),
          editor.words(of: added, before: before),
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

  /// A paste that looked like photos is a text: it stands where it was pasted. `missing` is the
  /// first of its paths at which there is no file.
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
      return state.photoEnded(draft) { $0.drops.removeAll { $0.requestID == requestID } }
    }
  }

  /// The clipboard's text is as good as a paste of the terminal's, into the field where it was asked
  /// for.
  static func clipboardText(
    _ text: String, to draft: ID<Draft>, _ field: EditorState.Field
  ) -> Message {
    .performing(text) { state in
      guard state.screens.topmost(EditorState.self)?.draft == draft else {
        return []
      }
      // The paste first: it may have photos to wait for in its turn.
      let effects = ScreenStack.withTopmost(EditorState.self, of: &state) { editor, app in
        editor.keepingDraft(in: &app) { $0.insert(text, into: field, in: &$1) }
      }
      return effects + state.photoEnded(draft) { _ in }
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
      return state.photoEnded(draft) { _ in }
    }
  }

  static func editedExternally(
    _ entry: Entry, _ edited: Result<EditedText?, ExternalEditingError>
  ) -> Message {
    .performing(entry, edited) { state in
      switch edited {
      case .success(nil):
        state.toast = localized("Nothing changed.")
        return [.redraw]
      case .success(let text?):
        // If that fails, the text is in the editor.
        state.openEditor(of: entry, with: text)
        return [.redraw] + state.saveFromDialog()
      case .failure(let error):
        // The user decides whether to save it.
        if let text = error.saved { state.openEditor(of: entry, with: text) }
        state.context.showError(error.line)
        return [.redraw]
      }
    }
  }
}

extension AppState {
  /// Opens an entry with a text that isn't saved yet.
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
    let results = await concurrentResults(photos) { path async throws(DiaryError) in
      try await self.addPhoto(at: path)
    }
    var added = AddedPhotos(to: draft)
    for path in paths where isMedia(path) {
      do throws(DiaryError) {
        added.attachments.append(try await addAttachment(at: path).attachment)
      } catch {
        added.refused.append(error.line)
      }
    }
    for result in results.compactMap(\.self) {
      switch result {
      case .failure(let error): added.refused.append(error.line)
      case .success(let (photo, problem, wasThere)):
        added.photos.append(photo)
        if let problem {
          added.remarks.append(PhotoView.placeholder(photo, problem: problem))
        }
        // Looked for only where there may be such an entry.
        guard wasThere else { continue }
        let query = EntryQuery(.photo(photo.asset), limit: 1)
        if let entry = (try? await entries(query))?.first {
          added.entries[photo.asset] = TitleWords.quoted(entry)
        }
      }
    }
    return added
  }
}

// MARK: - EditorPictures

/// The photos that a text names, shown where they stand in it while it is written: below their lines,
/// so that the caret goes through the text as if they weren't there.
enum EditorPictures {
  /// Fewer rows of text can't spare any.
  private static let fewestRows = 12
  private static let (lowest, highest) = (4, 14)

  /// The rows to keep free for each photo, by the digits that name it in the text. They are kept
  /// whether its picture is there or not yet.
  static func rows(_ editor: EditorState, in text: Rect, _ state: ScreenContext) -> [String: Int] {
    guard state.showsPhotos, text.rows >= fewestRows else { return [:] }
    let most = min(highest, max(lowest, text.rows * 2 / 5))
    let shown = editor.page.photos.filter { $0.knownProblem == nil }
    return Dictionary(
      shown.map { ("\($0.asset)", room(of: $0, rows: most, in: text, state).rows) },
      uniquingKeysWith: { $1 })
  }

  private static func room(
    of photo: Photo, rows: Int, in text: Rect, _ state: ScreenContext
  ) -> Size {
    PhotoView.room(for: photo, within: Size(columns: text.columns - 1, rows: rows), state)
  }

  /// The pictures of the photos that are in view, `count` being how many are on the whole screen.
  static func views(
    _ editor: EditorState, in text: Rect, among count: Int, _ state: ScreenContext
  ) -> [PhotoView] {
    places(editor, in: text, state).map { photo, rect in
      PhotoView(photo, in: rect, clip: text, among: count, state)
    }
  }

  static func count(_ editor: EditorState, in text: Rect, _ state: ScreenContext) -> Int {
    places(editor, in: text, state).count
  }

  /// Side by side, as many as there is room for.
  private static func places(
    _ editor: EditorState, in text: Rect, _ state: ScreenContext
  ) -> [(photo: Photo, rect: Rect)] {
    var places: [(photo: Photo, rect: Rect)] = []
    for (row, top) in editor.page.content.placedRows where row.pictureRows > 0 {
      var column = text.column
      for digits in row.pictures {
        guard let photo = editor.page.photos.first(where: { "\($0.asset)" == digits }) else {
          continue
        }
        let room = room(of: photo, rows: row.pictureRows, in: text, state)
        guard column + room.columns < text.endColumn else { break }
        let rect = Rect(
          column: column, row: text.row + top + 1, columns: room.columns, rows: room.rows)
        if !rect.intersection(text).isEmpty { places.append((photo, rect)) }
        column += room.columns + 2
      }
    }
    return places
  }
}

// MARK: - Copying

extension EditorState {
  /// What a key copies or cuts goes to the clipboard; what is killed without being selected stays in
  /// the diary.
  func textToCopy(_ event: KeyEvent, in app: ScreenContext) -> [Effect] {
    guard let command = app.keys.editing(for: event), command == .copy || command == .cut else {
      return []
    }
    return page.selectedText(in: focus).map { [.copy($0)] } ?? []
  }
}

extension EditorState.Page {
  fileprivate func selectedText(in field: EditorState.Field) -> String? {
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
  /// Puts a text into the desktop's clipboard, which the terminal may have been given it for as well:
  /// one of them is enough.
  static func place(_ text: String, isAtTerminal: Bool) -> Effect {
    .run(text, isAtTerminal, in: .queue("clipboard")) { context in
      let failure = await context.environment.clipboard.put(text)
      return isAtTerminal ? nil : failure
    } then: { state, failure in
      state.toast =
        switch failure {
        case nil: localized("Copied.")
        case .noProgram:
          localized(
            "Copied inside the diary only: install wl-copy, xclip or xsel for the desktop's clipboard."
          )
        case .noDesktop:
          localized(
            "Copied inside the diary only: there's no desktop, and it's too much for the terminal.")
        case .failed:
          localized("Copied inside the diary only: the desktop's clipboard didn't accept it.")
        }
    }
  }
}

// MARK: - Writing

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
