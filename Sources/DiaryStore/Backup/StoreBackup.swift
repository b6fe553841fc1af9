import Crypto
import DiaryCore
import System
import Text

/// The result of a backup.
package struct BackupSummary: Hashable, Sendable {
  /// The path of the new backup's folder.
  package var path: String
  /// The number of files of entries.
  package var files: Int
  /// The number of photos among them; `nil` after a restore, which doesn't read the entries.
  package var photos: Int?
  package var bytes: Int
  /// The number of bytes that need no additional space, because they are linked to the previous
  /// backup or cloned.
  package var shared: Int
  /// The faults of the diary, and files stored only on other machines.
  package var findings: [StoreIssue]
  /// The names of the old backups that were removed.
  package var removed: [String] = []
}

/// Makes a dated copy of a complete diary in a folder of backups, while the diary is in use.
package struct StoreBackup: Sendable {
  private let layout: StoreLayout
  private let elsewhere: Set<String>

  /// The number of attempts if the trash is emptied in the meantime.
  private static let attempts = 3

  /// Creates a backup of a store.
  ///
  /// - Parameters:
  ///   - cipher: opens the store's files, if they are encrypted. They are copied encrypted.
  ///   - elsewhere: the files that are stored on other machines.
  package init(
    root: String, cipher: StoreCipher = StoreCipher(), elsewhere: Set<AssetFile> = []
  ) {
    layout = StoreLayout(root: root, cipher: cipher)
    self.elsewhere = Set(elsewhere.map(layout.relativePath))
  }

  /// Adds a backup to a folder and, if a retention is given and the diary has no faults, removes
  /// old backups.
  ///
  /// When this returns, the backup has been verified and survives a power cut. When it throws,
  /// there is no new backup and the earlier ones are unchanged. Cancelling the task stops it.
  ///
  /// - Throws: an error if the diary can't be read, or `DiaryError.backup` if the folder
  ///   can't be used, the diary keeps changing, or the task was cancelled.
  package func run(
    to given: String, at now: EntryDate, keeping retention: BackupRetention? = nil,
    progress: @escaping (Progress) -> Void = { _ in }
  ) throws -> BackupSummary {
    try StoreCondition(layout: layout).requireReadable()
    let diary = try owner()
    let folder = try BackupFolder(making: given, for: layout, of: diary)
    do {
      try folder.tidy()
      let head = BackupManifest.Head(
        diary: diary, made: now, id: ID<BackupManifest>.random().description)
      var summary = try make(head, in: folder, progress: progress)
      // If something is lost, the old backups may still have it.
      if let retention, summary.findings.isEmpty {
        summary.removed = try folder.thin(keeping: retention, of: diary, sparing: summary.path)
      }
      return summary
    } catch {
      switch DiaryError(error) {
      case .store(_, .locked): throw error
      case .store(let path, let failure) where Path.contains(folder.path, path):
        throw DiaryError.backup(path: folder.path, .failed(reason: failure.reason(path)))
      case .backup(_, let failure): throw DiaryError.backup(path: folder.path, failure)
      default: throw error
      }
    }
  }

  private func owner() throws -> AuthorID {
    if let owner = try OwnerFile(layout: layout).read() { return owner.id }
    // Before the first save there is nothing to copy.
    guard try !LogReader(layout: layout).logs().isEmpty else {
      throw DiaryError.store(path: layout.root, .missing)
    }
    try StoreCondition(layout: layout).requireOwner()
    throw DiaryError.store(path: layout.owner, .missing)
  }

  private func make(
    _ head: BackupManifest.Head, in folder: BackupFolder,
    progress: @escaping (Progress) -> Void
  ) throws -> BackupSummary {
    let earlier = try folder.backups().last.map { EarlierBackup($0.path, cipher: layout.cipher) }
    for _ in 0..<Self.attempts {
      var staged = try StagedStore(at: folder.staging, cipher: layout.cipher)
      var copier = StoreCopier(
        from: layout, to: staged.layout, earlier: earlier, progress: progress)
      let snapshot = try StoreSnapshot(of: layout)
      try copier.copy(snapshot)
      guard try snapshot.isCurrent() else { continue }
      // One call syncs thousands of files.
      try staged.sync()
      try copier.verify()
      var check = CopyCheck(
        layout: staged.layout, files: Set(copier.files.map(\.path)),
        elsewhere: elsewhere, known: copier.findings)
      let findings = try check.faults()
      var manifest = BackupManifest(head: head)
      manifest.files = copier.files
      try DurableFile.write(manifest.bytes, to: staged.layout.backupManifest)
      let path = try Self.publish(&staged, in: folder, at: head.made)
      return BackupSummary(
        path: path, files: manifest.assets, photos: check.photos, bytes: copier.bytes,
        shared: copier.shared, findings: findings)
    }
    throw DiaryError.backup(path: folder.path, .changing)
  }

  /// Names the backup, with a number if there is already one of the same second.
  private static func publish(
    _ staged: inout StagedStore, in folder: BackupFolder, at made: EntryDate
  ) throws -> String {
    let time = Timestamp(milliseconds: made.instant * 1000)
    var number = 1
    while true {
      let path = Path.join(folder.path, BackupName.of(time, number: number))
      if try staged.publish(asNew: path) { return path }
      number += 1
    }
  }
}

/// Checks the copy for losses of the diary: a backup of an incomplete diary must not displace
/// complete ones.
struct CopyCheck {
  let layout: StoreLayout
  /// The copied files, by their paths within the store.
  let files: Set<String>
  /// The paths within the store of files on other machines.
  let elsewhere: Set<String>
  /// The findings of the copying.
  let known: [StoreIssue]
  /// The number of photos among the copied files, which `faults` determines.
  private(set) var photos = 0

  init(layout: StoreLayout, files: Set<String>, elsewhere: Set<String>, known: [StoreIssue]) {
    (self.layout, self.files, self.elsewhere, self.known) = (layout, files, elsewhere, known)
  }

  /// Returns the faults, known ones first, and files stored elsewhere. The files' bytes were
  /// already read when they were copied.
  mutating func faults() throws -> [StoreIssue] {
    var faults = known
    func note(_ finding: StoreIssue) {
      if finding.severity == .fault || finding.kind == .assetElsewhere { faults.append(finding) }
    }
    KeysCheck(layout: layout).run(note)
    PendingEntries(of: layout).issues.forEach(note)
    var logs = try LogCheck(layout: layout)
    try logs.run(note)
    photos = files.intersection(logs.photos).count
    AssetCheck(layout: layout, referenced: logs.assets, elsewhere: elsewhere)
      .reportMissing(excluding: files.union(known.map(\.file)), note)
    try IndexCheck(layout: layout, revisions: logs.seen).reportLosses(note)
    return faults
  }
}

/// The extent of a store's logs at one moment, and its index. With it, the store can be copied
/// while it is in use: logs are only appended to, and the files that they name were stored before.
struct StoreSnapshot {
  struct Log {
    let name: String
    let end: LogEnd
    let mark: String?
  }

  let logs: [Log]
  /// The journal files, which are removed once their contents are in the logs.
  let journals: [(path: String, bytes: [UInt8])]
  /// The key files, which open everything sealed until then.
  let keys: [(path: String, bytes: [UInt8])]
  /// The files of entries that were added while the diary was locked, by their paths within the
  /// store. They are removed once the entries are in the logs.
  let waiting: [String]
  /// The index at that moment, which contains nothing that is appended later.
  let index: MappedFile?
  private let layout: StoreLayout

  /// Takes the snapshot with the store's lock held, so that no save or emptying of the trash is in
  /// progress. On a read-only store no lock is possible, and no one can save.
  init(of layout: StoreLayout) throws {
    self.layout = layout
    let found: Found
    do {
      let lock = try FileLock(layout.lock)
      try layout.requireSameForm()
      found = try Self.find(in: layout)
      index = try? MappedFile(layout.index)
      _ = consume lock
    } catch {
      switch DiaryError(error) {
      case .store(_, .readOnly), .store(_, .noPermission):
        found = try Self.find(in: layout)
        index = try? MappedFile(layout.index)
      default: throw error
      }
    }
    (logs, journals, keys, waiting) = found
  }

  private typealias Found = (
    logs: [Log], journals: [(path: String, bytes: [UInt8])],
    keys: [(path: String, bytes: [UInt8])], waiting: [String]
  )

  private static func find(in layout: StoreLayout) throws -> Found {
    (
      try logs(of: layout), try JournalFolder(layout: layout).files(),
      try StoreKeys(of: layout).files(), try PendingEntries(of: layout).files()
    )
  }

  private static func logs(of layout: StoreLayout) throws -> [Log] {
    try LogReader(layout: layout).logs().map { name, end in
      Log(name: name, end: end, mark: layout.log(name).mark(at: end.size))
    }
  }

  /// Returns `true` if every log still starts with the snapshot's bytes, the keys are the same, and
  /// no entry was imported from `waiting/`. Emptying the trash changes the logs, and removes photos
  /// as well.
  func isCurrent() throws -> Bool {
    guard try StoreKeys(of: layout).files().elementsEqual(keys, by: ==),
      try waiting.allSatisfy({ try FileSystem.isPresent(layout.file($0)) })
    else { return false }
    let ends = Dictionary(
      try LogReader(layout: layout).logs().map { ($0.name, $0.end) }, uniquingKeysWith: { $1 })
    return logs.allSatisfy { log in
      ends[log.name]?.inode == log.end.inode
        && layout.log(log.name).mark(at: log.end.size) == log.mark
    }
  }
}

/// Copies the files of a store into a staged one.
struct StoreCopier {
  let source: StoreLayout
  let target: StoreLayout
  /// The previous backup, whose photos needn't be stored again.
  let earlier: EarlierBackup?
  let progress: (Progress) -> Void

  private(set) var files: [BackupManifest.File] = []
  /// The faults of the diary.
  private(set) var findings: [StoreIssue] = []
  /// The indices in `files` of those that were written rather than linked.
  private var written: [Int] = []
  /// The number of bytes that need no additional space.
  private(set) var shared = 0

  init(
    from source: StoreLayout, to target: StoreLayout, earlier: EarlierBackup?,
    progress: @escaping (Progress) -> Void
  ) {
    (self.source, self.target, self.earlier, self.progress) = (source, target, earlier, progress)
  }

  var bytes: Int { files.reduce(0) { $0 + $1.size } }

  /// Copies everything in a snapshot. Logs precede photos: if a log contains a line, the photos
  /// that it names exist.
  mutating func copy(_ snapshot: StoreSnapshot) throws {
    for folder in [target.logs, target.assets] { try FileSystem.makeFolder(folder) }
    for log in snapshot.logs { try copy(log) }
    for file in [source.format, source.owner] where FileSystem.status(of: file) != nil {
      try copy(source.relative(file))
    }
    for file in snapshot.journals + snapshot.keys { try write(file.bytes, to: file.path) }
    for file in snapshot.waiting { try copy(file) }
    for file in try FileSystem.files(below: source.quarantine) {
      try copy(source.relative(Path.join(source.quarantine, file)))
    }
    try copyAssets()
    guard let index = snapshot.index else { return }
    // The index can be rebuilt, so it isn't listed in the manifest and may be missing.
    try OpenFile(target.index, .new).write(index.bytes)
  }

  /// The number of attempts to copy an encrypted log whose pieces are being packed.
  private static let attempts = 10

  private mutating func copy(_ log: StoreSnapshot.Log) throws {
    let file = source.log(log.name)
    guard source.isEncrypted else {
      try copy(source.relative(file.path), count: log.end.size)
      return
    }
    var copied: Set<LogPiece> = []
    for _ in 0..<Self.attempts {
      var isWhole = true
      for piece in try EncryptedLog(file)?.pieces ?? []
      where piece.range.lowerBound < log.end.size && !copied.contains(piece) {
        isWhole = try copy(source.relative(EncryptedLog.path(of: piece, of: file)))
        guard isWhole else { break }
        copied.insert(piece)
      }
      if isWhole { return }
    }
    throw DiaryError.backup(path: target.root, .changing)
  }

  /// Copies a file, and returns `false` if it doesn't exist.
  @discardableResult
  private mutating func copy(_ path: String, count: Int? = nil) throws -> Bool {
    try makeFolders(above: path)
    switch Self.copy(source.file(path), count: count, to: target.file(path)) {
    case .success(let copy): add(path, copy)
    // A repair, for example, may have moved the file. Missing logs are detected with the snapshot.
    case .failure(.source(.store(_, .missing))): return false
    case .failure(.source(let error)), .failure(.target(let error)): throw error
    }
    return true
  }

  private mutating func write(_ bytes: [UInt8], to path: String) throws {
    try makeFolders(above: path)
    try OpenFile(target.file(path), .new).write(bytes)
    let digest = AssetID(digest: SHA256.hash(data: bytes))
    add(path, FileCopying.Copy(size: bytes.count, digest: digest, isClone: false))
  }

  private static func copy(
    _ source: String, count: Int? = nil, to target: String
  ) -> Result<FileCopying.Copy, FileCopying.Failure> {
    do {
      let file = try OpenFile.reading(source)
      return FileCopying.copy(file, count: count, to: target)
    } catch {
      return .failure(.source(DiaryError(error)))
    }
  }

  private mutating func add(
    _ path: String, _ copy: FileCopying.Copy, isDamaged: Bool = false
  ) {
    written.append(files.count)
    files.append(
      BackupManifest.File(
        path: path, size: copy.size, digest: copy.digest, isDamaged: isDamaged))
    if copy.isClone { shared += copy.size }
  }

  private func makeFolders(above path: String) throws {
    var folder = ""
    for part in path.split(separator: "/").dropLast() {
      folder += folder.isEmpty ? String(part) : "/" + part
      try FileSystem.makeFolder(target.file(folder))
    }
  }

  // MARK: Photos

  private mutating func copyAssets() throws {
    let assets = try AssetFolder(layout: source).files().compactMap { path, asset in
      asset.map { (path: source.relative(path), asset: $0) }
    }.filter { AssetFolder.isPlace($0.path, of: $0.asset) && !StoreIssue.isTemporary($0.path) }
    for (number, (path, asset)) in assets.enumerated() {
      if Task.isCancelled { throw DiaryError.backup(path: target.root, .cancelled) }
      try copyAsset(path, asset)
      progress(Progress(.copying, number + 1, of: assets.count))
    }
  }

  /// Copies a photo, or links it to the previous backup. It is never linked to the diary: another
  /// program could change the file in place, and thereby the backup. A clone shares disk space
  /// without that risk.
  private mutating func copyAsset(_ path: String, _ asset: AssetID) throws {
    guard let found = FileSystem.status(of: source.file(path)), found.isRegularFile else {
      return
    }
    try makeFolders(above: path)
    if link(path, size: found.size) { return }
    switch Self.copy(source.file(path), to: target.file(path)) {
    case .success(let copy) where Self.isSound(path, asset, copy.digest, in: target):
      add(path, copy)
    case .success(let copy):
      findings.append(StoreIssue(.damagedAsset, path))
      if try !copyFromEarlier(path, asset) { add(path, copy, isDamaged: true) }
    case .failure(.target(let error)): throw error
    // The trash was emptied in the meantime.
    case .failure(.source(.store(_, .missing))): return
    case .failure(.source):
      findings.append(StoreIssue(.unreadable, path))
      _ = try copyFromEarlier(path, asset)
    }
  }

  /// Returns `true` if a file's contents match its name. The name of an encrypted file refers to
  /// the unencrypted bytes.
  private static func isSound(
    _ path: String, _ asset: AssetID, _ digest: AssetID, in layout: StoreLayout
  ) -> Bool {
    guard layout.isEncrypted else { return digest == asset }
    let file = layout.file(path)
    let clear = try? AssetFolder(layout: layout).asset(ofFileAt: file)
    return clear.map { layout.isPath(file, of: $0) } ?? false
  }

  /// Links the same photo of the previous backup, whose name determines its bytes, if the size
  /// matches. Returns `false` if the file system doesn't support links, or the file has too many.
  private mutating func link(_ path: String, size: Int) -> Bool {
    guard let earlier, let known = earlier.photos[path], known.size == size,
      let found = FileSystem.statusNoFollow(of: earlier.layout.file(path)),
      found.isRegularFile, found.size == size,
      (try? FileSystem.link(earlier.layout.file(path), as: target.file(path))) != nil
    else { return false }
    files.append(known)
    shared += size
    return true
  }

  /// Copies a file from the previous backup if the diary's own is damaged. Returns `true` if that
  /// file is sound and was copied.
  private mutating func copyFromEarlier(_ path: String, _ asset: AssetID) throws -> Bool {
    guard let earlier, let sound = try? FileCopying.digest(ofFileAt: earlier.layout.file(path)),
      Self.isSound(path, asset, sound.digest, in: earlier.layout)
    else { return false }
    try FileSystem.remove(target.file(path))
    if link(path, size: sound.size) { return true }
    switch Self.copy(earlier.layout.file(path), to: target.file(path)) {
    case .success(let copy): add(path, copy)
    case .failure(.source(let error)), .failure(.target(let error)): throw error
    }
    return true
  }

  // MARK: Restoring

  /// Copies a file of a backup, or returns its damage if it isn't what was backed up.
  mutating func restore(_ file: BackupManifest.File) throws -> BackupIssue.Kind? {
    guard let found = FileSystem.statusNoFollow(of: source.file(file.path)) else { return .missing }
    guard found.isRegularFile else { return .notAFile }
    // Never write more than the manifest lists.
    guard found.size == file.size else { return .changed }
    try makeFolders(above: file.path)
    switch Self.copy(source.file(file.path), to: target.file(file.path)) {
    case .success(let copy) where copy.digest == file.digest && copy.size == file.size:
      add(file.path, copy)
      return nil
    case .success: return .changed
    case .failure(.source): return .unreadable
    case .failure(.target(let error)): throw error
    }
  }

  // MARK: Verifying

  /// Reads the written files from the disk again.
  ///
  /// - Throws: `DiaryError.store` if one differs from what was written; `SystemError` if one can't
  ///   be read.
  func verify() throws {
    for (number, position) in written.enumerated() {
      let path = target.file(files[position].path)
      let found = try FileCopying.digest(ofFileAt: path)
      guard found.size == files[position].size, found.digest == files[position].digest else {
        throw DiaryError.store(
          path: path,
          .failed(operation: .reading, reason: localized("it doesn't match what was written")))
      }
      progress(Progress(.checking, number + 1, of: written.count))
    }
  }
}

/// The previous backup, whose photos the next one may share.
struct EarlierBackup {
  let layout: StoreLayout
  /// The photos that matched their names when they were backed up, by path. Empty if the manifest
  /// is damaged; then everything is copied.
  let photos: [String: BackupManifest.File]

  /// Reads the manifest of a backup.
  ///
  /// - Parameter cipher: the diary's cipher. Files backed up before the diary was encrypted have
  ///   other names.
  init(_ path: String, cipher: StoreCipher) {
    layout = StoreLayout(root: path, cipher: cipher)
    let manifest = try? BackupManifest(at: layout.backupManifest)
    let isEncrypted = layout.isEncrypted
    let sound = (manifest?.files ?? []).filter { file in
      isEncrypted
        ? AssetFolder.isAsset(file.path) && !file.isDamaged
        : AssetFolder.asset(named: file.path) == file.digest
    }
    photos = Dictionary(sound.map { ($0.path, $0) }) { first, _ in first }
  }
}

/// Copies a file and computes the SHA-256 digest of its bytes.
enum FileCopying {
  private static let pieceSize = 1 << 20

  /// The result of copying a file.
  struct Copy {
    let size: Int
    let digest: AssetID
    /// `true` if both files share the bytes on disk.
    let isClone: Bool
  }

  /// An error in reading the source or writing the target. The copy is removed.
  enum Failure: Error {
    case source(DiaryError)
    case target(DiaryError)
  }

  /// Copies a file or its first `count` bytes. If the file system supports it, the copy of a
  /// complete file shares the bytes on disk until one of them is changed.
  static func copy(
    _ source: borrowing OpenFile, count: Int? = nil, to path: String
  ) -> Result<Copy, Failure> {
    do {
      return .success(try write(source, count: count, to: path))
    } catch {
      FileSystem.unlink(path)
      return .failure(error)
    }
  }

  private static func write(
    _ source: borrowing OpenFile, count: Int?, to path: String
  ) throws(Failure) -> Copy {
    let target = try newFile(path)
    let isClone = count == nil && target.descriptor.reflink(from: source.descriptor)
    var hash = SHA256()
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: pieceSize, alignment: 16)
    defer { buffer.deallocate() }
    var size = 0
    while size < count ?? .max {
      if Task.isCancelled { throw .target(.backup(path: path, .cancelled)) }
      let window = UnsafeMutableRawBufferPointer(
        rebasing: buffer[..<min(buffer.count, (count ?? .max) - size)])
      let read: Int
      do { read = try source.read(into: window) } catch {
        throw .source(DiaryError(error))
      }
      guard read > 0 else { break }
      let piece = UnsafeRawBufferPointer(rebasing: window[..<read])
      hash.update(bufferPointer: piece)
      if !isClone {
        do { try target.write(piece) } catch { throw .target(DiaryError(error)) }
      }
      size += read
    }
    return Copy(size: size, digest: AssetID(digest: hash.finalize()), isClone: isClone)
  }

  private static func newFile(_ path: String) throws(Failure) -> OpenFile {
    do {
      return try OpenFile(path, .new)
    } catch {
      throw .target(DiaryError(error))
    }
  }

  /// Returns the size and digest of a file's bytes on disk, bypassing the cache. It uses `read`,
  /// because accessing a mapped file on a failing disk would crash the program.
  static func digest(ofFileAt path: String) throws -> (size: Int, digest: AssetID) {
    let file = try OpenFile.reading(path)
    file.descriptor.dropCache()
    var hash = SHA256()
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: pieceSize, alignment: 16)
    defer { buffer.deallocate() }
    var size = 0
    while true {
      if Task.isCancelled { throw DiaryError.backup(path: path, .cancelled) }
      let read = try file.read(into: buffer)
      guard read > 0 else { return (size, AssetID(digest: hash.finalize())) }
      hash.update(bufferPointer: UnsafeRawBufferPointer(rebasing: buffer[..<read]))
      size += read
    }
  }
}
