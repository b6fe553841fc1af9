import DiaryCore
import TerminalUI
import Words

extension AppState {
  mutating func openEditor(_ editor: EditorState) { screens.push(editor) }

  mutating func updateEditor(_ event: KeyEvent, _ editor: EditorState) -> [Effect] {
    var editor = editor
    guard !editor.isSaving else {
      if keys[.everywhere].command(for: event) == .leave { return [.leave] }
      return hold(.key(event), editor)
    }
    if let find = editor.find { return updateFind(event, find, editor) }
    if let effects = updateCompletion(event, editor) ?? updateMisspelling(event, editor) {
      return effects
    }
    editor.misspelling = nil
    if let effects = updateVi(event, &editor) { return effects }
    let copied = textToCopy(event, editor)
    let table = keys[.editor].command(for: event)
    let strip = editor.focus == .photos ? keys[.photoStrip].command(for: event) : nil
    switch strip ?? table {
    case .save:
      editor.staysOpen = false
      return save(editor)
    case .cancel: return leave(editor)
    case .nextField: editor.moveFocus(by: 1)
    case .previousField: editor.moveFocus(by: -1)
    case .undo: _ = editor.edit(.undo, &killRing)
    case .redo: _ = editor.edit(.redo, &killRing)
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
    case .journal:
      put(editor)
      chooseJournal(of: editor)
      return []
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
      if command == .editCaption {
        put(editor)
        return openCaption(of: editor)
      }
    case nil:
      if !type(event, into: &editor),
        let command = keys[.everywhere].withoutLetters.command(for: event)
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

  /// Pasted text goes into a field, the focused one if none is named; among the photos there is
  /// nowhere for it. What may be the paths of photos stands there until it is known to be: no key
  /// waits, and none overtakes it.
  mutating func paste(
    _ text: String, into editor: EditorState, _ field: EditorState.Field? = nil
  ) -> [Effect] {
    guard !editor.isSaving else { return hold(.paste(text), editor) }
    if editor.find != nil, field == nil { return pasteIntoFind(text, editor) }
    var editor = editor
    editor.completion = nil
    editor.misspelling = nil
    if editor.focus == .content, let part = editor.vi?.selection(in: editor.page.content.content) {
      editor.page.content.select(part)
    }
    editor.vi?.leaveText()
    toast = nil
    if text.unicodeScalars.contains("\u{FFFD}") {
      toast = localized("Some of the pasted text wasn't UTF-8 and was replaced by �.")
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
    guard let old = screens.topmost(EditorState.self) else { return [] }
    var editor = editor
    let hasChanged = !old.page.says(editor.page)
    if hasChanged {
      // The draft, or the one that is being written, is no longer all.
      editor.isDraftKept = false
      editor.draftTicket = nil
    }
    screens.put(editor)
    return hasChanged ? scheduleDraft() : []
  }
}
