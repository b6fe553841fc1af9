import DiaryCore
import DiaryKeys
import DiaryStore
// A dispatch source may be cancelled from any thread; Dispatch does not say so to the compiler.
@preconcurrency import Dispatch
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

// MARK: - SessionKey

/// The keys of a diary as the kernel keeps them for all programs of a person, from `unlock` until its time
/// is over. It writes them to no disk.
struct SessionKey: Sendable {
  /// Until when they are kept.
  enum Duration: Hashable, Sendable {
    /// So many seconds from now.
    case fixed(Int)
    /// So many seconds after the last use.
    case unused(Int)

    /// Until a quarter of an hour has passed without use.
    static let usual = Duration.unused(15 * 60)

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

  /// - Parameter key: the store's, which names it outside of its folder.
  init(ofStore key: String) { name = "photodiary:" + key }

  /// The keys, if there are any; their time begins anew where it is counted from the last use.
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
    try KernelKeyring.keep(text, named: name, for: duration.seconds)
  }

  /// Returns whether there were any.
  @discardableResult
  func forget() -> Bool { KernelKeyring.forget(named: name) }

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

/// Asks programs that have a diary open to lock it: a file is written anew, and they watch it.
struct LockRequests: Sendable {
  /// `<state>/locks/<key of the store>`
  let path: String

  func ask() {
    FileSystem.makeFoldersAsCan(Path.parent(path))
    try? DurableFile<SystemError>.write(Array("\(SystemClock.seconds)\n".utf8), to: path)
  }

  /// Ticks with each request from now on.
  func ticks() -> AsyncStream<Void> {
    FileSystem.makeFoldersAsCan(Path.parent(path))
    let last = FileSystem.status(of: path)?.inode
    return AsyncStream { [path] continuation in
      guard let changes = FileChanges() else { return continuation.finish() }
      let source = DispatchSource.makeReadSource(
        fileDescriptor: changes.descriptor.number,
        queue: DispatchQueue(label: "photodiary.lock-requests"))
      source.setEventHandler {
        changes.take()
        // The folder has those of other diaries, too.
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
