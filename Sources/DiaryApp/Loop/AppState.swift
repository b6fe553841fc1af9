import DiaryCore
import TerminalUI

/// The complete state of the screens: the only mutable state of the app, and all that drawing
/// needs.
///
/// It has three parts. `context` is shared by all screens, which may change it while they handle a
/// key. `screens` is the stack of open screens; the list is below it. The remaining properties
/// belong to the loop; a screen changes them only by returning an effect such as `Effect.jump(_:)`.
///
/// `App` owns the single instance. It passes each message to `update(_:now:)`, draws `frame` and
/// runs the returned effects. Nothing here performs I/O, so a test can drive it with messages
/// alone.
///
/// The context's properties can be used directly, as in `state.toast`.
@dynamicMemberLookup
package struct AppState: Sendable {
  /// The part of the state that screens may read and change.
  package var context: ScreenContext
  /// The screens and dialogs over the list, the front one last. Only the front one receives keys.
  package var screens = ScreenStack() { didSet { context.mirror(screens) } }
  /// The program's running time when the last message arrived.
  package var uptime = Duration.zero
  /// The last key that closed a screen, to detect an accidental repetition that would quit.
  var leavingKey: LeavingKey?
  /// The last message about a key without a command.
  var unusedKeyLine: String?
  /// The visited locations, for jumping back and forward.
  package internal(set) var jumps = JumpList()
  /// The view saved at the end of the last run.
  package internal(set) var remembered = RememberedView()
  package var undo = UndoStack() { didSet { context.mirror(undo) } }
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
    context = ScreenContext(
      size: size, colors: colors, now: now, homeFolder: homeFolder, initialFolder: initialFolder,
      localDate: localDate, assetPath: assetPath)
  }

  package subscript<Value>(dynamicMember path: KeyPath<ScreenContext, Value>) -> Value {
    context[keyPath: path]
  }

  package subscript<Value>(dynamicMember path: WritableKeyPath<ScreenContext, Value>) -> Value {
    get { context[keyPath: path] }
    // In place: the changed value may be large.
    _modify { yield &context[keyPath: path] }
  }

  /// Applies state-changing effects, including those queued by screens, and returns the rest.
  mutating func applyUpdates(_ effects: [Effect]) -> [Effect] {
    (context.dequeueChanges() + effects).flatMap { effect in
      guard case .update(let change) = effect.work else { return [effect] }
      return applyUpdates(change(&self))
    }
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

  package init(
    at place: InitialScreen = .newest, firstRows: FirstRows? = nil,
    remembered: RememberedView = RememberedView(), draft: ID<Draft>? = nil
  ) {
    self.place = place
    self.firstRows = firstRows
    self.remembered = remembered
    self.draft = draft
  }
}

extension AppState {
  /// Opens the first screen. Returns only the effects that the first frame needs.
  package mutating func begin(with beginning: InitialState) -> [Effect] {
    remember(beginning.remembered)
    resumedDraft = beginning.draft
    let effects = begin(at: beginning.place)
    return start(beginning.firstRows) + effects
  }
}

/// The screen that the diary opens with.
package enum InitialScreen: Sendable {
  case newest
  /// The list at an entry.
  case list(rank: Int)
  /// An entry in the reader; its rank in the list behind.
  case entry(Entry, rank: Int)
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
    case .list(let rank), .entry(_, let rank): rank == 0
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
      do throws(DiaryError) {
        let entries = try await service.entries(EntryQuery(limit: Self.limit))
        let total = try await service.count()
        let rows = EntryList.Rows(offset: 0, limit: Self.limit)
        let pinned = try await Self.pinned(service)
        let returning = ReturningDay(today, try await service.entries(onThisDay: today))
        return .success(
          .rowsLoaded(
            rows, entries: entries, total: total, pinned: pinned, returning: returning))
      } catch {
        return .failure(error)
      }
    }
  }

  /// Returns the newest pinned entries, enough for most users: they are shown above the list, so
  /// the first frame needs them.
  private static func pinned(
    _ service: DiaryService
  ) async throws(DiaryError) -> FoundEntries {
    let entries = try await service.entries(EntryQuery(.pinned, limit: pinnedLimit))
    var found = FoundEntries(requestID: 0, predicate: .pinned, orders: entries.map(\.sortKey))
    found.first = entries
    found.isEnd = entries.count < pinnedLimit
    return found
  }

  var message: Message {
    get async throws(DiaryError) { try await reading.value.get() }
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
