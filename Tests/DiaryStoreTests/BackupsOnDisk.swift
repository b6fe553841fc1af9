import DiaryCore
import DiaryStore
import Glibc
import TestSupport
import Testing

/// A diary with a folder of backups beside it.
struct BackupsOnDisk {
  let store: StoreOnDisk

  init() throws { store = try StoreOnDisk() }

  var folder: String { store.folder.path("backups") }

  @discardableResult
  func backUp(
    at time: String = "2026-11-22T11:19:34+09:00", to folder: String? = nil, keep: String? = nil
  ) throws -> BackupSummary {
    try StoreBackup(root: store.root).run(
      to: folder ?? self.folder, at: require(EntryDate(time)),
      keeping: keep.map { try require(BackupRetention($0)) })
  }

  /// The damage that a check finds, a line each.
  func damage(in path: String? = nil) throws -> [String] {
    var found: [String] = []
    let summary = try BackupCheck(path: path ?? folder).run { found.append($0.text) }
    expectEqual(summary.faults, found.count)
    return found
  }

  @discardableResult
  func restore(_ backup: String, to name: String = "restored") throws -> BackupSummary {
    try BackupRestore(backup: backup, to: store.folder.path(name)).run(
      at: require(EntryDate("2026-11-23T00:00:00Z"))
    ) { _ in }
  }

  /// The names of the backups, hidden ones too.
  var names: [String] { get throws { try store.files(in: folder) } }

  /// A program that opens another store, on the same machine.
  func service(of root: String) -> DiaryService {
    let repository = DiskRepository(
      root: root, devicePath: store.devicePath(), defaultAuthorName: { "Author" },
      now: store.clock.tick)
    return DiaryService(
      repository: repository, inspector: AnyFileInspector(), now: store.clock.tick)
  }

  static func information(_ path: String) throws -> stat {
    var found = stat()
    try require(lstat(path, &found) == 0, "\(path)")
    return found
  }
}
