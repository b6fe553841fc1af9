import DiaryCore
import TerminalUI
import Text

/// The list, below all other screens. Its state is in `AppState` because other screens change
/// its selection, too.
struct ListScreen: EntryListScreen {
  var isTyping: Bool { false }

  func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.list]] }

  func handle(_ key: KeyEvent, in app: inout AppState) -> [Effect] {
    guard let command = command(for: key, in: app) else { return [] }
    if concernsMarked(command), let effects = app.actOnMarked(command) { return effects }
    if let effects = handleInStrip(command, in: &app) { return effects }
    switch command {
    case .down: app.entries.move(.down)
    case .up: app.entries.move(.up)
    case .left: app.entries.move(.left)
    case .right where app.listForm == .sheet: app.entries.move(.right)
    case .pageDown: app.entries.movePages(1)
    case .pageUp: app.entries.movePages(-1)
    case .halfPageDown: app.entries.moveHalfPages(1)
    case .halfPageUp: app.entries.moveHalfPages(-1)
    case .first:
      app.recordJump()
      app.entries.select(0)
    case .last:
      app.recordJump()
      app.entries.select(app.entries.count - 1)
    case .listForm: return app.changeListForm()
    case .saveSearch: return app.saveSearch()
    case .mark: return app.toggleMark()
    case .markRange: return app.toggleRange()
    case .markAll: return app.markAll()
    case .unmark:
      if app.marks.isEmpty { return [.leaveScope(toList: app.scope?.isOnMap != true)] }
      app.marks = Marks()
    case .back: return app.scopes.isEmpty ? [.leave] : [.leaveScope()]
    case .open, .right, .edit, .editExternally, .delete, .history, .versions, .copyText,
      .toggleStar, .togglePin, .entryTags, .moveToJournal:
      guard let entry = app.selectedEntry else { return [] }
      return app.act(command == .right ? .open : command, on: entry)
    default: return app.open(for: command) ?? app.updateEverywhere(command)
    }
    return []
  }

  private func concernsMarked(_ command: Command) -> Bool {
    [.delete, .toggleStar, .togglePin, .entryTags, .moveToJournal, .export].contains(command)
  }

  func isAvailable(_ command: Command, in app: AppState) -> Bool {
    let isEmpty = app.list.total == 0
    switch command {
    case .new, .importPhotos, .inbox, .importDiary: return app.obstacle == nil
    case .gallery: return app.list.mayContain { !$0.pictures.isEmpty }
    case .search, .today, .listForm: return !isEmpty
    // In rows, it is another key for `open`.
    case .right: return app.listForm == .sheet
    case .random: return app.entries.count > 1
    case .saveSearch: return app.searchToSave != nil && app.obstacle == nil
    case .backup: return app.combined == nil
    case .export: return !isEmpty && app.entries.total != 0
    case .mark, .markRange, .markAll: return app.entries.count > 0
    case .unmark: return !app.marks.isEmpty || !app.scopes.isEmpty
    default:
      if concernsMarked(command), !app.marks.isEmpty { return app.obstacle == nil }
      // An entry that is still being loaded doesn't change the hints.
      let isLoading = app.selectedEntry == nil && app.entries.total != 0
      return isLoading || app.isAvailable(command, for: app.selectedEntry)
    }
  }
}

extension EntryListScreen {
  func click(_ event: MouseEvent, in app: inout AppState) -> [Effect] {
    switch event.action {
    case .scrollUp, .scrollDown:
      app.leaveStrip()
      let isUp = event.action == .scrollUp
      if app.listForm == .plain {
        app.entries.move(by: isUp ? -3 : 3)
      } else {
        app.entries.move(isUp ? .up : .down)
      }
    case .press, .doublePress:
      let layout = ListLayout(app)
      if let prompt = layout.prompt, prompt.contains(event.point) {
        _ = app.search?.field.handle(event, in: SearchPrompt.field(in: prompt))
        return []
      }
      if layout.returning.contains(event.point) {
        app.jump(to: OnThisDayState(app.now.day))
        return []
      }
      if layout.strip.contains(event.point) {
        return clickStrip(event, row: event.point.row - layout.strip.row, in: &app)
      }
      let rect = layout.rows
      guard rect.contains(event.point) else { return [] }
      guard let rank = rank(at: event.point, in: rect, app) else { return [] }
      app.leaveStrip()
      app.entries.select(rank)
      if event.action == .doublePress, let entry = app.entries[rank] {
        return app.act(.open, on: entry)
      }
    default: break
    }
    return []
  }

  /// Returns the rank of the entry at a cell.
  private func rank(at point: Point, in rect: Rect, _ app: AppState) -> Int? {
    if case .tiles(let tiles) = app.arrangement {
      return ContactSheet(count: app.entries.count, tiles)
        .item(at: point, in: rect, app.entries.position(tiles))
    }
    let row = point.row - rect.row
    for (first, line) in app.entries.places(height: rect.rows) {
      guard case .entry(let rank, _) = line else { continue }
      if (first..<first + app.entries.entryLines).contains(row) { return rank }
    }
    return nil
  }
}

// MARK: - ListScope

/// A part of the diary that the list shows: a journal, a tag, search results and so on.
package struct ListScope: Hashable, Sendable {
  package enum Part: Hashable, Sendable {
    case journal(String)
    case tag(String)
    case place(String)
    case mood(String)
    /// A trip's name and days.
    case trip(String, first: CalendarDay, last: CalendarDay)
    /// The month of a day.
    case month(CalendarDay)
    case pinned
    /// The entries of a place on the map, with its name.
    case entries(Set<ID<Entry>>, title: String)
    /// The results of a search: in the outer scope, or in the whole diary if `isWide`.
    case found(String, isWide: Bool)
  }

  package let part: Part
  package let predicate: EntryPredicate

  /// Creates a scope. `today` is the day that relative dates of a search are counted from.
  package init(
    _ part: Part, within outer: ListScope? = nil, today: CalendarDay,
    settings: SearchSettings = SearchSettings()
  ) {
    self.part = part
    predicate =
      switch part {
      case .journal(let name): .journal(name)
      case .tag(let name): .tag(name)
      case .place(let name): .atPlace(name)
      case .mood(let name): .withMood(name)
      case .trip(_, let first, let last): .within(min(first, last)...max(first, last))
      case .month(let day): .within(day.firstOfMonth...day.lastOfMonth)
      case .pinned: .pinned
      case .entries(let ids, _): .ids(ids)
      case .found(let text, let isWide):
        .all(
          of: [
            isWide ? nil : outer?.predicate,
            SearchQuery(text, today: today, typingAt: text.endIndex, settings: settings).predicate,
          ].compactMap(\.self))
      }
  }

  /// The title for the title bar.
  package var title: String {
    switch part {
    case .journal(let name): TitleText.journal(name)
    case .tag(let name): "#" + name
    case .place(let name), .mood(let name), .trip(let name, _, _): name
    case .month(let day): DateText.month(day)
    case .pinned: localized("Pinned")
    case .entries(_, let title): title
    case .found(let text, _): text.trimmed.description
    }
  }

  /// `true` for the entries of a place on the map.
  var isOnMap: Bool { if case .entries = part { true } else { false } }

  /// Returns the journal of all entries in the scope, which is also used for new ones; `nil` if
  /// there isn't one among `journals`.
  func journal(among journals: [Journal]) -> String? {
    let parts = if case .and(let parts) = predicate { parts } else { [predicate] }
    return parts.lazy.compactMap { part -> String? in
      switch part {
      case .journal(let name): name
      case .journalNamed(let name): journals.first { $0.isNamed(name) }?.name ?? name.text
      default: nil
      }
    }.first
  }
}

/// A scope with its entries.
package struct ScopedList: Sendable {
  package let scope: ListScope
  package internal(set) var found: FoundList
  /// The screen that the scope was opened from; `nil` for the list.
  var origin: (any Screen)?
}

// MARK: - ListForm

/// The form in which the list shows entries.
package enum ListForm: String, Hashable, Sendable, CaseIterable {
  /// One row for each entry.
  case plain
  /// Three rows for each entry, with the first photo on the left.
  case thumbnails
  /// One tile for each entry.
  case sheet

  var next: ListForm {
    switch self {
    case .plain: .thumbnails
    case .thumbnails: .sheet
    case .sheet: .plain
    }
  }

  var words: String {
    switch self {
    case .plain: localized("Showing one line per entry.")
    case .thumbnails: localized("Showing small photos beside entries.")
    case .sheet: localized("Showing entries as tiles.")
    }
  }
}

// MARK: - ListEffects

extension Effect {
  /// - Parameter today: the day to look back from, in the first request.
  static func loadRows(
    _ rows: EntryList.Rows, begun: FirstRows? = nil, lookingBackFrom today: CalendarDay? = nil
  ) -> Effect {
    .read(rows) { service in
      if let begun { return try await begun.message }
      var rows = rows
      if let anchor = rows.anchor {
        rows.offset = max(0, try await service.rank(of: anchor) - rows.anchorRank + rows.offset)
      }
      let entries = try await service.entries(EntryQuery(offset: rows.offset, limit: rows.limit))
      let returning: ReturningDay? =
        if let today {
          ReturningDay(today, try await service.entries(onThisDay: today, years: 1))
        } else { nil }
      return .rowsLoaded(
        rows, entries: entries, total: try await service.count(), returning: returning)
    }
  }

  static var identify: Effect {
    .read { service in
      .identified(
        try await service.existingAuthor(), try await service.writingObstacle(),
        among: try await service.authors(), isShared: try await service.isShared())
    }
  }

  static func locate(_ date: EntryDate) -> Effect { locateEntry(EntrySortKey(endOfDayOf: date)) }

  /// Finds an entry's rank and selects it in the list.
  static func locateEntry(_ order: EntrySortKey) -> Effect {
    .read(order) { service in
      try await service.rank(of: order)
    } then: { state, rank in
      state.leaveStrip()
      state.list.select(rank)
    }
  }
}

extension Message {
  /// Handles the list's rows. The first ones come with what is above them: some of the pinned
  /// entries, and this day in earlier years. Nothing moves down later.
  package static func rowsLoaded(
    _ rows: EntryList.Rows, entries: [Entry], total: Int, pinned: FoundEntries? = nil,
    returning: ReturningDay? = nil
  ) -> Message {
    .performing(rows, entries, total, pinned) { state in
      let isFirst = state.list.total == nil
      if isFirst {
        state.journalsAreStale = true
        state.newsIsStale = true
        state.pinned.begin(with: pinned)
        if state.preferences.looksBack { state.returning = returning }
      }
      state.list.load(rows, entries: entries, total: total)
      // Runs only after the first rows can be shown.
      return isFirst ? [.findDrafts, .identify, .readPrompts] : []
    }
  }

  /// Handles the user's author (`nil` if the diary is empty), the reason why the user can't write
  /// in the diary, all authors of its entries, and `isShared` unless the user is alone with it.
  package static func identified(
    _ author: Author?, _ obstacle: AccountError? = nil, among authors: [Author] = [],
    isShared: Bool
  ) -> Message {
    Message(author, obstacle, authors, isShared) { state in
      (state.author, state.authorName) = (author?.id, author?.name)
      state.authorNames = Dictionary(authors.map { ($0.id, $0.name) }) { first, _ in first }
      state.obstacle = obstacle
      state.isShared = isShared
    }
  }
}

// MARK: - ListSpeech

extension ListScreen {
  func accessibleText(in app: AppState) -> AccessibleText {
    guard let total = app.entries.total else { return AccessibleText(app.listTitle) }
    let title = "\(app.listTitle), \(CountText.entries(total))"
    if let row = app.pinnedRow {
      return AccessibleText(title, headerLines(in: app), selected: text(ofPinnedRow: row, in: app))
    }
    guard let entry = app.entries.selectedEntry else {
      return AccessibleText(
        title,
        [Command.new, .help, .back].compactMap { command in
          app.keys[.list].text(for: command) ?? app.keys[.everywhere].text(for: command)
        })
    }
    return AccessibleText(
      title, headerLines(in: app),
      selected: AccessibleText.item(
        Self.text(forFound: entry, in: app), app.entries.selected, of: total))
  }

  /// Returns the lines above the entries: a failed sync, news, entries on this day in earlier
  /// years, pinned entries.
  private func headerLines(in app: AppState) -> [String] {
    let sync = SyncBadge.spoken(app)
    let news = NewsBadge.spoken(app)
    let inbox = InboxBadge.spoken(app)
    guard app.found == nil else { return [sync, inbox, news].compactMap(\.self) }
    let pinned = app.pinned.count > 0 ? PinnedStripView.text(app.pinned.count) : nil
    return [sync, inbox, news, app.returning?.words, pinned].compactMap(\.self)
  }

  private func text(ofPinnedRow row: Int, in app: AppState) -> String {
    let rows = app.pinnedRows
    let words =
      app.selectedEntry.map { AccessibleText.text(for: $0, in: app) }
      ?? localized("… \(CountText.grouped(rows.others)) more")
    return "\(localized("Pinned")): \(AccessibleText.item(words, row, of: rows.count))"
  }

  /// Returns an entry's text with the line that matches the search.
  static func text(forFound entry: Entry, in app: AppState) -> String {
    // 100 columns around the match.
    let line = app.match(of: entry)?.line?.shown(columns: 100)
    return [AccessibleText.text(for: entry, in: app), line.map { String($0.characters) }]
      .compactMap(\.self).joined(separator: ": ")
  }
}

extension SearchScreen {
  func accessibleText(in app: AppState) -> AccessibleText {
    guard let search = app.search else { return AccessibleText(localized("Search")) }
    let found = search.found.entries
    var selected: String?
    if let entry = found.selectedEntry {
      selected = AccessibleText.item(
        ListScreen.text(forFound: entry, in: app), found.selected, of: found.count)
    } else if search.found.isAnswered, !search.field.text.isBlank {
      selected = localized("No results.")
    }
    return AccessibleText(
      localized("Search"),
      [proposal(in: search, app), search.text(today: app.now.day)].compactMap(\.self),
      selected: selected, field: .init(localized("Search"), search.field))
  }

  /// Returns a description of the suggestion that the completion key would accept.
  private func proposal(in search: SearchState, _ app: AppState) -> String? {
    guard let completion = search.completion, completion.isShown,
      let selected = completion.selected
    else { return nil }
    let words = completion.proposals[selected].words
    return localized("Press \(SearchPrompt.completionKey(app)) for “\(words)”.")
  }
}
