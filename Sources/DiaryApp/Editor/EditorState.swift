import DiaryCore
import Localization
import TerminalUI
import TextEditing
import ViEditing

/// An entry that is being written.
package struct EditorState: Sendable {
  package enum Field: Int, Sendable, CaseIterable {
    case title, content, tags, photos, date
  }

  /// A change, as undo joins it with others.
  struct Edit: Hashable, Sendable {
    let field: Field
    let kind: EditKind
  }

  let draft: ID<Draft>
  /// The entry as it was when it was opened; `nil` for a new one.
  let original: Entry?
  /// The revisions that the text was made from, and that saving replaces.
  let base: [ID<Revision>]
  /// What those revisions say, where the entry as it was opened doesn't tell.
  private var baseVersions: Versions?
  var focus = Field.title
  /// What `yesterday` is counted from: the day on which the date was last being typed.
  var today: CalendarDay
  var page: Page
  private(set) var saved: Page
  var undo = UndoHistory<Page, Edit>()
  /// The draft that is being written, or was; `nil` once the page has changed since.
  var draftRequestID: Int?
  /// The timer after which the text so far is kept; `nil` when none runs.
  var draftTimer: Int?
  var isDraftKept = false
  /// Whether there is a draft of an earlier state, or will be.
  var hasDraft = false
  var isSaving = false
  /// What is proposed for the word at the caret.
  var completion: Completion?
  /// The word at the caret that no dictionary knows.
  var misspelling: Misspelling?
  var spellingRequestID: Int?
  var wordsInView = WordsInView()
  /// What another program has done with the entry since it was opened.
  var externalChange: DiaryChange.Kind?
  /// Photos of the day that are offered for a new entry, until they are taken.
  var photosOfDay: [FoundPhoto] = []
  /// Photos that were taken in the picker and aren't in the diary yet, in so many turns.
  var photosUnderWay = 0
  /// Pastes that may be photos, as long as that isn't known.
  var drops: [Drop] = []
  /// Whether to save once they are.
  var savesWithPhotos = false
  /// Whether the mouse's button is down since it was pressed in the text.
  var isDragging = false
  var find: EditorFind?
  /// What was looked for last.
  var lastPhrase = ""
  /// The state of vi keys, once one was pressed.
  var vi: ViKeys?
  /// Whether the editor is to stay open when it has been saved.
  var staysOpen = false
  /// What was typed and pasted while it was being saved, and is to go in then.
  var held: [TerminalEvent] = []
  /// Whether the lines that tell versions apart are to be saved as they stand.
  var keepsMarkers = false
  /// What the page began with. A field whose text isn't changed is kept as it was: a date to the
  /// second, a tag with a blank in it, line ends of another kind.
  private let opened: EntryFields
  let openedPage: Page

  /// A new entry, in a journal if one is named.
  init(newAt now: EntryDate, in journal: String? = nil, draft: ID<Draft>) {
    var fields = EntryFields(date: now)
    if let journal { fields.journal = journal }
    self.init(fields: fields, original: nil, base: [], draft: draft)
  }

  /// A new entry that begins with these fields.
  init(new fields: EntryFields, draft: ID<Draft>) {
    self.init(fields: fields, original: nil, base: [], draft: draft)
  }

  /// An entry of the diary. Of several versions it is the one shown that is edited; the others
  /// stay beside it.
  init(_ entry: Entry, draft: ID<Draft>) {
    self.init(
      fields: entry.fields, original: entry, base: Array(entry.heads.prefix(1)), draft: draft)
    focus = .content
  }

  /// Two versions of an entry, to be made one: the text holds both where they differ.
  init(merging left: Revision, _ right: Revision, of entry: Entry, fields: EntryFields) {
    self.init(fields: fields, original: entry, base: [left.id, right.id], draft: .random())
    baseVersions = Versions([left, right])
    saved = Self.page(left.entry.fields)
    focus = .content
  }

  /// Goes on with a draft. The entry may say something else by now than the states that the draft
  /// was made from, or several of them were being made one.
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
      saved = Self.page(original.fields)
    } else {
      saved.title = TextField(keepsHistory: false)
      saved.content = TextArea(keepsHistory: false)
      saved.tags = TextField(keepsHistory: false)
      saved.photos = []
      saved.attachments = []
      saved.details = EntryDetails()
    }
    // Where most of the writing is, and the caret at its end.
    if !page.content.isEmpty { focus = .content }
    isDraftKept = true
    hasDraft = true
  }

  private init(fields: EntryFields, original: Entry?, base: [ID<Revision>], draft: ID<Draft>) {
    self.draft = draft
    self.original = original
    self.base = base
    opened = fields
    today = fields.date.day
    openedPage = Self.page(fields)
    page = openedPage
    saved = page
  }

  private static func page(_ fields: EntryFields) -> Page {
    // Undo goes through the whole page.
    Page(
      title: TextField(fields.title, keepsHistory: false),
      content: TextArea(fields.content, keepsHistory: false),
      tags: TextField(TagsText.text(of: fields.tags), keepsHistory: false),
      date: TextField(EditorDate.text(fields.date), keepsHistory: false), photos: fields.photos,
      attachments: fields.attachments, journal: fields.journal, details: fields.details)
  }

  var hasChanges: Bool { !page.says(saved) }

  /// What would be saved; `nil` while the date field holds no date.
  var fields: EntryFields? { date.map(fields) }

  /// The entry's date; `nil` while the date field holds none.
  var date: EntryDate? { try? typedDate }

  /// What the date field says.
  var typedDate: EntryDate {
    get throws(DatePhrase.Fault) {
      guard isDateChanged else { return opened.date }
      return try EditorDate.date(page.date.text, near: opened.date, today: today)
    }
  }

  /// What saving replaces.
  var replaced: Versions {
    baseVersions ?? Versions(revisions: base, fields: original.map { [$0.fields] } ?? [])
  }

  /// The versions that the person could know of. A draft may be older than what the entry says now.
  var known: [ID<Revision>] {
    guard let heads = original?.heads, let shown = heads.first, base.contains(shown) else {
      return base
    }
    return heads
  }

  var isMerge: Bool { base.count > 1 }

  /// The first line that tells versions apart, of those that a merge still has and that the person
  /// hasn't said to keep.
  var unwantedMarker: String? {
    isMerge && !keepsMarkers ? MergedText.firstMarker(in: page.content.text) : nil
  }

  var displayTitle: String { currentDraft.fields.displayTitle ?? localized("This entry") }

  /// What is worth keeping, whatever the date field holds.
  var currentDraft: Draft {
    Draft(
      id: draft, entry: original?.id, base: base, fields: fields ?? fields(on: opened.date),
      // “Yesterday” would mean another day when the draft is taken up again.
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

  /// Goes on with an entry as it was saved now, where it was.
  func goingOn(after entry: Entry) -> EditorState {
    var next = EditorState(entry, draft: .random())
    next.page.content = page.content
    next.page.title = page.title
    next.focus = focus
    next.lastPhrase = lastPhrase
    next.vi = vi
    next.held = held
    return next
  }
}

// MARK: - EditorEditing

// Changes of the page, each a step of undo or part of one.
extension EditorState {
  /// Changes the page as one step of undo.
  mutating func change(_ body: (inout Page) -> Void) {
    let before = page
    body(&page)
    if !page.says(before) { record(before, nil) }
  }

  private mutating func record(_ before: Page, _ edit: Edit?) {
    undo.record(before, kind: edit) { $0.field == $1.field && $0.kind.joins($1.kind) }
  }

  /// Whether a command was one for the field in front, and has been carried out.
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
    var result: (isTaken: Bool, kind: EditKind?)
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
    return result.isTaken
  }

  mutating func stepBack() { if let earlier = undo.stepBack(from: page) { page = earlier } }
  mutating func stepForward() { if let later = undo.stepForward(from: page) { page = later } }

  mutating func moveFocus(by count: Int) {
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
    // What vi types in one field is a step of its own.
    undo.releaseStep()
  }

  /// Adds photos and other files, each once, and chooses the last photo, else the last file; `place` puts them
  /// into the text. All of it is one step of undo.
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

/// The date as a field of the editor holds it: `2026-11-20 07:30 +09:00`, or what a person types in
/// its place.
package enum EditorDate {
  package static func text(_ date: EntryDate) -> String { "\(date.day) \(date.clock) \(date.zone)" }

  /// Reads the field; a part that is left out is taken from another date.
  static func date(
    _ text: String, near other: EntryDate, today: CalendarDay
  ) throws(DatePhrase.Fault) -> EntryDate {
    try DatePhrase(text, today: today).date(near: other, localOffset: { _ in other.offset })
  }
}

extension EditorState {
  /// What is understood of the date that is being typed, or why nothing is; `nil` while none is.
  var dateEcho: String? {
    guard focus == .date, isDateChanged else { return nil }
    do throws(DatePhrase.Fault) {
      return localized("→ \(DateWords.full(try typedDate))")
    } catch {
      return page.date.text.isBlank ? DatePhrase.examples : error.line
    }
  }
}

// MARK: - EditorPage

extension EditorState {
  /// What undo and redo go through.
  struct Page: Hashable, Sendable {
    var title: TextField
    var content: TextArea
    var tags: TextField
    var date: TextField
    var photos: [Photo]
    /// Which of `stripItems` is selected.
    var selectedItem = 0
    var attachments: [Attachment] = []
    var journal = EntryFields.defaultJournal
    /// The diary that it is for, where another than the open one was chosen.
    var diary: DiaryName?
    var details = EntryDetails()

    /// Whether it says the same, wherever the carets are.
    func says(_ other: Page) -> Bool {
      title.content.rope == other.title.content.rope && content.rope == other.content.rope
        && tags.content.rope == other.tags.content.rope
        && date.content.rope == other.date.content.rope && photos == other.photos
        && attachments == other.attachments
        && journal == other.journal && diary == other.diary && details.isExactly(other.details)
    }

    mutating func setCaption(_ caption: String, of asset: AssetID) {
      for index in photos.indices where photos[index].asset == asset {
        photos[index].caption = caption
      }
    }

    /// Where a field's caret is, in bytes.
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

// vi keys in the editor, for those who have set them.
extension EditorState {
  /// What vi makes of a key; `nil` when the key is the editor's.
  mutating func updateVi(_ event: KeyEvent, in app: inout ScreenContext) -> [Effect]? {
    guard app.takesViKeys(in: self) else { return nil }
    var vi = viKeys
    let outcome =
      focus == .title
      ? vi.take(event, in: page.title.content, app.killRing, rows: LineGeometry(), isOneLine: true)
      : vi.take(event, in: page.content.content, app.killRing, rows: page.content.geometry)
    self.vi = vi
    switch outcome {
    case .notTaken: return nil
    case .commands(let commands):
      for command in commands { _ = edit(command, &app.killRing) }
      if vi.mode != .insert { completion = nil }
      return vi.mode == .insert ? complete(after: event, in: &app) : []
    case .request(let request): return carryOut(request, in: &app)
    }
  }

  private mutating func carryOut(_ request: ViKeys.Request, in app: inout ScreenContext) -> [Effect]
  {
    staysOpen = request == .save
    switch request {
    case .save, .saveAndLeave: return save(in: &app)
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

  /// A new page is there to be written on; what there is already is looked at first.
  var viKeys: ViKeys { vi ?? ViKeys(isInserting: original == nil) }
}

extension ViKeys {
  /// The mode's name, and what was pressed of a command.
  var words: String {
    pending.isEmpty ? modeWords : modeWords + " " + String(pending).printable
  }

  var modeWords: String {
    switch mode {
    case .normal, .commandLine: localized("NORMAL")
    case .insert: localized("INSERT")
    case .visual: localized("VISUAL")
    case .visualLine: localized("VISUAL LINE")
    }
  }

  /// The command line, as it is being typed.
  var line: String? { if case .commandLine(let line) = mode { ":" + line } else { nil } }
}

// MARK: - EditorSaving

// Saving what is written, and leaving it.
extension EditorState {
  /// How an entry is saved that is no longer where it was.
  enum Rescue {
    case restoring, asNew
  }

  mutating func save(_ rescue: Rescue? = nil, in app: inout ScreenContext) -> [Effect] {
    guard photosUnderWay == 0 else {
      savesWithPhotos = true
      app.toast = localized("Saving once the photos are added…")
      return []
    }
    guard let fields else {
      focus = .date
      app.showError(.invalidDate(page.date.text))
      return []
    }
    guard !fields.tidied.isEmpty else {
      app.showError(.emptyEntry)
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
    guard isMerge || !fields.tidied.isExactly(original.fields) else {
      app.toast = localized("Nothing changed.")
      return staysOpen ? [] : closing
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

  mutating func leave(in app: inout ScreenContext) -> [Effect] {
    guard hasChanges || photosUnderWay > 0 else { return closing }
    // Whoever is asked whether to leave hasn't decided to save any more.
    savesWithPhotos = false
    app.push(ConfirmState.leave(self))
    return []
  }

  /// Closes the editor; its draft goes.
  var closing: [Effect] { [.closeEditor(of: draft), .removeDraft(draft)] }

  // MARK: Typing on

  /// Keeps what comes while an editor is saved that is to stay open.
  mutating func hold(_ event: TerminalEvent) { if staysOpen { held.append(event) } }
}

// MARK: - TagsText

/// Tags on the line that they are typed on: `#walks #"by the river"`. A blank or a comma ends one,
/// so that a tag which has them in it, as another program may write, stands in quotation marks.
enum TagsText {
  /// A tag to be added or, with a minus before it, taken away.
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

  /// A tag without the mark before it, which isn't part of its name.
  static func name(_ tag: String) -> String { String(tag.drop { $0 == "#" }) }

  static func tags(in text: String) -> [String] {
    var tags: [String] = []
    var rest = text.drop(while: endsWord)
    while !rest.isEmpty {
      let tag = name(take(from: &rest, quotedAfter: ["#\""]))
      if !tag.isEmpty { tags.append(tag) }
      rest = rest.drop(while: endsWord)
    }
    return tags
  }

  /// Tags with and without a minus: `walks -rain -"by the river"`.
  static func changes(in text: String) -> [Change] {
    var changes: [Change] = []
    var rest = text.drop(while: endsWord)
    while !rest.isEmpty {
      let isRemoved = rest.first == "-"
      rest = rest.drop { $0 == "-" }
      let tag = take(from: &rest, quotedAfter: ["#\"", "\""])
      changes.append(Change(tag: tag, isRemoved: isRemoved))
      rest = rest.drop(while: endsWord)
    }
    return changes
  }

  /// What stands between quotation marks after one of these openings, else a word.
  private static func take(from rest: inout Substring, quotedAfter openings: [String]) -> String {
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
