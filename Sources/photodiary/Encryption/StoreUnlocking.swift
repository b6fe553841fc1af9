import DiaryCore
import DiaryKeys
import DiaryStore
import Localization
import Sync
import System

/// Opens the diary of this program, and keeps what is known of it outside its folder as it is itself:
/// sealed, or in clear.
struct StoreUnlocking: DiaryUnlocking {
  let repository: DiskRepository
  let diary: DiaryService
  let sync: SyncEngine
  let folders: Folders
  let outside: PlacesOutside

  var layout: StoreLayout { repository.layout }
  var keys: StoreKeys { StoreKeys(of: layout) }
  var sessionKey: SessionKey { SessionKey(ofStore: layout.key) }
  private var requests: LockRequests { LockRequests(path: folders.locks + "/" + layout.key) }

  var state: LockState {
    guard layout.isEncrypted else { return .plain }
    return layout.cipher.keyring == nil ? .locked : .open
  }

  // MARK: Opening

  func unlock(with passphrase: Passphrase) async throws(UnlockingError) {
    let keyring = try await opened(with: passphrase)
    await take(keyring)
    // An epoch that began when nobody had typed it.
    if keyring.current.epoch > keys.passphraseEpoch ?? 0, RecoveryWords(passphrase) == nil {
      try? keys.keep(keyring, under: passphrase)
    }
  }

  func check(_ passphrase: Passphrase) async throws(UnlockingError) {
    _ = try await opened(with: passphrase)
  }

  /// Opens the diary with what the kernel keeps since `unlock`. Returns whether it did.
  func unlockBySessionKey() async -> Bool {
    guard let keyring = sessionKey.keyring() else { return false }
    // The diary may have been encrypted anew since.
    guard layout.opens(with: keyring) else {
      sessionKey.forget()
      return false
    }
    await take(keyring)
    return true
  }

  /// The keys that a passphrase or words open.
  func opened(with passphrase: Passphrase) async throws(UnlockingError) -> Keyring {
    do throws(KeyError) {
      return try await Self.opened(keys, passphrase)
    } catch {
      throw UnlockingError(error, of: layout.root)
    }
  }

  @concurrent private static func opened(
    _ keys: StoreKeys, _ passphrase: Passphrase
  ) async throws(KeyError) -> Keyring {
    try keys.keyring(with: passphrase)
  }

  private func take(_ keyring: Keyring) async {
    layout.cipher.unlock(with: keyring)
    SparePieces(in: layout).adoptIfFree()
    ThisProgram.hideMemory()
    try? keys.keepRecipient(of: keyring)
    try? keys.pin(keyring)
    repository.removeLeftConversion()
    outside.seal()
    outside.finishEncrypting()
    await WaitingEntries(of: layout).takeIn(by: diary)
  }

  // MARK: Encrypting

  func encrypt(
    with passphrase: Passphrase, progress: @escaping @Sendable (Progress) -> Void
  ) async throws(UnlockingError) -> String? {
    let known: SyncEngine.KnownKeys?
    do throws(SyncError) { known = try await sync.knownKeys() } catch {
      throw UnlockingError(error.line)
    }
    // Words that nobody has seen yet are shown now.
    let unseen = await sync.state().unseenWords
    let words = known?.recovery == nil ? RecoveryWords() : nil
    let keyring = known?.keyring ?? Keyring()
    do throws(SystemError) { try outside.beginEncrypting() } catch {
      throw UnlockingError(
        localized("Couldn't write \(error.path): \(error.words).").printable)
    }
    try await doing { () async throws(DiaryError) in
      do throws(DiaryError) {
        try await repository.encrypt(with: keyring, progress: progress) {
          keys throws(DiaryError) in
          try keys.keep(keyring, under: passphrase)
          if let words { try keys.keep(keyring, under: words) }
          if let known, let recovery = known.recovery {
            try keys.keep(recovery: recovery, ofEpoch: known.keyring.current.epoch)
          }
        }
      } catch {
        outside.stopEncrypting()
        throw error
      }
    }
    ThisProgram.hideMemory()
    try? keys.pin(keyring)
    outside.finishEncrypting()
    return words?.text ?? unseen
  }

  /// Begins a new key, under a passphrase and new recovery words. With `all` every file is sealed anew.
  /// Returns the words.
  func rotate(
    _ keyring: Keyring, under passphrase: Passphrase, all: Bool,
    progress: @escaping @Sendable (Progress) -> Void
  ) async throws(UnlockingError) -> String {
    let next = keyring.advanced()
    let words = RecoveryWords()
    if all {
      try await doing { () async throws(DiaryError) in
        try await repository.encryptAnew(with: next, progress: progress) {
          keys throws(DiaryError) in
          try keys.keep(next, under: passphrase)
          try keys.keep(next, under: words)
        }
      }
      try? keys.pin(next)
    }
    // The words first: whoever has them may lose what is written next, never what is there.
    do throws(SyncError) { try await sync.keep(next, under: words) } catch {
      throw UnlockingError(error.line)
    }
    if !all {
      try await doing { () async throws(DiaryError) in try keys.keep(next, under: passphrase) }
    }
    sessionKey.forget()
    return words.text
  }

  func decrypt(
    progress: @escaping @Sendable (Progress) -> Void
  ) async throws(UnlockingError) {
    guard let keyring = layout.cipher.keyring else {
      throw UnlockingError(DiaryError.store(path: layout.root, .encrypted).line)
    }
    let kept = outside.contents()
    try await doing { () async throws(DiaryError) in
      try await repository.decrypt(progress: progress)
    }
    sessionKey.forget()
    outside.open(kept)
    do throws(SyncError) { try await sync.openKept(keyring) } catch {
      throw UnlockingError(error.line)
    }
  }

  func doing(
    _ body: () async throws(DiaryError) -> Void
  ) async throws(UnlockingError) {
    do throws(DiaryError) { try await body() } catch { throw UnlockingError(error.line) }
  }

  // MARK: Locking

  func lock() {
    sessionKey.forget()
    ThisProgram.beginAnew()
  }

  /// Forgets the keys that the kernel keeps, and asks open diaries to lock themselves.
  func lockEverywhere() {
    sessionKey.forget()
    requests.ask()
  }

  func lockRequests() -> AsyncStream<Void> { requests.ticks() }
}

extension UnlockingError {
  /// What is said of keys that weren't opened.
  init(_ error: KeyError, of path: String) {
    switch error {
    case .age(_, .wrongPassphrase), .wrongWords:
      self.init(
        localized("That doesn't open the diary at \(path). Check it and try again.").printable,
        isWrongPassphrase: true)
    default: self.init(error.description.printable)
    }
  }
}
