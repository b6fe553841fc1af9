import DiaryCore
import DiarySettings
import Localization
import TerminalUI
import TextEditing

/// What a screen may see and change of the app besides itself: the terminal and the settings, what is
/// known of the diary, and what several screens share. What is to become of the screens, and of what
/// only the loop has, it says: the loop does it as soon as the screen has changed itself.
package struct ScreenContext: Sendable {
  package var size: Size
  package var colors: ColorDepth
  /// What the terminal has told of itself.
  package var facts = TerminalFacts() { didSet { renewTheme() } }
  /// Whether Caps Lock is on, as far as the terminal tells while something is typed unseen.
  package var hasCapsLock = false
  /// Whether photos are drawn; else their names stand for them.
  package var showsPhotos = true
  package var theme: Theme
  package var preferences = Preferences() { didSet { renewTheme() } }
  /// Whether what has the focus is told in words rather than drawn.
  package var speaks = false
  /// What keys do, on each screen.
  package var keys = Keymap()
  /// The person's time when the last message came.
  package var now: EntryDate
  /// A time in the person's own zone.
  package var localDate: @Sendable (Timestamp) -> EntryDate
  /// Where an asset's file is.
  package var assetPath: @Sendable (Photo) -> String
  /// Whether there is a program that takes frames from films.
  package var takesFrames: @Sendable () -> Bool = { false }
  package var homeFolder: String
  /// Where the pickers begin.
  package var startFolders: [FolderUse: String]
  /// How the photo picker was left in this run.
  var pickerOrder = PickerState.Order.date
  var pickerShowsHidden = false
  var takenDates = TakenDates()

  /// Whose entries may be changed; `nil` while that isn't known.
  package var author: AuthorID?
  var authorName: String?
  /// Of all whose entries stand in the diary; of several that are shown as one, each entry tells it.
  var authorNames: [AuthorID: String] = [:]
  /// Why nothing can be written in the diary; `nil` where it can, or while that isn't known.
  var obstacle: AccountError?
  /// The whole diary.
  package var list = EntryList()
  /// The parts of it that the list shows instead, each within the one before.
  package internal(set) var scopes: [ScopedList] = []
  package var search: SearchState?
  package internal(set) var pinned = PinnedStrip()
  package var marks = Marks()
  /// In their order, as far as they are known.
  var journals: [Journal] = []
  var journalsAreStale = false
  /// What the diary is called; `nil` for one's own.
  var diaryName: String?
  /// What is shown of all diaries as one; `nil` while one is open.
  var together: DiariesTogether?
  /// The diaries beside it, as far as they are known.
  var neighbors: [NeighborDiary] = []
  /// What others have written and isn't read yet.
  var news: [DiaryNews] = []
  var newsIsStale = false
  /// Whether anybody can tell of that.
  var tellsNews = false
  /// Those whose entries are left out of all that is shown; `nil` while that isn't known.
  var hiddenJournals: HiddenJournals?
  /// The diary's tags, once one has been typed.
  var tags: TagCounts?
  /// What is known of the words that came into view while writing.
  var checkedWords = CheckedWords()
  /// What waits in the inbox, as far as it is known.
  var inbox: InboxCount?
  /// What an empty page asks.
  var prompts = Prompts()
  /// Where templates are looked for, once they have been.
  var templateFolder = ""
  package var toast: String?
  package var pictures = PictureStore()
  var lengths = TextLengths()
  var mediaLengths = MediaLengths()
  var matches = EntryMatches()
  /// How the list shows entries.
  package var listForm = ListForm.plain
  /// The day that weeks begin with where the person lives: 0 for Sunday.
  package var localeWeekday = 1
  /// What earlier years had on this day.
  var returning: ReturningDay?
  /// How many entries are in the trash, as far as it was counted for the page of an empty diary.
  var trashed = 0
  /// The photos of the gallery, while it is open.
  package var feed: PhotoFeed?
  /// What is counted of the diary, while a screen shows it.
  var figures: StatisticsCache?
  /// Whether the diary is encrypted, and open; `nil` where it can't be encrypted.
  package var lockState: LockState?
  /// Remotes and devices, and what is under way with them.
  var sync = SyncStanding()
  /// Drafts that were found and that nothing has become of, the latest first.
  var draftsLeft: [DraftOfferState] = []
  /// Names of commands that were called from the palette, the last one first.
  var recentCommands: [String] = []
  /// What was cut in a text, to be put into another one.
  package var killRing = KillRing()
  /// Counts searches and drafts, so that late answers are known.
  package var requestID = 0

  /// What is open, to look at; one that is taking a key stands here as it was before.
  private(set) var screens = ScreenStack()
  /// What screens have said that the loop hasn't done yet.
  private var said: [Effect] = []

  init(
    size: Size, colors: ColorDepth, now: EntryDate, homeFolder: String, startFolder: String,
    localDate: @escaping @Sendable (Timestamp) -> EntryDate,
    assetPath: @escaping @Sendable (Photo) -> String
  ) {
    self.size = size
    self.colors = colors
    theme = Theme(colors: colors)
    self.now = now
    self.homeFolder = homeFolder
    startFolders = [.photos: startFolder]
    self.localDate = localDate
    self.assetPath = assetPath
  }

  private mutating func renewTheme() {
    theme = Theme(colors: colors, preferences: preferences, background: facts.background)
  }

  /// What lies at the bottom: the list, as it is or while one searches in it.
  var bottom: any Screen { search == nil ? ListScreen() : SearchScreen() }
  /// The screen or dialog in front.
  var front: any Screen { screens.front ?? bottom }

  mutating func nextRequestID() -> Int {
    requestID += 1
    return requestID
  }

  /// Shows what is open now.
  mutating func see(_ screens: ScreenStack) { self.screens = screens }
}

// MARK: What a screen says

extension ScreenContext {
  /// Opens a screen over all others.
  mutating func push(_ screen: some Screen) { say { $0.screens.push(screen) } }

  /// Opens a screen which Ctrl-O leads back from.
  mutating func jump(to screen: some Screen) {
    say { state in
      state.recordJump()
      state.screens.push(screen)
    }
  }

  /// Closes the front screen.
  mutating func pop() { say { $0.screens.pop() } }

  /// Closes the screens of a kind.
  mutating func close<Kind: Screen>(
    _ kind: Kind.Type, where isMeant: @escaping @Sendable (Kind) -> Bool = { _ in true }
  ) {
    say { $0.screens.removeAll(kind, where: isMeant) }
  }

  /// One leaves for somewhere else: Ctrl-O leads back here.
  mutating func recordJump() {
    if let location { say { $0.jumps.record(location) } }
  }

  private mutating func say(_ change: @escaping @Sendable (inout AppState) -> Void) {
    said.append(
      .update { state in
        change(&state)
        return []
      })
  }

  /// All that was said since.
  mutating func takeSaid() -> [Effect] {
    defer { said = [] }
    return said
  }
}

// MARK: - Requests

// What screens ask of other screens, and of what only the loop has.
extension Effect {
  /// Gives a key to the screen in front.
  static func press(_ key: KeyEvent) -> Effect { .update(key) { $0.giveFront(key) } }

  /// Goes to another screen from any one.
  static func goElsewhere(_ command: Command) -> Effect {
    .update(command) { $0.goElsewhere(command) }
  }

  /// Opens the palette with the commands of the screen in front; help is of the one below it.
  static var openPalette: Effect {
    .update { state in
      if state.screens.front is HelpState { state.screens.pop() }
      let (items, recent) = (state.context.paletteItems, state.recentCommands)
      state.screens.push(PaletteState(items, recent: recent))
      return []
    }
  }

  /// Goes back to where one was, or forward again.
  static func jump(_ direction: JumpList.Direction) -> Effect {
    .update(direction) { $0.jump(direction) }
  }

  /// Shows a part of the diary in the list.
  static func show(_ scope: ListScope) -> Effect { .update { $0.show(scope) } }

  /// Shows the whole diary in the list; Ctrl-O leads back here.
  static var showAll: Effect {
    .update { state in
      state.recordJump()
      return state.showAll()
    }
  }

  /// Goes back to what the list showed before the scope.
  static func leaveScope(toList: Bool = false) -> Effect {
    .update(toList) { $0.leaveScope(toList: toList) }
  }

  static var rememberLeftView: Effect { .update { [.rememberView($0.leftView)] } }

  /// Takes the last change back, or makes it again, once nothing is being saved.
  static func ask(_ direction: UndoStack.Direction) -> Effect {
    .update(direction) { state in
      state.undo.ask(direction)
      return []
    }
  }

  /// Undo doesn't offer a text that was thrown away any more.
  static func stopOffering(_ draft: ID<Draft>) -> Effect {
    .update(draft) { state in
      state.undo.discarded.removeAll { $0 == draft }
      return []
    }
  }

  /// Rewrites an entry that is shown, unless a change is being saved: then what is shown is about to be
  /// replaced.
  static func rewriteShown(_ rewrite: Rewrite) -> Effect {
    .update(rewrite) { $0.undo.isSaving ? [] : [.rewrite(rewrite, draft: nil)] }
  }

  // MARK: What is being written

  /// Changes the editor that is open, and sees to it that a draft is going to be kept.
  static func changeEditor(_ body: @escaping @Sendable (inout EditorState) -> Void) -> Effect {
    .update { $0.changeEditor(body) }
  }

  /// Saves what the editor that is open holds.
  static func saveEditor(_ rescue: EditorState.Rescue? = nil) -> Effect {
    .update { $0.saveFromDialog(rescue) }
  }

  /// Sees to it that a draft of what the editor holds is going to be kept.
  static var scheduleEditorDraft: Effect { .update { $0.scheduleDraft() } }

  /// Throws away what is written in an editor.
  static func discard(_ draft: ID<Draft>) -> Effect { .update(draft) { $0.discard(draft) } }

  /// Closes an editor, and the dialogs that belong to it.
  static func closeEditor(of draft: ID<Draft>) -> Effect {
    .update(draft) { state in
      state.closeEditor(of: draft)
      return []
    }
  }
}

// MARK: - Settings

extension Settings {
  /// Takes them up: theme, keys, preferences, photos and language change at once. Whether there are
  /// screens at all stays as it is until the next start.
  func apply(to app: inout ScreenContext) -> [Effect] {
    app.preferences = preferences
    app.keys = Keymap.changed(by: keys).keymap
    // Of keys that are taken the settings tell.
    _ = app.keys.take(commands)
    app.showsPhotos = photos != .off && !app.speaks
    return [.adopt(photos, language)]
  }
}

extension SettingsError {
  /// The first mistake in the settings for the bottom line, where there is no room for a path; the
  /// former settings stay in force.
  var brief: String? {
    guard let first = issues.first else { return nil }
    let name = first.path.split(separator: "/").last.map(String.init) ?? first.path
    let words = SettingsIssue(path: name, line: first.line, first.failure).text
    return issues.count > 1
      ? localized("\(words) There are \(issues.count - 1) more mistakes.") : words
  }
}

extension Message {
  /// The settings have become other ones.
  package static func settingsRead(_ result: Result<Settings, SettingsError>) -> Message {
    .performing(result) { state in
      switch result {
      case .success(let settings):
        state.toast = nil
        return settings.apply(to: &state.context)
      case .failure(let error):
        state.toast = error.brief
        return []
      }
    }
  }
}
