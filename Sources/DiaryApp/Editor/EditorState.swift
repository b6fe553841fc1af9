import DiaryCore
import TerminalUI
import Text

/// The editor of an entry: its fields, undo history, draft and state of saving.
package struct EditorState: Sendable {
  package enum Field: Int, Sendable, CaseIterable {
    case title, content, tags, photos, date
  }

  /// A kind of change to a field; undo uses it to join successive changes into one step.
  struct Edit: Hashable, Sendable {
    let field: Field
    let kind: EditKind
  }

  /// The ID of the draft. It stays the same until the editor is closed, also after saving.
  let draft: ID<Draft>
  /// The entry as it was when it was opened or last saved; `nil` for a new one.
  private(set) var original: Entry?
  /// The revisions that the text is based on; saving replaces them.
  private(set) var base: [ID<Revision>]
  /// The content of the revisions in `base`, if `original` doesn't have it.
  private var baseVersions: Versions?
  var focus = Field.title
  /// The time that `yesterday` is counted from: when the date field last had the focus.
  var now: EntryDate
  var page: Page
  private(set) var saved: Page
  var undo = UndoHistory<Page, Edit>()
  /// The request that writes or wrote the current draft; `nil` once the page has changed since.
  var draftRequestID: Int?
  /// The timer that triggers writing a draft; `nil` if none is running.
  var draftTimer: Int?
  var isDraftKept = false
  /// `true` if a draft of an earlier state exists or is being written.
  var hasDraft = false
  var isSaving = false
  /// The suggestions for the word at the caret.
  var completion: Completion?
  /// The word at the caret, if no dictionary contains it.
  var misspelling: Misspelling?
  var spellingRequestID: Int?
  var wordsInView = WordsInView()
  /// The change that another program made to the entry since it was opened.
  var externalChange: DiaryChange.Kind?
  /// Photos of the day that are offered for a new entry, until the user adds them.
  var photosOfDay: [FoundPhoto] = []
  /// The number of additions in progress: photos that were picked or pasted, but aren't in the
  /// diary yet.
  var pendingPhotos = 0
  /// Pastes that may be paths of photos, until that is known.
  var drops: [Drop] = []
  /// `true` if the entry is to be saved as soon as all photos are added.
  var savesWithPhotos = false
  /// `true` from pressing the mouse button in the text until its release.
  var isDragging = false
  var find: EditorFind?
  /// The last phrase that was searched for.
  var lastPhrase = ""
  /// The state of the vi keys; `nil` until one is pressed.
  var vi: ViKeys?
  /// The way to continue after the requested save.
  var saveMode = SaveMode.close
  /// `true` if the text couldn't be saved by Esc. Until it changes, the next Esc leaves and keeps a
  /// draft.
  var isRefused = false
  /// Keys and pastes that arrived during a save, to be applied after it.
  var held: [TerminalEvent] = []
  /// `true` if the divider lines of a merge are to be saved too.
  var keepsMarkers = false
  /// The fields that the page started with. A field whose text is unchanged is saved exactly as it
  /// was: a date with its seconds, a tag with a blank in it, other line ends.
  private var opened: EntryFields
  private(set) var openedPage: Page
  /// `true` if the editor was opened for a new entry.
  private let isNew: Bool

  /// Creates an editor for a new entry, in the default journal unless one is given.
  init(newAt now: EntryDate, in journal: String? = nil, draft: ID<Draft>) {
    var fields = EntryFields(date: now)
    if let journal { fields.journal = journal }
    self.init(fields: fields, original: nil, base: [], draft: draft)
  }

  /// Creates an editor for a new entry with these initial fields.
  init(new fields: EntryFields, draft: ID<Draft>) {
    self.init(fields: fields, original: nil, base: [], draft: draft)
  }

  /// Creates an editor for an existing entry. If the entry has several versions, this edits the one
  /// that is shown; the others are kept.
  init(_ entry: Entry, draft: ID<Draft>) {
    self.init(
      fields: entry.fields, original: entry, base: Array(entry.heads.prefix(1)), draft: draft)
    focus = .content
  }

  /// Creates an editor for merging two versions of an entry. `fields` contain both texts where they
  /// differ.
  init(merging left: Revision, _ right: Revision, of entry: Entry, fields: EntryFields) {
    self.init(fields: fields, original: entry, base: [left.id, right.id], draft: .random())
    baseVersions = Versions([left, right])
    saved = Self.makePage(left.entry.fields)
    focus = .content
  }

  /// Creates an editor that continues a draft. The entry may have changed since, and the draft may
  /// itself be a merge of several versions.
  init(_ draft: Draft, original: Entry?, base revisions: [Revision]) {
    self.init(
      fields: draft.fields, original: original, base: draft.base, draft: draft.id)
    page.date = TextField(draft.dateText, keepsHistory: false)
    page.diary = draft.diary
    if revisions.map(\.id) == base { baseVersions = Versions(revisions) }
    if let original {
      if let shown = original.heads.first, !base.contains(shown) {
        externalChange = original.isTrashed ? .deleted : .updated
      }
      saved = Self.makePage(original.fields)
    } else {
      saved.title = TextField(keepsHistory: false)
      saved.content = TextArea(keepsHistory: false)
      saved.tags = TextField(keepsHistory: false)
      saved.photos = []
      saved.attachments = []
      saved.details = EntryDetails()
    }
    // Most writing happens in the text, and the caret is at its end.
    if !page.content.isEmpty { focus = .content }
    isDraftKept = true
    hasDraft = true
  }

  private init(fields: EntryFields, original: Entry?, base: [ID<Revision>], draft: ID<Draft>) {
    self.draft = draft
    self.original = original
    self.base = base
    isNew = original == nil
    opened = fields
    now = fields.date
    openedPage = Self.makePage(fields)
    page = openedPage
    saved = page
  }

  private static func makePage(_ fields: EntryFields) -> Page {
    // The fields keep no history: undo covers the whole page.
    Page(
      title: TextField(fields.title, keepsHistory: false),
      content: TextArea(fields.content, keepsHistory: false),
      tags: TextField(TagsText.text(of: fields.tags), keepsHistory: false),
      date: TextField(EditorDate.text(fields.date), keepsHistory: false), photos: fields.photos,
      attachments: fields.attachments, journal: fields.journal, details: fields.details)
  }

  var hasChanges: Bool { !page.hasSameContent(as: saved) }

  /// The fields to save; `nil` while the date field doesn't contain a valid date.
  var fields: EntryFields? { date.map(fields) }

  /// The entry's date; `nil` while the date field doesn't contain a valid one.
  var date: EntryDate? { try? typedDate }

  /// The date in the date field.
  ///
  /// - Throws: `DateError` if the text isn't a date.
  var typedDate: EntryDate {
    get throws(DateError) {
      guard isDateChanged else { return opened.date }
      return try EditorDate.date(page.date.text, near: opened.date, now: now)
    }
  }

  /// The versions that saving replaces.
  var replaced: Versions {
    baseVersions ?? Versions(revisions: base, fields: original.map { [$0.fields] } ?? [])
  }

  /// The versions that the user has been shown. A draft may be older than the entry's current
  /// version.
  var known: [ID<Revision>] {
    guard let heads = original?.heads, let shown = heads.first, base.contains(shown) else {
      return base
    }
    return heads
  }

  var isMerge: Bool { base.count > 1 }

  /// The first divider line left in a merged text, unless the user has chosen to keep them.
  var unwantedMarker: String? {
    isMerge && !keepsMarkers ? MergedText.firstMarker(in: page.content.text) : nil
  }

  var displayTitle: String { currentDraft.fields.displayTitle ?? localized("This entry") }

  /// The draft to keep, even while the date field is invalid.
  var currentDraft: Draft {
    Draft(
      id: draft, entry: original?.id, base: base, fields: fields ?? fields(on: opened.date),
      // “Yesterday” would mean another day when the draft is opened again.
      dateText: isDateChanged ? date.map(EditorDate.text) ?? page.date.text : page.date.text,
      diary: page.diary)
  }

  private func fields(on date: EntryDate) -> EntryFields {
    EntryFields(
      date: date, title: page.title.text,
      content: page.content.rope == openedPage.content.rope ? opened.content : page.content.text,
      photos: page.photos,
      tags: page.tags.text.isExactly(openedPage.tags.text)
        ? opened.tags : TagsText.tags(in: page.tags.text),
      journal: page.journal, details: page.details, attachments: page.attachments)
  }

  /// Continues with the saved entry. The page, the focus and the undo history stay, so that the
  /// user can go on typing.
  mutating func continueWriting(_ entry: Entry) {
    let fresh = EditorState(entry, draft: draft)
    (original, base, baseVersions) = (entry, fresh.base, nil)
    (opened, openedPage) = (fresh.opened, fresh.openedPage)
    // A phrase such as “yesterday” would mean another day tomorrow.
    if focus != .date { page.date = openedPage.date }
    page.diary = nil
    saved = page
    (isSaving, isRefused, keepsMarkers) = (false, false, false)
    (draftRequestID, isDraftKept, hasDraft) = (nil, false, false)
    externalChange = nil
    photosOfDay = []
  }
}

// MARK: - EditorEditing

// Changes of the page: each is a step of undo or part of one.
extension EditorState {
  /// Changes the page as one step of undo.
  mutating func change(_ body: (inout Page) -> Void) {
    let before = page
    body(&page)
    if !page.hasSameContent(as: before) { record(before, nil) }
  }

  private mutating func record(_ before: Page, _ edit: Edit?) {
    undo.record(before, kind: edit) { $0.field == $1.field && $0.kind.joins($1.kind) }
  }

  /// Runs a command on the focused field. Returns `false` if the field doesn't support it.
  mutating func edit(_ command: EditingCommand, _ ring: inout KillRing) -> Bool {
    switch command {
    case .undo: stepBack()
    case .redo: stepForward()
    case .beginStep: undo.holdStep()
    case .endStep: undo.releaseStep()
    default: return apply(command, &ring)
    }
    ring.close()
    return true
  }

  private mutating func apply(_ command: EditingCommand, _ ring: inout KillRing) -> Bool {
    let before = page
    var result: (isHandled: Bool, kind: EditKind?)
    switch focus {
    case .title: result = page.title.apply(command, &ring)
    case .content: result = (true, page.content.apply(command, &ring))
    case .tags: result = page.tags.apply(command, &ring)
    case .date: result = page.date.apply(command, &ring)
    case .photos: result = (false, nil)
    }
    if let kind = result.kind {
      record(before, Edit(field: focus, kind: kind))
    } else if page.place(in: focus) != before.place(in: focus) {
      undo.endStep()
    }
    return result.isHandled
  }

  mutating func stepBack() { if let earlier = undo.stepBack(from: page) { page = earlier } }
  mutating func stepForward() { if let later = undo.stepForward(from: page) { page = later } }

  /// Moves to another field, except from a date that can't be read.
  mutating func moveFocus(by count: Int) {
    guard focus != .date || date != nil else { return }
    let fields = Field.allCases.count
    moveFocus(to: Field(rawValue: (focus.rawValue + count + fields) % fields) ?? .title)
  }

  mutating func moveFocus(to field: Field) {
    focus = field
    page.title.dropSelection()
    page.content.dropSelection()
    page.tags.dropSelection()
    page.date.dropSelection()
    vi?.leaveText()
    // vi's changes in one field are a separate undo step.
    undo.releaseStep()
  }

  /// Adds photos and other files, without duplicates, as one step of undo. Selects the last photo,
  /// or the last file if there are no photos.
  ///
  /// - Parameter place: Inserts the photos into the text.
  mutating func add(
    _ photos: [Photo], _ attachments: [Attachment] = [], place: (inout Page) -> Void = { _ in }
  ) {
    change { page in
      for file in attachments where !page.attachments.contains(where: { $0.asset == file.asset }) {
        page.attachments.append(file)
      }
      for photo in photos where !page.photos.contains(where: { $0.asset == photo.asset }) {
        page.photos.append(photo)
      }
      page.selectedItem = max(
        0, (page.photos.isEmpty ? page.stripItems.count : page.photos.count) - 1)
      place(&page)
    }
  }

  var isDateChanged: Bool { page.date.content.rope != openedPage.date.content.rope }

  mutating func setDate(_ date: EntryDate) {
    change { $0.date = TextField(EditorDate.text(date), keepsHistory: false) }
  }
}

// MARK: - EditorDate

/// The date as text in the editor's date field: `2026-11-20 07:30 +09:00`, or a phrase that the
/// user types instead.
package enum EditorDate {
  package static func text(_ date: EntryDate) -> String { "\(date.day) \(date.clock) \(date.zone)" }

  /// Parses the text of the date field. Parts that are left out are filled in from `other`.
  static func date(
    _ text: String, near other: EntryDate, now: EntryDate
  ) throws(DateError) -> EntryDate {
    try DatePhrase(text, now: now).date(near: other, localOffset: { _ in other.offset })
  }
}

extension EditorState {
  /// The interpretation of the date being typed, or the reason why it isn't valid; `nil` unless the
  /// date field is being edited.
  var dateEcho: String? {
    guard focus == .date else { return nil }
    guard isDateChanged else { return DatePhrase.examples }
    do {
      return localized("→ \(DateText.full(try typedDate))")
    } catch {
      return page.date.text.isBlank ? DatePhrase.examples : error.line
    }
  }
}

// MARK: - EditorPage

extension EditorState {
  /// The part of the editor's state that undo and redo restore.
  struct Page: Hashable, Sendable {
    var title: TextField
    var content: TextArea
    var tags: TextField
    var date: TextField
    var photos: [Photo]
    /// The index of the selected item in `stripItems`.
    var selectedItem = 0
    var attachments: [Attachment] = []
    var journal = EntryFields.defaultJournal
    /// The diary that the entry is saved to, if the user chose another one than the open one.
    var diary: DiaryName?
    var details = EntryDetails()

    /// Returns `true` if both pages have the same content, regardless of carets and selections.
    func hasSameContent(as other: Page) -> Bool {
      title.content.rope == other.title.content.rope && content.rope == other.content.rope
        && tags.content.rope == other.tags.content.rope
        && date.content.rope == other.date.content.rope && photos == other.photos
        && attachments == other.attachments
        && journal == other.journal && diary == other.diary && details.isExactly(other.details)
    }

    /// Inserts a text into the title. If it has several lines, the first one goes there and the
    /// others to the beginning of the content. Returns `true` if there are others.
    mutating func insertTitleAndText(_ text: String) -> Bool {
      let lines = text.drop(while: \.isNewline)
      let first = lines.prefix { !$0.isNewline }
      let others = lines[first.endIndex...].drop(while: \.isNewline)
      title.insert(String(first))
      guard others.contains(where: { !$0.isWhitespace }) else { return false }
      var ring = KillRing()
      content.dropSelection()
      content.apply(.place(0), &ring)
      if !content.isEmpty, others.last?.isNewline != true {
        content.insert("\n")
        content.apply(.place(0), &ring)
      }
      content.insert(String(others))
      return true
    }

    mutating func setCaption(_ caption: String, of asset: AssetID) {
      for index in photos.indices where photos[index].asset == asset {
        photos[index].caption = caption
      }
    }

    /// Returns a field's caret as a byte offset.
    func place(in field: Field) -> Int {
      switch field {
      case .title: title.caret
      case .content: content.caret
      case .tags: tags.caret
      case .date: date.caret
      case .photos: 0
      }
    }
  }
}

// MARK: - EditorVi

// vi keys in the editor, if they are enabled in the settings.
extension EditorState {
  /// Handles a key with vi's rules. Returns `nil` if the editor should handle it.
  mutating func updateVi(_ event: KeyEvent, in app: inout AppState) -> [Effect]? {
    guard app.usesViKeys(in: self) else { return nil }
    var vi = viKeys
    let outcome =
      focus == .title
      ? vi.handle(
        event, in: page.title.content, app.killRing, rows: LineGeometry(), isOneLine: true)
      : vi.handle(event, in: page.content.content, app.killRing, rows: page.content.geometry)
    self.vi = vi
    switch outcome {
    case .notHandled: return nil
    case .commands(let commands):
      for command in commands { _ = edit(command, &app.killRing) }
      if vi.mode != .insert { completion = nil }
      return vi.mode == .insert ? complete(after: event, in: &app) : []
    case .request(let request): return perform(request, in: &app)
    }
  }

  private mutating func perform(_ request: ViKeys.Request, in app: inout AppState) -> [Effect] {
    switch request {
    case .save:
      saveMode = .stay
      return save(in: &app)
    case .saveAndLeave:
      saveMode = .close
      return save(in: &app)
    case .leave: return leave(in: &app)
    case .leaveUnsaved: return [.discard(draft)]
    case .find: return openFind(replacing: false, endsWithEnter: true, in: &app)
    case .findNext: return findAgain(isBack: false, in: &app)
    case .findPrevious: return findAgain(isBack: true, in: &app)
    case .unknownCommand(let line):
      app.toast = localized("Unknown command :\(line.printable). Try :w, :q, :wq or :x.")
      return []
    }
  }

  /// vi's state. It starts in insert mode for a new entry, and in normal mode for an existing one.
  var viKeys: ViKeys { vi ?? ViKeys(isInserting: isNew) }
}

extension ViKeys {
  /// The mode's name and the keys of an unfinished command.
  var words: String {
    pending.isEmpty ? modeText : modeText + " " + String(pending).printable
  }

  var modeText: String {
    switch mode {
    case .normal, .commandLine: localized("NORMAL")
    case .insert: localized("INSERT")
    case .visual: localized("VISUAL")
    case .visualLine: localized("VISUAL LINE")
    }
  }

  /// The command line as typed so far; `nil` in other modes.
  var line: String? { if case .commandLine(let line) = mode { ":" + line } else { nil } }
}

// MARK: - EditorSaving

// Saving the entry and leaving the editor.
extension EditorState {
  /// The way to save an entry that was deleted in another window in the meantime.
  enum Rescue {
    case restoring, asNew
  }

  /// The way to continue after a save.
  enum SaveMode {
    case close
    /// Stays open, as after `:w`.
    case stay
    /// Stays open until Esc is pressed again. No dialog opens, because the user may go on typing.
    case stayUntilEscape
  }

  mutating func save(_ rescue: Rescue? = nil, in app: inout AppState) -> [Effect] {
    guard pendingPhotos == 0 else {
      savesWithPhotos = true
      if saveMode == .close {
        app.push(PhotoWaitState())
      } else {
        // The user may go on typing.
        app.toast = localized("Saving once the photos are added…")
      }
      return []
    }
    guard let fields else {
      focus = .date
      app.showError(.invalidDate(page.date.text), title: localized("Couldn't save"))
      return []
    }
    guard !fields.normalized.isEmpty else {
      app.showError(.emptyEntry, title: localized("Couldn't save"))
      return []
    }
    if let marker = unwantedMarker {
      app.push(ConfirmState.keepMarkers(self, first: marker))
      return []
    }
    guard let original, rescue != .asNew else {
      isSaving = true
      return [.add(fields, to: page.diary, draft: draft)]
    }
    guard isMerge || !fields.normalized.isExactly(original.fields) else {
      app.toast = localized("Nothing changed.")
      return saveMode == .close ? closing : []
    }
    isSaving = true
    let rewrite = Rewrite(
      change: isMerge ? .merging : .editing, entry: original.id, fields: fields,
      replaced: replaced, known: known)
    return [
      rescue == .restoring
        ? .restoreAndRewrite(rewrite, draft: draft) : .rewrite(rewrite, draft: draft)
    ]
  }

  /// Saves the changes and stays open, or closes if there are none. If the text can't be saved, a
  /// second call leaves and keeps a draft.
  mutating func saveOrLeave(in app: inout AppState) -> [Effect] {
    saveMode = .stayUntilEscape
    guard pendingPhotos == 0 else { return save(in: &app) }
    guard hasTextToSave else { return closing }
    if isRefused {
      isSaving = true
      return [.leaveDraft(currentDraft)]
    }
    guard let obstacle = obstacleToSaving(in: app) else { return save(in: &app) }
    refuse(obstacle, in: &app)
    return []
  }

  /// Shows why Esc couldn't save the text.
  mutating func refuse(_ reason: String, in app: inout AppState) {
    isRefused = true
    let key = app.keys[.editor].keyName(of: .cancel) ?? ""
    app.toast = localized("\(reason) \(key) again keeps a draft.")
  }

  /// The reason why the text can't be saved without a question; `nil` if it can.
  private func obstacleToSaving(in app: AppState) -> String? {
    guard let fields else {
      return localized("“\(TextWidth.cut(page.date.text.printable, columns: 20))” isn't a date.")
    }
    if fields.normalized.isEmpty { return localized("The entry is empty.") }
    let save = app.keys[.editor].keyName(of: .save) ?? ""
    return unwantedMarker == nil
      ? nil : localized("Divider lines are left; \(save) saves anyway.")
  }

  /// `true` if there are changes to save. A blank after the tags, for example, isn't saved, and
  /// neither is a new entry without contents.
  private var hasTextToSave: Bool {
    guard hasChanges else { return false }
    let fields = currentDraft.fields.normalized
    guard let original else { return !fields.isEmpty }
    return isMerge || date == nil || !fields.isExactly(original.fields)
  }

  /// Closes the editor unless text would be lost.
  private mutating func leave(in app: inout AppState) -> [Effect] {
    guard hasTextToSave || pendingPhotos > 0 else { return closing }
    app.toast = localized("There are unsaved changes: :wq saves them, :q! discards them.")
    return []
  }

  /// The effects that close the editor and remove its draft.
  var closing: [Effect] { [.closeEditor(of: draft), .removeDraft(draft)] }

  // MARK: Typing on

  /// Holds back an event during a save after which the editor stays open.
  mutating func hold(_ event: TerminalEvent) { if saveMode != .close { held.append(event) } }
}

// MARK: - TagsText

/// The tags as text on one line: `#walks #"by the river"`. Blanks and commas separate tags, so a
/// tag that contains one (another program may have written it) is put in quotation marks.
enum TagsText {
  /// A tag to add or, with a minus before it, to remove.
  struct Change: Hashable, Sendable {
    let tag: String
    let isRemoved: Bool
  }

  static func text(of tags: [String]) -> String {
    tags.map { tag in
      let isWord = !tag.contains(where: endsWord)
      return isWord || tag.contains("\"") ? "#\(tag)" : "#\"\(tag)\""
    }.joined(separator: " ")
  }

  /// Returns a tag without the leading `#`, which isn't part of its name.
  static func name(_ tag: String) -> String { String(tag.drop { $0 == "#" }) }

  /// Parses tags, each once.
  static func tags(in text: String) -> [String] {
    var tags: [String] = []
    var rest = text.drop(while: endsWord)
    while !rest.isEmpty {
      let tag = name(readTag(from: &rest, quotedAfter: ["#\""]))
      if !tag.isEmpty, !tags.contains(where: tag.isSameName) { tags.append(tag) }
      rest = rest.drop(while: endsWord)
    }
    return tags
  }

  /// Parses tags with and without a minus, each once: `walks -rain -"by the river"`.
  static func changes(in text: String) -> [Change] {
    var changes: [Change] = []
    var rest = text.drop(while: endsWord)
    while !rest.isEmpty {
      let isRemoved = rest.first == "-"
      rest = rest.drop { $0 == "-" }
      let tag = readTag(from: &rest, quotedAfter: ["#\"", "\""])
      let isKnown = changes.contains {
        $0.isRemoved == isRemoved && name($0.tag).isSameName(as: name(tag))
      }
      if !isKnown { changes.append(Change(tag: tag, isRemoved: isRemoved)) }
      rest = rest.drop(while: endsWord)
    }
    return changes
  }

  /// Consumes a quoted tag if `rest` starts with one of the openings, or else a word.
  private static func readTag(from rest: inout Substring, quotedAfter openings: [String]) -> String
  {
    let opening = openings.first { rest.hasPrefix($0) }
    if let quoted = opening.map({ rest.dropFirst($0.count) }),
      let end = quoted.firstIndex(of: "\"")
    {
      rest = quoted[end...].dropFirst()
      return String(quoted[..<end])
    }
    let word = rest.prefix { !endsWord($0) }
    rest = rest[word.endIndex...]
    return String(word)
  }

  private static func endsWord(_ character: Character) -> Bool {
    character.isWhitespace || character == ","
  }
}
