import DiaryCore
import DiaryKeys
import System
import TestSupport
import Testing

@testable import DiaryStore

@Suite("Backups of an encrypted store")
struct EncryptedBackupTests {
  private let diary: StoreOnDisk
  private var folder: TemporaryFolder { diary.folder }

  init() throws { diary = try StoreOnDisk(isEncrypted: true) }

  /// Its name in the folder of the test.
  private func name(_ backup: BackupSummary) -> String { "backups/" + Path.name(backup.path) }

  private func inode(_ name: String) throws -> UInt64 {
    try require(DiaryStore.FileSystem.status(of: folder.path(name))).inode
  }

  private func damage() throws -> [String] {
    var found: [String] = []
    _ = try BackupCheck(path: diary.backups).run { found.append($0.text) }
    return found
  }

  @Test func `its files are copied as they are, and tell no word`() async throws {
    let photo = try await diary.addPhotoFile("title-51c9", Array("picture-90ab".utf8))
    try folder.write("not to be read", to: "store/set-aside/log/old.jsonl.age")
    let backup = try diary.backUp()
    expectEqual(backup.findings, [])
    expectEqual(backup.photos, 1)
    let names = try DiaryStore.FileSystem.files(below: backup.path)
    expectEqual(Set(names), Set(try diary.files("")).union(["backup.json"]).subtracting([".lock"]))
    for name in names where name != "backup.json" {
      try expectEqual(folder.read("\(self.name(backup))/\(name)"), folder.read("store/" + name))
    }
    expectContains(names, photo)
    expectContains(names, "index.age")
    expectContains(names, "owner.age")
    for name in names {
      let bytes = try folder.read("\(self.name(backup))/\(name)")
      for word in ["title-51c9", "picture-90ab", "Author-7f41"] {
        expectNil(bytes.withUnsafeBytes { $0.range(of: Array(word.utf8), from: 0) }, "\(name)")
      }
    }
    try await expectEqual(diary.service(of: name(backup)).entries().map(\.title), ["title-51c9"])
    try expectEqual(diary.findings(in: name(backup)), [])
    let expected = DiaryError.store(path: diary.root, .encrypted)
    expectThrows(expected) {
      try StoreBackup(root: diary.root).run(
        to: diary.backups, at: require(EntryDate("2026-11-23T10:00:00Z")))
    }
  }

  @Test func `a photo that the backup before has is linked, unless it was damaged there`()
    async throws
  {
    let photo = try await diary.addPhotoFile("one", Array(repeating: 7, count: 5000))
    let first = try diary.backUp(20)
    _ = try await diary.addPhotoFile("two", [4])
    let second = try diary.backUp(21)
    expectAtLeast(second.shared, 5000)
    try expectEqual(inode("\(name(first))/\(photo)"), inode("\(name(second))/\(photo)"))
    try expectNotEqual(inode("store/\(photo)"), inode("\(name(second))/\(photo)"))

    // The one of the backup before takes its place, until that is damaged as well.
    let sound = try folder.read("store/" + photo)
    for backup in [first, second] {
      try DiaryStore.FileSystem.remove(folder.path("\(name(backup))/\(photo)"))
    }
    try diary.damage("store/" + photo)
    let third = try diary.backUp(22)
    expectEqual(third.findings.map(\.kind), [.damagedAsset])
    try expectEqual(folder.read("\(name(third))/\(photo)"), folder.read("store/" + photo))
    try expectEqual(diary.backUp(23, keep: "1d").findings.map(\.kind), [.damagedAsset])
    try folder.write(sound, to: "store/" + photo)
    let mended = try diary.backUp(24)
    expectEqual(mended.findings, [])
    try expectEqual(folder.read("\(name(mended))/\(photo)"), sound)
    try diary.damage("store/" + photo)
    try DiaryStore.FileSystem.remove(folder.path("\(name(mended))/backup.json"))
    try expectEqual(diary.backUp(25).findings.map(\.kind), [.damagedAsset])
  }

  enum Loss: CaseIterable { case damagedPiece, missingPiece, keys, photo }

  @Test(arguments: Loss.allCases)
  func `a diary that has lost something pushes out no backup that has it`(_ loss: Loss) async throws
  {
    let photo = try await diary.addPhotoFile("one", [1, 2, 3])
    for title in ["two", "three"] { _ = try await diary.service().add(try fields(title)) }
    try expectEqual(diary.backUp(20).findings, [])
    let piece = try diary.pieces().at(1)
    switch loss {
    case .damagedPiece: try diary.damage("store/" + piece)
    case .missingPiece: try DiaryStore.FileSystem.remove(folder.path("store/" + piece))
    case .keys: try DiaryStore.FileSystem.remove(folder.path("store/keys/1.recovery.age"))
    case .photo: try DiaryStore.FileSystem.remove(folder.path("store/" + photo))
    }
    let later = try diary.backUp(20, keep: "1d")
    let expected: StoreIssue.Kind =
      switch loss {
      case .damagedPiece: .damagedPiece
      case .missingPiece: .missingPiece
      case .keys: .missingKeys
      case .photo: .missingAsset
      }
    expect(later.findings.contains { $0.kind == expected })
    expectEqual(later.removed, [])
  }

  @Test func `it goes on being used, and pieces are put together meanwhile`() async throws {
    let service = diary.service()
    _ = try await service.add(try fields("before"))
    // A backup waits for the lock on a thread that others share.
    let adding = Task(executorPreference: OwnThread()) {
      for number in 1...60 { _ = try await service.add(try fields("entry \(number)")) }
    }
    var backups: [BackupSummary] = []
    for day in 10...15 {
      backups.append(try diary.backUp(day))
      await Task.yield()
    }
    try await adding.value
    await service.finish()
    backups.append(try diary.backUp(16))
    var counts: [Int] = []
    for backup in backups {
      expectEqual(backup.findings, [])
      try expectEqual(diary.findings(in: name(backup)), [])
      counts.append(try await diary.service(of: name(backup)).entries().count)
    }
    expectEqual(counts, counts.sorted())
    expectEqual(counts.last, 61)
    try expectEqual(damage(), [])
  }

  @Test func `a check needs no key`() async throws {
    let photo = try await diary.addPhotoFile("one", [1, 2, 3])
    let backup = try diary.backUp()
    try expectEqual(damage(), [])
    for file in [photo, try diary.pieces().at(0), "keys/1.recovery.age", "owner.age"] {
      let sound = try folder.read("\(name(backup))/\(file)")
      try diary.damage("\(name(backup))/\(file)")
      try expect(damage().count == 1 && damage().at(0).contains(file))
      try folder.write(sound, to: "\(name(backup))/\(file)")
    }
  }

  @Test(arguments: [true, false])
  func `a backup is restored, unlocked or not`(isUnlocked: Bool) async throws {
    let photo = try await diary.addPhotoFile("one", [1, 2, 3])
    let backup = try diary.backUp()
    _ = try await diary.service().add(try fields("later"))
    try diary.restore(backup.path, isUnlocked ? diary.cipher : StoreCipher())
    let hasIndex = DiaryStore.FileSystem.exists(folder.path("restored/index.age"))
    expectEqual(hasIndex, isUnlocked)
    let layout = StoreLayout(root: folder.path("restored"))
    let keyring = try StoreKeys(of: layout).keyring(with: diary.words)
    expectEqual(keyring.current.identity.recipient, diary.keyring.current.identity.recipient)
    try expectEqual(folder.read("restored/" + photo), folder.read("store/" + photo))
    try await expectEqual(diary.service(of: "restored").entries().map(\.title), ["one"])
    try expectEqual(diary.findings(in: "restored"), [])
    _ = try await diary.service(of: "restored").add(try fields("there"))
    try await expectEqual(diary.service(of: "restored").entries().count, 2)
  }

  @Test func `another diary's keys make no index that has nothing`() async throws {
    _ = try await diary.addPhotoFile("one", [1, 2, 3])
    let backup = try diary.backUp()
    try diary.restore(backup.path, StoreCipher(Keyring()))
    expect(!DiaryStore.FileSystem.exists(folder.path("restored/index.age")))
    try await expectEqual(diary.service(of: "restored").entries().count, 1)
  }

  @Test func `a damaged backup isn't restored`() async throws {
    let photo = try await diary.addPhotoFile("one", [1, 2, 3])
    let backup = try diary.backUp()
    try diary.damage("\(name(backup))/\(photo)")
    expectThrows(DiaryError.backup(path: backup.path, .damaged)) {
      try diary.restore(backup.path, diary.cipher)
    }
    expect(!DiaryStore.FileSystem.exists(folder.path("restored")))
  }
}

extension StoreOnDisk {
  fileprivate var backups: String { folder.path("backups") }

  fileprivate func backUp(_ day: Int = 22, keep: String? = nil) throws -> BackupSummary {
    try StoreBackup(root: root, cipher: cipher).run(
      to: backups, at: require(EntryDate("2026-11-\(day)T10:00:00Z")),
      keeping: keep.map { try require(BackupRetention($0)) })
  }

  @discardableResult
  fileprivate func restore(_ backup: String, _ cipher: StoreCipher) throws -> BackupSummary {
    try BackupRestore(backup: backup, to: folder.path("restored"), cipher: cipher).run(
      at: require(EntryDate("2026-11-23T00:00:00Z"))
    ) { _ in }
  }
}
