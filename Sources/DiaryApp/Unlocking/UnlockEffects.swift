import DiaryCore
import Localization

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
