import Crypto
import DiaryCore
import Synchronization
import System

/// Writes the contents of a store into an empty one next to it, encrypting or decrypting the files,
/// and compares both. The caller holds both stores' locks.
struct StoreConversion: Sendable {
  let source: StoreLayout
  let target: StoreLayout
  /// The photos and attachments named by entries: the name of an encrypted file doesn't show its
  /// type.
  let named: [AssetFile]
  let progress: @Sendable (Progress) -> Void

  /// Copies and compares all files, then writes the format file and the index.
  func run() async throws {
    // They are imported when the diary is opened; those that can't be are set aside.
    guard target.isEncrypted || !PendingEntries(of: source).hasImportable else {
      throw DiaryError.store(path: source.root, .notConverted(.entryAdded))
    }
    for folder in [target.logs, target.assets] {
      try FileSystem.makeFolder(folder)
    }
    let reader = LogReader(layout: source)
    let logs = try reader.logs()
    let files = try assets()
    let counter = ConversionCount(of: logs.count + files.count, progress)
    for (name, end) in logs { try copy(log: name, size: end.size) }
    try await convert(files, counter)
    try copyRest(logs: Set(logs.map(\.name)), files: Set(files.map(\.path)))
    try FileSystem.syncAll(in: target.root)
    for (name, end) in logs {
      try compare(log: name, size: end.size)
      counter.add()
    }
    try StoreFormat.write(to: target)
    var index = try IndexRebuild(layout: target, horizon: ClockHorizon()).build(in: target.root)
    try index.commit(as: target.index)
    try FileSystem.syncAll(in: target.root)
  }

  /// Processes several values concurrently, and throws the first error.
  private func each<Value: Sendable>(
    _ values: [Value], _ body: @escaping @Sendable (Value) throws -> Void
  ) async throws {
    let results = await concurrentMap(values, width: 4) { value in
      Result { try body(value) }
    }
    for result in results {
      guard let result else { throw cancelled }
      try result.get()
    }
  }

  private var cancelled: DiaryError { .store(path: source.root, .notConverted(.cancelled)) }

  private func damaged(_ path: String) -> DiaryError {
    .store(path: source.root, .notConverted(.damaged(source.relative(path))))
  }

  private func differs(_ path: String) -> DiaryError {
    .store(path: source.root, .notConverted(.differs(source.relative(path))))
  }

  // MARK: Logs

  /// The number of bytes of a log that are read at a time.
  private static let pieceSize = 1 << 20

  private static func pieces(of size: Int) -> some Sequence<Range<Int>> {
    stride(from: 0, to: size, by: pieceSize).lazy.map { $0..<min($0 + pieceSize, size) }
  }

  private func copy(log name: String, size: Int) throws {
    let (log, copy) = (source.log(name), target.log(name))
    try FileSystem.makeFolders(Path.parent(copy.path))
    var replacement = try LogReplacement(of: copy)
    for range in Self.pieces(of: size) {
      let (bytes, isWhole) = try log.copied(range)
      guard isWhole else { throw damaged(log.path) }
      try replacement.write(bytes)
    }
    try replacement.commit()
  }

  private func compare(log name: String, size: Int) throws {
    let (log, copy) = (source.log(name), target.log(name))
    guard try copy.end?.size == size else { throw differs(log.path) }
    for range in Self.pieces(of: size)
    where try log.copied(range).bytes != copy.copied(range).bytes { throw differs(log.path) }
  }

  // MARK: Photos and attachments

  private typealias File = (path: String, target: String)

  /// The steps that each file goes through.
  private enum Step: CaseIterable { case copying, readingBack, comparing }

  /// The number of files that go through a step together.
  private static let groupSize = 16

  /// Copies files and compares the copies with the originals. While one group is copied, the one
  /// before it is written to disk, and the one before that is read back from the disk.
  private func convert(_ files: [File], _ counter: ConversionCount) async throws {
    let starts = stride(from: 0, to: files.count, by: Self.groupSize)
    let groups = starts.map { files[$0..<min($0 + Self.groupSize, files.count)] }
    for turn in 0..<(groups.count + Step.allCases.count - 1) {
      var work: [(step: Step, file: File)] = []
      for (delay, step) in Step.allCases.enumerated() where groups.indices.contains(turn - delay) {
        work += groups[turn - delay].map { (step, $0) }
      }
      try await each(work) { work in
        try run(work.step, on: work.file, counter)
      }
    }
  }

  private func run(_ step: Step, on file: File, _ counter: ConversionCount) throws {
    switch step {
    case .copying: try copy(file.path, to: file.target)
    case .readingBack: try OpenFile.reading(file.target).readBack()
    case .comparing:
      try compare(file.path, with: file.target)
      counter.add()
    }
  }

  /// Returns the source and target path of each file. Encrypted ones that no entry names are
  /// identified by their contents.
  private func assets() throws -> [File] {
    let found = try AssetFolder(layout: source).files().filter { path, asset in
      try asset.map { AssetFolder.isPlace(source.relative(path), of: $0) } ?? false
        && !StoreIssue.isTemporary(source.relative(path))
        && FileSystem.existingStatusNoFollow(of: path)?.isRegularFile == true
    }
    guard source.isEncrypted else {
      return found.compactMap { path, asset in
        asset.map { asset in
          let type = MediaType(ofFileNamed: Path.name(path))
          return (path, target.path(of: AssetFile(asset: asset, type: type)))
        }
      }
    }
    let known = Dictionary(named.map { (source.path(of: $0), $0) }) { first, _ in first }
    var files: [File] = []
    for (path, _) in found {
      let file: AssetFile
      if let named = known[path] { file = named } else { file = try unnamed(path) }
      files.append((path, target.path(of: file)))
    }
    return files
  }

  private func unnamed(_ path: String) throws -> AssetFile {
    do {
      let asset = try AssetFolder(layout: source).asset(ofFileAt: path)
      return AssetFile(asset: asset, type: MediaType("application/octet-stream"))
    } catch {
      throw damaged(path)
    }
  }

  /// Copies a file without syncing it: one sync at the end covers all.
  private func copy(_ path: String, to goal: String) throws {
    if Task.isCancelled { throw cancelled }
    try FileSystem.makeFolders(Path.parent(goal))
    let file = try OpenFile(goal, .new)
    var seal = try StoreSeal(of: target)
    do {
      try source.forEachPiece(of: path) { piece in
        try seal.write(piece) { bytes in try file.write(bytes) }
      }
    } catch {
      guard case .store(path, .damaged) = DiaryError(error) else { throw error }
      throw damaged(path)
    }
    try seal.finish { bytes in try file.write(bytes) }
    file.descriptor.beginWriteBack()
  }

  private func compare(_ path: String, with goal: String) throws {
    if Task.isCancelled { throw cancelled }
    if source.isEncrypted, target.isEncrypted {
      let clear = try AssetFolder(layout: source).asset(ofFileAt: path)
      guard try AssetFolder(layout: target).asset(ofFileAt: goal) == clear else {
        throw differs(path)
      }
      return
    }
    let (plain, layout, sealed) =
      target.isEncrypted ? (path, target, goal) : (goal, source, path)
    let clear = try MappedFile(plain)
    var place = 0
    var isSame = true
    try layout.forEachPiece(of: sealed) { piece in
      let end = place + piece.count
      isSame =
        isSame && end <= clear.count
        && UnsafeRawBufferPointer(rebasing: clear.bytes[place..<end]).isEqual(to: piece)
      place = end
    }
    guard isSame, place == clear.count else { throw differs(path) }
  }

  // MARK: Other files

  private func copyRest(logs: Set<String>, files: Set<String>) throws {
    if FileSystem.exists(source.owner) {
      let owner = try source.map(source.owner)
      try target.write(Array(owner.bytes), to: target.owner)
    }
    if FileSystem.exists(source.restoredMark) { try keep(source.restoredMark, as: "restored.json") }
    try keepWaiting()
    try setAside(logs, files)
    for folder in [source.logs, source.assets] { try keepHidden(in: folder) }
    // Files of users or of other programs are kept unchanged.
    for name in try FileSystem.names(in: source.root)
    where !StoreLayout.names.contains(name) && !name.hasPrefix(DurableFile.temporaryPrefix) {
      try keep(source.file(name), as: name)
    }
  }

  /// Keeps the entries that were added while the diary was locked. Decrypting sets those aside that
  /// can't be imported, decrypted if they can be opened.
  private func keepWaiting() throws {
    for name in try FileSystem.files(below: source.waiting) {
      let path = Path.join(source.waiting, name)
      if target.isEncrypted {
        try keepSealed(path, as: "waiting/" + name)
      } else {
        try setAside(path, as: "waiting/" + name)
      }
    }
  }

  /// Keeps the files in `set-aside/`, and sets aside those that can't be read.
  private func setAside(_ logs: Set<String>, _ files: Set<String>) throws {
    for name in try FileSystem.files(below: source.quarantine) {
      try setAside(Path.join(source.quarantine, name), as: name)
    }
    for name in try FileSystem.files(below: source.journals) {
      try setAside(Path.join(source.journals, name), as: "journals/" + name)
    }
    for name in try FileSystem.files(below: source.logs) {
      let isPiece = source.isEncrypted && LogPiece(Path.name(name)) != nil
      if logs.contains(name) || isPiece || StoreIssue.isTemporary(name) { continue }
      try setAside(Path.join(source.logs, name), as: "log/" + name)
    }
    for name in try FileSystem.files(below: source.assets) {
      let path = Path.join(source.assets, name)
      if files.contains(path) || StoreIssue.isTemporary(name) { continue }
      try setAside(path, as: "assets/" + name)
    }
  }

  /// Keeps hidden files of other programs unchanged.
  private func keepHidden(in folder: String) throws {
    for name in try FileSystem.names(in: folder) {
      let path = Path.join(folder, name)
      if name.hasPrefix(".") {
        let isOurs =
          name.hasPrefix(DurableFile.temporaryPrefix) || name == StoreLayout.unfinishedAppendName
          || SparePiece.Place(name) != nil
        if !isOurs { try keep(path, as: source.relative(path)) }
      } else if try FileSystem.existingStatusNoFollow(of: path)?.isFolder == true {
        try keepHidden(in: path)
      }
    }
  }

  private static let ending = ".age"

  /// Sets a file aside, sealed and with the ending `.age` if the target is encrypted. A file that
  /// can't be opened is kept unchanged, together with the keys.
  private func setAside(_ path: String, as name: String) throws {
    let place = Path.join(target.quarantine, name)
    if target.isEncrypted, source.isEncrypted {
      return try keepSealed(path, as: "set-aside/" + name)
    }
    if target.isEncrypted { return try copy(path, to: place + Self.ending) }
    if name.hasSuffix(Self.ending) {
      let clear = String(place.dropLast(Self.ending.count))
      do { return try copy(path, to: clear) } catch {
        FileSystem.unlink(clear)
      }
      for key in try FileSystem.files(below: source.keys) {
        let copy = "set-aside/keys/" + key
        if !FileSystem.exists(target.file(copy)) {
          try keep(Path.join(source.keys, key), as: copy)
        }
      }
    }
    try keep(path, as: "set-aside/" + name)
  }

  /// Seals a file with the new keys. One that can't be opened is kept unchanged.
  private func keepSealed(_ path: String, as name: String) throws {
    let place = target.file(name)
    do { return try copy(path, to: place) } catch {
      FileSystem.unlink(place)
      try keep(path, as: name)
    }
  }

  /// Copies a file or folder unchanged, if possible as a hard link.
  private func keep(_ path: String, as name: String) throws {
    let place = target.file(name)
    switch try FileSystem.existingStatusNoFollow(of: path)?.kind {
    case .file:
      try FileSystem.makeFolders(Path.parent(place))
      if (try? FileSystem.link(path, as: place)) != nil { return }
      switch FileCopying.copy(try OpenFile.reading(path), to: place) {
      case .success: return
      case .failure(.source(let error)), .failure(.target(let error)): throw error
      }
    case .folder:
      try FileSystem.makeFolders(place)
      for inner in try FileSystem.names(in: path) {
        try keep(Path.join(path, inner), as: Path.join(name, inner))
      }
    case .link: try? FileSystem.symbolicLink(to: Path.target(ofLink: path) ?? path, at: place)
    // Pipes and sockets have no content.
    case .other, nil: break
    }
  }
}

/// Counts the files that were written and compared.
private final class ConversionCount: Sendable {
  private let total: Int
  private let progress: @Sendable (Progress) -> Void
  private let done = Atomic(0)

  init(of total: Int, _ progress: @escaping @Sendable (Progress) -> Void) {
    (self.total, self.progress) = (total, progress)
  }

  func add() {
    progress(Progress(.copying, done.add(1, ordering: .relaxed).newValue, of: total))
  }
}

/// The folders next to a store that are used while it is encrypted or decrypted, and the recovery
/// from an interrupted conversion.
///
/// The new store is written to `copy`. If the file system can't exchange two folders in one step,
/// the old store is moved to `replaced`, the new one to the store's place, and the old one to
/// `copy`, where it is removed. So if the store is missing, the old one is moved back; and if
/// `replaced` exists without `copy`, the store is the new one.
struct ConversionFolders {
  /// The path of the store with symbolic links resolved.
  let store: String
  /// The path of the new store. It is fixed, so that it can be found after a crash, and next to the
  /// store, so that it is on the same file system.
  let copy: String
  /// The path of the old store during an exchange in several steps.
  let replaced: String

  init(of root: String) {
    store = Path.resolved(Self.followed(root))
    let hidden = Path.join(Path.parent(store), ".\(Path.name(store)).photodiary-")
    (copy, replaced) = (hidden + "conversion", hidden + "replaced")
  }

  /// Resolves symbolic links, including dangling ones: the store may have been moved away.
  private static func followed(_ root: String) -> String {
    var path = root
    // Linux follows at most 40 links.
    for _ in 0..<40 {
      guard let target = Path.target(ofLink: path) else { break }
      path = target.hasPrefix("/") ? target : Path.join(Path.parent(path), target)
    }
    return path
  }

  /// Exchanges the store and the copy.
  func exchange() throws {
    do {
      try FileSystem.exchange(copy, store)
    } catch .invalid, .notImplemented, .notSupported {
      return try exchangeInSteps()
    } catch {
      throw notExchangeable(error)
    }
    try FileSystem.sync(folder: Path.parent(store))
  }

  private func exchangeInSteps() throws {
    do { try FileSystem.replace(replaced, by: store) } catch {
      throw notExchangeable(error)
    }
    do {
      // Otherwise a power cut could keep the new name and lose the old store's.
      try FileSystem.sync(folder: Path.parent(store))
      do { try FileSystem.replace(store, by: copy) } catch {
        throw notExchangeable(error)
      }
    } catch {
      try? FileSystem.rename(replaced, to: store)
      throw error
    }
    try FileSystem.sync(folder: Path.parent(store))
    finishExchange()
  }

  private func notExchangeable(_ error: ErrorNumber) -> DiaryError {
    .store(path: store, .notConverted(.notExchangeable(reason: error.message)))
  }

  /// Moves back a store that was moved away and not replaced. Waits for a program that is about to
  /// replace it.
  func restore() throws {
    guard FileSystem.statusNoFollow(of: replaced)?.isFolder == true else { return }
    let lock: FileLock
    do {
      lock = try FileLock(StoreLayout(root: replaced).lock)
    } catch {
      guard case .store(_, .missing) = DiaryError(error) else { throw error }
      // The other program has completed the exchange.
      return
    }
    guard lock.isInPlace, FileSystem.statusNoFollow(of: store) == nil else { return }
    try FileSystem.rename(replaced, to: store)
    try FileSystem.sync(folder: Path.parent(store))
  }

  /// Prepares a conversion by removing the remains of another, which may contain the complete diary
  /// unencrypted.
  ///
  /// - Throws: `ConversionError.notExchangeable` if another store was created while this one was
  ///   moved away; then nothing is changed.
  func clear() throws {
    finishExchange()
    guard FileSystem.statusNoFollow(of: replaced) == nil else { throw notExchangeable(.exists) }
    guard FileSystem.statusNoFollow(of: copy)?.isFolder == true else { return }
    // The program may have been killed before the exchange was durable. A power cut that undid it
    // now would make the remains the store again.
    try FileSystem.sync(folder: Path.parent(store))
    // The folder is removed when the value is released.
    _ = try StagedStore(at: copy)
    removeEmptyCopy()
  }

  /// Removes the copy's empty folder. On network file systems an open file, such as the lock, keeps
  /// a name until it is closed.
  func removeEmptyCopy() { FileSystem.removeEmptyFolder(copy) }

  /// Moves the old store to the place where it is removed, if the new one is in place.
  private func finishExchange() {
    guard FileSystem.statusNoFollow(of: replaced)?.isFolder == true,
      FileSystem.statusNoFollow(of: copy) == nil
    else { return }
    try? FileSystem.rename(replaced, to: copy)
  }
}

extension StoreLayout {
  /// Moves back a store if an encryption or decryption was killed before the new store was in
  /// place.
  ///
  /// - Throws: an error if the store can't be locked or moved.
  package func restoreReplacedStore() throws {
    guard FileSystem.status(of: root) == nil else { return }
    try ConversionFolders(of: root).restore()
  }

  /// Removes the remains of an interrupted conversion, which may contain the complete diary
  /// unencrypted. Needs no keys.
  ///
  /// - Throws: an error if they can't be locked or moved.
  package func removeInterruptedConversion() throws { try ConversionFolders(of: root).clear() }
}

/// Encrypts and decrypts a store.
extension DiskRepository {
  /// Encrypts the files of a store, which may not exist yet, and unlocks it. Cancelling the task
  /// stops it. If this throws, the store is unchanged.
  ///
  /// - Parameter putKeys: writes the keys into the new store, for everything that must open it.
  /// - Throws: `ConversionError` in `DiaryError.store` if the store is already encrypted, is a
  ///   backup, or can't be converted; `DiaryError.store` if the diary is gone; or the error of
  ///   `putKeys`.
  package func encrypt(
    with keyring: Keyring, progress: @escaping @Sendable (Progress) -> Void,
    _ putKeys: @Sendable (StoreKeys) throws -> Void
  ) async throws {
    guard !layout.isEncrypted else {
      throw DiaryError.store(path: layout.root, .notConverted(.alreadyEncrypted))
    }
    let device = deviceFile
    try device.requireNotMissing()
    try await encrypt(with: keyring, progress) { target in
      try putKeys(StoreKeys(of: target))
      try device.keepIdentity(in: target)
    }
  }

  /// Encrypts all files of an encrypted store again, with an added key.
  ///
  /// - Throws: `DiaryError` as `encrypt` does.
  package func reencrypt(
    with keyring: Keyring, progress: @escaping @Sendable (Progress) -> Void,
    _ putKeys: @Sendable (StoreKeys) throws -> Void
  ) async throws {
    let identity = try deviceFile.keys().identity
    try await encrypt(with: keyring, progress) { target in
      try putKeys(StoreKeys(of: target))
      _ = try StoreKeys(of: target).deviceIdentity { identity }
    }
  }

  private func encrypt(
    with keyring: Keyring, _ progress: @escaping @Sendable (Progress) -> Void,
    _ prepare: @Sendable (StoreLayout) throws -> Void
  ) async throws {
    try await convert(
      to: StoreCipher(keyring, isEncrypted: true), progress, prepare: prepare, beforeExchange: {})
    layout.cipher.unlock(with: keyring)
  }

  /// Decrypts the files of an unlocked store. If this throws, the store is unchanged.
  ///
  /// - Parameter keepKeys: keeps what opens other files sealed with the keys, for this device's
  ///   unencrypted key, right before the decrypted store is put in place. The store's keys no
  ///   longer exist afterward.
  /// - Throws: `ConversionError` in `DiaryError.store` if the store isn't encrypted, is a backup,
  ///   or can't be converted; or the error of `keepKeys`.
  package func decrypt(
    progress: @escaping @Sendable (Progress) -> Void,
    _ keepKeys: @Sendable (AgeRecipient) throws -> Void = { _ in }
  ) async throws {
    guard layout.isEncrypted else {
      throw DiaryError.store(path: layout.root, .notConverted(.notEncrypted))
    }
    let device = deviceFile
    let identity = try device.identityToKeep()
    try await convert(
      to: StoreCipher(isEncrypted: false), progress, prepare: { _ in },
      beforeExchange: {
        try keepKeys(identity.recipient)
        try device.keep(identity)
      })
    layout.cipher.lock()
  }

  private func convert(
    to cipher: StoreCipher, _ progress: @escaping @Sendable (Progress) -> Void,
    prepare: @Sendable (StoreLayout) throws -> Void, beforeExchange: () throws -> Void
  ) async throws {
    try checkFormat()
    guard !FileSystem.exists(layout.backupManifest) else {
      throw DiaryError.store(path: layout.root, .notConverted(.isBackup))
    }
    await finish()
    let folders = ConversionFolders(of: layout.root)
    try FileSystem.makeFolders(Path.parent(folders.store))
    if FileSystem.isFolder(folders.store) {
      let lock = try await storeLock()
      try catchUp()
      try await convert(
        folders, to: cipher, progress, prepare: prepare, beforeExchange: beforeExchange)
      _ = consume lock
    } else {
      var staged = try StagedStore(at: folders.copy, cipher: cipher)
      try prepare(staged.layout)
      for folder in [staged.layout.logs, staged.layout.assets] {
        try FileSystem.makeFolder(folder)
      }
      try StoreFormat.write(to: staged.layout)
      try beforeExchange()
      try layout.cipher.pins?.prepareExchange(with: cipher.keyring)
      guard try staged.publish(asNew: folders.store) else {
        throw DiaryError.store(path: folders.store, .converted)
      }
    }
    if cipher.keyring == nil { try? layout.cipher.pins?.forget() }
    layout.cipher.forget()
    tailer = LogTailer(
      layout: layout, own: { [deviceFile] in deviceFile.verifyingKey }, now: now)
    folders.removeEmptyCopy()
    forgetOwner()
  }

  private func convert(
    _ folders: ConversionFolders, to cipher: StoreCipher,
    _ progress: @escaping @Sendable (Progress) -> Void,
    prepare: @Sendable (StoreLayout) throws -> Void, beforeExchange: () throws -> Void
  ) async throws {
    try foundDiary()
    let source = StoreLayout(root: folders.store, cipher: layout.cipher)
    try folders.clear()
    try requireSpace(for: source)
    let staged = try StagedStore(at: folders.copy, cipher: cipher)
    let target = staged.layout
    // Deriving a key from a passphrase is slow, so it runs concurrently.
    async let prepared = Self.run(prepare, for: target)
    let named = try references(after: LogPositions()).files
    let conversion = StoreConversion(
      source: source, target: target, named: named, progress: progress)
    try await Self.run(conversion)
    try await prepared.get()
    try staged.sync()
    if Task.isCancelled { throw DiaryError.store(path: layout.root, .notConverted(.cancelled)) }
    try beforeExchange()
    try layout.cipher.pins?.prepareExchange(with: cipher.keyring)
    // The exchanged copy is removed when this value is released.
    try folders.exchange()
    _ = consume staged
  }

  @concurrent private nonisolated static func run(
    _ prepare: @Sendable (StoreLayout) throws -> Void, for target: StoreLayout
  ) async -> Result<Void, any Error> {
    Result { try prepare(target) }
  }

  /// Runs outside the actor, since the duration grows with the diary.
  @concurrent private nonisolated static func run(_ conversion: StoreConversion) async throws {
    try await conversion.run()
  }

  /// Founds a diary of version 0.1.0, so that its lines are signed, and rolls back an interrupted
  /// append.
  private func foundDiary() throws {
    for (name, _) in try LogReader(layout: layout).logs() where !layout.isEncrypted {
      try AppendIntent.rollBack(beside: name, in: layout)
    }
    try catchUp()
    let hasTrash = try !tailer.trash().isEmpty
    guard tailer.records.diary == nil, tailer.table.count > 0 || hasTrash else { return }
    let log = deviceLog
    var batch = try log.batch()
    try add([], to: &batch)
    _ = try log.append(batch)
    JournalFolder(layout: layout).remove()
    try StoreFormat.write(to: layout)
    try catchUp()
  }

  /// Checks the free space: the new store is written before the old one is removed.
  private func requireSpace(for source: StoreLayout) throws {
    let needed = StoreSize(of: source).bytes * 21 / 20 + (1 << 20)
    guard let available = FileSystem.freeSpace(in: Path.parent(source.root)), available < needed
    else {
      return
    }
    throw DiaryError.store(path: layout.root, .notConverted(.notEnoughSpace(needed - available)))
  }
}
