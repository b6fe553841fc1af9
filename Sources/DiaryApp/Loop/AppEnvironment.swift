import DiaryCore
import TerminalUI

/// The boundary of the app: all services outside the screens. The program injects real ones, tests
/// inject fakes. Optional services are `nil` if they aren't available.
package struct AppEnvironment: Sendable {
  package var service: DiaryService
  package var pictures: any PictureMaking
  package var photoActions: any PhotoActions
  /// The user's settings at the start.
  package var settings = Settings()
  /// The errors in the settings file. The valid settings in it are still applied.
  package var settingsError: SettingsError?
  /// The settings after each change of their file, or the errors in them.
  package var settingsChanges: @Sendable () -> AsyncStream<Result<Settings, SettingsError>> = {
    AsyncStream { $0.finish() }
  }
  /// The path of the settings file.
  package var settingsFile = ""
  /// Changes an option in the settings file. Returns the settings, or why it can't be changed.
  package var changeSetting: @Sendable (SettingChange) async -> Result<Settings, SettingsError> = {
    _ in .failure(SettingsError([]))
  }
  /// The first day of the week in the user's locale: 0 for Sunday.
  package var localeWeekday = 1
  /// The forms of dates in the locale.
  package var localeDates = DateStyle()
  package var files: any FileBrowsing
  /// Stores the view for the next run. Errors are ignored, because the view is only a convenience.
  package var rememberView: @Sendable (RememberedView) async -> Void = { _ in }
  /// The folder of the user's templates, which may not exist.
  package var templateFolder = ""
  /// Returns the user's templates, sorted by name.
  package var readTemplates: @Sendable () async -> [TemplateFile] = { [] }
  /// Reads the questions offered on an empty page.
  package var readPrompts: @Sendable () -> Result<Prompts, MessageError> = { .success(Prompts()) }
  /// Finds photos of a day that aren't in the diary yet, to suggest them for its entry.
  package var photosOfDay: @Sendable (CalendarDay) async -> [FoundPhoto] = { _ in [] }
  package var spelling: any SpellChecking
  package var drafts: any DraftStoring
  /// Returns the size of an export of these entries, or of all for `nil`. Returns `nil` if the task
  /// was canceled.
  package var exportSize: @Sendable (_ entries: [ID<Entry>]?) async throws -> ExportSize? = { _ in
    nil
  }
  /// Exports entries to a folder. If the task is canceled, restores the folder and returns `nil`.
  package var export:
    @Sendable (
      _ request: ExportRequest, _ progress: @escaping @Sendable (Progress) -> Void
    ) async throws -> ExportOutcome? = { _, _ in nil }
  /// Backs up the diary to a folder. Returns a sentence about the result, and what is missing from
  /// the backup, a line each.
  package var backUp:
    @Sendable (
      _ folder: String, _ progress: @escaping @Sendable (Progress) -> Void
    ) async throws -> (result: String, problems: [String]) = { _, _ in ("", []) }
  package var photoImporter: any PhotoImporting
  package var diaryImporter: any DiaryImporting
  package var clipboard = Clipboard()
  /// Edits a text with `$VISUAL` or `$EDITOR` on the terminal, and blocks until the editor exits.
  package var editExternally: @Sendable (EditedText) -> EditorResult = { _ in EditorResult() }
  /// Synchronizes the diary with other devices.
  package var sync: (any DiarySyncing)?
  /// Updates the diary's publications after a sync. Returns the errors.
  package var publish:
    @Sendable (_ progress: @escaping @Sendable (Progress) -> Void) async -> [SyncResult] = { _ in []
    }
  /// The diaries on this machine.
  package var diaries: DiaryDirectory?
  /// Finds unread entries and comments of others.
  package var news: (any NewsTracking)?
  /// Suggests names for photos' positions.
  package var placeSuggestions: PlaceSuggestions?
  /// Finds the positions of entries.
  package var positions: EntryPositions?
  /// Finds photos that look alike.
  package var alike: AlikeFinder?
  /// Returns a run that reads the words in photos; `nil` if no program for it is installed. It may
  /// take the time of a program.
  package var photoTextRun: @Sendable () -> PhotoTextRun? = { nil }
  /// Finds the diary's trips.
  package var trips: TripFinder?
  /// Reads the shapes of the world map.
  package var readMap: MapReader = { _ in MapPiece() }
  /// The inbox; `nil` if the diary has none.
  package var inbox: Inbox?
  /// Records voice notes.
  package var recorder: (any AudioRecording)?
  /// Creates drafts from recordings that were interrupted.
  package var recoverRecordings: @Sendable () async -> Void = {}
  /// Passes an entry to a command of the user and returns its output.
  package var runCommand:
    @Sendable (_ command: String, _ entry: Entry) async throws(MessageError) -> String = { _, _ in
      ""
    }
  /// Lines to show that no key has requested.
  package var notices: @Sendable () -> AsyncStream<String> = { AsyncStream { $0.finish() } }
  /// Unlocks and locks the diary; `nil` if encryption isn't available.
  package var unlocking: (any DiaryUnlocking)?
  /// Finds the screens' starting point after a locked diary was opened. Throws if the diary can't
  /// be read.
  package var findBeginning: @Sendable () async throws -> InitialState = {
    InitialState()
  }
  /// Describes in one line why a passphrase is weak; returns `nil` for a strong one.
  package var weakness: (@Sendable (Passphrase) -> String?)?
  /// The process ID.
  package var process: Int32 = 0
  /// Starts to watch the diary. Yields when another program may have changed it.
  package var watch: @Sendable () -> AsyncStream<Void>
  /// Returns the current time in the user's time zone.
  package var now: @Sendable () -> EntryDate
  /// Returns the program's running time, by a clock that is never adjusted.
  package var uptime: @Sendable () -> Duration = {
    let start = ContinuousClock.now
    return { start.duration(to: .now) }
  }()
  /// Writes a line about each message and effect, for debugging; `nil` if logging is off.
  package var log: (@Sendable (String) -> Void)?
  /// Converts a timestamp to the user's time zone.
  package var localDate: @Sendable (Timestamp) -> EntryDate

  package init(
    service: DiaryService, pictures: any PictureMaking, photoActions: any PhotoActions,
    files: any FileBrowsing, spelling: any SpellChecking, drafts: any DraftStoring,
    photoImporter: any PhotoImporting, diaryImporter: any DiaryImporting,
    sync: (any DiarySyncing)?,
    watch: @escaping @Sendable () -> AsyncStream<Void>, now: @escaping @Sendable () -> EntryDate,
    localDate: @escaping @Sendable (Timestamp) -> EntryDate
  ) {
    self.service = service
    self.pictures = pictures
    self.photoActions = photoActions
    self.files = files
    self.spelling = spelling
    self.drafts = drafts
    self.photoImporter = photoImporter
    self.diaryImporter = diaryImporter
    self.sync = sync
    self.watch = watch
    self.now = now
    self.localDate = localDate
  }
}
