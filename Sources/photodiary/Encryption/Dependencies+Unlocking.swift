import DiaryCore
import DiaryKeys
import Localization

/// What came of opening a diary.
enum Opening: Sendable {
  /// It is encrypted, and nobody was asked to open it.
  case locked
  /// It is open, and nobody had to type anything for that.
  case open
  /// Somebody has just given what opens it.
  case proven
}

extension Dependencies {
  /// Opens the diary, if it is encrypted: with the passphrase of the file that was named, else with what
  /// `unlock` has left, else by asking where somebody can answer and the sub-command needs it.
  @discardableResult
  func open(_ need: UnlockingNeed) async throws -> Opening {
    guard unlocking.state == .locked else { return .open }
    defer { reportForeignRecipient() }
    if let passphraseFile {
      try await unlocking.unlock(with: try passphraseFile.passphrase())
    } else if await unlocking.unlockBySessionKey() {
      return .open
    } else {
      guard case .needed = need else { return .locked }
      try await askToUnlock()
    }
    return .proven
  }

  /// Says so if somebody had put another public key into the diary.
  private func reportForeignRecipient() {
    guard layout.cipher.hadForeignRecipient else { return }
    ErrorLine.write(
      localized(
        """
        keys/recipient in \(layout.root) held a key of somebody else, and was corrected. Who put it there \
        could read what was added while the diary was locked, where this program didn't refuse that.
        """))
  }

  /// Takes what is in locked journals into all that is listed, found and counted. Whoever wants that has
  /// to know the passphrase, even where the diary is open.
  func showLockedJournals(after opening: Opening) async throws {
    if case .locked = opening { return }
    guard try await !diary.hiddenJournals().isEmpty else { return }
    if case .open = opening { _ = try await provenKeyring() }
    await diary.hideLockedJournals(false)
  }

  /// Asks on the terminal for what opens the diary.
  private func askToUnlock() async throws {
    guard StandardInput.isTerminal else {
      throw DiaryError.store(path: folders.store, .encrypted)
    }
    try await PassphrasePrompt.opening(prompt) { passphrase async throws(UnlockingError) in
      try await unlocking.unlock(with: passphrase)
    }
  }

  /// The keys of the diary, for what only who knows the passphrase, or the words, may do: that the diary
  /// is open isn't enough.
  func provenKeyring() async throws -> Keyring {
    try requireEncrypted()
    // The file's first line has opened it.
    if passphraseFile != nil, let keyring = layout.cipher.keyring { return keyring }
    let keyring = try await PassphrasePrompt.opening(prompt) {
      passphrase async throws(UnlockingError) in
      try await unlocking.opened(with: passphrase)
    }
    layout.cipher.unlock(with: keyring)
    return keyring
  }

  /// For what makes no sense with a diary in clear.
  func requireEncrypted() throws(DiaryError) {
    guard unlocking.state != .plain else {
      throw .store(path: folders.store, .notConverted(.notEncrypted))
    }
  }

  private var prompt: String { localized("Passphrase or recovery words: ") }

  /// A new passphrase: the next line of the file that was named, or what somebody types twice.
  func newPassphrase() throws(CommandError) -> Passphrase {
    guard let passphraseFile else { return try PassphrasePrompt.new() }
    if let next = try passphraseFile.next() { return next }
    // What opened the diary may seal something else as well.
    let last = try passphraseFile.lastPassphrase()
    guard RecoveryWords(last) == nil else {
      throw CommandError(
        localized(
          """
          The recovery words can't be the passphrase as well. Write a passphrase into the file's next \
          line. Nothing was changed.
          """))
    }
    return last
  }

  /// Says how easily a new passphrase is guessed, if it is.
  func reportStrength(of passphrase: Passphrase) {
    if let warning = PassphraseStrength(of: passphrase)?.warning { ErrorLine.report(warning) }
  }
}
