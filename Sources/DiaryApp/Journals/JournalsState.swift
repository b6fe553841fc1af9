import DiaryCore
import TerminalUI
import Text

/// The state of the journals screen. Its rows are all diaries together, if there are several; all
/// entries; the journals in their order; the saved searches; and the other diaries.
package struct JournalsState: Sendable {
  var choice = ChoiceList()
  /// True once the entries have been counted.
  var isCounted = false
  /// The name of the journal to select once it is loaded.
  var wanted: String?
}

extension JournalsState: ChoiceScreen {
  static func open(in app: inout AppState) {
    app.jump(to: JournalsState())
    app.journalsAreStale = true
  }

  package var opener: Command? { .journals }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.journals]] }

  package func location(in app: AppState) -> Location.Screen? {
    Location.Screen(kind: .journals, name: journal(at: choice.selected, in: app)?.name)
  }

  package func isAvailable(_ command: Command, in app: AppState) -> Bool {
    let journal = journal(at: choice.selected, in: app)
    let isSearch = search(at: choice.selected, in: app) != nil
    return switch command {
    case .notify: neighbor(at: choice.selected, in: app)?.name != nil
    case .markRead: app.supportsNews
    case .new: app.obstacle == nil
    case .recolor, .lockJournal, .moveUp, .moveDown: journal != nil && app.obstacle == nil
    case .rename where isSearch, .delete where isSearch: app.obstacle == nil
    case .rename, .merge, .delete:
      journal.map { !$0.isDefault && !app.hides($0) && app.obstacle == nil } ?? false
    default: true
    }
  }

  /// Returns the journal in a row, or `nil` for the rows before and after the journals.
  func journal(at row: Int, in app: AppState) -> Journal? {
    app.journals.element(at: row - app.rowsBeforeJournals)
  }

  /// Returns true for the row with all diaries together.
  func isCombined(_ row: Int, in app: AppState) -> Bool { row == 0 && app.offersCombined }

  /// Returns the saved search in a row below the journals.
  func search(at row: Int, in app: AppState) -> CountedSearch? {
    app.searches.element(at: row - app.rowsBeforeJournals - app.journals.count)
  }

  /// Returns the other diary in a row below the journals and searches.
  func neighbor(at row: Int, in app: AppState) -> OtherDiary? {
    app.neighbors.element(
      at: row - app.rowsBeforeJournals - app.journals.count - app.searches.count)
  }

  /// Shows the entries of the selected journal or search, or all entries; opens another diary, or
  /// all together.
  mutating func open(in app: inout AppState) -> [Effect] {
    if let diary = neighbor(at: choice.selected, in: app) {
      return [.open(.diary(diary))]
    }
    if let search = search(at: choice.selected, in: app)?.search {
      let part = ListScope.Part.found(search.query, isWide: true)
      return [.show(ListScope(part, today: app.now.day, settings: app.searchSettings))]
    }
    if isCombined(choice.selected, in: app), app.combined == nil { return [.open(.combined)] }
    if let journal = journal(at: choice.selected, in: app) {
      if app.hides(journal) {
        app.push(LockedJournalsDialog(for: .entries(of: journal.name)))
        return []
      }
      return [.show(ListScope(.journal(journal.name), today: app.now.day))]
    }
    return [.showAll]
  }

  mutating func perform(_ command: Command, in app: inout AppState) -> [Effect]? {
    switch command {
    case .notify:
      guard let name = neighbor(at: choice.selected, in: app)?.name else {
        app.toast = localized("Select one of the diaries below the journals.")
        return []
      }
      return [.toggleNotifications(of: name)]
    case .markRead: return [.markAllRead(newsScope(in: app))]
    case .new: if app.mayWrite() { app.push(NameState(.addJournal)) }
    case .rename, .recolor, .merge, .delete, .lockJournal, .moveUp, .moveDown:
      guard app.mayWrite() else { return [] }
      if let search = search(at: choice.selected, in: app)?.search {
        act(command, on: search, in: &app)
      }
      return journal(at: choice.selected, in: app).map { act(command, on: $0, in: &app) } ?? []
    default: return nil
    }
    return []
  }

  /// Returns the diaries whose news the selected row shows.
  private func newsScope(in app: AppState) -> NewsScope {
    // Before the count is complete, no rows are visible.
    guard isCounted else { return app.combined == nil ? .open : .all }
    if let diary = neighbor(at: choice.selected, in: app) {
      return diary.name.map { .diary($0) } ?? .open
    }
    return isCombined(choice.selected, in: app) || app.combined != nil ? .all : .open
  }

  private func act(_ command: Command, on search: SavedSearch, in app: inout AppState) {
    switch command {
    case .rename: app.push(NameState(.renameSearch(search)))
    case .delete: app.push(ConfirmState.delete(search))
    default: break
    }
  }

  private mutating func act(
    _ command: Command, on journal: Journal, in app: inout AppState
  ) -> [Effect] {
    switch command {
    case .recolor: app.push(JournalChoice(.color(journal), in: app))
    case .moveUp: return move(by: -1, in: &app)
    case .moveDown: return move(by: 1, in: &app)
    case .lockJournal: return app.lockOrUnlock(journal)
    // Refuse before asking for a name.
    case _ where journal.isDefault: app.toast = DiaryError.defaultJournal.line
    case _ where app.hides(journal): app.toast = DiaryError.hiddenJournal(journal.name).line
    case .rename: app.push(NameState(.renameJournal(journal)))
    case .merge: app.push(JournalChoice(.merge(journal), in: app))
    case .delete where journal.count == 0:
      let edit = JournalEdit.delete(journal.name, .move(to: EntryFields.defaultJournal))
      app.push(ConfirmState.change(edit, count: 0))
    case .delete: app.push(JournalChoice(.delete(journal), in: app))
    default: break
    }
    return []
  }

  /// Moves the selected journal and keeps it selected.
  private mutating func move(by count: Int, in app: inout AppState) -> [Effect] {
    let index = choice.selected - app.rowsBeforeJournals
    guard app.journals.indices.contains(index + count) else { return [] }
    // Show the new order without waiting for the save.
    app.journals.swapAt(index, index + count)
    choice.select(choice.selected + count, count: rowCount(in: app))
    return [.changeJournals(.reorder(app.journals.map(\.name)))]
  }

  /// Selects the wanted journal if it is loaded.
  mutating func settle(in app: AppState) {
    let position = wanted.flatMap { wanted in
      app.journals.firstIndex { $0.name.isSameName(as: wanted) }
    }
    wanted = nil
    choice.select(
      position.map { $0 + app.rowsBeforeJournals } ?? choice.selected, count: rowCount(in: app))
  }
}

// MARK: - Drawing

extension JournalsState {
  /// Returns the number of rows, which is 0 until the entries have been counted.
  func rowCount(in app: AppState) -> Int {
    guard isCounted else { return 0 }
    return app.rowsBeforeJournals + app.journals.count + app.searches.count + app.neighbors.count
  }

  package func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    let frame = ScreenFrame(
      title: localized("Journals"),
      trailing: isCounted ? CountText.journals(app.journals.count) : "",
      hints: app.keys[.journals].bindings, in: &grid, app)
    if !isCounted {
      grid.draw(localized("reading…"), in: frame.body.line(0).inset(left: 1), app.theme.dim)
    }
    drawRows(in: &grid, app)
    return nil
  }

  func draw(row: Int, isSelected: Bool, in grid: inout Grid, _ line: Rect, _ app: AppState) {
    if let diary = neighbor(at: row, in: app) {
      return DetailRow.draw(
        diary.title, detail: diary.summary, mark: EntryOrigin.mark, isSelected: isSelected,
        in: &grid,
        line, app.theme)
    }
    if isCombined(row, in: app) {
      return DetailRow.draw(
        AppState.combinedTitle,
        detail: combinedText(in: app, briefly: DetailRow.isNarrow(line)), mark: EntryOrigin.mark,
        isSelected: isSelected, in: &grid, line, app.theme)
    }
    if let search = search(at: row, in: app) {
      return CountedRow.draw(
        search.name, count: search.count, note: search.search.query,
        mark: (search.icon, app.theme.accent), isSelected: isSelected, in: &grid, line, app.theme)
    }
    CountedRow.draw(
      name(ofRow: row, in: app), count: count(ofRow: row, in: app),
      of: app.journals.compactMap(\.count).max() ?? 0, detail: lockText(ofRow: row, in: app) ?? "",
      mark: journal(at: row, in: app).map {
        (JournalMark.text, JournalMark.style($0.color, app.theme))
      },
      isSelected: isSelected, in: &grid, line, app.theme)
  }

  /// Returns the number of all entries, or of the diaries to open together.
  private func combinedText(in app: AppState, briefly isBrief: Bool = false) -> String {
    guard app.combined == nil else {
      return CountText.entries(app.journals.compactMap(\.count).reduce(0, +))
    }
    let count = app.neighbors.count + 1
    return isBrief
      ? localized("\(count) diaries") : localized("\(count) diaries as one timeline")
  }

  private func name(ofRow row: Int, in app: AppState) -> String {
    journal(at: row, in: app).map { TitleText.journal($0.name) } ?? localized("All entries")
  }

  /// Returns the number of entries, or `nil` for a hidden journal.
  private func count(ofRow row: Int, in app: AppState) -> Int? {
    guard let journal = journal(at: row, in: app) else {
      return app.journals.compactMap(\.count).reduce(0, +)
    }
    return journal.count
  }

  private func lockText(ofRow row: Int, in app: AppState) -> String? {
    guard let journal = journal(at: row, in: app), journal.isLocked else { return nil }
    return app.hides(journal) ? localized("locked") : localized("shown for now")
  }

  func text(ofRow row: Int, in app: AppState) -> String {
    if let diary = neighbor(at: row, in: app) { return "\(diary.title), \(diary.summary)" }
    if isCombined(row, in: app) {
      return "\(AppState.combinedTitle), \(combinedText(in: app))"
    }
    if let search = search(at: row, in: app) {
      return [
        localized("saved search \(search.name)"), search.count.map(CountText.entries),
        search.search.query.printable,
      ].compactMap(\.self).joined(separator: ", ")
    }
    let count = count(ofRow: row, in: app).map(CountText.entries)
    let color = journal(at: row, in: app)?.color?.words
    return [name(ofRow: row, in: app), count, lockText(ofRow: row, in: app), color]
      .compactMap(\.self).joined(separator: ", ")
  }

  package func accessibleText(in app: AppState) -> AccessibleText {
    guard isCounted else { return AccessibleText(localized("Journals")) }
    return AccessibleText(
      "\(localized("Journals")), \(CountText.journals(app.journals.count))",
      selected: selectedText(in: app))
  }
}

extension Location.Kind {
  static let journals = Self(name: "journals") { location, _, old, app in
    var screen = old as? JournalsState ?? JournalsState()
    screen.wanted = location.name
    app.journalsAreStale = true
    return (screen, [])
  }
}

// MARK: - Effects

extension Effect {
  /// Loads the journals. Counting their entries requires reading all of them.
  static func loadJournals(counted isCounted: Bool) -> Effect {
    .posting(isCounted) { context in
      do {
        await context.recordJournals(try await context.service.journalRecords())
        let journals = try await context.service.journals(counted: isCounted)
        let hidden = try await context.service.hiddenJournals()
        context.post(.journalsLoaded(journals, hidden: hidden, isCounted: isCounted))
      } catch {
        // An error in the journals' settings must not keep the list from working; report it only if
        // the counts were requested.
        context.post(
          isCounted
            ? .failed(DiaryError(error)) : .journalsLoaded([], hidden: nil, isCounted: false))
      }
    }
  }
}

extension Message {
  fileprivate static func journalsLoaded(
    _ loaded: [Journal], hidden: HiddenJournals?, isCounted: Bool
  ) -> Message {
    .performing(loaded, isCounted) { state in
      let effects = hidden.map { state.hide($0) } ?? []
      // Keep counts that are on the screen.
      guard isCounted || !state.needsJournalCounts else { return effects }
      let old = state.journals
      state.journals = loaded
      if state.search?.completion != nil { _ = state.completeSearch() }
      state.screens.update(JournalsState.self) { [context = state] screen in
        let selected = screen.choice.selected - context.rowsBeforeJournals
        screen.wanted = screen.wanted ?? old.element(at: selected)?.name
        if !screen.isCounted {
          // Select the row with all entries at first.
          let rows = context.rowsBeforeJournals
          screen.choice.select(rows - 1, count: rows)
        }
        screen.isCounted = true
        screen.settle(in: context)
      }
      for var choice in state.screens.all(JournalChoice.self) {
        choice.renew(in: state)
        state.screens.put(choice)
      }
      return effects
    }
  }

  /// Reloads the journals, because another program has changed them.
  static var journalsChangedExternally: Message { Message { $0.journalsAreStale = true } }
}
