import DiaryCore
import Localization
import TerminalUI

/// Text that was left unsaved, offered on the next start, and again when its entry is to be edited;
/// or such that was thrown away, offered when that is asked for.
package struct DraftOfferState: Sendable {
  enum Answer: Int, Sendable, CaseIterable {
    case goOn, later, discard
  }

  let draft: Draft
  /// The entry that the draft changes, as it is now.
  let entry: Entry?
  /// The states of it that the draft was made from.
  let base: [Revision]
  /// When it was thrown away; `nil` for one that was left.
  let discarded: EntryDate?
  var selected = Answer.goOn
  var scroll = ScrollPosition()
  /// What it says: for an entry of the diary, how that differs from what is saved.
  var text = ComparedText()
  /// Of a new entry, counted once: the text may be long.
  let wordCount: Int
  private let saved: Revision?
  private let written: Revision

  init(draft: Draft, entry: Entry?, base: [Revision], discarded: EntryDate? = nil) {
    self.draft = draft
    self.entry = entry
    self.base = base
    self.discarded = discarded
    wordCount = entry == nil ? ReadingTime(draft.fields.content).wordCount : 0
    saved = entry.map { Revision(shown: $0) }
    written = Revision(shown: draft.entry(changing: entry))
  }

  /// Goes on with it.
  var editor: EditorState { EditorState(draft, original: entry, base: base) }

  /// Whether it would put something into a hidden journal, or its entry is there.
  func isIn(_ hidden: HiddenJournals) -> Bool {
    hidden.contains(draft.fields.journal) || entry.map { hidden.contains($0) } ?? false
  }

  var rows: [MarkedRow] { if case .rows(let rows) = text.outcome { rows } else { [] } }

  func comparison(_ text: MarkedText) -> Comparison {
    Comparison(old: saved, new: written, form: .unsaved(text))
  }

  /// The offer after a change that may be of its entry.
  func after(_ change: DiaryChange) -> DraftOfferState {
    guard draft.entry == change.entry.id else { return self }
    var offer = DraftOfferState(
      draft: draft, entry: change.kind == .purged ? nil : change.entry, base: base,
      discarded: discarded)
    (offer.selected, offer.scroll) = (selected, scroll)
    return offer
  }

  mutating func choose(_ step: Int) {
    let count = Answer.allCases.count
    selected = Answer(rawValue: (selected.rawValue + step + count) % count) ?? .goOn
  }
}

extension Draft {
  /// The entry that saving it would make.
  fileprivate func entry(changing entry: Entry?) -> Entry {
    var saved =
      entry
      ?? Entry(
        id: .random(), fields: fields, author: .nobody, created: Timestamp(milliseconds: 0),
        modified: Timestamp(milliseconds: 0))
    saved.fields = fields
    return saved
  }
}

extension Revision {
  /// What an entry says, as a state that can be compared; no part of its history.
  fileprivate init(shown entry: Entry) {
    self.init(
      id: .random(), parents: [], clock: HybridClock(time: entry.modified), device: .random(),
      entry: entry)
  }
}

extension DraftOfferState: ScrolledScreen {
  package var coversScreen: Bool { false }
  package var wantedComparison: Comparison? { text.underWay }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.draftOffer]] }

  package func dialogHints(in app: ScreenContext) -> [Binding] { app.keys[.draftOffer].bindings }

  package func applying(_ change: DiaryChange, in app: ScreenContext) -> DraftOfferState? {
    after(change)
  }

  package mutating func handle(_ event: KeyEvent, in app: inout ScreenContext) -> [Effect] {
    guard let command = command(for: event, in: app) else { return [] }
    switch command {
    // A letter doesn't throw it away, whichever button is marked.
    case .accept where selected == .discard && event.isLetter: return []
    case .accept: return answer(selected, in: &app)
    case .cancel, .back:
      // Those that were thrown away are looked through; nobody has to go through all of them.
      if discarded != nil { app.close(DraftOfferState.self) { $0.discarded != nil } }
      return discarded == nil ? answer(.later, in: &app) : []
    case .open: return answer(.goOn, in: &app)
    // Chosen only: one key that was meant for something else shall not throw a text away.
    case .delete: selected = .discard
    case .nextField: choose(1)
    case .previousField: choose(-1)
    default: return carryOut(command, in: &app)
    }
    return []
  }

  /// The wheel scrolls the text. A press on a button answers; on the one that throws the text away
  /// it is only chosen, as by its key.
  package mutating func click(_ mouse: MouseEvent, in app: inout ScreenContext) -> [Effect] {
    scroll(by: mouse.action.wheelRows, in: app)
    let button = box(app).button(at: mouse.point, in: Rect(app.size))
    guard mouse.action.isPress, let answer = button.flatMap(Answer.init) else { return [] }
    if answer != .discard || mouse.action == .doublePress { return self.answer(answer, in: &app) }
    selected = answer
    return []
  }

  func extent(in app: ScreenContext) -> (rows: Int, height: Int)? {
    text.underWay == nil ? (rows.count, layout(app).text.rows) : nil
  }

  private func answer(_ answer: Answer, in app: inout ScreenContext) -> [Effect] {
    app.pop()
    if answer != .later { app.draftsLeft.removeAll { $0.draft.id == draft.id } }
    let asked = Effect.stopOffering(draft.id)
    switch answer {
    case .goOn:
      // Further offers wait behind the editor until it is closed; what was thrown away doesn't.
      app.close(DraftOfferState.self) { $0.discarded != nil }
      app.push(editor)
      // From now on it is one that is being written again.
      return [asked] + (discarded == nil ? [] : [.scheduleEditorDraft])
    case .later: return [asked]
    case .discard: return [asked, discarded == nil ? .discardDraft(draft) : .removeDraft(draft.id)]
    }
  }
}

extension DraftOfferState {
  /// `entries` and `bases` have what the draft changes, and what it was made from.
  init(
    _ draft: Draft, among entries: [Entry], _ bases: [Revision], discarded: EntryDate? = nil
  ) {
    self.init(
      draft: draft, entry: entries.first { $0.id == draft.entry },
      base: draft.base.compactMap { id in bases.first { $0.id == id } }, discarded: discarded)
  }
}

extension KeyEvent {
  fileprivate var isLetter: Bool {
    guard case .character = key else { return false }
    return modifiers.isEmpty
  }
}
