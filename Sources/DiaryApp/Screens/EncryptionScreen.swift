import DiaryCore
import TerminalUI
import Text

/// The progress of encrypting the diary. All files remain unchanged until the end.
struct EncryptionScreen: TaskScreen {
  var phase = TaskPhase.running(nil)

  var coversScreen: Bool { false }
  var blocksSwitching: Bool { true }

  var taskText: String {
    phase == .stopping ? localized("Nothing will be changed.") : localized("Encrypting the diary")
  }

  func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.encryption]] }

  mutating func handle(_ key: KeyEvent, in app: inout AppState) -> [Effect] {
    switch command(for: key, in: app) {
    case .cancel, .back: return stop(.stopEncryption, in: &app)
    case .leave: return [.stopEncryption, .leave]
    case .help: return app.updateEverywhere(.help)
    case .redraw: return [.redraw]
    case .suspend: return [.suspend]
    default: return []
    }
  }

  func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    drawProgress(in: &grid, app)
    return nil
  }

  func accessibleText(in app: AppState) -> AccessibleText {
    switch phase {
    case .preparing, .asking: AccessibleText(taskText)
    case .running(let progress): AccessibleText(taskText, selected: progress?.text())
    case .stopping: AccessibleText(localized("Stopping"), [taskText])
    }
  }
}

// MARK: - Effects

extension Effect {
  private static let slot = "encryption"

  /// Shows the progress screen and encrypts the diary.
  static func beginEncryption(with passphrase: Passphrase) -> Effect {
    .update { state in
      state.screens.push(EncryptionScreen())
      return [.encrypt(with: passphrase)]
    }
  }

  /// Encrypts the diary after all pending saves.
  private static func encrypt(with passphrase: Passphrase) -> Effect {
    .run(passphrase, in: .stoppable(slot, after: .writes)) { context -> EncryptionResult in
      await Result.of { () async throws(MessageError) in
        try await context.environment.unlocking?.encrypt(with: passphrase) { progress in
          context.post(.moved(EncryptionScreen.self, to: progress, function: "encryptionMoved(_:)"))
        }
      }
    } then: { state, result in
      state.endEncryption(with: result)
    }
  }

  fileprivate typealias EncryptionResult = Result<String?, MessageError>

  static var stopEncryption: Effect { .stop(slot) }
}

extension AppState {
  /// Shows the result and the recovery words, which the diary forgets once the user has typed them.
  fileprivate mutating func endEncryption(with result: Effect.EncryptionResult) {
    let wasStopped = screens.topmost(EncryptionScreen.self)?.phase == .stopping
    screens.removeAll(EncryptionScreen.self)
    switch result {
    case .success(let words):
      lockState = .open
      reloadLists()
      let notice = words.map { RecoveryWordsDialog.notice($0, for: .diary) } ?? .recoveryWordsNotice
      screens.push(notice)
    case .failure where wasStopped: toast = localized("Stopped. Nothing was changed.")
    case .failure(let error): showError(error.line)
    }
  }
}

extension NoticeState {
  /// A notice for a diary that had recovery words before it was encrypted.
  fileprivate static var recoveryWordsNotice: NoticeState {
    NoticeState(
      title: localized("The diary is encrypted"),
      lines: [
        localized("The passphrase opens it from now on."), EncryptionOutlook.keptRecoveryWords,
      ])
  }
}
