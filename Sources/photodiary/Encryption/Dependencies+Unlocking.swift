import DiaryCore
import DiaryKeys
import Localization

extension Dependencies {
  /// Opens the diary, if it is encrypted: with the passphrase of the file that was named, else with what
  /// `unlock` has left, else by asking where somebody can answer and the sub-command needs it. Returns
  /// whether it is open.
  @discardableResult
  func open(_ need: UnlockingNeed) async throws -> Bool {
    guard unlocking.state == .locked else { return true }
    if let passphraseFile {
      try await unlocking.unlock(with: try passphraseFile.passphrase())
    } else if await !unlocking.unlockBySessionKey() {
      guard case .needed = need else { return false }
      try await askToUnlock()
    }
    return true
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
