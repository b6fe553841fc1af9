import DiaryCore
import Localization

extension Effect {
  private static let slot = "encryption"

  /// Shows how far it is, and encrypts the diary.
  static func beginEncryption(with passphrase: Passphrase) -> Effect {
    .update { state in
      state.screens.push(EncryptionScreen())
      return [.encrypt(with: passphrase)]
    }
  }

  /// After all that is being saved.
  private static func encrypt(with passphrase: Passphrase) -> Effect {
    .run(passphrase, in: .stoppable(slot, after: .writes)) { context -> EncryptionResult in
      await Result.of { () async throws(UnlockingError) in
        try await context.environment.unlocking?.encrypt(with: passphrase) { progress in
          context.post(.moved(EncryptionScreen.self, to: progress, function: "encryptionMoved(_:)"))
        }
      }
    } then: { state, result in
      state.endEncryption(with: result)
    }
  }

  fileprivate typealias EncryptionResult = Result<String?, UnlockingError>

  static var stopEncryption: Effect { .stop(slot) }
}

extension AppState {
  /// Shows the recovery words, which nobody can tell later.
  fileprivate mutating func endEncryption(with result: Effect.EncryptionResult) {
    let wasStopped = screens.topmost(EncryptionScreen.self)?.phase == .stopping
    screens.removeAll(EncryptionScreen.self)
    switch result {
    case .success(let words):
      context.lockState = .open
      context.reloadLists()
      let notice = words.map { RecoveryWordsDialog.notice($0, for: .diary) } ?? .keepingWords
      screens.push(notice)
    case .failure where wasStopped: context.toast = localized("Stopped. Nothing was changed.")
    case .failure(let error): context.showError(error.line)
    }
  }
}

extension NoticeState {
  /// The diary had recovery words before it was encrypted.
  fileprivate static var keepingWords: NoticeState {
    NoticeState(
      title: localized("The diary is encrypted"),
      lines: [
        localized(
          """
          The passphrase opens it from now on. The six recovery words that you have for its remotes \
          open it as well.
          """)
      ])
  }
}
