import DiaryCore
import Localization
import TerminalUI

extension EditorState: Screen {
  package var isTyping: Bool { true }
  package var holdsBack: Bool { true }
  package var coversPictures: Bool { completion?.isShown == true || misspelling != nil }

  package func keyTables(_ keys: Keymap) -> [KeyTable] {
    guard let find else { return [keys[.editor], keys[.photoStrip]] }
    return [find.isAsking ? keys[.replacing] : keys[.find]]
  }

  package mutating func handle(_ key: KeyEvent, in app: inout ScreenContext) -> [Effect] {
    keepingDraft(in: &app) { $0.update(key, in: &$1) }
  }

  package mutating func paste(_ text: String, in app: inout ScreenContext) -> [Effect] {
    keepingDraft(in: &app) { $0.insert(text, in: &$1) }
  }

  package mutating func click(_ mouse: MouseEvent, in app: inout ScreenContext) -> [Effect] {
    keepingDraft(in: &app) { $0.point(mouse, in: &$1) }
  }

  /// Changes the editor, and sees to it that a draft of what is new is going to be kept.
  mutating func keepingDraft(
    in app: inout ScreenContext, _ body: (inout EditorState, inout ScreenContext) -> [Effect]
  ) -> [Effect] {
    let old = page
    let effects = body(&self, &app)
    guard !old.says(page) else { return effects }
    // The draft, or the one that is being written, is no longer all.
    isDraftKept = false
    draftRequestID = nil
    return scheduleDraft(in: &app) + effects
  }

  /// Sees to it that a draft is going to be kept. Not put off by further keys: whoever types without
  /// a pause has drafts as well.
  mutating func scheduleDraft(in app: inout ScreenContext) -> [Effect] {
    guard draftTimer == nil else { return [] }
    let requestID = app.nextRequestID()
    draftTimer = requestID
    return [.scheduleDraft(requestID: requestID)]
  }

  private mutating func update(_ event: KeyEvent, in app: inout ScreenContext) -> [Effect] {
    guard !isSaving else {
      if app.keys[.everywhere].command(for: event) == .leave { return [.leave] }
      hold(.key(event))
      return []
    }
    if let find { return handle(event, find, in: &app) }
    if let effects = complete(with: event, in: &app) ?? correct(with: event, in: &app) {
      return effects
    }
    misspelling = nil
    if let effects = updateVi(event, in: &app) { return effects }
    let copied = textToCopy(event, in: app)
    let table = app.keys[.editor].command(for: event)
    let strip = focus == .photos ? app.keys[.photoStrip].command(for: event) : nil
    switch strip ?? table {
    case .save:
      staysOpen = false
      return save(in: &app)
    case .cancel: return leave(in: &app)
    case .nextField: moveFocus(by: 1)
    case .previousField: moveFocus(by: -1)
    case .undo: _ = edit(.undo, &app.killRing)
    case .redo: _ = edit(.redo, &app.killRing)
    case .addPhoto: return PickerState.open(for: .photos, in: &app)
    case .pastePhoto:
      photosUnderWay += 1
      return [.takeClipboard(to: draft, focus)]
    case .entryDetails: return DetailsState.open(of: self, in: &app)
    case .journal:
      JournalChoice.open(of: self, in: &app)
      return []
    case .spelling: return findMisspelling(in: &app)
    case .templates: return TemplateChooser.open(in: &app)
    case .datePhoto: takePhotoDate(in: &app)
    case .photosOfDay: return takePhotosOfDay(in: &app)
    case .record: return RecordingState.open(of: self, in: &app)
    case .find: return openFind(replacing: false, in: &app)
    case .findPrevious: return findAgain(isBack: true, in: &app)
    case .replace: return openFind(replacing: true, in: &app)
    case .focusParagraph: app.preferences.focusesParagraph.toggle()
    case .help: return app.updateEverywhere(.help)
    case .some(let command):
      updateStrip(command)
      if command == .editCaption { return openStripItem(in: &app) }
    case nil:
      if !type(event, in: &app),
        let command = app.keys[.everywhere].withoutLetters.command(for: event)
      {
        return app.updateEverywhere(command)
      }
    }
    return copied + complete(after: event, in: &app)
  }

  /// Whether the focused field took the key.
  private mutating func type(_ event: KeyEvent, in app: inout ScreenContext) -> Bool {
    let focus = self.focus
    if focus != .content, focus != .photos, event == .enter {
      // Enter in a line goes on to the next field.
      moveFocus(by: 1)
      return true
    }
    if focus == .title, event == .down {
      moveFocus(by: 1)
      return true
    }
    guard let command = app.keys.editing(for: event) else { return false }
    return edit(command, &app.killRing)
  }

  /// Pasted text goes into a field, the focused one if none is named; among the photos there is
  /// nowhere for it. What may be the paths of photos stands there until it is known to be: no key
  /// waits, and none overtakes it.
  mutating func insert(
    _ text: String, into field: Field? = nil, in app: inout ScreenContext
  ) -> [Effect] {
    guard !isSaving else {
      hold(.paste(text))
      return []
    }
    if find != nil, field == nil {
      pasteIntoFind(text, in: &app)
      return []
    }
    completion = nil
    misspelling = nil
    if self.focus == .content, let part = vi?.selection(in: self.page.content.content) {
      self.page.content.select(part)
    }
    vi?.leaveText()
    app.toast = nil
    if text.unicodeScalars.contains("\u{FFFD}") {
      app.toast = localized("Some of the pasted text wasn't UTF-8 and was replaced by �.")
    }
    let focus = field ?? self.focus
    var asked: [Effect] = []
    if let dropped = DroppedPaths(text, home: app.homeFolder) {
      let requestID = app.nextRequestID()
      drops.append(
        Drop(
          requestID: requestID, field: focus, place: self.page.place(in: focus), text: text))
      photosUnderWay += 1
      asked = [.takeDropped(dropped, requestID: requestID, to: draft)]
    } else if focus == .photos {
      app.toast = localized("You can't type text among the photos.")
    }
    change { page in
      switch focus {
      case .title: page.title.insert(text)
      case .content: page.content.insert(text)
      case .tags: page.tags.insert(text)
      case .date: page.date.insert(text)
      case .photos: break
      }
    }
    return asked
  }

  /// Opens the caption of a photo, and plays or opens another file.
  func openStripItem(in app: inout ScreenContext) -> [Effect] {
    switch page.selectedStripItem {
    case .file(let file): return app.playOrOpen(file.named)
    case .photo, nil: return CaptionState.open(of: self, in: &app)
    }
  }

  /// Keys among the photos and other files.
  private mutating func updateStrip(_ command: Command) {
    let count = page.stripItems.count
    let selected = page.selectedItem
    guard count > 0 else { return }
    switch command {
    case .choosePrevious: page.selectedItem = max(0, selected - 1)
    case .chooseNext: page.selectedItem = min(count - 1, selected + 1)
    case .removePhoto:
      change { $0.removeStripItem(at: selected) }
    case .movePhotoBack, .movePhotoForward:
      let target = selected + (command == .movePhotoBack ? -1 : 1)
      guard (0..<count).contains(target) else { return }
      change { $0.exchangeStripItems(selected, target) }
    default: break
    }
  }
}
