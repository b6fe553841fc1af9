import DiaryCore
import TerminalUI
import Text

/// The dialog that offers an unsaved draft at the next start and when its entry is opened for
/// editing, or a discarded draft when the user asks for it.
package struct DraftOfferState: Sendable {
  enum Answer: Int, Sendable, CaseIterable {
    case resume, keep, discard
  }

  let draft: Draft
  /// The current state of the entry that the draft changes.
  let entry: Entry?
  /// The revisions that the draft is based on.
  let base: [Revision]
  /// The date when the draft was discarded; `nil` if it was left unsaved.
  let discarded: EntryDate?
  var selected = Answer.resume
  var scroll = ScrollPosition()
  /// The draft's text; for an existing entry, its differences from the saved one.
  var text = ComparedText()
  /// The text's length, measured once because the text may be long.
  let length: TextLength
  private let saved: Revision?
  private let written: Revision

  init(draft: Draft, entry: Entry?, base: [Revision], discarded: EntryDate? = nil) {
    self.draft = draft
    self.entry = entry
    self.base = base
    self.discarded = discarded
    length = TextLength(of: draft.fields.content)
    saved = entry.map { Revision(shown: $0) }
    written = Revision(shown: draft.entry(changing: entry))
  }

  /// The editor that continues the draft.
  var editor: EditorState { EditorState(draft, original: entry, base: base) }

  /// The title, or the first line of a text without one.
  var firstLine: String { written.entry.displayTitle.printable }

  /// Returns `true` if the draft or its entry is in a hidden journal.
  func isIn(_ hidden: HiddenJournals) -> Bool {
    hidden.contains(draft.fields.journal) || entry.map { hidden.contains($0) } ?? false
  }

  var rows: [MarkedRow] { if case .rows(let rows) = text.outcome { rows } else { [] } }

  func comparison(_ text: MarkedText, in app: AppState) -> Comparison {
    Comparison(old: saved, new: written, form: .unsaved(text), localDate: app.localDate)
  }

  /// Returns the offer after a change, which may be of its entry.
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
    selected = Answer(rawValue: (selected.rawValue + step + count) % count) ?? .resume
  }
}

extension Draft {
  /// Returns the entry as it would be after saving the draft.
  fileprivate func entry(changing entry: Entry?) -> Entry {
    var saved =
      entry
      ?? Entry(
        id: .random(), fields: fields, author: .unassigned, created: Timestamp(milliseconds: 0),
        modified: Timestamp(milliseconds: 0))
    saved.fields = fields
    return saved
  }
}

extension Revision {
  /// Wraps an entry in a revision for comparison. The revision isn't part of its history.
  fileprivate init(shown entry: Entry) {
    self.init(
      id: .random(), parents: [], clock: HybridClock(time: entry.modified), device: .random(),
      entry: entry)
  }
}

extension DraftOfferState: ScrolledScreen {
  package var coversScreen: Bool { false }
  package var wantedComparison: Comparison? { text.pending }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.draftOffer]] }

  package func applying(_ change: DiaryChange, in app: AppState) -> DraftOfferState? {
    after(change)
  }

  package mutating func handle(_ event: KeyEvent, in app: inout AppState) -> [Effect] {
    guard let command = command(for: event, in: app) else { return [] }
    switch command {
    // A letter never discards the text, even if that button is selected.
    case .accept where selected == .discard && event.isLetter: return []
    case .accept: return answer(selected, in: &app)
    case .cancel, .back: return answer(.keep, in: &app)
    case .open: return answer(.resume, in: &app)
    // Only selects the button: a key pressed by mistake must not discard the text.
    case .delete: selected = .discard
    case .nextField: choose(1)
    case .previousField: choose(-1)
    default: return dispatch(command, in: &app)
    }
    return []
  }

  /// Handles the mouse. The wheel scrolls the text and a press on a button chooses it, except that
  /// Discard needs a double press; a single one only selects it, like its key.
  package mutating func click(_ mouse: MouseEvent, in app: inout AppState) -> [Effect] {
    scroll(by: mouse.action.wheelRows, in: app)
    let button = box(app).button(at: mouse.point, in: Rect(app.size))
    guard mouse.action.isPress, let answer = button.flatMap(Answer.init) else { return [] }
    if answer != .discard || mouse.action == .doublePress { return self.answer(answer, in: &app) }
    selected = answer
    return []
  }

  func extent(in app: AppState) -> (rows: Int, height: Int)? {
    text.pending == nil ? (rows.count, layout(app).text.rows) : nil
  }

  private func answer(_ answer: Answer, in app: inout AppState) -> [Effect] {
    app.pop()
    let stopOffering = Effect.stopOffering(draft.id)
    switch answer {
    case .resume: return resume(in: &app)
    case .keep: return [stopOffering]
    case .discard:
      app.draftsLeft.removeAll { $0.draft.id == draft.id }
      return [stopOffering, discarded == nil ? .discardDraft(draft) : .removeDraft(draft.id)]
    }
  }

  /// Continues the draft in the editor. A discarded one becomes an unsaved one again.
  func resume(in app: inout AppState) -> [Effect] {
    app.draftsLeft.removeAll { $0.draft.id == draft.id }
    app.push(editor)
    return [.stopOffering(draft.id), .claimDraft(draft)]
      + (discarded == nil ? [] : [.scheduleEditorDraft])
  }
}

extension DraftOfferState {
  /// Creates the offer, picking the draft's entry and revisions from `entries` and `bases`.
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

// MARK: - DraftEffects

extension Effect {
  static func scheduleDraft(requestID: Int) -> Effect {
    .posting(requestID) { context in
      // Waits one second, in which the user may type more.
      try? await Task.sleep(for: .seconds(1))
      context.post(.draftDue(requestID: requestID))
    }
  }

  /// Claims a draft that the editor has just continued.
  static func claimDraft(_ draft: Draft) -> Effect {
    .run(draft, in: .writes) { context in
      await context.environment.drafts.claim(draft)
    } then: { state, isClaimed in
      guard !isClaimed else { return }
      state.toast = localized(
        "This draft is open in another window, too. Your text here is kept separately.")
    }
  }

  static func keepDraft(_ draft: Draft, requestID: Int) -> Effect {
    .run(draft, requestID, in: .writes) { context in
      await context.save(draft)
    } then: { state, result in
      switch result {
      case .success:
        _ = state.withEditor { if $0.draftRequestID == requestID { $0.isDraftKept = true } }
      // A toast rather than a dialog, which would interrupt the typing again and again.
      case .failure(let error):
        state.toast = localized("Couldn't save a draft. Save soon: \(error.line)")
      }
    }
  }

  /// Keeps the text of an editor as a draft and closes the editor. If the draft can't be saved, the
  /// editor stays open.
  static func leaveDraft(_ draft: Draft) -> Effect {
    .posting(draft, in: .writes) { context in
      if case .failure(let error) = await context.save(draft) {
        return context.post(.saveFailed(error))
      }
      let (entries, bases) = await context.service.changed(by: [draft])
      context.post(.draftLeft(DraftOfferState(draft, among: entries, bases)))
    }
  }

  static func removeDraft(_ id: ID<Draft>) -> Effect {
    .posting(id, in: .writes) { await $0.environment.drafts.remove(id) }
  }

  static func discardDraft(_ draft: Draft) -> Effect {
    .run(draft, in: .writes) { context in
      try await context.environment.drafts.discard(draft)
    } then: { state, stored in
      // The discarded text can be restored from here.
      state.discarding.removeAll { $0.draft == draft.id }
      state.undo.discarded.append(stored)
      let (keys, days) = (state.keys[.list], DiscardedDraft.days)
      state.toast =
        switch (keys.keyName(of: .undo), keys.keyName(of: .drafts)) {
        case (let undo?, let drafts?):
          localized("Discarded. Press \(undo) to undo, or \(drafts) within \(days) days.")
        case (nil, let drafts?):
          localized("Discarded. Press \(drafts) within \(days) days to get it back.")
        case (_, nil): localized("Discarded. It's kept for \(days) days.")
        }
    } failed: { state, error in
      // The editor opens again, so that no text is discarded without a way to restore it.
      if let editor = state.discarding.first(where: { $0.draft == draft.id }) {
        state.screens.push(editor)
      }
      state.discarding.removeAll { $0.draft == draft.id }
      state.showError(error)
    }
  }

  static var findDrafts: Effect {
    .posting { context in
      await context.environment.recoverRecordings()
      let left = await context.environment.drafts.remaining()
      guard !left.isEmpty else { return }
      let hidden = (try? await context.service.hiddenJournals()) ?? .none
      let (entries, bases) = await context.service.changed(by: left)
      context.post(.draftsFound(left, entries: entries, bases: bases, hidden: hidden))
    }
  }

  /// Offers a discarded draft again. Runs after pending writes, one of which may be discarding it.
  static func findDiscarded(_ id: ID<Draft>) -> Effect {
    .run(id, in: .writes) { context in
      await context.discarded { $0.id == id }
    } then: { state, found in
      guard !state.screens.contains(EditorState.self) else { return }
      guard let found = found.first else {
        state.toast = localized("No drafts or discarded text.")
        return
      }
      state.screens.push(found.offer(localDate: state.localDate))
    }
  }

  /// Reads the discarded texts for the list of drafts, except for those in hidden journals. Runs
  /// after pending writes, one of which may be discarding one.
  static var loadDiscarded: Effect {
    .run(in: .writes) { context in
      let hidden = (try? await context.service.hiddenJournals()) ?? .none
      return await context.discarded { !hidden.contains($0.fields.journal) }
    } then: { state, found in
      let localDate = state.localDate
      state.screens.update(DraftListState.self) { list in
        list.receive(found.map { $0.offer(localDate: localDate) })
      }
    }
  }
}

/// A discarded draft with the entries and revisions that it may refer to.
private struct FoundDiscarded: Sendable {
  let discarded: DiscardedDraft
  let entries: [Entry]
  let bases: [Revision]

  func offer(localDate: (Timestamp) -> EntryDate) -> DraftOfferState {
    DraftOfferState(
      discarded.draft, among: entries, bases, discarded: localDate(discarded.time))
  }
}

extension EffectContext {
  /// Returns the wanted discarded drafts, the newest first.
  fileprivate nonisolated func discarded(
    _ isWanted: @Sendable (Draft) -> Bool
  ) async -> [FoundDiscarded] {
    let found = await environment.drafts.discarded().filter { isWanted($0.draft) }
    let (entries, bases) = await service.changed(by: found.map(\.draft))
    return found.map { FoundDiscarded(discarded: $0, entries: entries, bases: bases) }
  }

  fileprivate nonisolated func save(_ draft: Draft) async -> Result<Void, DiaryError> {
    let result = await Result.converting {
      try await environment.drafts.save(draft)
    }
    await recordDraft(result)
    return result
  }
}

extension Message {
  /// Closes the editor whose text was kept as a draft, which is offered when its entry is edited
  /// again.
  fileprivate static func draftLeft(_ offer: DraftOfferState) -> Message {
    .performing(offer) { state in
      state.closeEditor(of: offer.draft.id)
      state.hasLeftDraft = state.writesOne || state.endsAfterSave != nil
      state.draftsLeft.removeAll { $0.draft.id == offer.draft.id }
      state.draftsLeft.insert(offer, at: 0)
      state.toast =
        state.keys[.list].keyName(of: .drafts).map {
          localized("Your text is kept as a draft. Press \($0) to continue it.")
        } ?? localized("Your text is kept as a draft.")
      guard let endsAfterSave = state.endsAfterSave else { return [] }
      return state.quitting(immediately: endsAfterSave)
    }
  }

  static func draftDue(requestID: Int) -> Message {
    .performing(requestID) { state in
      if state.captionDue(requestID) { return state.captionToKeep() }
      let isDue = state.withEditor { editor in
        defer { if editor.draftTimer == requestID { editor.draftTimer = nil } }
        return editor.draftTimer == requestID
      }
      return isDue == true ? state.draftToKeep() : []
    }
  }

  /// Offers an unsaved draft, or lists several, except for those in hidden journals. `entries` and
  /// `bases` are the entries that they change and the revisions that they are based on. Screens
  /// that the user has opened in the meantime stay in front. The draft that was being written when
  /// the diary was locked is opened directly.
  static func draftsFound(
    _ drafts: [Draft], entries: [Entry], bases: [Revision], hidden: HiddenJournals = .none
  ) -> Message {
    .performing(drafts, entries, bases) { state in
      var effects: [Effect] = []
      let offered = state.screens.all(DraftOfferState.self).map(\.draft.id)
      let written = state.screens.all(EditorState.self).map(\.draft)
      var offers = drafts.map { DraftOfferState($0, among: entries, bases) }.filter { offer in
        offer.draft.id == state.resumedDraft
          || !offered.contains(offer.draft.id) && !written.contains(offer.draft.id)
            && !offer.isIn(hidden)
      }
      if let resumed = offers.firstIndex(where: { $0.draft.id == state.resumedDraft }) {
        let open = state.screens.topmost(EditorState.self)?.draft
        if open == nil {
          state.screens.push(offers[resumed].editor)
          effects = [.claimDraft(offers[resumed].draft)]
        }
        if open == nil || open == state.resumedDraft { offers.remove(at: resumed) }
      }
      state.resumedDraft = nil
      let found = Set(offers.map(\.draft.id))
      state.draftsLeft = offers + state.draftsLeft.filter { !found.contains($0.draft.id) }
      if offers.count < 2 {
        state.screens.insertBehindAll(offers)
      } else if !state.screens.contains(DraftListState.self) {
        state.screens.insertBehindAll([DraftListState()])
      }
      return effects
    }
  }
}

extension DiaryService {
  /// Returns the entries that drafts change, and the revisions that the drafts are based on.
  fileprivate func changed(by drafts: [Draft]) async -> ([Entry], [Revision]) {
    let entries = (try? await self.entries(ids: drafts.compactMap(\.entry))) ?? []
    var bases: [Revision] = []
    for entry in entries {
      let named = Set(drafts.filter { $0.entry == entry.id }.flatMap(\.base))
      bases += ((try? await history(of: entry.id)) ?? []).filter { named.contains($0.id) }
    }
    return (entries, bases)
  }
}

// MARK: - DraftOfferView

// The view of the offer: its heading, as much of the text as fits, and the buttons.
extension DraftOfferState {
  struct Layout {
    /// The blank rows of the box between its title and its buttons.
    let freeRows: Int
    /// The rows for the text, below the heading.
    let text: Rect
  }

  /// The rows of a box apart from those between its title and its buttons.
  private static let frameRows = 6
  private static let maxTextRows = 16

  func layout(_ app: AppState) -> Layout {
    let size = app.size
    let columns = DialogBox.textColumns(on: size.columns)
    // A small screen has no margin.
    let margin = size.rows > 16 ? 2 : 0
    let gap = size.rows > 16 ? 1 : 0
    let space = size.rows - margin - Self.frameRows - 1 - gap
    let wanted = text.pending == nil ? self.rows.count : Self.maxTextRows
    let rows = max(1, min(wanted, Self.maxTextRows, space))
    return Layout(
      freeRows: 1 + gap + rows,
      text: Rect(column: 0, row: 1 + gap, columns: columns, rows: rows))
  }

  package mutating func layOut(in app: AppState) {
    let columns = DialogBox.textColumns(on: app.size.columns)
    text.show(
      comparison(MarkedText(usesBrackets: app.colors == .monochrome, columns: columns), in: app))
    guard text.pending == nil else { return }
    scroll.move(by: 0, content: rows.count, height: layout(app).text.rows)
  }

  package func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    let layout = layout(app)
    let body = box(app).draw(in: &grid, grid.bounds, app.theme.dialog)
    let top = body.line(0)
    let note =
      text.pending == nil
      ? scroll.indicator(content: rows.count, height: layout.text.rows) : localized("comparing…")
    let start = grid.draw(trailing: note, in: top, app.theme.dim)
    let space = note.isEmpty ? top : top.inset(right: top.endColumn - start + 2)
    grid.draw(TextWidth.cut(heading, columns: space.columns), in: space, app.theme.dim)
    for (row, line) in scroll.inView(rows, in: body.inset(top: layout.text.row)) {
      row.draw(in: &grid, line, app.theme)
    }
    return nil
  }

  func box(_ app: AppState) -> DialogBox {
    let layout = layout(app)
    // On a narrow screen, the key would cut off the last button.
    let isNarrow = layout.text.columns < 40
    return box(
      title: title,
      body: Array(repeating: "", count: layout.freeRows),
      buttons: Self.labels(app.keys[.draftOffer], isDiscarded: discarded != nil, isNarrow: isNarrow)
        .map(DialogBox.Button.init),
      selected: selected.rawValue, in: app)
  }

  var title: String {
    guard let date = discarded else { return localized("You have an unsaved draft") }
    let time = "\(DateText.short(date.day)) \(DateText.clock(date))"
    return localized("Discarded on \(time)")
  }

  /// Returns the labels of the buttons. Discard names its key, which selects it.
  static func labels(
    _ keys: KeyTable, isDiscarded: Bool = false, isNarrow: Bool = false
  ) -> [String] {
    let discard = isDiscarded ? localized("Remove") : localized("Discard")
    let key = isNarrow ? nil : keys.keyName(of: .delete)
    return [
      localized("Continue"), localized("Keep"),
      key.map { "\(discard) (\($0))" } ?? discard,
    ]
  }

  var heading: String {
    guard let entry else {
      let subject = draft.entry == nil ? localized("New entry") : localized("Entry deleted")
      return [subject, CountText.length(length)].compactMap(\.self).joined(separator: " · ")
    }
    let title = entry.displayTitle.printable
    return entry.isTrashed
      ? localized("Changes to “\(title)”, which is in the trash")
      : localized("Changes to “\(title)”")
  }

  /// The texts of a draft in the list: when it was discarded, its length, and what it belongs to.
  var facts: [String] {
    [
      discarded == nil ? nil : title, entry == nil ? nil : CountText.length(length), heading,
    ].compactMap(\.self)
  }

  package func accessibleText(in app: AppState) -> AccessibleText {
    let height = layout(app).text.rows
    let rows = self.rows.dropFirst(scroll.top).prefix(height).map(\.words)
    let labels = Self.labels(app.keys[.draftOffer], isDiscarded: discarded != nil)
    return AccessibleText(
      title, [heading] + rows,
      selected: AccessibleText.item(
        labels[selected.rawValue], selected.rawValue, of: labels.count))
  }
}
