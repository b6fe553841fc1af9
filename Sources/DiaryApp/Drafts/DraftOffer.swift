import DiaryCore
import TerminalUI
import Words

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

  var rows: [MarkedRow] { if case .rows(let rows) = text.outcome { rows } else { [] } }

  func comparison(_ text: MarkedText) -> Comparison {
    Comparison(old: saved, new: written, form: .unsaved(text))
  }

  /// The same after a change that may be of its entry.
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

extension AppState {
  /// Offers those drafts again that were put off, or that wait behind what is open. `false` if there
  /// are none.
  mutating func offerAgain(_ isWanted: (Draft) -> Bool) -> Bool {
    let offers = draftsLeft.filter { isWanted($0.draft) }
    screens.removeAll(DraftOfferState.self) { isWanted($0.draft) }
    for offer in offers.reversed() { screens.push(offer) }
    return !offers.isEmpty
  }

  mutating func updateDraftOffer(_ event: KeyEvent, _ offer: DraftOfferState) -> [Effect] {
    guard
      let command = keys[.draftOffer].command(for: event) ?? keys[.everywhere].command(for: event)
    else { return [] }
    var offer = offer
    let page = max(1, DraftOfferView.layout(offer, self).text.rows - 1)
    switch command {
    // A letter doesn't throw it away, whichever button is marked.
    case .accept where offer.selected == .discard && event.isLetter: return []
    case .accept: return answer(offer.selected, offer)
    case .cancel, .back:
      // Those that were thrown away are looked through; nobody has to go through all of them.
      if offer.discarded != nil { screens.removeAll(DraftOfferState.self) { $0.discarded != nil } }
      return offer.discarded == nil ? answer(.later, offer) : []
    case .open: return answer(.goOn, offer)
    // Chosen only: one key that was meant for something else shall not throw a text away.
    case .delete: offer.selected = .discard
    case .nextField: offer.choose(1)
    case .previousField: offer.choose(-1)
    case .down: return scroll(offer, by: 1)
    case .up: return scroll(offer, by: -1)
    case .pageDown: return scroll(offer, by: page)
    case .pageUp: return scroll(offer, by: -page)
    default: return updateEverywhere(command)
    }
    screens.replaceFront(with: offer)
    return []
  }

  /// The wheel scrolls the text. A press on a button answers; on the one that throws the text away
  /// it is only chosen, as by its key.
  mutating func clickDraftOffer(_ mouse: MouseEvent, _ offer: DraftOfferState) -> [Effect] {
    switch mouse.action {
    case .scrollUp: return scroll(offer, by: -3)
    case .scrollDown: return scroll(offer, by: 3)
    case .press, .doublePress:
      let button = DraftOfferView.box(offer, self).button(at: mouse.point, in: Rect(size))
      guard let answer = button.flatMap(DraftOfferState.Answer.init) else { return [] }
      if answer != .discard || mouse.action == .doublePress { return self.answer(answer, offer) }
      var offer = offer
      offer.selected = answer
      screens.replaceFront(with: offer)
      return []
    case .triplePress, .drag, .release: return []
    }
  }

  private mutating func scroll(_ offer: DraftOfferState, by rows: Int) -> [Effect] {
    guard offer.text.underWay == nil else { return [] }
    var offer = offer
    offer.scroll.move(
      by: rows, content: offer.rows.count, height: DraftOfferView.layout(offer, self).text.rows)
    screens.replaceFront(with: offer)
    return []
  }

  private mutating func answer(
    _ answer: DraftOfferState.Answer, _ offer: DraftOfferState
  ) -> [Effect] {
    screens.pop()
    if answer != .later { draftsLeft.removeAll { $0.draft.id == offer.draft.id } }
    undo.discarded.removeAll { $0 == offer.draft.id }
    switch answer {
    case .goOn:
      // Further offers wait behind the editor until it is closed; what was thrown away doesn't.
      screens.removeAll(DraftOfferState.self) { $0.discarded != nil }
      screens.push(EditorState(offer.draft, original: offer.entry, base: offer.base))
      // From now on it is one that is being written again.
      return offer.discarded == nil ? [] : scheduleDraft()
    case .later: return []
    case .discard:
      return offer.discarded == nil ? [.discardDraft(offer.draft)] : [.removeDraft(offer.draft.id)]
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
