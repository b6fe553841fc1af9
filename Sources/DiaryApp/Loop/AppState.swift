import DiaryCore
import DiarySettings
import TerminalUI

/// Everything that is shown, and nothing else: what screens share, the screens themselves, and what only
/// the loop has.
@dynamicMemberLookup
package struct AppState: Sendable {
  /// What screens may see and change besides themselves.
  package var context: ScreenContext
  /// What lies over the list; the last one is in front and sees the keys first.
  package var screens = ScreenStack() { didSet { context.see(screens) } }
  /// How long the program had run when the last message came.
  package var uptime = Duration.zero
  /// The key that left a screen last.
  var leavingKey: LeavingKey?
  /// Where one has been.
  package internal(set) var jumps = JumpList()
  /// How the diary was left the last time.
  package internal(set) var remembered = RememberedView()
  package var undo = UndoStack()
  /// What was thrown away, until it is known to be kept where it can be brought back from.
  var discarding: [EditorState] = []
  /// What is being compared beside the screen.
  var comparing: Comparison?
  /// Whether the entries in the trash have to be counted again.
  var trashedIsStale = true
  /// Set when the program is to end after the save that runs; `true` if even when that fails.
  var endsAfterSave: Bool?
  /// Whether the program is about to begin anew, with the diary locked.
  var isLocking = false
  /// What the program is about to begin anew with.
  var opening: DiaryOpening?
  var autoLock = AutoLock()
  /// The system's number of the program, which stays when it begins anew.
  var process: Int32 = 0
  /// The text that was being written when the diary was locked, until it is opened again.
  var resumedDraft: ID<Draft>?
  /// Whether the diary has just been opened: the next frame waits for its rows.
  var awaitsRows = false
  /// Whether the program was opened to write one entry, and ends with that.
  var writesOne = false
  /// The entry that was added last.
  package internal(set) var added: ID<Entry>?

  package init(
    size: Size, colors: ColorDepth, now: EntryDate, homeFolder: String, startFolder: String,
    localDate: @escaping @Sendable (Timestamp) -> EntryDate,
    assetPath: @escaping @Sendable (Photo) -> String
  ) {
    context = ScreenContext(
      size: size, colors: colors, now: now, homeFolder: homeFolder, startFolder: startFolder,
      localDate: localDate, assetPath: assetPath)
  }

  package subscript<Value>(dynamicMember path: KeyPath<ScreenContext, Value>) -> Value {
    context[keyPath: path]
  }

  package subscript<Value>(dynamicMember path: WritableKeyPath<ScreenContext, Value>) -> Value {
    get { context[keyPath: path] }
    // In place: what is changed may be large.
    _modify { yield &context[keyPath: path] }
  }

  /// Does what of some effects is the loop's own, after what screens have said: the others are left.
  mutating func carryOut(_ effects: [Effect]) -> [Effect] {
    (context.takeSaid() + effects).flatMap { effect in
      guard case .update(let change) = effect.work else { return [effect] }
      return carryOut(change(&self))
    }
  }
}

// MARK: - Starting up

/// What the screens begin with, once the diary can be read.
package struct Beginning: Sendable {
  package var place: InitialScreen
  /// The list's first rows, which are being read already.
  package var firstRows: FirstRows?
  /// How the diary was left the last time.
  package var remembered: RememberedView
  /// The text to go on with, without asking.
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
  /// Begins with the diary. Returns what the first frame needs, and no more.
  package mutating func begin(with beginning: Beginning) -> [Effect] {
    remember(beginning.remembered)
    resumedDraft = beginning.draft
    let effects = begin(at: beginning.place)
    return start(beginning.firstRows) + effects
  }
}

/// What the diary opens with.
package enum InitialScreen: Sendable {
  case newest
  /// The list at an entry.
  case list(rank: Int)
  /// An entry in the reader; its rank in the list behind.
  case entry(Entry, rank: Int)
  case calendar(DayPhrase)
  /// Where it was left.
  case last(ResolvedLocation)
  /// A new entry in the editor, which begins with these fields, and with the photos of its day if that is
  /// wanted. Once it is closed the program ends.
  case writing(EntryFields, takesPhotosOfDay: Bool = false)
  /// The same, gone on with as it was when the diary was locked.
  case writingAgain(Draft)

  /// Whether the list begins with its first rows.
  package var isAtNewest: Bool {
    switch self {
    case .newest, .calendar, .writing, .writingAgain: true
    case .list(let rank), .entry(_, let rank): rank == 0
    case .last(let visit): visit.listRank == 0
    }
  }
}

/// The list's first rows, read while the terminal is being set up: neither waits for the other.
package struct FirstRows: Sendable {
  private let reading: Task<Result<Message, DiaryError>, Never>

  /// As many as fill most screens.
  private static let limit = 60
  private static let pinnedLimit = 16

  package init(of service: DiaryService) {
    reading = Task.detached {
      do throws(DiaryError) {
        let entries = try await service.entries(EntryQuery(limit: Self.limit))
        let total = try await service.count()
        let rows = EntryList.Rows(offset: 0, limit: Self.limit)
        let pinned = try await Self.pinned(service)
        return .success(.rowsLoaded(rows, entries: entries, total: total, pinned: pinned))
      } catch {
        return .failure(error)
      }
    }
  }

  /// The newest pinned entries, as many as most people have: the list stands below them at once.
  private static func pinned(
    _ service: DiaryService
  ) async throws(DiaryError) -> FoundEntries {
    let entries = try await service.entries(EntryQuery(.pinned, limit: pinnedLimit))
    var found = FoundEntries(requestID: 0, predicate: .pinned, orders: entries.map(\.order))
    found.first = entries
    found.isEnd = entries.count < pinnedLimit
    return found
  }

  var message: Message {
    get async throws(DiaryError) { try await reading.value.get() }
  }
}

// MARK: - Leaving

/// How the diary was left.
package struct Departure: Sendable {
  /// The entry that was added last.
  package var added: ID<Entry>?
  /// Whether a text that wasn't saved is kept as a draft.
  package var keepsDraft: Bool
  /// Whether the program is to begin anew, with the diary locked.
  package var locks = false
  /// What the program is to begin anew with.
  package var opens: DiaryOpening?
}
