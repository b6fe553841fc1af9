import DiaryCore
import TerminalUI
import Text

/// The state of the history screen: an entry's revisions and the changes in the selected one.
package struct HistoryState: Sendable {
  /// The entry at the time the history was opened.
  let entry: Entry
  var reading = Loadable<ID<Entry>, EntryHistory>()
  var choice = ChoiceList() {
    didSet { if choice.selected != oldValue.selected { scroll = ScrollPosition() } }
  }
  /// True if the complete text is shown instead of the changes.
  var showsWholeText = false
  var scroll = ScrollPosition()
  /// The rows of the selected revision.
  var text = ComparedText()

  init(_ entry: Entry) { self.entry = entry }

  /// The history, or `nil` until it has been read.
  package var history: EntryHistory? { reading.value }
  var revisions: [Revision] { history?.revisions ?? [] }
  /// The entry's current title.
  var displayTitle: String { (revisions.first?.entry ?? entry).displayTitle }
  var chosen: Revision? { revisions.element(at: choice.selected) }
  /// The revision that the selected one was made from.
  var before: Revision? { chosen.flatMap { history?.parent(of: $0) } }
  var rows: [MarkedRow] { if case .rows(let rows) = text.outcome { rows } else { [] } }

  /// Stores the revisions read. The same revision stays selected.
  mutating func receive(_ revisions: [Revision], _ requestID: Int) {
    let (old, scroll) = (chosen, scroll)
    guard reading.receive(EntryHistory(revisions), requestID) else { return }
    let index = revisions.firstIndex { $0.id == old?.id } ?? 0
    choice.select(index, count: revisions.count)
    self.scroll = scroll
  }

  /// Returns the comparison to show for the selected revision.
  func comparison(_ text: MarkedText, in app: AppState) -> Comparison? {
    chosen.map {
      Comparison(
        old: showsWholeText ? nil : before, new: $0, form: .changes(text),
        localDate: app.localDate)
    }
  }
}

// MARK: - Commands

extension HistoryState: ChoiceScreen {
  package var wantedComparison: Comparison? { text.pending }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.history]] }

  package func isAvailable(_ command: Command, in app: AppState) -> Bool {
    switch command {
    case .down: revisions.count > 1
    case .revert: chosen.map { app.mayChange($0.entry) && history?.heads != [$0.id] } ?? false
    default: true
    }
  }

  mutating func open(in app: inout AppState) -> [Effect] { [] }

  mutating func perform(_ command: Command, in app: inout AppState) -> [Effect]? {
    switch command {
    case .pageDown, .pageUp:
      let page = max(1, HistoryLayout(self, app).text.rows - 1)
      scroll(by: command == .pageDown ? page : -page, in: app)
    case .wholeText:
      showsWholeText.toggle()
      scroll = ScrollPosition()
    case .revert: return revert(in: &app)
    default: return nil
    }
    return []
  }

  private mutating func scroll(by rows: Int, in app: AppState) {
    guard text.pending == nil else { return }
    scroll.move(
      by: rows, content: self.rows.count, height: HistoryLayout(self, app).text.rows)
  }

  /// Scrolls the text with the wheel, or selects a revision with a click.
  package mutating func click(_ mouse: MouseEvent, in app: inout AppState) -> [Effect] {
    if mouse.action.wheelRows == 0 {
      _ = choice.handle(mouse, count: revisions.count, in: list(in: app))
    }
    scroll(by: mouse.action.wheelRows, in: app)
    return []
  }

  /// Saves the selected revision's fields as the entry's new revision. Undo restores the current
  /// ones.
  private func revert(in app: inout AppState) -> [Effect] {
    guard let chosen, let whole = history, app.checkEditable(chosen.entry) else { return [] }
    let heads = revisions.filter { whole.heads.contains($0.id) }
    guard !heads.allSatisfy(\.entry.isTrashed) else {
      app.toast = localized("This entry is in the trash. Restore it first.")
      return []
    }
    guard heads.count > 1 || heads.first?.entry.fields.isExactly(chosen.entry.fields) != true
    else {
      app.toast = localized("The entry already has this content.")
      return []
    }
    return [
      .rewriteShown(
        Rewrite(
          change: .reverting, entry: chosen.entry.id, fields: chosen.entry.fields,
          replaced: Versions(heads), known: heads.map(\.id)))
    ]
  }

  package mutating func requests(in app: inout AppState) -> [Effect] {
    reading.need(entry.id, in: &app, Effect.loadHistory)
  }
}

// MARK: - Drawing

extension HistoryState {
  func rowCount(in app: AppState) -> Int { revisions.count }

  func list(in app: AppState) -> Rect { HistoryLayout(self, app).revisions }

  package mutating func layOut(in app: AppState) {
    let layout = HistoryLayout(self, app)
    choice.layOut(count: revisions.count, height: layout.revisions.rows)
    text.show(
      comparison(
        MarkedText(usesBrackets: app.colors == .monochrome, columns: layout.text.columns), in: app))
    guard text.pending == nil else { return }
    scroll.move(by: 0, content: rows.count, height: layout.text.rows)
  }

  package func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    let layout = HistoryLayout(self, app)
    let count = revisions.count
    let place = count > 0 ? localized("\(choice.selected + 1) of \(count)") : ""
    _ = ScreenFrame(
      title: localized("History · \(displayTitle)"),
      trailing: text.pending == nil ? place : localized("comparing…") + " · " + place,
      hints: app.keys[.history].bindings, in: &grid, app)
    guard let chosen else { return nil }
    drawRows(in: &grid, app)
    if layout.isWide {
      grid.drawRule(in: layout.rule, app.theme)
    } else {
      let line = layout.rule.line(0)
      grid.draw(String(repeating: "─", count: line.columns), in: line, app.theme.rule)
    }
    drawHeading(chosen, in: &grid, layout, app)
    for (row, line) in scroll.inView(rows, in: layout.text) {
      row.draw(in: &grid, line, app.theme)
    }
    return nil
  }

  func draw(row: Int, isSelected: Bool, in grid: inout Grid, _ line: Rect, _ app: AppState) {
    guard let history else { return }
    RevisionRow.draw(revisions[row], in: history, isSelected: isSelected, &grid, line, app)
  }

  private func drawHeading(
    _ chosen: Revision, in grid: inout Grid, _ layout: HistoryLayout, _ state: AppState
  ) {
    let theme = state.theme
    var line = layout.heading
    let hidden = rows.count - layout.text.rows
    if hidden > 0 {
      let percent = (scroll.top + layout.text.rows) * 100 / rows.count
      let start = grid.draw(trailing: "\(min(100, percent))%", in: line, theme.dim)
      line = line.inset(right: line.endColumn - start + 1)
    }
    guard let before else {
      let words =
        revisions.count == 1
        ? localized("First revision; unchanged since.")
        : localized("First revision.")
      grid.draw(words, in: line, theme.dim)
      return
    }
    guard !showsWholeText else {
      grid.draw(localized("The whole text at that time."), in: line, theme.dim)
      return
    }
    let earlier = RevisionRow.date(before, state)
    // The words in the legend use the styles they explain.
    let signs = state.colors == .monochrome
    let (removed, added) = (localized("removed"), localized("added"))
    let parts: [(String, Style)] = [
      (signs ? "[-\(removed)-]" : removed, theme.removed), (" ", theme.dim),
      (signs ? "{+\(added)+}" : added, theme.added), (" ", theme.dim),
      (localized("since \(earlier)"), theme.dim),
    ]
    for (words, style) in parts {
      let end = grid.draw(words, in: line, style)
      line = line.inset(left: end - line.column)
    }
  }

  func text(ofRow row: Int, in app: AppState) -> String {
    let date = RevisionRow.date(revisions[row], app).trimmed
    return history.map { "\(date), \($0.kind(of: revisions[row]).label)" } ?? String(date)
  }

  package func accessibleText(in app: AppState) -> AccessibleText {
    let shown = scroll.inView(rows, in: HistoryLayout(self, app).text)
    return AccessibleText(
      localized("History of “\(displayTitle)”"), shown.map(\.row.words),
      selected: selectedText(in: app))
  }
}

/// The layout of the history screen: revisions and text side by side or, on a narrow screen, one
/// above the other.
struct HistoryLayout {
  let revisions: Rect
  /// The rule between revisions and text.
  let rule: Rect
  /// The line that describes the text.
  let heading: Rect
  let text: Rect
  let isWide: Bool

  init(_ history: HistoryState, _ app: AppState) {
    let body = ScreenFrame.body(app.size)
    isWide = app.size.columns >= ScreenFrame.minWidthForTwo
    let page: Rect
    if isWide {
      let width = min(RevisionRow.columns(history, app), body.columns / 2)
      revisions = body.inset(right: body.columns - width)
      rule = Rect(column: width, row: body.row, columns: 1, rows: body.rows)
      page = body.inset(left: width + 2, right: 1)
    } else {
      let rows = max(1, min(history.revisions.count, body.rows / 3))
      let (top, rest) = body.split(top: rows)
      revisions = top
      (rule, page) = rest.split(top: 1)
    }
    let (heading, text) = page.inset(left: isWide ? 0 : 1, right: isWide ? 0 : 1).split(top: 1)
    self.heading = heading
    self.text = text.inset(top: text.rows > 8 ? 1 : 0, right: max(0, text.columns - 100))
  }
}

/// A revision as one line of a list: the date, the kind of change and, if there are several, the
/// device.
enum RevisionRow {
  /// Returns the width of the widest row, in columns.
  static func columns(_ history: HistoryState, _ app: AppState) -> Int {
    guard let whole = history.history else { return 30 }
    let kinds = whole.revisions.map { TextWidth.columns(whole.kind(of: $0).label) }
    return 22 + max(8, kinds.max() ?? 0) + (whole.heads.count > 1 ? 8 : 0)
      + (whole.hasSeveralDevices
        ? 2 + (whole.revisions.compactMap { device($0, app).map(TextWidth.columns) }.max() ?? 0)
        : 0)
  }

  static func draw(
    _ revision: Revision, in history: EntryHistory, isSelected: Bool, _ grid: inout Grid,
    _ rect: Rect, _ state: AppState
  ) {
    let theme = state.theme
    if isSelected { grid.draw("▌", in: rect, theme.accent) }
    let date = rect.inset(left: 1)
    grid.draw(Self.date(revision, state), in: date, isSelected ? theme.text : theme.dim)
    let words = date.inset(left: 19, right: 1)
    let end = grid.draw(
      history.kind(of: revision).label, in: words, isSelected ? theme.title : theme.text)
    var marks: [String] = []
    if history.heads.count > 1, history.heads.contains(revision.id) {
      marks.append(localized("version"))
    }
    if history.hasSeveralDevices, let device = device(revision, state) { marks.append(device) }
    grid.draw(
      marks.map { " " + $0 }.joined(), in: words.inset(left: end - words.column), theme.dim)
  }

  /// Returns the name of the saving device. Without a name, returns the first characters of its ID,
  /// but `nil` in a diary of one person.
  static func device(_ revision: Revision, _ app: AppState) -> String? {
    let known = app.sync.state?.devices.first { $0.id == revision.device }
    if let known { return TextWidth.cut(known.name.printable, columns: 16) }
    return app.isShared ? String(revision.device.description.prefix(4)) : nil
  }

  /// Returns the local time of saving at a fixed width: `20 Nov 2026 07:30`.
  static func date(_ revision: Revision, _ state: AppState) -> String {
    let date = state.localDate(revision.clock.time)
    let day = date.day
    let words = DateText.short(day)
    let space = String(repeating: " ", count: max(0, DateText.shortColumns - words.count))
    return space + "\(words) \(DateText.clock(date))"
  }
}

// MARK: - Effects

extension Effect {
  /// Opens the screen that compares an entry's versions, if there are several.
  static func openVersions(of entry: Entry) -> Effect {
    .update(entry) { state in
      if state.isInTrash(entry) { return [] }
      if entry.heads.count > 1 {
        state.screens.push(VersionsState(entry))
      } else {
        state.toast =
          state.keyName(of: .history).map {
            localized("There is only one version. Press \($0) for its history.")
          } ?? localized("There is only one version.")
      }
      return []
    }
  }

  /// Reads all revisions of an entry, latest first.
  static func loadHistory(_ id: ID<Entry>, requestID: Int) -> Effect {
    .read(id, requestID) { service in
      try await service.history(of: id)
    } then: { state, revisions in
      state.screens.update(HistoryState.self) { $0.receive(revisions, requestID) }
    } failed: { state, error in
      // Close a screen without content; keep one that already shows a history.
      state.screens.removeAll(HistoryState.self) { $0.entry.id == id && $0.history == nil }
      state.showError(error)
    }
  }

  /// Reads the current versions of an entry, the displayed one first.
  static func loadVersions(_ id: ID<Entry>, requestID: Int) -> Effect {
    .read(id, requestID) { service in
      (try await service.entry(id), try await service.versions(of: id))
    } then: { state, loaded in
      let (entry, versions) = loaded
      state.screens.update(VersionsState.self) { $0.receive(entry, versions, requestID) }
      // Another device may have merged or trashed the entry in the meantime.
      if entry.isTrashed || versions.count < 2 { state.closeVersions(of: id) }
    } failed: { state, error in
      state.screens.removeAll(VersionsState.self) { $0.entry.id == id && $0.versions == nil }
      state.showError(error)
    }
  }

  /// Computes a comparison, which replaces any in progress.
  static func compare(_ comparison: Comparison) -> Effect {
    .posting(comparison, in: .latest("compare")) { context in
      let outcome = comparison.outcome
      // The outcome of a canceled comparison is incomplete.
      if !Task.isCancelled { context.post(.compared(comparison, outcome)) }
    }
  }

  static var cancelComparison: Effect { .stop("compare") }
}

extension Message {
  static func compared(_ comparison: Comparison, _ outcome: Comparison.Outcome) -> Message {
    Message(comparison, outcome) { state in
      if state.comparing == comparison { state.comparing = nil }
      state.screens.update(DraftOfferState.self) { $0.text.receive(outcome, of: comparison) }
      state.screens.update(HistoryState.self) { $0.text.receive(outcome, of: comparison) }
      var merged: Entry?
      state.screens.update(VersionsState.self) { versions in
        versions.text.receive(outcome, of: comparison)
        guard versions.merging == comparison else { return }
        versions.merging = nil
        merged = versions.entry
      }
      if let merged, let editor = EditorState(merging: comparison, outcome, of: merged) {
        // Keep a dialog opened in the meantime in front.
        state.screens.insert([editor]) { ($0 as? VersionsState)?.entry.id == merged.id }
      }
    }
  }
}
