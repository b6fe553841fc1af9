import Crypto
import DiaryCore
import DiaryStore
// A dispatch source can be cancelled from any thread, but Dispatch isn't annotated for that.
@preconcurrency import Dispatch
import Sync
import System
import Text

/// Unlocks, encrypts, decrypts and locks the diary of this program. Files outside of its folder are
/// sealed or in clear as the diary is.
struct StoreUnlocking: DiaryUnlocking {
  let repository: DiskRepository
  let diary: DiaryService
  let sync: SyncEngine
  let folders: Folders
  let outside: ExternalFiles

  var layout: StoreLayout { repository.layout }
  var keys: StoreKeys { StoreKeys(of: layout) }
  var sessionKey: SessionKey { SessionKey(ofStore: layout.key) }
  private var requests: LockRequests { LockRequests(path: folders.locks + "/" + layout.key) }

  var state: LockState {
    guard layout.isEncrypted else { return .plain }
    return layout.cipher.keyring == nil ? .locked : .open
  }

  // MARK: Opening

  func unlock(with passphrase: Passphrase) async throws(MessageError) {
    // Another program may have decrypted the diary while it was locked here.
    layout.cipher.forget()
    guard layout.isEncrypted else { return }
    let keyring = try await opened(with: passphrase)
    await use(keyring)
    // The key may have been rotated on another machine, where the passphrase wasn't typed.
    if RecoveryWords(passphrase) == nil, let sealed = try? keys.passphraseEpoch ?? 0,
      keyring.current.epoch > sealed
    {
      try? keys.write(keyring, under: passphrase)
    }
  }

  func check(_ passphrase: Passphrase) async throws(MessageError) {
    _ = try await opened(with: passphrase)
  }

  /// Unlocks the diary with the keys that `unlock` left in the kernel's keyring. Returns `false` if
  /// there are none.
  func unlockBySessionKey() async -> Bool {
    guard let keyring = sessionKey.keyring() else { return false }
    // The diary may have been encrypted again since.
    guard layout.opens(with: keyring) else {
      sessionKey.forget()
      return false
    }
    await use(keyring)
    return true
  }

  /// Returns the keys that a passphrase or recovery words open.
  ///
  /// - Throws: `MessageError` if they don't open the diary, or its key files can't be read.
  func opened(with passphrase: Passphrase) async throws(MessageError) -> Keyring {
    do {
      return try await Self.opened(keys, passphrase)
    } catch {
      throw MessageError(error, of: layout.root)
    }
  }

  @concurrent private static func opened(
    _ keys: StoreKeys, _ passphrase: Passphrase
  ) async throws(KeyError) -> Keyring {
    try keys.keyring(with: passphrase)
  }

  private func use(_ keyring: Keyring) async {
    layout.cipher.unlock(with: keyring)
    SparePieces(in: layout).adoptIfUnlocked()
    CurrentProcess.hideMemory()
    try? keys.writeRecipient(of: keyring)
    try? keys.pin(keyring)
    try? layout.removeInterruptedConversion()
    outside.seal()
    outside.finishEncrypting()
    outside.stopDecrypting()
    await PendingEntries(of: layout).importAll(into: diary)
  }

  // MARK: Encrypting

  func encryptionOutlook() async -> EncryptionOutlook {
    let known = try? await sync.knownKeys()
    let publications = Publication.all().filter { $0.store == layout.root }.map {
      localized("public copy \($0.name) (\($0.address))").printable
    }
    return EncryptionOutlook(
      keepsRecoveryWords: known?.recovery != nil && known?.unseenWords == nil,
      readableCopies: sync.unencryptedRemotes + publications)
  }

  func encrypt(
    with passphrase: Passphrase, progress: @escaping @Sendable (Progress) -> Void
  ) async throws(MessageError) -> String? {
    // Otherwise a file sealed with earlier keys would replace a newer one in clear.
    try await outside.finishDecrypting()
    let known = try await sync.knownKeys()
    let words = known?.recovery == nil ? RecoveryWords() : nil
    let keyring = known?.keyring ?? Keyring()
    do { try outside.beginEncrypting() } catch {
      throw MessageError(
        localized("Couldn't write \(error.path): \(error.message)."))
    }
    try await convertingErrors {
      do {
        try await repository.encrypt(with: keyring, progress: progress) {
          keys in
          try keys.write(keyring, under: passphrase)
          if let words { try keys.write(keyring, under: words) }
          try known?.writeRecovery(to: keys)
        }
      } catch {
        outside.stopEncrypting()
        throw error
      }
    }
    CurrentProcess.hideMemory()
    try? keys.pin(keyring)
    outside.finishEncrypting()
    // Recovery words that haven't been shown yet are shown now.
    return (words ?? known?.unseenWords)?.text
  }

  /// Starts a new key, with a passphrase and new recovery words. With `all`, every file is
  /// encrypted again. Returns the words.
  ///
  /// - Throws: `MessageError` if files can't be written or encrypted again.
  func rotate(
    _ keyring: Keyring, under passphrase: Passphrase, all: Bool,
    progress: @escaping @Sendable (Progress) -> Void
  ) async throws(MessageError) -> String {
    // The new passphrase was typed in the meantime.
    let next = try await convertingErrors { try keys.updated(keyring) }.withNextEpoch()
    let words = RecoveryWords()
    if all {
      try await convertingErrors {
        try await repository.reencrypt(with: next, progress: progress) {
          keys in
          try keys.write(next, under: passphrase)
          try keys.write(next, under: words)
        }
      }
      try? keys.pin(next)
    }
    // The words come first: an interruption may lose access to later changes, never to existing
    // ones.
    try await sync.save(next, under: words)
    if !all {
      try await convertingErrors {
        try keys.write(next, under: passphrase)
      }
    }
    sessionKey.forget()
    return words.text
  }

  /// Decrypts the diary. Returns `true` if entries that were added while it was locked can't be
  /// imported and were set aside.
  ///
  /// - Throws: `MessageError` if the diary, or a file outside its folder, can't be decrypted.
  func decrypt(
    progress: @escaping @Sendable (Progress) -> Void
  ) async throws(MessageError) -> Bool {
    guard let keyring = layout.cipher.keyring else {
      throw MessageError(DiaryError.store(path: layout.root, .encrypted).line)
    }
    let pending = PendingEntries(of: layout)
    await pending.importAll(into: diary)
    let setsAside = pending.count > 0
    try await convertingErrors {
      do {
        try await repository.decrypt(progress: progress) { [keys, outside] device in
          // Another program may have added keys while the files were copied.
          try outside.beginDecrypting(try keys.updated(keyring), for: device)
        }
      } catch {
        outside.stopDecrypting()
        throw error
      }
    }
    sessionKey.forget()
    try await outside.finishDecrypting()
    return setsAside
  }

  private func convertingErrors<Value>(
    _ body: () async throws -> Value
  ) async throws(MessageError) -> Value {
    do { return try await body() } catch { throw MessageError(error) }
  }

  // MARK: Locking

  func lock() {
    sessionKey.forget()
    CurrentProcess.restart()
  }

  /// Removes the keys from the kernel's keyring, and requests open diaries to lock.
  func lockEverywhere() {
    sessionKey.forget()
    requests.ask()
  }

  func lockRequests() -> AsyncStream<Void> { requests.ticks() }
}

extension MessageError {
  /// Creates the error for keys that couldn't be opened.
  init(_ error: KeyError, of path: String) {
    switch error {
    case .age(_, .wrongPassphrase), .wrongRecoveryWords:
      self.init(
        localized("Wrong passphrase or recovery words for the diary at \(path). Try again.")
          .printable,
        needsSecret: true)
    // Recovery words that open the diary don't need this file.
    case .age(let name, .noMatchingIdentity), .age(let name, .notAge), .age(let name, .damaged):
      self.init(
        localized(
          """
          \(name) is damaged or was replaced. Restore it from a backup, or open the diary with the \
          six recovery words.
          """
        ).printable,
        needsSecret: true)
    case .missing(let name) where name.hasSuffix(".age"):
      self.init(
        localized(
          """
          \(name) is missing from the diary's folder. Restore it from a backup, or open the diary \
          with the six recovery words.
          """
        ).printable,
        needsSecret: true)
    default: self.init(error.description)
    }
  }
}

// MARK: - SessionKey

/// The keys of a diary in the kernel's keyring, shared by all programs of the user from `unlock`
/// until they expire. The kernel never writes them to disk.
struct SessionKey: Sendable {
  /// The lifetime of the keys.
  enum Duration: Hashable, Sendable {
    /// Expires this many seconds from now.
    case fixed(Int)
    /// Expires this many seconds after the last use.
    case unused(Int)

    /// The default: a quarter of an hour after the last use.
    static let standard = Duration.unused(15 * 60)

    var seconds: Int {
      switch self {
      case .fixed(let seconds), .unused(let seconds): seconds
      }
    }

    fileprivate var line: String {
      switch self {
      case .fixed: "# for a time"
      case .unused(let seconds): "# unused \(seconds)"
      }
    }
  }

  private let name: String

  /// - Parameter key: the key of the store, which identifies it outside of its folder.
  init(ofStore key: String) { name = "photodiary:" + key }

  /// Returns the keys if there are any, and extends their lifetime if it is counted from the last
  /// use.
  func keyring() -> Keyring? {
    guard var text = KernelKeyring.secret(named: name) else { return nil }
    defer { text.wipe() }
    if let seconds = Self.unusedSeconds(text) { KernelKeyring.extend(named: name, by: seconds) }
    var keys = Array(text[Self.start(of: text)...])
    defer { keys.wipe() }
    return Keyring(text: keys)
  }

  func keep(_ keyring: Keyring, _ duration: Duration) throws(ErrorNumber) {
    var keys = keyring.text
    defer { keys.wipe() }
    var text = Array((duration.line + "\n").utf8) + keys
    defer { text.wipe() }
    try KernelKeyring.store(text, named: name, for: duration.seconds)
  }

  /// Removes the keys. Returns `true` if there were any.
  @discardableResult
  func forget() -> Bool { KernelKeyring.remove(named: name) }

  private static func start(of text: [UInt8]) -> Int {
    text.firstIndex(of: 0x0A).map { $0 + 1 } ?? text.count
  }

  private static func unusedSeconds(_ text: [UInt8]) -> Int? {
    let words = text.prefix { $0 != 0x0A }.split(separator: 0x20)
    guard words.count == 3 else { return nil }
    return Int(String(decoding: words[2], as: UTF8.self))
  }
}

// MARK: - LockRequests

/// Requests to lock, for programs that have a diary open: they watch a file that each request
/// rewrites.
struct LockRequests: Sendable {
  /// The path: `<state>/locks/<key of the store>`.
  let path: String

  func ask() {
    FileSystem.makeFoldersIfPossible(Path.parent(path))
    try? DurableFile.write(Array("\(SystemClock.seconds)\n".utf8), to: path)
  }

  /// Returns a stream that ticks with each request from now on.
  func ticks() -> AsyncStream<Void> {
    FileSystem.makeFoldersIfPossible(Path.parent(path))
    let last = FileSystem.status(of: path)?.inode
    return AsyncStream { [path] continuation in
      guard let changes = FileChanges() else { return continuation.finish() }
      let source = DispatchSource.makeReadSource(
        fileDescriptor: changes.descriptor.number,
        queue: DispatchQueue(label: "photodiary.lock-requests"))
      source.setEventHandler {
        changes.drain()
        // The folder has the files of other diaries, too.
        guard let now = FileSystem.status(of: path)?.inode, now != last else { return }
        continuation.yield()
      }
      source.setCancelHandler { changes.close() }
      continuation.onTermination = { _ in source.cancel() }
      changes.watch(Path.parent(path), for: [.movedIn])
      source.activate()
    }
  }
}

// MARK: - Opening a diary

/// The result of opening a diary.
enum Opening: Sendable {
  /// The diary is encrypted and stays locked.
  case locked
  /// The diary is open, without a passphrase typed for it.
  case open
  /// The passphrase or the recovery words were just given.
  case unlocked
}

extension Dependencies {
  /// Unlocks the diary if it is encrypted: with the passphrase of the file that was named, else
  /// with the keys that `unlock` left, else by a prompt if `need` is `.needed`.
  ///
  /// - Throws: `CommandError` or `MessageError` if the passphrase can't be read or is wrong;
  ///   `DiaryError` if there is no terminal to prompt on.
  @discardableResult
  func open(_ need: UnlockRequirement) async throws -> Opening {
    do { try await unlocking.outside.finishDecrypting() } catch { ErrorLine.write(error.line) }
    guard unlocking.state == .locked else { return .open }
    unlocking.outside.finishEncrypting()
    defer { unlockingWarnings.forEach(ErrorLine.write) }
    if let passphraseFile {
      try await unlocking.unlock(with: try passphraseFile.openingPassphrase())
    } else if await unlocking.unlockBySessionKey() {
      return .open
    } else {
      guard case .needed = need else { return .locked }
      try await askToUnlock()
    }
    return .unlocked
  }

  /// The problems with what was added while the diary was locked.
  var unlockingWarnings: [String] {
    [foreignRecipientWarning, pendingEntriesWarning].compactMap(\.self)
      + PendingEntries(of: layout).warnings
  }

  /// A warning if a foreign public key was found in the diary when it was unlocked.
  private var foreignRecipientWarning: String? {
    guard layout.cipher.hadForeignRecipient else { return nil }
    return localized(
      """
      keys/recipient in \(layout.root) contained someone else's key and was corrected. The person \
      who put it there could read entries added while the diary was locked, unless this program \
      refused them.
      """)
  }

  /// A warning if entries that were added while the diary was locked can't be opened.
  private var pendingEntriesWarning: String? {
    guard !PendingEntries(of: layout).issues.isEmpty else { return nil }
    return localized(
      """
      Some of what you added while the diary was locked can't be opened. Run `photodiary verify` \
      for details.
      """)
  }

  /// Includes locked journals in all listings, searches and counts. Requires the passphrase, even
  /// if the diary is open.
  ///
  /// - Throws: an error if the passphrase isn't given.
  func showLockedJournals(after opening: Opening) async throws {
    if case .locked = opening { return }
    guard try await !diary.hiddenJournals().isEmpty else { return }
    if case .open = opening { _ = try await provenKeyring() }
    await diary.hideLockedJournals(false)
  }

  /// Prompts for the passphrase or recovery words.
  private func askToUnlock() async throws {
    guard StandardInput.isTerminal else {
      throw DiaryError.store(path: folders.store, .encrypted)
    }
    try await PassphrasePrompt.opening(prompt) { passphrase async throws(MessageError) in
      try await unlocking.unlock(with: passphrase)
    }
  }

  /// Returns the keys of the diary after a prompt for the passphrase or recovery words, for actions
  /// that require them even if the diary is open.
  ///
  /// - Throws: `DiaryError` if the diary isn't encrypted; an error if the passphrase isn't given.
  func provenKeyring() async throws -> Keyring {
    try requireEncrypted()
    // The file's first line has already opened it.
    if passphraseFile != nil, let keyring = layout.cipher.keyring { return keyring }
    let keyring = try await PassphrasePrompt.opening(prompt) {
      passphrase async throws(MessageError) in
      try await unlocking.opened(with: passphrase)
    }
    layout.cipher.unlock(with: keyring)
    return keyring
  }

  /// Checks that the diary is encrypted.
  ///
  /// - Throws: `DiaryError` if it isn't.
  func requireEncrypted() throws {
    guard unlocking.state != .plain else {
      throw DiaryError.store(path: folders.store, .notConverted(.notEncrypted))
    }
  }

  private var prompt: String { localized("Passphrase or recovery words: ") }

  /// Returns a new passphrase: the next line of the file that was named, or one that the user types
  /// twice. Warns if it is easy to guess.
  ///
  /// - Throws: `CommandError` if there is none, or if it is the recovery words.
  func newPassphrase() throws -> Passphrase {
    guard let passphraseFile else { return try PassphrasePrompt.new() }
    if let next = try passphraseFile.next() {
      reportStrength(of: next)
      return next
    }
    // Without a next line, the passphrase that opened the diary is also the new one.
    let last = try passphraseFile.lastPassphrase()
    guard RecoveryWords(last) == nil else {
      throw CommandError(
        localized(
          """
          Nothing was changed: the recovery words can't be the passphrase, too. Write a passphrase \
          on the file's next line.
          """))
    }
    reportStrength(of: last)
    return last
  }

  /// Warns of a new passphrase from a file that is easy to guess.
  func reportStrength(of passphrase: Passphrase) {
    if let warning = PassphraseStrength(of: passphrase)?.warning { ErrorLine.report(warning) }
  }
}
