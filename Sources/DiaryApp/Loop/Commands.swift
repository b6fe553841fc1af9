import DiaryCore
import TerminalUI
import Text

extension Command {
  /// The list's commands that open another screen, regardless of the selection.
  static let otherScreens: [Command] = [
    .new, .search, .today, .calendar, .onThisDay, .gallery, .tagList, .journals, .lockedJournals,
    .statistics, .places, .map, .moods, .trips, .yearReview, .random, .drafts, .trash, .status,
    .settings,
    .sync, .lock, .importPhotos, .inbox,
    .importDiary, .export, .backup,
  ]
}

// Commands that are available on every screen.
extension AppState {
  /// Hides the commands that are only about other people in a diary of one person.
  mutating func hideCommandsAboutOthers() {
    if isShared {
      keys.hidden = []
    } else {
      // Other diaries on this machine have news, but the entries here still have no comments.
      keys.hidden = neighbors.isEmpty ? [.comment, .markRead, .notify] : [.comment]
    }
  }

  /// Applies an editing key to a field. Returns `false` for other keys.
  mutating func type(_ event: KeyEvent, into field: inout TextField) -> Bool {
    guard let command = keys.editing(for: event) else { return false }
    return field.apply(command, &killRing).isHandled
  }

  /// Copies the selection of a field, or quits if there is none.
  mutating func copyOrLeave(_ field: inout TextField) -> [Effect] {
    guard let text = field.content.selectedText else { return [.leave] }
    _ = field.apply(.copy, &killRing)
    return [.copy(text)]
  }

  /// Performs the default meaning of a command, for screens that don't define another.
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

  /// Shows an error, or restarts if the diary must be opened again.
  mutating func showError(_ error: DiaryError, title: String? = nil) {
    if error.requiresReopening { mustReopen = true } else { showError(error.line, title: title) }
  }

  mutating func showError(_ line: String, title: String? = nil) {
    push(NoticeState(title: title ?? localized("Couldn't do that"), lines: [line]))
  }

  // MARK: Opening screens

  /// Opens the command's screen; `nil` if it has none.
  mutating func open(for command: Command) -> [Effect]? {
    if [.new, .importPhotos, .inbox, .importDiary].contains(command), !mayWrite() { return [] }
    switch command {
    case .new:
      let journal = scope?.journal(among: journals)
      return begin(EditorState(newAt: now, in: journal, draft: .random()), on: now.day)
    case .search:
      recordJump()
      if let effects = resumeSearch() { return effects }
      search = SearchState(found: FoundList(number: nextRequestID()), searchSettings)
    case .today: return goToToday()
    case .calendar: CalendarState.open(DayPhrase(now.day, .day), in: &self)
    case .onThisDay: jump(to: OnThisDayState(now.day))
    case .gallery: return GalleryState.open(in: &self)
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
    case .drafts: jump(to: DraftListState())
    case .trash:
      jump(to: TrashState())
      return [.loadTrash]
    case .status:
      jump(to: StatusState())
      return [.loadStatus]
    case .settings: jump(to: SettingsScreen())
    case .sync: SyncScreen.open(in: &self)
    case .lock: return lockOrEncrypt()
    case .importPhotos: return PickerState.open(for: .folder, in: &self)
    case .inbox: return [.openInbox]
    case .importDiary: return PickerState.open(for: .diary, in: &self)
    case .export: return openExport()
    case .backup where combined != nil:
      toast = localized("Open one of the diaries to back it up.")
    case .backup: push(BackupState())
    default: return nil
    }
    return []
  }

  /// Selects today's last entry, or the last one before today.
  private mutating func goToToday() -> [Effect] {
    recordJump()
    guard found != nil else { return [.locate(now)] }
    entries.select(entries.firstRank(notNewerThan: EntrySortKey(endOfDayOf: now)))
    return []
  }

  /// Selects a random entry of the list, other than the selected one.
  private mutating func goToRandomEntry() {
    guard entries.count > 1 else { return }
    recordJump()
    let rank = Int.random(in: 0..<entries.count - 1)
    entries.select(rank < entries.selected ? rank : rank + 1)
  }

  /// Offers to export the complete diary or the list's contents.
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

  /// The choice of everything that may be shown.
  var wholeChoice: ExportChoice { hiddenJournals?.isEmpty ?? true ? .all : .unlocked }

  /// The choice of the list's contents; `nil` if the list isn't filtered or is still searching.
  var shownChoice: ExportChoice? {
    guard let found, !found.isSearching, found.entries.count > 0 else { return nil }
    return found.entries.ids(in: 0...found.entries.count - 1).map(ExportChoice.shown)
  }

  // MARK: The keys of the front screen

  /// The key tables of the front screen and the global one.
  var helpTables: [KeyTable] {
    var tables = front.keyTables(keys)
    if allowsCustomCommands, !keys.custom.isEmpty { tables.append(keys.customTable) }
    guard front.isTyping else { return tables + [everywhere] }
    let isPage = front is EditorState
    var text = isPage ? keys[.text].without(keys[.editor]) : keys[.text].forOneLine
    if isPage {
      let typed: [Binding] = [
        .typing("[[", .open, hint: "Link to an entry or a day"),
        .typing("#", .entryTags, hint: "Add a tag"),
      ]
      text = text.binding(typed + text.bindings)
    }
    tables.insert(text, at: 1)
    return tables + [everywhere.withoutLetters]
  }

  /// The global table, without commands that have no effect in front.
  private var everywhere: KeyTable {
    canSwitchScreen ? keys[.everywhere] : keys[.everywhere].without([.jumpBack, .jumpForward])
  }

  /// Returns the front screen's key for a command, to be named in a text; `nil` if it has none.
  func keyName(of command: Command) -> String? {
    helpTables.lazy.compactMap { $0.keyName(of: command) }.first
  }

  /// The list's key that opens the settings, to be named in a text.
  var settingsKey: String { keys[.list].keyName(of: .settings) ?? ":" }

  /// The commands of the front screen, the global ones, and those that open other screens.
  var paletteItems: [PaletteItem] {
    let tables = helpTables
    var items: [PaletteItem] = []
    for (index, table) in tables.enumerated() {
      for binding in table.bindings
      where binding.command != .palette && isAvailable(binding.command) {
        // The screen's own table has priority over the global one.
        let before = tables[..<index]
        guard !before.contains(where: { $0.keyName(of: binding.command) != nil }),
          let key = binding.keys.first(where: { key in
            !before.contains { $0.command(for: key) != nil }
          })
        else { continue }
        items.append(PaletteItem(binding, .key(key)))
      }
    }
    guard canSwitchScreen else { return items }
    let known = Set(items.map(\.words))
    guard let front = screens.front else { return items }
    for command in Command.otherScreens
    where front.opener != command && isAvailable(command, on: ListScreen()) {
      // The user may have removed its keys.
      let standard = KeyScreen.list.defaults.bindings.first { $0.command == command }?.bound(to: [])
      let own = keys[.list].bindings.first { $0.command == command }
      guard let binding = own ?? standard, !known.contains(binding.help) else { continue }
      items.append(PaletteItem(binding, .otherScreen(command), screen: keys[.list].title))
    }
    return items
  }

  /// Returns the keys that an event's Hangul is typed with if letters are commands in front and the
  /// event itself has no command; `nil` for other events.
  func commandLetters(of key: KeyEvent) -> [KeyEvent]? {
    guard takesLetterCommands || !key.modifiers.isEmpty, !isCustomCommand(key),
      front.command(for: key, in: self) == nil
    else { return nil }
    return key.twoSetKeys
  }

  /// Indicates that a key has no effect in front. In dialogs and texts, keys without an effect
  /// aren't mentioned.
  func isUnused(_ key: KeyEvent) -> Bool {
    guard !front.isTyping, !hasDialog, !isCustomCommand(key) else { return false }
    return front.command(for: key, in: self).map { !hasEffect($0) } ?? true
  }

  func line(aboutUnused key: KeyEvent) -> String {
    var all = keys
    all.hidden = []
    if keys.hidden.contains(.comment),
      front.keyTables(all).contains(where: { $0.command(for: key) == .comment })
    {
      return localized("Comments are for diaries that several people share.")
    }
    guard let help = keyName(of: .help) else {
      return localized("\(key.name.printable) does nothing here.")
    }
    return localized("\(key.name.printable) does nothing here. \(help) shows the keys.")
  }

  /// Returns `true` if a command of the front screen can have an effect now. The bottom line and
  /// the palette omit the others. Their keys still say why they have none, and help lists all.
  func isAvailable(_ command: Command) -> Bool { isAvailable(command, on: front) }

  private func isAvailable(_ command: Command, on screen: any Screen) -> Bool {
    guard hasEffect(command), screen.isAvailable(command, in: self) else { return false }
    return switch command {
    case .undo: undo.hasNext(.undo) || screen.isTyping
    case .redo: undo.hasNext(.redo) || screen.isTyping
    case .sync: sync.isOffered
    default: true
    }
  }

  /// Returns `true` if a command can have an effect on an entry, if there is one.
  func isAvailable(_ command: Command, for entry: Entry?) -> Bool {
    switch command {
    case .open, .history, .copyText: entry != nil
    case .versions: (entry?.heads.count ?? 0) > 1
    case .comment: entry.map { !$0.isTrashed && obstacle(beside: $0) == nil } ?? false
    case .edit, .editExternally, .delete, .toggleStar, .togglePin, .entryTags, .moveToJournal:
      entry.map { !$0.isTrashed && mayChange($0) } ?? false
    default: true
    }
  }

  /// Filters out commands without effect, such as left and right in a list of rows.
  private func hasEffect(_ command: Command) -> Bool {
    if let reader = screens.front(as: ReaderState.self), command == .restore {
      return reader.entry.isTrashed
    }
    if command == .lock { return lockState != nil }
    if command == .lockedJournals { return lockState == .open }
    guard screens.isEmpty, listForm != .sheet else { return true }
    return command != .left && (command != .right || search == nil)
  }
}

extension AppState {
  /// Switches to another screen from anywhere. Returns to a screen that is already open; the list's
  /// own commands close all screens.
  mutating func switchScreen(_ command: Command) -> [Effect] {
    let isMatch: (any Screen) -> Bool = { $0.opener == command }
    if screens.contains(where: isMatch) {
      recordJump()
      screens.goBack(to: isMatch)
      return []
    }
    if command == .search || command == .today || command == .random {
      recordJump()
      screens.removeAll()
      feed = nil
      if search != nil { return [] }
    }
    return open(for: command) ?? []
  }
}

extension EntrySortKey {
  /// Creates the key that sorts after all entries of a day.
  init(endOfDayOf date: EntryDate) {
    self.init(
      date: date.instant + Int64(86_399 - date.secondOfDay),
      created: Timestamp(milliseconds: .max), id: ID(high: .max, low: .max))
  }
}
