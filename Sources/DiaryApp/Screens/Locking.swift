import DiaryCore
import TerminalUI
import Text

/// The timer that locks the diary.
struct AutoLock: Hashable, Sendable {
  /// The time of the last key or mouse input, in the program's uptime.
  var lastInput = Duration.zero
  /// The idle time after which the diary locks, or `nil` if the timer is off.
  fileprivate(set) var limit: Duration?

  /// Returns the time left until the diary locks.
  fileprivate func rest(at time: Duration) -> Duration? { limit.map { $0 - (time - lastInput) } }
}

// Locking restarts the program, so that nothing read or typed remains in memory. The text being
// edited becomes a draft, which the remembered view refers to.
extension AppState {
  /// Locks the diary if it is encrypted.
  mutating func lock() -> [Effect] { lockState == .open ? restart() : [] }

  /// Covers the screen, saves the text being edited as a draft, and restarts the program.
  mutating func restart() -> [Effect] {
    guard !isLocking, sync.quitting == nil else { return [] }
    isLocking = true
    toast = nil
    screens.push(LockingScreen())
    return leave(evenUnsaved: true)
  }

  /// Cancels locking because a draft couldn't be saved: locking must never discard text.
  mutating func cancelLocking() {
    isLocking = false
    screens.removeAll(LockingScreen.self)
    autoLock.lastInput = uptime
  }

  /// The work to continue after unlocking, if the diary is being locked.
  var lockedWork: RememberedView.LockedWork? {
    guard isLocking else { return nil }
    let caption = screens.topmost(CaptionState.self) { $0.entry != nil && $0.hasDraft }
    let editor = screens.topmost(EditorState.self, where: \.hasDraft)
    return RememberedView.LockedWork(process: process, draft: caption?.draft ?? editor?.draft)
  }

  // MARK: Automatic locking

  /// Starts or stops the timer according to the settings.
  mutating func pendingAutoLock() -> [Effect] {
    let minutes = lockState == .open ? preferences.autoLockMinutes : 0
    let limit = minutes > 0 ? Duration.seconds(60 * minutes) : nil
    guard limit != autoLock.limit else { return [] }
    autoLock.limit = limit
    guard let rest = autoLock.rest(at: uptime) else { return [.stopAutoLock] }
    return [.scheduleAutoLock(in: max(.zero, rest))]
  }

  /// True if the idle time has passed, so that a key must not act on the screen.
  var isAutoLockOverdue: Bool {
    (autoLock.rest(at: uptime) ?? .seconds(1)) <= .zero && !isBusyUnattended
  }

  /// Locks the diary if the idle time has passed; otherwise waits for the rest of it.
  fileprivate mutating func autoLockIsDue() -> [Effect] {
    guard let limit = autoLock.limit, let rest = autoLock.rest(at: uptime) else { return [] }
    if rest > .zero { return [.scheduleAutoLock(in: rest)] }
    guard isBusyUnattended else { return lock() }
    autoLock.lastInput = uptime
    return [.scheduleAutoLock(in: limit)]
  }

  /// True during work that locking would end permanently: a long task, or recovery words that the
  /// user hasn't confirmed yet.
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

  /// Locks the diary if it is encrypted.
  static var lock: Effect { .update { $0.lock() } }

  fileprivate static func scheduleAutoLock(in time: Duration) -> Effect {
    .posting(.autoLockDue, after: time, in: .latest(slot))
  }

  fileprivate static var stopAutoLock: Effect { .stop(slot) }
}

extension Message {
  /// Handles the end of the idle time.
  static var autoLockDue: Message { .performing { $0.autoLockIsDue() } }

  /// Locks the diary on another program's request.
  static var lockRequested: Message { .performing { $0.lock() } }
}

extension AppState {
  /// Locks the diary or, if it isn't encrypted, asks for a passphrase to encrypt it.
  mutating func lockOrEncrypt() -> [Effect] {
    switch lockState {
    case .open: return [.lock]
    case .plain:
      push(PassphraseState(for: .diary))
      return [.loadEncryptionOutlook]
    case .locked, nil: return []
    }
  }
}

/// A screen that covers the diary while the draft is saved, until the program restarts.
struct LockingScreen: Screen {
  var blocksSwitching: Bool { true }

  func keyTables(_ keys: Keymap) -> [KeyTable] { [] }

  func handle(_ key: KeyEvent, in app: inout AppState) -> [Effect] { [] }

  func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    DialogBox(title: localized("Locking…"), body: [])
      .draw(in: &grid, grid.bounds, app.theme.dialog)
    return nil
  }

  func accessibleText(in app: AppState) -> AccessibleText {
    AccessibleText(localized("Locking…"))
  }
}

/// A screen that asks for the passphrase or the recovery words of a locked diary. Nothing of the
/// diary is read before it is unlocked.
struct UnlockScreen: PassphraseTrial {
  var field = TextField(keepsHistory: false)
  private(set) var isTrying = false
  /// The error of the previous attempt.
  var failure: String?

  var coversScreen: Bool { true }
  var blocksSwitching: Bool { true }
  var title: String { localized("This diary is locked") }

  func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.unlock]] }

  func dialogHints(in app: AppState) -> [Binding] { app.keys[.unlock].bindings }

  var lines: [String] {
    let state =
      isTrying
      ? localized("Opening…")
      : failure ?? localized("Type the passphrase or the six recovery words.")
    return [state.printable, localized("Your drafts are safe.")]
  }

  /// Tries to unlock. The field is cleared immediately, to keep the secret in memory no longer than
  /// needed.
  mutating func accept(in app: inout AppState) -> [Effect] {
    let typed = Passphrase(field.text.utf8)
    self = UnlockScreen()
    guard let typed else { return [] }
    isTrying = true
    return [.unlock(with: typed)]
  }

  mutating func cancel(in app: inout AppState) -> [Effect] {
    guard field.text.isEmpty else {
      field = TextField(keepsHistory: false)
      return []
    }
    return [.leave]
  }
}

// MARK: - Unlock screen drawing

extension UnlockScreen {
  func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    _ = ScreenFrame(title: localized("Diary"), hints: [], in: &grid, app)
    return drawBox(in: &grid, app)
  }
}

// MARK: - Effects

/// The result of unlocking a diary.
private enum UnlockOutcome: Sendable {
  case opened(InitialState, LockState)
  /// The error on one line, with instructions.
  case failed(String)
}

extension Effect {
  /// Unlocks the diary, and loads what the first screens need.
  static func unlock(with passphrase: Passphrase) -> Effect {
    .run(passphrase, in: .latest("unlock")) { context in
      await context.environment.outcome(ofUnlockingWith: passphrase)
    } thenPerform: { state, outcome in
      switch outcome {
      case .opened(let beginning, let lockState):
        state.lockState = lockState
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
    do {
      try await unlocking.unlock(with: passphrase)
    } catch {
      return .failed(error.line)
    }
    // Problems of the diary itself can't be detected before it is unlocked.
    do { return .opened(try await findBeginning(), unlocking.state) } catch {
      return .failed(DiaryError(error).line)
    }
  }
}

extension AppState {
  /// True if the diary is locked and must not be read.
  var isLocked: Bool { lockState == .locked }

  /// Starts the program with the unlock screen.
  mutating func beginLocked() { screens.push(UnlockScreen()) }

  /// Continues as if the program had just started.
  fileprivate mutating func beginUnlocked(with beginning: InitialState) -> [Effect] {
    screens.removeAll()
    undo = UndoStack()
    toast = nil
    awaitsRows = true
    return begin(with: beginning)
  }
}
