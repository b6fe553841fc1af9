import DiaryCore
import TerminalUI
import Text

/// The part of the app's state that every screen may read and change: terminal, settings, facts
/// about the diary and data shared by several screens.
///
/// A screen receives it in each call (see `Screen`), mutable while it handles input or requests
/// data. A change takes effect immediately. The stack of screens and the loop's own state are out
/// of reach: `push(_:)`, `pop()`, `jump(to:)` and others only queue a change, which
/// `AppState.carryOut(_:)` applies after the screen has returned and been stored.
///
/// It is a value without I/O. The few closures are injected by `AppEnvironment` and must be fast,
/// because they are called while drawing.
package struct ScreenContext: Sendable {
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
  /// Indicates that there is a change to undo or to redo.
  private(set) var canUndo = false
  private(set) var canRedo = false
  /// The names of commands called from the palette, newest first.
  var recentCommands: [String] = []
  /// The text that was cut, for pasting into other fields.
  package var killRing = KillRing()
  /// The number of the last request. Answers with an older number are outdated.
  package var requestID = 0

  /// The open screens, read-only. While a screen handles a key, it is still here in its former
  /// state.
  private(set) var screens = ScreenStack()
  /// The changes queued by screens that the loop hasn't applied yet.
  private var queued: [Effect] = []

  init(
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

  /// Mirrors the stack of open screens.
  mutating func mirror(_ screens: ScreenStack) { self.screens = screens }

  /// Mirrors what can be undone and redone.
  mutating func mirror(_ undo: UndoStack) {
    (canUndo, canRedo) = (undo.hasNext(.undo), undo.hasNext(.redo))
  }
}

// MARK: Queued changes

extension ScreenContext {
  /// Opens a screen over all others.
  mutating func push(_ screen: some Screen) { queue { $0.screens.push(screen) } }

  /// Opens a screen from which Ctrl-O returns here.
  mutating func jump(to screen: some Screen) {
    queue { state in
      state.recordJump()
      state.screens.push(screen)
    }
  }

  /// Closes the front screen.
  mutating func pop() { queue { $0.screens.pop() } }

  /// Closes the screens of a type.
  mutating func close<Kind: Screen>(
    _ kind: Kind.Type, where isMatch: @escaping @Sendable (Kind) -> Bool = { _ in true }
  ) {
    queue { $0.screens.removeAll(kind, where: isMatch) }
  }

  /// Records the current location, so that Ctrl-O returns to it.
  mutating func recordJump() {
    if let location { queue { $0.jumps.record(location) } }
  }

  private mutating func queue(_ change: @escaping @Sendable (inout AppState) -> Void) {
    queued.append(
      .update { state in
        change(&state)
        return []
      })
  }

  /// Removes and returns the queued changes.
  mutating func dequeueChanges() -> [Effect] {
    defer { queued = [] }
    return queued
  }
}

// MARK: - Requests

// Requests by screens to other screens and to the loop.
extension Effect {
  /// Passes a key to the front screen.
  static func press(_ key: KeyEvent) -> Effect { .update(key) { $0.sendToFront(key) } }

  /// Switches to another screen from anywhere.
  static func switchScreen(_ command: Command) -> Effect {
    .update(command) { $0.switchScreen(command) }
  }

  /// Opens the palette with the front screen's commands. From help, uses the screen below it.
  static var openPalette: Effect {
    .update { state in
      if state.screens.front is HelpState { state.screens.pop() }
      let (items, recent) = (state.context.paletteItems, state.recentCommands)
      state.screens.push(PaletteState(items, recent: recent))
      return []
    }
  }

  /// Returns to a visited location, or forward again.
  static func jump(_ direction: JumpList.Direction) -> Effect {
    .update(direction) { $0.jump(direction) }
  }

  /// Filters the list.
  static func show(_ scope: ListScope) -> Effect { .update { $0.show(scope) } }

  /// Shows the complete diary in the list. Ctrl-O returns here.
  static var showAll: Effect {
    .update { state in
      state.recordJump()
      return state.showAll()
    }
  }

  /// Removes the list's last filter.
  static func leaveScope(toList: Bool = false) -> Effect {
    .update(toList) { $0.leaveScope(toList: toList) }
  }

  static var rememberLeftView: Effect { .update { [.rememberView($0.leftView)] } }

  /// Undoes or redoes the last change, as soon as no save is running.
  static func ask(_ direction: UndoStack.Direction) -> Effect {
    .update(direction) { state in
      state.undo.ask(direction)
      return []
    }
  }

  /// Stops offering a discarded text for undo.
  static func stopOffering(_ draft: ID<Draft>) -> Effect {
    .update(draft) { state in
      state.undo.discarded.removeAll { $0 == draft }
      return []
    }
  }

  /// Rewrites a shown entry, unless a save is running: the shown version is then about to be
  /// replaced.
  static func rewriteShown(_ rewrite: Rewrite) -> Effect {
    .update(rewrite) { $0.undo.isSaving ? [] : [.rewrite(rewrite, draft: nil)] }
  }

  // MARK: The editor

  /// Changes the open editor and schedules a draft.
  static func changeEditor(_ body: @escaping @Sendable (inout EditorState) -> Void) -> Effect {
    .update { $0.changeEditor(body) }
  }

  /// Saves the open editor's text.
  static func saveEditor(_ rescue: EditorState.Rescue? = nil) -> Effect {
    .update { $0.saveEditor(rescue) }
  }

  /// Schedules a draft of the open editor's text.
  static var scheduleEditorDraft: Effect { .update { $0.scheduleDraft() } }

  /// Discards an editor's text.
  static func discard(_ draft: ID<Draft>) -> Effect { .update(draft) { $0.discard(draft) } }

  /// Closes an editor and its dialogs.
  static func closeEditor(of draft: ID<Draft>) -> Effect {
    .update(draft) { state in
      state.closeEditor(of: draft)
      return []
    }
  }
}

// MARK: - Settings

extension Settings {
  /// Applies the settings: theme, keys, preferences, photos and language change immediately.
  /// `speaks` only changes at the next start.
  func apply(to app: inout ScreenContext) -> [Effect] {
    app.settings = self
    app.keys = Keymap.changed(by: keys).keymap
    app.hideCommandsAboutOthers()
    // Conflicts are reported when the settings are read.
    _ = app.keys.receive(commands)
    app.showsPhotos = photos != .off && !app.speaks
    return [.adopt(photos, language, preferences.dateStyle(locale: app.localeDates))]
  }
}

extension SettingsError {
  /// The first error in the settings, for the bottom line, where a path has no room. The previous
  /// settings remain in effect.
  var brief: String? {
    guard let first = issues.first else { return nil }
    let name = first.path.split(separator: "/").last.map(String.init) ?? first.path
    let words = SettingsIssue(path: name, line: first.line, first.failure).text
    return issues.count > 1
      ? localized("\(words) There are \(issues.count - 1) more errors.") : words
  }
}

extension AppState {
  /// Applies settings, or shows the first error in them.
  mutating func adopt(_ result: Result<Settings, SettingsError>) -> [Effect] {
    switch result {
    case .success(let settings):
      context.toast = nil
      return settings == context.settings ? [] : settings.apply(to: &context)
    case .failure(let error):
      context.toast = error.brief
      return []
    }
  }
}

extension Message {
  /// Applies settings that were read again, or shows the first error in them.
  package static func settingsRead(_ result: Result<Settings, SettingsError>) -> Message {
    .performing(result) { $0.adopt(result) }
  }
}
