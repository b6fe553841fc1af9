import DiaryCore
import Localization
import TerminalUI

/// When the diary locks itself.
struct AutoLock: Hashable, Sendable {
  /// When a key was pressed last, or the mouse used, in the program's time.
  var lastInput = Duration.zero
  /// After how long without either it locks; `nil` while it doesn't, and no timer runs.
  fileprivate(set) var limit: Duration?

  /// How long it is until then.
  fileprivate func rest(at time: Duration) -> Duration? { limit.map { $0 - (time - lastInput) } }
}

// The diary is locked by its program beginning anew: nothing that was read or typed is left in memory
// then. What was being written has become a draft, and the view says which.
extension AppState {
  /// Covers the screen, keeps what is being written, and ends the program to begin anew.
  mutating func lock() -> [Effect] {
    guard context.lockState == .open, !isLocking, context.sync.departure == nil else { return [] }
    isLocking = true
    context.toast = nil
    screens.push(LockingScreen())
    return leave(evenUnsaved: true)
  }

  /// Goes on because a draft couldn't be kept: no text is thrown away to lock a diary.
  mutating func goOnUnlocked() {
    isLocking = false
    screens.removeAll(LockingScreen.self)
    autoLock.lastInput = uptime
  }

  /// What goes on once it is open again, if it is being locked.
  var lockedWork: RememberedView.LockedWork? {
    guard isLocking else { return nil }
    let caption = screens.topmost(CaptionState.self) { $0.entry != nil && $0.hasDraft }
    let editor = screens.topmost(EditorState.self, where: \.hasDraft)
    return RememberedView.LockedWork(process: process, draft: caption?.draft ?? editor?.draft)
  }

  // MARK: By itself

  /// Begins to wait, or stops, as the settings say.
  mutating func pendingAutoLock() -> [Effect] {
    let minutes = context.lockState == .open ? context.preferences.autoLockMinutes : 0
    let limit = minutes > 0 ? Duration.seconds(60 * minutes) : nil
    guard limit != autoLock.limit else { return [] }
    autoLock.limit = limit
    guard let rest = autoLock.rest(at: uptime) else { return [.stopAutoLock] }
    return [.scheduleAutoLock(in: max(.zero, rest))]
  }

  /// Whether nobody has been here for so long that a key isn't for what is shown any more.
  var isAutoLockOverdue: Bool {
    (autoLock.rest(at: uptime) ?? .seconds(1)) <= .zero && !isBusyUnattended
  }

  /// Locks if it is time for that; else waits for the rest of it.
  fileprivate mutating func autoLockIsDue() -> [Effect] {
    guard let limit = autoLock.limit, let rest = autoLock.rest(at: uptime) else { return [] }
    if rest > .zero { return [.scheduleAutoLock(in: rest)] }
    guard isBusyUnattended else { return lock() }
    autoLock.lastInput = uptime
    return [.scheduleAutoLock(in: limit)]
  }

  /// Whether something is done, or shown, that locking would end for good: what takes long and was asked
  /// for, and recovery words that aren't on paper yet.
  private var isBusyUnattended: Bool {
    screens.contains { screen in
      switch screen {
      case let task as any TaskScreen: task.phase != .asking
      case let notice as NoticeState: notice.next is WordsCheckState
      default: screen is WordsCheckState
      }
    }
  }
}

extension Effect {
  private static let slot = "autoLock"

  /// Locks the diary, if it is encrypted.
  static var lock: Effect { .update { $0.lock() } }

  fileprivate static func scheduleAutoLock(in time: Duration) -> Effect {
    .telling(in: .latest(slot)) { context in
      try? await Task.sleep(for: time)
      if !Task.isCancelled { context.post(.autoLockDue) }
    }
  }

  fileprivate static var stopAutoLock: Effect { .stop(slot) }
}

extension Message {
  /// The time has passed after which the diary locks itself.
  static var autoLockDue: Message { .performing { $0.autoLockIsDue() } }

  /// Another program asks that it be locked.
  static var lockRequested: Message { .performing { $0.lock() } }
}

extension ScreenContext {
  /// Locks the diary. For one that isn't encrypted, a passphrase is asked to do that.
  mutating func lockOrEncrypt() -> [Effect] {
    switch lockState {
    case .open: return [.lock]
    case .plain: push(PassphraseState(for: .diary))
    case .locked, nil: break
    }
    return []
  }
}

/// Covers the diary while what is being written is kept, until the program begins anew.
struct LockingScreen: Screen {
  var holdsBack: Bool { true }

  func keyTables(_ keys: Keymap) -> [KeyTable] { [] }

  func handle(_ key: KeyEvent, in app: inout ScreenContext) -> [Effect] { [] }

  func draw(in grid: inout Grid, _ app: ScreenContext) -> Point? {
    DialogBox(title: localized("Locking…"), body: [])
      .draw(in: &grid, grid.bounds, app.theme.dialog)
    return nil
  }

  func accessibleText(in app: ScreenContext) -> AccessibleText {
    AccessibleText(localized("Locking…"))
  }
}

/// Asks for what opens a locked diary: its passphrase or, in the same place, its recovery words. Until
/// it is open, nothing of the diary is read.
struct UnlockScreen: PassphraseTrial {
  var field = TextField(keepsHistory: false)
  private(set) var isTrying = false
  /// Why it wasn't opened, the last time.
  var failure: String?

  var coversScreen: Bool { true }
  var holdsBack: Bool { true }
  var title: String { localized("This diary is locked") }

  func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.unlock]] }

  func lines(_ keys: KeyTable) -> [String] {
    let state =
      isTrying
      ? localized("Opening…")
      : failure ?? localized("Type the passphrase, or the six recovery words.")
    return [state.printable, localized("Your drafts are safe.")]
  }

  /// The field is emptied at once: what opens the diary stands nowhere longer than it is needed.
  mutating func accept(in app: inout ScreenContext) -> [Effect] {
    let typed = Passphrase(field.text.utf8)
    self = UnlockScreen()
    guard let typed else { return [] }
    isTrying = true
    return [.unlock(with: typed)]
  }

  mutating func cancel(in app: inout ScreenContext) -> [Effect] {
    guard field.text.isEmpty else {
      field = TextField(keepsHistory: false)
      return []
    }
    return [.leave]
  }
}

// MARK: View

extension UnlockScreen {
  func draw(in grid: inout Grid, _ app: ScreenContext) -> Point? {
    _ = ScreenFrame(title: localized("Diary"), hints: app.keys[.unlock].bindings, in: &grid, app)
    return drawBox(in: &grid, app)
  }
}

// MARK: - Keys

extension KeyScreen {
  static let unlock = KeyScreen(
    "unlock",
    title: "Locked diary",
    bindings: [
      Binding(.accept, .enter, help: "Open the diary", hint: "open"),
      Binding(.cancel, .escape, help: "Clear the line, or quit", hint: "quit"),
      Binding(.help, .function(1), help: "All keys", hint: "keys"),
    ])
}

// MARK: - Effects

/// What came of opening a locked diary.
private enum UnlockOutcome: Sendable {
  case opened(Beginning)
  /// On a line that says what to do.
  case failed(String)
}

extension Effect {
  /// Opens the diary, and finds what the screens begin with.
  static func unlock(with passphrase: Passphrase) -> Effect {
    .run(passphrase, in: .latest("unlock")) { context in
      await context.environment.outcome(ofUnlockingWith: passphrase)
    } thenPerform: { state, outcome in
      switch outcome {
      case .opened(let beginning):
        state.context.lockState = .open
        return state.beginUnlocked(with: beginning)
      case .failed(let line):
        state.screens.update(UnlockScreen.self) { screen in
          screen = UnlockScreen()
          screen.failure = line
        }
        return []
      }
    }
  }
}

extension AppEnvironment {
  fileprivate func outcome(ofUnlockingWith passphrase: Passphrase) async -> UnlockOutcome {
    guard let unlocking else { return .failed(localized("The diary isn't encrypted.")) }
    do throws(UnlockingError) {
      try await unlocking.unlock(with: passphrase)
    } catch {
      return .failed(error.line)
    }
    // What is wrong with the diary itself shows only now.
    do throws(DiaryError) { return .opened(try await findBeginning()) } catch {
      return .failed(error.line)
    }
  }
}

extension AppState {
  /// Whether nothing of the diary may be read.
  var isLocked: Bool { context.lockState == .locked }

  /// Begins by asking for what opens the diary.
  mutating func beginLocked() { screens.push(UnlockScreen()) }

  /// Goes on as if the program had just begun.
  fileprivate mutating func beginUnlocked(with beginning: Beginning) -> [Effect] {
    screens.removeAll()
    undo = UndoStack()
    context.toast = nil
    awaitsRows = true
    return begin(with: beginning)
  }
}
