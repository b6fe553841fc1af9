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
