import DiaryCore
import DiarySettings
import TerminalUI

/// Everything outside the screens that they can ask for.
package struct AppEnvironment: Sendable {
  package var service: DiaryService
  package var pictures: any PictureMaking
  package var photoActions: any PhotoActions
  /// How a person wants the screens to be.
  package var settings = Settings()
  /// What is wrong in them, so that the rest of them holds.
  package var settingsError: SettingsError?
  /// What the settings are after each change of them, or what is wrong in them.
  package var settingsChanges: @Sendable () -> AsyncStream<Result<Settings, SettingsError>> = {
    AsyncStream { $0.finish() }
  }
  /// The day that weeks begin with where the person lives: 0 for Sunday.
  package var localeWeekday = 1
  package var files: any FileBrowsing
  package var viewMemory: any ViewMemory
  package var templates: any TemplateReading
  /// Reads the questions that an empty page asks.
  package var readPrompts: @Sendable () -> Result<Prompts, TemplateError> = { .success(Prompts()) }
  /// Where those of a person are looked for.
  package var promptFile = ""
  /// Finds the photos of a day that are proposed for its entry, those that the diary has left out.
  package var photosOfDay: @Sendable (CalendarDay) async -> [FoundPhoto] = { _ in [] }
  package var spelling: any SpellChecking
  package var drafts: any DraftKeeping
  package var exporter: any DiaryExporting
  package var photoImporter: any PhotoImporting
  package var diaryImporter: any DiaryImporting
  package var clipboard: any ClipboardReading & ClipboardWriting
  package var editor: any ExternalEditing
  /// `nil` where the diary isn't kept alike on several machines.
  package var sync: (any DiarySyncing)?
  /// Decides about the people of the diary; `nil` where nobody can.
  package var sharing: (any DiarySharing)?
  /// Tells of the diaries beside this one; `nil` where there can be none.
  package var diaries: (any DiaryDirectory)?
  /// Tells what others have written; `nil` where nobody else writes.
  package var news: (any NewsKeeping)?
  /// Knows what photos' positions are called; `nil` where nobody does.
  package var placeSuggestions: PlaceSuggestions?
  /// Finds where entries were written; `nil` where nobody does.
  package var positions: EntryPositions?
  /// Finds the diary's trips; `nil` where nobody does.
  package var trips: TripFinder?
  /// Knows what the earth looks like; `nil` where nobody does.
  package var worldMap: (any WorldMapping)?
  /// Makes entries of what waits in the inbox; `nil` where there can be none.
  package var inbox: (any InboxImporting)?
  /// Records voice notes; `nil` where nobody can.
  package var recorder: (any SoundRecording)?
  /// Makes drafts of recordings that nothing became of.
  package var recoverRecordings: @Sendable () async -> Void = {}
  /// Runs the commands of a person's own; `nil` where there can be none.
  package var commands: (any CommandRunning)?
  /// Lines to be told that no key has asked for.
  package var notices: @Sendable () -> AsyncStream<String> = { AsyncStream { $0.finish() } }
  /// What opens and locks the diary; `nil` where it can't be encrypted.
  package var unlocking: (any DiaryUnlocking)?
  /// Finds what the screens begin with, once a locked diary is open.
  package var findBeginning: @Sendable () async throws(DiaryError) -> Beginning = { Beginning() }
  /// Says in a line why a passphrase is weak, and nothing of one that isn't; `nil` where nobody can.
  package var weakness: (@Sendable (Passphrase) -> String?)?
  /// The system's number of the program.
  package var process: Int32 = 0
  /// Begins to watch the diary: ticks when another program may have changed it.
  package var watch: @Sendable () -> AsyncStream<Void>
  /// The time now, in the person's own zone.
  package var now: @Sendable () -> EntryDate
  /// How long the program has run, by a clock that is never set.
  package var uptime: @Sendable () -> Duration = {
    let start = ContinuousClock.now
    return { start.duration(to: .now) }
  }()
  /// Takes a line about each message and effect, for whoever looks for a mistake; `nil` where
  /// nobody does.
  package var log: (@Sendable (String) -> Void)?
  /// A time in the person's own zone.
  package var localDate: @Sendable (Timestamp) -> EntryDate

  package init(
    service: DiaryService, pictures: any PictureMaking, photoActions: any PhotoActions,
    files: any FileBrowsing, viewMemory: any ViewMemory, templates: any TemplateReading,
    spelling: any SpellChecking, drafts: any DraftKeeping,
    exporter: any DiaryExporting, photoImporter: any PhotoImporting,
    diaryImporter: any DiaryImporting,
    clipboard: any ClipboardReading & ClipboardWriting, editor: any ExternalEditing,
    sync: (any DiarySyncing)?,
    watch: @escaping @Sendable () -> AsyncStream<Void>, now: @escaping @Sendable () -> EntryDate,
    localDate: @escaping @Sendable (Timestamp) -> EntryDate
  ) {
    self.service = service
    self.pictures = pictures
    self.photoActions = photoActions
    self.files = files
    self.viewMemory = viewMemory
    self.templates = templates
    self.spelling = spelling
    self.drafts = drafts
    self.exporter = exporter
    self.photoImporter = photoImporter
    self.diaryImporter = diaryImporter
    self.clipboard = clipboard
    self.editor = editor
    self.sync = sync
    self.watch = watch
    self.now = now
    self.localDate = localDate
  }
}

/// Remembers until the next run how the diary was left.
package protocol ViewMemory: Sendable {
  /// Only a convenience: what can't be kept is forgotten.
  func remember(_ view: RememberedView) async
}
