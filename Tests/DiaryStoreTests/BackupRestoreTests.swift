import Crypto
import DiaryCore
import Glibc
import TestSupport
import Testing

@testable import DiaryStore

@Suite("Restoring backups") struct BackupRestoreTests {
  private let diary: BackupsOnDisk
  private var store: StoreOnDisk { diary.store }
  private var restored: String { store.folder.path("restored") }

  init() throws { diary = try BackupsOnDisk() }

  @Test func `restores entries, photos and the trash`() async throws {
    let entry = try await store.addPhotoEntry("one", [1, 2, 3])
    let trashed = try await store.service().add(try fields("two"))
    _ = try await store.service().delete(trashed.id)
    let backup = try diary.backUp().path
    _ = try await store.service().add(try fields("later"))
    try expectEqual(diary.restore(backup).files, 1)
    let service = diary.service(of: restored)
    try await expectEqual(service.entries(), [entry])
    try await expectEqual(service.trash().map(\.id), [trashed.id])
    expectEqual(access(restored + "/index.json", F_OK), 0)
    expectNotEqual(access(restored + "/backup.json", F_OK), 0)
    try expectEqual(store.findings(in: restored), [])
    try expectEqual(store.files(in: store.folder.path).filter { $0.hasPrefix(".") }, [])
  }

  /// Copies with separate logs can be merged.
  @Test func `two restored copies never write the same log`() async throws {
    _ = try await store.service().add(try fields("one"))
    let backup = try diary.backUp().path
    try diary.restore(backup)
    try diary.restore(backup, to: "again")
    let roots = [store.root, restored, store.folder.path("again"), backup]
    for root in roots { _ = try await diary.service(of: root).add(try fields("in \(root)")) }
    let devices = try roots.map { try store.files(in: $0 + "/log") }
    expectEqual(devices.map(\.count), [1, 2, 2, 2])
    expectEqual(Set(devices.joined()).count, 4)
    // Moving the folder doesn't change its device.
    rename(restored, store.folder.path("moved"))
    _ = try await diary.service(of: store.folder.path("moved")).add(try fields("there"))
    try expectEqual(store.files(in: store.folder.path("moved/log")), devices.at(1))
    // A restored diary can be backed up and restored again.
    let next = try StoreBackup(root: store.folder.path("moved")).run(
      to: diary.folder, at: require(EntryDate("2026-12-01T00:00:00Z")))
    try diary.restore(next.path, to: "third")
    try await expectEqual(diary.service(of: store.folder.path("third")).entries().count, 3)
  }

  @Test func `restores only to a new or empty folder`() async throws {
    _ = try await store.service().add(try fields("one"))
    let backup = try diary.backUp().path
    let before = try store.tree()
    expectThrows(DiaryError.backup(path: store.root, .targetNotEmpty)) {
      try diary.restore(backup, to: "store")
    }
    try expectEqual(store.tree(), before)
    let file = try store.folder.write([1], to: "file")
    expectThrows(DiaryError.backup(path: file, .notAFolder)) {
      try diary.restore(backup, to: "file")
    }
    let within = backup + "/deep/er"
    expectThrows(DiaryError.backup(path: within, .targetInBackup)) {
      try diary.restore(backup, to: String(within.dropFirst(store.folder.path.count + 1)))
    }
    expectThrows(DiaryError.backup(path: diary.folder, .notABackup)) {
      try diary.restore(diary.folder)
    }
    mkdir(restored, 0o700)
    try diary.restore(backup)
    try await expectEqual(diary.service(of: restored).entries().count, 1)
  }

  @Test func `forgets the known key files only when the backup replaces them`() async throws {
    _ = try await store.service().add(try fields("one"))
    let backup = try diary.backUp().path
    let pins = KeyPins(path: store.folder.path("pins.json"))
    let recipient = AgeIdentity().recipient
    try pins.pin(recipient: recipient.description)
    let date = try require(EntryDate("2026-12-01T00:00:00Z"))
    expectThrows(DiaryError.backup(path: store.root, .targetNotEmpty)) {
      try BackupRestore(backup: backup, to: store.root, replacing: pins).run(at: date) { _ in }
    }
    try expectEqual(pins.accepts(recipient), true)
    _ = try BackupRestore(backup: backup, to: restored, replacing: pins).run(at: date) { _ in }
    try expectNil(pins.accepts(recipient))
  }

  @Test func `rejects a damaged backup`() async throws {
    let entry = try await store.addPhotoEntry("one", [1, 2, 3])
    let backup = try diary.backUp().path
    let name = entry.photos[0].asset.description
    try store.write([3, 2, 1], to: "\(backup)/assets/\(name.prefix(2))/\(name).jpg")
    expectThrows(DiaryError.backup(path: backup, .damaged)) { try diary.restore(backup) }
    expectNotEqual(access(restored, F_OK), 0)
    try expectEqual(store.files(in: store.folder.path).filter { $0.hasPrefix(".") }, [])
  }

  private static let head =
    #"{"photodiary-backup":1,"id":"x","diary":"y","made":"2026-11-22T00:00:00Z","files":["#

  private static func row(_ path: String) -> String {
    #"{"path":"\#(path)","size":1,"sha256":"\#(String(repeating: "a", count: 64))"}"#
  }

  /// Writes a list with a valid checksum.
  private func write(_ rows: [String], head: String = head, to backup: String) throws {
    let text = head + "\n" + rows.joined(separator: ",\n") + "\n"
    let sum = hexadecimal(SHA256.hash(data: Array(text.utf8)))
    try store.write((text + #"],"sum":"\#(sum)"}"# + "\n").utf8, to: backup + "/backup.json")
  }

  @Test func `rejects lists with foreign paths, changes or duplicates`() async throws {
    _ = try await store.service().add(try fields("one"))
    let backup = try diary.backUp().path
    let list = backup + "/backup.json"
    let sound = try store.folder.read(list)
    try write([Self.row("log/a")], to: backup)
    // The list is valid, but the files it names are missing.
    try expectEqual(diary.damage(), ["2026-11-22T02-19-34Z/log/a: it's missing"])
    for path in [
      "../escaped", "log/../../escaped", "/etc/passwd", "log//a", "log/./a", "log/", "", ".", "log",
      "assets/.hidden", "other/file", "backup.json", "index.json", ".lock", "log/a\\u0000b",
      "log/" + String(repeating: "a", count: 2000),
    ] {
      try write([Self.row(path)], to: backup)
      try expectContains(diary.damage().first ?? "", "backup.json: it's damaged")
      expectThrows(DiaryError.backup(path: backup, .damaged), path) { try diary.restore(backup) }
      expectNotEqual(access(restored, F_OK), 0)
      expectNotEqual(access(store.folder.path("escaped"), F_OK), 0)
    }
    try write([Self.row("log/a"), Self.row("log/a")], to: backup)
    try expectContains(diary.damage().first ?? "", "backup.json")

    var changed = sound
    changed[sound.count / 2] ^= 1
    let deep = Array(String(repeating: "[", count: 100_000).utf8)
    for bytes in [
      changed, Array(sound.dropLast()), Array(sound.dropLast(40)), Array(sound.prefix(10)), [],
      deep, [0], sound + sound, Array(repeating: 0x0A, count: 10_000),
    ] {
      try store.write(bytes, to: list)
      try expectEqual(diary.damage().count, 1)
      expectThrows(DiaryError.self) { try diary.restore(backup) }
    }
    // A sparse file larger than memory.
    truncate(list, 1 << 40)
    try expectEqual(diary.damage().count, 1)
    unlink(list)
    mkfifo(list, 0o600)
    try expectEqual(diary.damage().count, 1)
    // It doesn't affect the next backup.
    let next = try diary.backUp(at: "2026-11-23T00:00:00Z", keep: "1d")
    expectEqual(next.removed, [])
    try expectEqual(diary.damage(in: next.path), [])
    try expectEqual(store.findings(), [])
  }
}
