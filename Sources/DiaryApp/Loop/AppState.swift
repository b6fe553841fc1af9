import DiaryCore
import TerminalUI
import Text

/// The complete state of the app: what all screens share, the stack of open screens, and all that
/// drawing needs. What belongs to one feature is in its screen.
///
/// `App` owns the single instance. It passes each message to `update(_:now:)`, draws `frame` and
/// runs the returned effects. A screen receives the state in each call (see `Screen`), mutable
/// while it handles input or requests data; it opens and closes screens by `push(_:)`, `pop()` and
/// `jump(to:)`. Until the call returns, `screens` contains the screen in its former state.
///
/// It is a value without I/O, so a test can drive it with messages alone. The few closures are
/// injected by `AppEnvironment` and must be fast, because they are called while drawing.
package struct AppState: Sendable {
  // MARK: Shared by the screens

  package var size: Size
  package var colors: ColorDepth
  /// The terminal's capabilities and colors, as far as it has reported them.
  package var facts = TerminalFacts() { didSet { renewTheme() } }
  /// Indicates that Caps Lock is on, as far as the terminal reports it during hidden input.
  package var hasCapsLock = false
  /// Draws photos if `true`; otherwise shows their names.
  package var showsPhotos = true
  package var theme: Theme
  /// The user's settings in effect.
  package var settings = Settings() { didSet { renewTheme() } }
  package var preferences: Preferences {
    get { settings.preferences }
    set { settings.preferences = newValue }
  }
  /// The path of the settings file.
  var settingsFile = ""
  /// Describes the focused element in words instead of drawing the screen, for `--plain`.
  package var speaks = false
  /// The key bindings of each screen.
  package var keys = Keymap()
  /// The user's local time when the last message arrived.
  package var now: EntryDate
  /// Converts a timestamp to the user's time zone.
  package var localDate: @Sendable (Timestamp) -> EntryDate
  /// Returns the path of a photo's file.
  package var assetPath: @Sendable (Photo) -> String
  /// Indicates that a program for extracting video frames is installed.
  package var canExtractFrames: @Sendable () -> Bool = { false }
  package var homeFolder: String
  /// The folders in which the pickers start.
  package var startFolders: [FolderUse: String]
  /// The photo picker's settings, kept during this run.
  var pickerOrder = PickerState.Order.date
  var pickerShowsHidden = false
  var takenDates = TakenDates()

  /// The author whose entries may be changed; `nil` while unknown.
  package var author: AuthorID?
  var authorName: String?
  /// The names of all authors in the diary. In a combined view of several diaries, each entry has
  /// its own.
  var authorNames: [AuthorID: String] = [:]
  /// `true` unless the diary is of one person alone (`DiaryService.isShared()`).
  var isShared = true { didSet { hideCommandsAboutOthers() } }
  /// The reason why the diary is read-only; `nil` if it is writable, or while unknown.
  var obstacle: AccountError?
  /// The complete diary.
  package var list = EntryList()
  /// The filters that are applied to the list, each within the one before. Empty for the complete
  /// diary.
  package internal(set) var scopes: [ScopedList] = []
  package var search: SearchState?
  package internal(set) var pinned = PinnedStrip()
  package var marks = Marks()
  /// The journals in their order, as far as they have been read.
  var journals: [Journal] = []
  var journalsAreStale = false
  /// Photos of which the diary has similar ones, as far as they are known.
  var alike: Set<AssetID> = []
  /// The saved searches by name, as far as they have been read.
  var searches: [CountedSearch] = []
  /// The diary's name; `nil` for the default diary.
  var diaryName: String?
  /// The combined view of all diaries; `nil` while one is open.
  var combined: CombinedDiaries?
  /// The other diaries on this machine, as far as they are known.
  var neighbors: [OtherDiary] = [] { didSet { hideCommandsAboutOthers() } }
  /// The unread entries and comments of others.
  var news: [DiaryNews] = []
  var newsIsStale = false
  /// Indicates that unread news can be determined.
  var supportsNews = false
  /// The journals whose entries are hidden everywhere; `nil` while unknown.
  var hiddenJournals: HiddenJournals?
  /// The diary's tags, read when the first tag is typed.
  var tags: TagCounts?
  /// The spelling results for words that have been in view while writing.
  var checkedWords = CheckedWords()
  /// The number of items waiting in the inbox, as far as it is known.
  var inbox: InboxCount?
  /// The questions offered on an empty page.
  var prompts = Prompts()
  /// The folder that was searched for templates; empty before the first search.
  var templateFolder = ""
  package var toast: String?
  /// The key that asked to be pressed again, until another event arrives.
  var pressedKey: KeyEvent?
  package var pictures = PictureStore()
  var lengths = TextLengths()
  var mediaLengths = MediaLengths()
  var matches = EntryMatches()
  /// The reading of the words in photos in the background.
  var photoTexts = PhotoTextActivity()
  /// The list's presentation of entries.
  package var listForm = ListForm.plain
  /// The first day of the week in the user's locale: 0 for Sunday.
  package var localeWeekday = 1
  package var localeDates = DateStyle()
  /// The entries written on this day in earlier years.
  var returning: ReturningDay?
  /// The number of entries in the trash, if it was counted for an empty diary's page.
  var trashed = 0
  /// The gallery's photos, while it is open.
  package var feed: PhotoFeed?
  /// The diary's statistics, while a screen shows them.
  var figures: StatisticsCache?
  /// The state of the diary's encryption; `nil` if encryption isn't available.
  package var lockState: LockState?
  /// The remotes and devices, and the running sync.
  var sync = SyncActivity()
  /// The drafts found that are still to be offered, newest first.
  var draftsLeft: [DraftOfferState] = []
  /// The names of commands called from the palette, newest first.
  var recentCommands: [String] = []
  /// The text that was cut, for pasting into other fields.
  package var killRing = KillRing()
  /// The number of the last request. Answers with an older number are outdated.
  package var requestID = 0

  // MARK: The loop

  /// The screens and dialogs over the list, the front one last. Only the front one receives keys.
  package var screens = ScreenStack()
  /// The program's running time when the last message arrived.
  package var uptime = Duration.zero
  /// The last key that closed a screen, to detect an accidental repetition that would quit.
  var leavingKey: LeavingKey?
  /// Indicates that the last key had no command.
  var wasKeyUnused = false
  /// The visited locations, for jumping back and forward.
  package internal(set) var jumps = JumpList()
  /// The view saved at the end of the last run.
  package internal(set) var remembered = RememberedView()
  package var undo = UndoStack()
  /// Discarded texts whose drafts haven't been saved yet. Undo offers them once they are.
  var discarding: [EditorState] = []
  /// The comparison that is being computed in the background.
  var comparing: Comparison?
  /// Indicates that the entries in the trash must be counted again.
  var trashedIsStale = true
  /// Set when the program will end after the running save: `true` to end even if the save fails,
  /// `false` to stay in that case. `nil` if the program isn't ending.
  var endsAfterSave: Bool?
  /// Indicates that the program is about to restart with the diary locked.
  var isLocking = false
  /// Indicates that another program has encrypted or decrypted the diary, so that this one must
  /// restart.
  var mustReopen = false
  /// The diary to open when the program restarts.
  var opening: DiaryOpening?
  var autoLock = AutoLock()
  /// The process ID. It stays the same when the program restarts within the process.
  var process: Int32 = 0
  /// The draft that was open when the diary was locked, until it is opened again.
  var resumedDraft: ID<Draft>?
  /// Indicates that the diary was just opened: the next frame waits for its rows.
  var awaitsRows = false
  /// Indicates that the program was started to write one entry, and ends with it.
  var writesOne = false
  /// Indicates that the program ends with a text that was left as a draft.
  var hasLeftDraft = false
  /// The entry added last.
  package internal(set) var added: ID<Entry>?

  package init(
    size: Size, colors: ColorDepth, now: EntryDate, homeFolder: String, initialFolder: String,
    localDate: @escaping @Sendable (Timestamp) -> EntryDate,
    assetPath: @escaping @Sendable (Photo) -> String
  ) {
    self.size = size
    self.colors = colors
    theme = Theme(colors: colors)
    self.now = now
    self.homeFolder = homeFolder
    startFolders = [.photos: initialFolder]
    self.localDate = localDate
    self.assetPath = assetPath
  }

  /// The color behind pictures as 0xRRGGBB: the theme's, or what the terminal has reported.
  var background: UInt32? { theme.backgroundRGB ?? facts.background }

  private mutating func renewTheme() {
    theme = Theme(colors: colors, preferences: preferences, background: facts.background)
  }

  /// The bottom screen: the list, or its search.
  var bottom: any Screen { search == nil ? ListScreen() : SearchScreen() }
  /// The screen or dialog in front.
  var front: any Screen { screens.front ?? bottom }

  /// Returns `true` if the key was pressed twice in a row. Otherwise shows a request to press it
  /// again.
  mutating func isRepeated(_ key: KeyEvent, orShow request: String) -> Bool {
    guard pressedKey != key else { return true }
    pressedKey = key
    toast = request
    return false
  }

  /// Returns `true` if the key that closes a dialog with unsaved text was pressed twice in a row. A
  /// user who types on without looking stays in the field.
  mutating func mayClose(_ key: KeyEvent) -> Bool {
    isRepeated(key, orShow: localized("Press \(key.name) again to close without saving."))
  }

  mutating func nextRequestID() -> Int {
    requestID += 1
    return requestID
  }

  /// Applies the effects that change the state, and returns the rest.
  mutating func applyUpdates(_ effects: [Effect]) -> [Effect] {
    effects.flatMap { effect in
      guard case .update(let change) = effect.work else { return [effect] }
      return applyUpdates(change(&self))
    }
  }
}

// MARK: - Opening and closing screens

extension AppState {
  /// Opens a screen over all others.
  mutating func push(_ screen: some Screen) { screens.push(screen) }

  /// Opens a screen from which Ctrl-O returns here.
  mutating func jump(to screen: some Screen) {
    recordJump()
    push(screen)
  }

  /// Closes the front screen.
  mutating func pop() { screens.pop() }

  /// Closes the screens of a type.
  mutating func close<Kind: Screen>(
    _ kind: Kind.Type, where isMatch: (Kind) -> Bool = { _ in true }
  ) {
    screens.removeAll(kind, where: isMatch)
  }
}

// MARK: - Starting up

/// The screens' starting point once the diary can be read.
package struct InitialState: Sendable {
  package var place: InitialScreen
  /// The list's first rows, already being read.
  package var firstRows: FirstRows?
  /// The view saved at the end of the last run.
  package var remembered: RememberedView
  /// The draft to continue with, without asking.
  package var draft: ID<Draft>?
  /// The problems found when the diary was unlocked, shown first.
  package var warnings: [String]
  /// The recovery words of an encrypted diary, separated by spaces, if the user hasn't seen them
  /// yet. The program that made them was stopped before.
  package var unseenWords: String?

  package init(
    at place: InitialScreen = .newest, firstRows: FirstRows? = nil,
    remembered: RememberedView = RememberedView(), draft: ID<Draft>? = nil, warnings: [String] = [],
    unseenWords: String? = nil
  ) {
    self.place = place
    self.firstRows = firstRows
    self.remembered = remembered
    self.draft = draft
    self.warnings = warnings
    self.unseenWords = unseenWords
  }
}

extension AppState {
  /// Opens the first screen. Returns only the effects that the first frame needs.
  package mutating func begin(with beginning: InitialState) -> [Effect] {
    remember(beginning.remembered)
    resumedDraft = beginning.draft
    let effects = begin(at: beginning.place)
    if let words = beginning.unseenWords {
      screens.push(RecoveryWordsDialog.notice(words, for: .diary))
    }
    if !beginning.warnings.isEmpty {
      let title = localized("While the diary was locked")
      screens.push(NoticeState(title: title, lines: beginning.warnings))
    }
    return start(beginning.firstRows) + effects
  }
}

/// The screen that the diary opens with.
package enum InitialScreen: Sendable {
  case newest
  /// The list at an entry.
  case list(rank: Int)
  /// An entry in the reader, and also in the editor if `edits`; its rank in the list behind.
  case entry(Entry, rank: Int, edits: Bool = false)
  case calendar(DayPhrase)
  /// The location at which the last run ended.
  case last(ResolvedLocation)
  /// A new entry in the editor with these fields, and optionally the photos of its day. The program
  /// ends when the editor is closed.
  case writing(EntryFields, addsPhotosOfDay: Bool = false)
  /// The `writing` session that was interrupted when the diary was locked, continued from its
  /// draft.
  case writingAgain(Draft)

  /// Indicates that the list begins with its first rows.
  package var isAtNewest: Bool {
    switch self {
    case .newest, .calendar, .writing, .writingAgain: true
    case .list(let rank), .entry(_, let rank, _): rank == 0
    case .last(let visit): visit.listRank == 0
    }
  }
}

/// The list's first rows, read in parallel with the terminal's setup.
package struct FirstRows: Sendable {
  private let reading: Task<Result<Message, DiaryError>, Never>

  /// Fills most screens.
  private static let limit = 60
  private static let pinnedLimit = 16

  /// - Parameter today: the day to look back from.
  package init(of service: DiaryService, today: CalendarDay) {
    reading = Task.detached {
      do {
        let entries = try await service.entries(EntryQuery(limit: Self.limit))
        let total = try await service.count()
        let rows = EntryList.Rows(offset: 0, limit: Self.limit)
        let pinned = try await Self.pinned(service)
        let returning = ReturningDay(today, try await service.entries(onThisDay: today, years: 1))
        return .success(
          .rowsLoaded(
            rows, entries: entries, total: total, pinned: pinned, returning: returning))
      } catch {
        return .failure(DiaryError(error))
      }
    }
  }

  /// Returns the newest pinned entries, enough for most users: they are shown above the list, so
  /// the first frame needs them.
  private static func pinned(_ service: DiaryService) async throws -> FoundEntries {
    let entries = try await service.entries(EntryQuery(.pinned, limit: pinnedLimit))
    var found = FoundEntries(requestID: 0, predicate: .pinned, orders: entries.map(\.sortKey))
    found.first = entries
    found.isEnd = entries.count < pinnedLimit
    return found
  }

  var message: Message {
    get async throws { try await reading.value.get() }
  }
}

// MARK: - Leaving

/// The program's result when the screens end.
package struct SessionResult: Sendable {
  /// The entry added last.
  package var added: ID<Entry>?
  /// Indicates that unsaved text is kept as a draft.
  package var keepsDraft: Bool
  /// Indicates that the program is to restart with the diary locked.
  package var locks = false
  /// The diary to open when the program restarts.
  package var opens: DiaryOpening?
}
