import Crypto
import DiaryCore
import Localization
import System

/// What a backup has come to.
package struct BackupSummary: Hashable, Sendable {
  /// The new backup's folder.
  package var path: String
  package var photos: Int
  package var bytes: Int
  /// How many of the bytes take no new room: they are linked to the backup before, or cloned.
  package var shared: Int
  /// What is wrong with the diary, and what it has on other machines alone.
  package var findings: [StoreIssue]
  /// The names of the backups that were thinned out.
  package var removed: [String] = []
}

/// Makes a dated copy of a whole diary in a folder of backups, while the diary is in use.
package struct StoreBackup: Sendable {
  private let layout: StoreLayout
  private let elsewhere: Set<String>

  /// How often it begins anew when the trash is emptied meanwhile.
  private static let attempts = 3

  /// - Parameters:
  ///   - cipher: opens its files, if they are encrypted. They are copied as they are.
  ///   - elsewhere: the files that are on other machines.
  package init(
    root: String, cipher: StoreCipher = StoreCipher(), elsewhere: Set<AssetFile> = []
  ) {
    layout = StoreLayout(root: root, cipher: cipher)
    self.elsewhere = Set(elsewhere.map(layout.relativePath))
  }

  /// Adds a backup to a folder and, if it is told which to keep and the backup lacks nothing of the
  /// diary, thins out the earlier ones. When this returns, the backup has been verified and survives a
  /// power cut; when it throws, there is none, and the earlier ones are as they were. A task that is
  /// cancelled stops it.
  package func run(
    to given: String, at now: EntryDate, keeping retention: BackupRetention? = nil,
    progress: @escaping (Progress) -> Void = { _ in }
  ) throws(DiaryError) -> BackupSummary {
    try StoreCondition(layout: layout).requireReadable()
    let diary = try owner()
    let folder = try BackupFolder(making: given, for: layout, of: diary)
    do throws(DiaryError) {
      try folder.tidy()
      let head = BackupManifest.Head(
        diary: diary, made: now, id: ID<BackupManifest>.random().description)
      var summary = try make(head, in: folder, progress: progress)
      // Whoever has lost something wants it from one of those.
      if let retention, summary.findings.isEmpty {
        summary.removed = try folder.thin(keeping: retention, of: diary, sparing: summary.path)
      }
      return summary
    } catch {
      switch error {
      case .store(_, .locked): throw error
      case .store(let path, let failure) where Path.holds(folder.path, path):
        throw .backup(path: folder.path, .failed(reason: failure.reason(path)))
      case .backup(_, let failure): throw .backup(path: folder.path, failure)
      default: throw error
      }
    }
  }

  private func owner() throws(DiaryError) -> AuthorID {
    if let owner = try OwnerFile(layout: layout).read() { return owner.id }
    // Before the first save there is nothing to copy.
    guard try !LogReader(layout: layout).logs().isEmpty else {
      throw .store(path: layout.root, .missing)
    }
    try StoreCondition(layout: layout).requireOwner()
    throw .store(path: layout.owner, .missing)
  }

  private func make(
    _ head: BackupManifest.Head, in folder: BackupFolder,
    progress: @escaping (Progress) -> Void
  ) throws(DiaryError) -> BackupSummary {
    let earlier = try folder.backups().last.map { EarlierBackup($0.path, cipher: layout.cipher) }
    for _ in 0..<Self.attempts {
      var staged = try StagedStore(at: folder.staging, cipher: layout.cipher)
      var copier = StoreCopier(
        from: layout, to: staged.layout, earlier: earlier, progress: progress)
      let snapshot = try StoreSnapshot(of: layout)
      try copier.copy(snapshot)
      guard try snapshot.isCurrent() else { continue }
      // One call for thousands of files.
      try staged.sync()
      try copier.verify()
      let findings = try CopyCheck(
        layout: staged.layout, files: Set(copier.files.map(\.path)),
        elsewhere: elsewhere, known: copier.findings
      ).faults()
      var manifest = BackupManifest(head: head)
      manifest.files = copier.files
      try DurableFile.write(manifest.bytes, to: staged.layout.backupManifest)
      let path = try Self.publish(&staged, in: folder, at: head.made)
      return BackupSummary(
        path: path, photos: manifest.photos,
        bytes: copier.bytes, shared: copier.shared, findings: findings)
    }
    throw .backup(path: folder.path, .changing)
  }

  /// Two backups may be of one second.
  private static func publish(
    _ staged: inout StagedStore, in folder: BackupFolder, at made: EntryDate
  ) throws(DiaryError) -> String {
    let time = Timestamp(milliseconds: made.instant * 1000)
    var number = 1
    while true {
      let path = Path.join(folder.path, BackupName.of(time, number: number))
      if try staged.publish(asNew: path) { return path }
      number += 1
    }
  }
}

/// Looks for what the diary has lost, in the copy that was made of it: a backup of a diary that isn't
/// whole mustn't push out those that are.
struct CopyCheck {
  let layout: StoreLayout
  /// What was copied, by its path within the store.
  let files: Set<String>
  /// The files that are on other machines.
  let elsewhere: Set<String>
  /// What copying came upon.
  let known: [StoreIssue]

  /// The faults, those that are known first, and what is elsewhere. The bytes of the files themselves
  /// were read when they were copied.
  func faults() throws(DiaryError) -> [StoreIssue] {
    var faults = known
    func note(_ finding: StoreIssue) {
      if finding.severity == .fault || finding.kind == .assetElsewhere { faults.append(finding) }
    }
    KeysCheck(layout: layout).run(note)
    var logs = try LogCheck(layout: layout)
    try logs.run(note)
    AssetCheck(layout: layout, referenced: logs.assets, elsewhere: elsewhere)
      .reportMissing(besides: files.union(known.map(\.file)), note)
    try IndexCheck(layout: layout, revisions: logs.seen).reportLosses(note)
    return faults
  }
}

/// Up to where a store's logs and its index go at one moment, so that they can be copied while the
/// diary goes on being used: logs are only added to, and what they name was there before.
struct StoreSnapshot {
  struct Log {
    let name: String
    let end: LogEnd
    let mark: String?
  }

  let logs: [Log]
  /// Files of journals: they go when the logs say what they did.
  let journals: [(path: String, bytes: [UInt8])]
  /// Files of keys, which open what was sealed until then.
  let keys: [(path: String, bytes: [UInt8])]
  /// The index as it was then: it tells of nothing that comes later in the logs.
  let index: MappedFile?
  private let layout: StoreLayout

  /// Takes it under the store's lock, so that no save is half done and no trash half empty. Where
  /// nothing can be written there is no lock to take, and nobody who saves.
  init(of layout: StoreLayout) throws(DiaryError) {
    self.layout = layout
    let found: Found
    do throws(DiaryError) {
      let lock = try FileLock(layout.lock)
      found = try Self.find(in: layout)
      index = try? MappedFile(layout.index)
      _ = consume lock
    } catch {
      switch error {
      case .store(_, .readOnly), .store(_, .noPermission):
        found = try Self.find(in: layout)
        index = try? MappedFile(layout.index)
      default: throw error
      }
    }
    (logs, journals, keys) = found
  }

  private typealias Found = (
    logs: [Log], journals: [(path: String, bytes: [UInt8])],
    keys: [(path: String, bytes: [UInt8])]
  )

  private static func find(in layout: StoreLayout) throws(DiaryError) -> Found {
    (
      try logs(of: layout), try JournalFolder(layout: layout).files(),
      try StoreKeys(of: layout).files()
    )
  }

  private static func logs(of layout: StoreLayout) throws(DiaryError) -> [Log] {
    try LogReader(layout: layout).logs().map { name, end in
      Log(name: name, end: end, mark: layout.log(name).mark(at: end.size))
    }
  }

  /// Whether every log still begins with what it had then, and the same keys open it. Emptying the trash
  /// changes that, and takes photos away as well.
  func isCurrent() throws(DiaryError) -> Bool {
    guard try StoreKeys(of: layout).files().elementsEqual(keys, by: ==) else { return false }
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
  /// The backup before, whose photos needn't be stored again.
  let earlier: EarlierBackup?
  let progress: (Progress) -> Void

  private(set) var files: [BackupManifest.File] = []
  /// What is wrong with the diary.
  private(set) var findings: [StoreIssue] = []
  /// What was written and not linked, by its place among the files.
  private var written: [Int] = []
  /// How many bytes take no room of their own.
  private(set) var shared = 0

  init(
    from source: StoreLayout, to target: StoreLayout, earlier: EarlierBackup?,
    progress: @escaping (Progress) -> Void
  ) {
    (self.source, self.target, self.earlier, self.progress) = (source, target, earlier, progress)
  }

  var bytes: Int { files.reduce(0) { $0 + $1.size } }

  /// Copies everything, as of a snapshot. The logs come before the photos: when a log has a line, the
  /// photos that it names are there.
  mutating func copy(_ snapshot: StoreSnapshot) throws(DiaryError) {
    for folder in [target.logs, target.assets] { try FileSystem.makeFolder(folder) }
    for log in snapshot.logs { try copy(log) }
    for file in [source.format, source.owner] where FileSystem.status(of: file) != nil {
      try copy(source.relative(file))
    }
    for file in snapshot.journals + snapshot.keys { try write(file.bytes, to: file.path) }
    for file in try FileSystem.files(below: source.quarantine) {
      try copy(source.relative(Path.join(source.quarantine, file)))
    }
    try copyAssets()
    guard let index = snapshot.index else { return }
    // It can be made again, so it is neither listed nor missed.
    try OpenFile(target.index, .new).write(index.bytes)
  }

  /// How often an encrypted log is looked at once more, as its pieces are put together meanwhile.
  private static let attempts = 10

  private mutating func copy(_ log: StoreSnapshot.Log) throws(DiaryError) {
    let file = source.log(log.name)
    guard source.isEncrypted else {
      try copy(source.relative(file.path), count: log.end.size)
      return
    }
    var copied: Set<LogPiece> = []
    for _ in 0..<Self.attempts {
      var isWhole = true
      for piece in EncryptedLog(file)?.pieces ?? []
      where piece.range.lowerBound < log.end.size && !copied.contains(piece) {
        isWhole = try copy(source.relative(EncryptedLog.path(of: piece, of: file)))
        guard isWhole else { break }
        copied.insert(piece)
      }
      if isWhole { return }
    }
    throw .backup(path: target.root, .changing)
  }

  /// Returns whether it was there.
  @discardableResult
  private mutating func copy(_ path: String, count: Int? = nil) throws(DiaryError) -> Bool {
    try makeFolders(above: path)
    switch Self.copy(source.file(path), count: count, to: target.file(path)) {
    case .success(let copy): add(path, copy)
    // Someone has moved it meanwhile, as a repair does; of a log, the snapshot tells.
    case .failure(.source(.store(_, .missing))): return false
    case .failure(.source(let error)), .failure(.target(let error)): throw error
    }
    return true
  }

  private mutating func write(_ bytes: [UInt8], to path: String) throws(DiaryError) {
    try makeFolders(above: path)
    try OpenFile(target.file(path), .new).write(bytes)
    let digest = AssetID(digest: SHA256.hash(data: bytes))
    add(path, FileCopying.Copy(size: bytes.count, digest: digest, isClone: false))
  }

  private static func copy(
    _ source: String, count: Int? = nil, to target: String
  ) -> Result<FileCopying.Copy, FileCopying.Failure> {
    do throws(DiaryError) {
      let file = try OpenFile.reading(source)
      return FileCopying.copy(file, count: count, to: target)
    } catch {
      return .failure(.source(error))
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

  private func makeFolders(above path: String) throws(DiaryError) {
    var folder = ""
    for part in path.split(separator: "/").dropLast() {
      folder += folder.isEmpty ? String(part) : "/" + part
      try FileSystem.makeFolder(target.file(folder))
    }
  }

  // MARK: Photos

  private mutating func copyAssets() throws(DiaryError) {
    let assets = try AssetFolder(layout: source).files().compactMap { path, asset in
      asset.map { (path: source.relative(path), asset: $0) }
    }.filter { AssetFolder.isPlace($0.path, of: $0.asset) && !StoreIssue.isTemporary($0.path) }
    for (number, (path, asset)) in assets.enumerated() {
      if Task.isCancelled { throw .backup(path: target.root, .cancelled) }
      try take(path, asset)
      progress(Progress(.copying, number + 1, of: assets.count))
    }
  }

  /// Links to the backup before, and never to the diary: that is open to every accident that befalls
  /// a file in use, as a program that writes to it in place, and a link would carry it into the copy.
  /// A clone shares the disk's room and not the fate.
  private mutating func take(_ path: String, _ asset: AssetID) throws(DiaryError) {
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
      if try !takeSound(path, asset) { add(path, copy, isDamaged: true) }
    case .failure(.target(let error)): throw error
    // The trash was emptied meanwhile.
    case .failure(.source(.store(_, .missing))): return
    case .failure(.source):
      findings.append(StoreIssue(.unreadable, path))
      _ = try takeSound(path, asset)
    }
  }

  /// Whether a file has the bytes that its name promises. That of an encrypted one tells of the bytes in
  /// clear.
  private static func isSound(
    _ path: String, _ asset: AssetID, _ digest: AssetID, in layout: StoreLayout
  ) -> Bool {
    guard layout.isEncrypted else { return digest == asset }
    let file = layout.file(path)
    let clear = try? AssetFolder(layout: layout).asset(ofFileAt: file)
    return clear.map { layout.isPath(file, of: $0) } ?? false
  }

  /// Takes the same photo of the backup before, whose bytes its name promises; its size has to be
  /// right. Not every file system can, and a file has only so many links.
  private mutating func link(_ path: String, size: Int) -> Bool {
    guard let earlier, let known = earlier.photos[path], known.size == size,
      let found = FileSystem.ownStatus(of: earlier.layout.file(path)),
      found.isRegularFile, found.size == size,
      (try? FileSystem.link(earlier.layout.file(path), as: target.file(path))) != nil
    else { return false }
    files.append(known)
    shared += size
    return true
  }

  /// Copies a file from the earlier backup where the diary's own can't be trusted. Returns whether
  /// the other one is what its name says, and stands there now.
  private mutating func takeSound(_ path: String, _ asset: AssetID) throws(DiaryError) -> Bool {
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

  /// Copies a file of a backup; tells what is wrong with it, if it isn't what was backed up.
  mutating func restore(
    _ file: BackupManifest.File
  ) throws(DiaryError) -> BackupIssue.Kind? {
    guard let found = FileSystem.ownStatus(of: source.file(file.path)) else { return .missing }
    guard found.isRegularFile else { return .notAFile }
    // Not a byte more is written than was promised.
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

  /// Reads what was written once more, from the disk. Throws where it isn't what it was.
  func verify() throws(DiaryError) {
    for (number, position) in written.enumerated() {
      let path = target.file(files[position].path)
      let found = try FileCopying.digest(ofFileAt: path)
      guard found.size == files[position].size, found.digest == files[position].digest else {
        throw .store(
          path: path,
          .failed(operation: .reading, reason: localized("it doesn't match what was written")))
      }
      progress(Progress(.checking, number + 1, of: written.count))
    }
  }
}

/// The backup before, as far as the next one may share its photos.
struct EarlierBackup {
  let layout: StoreLayout
  /// Those that were what their names say when they were backed up, by their paths. A damaged list has
  /// none, and then everything is copied anew.
  let photos: [String: BackupManifest.File]

  /// - Parameter cipher: That of the diary. What was backed up before it was encrypted has other names.
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

/// Copies one file to a new one, and knows the SHA-256 of its bytes.
enum FileCopying {
  private static let pieceSize = 1 << 20

  struct Copy {
    let size: Int
    let digest: AssetID
    /// Whether both files share the bytes on the disk.
    let isClone: Bool
  }

  /// On which side it failed. Nothing is left of the copy then.
  enum Failure: Error {
    case source(DiaryError)
    case target(DiaryError)
  }

  /// Copies a file, or its first `count` bytes. Where the file system can, a whole file's copy shares
  /// the bytes until one of the two is written to.
  static func copy(
    _ source: borrowing OpenFile, count: Int? = nil, to path: String
  ) -> Result<Copy, Failure> {
    do throws(Failure) {
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
    let isClone = count == nil && target.descriptor.shareBytes(of: source.descriptor)
    var hash = SHA256()
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: pieceSize, alignment: 16)
    defer { buffer.deallocate() }
    var size = 0
    while size < count ?? .max {
      if Task.isCancelled { throw .target(.backup(path: path, .cancelled)) }
      let room = UnsafeMutableRawBufferPointer(
        rebasing: buffer[..<min(buffer.count, (count ?? .max) - size)])
      let read: Int
      do throws(DiaryError) { read = try source.read(into: room) } catch { throw .source(error) }
      guard read > 0 else { break }
      let piece = UnsafeRawBufferPointer(rebasing: room[..<read])
      hash.update(bufferPointer: piece)
      if !isClone {
        do throws(DiaryError) { try target.write(piece) } catch { throw .target(error) }
      }
      size += read
    }
    return Copy(size: size, digest: AssetID(digest: hash.finalize()), isClone: isClone)
  }

  private static func newFile(_ path: String) throws(Failure) -> OpenFile {
    do throws(DiaryError) {
      return try OpenFile(path, .new)
    } catch {
      throw .target(error)
    }
  }

  /// The size and digest of what a file has on the disk, not of what is still in memory of it. By
  /// read(2): a mapped file on a disk that fails would end the program.
  static func digest(ofFileAt path: String) throws(DiaryError) -> (size: Int, digest: AssetID) {
    let file = try OpenFile.reading(path)
    file.descriptor.dropCache()
    var hash = SHA256()
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: pieceSize, alignment: 16)
    defer { buffer.deallocate() }
    var size = 0
    while true {
      if Task.isCancelled { throw .backup(path: path, .cancelled) }
      let read = try file.read(into: buffer)
      guard read > 0 else { return (size, AssetID(digest: hash.finalize())) }
      hash.update(bufferPointer: UnsafeRawBufferPointer(rebasing: buffer[..<read]))
      size += read
    }
  }
}
