import DiaryCore
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
