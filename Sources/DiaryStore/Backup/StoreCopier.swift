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
    for log in snapshot.logs {
      try copy(source.relative(source.log(log.name).path), count: log.end.size)
    }
    for file in [source.format, source.owner] where FileSystem.status(of: file) != nil {
      try copy(source.relative(file))
    }
    for file in snapshot.journals { try write(file.bytes, to: file.path) }
    for file in try FileSystem.files(below: source.quarantine) {
      try copy(source.relative(Path.join(source.quarantine, file)))
    }
    try copyAssets()
    guard let index = snapshot.index else { return }
    // It can be made again, so it is neither listed nor missed.
    try OpenFile(target.index, .new).write(index.bytes)
  }

  private mutating func copy(_ path: String, count: Int? = nil) throws(DiaryError) {
    try makeFolders(above: path)
    switch Self.copy(source.file(path), count: count, to: target.file(path)) {
    case .success(let copy): add(path, copy)
    // Someone has moved it meanwhile, as a repair does; of a log, the snapshot tells.
    case .failure(.source(.store(_, .missing))): return
    case .failure(.source(let error)), .failure(.target(let error)): throw error
    }
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

  private mutating func add(_ path: String, _ copy: FileCopying.Copy) {
    written.append(files.count)
    files.append(BackupManifest.File(path: path, size: copy.size, digest: copy.digest))
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
    if link(path, asset, size: found.size) { return }
    switch Self.copy(source.file(path), to: target.file(path)) {
    case .success(let copy) where copy.digest == asset: add(path, copy)
    case .success(let copy):
      findings.append(StoreIssue(.damagedAsset, path))
      if try !takeSound(path, asset) { add(path, copy) }
    case .failure(.target(let error)): throw error
    // The trash was emptied meanwhile.
    case .failure(.source(.store(_, .missing))): return
    case .failure(.source):
      findings.append(StoreIssue(.unreadable, path))
      _ = try takeSound(path, asset)
    }
  }

  /// Takes the same photo of the backup before, whose bytes its name promises; its size has to be
  /// right. Not every file system can, and a file has only so many links.
  private mutating func link(_ path: String, _ asset: AssetID, size: Int) -> Bool {
    guard let earlier, earlier.photos.contains(path),
      let found = FileSystem.ownStatus(of: earlier.layout.file(path)),
      found.isRegularFile, found.size == size,
      (try? FileSystem.link(earlier.layout.file(path), as: target.file(path))) != nil
    else { return false }
    files.append(BackupManifest.File(path: path, size: size, digest: asset))
    shared += size
    return true
  }

  /// Copies a file from the earlier backup where the diary's own can't be trusted. Returns whether
  /// the other one is what its name says, and stands there now.
  private mutating func takeSound(_ path: String, _ asset: AssetID) throws(DiaryError) -> Bool {
    guard let earlier, let sound = try? FileCopying.digest(ofFileAt: earlier.layout.file(path)),
      sound.digest == asset
    else { return false }
    try FileSystem.remove(target.file(path))
    if link(path, asset, size: sound.size) { return true }
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
  /// Those that were what their names say when they were backed up. A damaged list has none, and then
  /// everything is copied anew.
  let photos: Set<String>

  init(_ path: String) {
    layout = StoreLayout(root: path)
    let manifest = try? BackupManifest(at: layout.backupManifest)
    photos = Set(
      (manifest?.files ?? []).filter { AssetFolder.asset(named: $0.path) == $0.digest }
        .map(\.path))
  }
}
