import DiaryCore
import TerminalUI
import Text

/// The screen of texts that weren't saved: the drafts, and below them the discarded ones, each with
/// the newest first. The drafts are in `AppState.draftsLeft`.
package struct DraftListState: Sendable {
  /// The discarded texts, or `nil` until they have been read.
  private(set) var discarded: [DraftOfferState]?
  var choice = ChoiceList()
  /// True if texts may have been discarded or continued since they were read.
  private var isStale = true

  func rows(in app: AppState) -> [DraftOfferState] { app.draftsLeft + (discarded ?? []) }

  func selected(in app: AppState) -> DraftOfferState? {
    rows(in: app).element(at: choice.selected)
  }

  mutating func receive(_ discarded: [DraftOfferState]) { self.discarded = discarded }

  /// Removes the discarded texts of hidden journals.
  mutating func hide(_ hidden: HiddenJournals) { discarded?.removeAll { $0.isIn(hidden) } }
}

extension DraftListState: ChoiceScreen {
  package var opener: Command? { .drafts }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.drafts]] }

  package func isAvailable(_ command: Command, in app: AppState) -> Bool {
    ![.open, .delete].contains(command) || selected(in: app) != nil
  }

  package func applying(_ change: DiaryChange, in app: AppState) -> DraftListState? {
    var screen = self
    screen.discarded = discarded?.map { $0.after(change) }
    return screen
  }

  /// Continues the selected draft. The list stays open behind the editor if others are left.
  mutating func open(in app: inout AppState) -> [Effect] {
    guard let draft = selected(in: app) else { return [] }
    if rows(in: app).count == 1 { app.pop() }
    discarded?.removeAll { $0.draft.id == draft.draft.id }
    return draft.resume(in: &app)
  }

  mutating func perform(_ command: Command, in app: inout AppState) -> [Effect]? {
    guard command == .delete else { return nil }
    guard let draft = selected(in: app) else { return [] }
    if draft.discarded != nil {
      app.push(ConfirmState.remove(draft))
      return []
    }
    app.draftsLeft.removeAll { $0.draft.id == draft.draft.id }
    return [.stopOffering(draft.draft.id), .discardDraft(draft.draft), .loadDiscarded]
  }

  /// Reads the discarded texts whenever the list comes to the front.
  package mutating func requests(in app: inout AppState) -> [Effect] {
    let isInFront = app.screens.front is DraftListState
    defer { isStale = !isInFront }
    return isInFront && isStale ? [.loadDiscarded] : []
  }
}

extension ConfirmState {
  fileprivate static func remove(_ draft: DraftOfferState) -> Self {
    ConfirmState(
      title: localized("Remove this text permanently?"), isFinal: true,
      effects: [.stopOffering(draft.draft.id), .removeDraft(draft.draft.id)]
    ) { _ in
      [draft.firstLine, "", localized("This can't be undone.")]
    }
  }
}

// MARK: - View

extension DraftListState {
  func rowCount(in app: AppState) -> Int { rows(in: app).count }

  /// Returns the area of the rows: beside the preview or, on a narrow screen, above the line about
  /// the selected draft.
  func list(in app: AppState) -> Rect {
    let panes = ScreenFrame.panes(ScreenFrame.body(app.size))
    return panes.preview == nil ? panes.list.inset(bottom: 1) : panes.list
  }

  private var emptyPage: EmptyPage {
    EmptyPage(
      localized("No drafts or discarded text."),
      localized("What you write without saving it is kept here."))
  }

  package func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    let keys = app.keys[.drafts]
    let isDiscarded = selected(in: app)?.discarded != nil
    let frame = ScreenFrame(
      title: localized("Drafts"), trailing: CountText.drafts(rowCount(in: app)),
      hints: keys.bindings(with: isDiscarded ? keys.hint(.delete, "delete") : nil), in: &grid, app)
    if discarded != nil, rowCount(in: app) == 0 {
      emptyPage.draw(in: &grid, frame.body, app.theme)
      return nil
    }
    drawRows(in: &grid, app)
    guard let selected = selected(in: app) else { return nil }
    let facts = selected.facts.joined(separator: " · ")
    guard let preview = ScreenFrame.panes(frame.body).preview else {
      let line = frame.body.line(frame.body.rows - 1).inset(left: 1, right: 1)
      grid.draw(TextWidth.cut(facts, columns: line.columns), in: line, app.theme.dim)
      return nil
    }
    grid.drawRule(in: preview, app.theme)
    draw(selected, facts, in: &grid, preview.inset(left: 2, right: 1), app.theme)
    return nil
  }

  /// Draws a draft as far as it fits: what it belongs to, its title and its text.
  private func draw(
    _ draft: DraftOfferState, _ facts: String, in grid: inout Grid, _ rect: Rect, _ theme: Theme
  ) {
    let rect = TextColumn.within(rect)
    let fields = draft.draft.fields
    // More than fits isn't needed.
    let content = PhotoReference.replaced(in: fields.content.prefix(rect.columns * rect.rows)) {
      "▣ \($1)"
    }
    grid.draw(
      texts: [(facts, theme.dim), ("", theme.dim)]
        + (fields.title.isBlank ? [] : [(fields.title, theme.title)]) + [(content, theme.text)],
      in: rect)
  }

  /// Draws a row like `▌20 Nov  강가 산책, 안개    48 words`.
  func draw(row: Int, isSelected: Bool, in grid: inout Grid, _ line: Rect, _ app: AppState) {
    guard let draft = rows(in: app).element(at: row) else { return }
    let theme = app.theme
    if isSelected { grid.draw("▌", in: line, theme.accent) }
    let space = line.inset(left: 1, right: 1)
    let isWide = line.columns >= 60
    let day = draft.draft.fields.date.day
    grid.draw(isWide ? DateText.short(day) : DateText.brief(day), in: space, theme.dim)
    let detail = draft.discarded == nil ? CountText.length(draft.length) : localized("discarded")
    let start = grid.draw(trailing: detail ?? "", in: space, theme.dim)
    let title = space.inset(
      left: isWide ? DateText.shortColumns + 2 : 8, right: space.endColumn - start + 2)
    grid.draw(
      TextWidth.cut(draft.firstLine, columns: title.columns), in: title,
      isSelected ? theme.title : theme.text)
  }

  func text(ofRow row: Int, in app: AppState) -> String {
    guard let draft = rows(in: app).element(at: row) else { return "" }
    return ([draft.firstLine, DateText.long(draft.draft.fields.date.day)] + draft.facts)
      .joined(separator: ", ")
  }

  package func accessibleText(in app: AppState) -> AccessibleText {
    let isEmpty = discarded != nil && rowCount(in: app) == 0
    return AccessibleText(
      localized("Drafts"), isEmpty ? emptyPage.lines : [], selected: selectedText(in: app))
  }
}
