import DiaryCore
import TerminalUI
import Text

extension EditorState: Screen {
  package var isTyping: Bool { true }
  package var blocksSwitching: Bool { true }

  package func keyTables(_ keys: Keymap) -> [KeyTable] {
    guard let find else { return [keys[.editor], keys[.photoStrip]] }
    return [find.isAsking ? keys[.replacing] : keys[.find]]
  }

  package mutating func handle(_ key: KeyEvent, in app: inout AppState) -> [Effect] {
    keepingDraft(in: &app) { $0.update(key, in: &$1) }
  }

  package mutating func paste(_ text: String, in app: inout AppState) -> [Effect] {
    keepingDraft(in: &app) { $0.insert(text, in: &$1) }
  }

  package mutating func click(_ mouse: MouseEvent, in app: inout AppState) -> [Effect] {
    keepingDraft(in: &app) { $0.point(mouse, in: &$1) }
  }

  /// Applies a change to the editor, and schedules a draft if the content changed.
  mutating func keepingDraft(
    in app: inout AppState, _ body: (inout EditorState, inout AppState) -> [Effect]
  ) -> [Effect] {
    let old = page
    let effects = body(&self, &app)
    guard !old.hasSameContent(as: page) else { return effects }
    isRefused = false
    // The latest draft no longer has all of the text.
    isDraftKept = false
    draftRequestID = nil
    return scheduleDraft(in: &app) + effects
  }

  /// Schedules a draft unless one is scheduled. Further keys don't postpone it, so drafts are also
  /// written during continuous typing.
  mutating func scheduleDraft(in app: inout AppState) -> [Effect] {
    guard draftTimer == nil else { return [] }
    let requestID = app.nextRequestID()
    draftTimer = requestID
    return [.scheduleDraft(requestID: requestID)]
  }

  private mutating func update(_ key: KeyEvent, in app: inout AppState) -> [Effect] {
    let isLeaving = app.keys[.everywhere].command(for: key) == .leave
    guard !isSaving else {
      if isLeaving { return [.leave] }
      hold(.key(key))
      return []
    }
    let isViEscape = isLeaving && app.usesViKeys(in: self)
    let event = isViEscape ? KeyEvent(.escape) : key
    if let find { return handle(event, find, in: &app) }
    if isLeaving, !isViEscape, let text = page.selectedText(in: focus) {
      _ = edit(.copy, &app.killRing)
      return [.copy(text)]
    }
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
      saveMode = .close
      return save(in: &app)
    case .cancel: return saveOrLeave(in: &app)
    case .discard: return [.discard(draft)]
    case .nextField where canMoveItem(isDeeper: true): _ = edit(.indent, &app.killRing)
    case .previousField where canMoveItem(isDeeper: false): _ = edit(.outdent, &app.killRing)
    case .nextField: moveFocus(by: 1)
    case .previousField: moveFocus(by: -1)
    case .undo: _ = edit(.undo, &app.killRing)
    case .redo: _ = edit(.redo, &app.killRing)
    case .addPhoto: return PickerState.open(for: .photos, in: &app)
    case .pastePhoto:
      pendingPhotos += 1
      return [.pasteClipboard(to: draft, focus)]
    case .entryDetails: return DetailsState.open(of: self, in: &app)
    case .journal:
      JournalChoice.open(of: self, in: &app)
      return []
    case .spelling: return findMisspelling(in: &app)
    case .templates: return TemplateChooser.open(in: &app)
    case .datePhoto: usePhotoDate(in: &app)
    case .photosOfDay: return addPhotosOfDay(in: &app)
    case .record: return RecordingState.open(of: self, in: &app)
    case .find: return openFind(replacing: false, in: &app)
    case .findPrevious: return findAgain(isBack: true, in: &app)
    case .replace: return openFind(replacing: true, in: &app)
    case .focusParagraph: app.preferences.focusesParagraph.toggle()
    case .help: return app.updateEverywhere(.help)
    case .some where page.stripItems.isEmpty: refuseWithoutPhotos(in: &app)
    case .some(let command):
      updateStrip(command)
      if command == .editCaption { return openStripItem(in: &app) }
    case nil:
      if type(event, in: &app) { break }
      if let command = app.keys[.everywhere].withoutLetters.command(for: event) {
        return app.updateEverywhere(command)
      }
      if focus == .photos, event.typedText != nil { refuseText(in: &app) }
    }
    return copied + complete(after: event, in: &app)
  }

  private func canMoveItem(isDeeper: Bool) -> Bool {
    focus == .content && page.content.content.canMoveItem(isDeeper: isDeeper)
  }

  /// Passes a key to the focused field. Returns `false` if the field doesn't handle it.
  private mutating func type(_ event: KeyEvent, in app: inout AppState) -> Bool {
    let focus = self.focus
    if focus != .content, focus != .photos, event == .enter {
      // Enter in a one-line field moves to the next field.
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

  /// Inserts pasted text into `field` or the focused one. The photo strip accepts no text. Text
  /// that may be paths of photos is inserted right away and replaced once the files are found, so
  /// that keys typed in the meantime keep their order.
  mutating func insert(
    _ text: String, into field: Field? = nil, in app: inout AppState
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
    var additions: [Effect] = []
    if let dropped = DroppedPaths(text, home: app.homeFolder) {
      let requestID = app.nextRequestID()
      drops.append(
        Drop(
          requestID: requestID, field: focus, place: self.page.place(in: focus), text: text))
      pendingPhotos += 1
      additions = [.addDropped(dropped, requestID: requestID, to: draft)]
    } else if focus == .photos {
      refuseText(in: &app)
    }
    var hasText = false
    change { page in
      switch focus {
      case .title where additions.isEmpty: hasText = page.insertTitleAndText(text)
      case .title: page.title.insert(text)
      case .content: page.content.insert(text)
      case .tags: page.tags.insert(text)
      case .date: page.date.insert(text)
      case .photos: break
      }
    }
    if hasText, self.focus == .title { moveFocus(to: .content) }
    return additions
  }

  private func refuseText(in app: inout AppState) {
    guard !page.stripItems.isEmpty else { return refuseWithoutPhotos(in: &app) }
    app.toast = localized("To type text, leave the photos first.")
  }

  /// Reports that there are no photos for a command.
  func refuseWithoutPhotos(in app: inout AppState) {
    let key = app.keys[.editor].keyName(of: .addPhoto)
    app.toast =
      key.map { localized("No photos yet. Press \($0) to add one.") }
      ?? localized("No photos yet.")
  }

  /// Opens the caption of the selected photo, or plays or opens the selected file.
  func openStripItem(in app: inout AppState) -> [Effect] {
    switch page.selectedStripItem {
    case .file(let file): return app.playOrOpen(file.named)
    case .photo, nil: return CaptionState.open(of: self, in: &app)
    }
  }

  /// Handles a command in the photo strip.
  private mutating func updateStrip(_ command: Command) {
    let count = page.stripItems.count
    let selected = page.selectedItem
    switch command {
    case .choosePrevious: page.selectedItem = max(0, selected - 1)
    case .chooseNext: page.selectedItem = min(count - 1, selected + 1)
    case .removePhoto:
      change { $0.removeStripItem(at: selected) }
    case .movePhotoBack, .movePhotoForward:
      let target = selected + (command == .movePhotoBack ? -1 : 1)
      guard (0..<count).contains(target) else { return }
      change { $0.swapStripItems(selected, target) }
    default: break
    }
  }
}

// MARK: - EditorMouse

extension EditorState {
  /// Handles the mouse. A press moves the caret and the focus. In the text, dragging selects, a
  /// double press selects the word and a triple press the line. The wheel scrolls without moving
  /// the caret.
  mutating func point(_ mouse: MouseEvent, in app: inout AppState) -> [Effect] {
    guard !isSaving, find?.isAsking != true else { return [] }
    switch mouse.action {
    case .scrollUp: page.content.scroll(by: -3)
    case .scrollDown: page.content.scroll(by: 3)
    case .press, .doublePress, .triplePress:
      press(mouse, in: &app)
      if mouse.action == .doublePress, stripItem(at: mouse.point, in: app) != nil {
        return openStripItem(in: &app)
      }
    case .drag: drag(to: mouse.point, in: &app)
    case .release: isDragging = false
    }
    return []
  }

  private mutating func press(_ mouse: MouseEvent, in app: inout AppState) {
    guard let field = EditorLayout(self, app).field(at: mouse.point) else { return }
    find = nil
    completion = nil
    misspelling = nil
    vi?.leaveText()
    // The offset has to be calculated before the focus changes how the field is shown.
    let offset = place(at: mouse.point, in: field, in: app)
    if focus != field { moveFocus(to: field) }
    isDragging = field == .content
    if let item = stripItem(at: mouse.point, in: app) { page.selectedItem = item }
    guard let offset else { return }
    switch mouse.action {
    case .doublePress: _ = edit(.selectWord(at: offset), &app.killRing)
    case .triplePress: _ = edit(.selectLine(at: offset), &app.killRing)
    default:
      _ = edit(.dropSelection, &app.killRing)
      _ = edit(.place(offset), &app.killRing)
    }
  }

  /// Returns the index of the photo or file at a cell in the photo strip.
  private func stripItem(at point: Point, in app: AppState) -> Int? {
    PhotoStripLayout(self, EditorLayout(self, app), app).item(at: point)
  }

  /// Returns the byte offset in a field's text at a cell of the screen; `nil` in the photo strip.
  private func place(at point: Point, in field: Field, in app: AppState) -> Int? {
    let layout = EditorLayout(self, app)
    let rect = layout.rect(of: field)
    let column = point.column - rect.column
    switch field {
    case .title:
      return page.title.place(at: column, columns: rect.columns, isFocused: focus == .title)
    case .content: return page.content.offset(column: column, row: point.row - rect.row)
    case .tags where focus == .tags:
      let text = Self.tagsField(in: rect)
      return page.tags.place(at: point.column - text.column, columns: text.columns)
    case .date where focus == .date: return page.date.place(at: column, columns: rect.columns)
    // Without the focus, these fields show a longer text that ends with the field's text.
    case .tags:
      let words = tagsText
      let text = min(rect.columns, TextWidth.columns(words))
      return page.tags.place(
        at: column - (rect.columns - text), ofWords: page.tags.text.isBlank ? "" : words)
    case .date:
      let words = dateText(columns: rect.columns, in: app)
      // The offset is left out if it is the usual one, or to save space.
      let end = date.map { " \($0.zone)" } ?? ""
      return page.date.place(
        at: column, ofWords: words.hasSuffix(end) ? words : words + end)
    case .photos: return nil
    }
  }

  /// Extends the selection to a cell. Above and below the text, it scrolls by one row per event.
  private mutating func drag(to point: Point, in app: inout AppState) {
    guard isDragging else { return }
    let rect = EditorLayout(self, app).content
    if point.row < rect.row { page.content.scroll(by: -1) }
    if point.row >= rect.endRow { page.content.scroll(by: 1) }
    let row = max(0, min(point.row - rect.row, rect.rows - 1))
    let offset = page.content.offset(column: point.column - rect.column, row: row)
    _ = edit(.place(offset, isSelecting: true), &app.killRing)
  }
}

extension EditorLayout {
  fileprivate func field(at point: Point) -> EditorState.Field? {
    EditorState.Field.allCases.first { rect(of: $0).contains(point) }
  }

  fileprivate func rect(of field: EditorState.Field) -> Rect {
    switch field {
    case .title: title
    case .content: content
    case .tags: tags
    case .photos: strip
    case .date: date
    }
  }
}

extension TextField {
  /// Returns the byte offset at a column of a displayed text that ends like the field's text.
  /// Columns before the common end give the offset where that end begins.
  fileprivate func place(at column: Int, ofWords words: String) -> Int {
    let common = zip(text.reversed(), words.reversed()).prefix { $0 == $1 }.map(\.0)
    let shared = String(common.reversed())
    var left = column - (TextWidth.columns(words) - TextWidth.columns(shared))
    var index = text.utf8.count - shared.utf8.count
    for character in shared {
      left -= TextWidth.columns(of: character)
      if left < 0 { break }
      index += character.utf8.count
    }
    return index
  }
}

// MARK: - EditorQuestions

extension ConfirmState {
  /// Asks what to do if the entry in the editor was moved to the trash in another window.
  static func restoreAndSave(_ editor: EditorState) -> Self {
    ConfirmState(
      title: localized("Deleted in another window"), no: staying,
      yes: localized("Restore and save"), effects: [.saveEditor(.restoring)]
    ) { app in
      app.headline(editor.displayTitle)
        + [localized("The entry is in the trash. Restore it with your text?")]
    }
  }

  /// Asks what to do if the entry in the editor was permanently deleted in another window.
  static func saveAsNew(_ editor: EditorState) -> Self {
    ConfirmState(
      title: localized("Permanently deleted in another window"), no: staying,
      yes: localized("Save as new"), effects: [.saveEditor(.asNew)]
    ) { app in
      app.headline(editor.displayTitle)
        + [localized("The trash was emptied and the entry is gone. Save your text as a new entry?")]
    }
  }

  /// Asks before saving a merged text that still has divider lines.
  static func keepMarkers(_ editor: EditorState, first marker: String) -> Self {
    ConfirmState(
      title: localized("Save with the divider lines?"), no: staying, yes: localized("Save"),
      effects: [.changeEditor { $0.keepsMarkers = true }, .saveEditor()]
    ) { app in
      app.headline(editor.displayTitle)
        + [localized("The text still has lines that divide the versions:")]
        + app.headline(marker).dropLast()
    }
  }

  private static var staying: String { localized("No, keep writing") }
}
