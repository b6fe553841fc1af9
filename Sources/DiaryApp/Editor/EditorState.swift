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
