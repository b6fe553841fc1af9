import DiaryCore
import DiarySettings
import TerminalUI
import TextEditing

/// Everything that the screen shows, and nothing else.
package struct AppState: Sendable {
  package var size: Size
  package var colors: ColorDepth
  /// What the terminal has told of itself.
  package var facts = TerminalFacts() { didSet { renewTheme() } }
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
  /// How long the program had run when the last message came.
  package var uptime = Duration.zero
  /// The key that left a screen last.
  var leavingKey: LeavingKey?
  /// A time in the person's own zone.
  package var localDate: @Sendable (Timestamp) -> EntryDate
  /// Where an asset's file is.
  package var assetPath: @Sendable (Photo) -> String
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
  /// The diary's tags, once one has been typed.
  var tags: TagCounts?
  /// What is known of the words that came into view while writing.
  var checkedWords = CheckedWords()
  /// Where templates are looked for, once they have been.
  var templateFolder = ""
  /// Where one has been.
  package internal(set) var jumps = JumpList()
  /// How the diary was left the last time.
  package internal(set) var remembered = RememberedView()
  /// What lies over the list; the last one is in front and sees the keys first.
  package var screens = ScreenStack()
  package var toast: String?
  package var pictures = PictureStore()
  var lengths = TextLengths()
  var matches = EntryMatches()
  /// How the list shows entries.
  package var listForm = ListForm.plain
  /// The day that weeks begin with where the person lives: 0 for Sunday.
  package var localeWeekday = 1
  /// What earlier years had on this day.
  var returning: ReturningDay?
  /// How many entries are in the trash, as far as it was counted for the page of an empty diary.
  var trashed = 0
  var trashedIsStale = true
  /// The photos of the gallery, while it is open.
  package var feed: PhotoFeed?
  /// What is counted of the diary, while a screen shows it.
  var figures: StatisticsCache?
  package var undo = UndoStack()
  /// Drafts that were found and that nothing has become of, the latest first.
  var draftsLeft: [DraftOfferState] = []
  /// What was thrown away, until it is known to be kept where it can be brought back from.
  var discarding: [EditorState] = []
  /// What is being compared beside the screen.
  var comparing: Comparison?
  /// Set when the program is to end after the save that runs; `true` if even when that fails.
  var endsAfterSave: Bool?
  /// Names of commands that were called from the palette, the last one first.
  var recentCommands: [String] = []
  /// Whether the program was opened to write one entry, and ends with that.
  var writesOne = false
  /// The entry that was added last.
  package internal(set) var added: ID<Entry>?
  /// What was cut in a text, to be put into another one.
  package var killRing = KillRing()
  /// Counts searches and drafts, so that late answers are known.
  package var requestID = 0

  package init(
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
}
