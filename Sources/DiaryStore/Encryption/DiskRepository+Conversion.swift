import DiaryCore
import DiaryKeys
import System

/// Encrypting a store, and decrypting it.
extension DiskRepository {
  /// Encrypts the files of a store, which may not exist yet. The store is unlocked then. A task that is
  /// cancelled stops it; when this throws, the store is as it was.
  ///
  /// - Parameter putKeys: Puts the keys into the new store under all that is to open it.
  package func encrypt(
    with keyring: Keyring, progress: @escaping @Sendable (Progress) -> Void,
    _ putKeys: @Sendable (StoreKeys) throws(DiaryError) -> Void
  ) async throws(DiaryError) {
    guard !layout.isEncrypted else {
      throw .store(path: layout.root, .notConverted(.alreadyEncrypted))
    }
    let device = deviceFile
    try await encrypt(with: keyring, progress) { target throws(DiaryError) in
      try putKeys(StoreKeys(of: target))
      try device.keepIdentity(in: target)
    }
  }

  /// Seals all files of a store anew, with a key that was added to those that open it.
  package func encryptAnew(
    with keyring: Keyring, progress: @escaping @Sendable (Progress) -> Void,
    _ putKeys: @Sendable (StoreKeys) throws(DiaryError) -> Void
  ) async throws(DiaryError) {
    let identity = try deviceFile.keys().identity
    try await encrypt(with: keyring, progress) { target throws(DiaryError) in
      try putKeys(StoreKeys(of: target))
      _ = try StoreKeys(of: target).deviceIdentity { identity }
    }
  }

  private func encrypt(
    with keyring: Keyring, _ progress: @escaping @Sendable (Progress) -> Void,
    _ prepare: @Sendable (StoreLayout) throws(DiaryError) -> Void
  ) async throws(DiaryError) {
    try await convert(to: StoreCipher(keyring, isEncrypted: true), progress, prepare)
    layout.cipher.unlock(with: keyring)
  }

  /// Decrypts the files of a store that is unlocked.
  package func decrypt(
    progress: @escaping @Sendable (Progress) -> Void
  ) async throws(DiaryError) {
    guard layout.isEncrypted else {
      throw .store(path: layout.root, .notConverted(.notEncrypted))
    }
    let identity = try? deviceFile.keys().identity
    try await convert(to: StoreCipher(isEncrypted: false), progress) { _ in }
    layout.cipher.lock()
    if let identity { try deviceFile.keep(identity) }
  }

  private func convert(
    to cipher: StoreCipher, _ progress: @escaping @Sendable (Progress) -> Void,
    _ prepare: @Sendable (StoreLayout) throws(DiaryError) -> Void
  ) async throws(DiaryError) {
    try checkFormat()
    guard !FileSystem.exists(layout.backupManifest) else {
      throw .store(path: layout.root, .notConverted(.isBackup))
    }
    await finish()
    let folders = ConversionFolders(of: layout.root)
    try FileSystem.makeFolders(Path.parent(folders.store))
    if FileSystem.isFolder(folders.store) {
      let lock = try await storeLock()
      try catchUp()
      try await convert(folders, to: cipher, progress, prepare)
      _ = consume lock
    } else {
      var staged = try StagedStore(at: folders.copy, cipher: cipher)
      try prepare(staged.layout)
      for folder in [staged.layout.logs, staged.layout.assets] {
        try FileSystem.makeFolder(folder)
      }
      try StoreFormat.write(to: staged.layout)
      try layout.cipher.pins?.forget()
      guard try staged.publish(asNew: folders.store) else {
        throw .store(path: folders.store, .converted)
      }
    }
    layout.cipher.forget()
    follower = LogTailer(
      layout: layout, own: { [deviceFile] in deviceFile.judgingMachine }, now: now)
    folders.removeEmptyCopy()
    forgetOwner()
  }

  private func convert(
    _ folders: ConversionFolders, to cipher: StoreCipher,
    _ progress: @escaping @Sendable (Progress) -> Void,
    _ prepare: @Sendable (StoreLayout) throws(DiaryError) -> Void
  ) async throws(DiaryError) {
    try found()
    let source = StoreLayout(root: folders.store, cipher: layout.cipher)
    try folders.clear()
    try requireRoom(for: source)
    let staged = try StagedStore(at: folders.copy, cipher: cipher)
    let target = staged.layout
    // What a passphrase opens takes time of its own to make.
    async let prepared = Self.run(prepare, for: target)
    let named = try references(after: LogPositions()).files
    let conversion = StoreConversion(
      source: source, target: target, named: named, progress: progress)
    try await Self.run(conversion)
    try await prepared.get()
    try staged.sync()
    if Task.isCancelled { throw .store(path: layout.root, .notConverted(.cancelled)) }
    try layout.cipher.pins?.forget()
    // What is in the copy then goes when this value does.
    try folders.exchange()
    _ = consume staged
  }

  @concurrent private nonisolated static func run(
    _ prepare: @Sendable (StoreLayout) throws(DiaryError) -> Void, for target: StoreLayout
  ) async -> Result<Void, DiaryError> {
    Result { () throws(DiaryError) in try prepare(target) }
  }

  /// Beside the actor, for it takes as long as the diary is large.
  @concurrent private nonisolated static func run(
    _ conversion: StoreConversion
  ) async throws(DiaryError) {
    try await conversion.run()
  }

  /// Brings a diary of version 0.1.0 into the form that programs sign, and takes back what one that was
  /// killed has left of an append.
  private func found() throws(DiaryError) {
    for (name, _) in try LogReader(layout: layout).logs() where !layout.isEncrypted {
      try AppendIntent.rollBack(beside: name, in: layout)
    }
    try catchUp()
    let hasTrash = try !follower.trash().isEmpty
    guard follower.records.diary == nil, follower.table.count > 0 || hasTrash else { return }
    let log = deviceLog
    let known = follower.known
    let signer = try log.signer(known)
    var batch = log.batch(signer, after: follower.clock)
    batch.add(try log.openingRecords(signer, known.records))
    try add([], to: &batch)
    _ = try log.append(batch, signer, known)
    JournalFolder(layout: layout).remove()
    try StoreFormat.write(to: layout)
    try catchUp()
  }

  /// The new store is written before the old one goes.
  private func requireRoom(for source: StoreLayout) throws(DiaryError) {
    let wanted = StoreSize(of: source).bytes * 21 / 20 + (1 << 20)
    guard let room = FileSystem.room(in: Path.parent(source.root)), room < wanted else { return }
    throw .store(path: layout.root, .notConverted(.noRoom(wanted - room)))
  }

  /// Removes what a program that was killed has left of a conversion: it may hold all of the diary in
  /// clear.
  package nonisolated func removeLeftConversion() {
    try? ConversionFolders(of: layout.root).clear()
  }
}
