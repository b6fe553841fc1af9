import DiaryCore
import TerminalUI
import Words

extension AppState {
  mutating func openEditor(_ editor: EditorState) { layers.append(.editor(editor)) }

  mutating func updateEditor(_ event: KeyEvent, _ editor: EditorState) -> [Effect] {
    var editor = editor
    guard !editor.isSaving else {
      return keys.everywhere.command(for: event) == .leave ? [.leave] : []
    }
    if let find = editor.find { return updateFind(event, find, editor) }
    if let effects = updateCompletion(event, editor) ?? updateMisspelling(event, editor) {
      return effects
    }
    editor.misspelling = nil
    if let effects = updateVi(event, &editor) { return effects }
    let copied = textToCopy(event, editor)
    let table = keys.editor.command(for: event)
    let strip = editor.focus == .photos ? keys.photoStrip.command(for: event) : nil
    switch strip ?? table {
    case .save:
      editor.staysOpen = false
      return save(editor)
    case .cancel: return leave(editor)
    case .nextField: editor.moveFocus(by: 1)
    case .previousField: editor.moveFocus(by: -1)
    case .undo: editor.stepBack()
    case .redo: editor.stepForward()
    case .addPhoto:
      put(editor)
      return openPicker(for: .photos)
    case .pastePhoto:
      editor.photosUnderWay += 1
      put(editor)
      return [.takeClipboard(to: editor.draft, editor.focus)]
    case .entryDetails:
      put(editor)
      return openDetails(of: editor)
    case .spelling: return findMisspelling(editor)
    case .templates:
      put(editor)
      return openTemplates()
    case .datePhoto: takePhotoDate(&editor)
    case .find: return openFind(editor, replacing: false)
    case .findPrevious: return findAgain(editor, isBack: true)
    case .replace: return openFind(editor, replacing: true)
    case .focusParagraph: preferences.focusesParagraph.toggle()
    case .help:
      put(editor)
      return updateEverywhere(.help)
    case .some(let command):
      updateStrip(command, &editor)
      if command == .editCaption, editor.page.photos.indices.contains(editor.page.selectedPhoto) {
        put(editor)
        layers.append(.caption(CaptionState(editor.page.photos[editor.page.selectedPhoto])))
        return []
      }
    case nil:
      if !type(event, into: &editor), event.modifiers == .control,
        let command = keys.everywhere.command(for: event)
      {
        put(editor)
        return updateEverywhere(command)
      }
    }
    return put(editor) + copied + complete(after: event)
  }

  /// Whether the focused field took the key.
  private mutating func type(_ event: KeyEvent, into editor: inout EditorState) -> Bool {
    let focus = editor.focus
    if focus != .content, focus != .photos, event == KeyEvent(.enter) {
      // Enter in a line goes on to the next field.
      editor.moveFocus(by: 1)
      return true
    }
    if focus == .title, event == KeyEvent(.down) {
      editor.moveFocus(by: 1)
      return true
    }
    guard let command = keys.editing(for: event) else { return false }
    return editor.edit(command, &killRing)
  }

  private func updateStrip(_ command: Command, _ editor: inout EditorState) {
    let count = editor.page.photos.count
    let selected = editor.page.selectedPhoto
    guard count > 0 else { return }
    switch command {
    case .choosePrevious: editor.page.selectedPhoto = max(0, selected - 1)
    case .chooseNext: editor.page.selectedPhoto = min(count - 1, selected + 1)
    case .removePhoto:
      editor.change { page in
        page.photos.remove(at: selected)
        page.selectedPhoto = max(0, min(selected, count - 2))
      }
    case .movePhotoBack, .movePhotoForward:
      let target = selected + (command == .movePhotoBack ? -1 : 1)
      guard (0..<count).contains(target) else { return }
      editor.change { page in
        page.photos.swapAt(selected, target)
        page.selectedPhoto = target
      }
    default: break
    }
  }

  /// Pasted text goes into a field, the focused one if none is named; among the photos there is
  /// nowhere for it. What may be the paths of photos stands there until it is known to be: no key
  /// waits, and none overtakes it.
  mutating func paste(
    _ text: String, into editor: EditorState, _ field: EditorState.Field? = nil
  ) -> [Effect] {
    guard !editor.isSaving else { return [] }
    if editor.find != nil, field == nil { return pasteIntoFind(text, editor) }
    var editor = editor
    editor.completion = nil
    editor.misspelling = nil
    toast = nil
    if text.unicodeScalars.contains("\u{FFFD}") {
      toast = localized("The paste was not all UTF-8; � stands for the rest.")
    }
    let focus = field ?? editor.focus
    var asked: [Effect] = []
    if let dropped = DroppedPaths(text, home: homeFolder) {
      let ticket = nextTicket()
      editor.drops.append(
        EditorState.Drop(
          ticket: ticket, field: focus, place: editor.page.place(in: focus), text: text))
      editor.photosUnderWay += 1
      asked = [.takeDropped(dropped, ticket: ticket, to: editor.draft)]
    } else if focus == .photos {
      toast = Self.noPlaceForText
    }
    editor.change { page in
      switch focus {
      case .title: page.title.insert(text)
      case .content: page.content.insert(text)
      case .tags: page.tags.insert(text)
      case .date: page.date.insert(text)
      case .photos: break
      }
    }
    return put(editor) + asked
  }

  /// Shows the editor's new state, and sees to it that a draft of it is going to be kept.
  @discardableResult
  mutating func put(_ editor: EditorState) -> [Effect] {
    guard let place = layers.lastIndex(where: \.isEditor), case .editor(let old) = layers[place]
    else { return [] }
    var editor = editor
    let hasChanged = !old.page.says(editor.page)
    if hasChanged {
      // The draft, or the one that is being written, is no longer all.
      editor.isDraftKept = false
      editor.draftTicket = nil
    }
    layers[place] = .editor(editor)
    return hasChanged ? scheduleDraft() : []
  }

  /// How an entry is saved that is no longer where it was.
  enum Rescue {
    case restoring, asNew
  }

  private mutating func save(_ editor: EditorState, _ rescue: Rescue? = nil) -> [Effect] {
    var editor = editor
    guard editor.photosUnderWay == 0 else {
      editor.savesWithPhotos = true
      toast = localized("Saving as soon as the photos are added…")
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
      layers.append(.confirm(ConfirmState(question: .keepMarkers(editor, first: marker))))
      return []
    }
    guard let original = editor.original, rescue != .asNew else {
      editor.isSaving = true
      put(editor)
      return [.add(fields, draft: editor.draft)]
    }
    guard editor.isMerge || !fields.tidied.isExactly(original.fields) else {
      toast = localized("Nothing was changed.")
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
    guard let place = layers.lastIndex(where: \.isEditor), case .editor(let editor) = layers[place]
    else { return false }
    switch error {
    case .inTrash: layers.append(.confirm(ConfirmState(question: .restoreAndSave(editor))))
    case .noSuchEntry: layers.append(.confirm(ConfirmState(question: .saveAsNew(editor))))
    default: return false
    }
    return true
  }

  mutating func leave(_ editor: EditorState) -> [Effect] {
    guard editor.hasChanges || editor.photosUnderWay > 0 else { return close(editor) }
    // Whoever is asked whether to leave hasn't decided to save any more.
    _ = withEditor { $0.savesWithPhotos = false }
    layers.append(.confirm(.leaveEditor(editor)))
    return []
  }

  /// Closes the editor; its draft goes.
  mutating func close(_ editor: EditorState) -> [Effect] {
    closeEditor(of: editor.draft)
    return [.removeDraft(editor.draft)]
  }

  /// With what it has opened: a question about it has no sense without it. One that is to stay open
  /// goes on with the entry as it was saved.
  mutating func closeEditor(of draft: ID<Draft>, savedAs entry: Entry? = nil) {
    let place = layers.lastIndex { layer in
      if case .editor(let editor) = layer { editor.draft == draft } else { false }
    }
    guard let place, case .editor(let editor) = layers[place] else { return }
    if let entry, editor.staysOpen, endsAfterSave == nil {
      layers[place] = .editor(editor.goingOn(after: entry))
      return
    }
    let above = layers[(place + 1)...].filter { layer in
      switch layer {
      case .confirm, .caption, .picker, .details, .templates: false
      default: true
      }
    }
    layers.replaceSubrange(place..., with: above)
  }

  /// Saves from the question whether to.
  mutating func saveFromDialog(_ rescue: Rescue? = nil) -> [Effect] {
    guard let place = layers.lastIndex(where: \.isEditor), case .editor(let editor) = layers[place]
    else { return [] }
    return save(editor, rescue)
  }
}
