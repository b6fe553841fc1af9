import DiaryCore
import System

/// Restores a diary from a backup, into a new or empty folder.
package struct BackupRestore: Sendable {
  private let backup: StoreLayout
  private let target: StoreLayout
  private let pins: KeyPins?

  /// Creates a restore.
  ///
  /// - Parameters:
  ///   - cipher: has the keys of an encrypted backup. Restoring works without them too.
  ///   - pins: the remembered key files of a store that was at `root` before. The restored ones may
  ///   be older.
  package init(
    backup: String, to root: String, cipher: StoreCipher = StoreCipher(),
    replacing pins: KeyPins? = nil
  ) {
    self.pins = pins
    // The other contents of the cipher concern the diary that is being replaced.
    self.backup = StoreLayout(root: backup, cipher: StoreCipher(cipher.keyring))
    target = StoreLayout(root: root)
  }

  /// Copies and verifies every file and builds the index. The index of a locked diary is built once
  /// it is unlocked. If anything is damaged, it is reported and nothing is restored.
  ///
  /// - Throws: `DiaryError.backup` if the folder isn't a backup, the backup is damaged, the target
  ///   isn't empty or can't be written, or the task was cancelled.
  package func run(
    at now: EntryDate, progress: @escaping (Progress) -> Void = { _ in },
    _ report: (BackupIssue) -> Void
  ) throws -> BackupSummary {
    guard let head = BackupManifest.head(at: backup.backupManifest) else {
      throw DiaryError.backup(path: backup.root, .notABackup)
    }
    try StoreFormat.checkVersion(backup)
    let isOpen = backup.isOpen
    let isNew = try checkTarget()
    guard let manifest = try? BackupManifest(at: backup.backupManifest) else {
      throw DiaryError.backup(path: backup.root, .damaged)
    }
    do {
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
          throw DiaryError.backup(path: target.root, .targetNotEmpty)
        }
      } else {
        try staged.publish(inPlaceOf: target.root)
      }
      return BackupSummary(
        path: target.root, files: manifest.assets, bytes: copier.bytes, shared: copier.shared,
        findings: [])
    } catch {
      switch DiaryError(error) {
      case .store(_, .locked): throw error
      case .store(let path, let failure):
        throw DiaryError.backup(path: target.root, .failed(reason: failure.reason(path)))
      case .backup(_, .cancelled): throw DiaryError.backup(path: target.root, .cancelled)
      default: throw error
      }
    }
  }

  /// The temporary path next to the target, on the same file system.
  private var staging: String {
    Path.join(Path.parent(target.root), ".\(Path.name(target.root)).photodiary-restore")
  }

  /// Checks the target folder, and returns `true` if it doesn't exist yet.
  private func checkTarget() throws -> Bool {
    var existing = target.root
    while Path.real(existing) == nil, existing != "/" { existing = Path.parent(existing) }
    if let backup = Path.real(backup.root), let real = Path.real(existing),
      Path.contains(backup, real)
    {
      throw DiaryError.backup(path: target.root, .targetInBackup)
    }
    guard let found = FileSystem.statusNoFollow(of: target.root) else { return true }
    guard found.isFolder else { throw DiaryError.backup(path: target.root, .notAFolder) }
    guard try FileSystem.names(in: target.root).isEmpty else {
      throw DiaryError.backup(path: target.root, .targetNotEmpty)
    }
    return false
  }

  private func copy(
    _ manifest: BackupManifest, by copier: inout StoreCopier, _ progress: (Progress) -> Void,
    _ report: (BackupIssue) -> Void
  ) throws {
    var isSound = true
    for (number, file) in manifest.files.enumerated() {
      progress(Progress(.copying, number + 1, of: manifest.files.count))
      if let kind = try copier.restore(file) {
        isSound = false
        report(BackupIssue(kind: kind, backup: Path.name(backup.root), file: file.path))
      }
    }
    guard isSound else { throw DiaryError.backup(path: backup.root, .damaged) }
  }

  /// Marks the logs as copies: `DeviceFile` explains the purpose.
  private func mark(
    _ layout: StoreLayout, restoredFrom head: BackupManifest.Head, at now: EntryDate
  ) throws {
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

/// A temporary folder in which a copy of a store is made. It is removed on `deinit`, unless it was
/// published under its final name.
///
/// The temporary name is always the same, so that the next program finds and empties the remains of
/// a killed one. A lock in the folder prevents concurrent use. The lock's file stays in the copy,
/// as every store has one.
struct StagedStore: ~Copyable {
  let layout: StoreLayout
  private let lock: FileLock
  private var isPublished = false

  /// Creates and locks an empty folder, removing the remains of another.
  init(at path: String, cipher: StoreCipher = StoreCipher()) throws {
    layout = StoreLayout(root: path, cipher: cipher)
    lock = try Self.lock(layout)
    FileSystem.removeTree(path, except: [Path.name(layout.lock)])
  }

  private static func lock(_ layout: StoreLayout) throws -> FileLock {
    while true {
      try FileSystem.makeFolder(layout.root)
      // A symbolic link may lead to someone else's folder, which must not be emptied.
      guard FileSystem.statusNoFollow(of: layout.root)?.isFolder != false else {
        throw DiaryError.store(path: layout.root, .notAFolder)
      }
      do {
        let lock = try FileLock(layout.lock)
        if lock.isInPlace { return lock }
      } catch {
        guard case .store(_, .missing) = DiaryError(error) else { throw error }
        // The folder was removed or published by another program at this moment.
      }
    }
  }

  deinit {
    if !isPublished { FileSystem.removeTree(layout.root) }
  }

  /// Makes the contents survive a power cut, but not the name.
  func sync() throws { try FileSystem.syncAll(in: layout.root) }

  /// Renames the folder, and returns `false` if the name is already used.
  mutating func publish(asNew path: String) throws -> Bool {
    guard try FileSystem.rename(layout.root, toUnused: path) else { return false }
    isPublished = true
    try FileSystem.sync(folder: Path.parent(path))
    return true
  }

  /// Replaces an empty folder.
  mutating func publish(inPlaceOf path: String) throws {
    try FileSystem.rename(layout.root, to: path)
    isPublished = true
    try FileSystem.sync(folder: Path.parent(path))
  }
}
