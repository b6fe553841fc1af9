import Crypto
import DiaryCore
import Localization
import System

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
