import DiaryCore
import Localization
import TerminalUI

extension Command {
  /// Those of the list that lead to another screen, whatever is selected.
  static let elsewhere: [Command] = [
    .new, .search, .today, .calendar, .onThisDay, .gallery, .tagList, .journals, .lockedJournals,
    .statistics, .places, .map, .moods, .trips, .yearReview, .random, .drafts, .trash, .status,
    .sync, .lock, .importPhotos, .inbox,
    .importDiary, .export,
  ]
}

// What commands do on every screen.
extension ScreenContext {
  /// Whether the key was one for a field, and has been carried out.
  mutating func type(_ event: KeyEvent, into field: inout TextField) -> Bool {
    guard let command = keys.editing(for: event) else { return false }
    return field.apply(command, &killRing).isTaken
  }

  /// Carries out what a command means wherever no screen has another meaning for it.
  mutating func updateEverywhere(_ command: Command) -> [Effect] {
    switch command {
    case .help: push(HelpState(helpTables))
    case .undo: return [.ask(.undo)]
    case .redo: return [.ask(.redo)]
    case .leave: return [.leave]
    case .suspend: return [.suspend]
    case .redraw:
      reloadLists()
      return [.redraw]
    case .palette: return [.openPalette]
    case .jumpBack: return [.jump(.back)]
    case .jumpForward: return [.jump(.forward)]
    default: break
    }
    return []
  }

  mutating func showError(_ error: DiaryError) { showError(error.line) }

  mutating func showError(_ line: String) {
    push(NoticeState(title: localized("Couldn't do that"), lines: [line]))
  }

  // MARK: Going elsewhere

  /// Opens what a command leads to; `nil` if it leads nowhere.
  mutating func lead(to command: Command) -> [Effect]? {
    if [.new, .importPhotos, .inbox, .importDiary].contains(command), !mayWrite() { return [] }
    switch command {
    case .new:
      return begin(EditorState(newAt: now, in: scope?.journal, draft: .random()), on: now.day)
    case .search:
      recordJump()
      search = SearchState(number: nextRequestID())
    case .today: return goToToday()
    case .calendar: CalendarState.open(DayPhrase(now.day, .day), in: &self)
    case .onThisDay: jump(to: OnThisDayState(now.day))
    case .gallery: GalleryState.open(in: &self)
    case .tagList: jump(to: TagListState())
    case .journals: JournalsState.open(in: &self)
    case .lockedJournals: return showOrHideLockedJournals()
    case .statistics: jump(to: StatisticsState())
    case .places: PlacesState.open(in: &self)
    case .map: MapState.open(mapScope, in: &self)
    case .moods: jump(to: MoodsState())
    case .trips: jump(to: TripsState())
    case .yearReview: jump(to: YearReviewState(now.day.year, isAnyYear: true))
    case .random: goToRandomEntry()
    case .drafts:
      _ = offerAgain { _ in true }
      return [.findDiscarded(nil)]
    case .trash:
      jump(to: TrashState())
      return [.loadTrash]
    case .status:
      jump(to: StatusState())
      return [.loadStatus]
    case .sync: SyncScreen.open(in: &self)
    case .lock: return lockOrEncrypt()
    case .importPhotos: return PickerState.open(for: .folder, in: &self)
    case .inbox: return [.openInbox]
    case .importDiary: return PickerState.open(for: .diary, in: &self)
    case .export: return openExport()
    default: return nil
    }
    return []
  }

  /// To today, or the last entry before it.
  private mutating func goToToday() -> [Effect] {
    recordJump()
    guard found != nil else { return [.locate(now)] }
    entries.select(entries.firstRank(notNewerThan: EntrySortKey(endOfDayOf: now)))
    return []
  }

  /// To any entry of those that the list shows but the selected one.
  private mutating func goToRandomEntry() {
    guard entries.count > 1 else { return }
    recordJump()
    let rank = Int.random(in: 0..<entries.count - 1)
    entries.select(rank < entries.selected ? rank : rank + 1)
  }

  /// Offers to export the whole diary, or what the list shows of it.
  mutating func openExport() -> [Effect] {
    guard let found else { return ExportState.open([wholeChoice], in: &self) }
    guard let shown = shownChoice else {
      toast =
        found.isSearching
        ? localized("Still searching.") : localized("Nothing to export.")
      return []
    }
    return ExportState.open([wholeChoice, shown], in: &self)
  }

  /// All that may be shown, as a choice.
  var wholeChoice: ExportChoice { hiddenJournals?.isEmpty ?? true ? .all : .unlocked }

  /// What the list shows, as a choice, where that is a part of the diary that has been found.
  var shownChoice: ExportChoice? {
    guard let found, !found.isSearching, found.entries.count > 0 else { return nil }
    return found.entries.ids(in: 0...found.entries.count - 1).map(ExportChoice.shown)
  }

  // MARK: The keys of the front screen

  /// The tables of the front screen and of everywhere.
  var helpTables: [KeyTable] {
    var tables = front.keyTables(keys)
    if takesOwnCommands, !keys.own.isEmpty { tables.append(keys.ownTable) }
    guard front.isTyping else { return tables + [everywhere] }
    let isPage = front is EditorState
    let text = isPage ? keys[.text].without(keys[.editor]) : keys[.text].forOneLine
    tables.insert(text, at: 1)
    return tables + [everywhere.withoutLetters]
  }

  /// Those of everywhere that do something in front.
  private var everywhere: KeyTable {
    canGoElsewhere ? keys[.everywhere] : keys[.everywhere].without([.jumpBack, .jumpForward])
  }

  /// The key by which the front screen calls a command, for a text that says how; `nil` if none does.
  func keyName(of command: Command) -> String? {
    helpTables.lazy.compactMap { $0.keyName(of: command) }.first
  }

  /// All commands of the front screen, those of everywhere, and those that lead elsewhere.
  var paletteItems: [PaletteItem] {
    let tables = helpTables
    var items: [PaletteItem] = []
    for (index, table) in tables.enumerated() {
      for binding in table.bindings where binding.command != .palette && canCall(binding.command) {
        // What a screen has for itself goes before what everywhere has.
        let before = tables[..<index]
        guard !before.contains(where: { $0.keyName(of: binding.command) != nil }),
          let key = binding.keys.first(where: { key in
            !before.contains { $0.command(for: key) != nil }
          })
        else { continue }
        items.append(PaletteItem(binding, .key(key)))
      }
    }
    guard canGoElsewhere else { return items }
    let known = Set(items.map(\.words))
    guard let front = screens.front else { return items }
    for command in Command.elsewhere where front.opener != command {
      // A person may have taken its keys away.
      let standard = KeyScreen.list.defaults.bindings.first { $0.command == command }?.calling(
        with: [])
      let own = keys[.list].bindings.first { $0.command == command }
      guard let binding = own ?? standard, !known.contains(binding.help) else { continue }
      items.append(PaletteItem(binding, .elsewhere(command), screen: keys[.list].title))
    }
    return items
  }

  /// Nothing stands beside an entry in a list of lines, and only what is in the trash is restored.
  private func canCall(_ command: Command) -> Bool {
    if let reader = screens.front(as: ReaderState.self), command == .restore {
      return reader.entry.isTrashed
    }
    if command == .lock { return lockState != nil }
    if command == .lockedJournals { return lockState == .open }
    return ![.left, .right].contains(command) || !screens.isEmpty || listForm == .sheet
  }
}

extension AppState {
  /// Goes to another screen from any one. A screen that lies below already is gone back to; what
  /// is the list's is done there.
  mutating func goElsewhere(_ command: Command) -> [Effect] {
    let isMeant: (any Screen) -> Bool = { $0.opener == command }
    if screens.contains(where: isMeant) {
      recordJump()
      screens.goBack(to: isMeant)
      return []
    }
    if command == .search || command == .today || command == .random {
      recordJump()
      screens.removeAll()
      context.feed = nil
      if context.search != nil { return [] }
    }
    return context.lead(to: command) ?? []
  }
}

extension EntrySortKey {
  /// The order of whatever comes last on a day.
  init(endOfDayOf date: EntryDate) {
    self.init(
      date: date.instant + Int64(86_399 - date.secondOfDay),
      created: Timestamp(milliseconds: .max), id: ID(high: .max, low: .max))
  }
}
