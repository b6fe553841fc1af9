import DiaryCore
import System

/// Makes a diary of a backup, in a folder that is new or empty.
package struct BackupRestore: Sendable {
  private let backup: StoreLayout
  private let target: StoreLayout
  private let pins: KeyPins?

  /// - Parameters:
  ///   - cipher: Has the keys of a backup that is encrypted. Without them it is restored as well.
  ///   - pins: The key files known of a store that was at `root` before. The restored ones may be older.
  package init(
    backup: String, to root: String, cipher: StoreCipher = StoreCipher(),
    replacing pins: KeyPins? = nil
  ) {
    self.pins = pins
    // What that one knows is of the diary that the backup takes the place of.
    self.backup = StoreLayout(root: backup, cipher: StoreCipher(cipher.keyring))
    target = StoreLayout(root: root)
  }

  /// Copies and verifies every file, and makes the index; that of a locked diary is made once it is
  /// unlocked. Whatever is damaged is reported, and then there is no diary.
  package func run(
    at now: EntryDate, progress: @escaping (Progress) -> Void = { _ in },
    _ report: (BackupIssue) -> Void
  ) throws(DiaryError) -> BackupSummary {
    guard let head = BackupManifest.head(at: backup.backupManifest) else {
      throw .backup(path: backup.root, .notABackup)
    }
    try StoreFormat.checkVersion(backup)
    let isOpen = backup.isOpen
    let isNew = try checkTarget()
    guard let manifest = try? BackupManifest(at: backup.backupManifest) else {
      throw .backup(path: backup.root, .damaged)
    }
    do throws(DiaryError) {
      try FileSystem.makeFolders(Path.parent(target.root))
      var staged = try StagedStore(at: staging, cipher: backup.cipher)
      var copier = StoreCopier(from: backup, to: staged.layout, earlier: nil, progress: progress)
      try copy(manifest, by: &copier, progress, report)
      try mark(staged.layout, restoredFrom: head, at: now)
      if isOpen {
        var index = try IndexRebuild(layout: staged.layout, horizon: ClockHorizon())
          .build(in: staged.layout.root)
        try index.commit(as: staged.layout.index)
      }
      try staged.sync()
      try copier.verify()
      try pins?.forget()
      if isNew {
        guard try staged.publish(asNew: target.root) else {
          throw .backup(path: target.root, .targetNotEmpty)
        }
      } else {
        try staged.publish(inPlaceOf: target.root)
      }
      return BackupSummary(
        path: target.root, photos: manifest.photos, bytes: copier.bytes, shared: copier.shared,
        findings: [])
    } catch {
      switch error {
      case .store(_, .locked): throw error
      case .store(let path, let failure):
        throw .backup(path: target.root, .failed(reason: failure.reason(path)))
      case .backup(_, .cancelled): throw .backup(path: target.root, .cancelled)
      default: throw error
      }
    }
  }

  /// Beside the target, on its file system.
  private var staging: String {
    Path.join(Path.parent(target.root), ".\(Path.name(target.root)).photodiary-restore")
  }

  /// Returns whether there is nothing yet.
  private func checkTarget() throws(DiaryError) -> Bool {
    var existing = target.root
    while Path.real(existing) == nil, existing != "/" { existing = Path.parent(existing) }
    if let backup = Path.real(backup.root), let real = Path.real(existing),
      Path.holds(backup, real)
    {
      throw .backup(path: target.root, .targetInBackup)
    }
    guard let found = FileSystem.ownStatus(of: target.root) else { return true }
    guard found.isFolder else { throw .backup(path: target.root, .notAFolder) }
    guard try FileSystem.names(in: target.root).isEmpty else {
      throw .backup(path: target.root, .targetNotEmpty)
    }
    return false
  }

  private func copy(
    _ manifest: BackupManifest, by copier: inout StoreCopier, _ progress: (Progress) -> Void,
    _ report: (BackupIssue) -> Void
  ) throws(DiaryError) {
    var isSound = true
    for (number, file) in manifest.files.enumerated() {
      progress(Progress(.copying, number + 1, of: manifest.files.count))
      if let kind = try copier.restore(file) {
        isSound = false
        report(BackupIssue(kind: kind, backup: Path.name(backup.root), file: file.path))
      }
    }
    guard isSound else { throw .backup(path: backup.root, .damaged) }
  }

  /// Tells that the logs are copies: `DeviceFile` says what for.
  private func mark(
    _ layout: StoreLayout, restoredFrom head: BackupManifest.Head, at now: EntryDate
  ) throws(DiaryError) {
    var writer = JSONWriter(isIndented: true)
    writer.write(
      [
        "id": .string(ID<BackupManifest>.random().description),
        "restored": .string(now.description),
        "backup": .string(Path.name(backup.root)),
        "made": .string(head.made.description),
      ])
    try DurableFile.write(writer.bytes + [0x0A], to: layout.restoredMark)
  }
}

/// The folder in which a copy of a store grows before anyone takes it for one. It goes with all that
/// is in it, unless it has been given its name.
///
/// Its own name is always the same in one place, so that what a killed program left is found and
/// emptied by the next; a lock in it keeps two programs from using it at once. The lock's file stays
/// in the copy, as every store has one.
struct StagedStore: ~Copyable {
  let layout: StoreLayout
  private let lock: FileLock
  private var isPublished = false

  init(at path: String, cipher: StoreCipher = StoreCipher()) throws(DiaryError) {
    layout = StoreLayout(root: path, cipher: cipher)
    lock = try Self.lock(layout)
    FileSystem.removeTree(path, except: [Path.name(layout.lock)])
  }

  private static func lock(_ layout: StoreLayout) throws(DiaryError) -> FileLock {
    while true {
      try FileSystem.makeFolder(layout.root)
      // What a link leads to is someone else's, and would be emptied.
      guard FileSystem.ownStatus(of: layout.root)?.isFolder != false else {
        throw .store(path: layout.root, .notAFolder)
      }
      do throws(DiaryError) {
        let lock = try FileLock(layout.lock)
        if lock.isInPlace { return lock }
      } catch .store(_, .missing) {
        // Whoever had the folder has removed it, or given it its name, in this moment.
      }
    }
  }

  deinit {
    if !isPublished { FileSystem.removeTree(layout.root) }
  }

  /// Makes all of it survive a power cut, but for its name.
  func sync() throws(DiaryError) { try FileSystem.syncAll(in: layout.root) }

  /// Gives it its name, which nothing may have. Returns whether nothing had.
  mutating func publish(asNew path: String) throws(DiaryError) -> Bool {
    guard try FileSystem.rename(layout.root, toFree: path) else { return false }
    isPublished = true
    try FileSystem.sync(folder: Path.parent(path))
    return true
  }

  /// Puts it in the place of an empty folder.
  mutating func publish(inPlaceOf path: String) throws(DiaryError) {
    try FileSystem.rename(layout.root, to: path)
    isPublished = true
    try FileSystem.sync(folder: Path.parent(path))
  }
}
