import Crypto
import DiaryCore
import DiaryStore
import Glibc
import TestSupport
import Testing

@Suite("What stands in the store's folder")
struct StoreFormatTests {
  @Test func `looking at a diary that isn't there makes nothing`() async throws {
    let store = try StoreOnDisk()
    try await expect(store.service().entries().isEmpty)
    try await expect(store.service().trash().isEmpty)
    expectNotEqual(access(store.root, F_OK), 0)
  }

  @Test func `the first entry makes every file, for its owner alone`() async throws {
    let store = try StoreOnDisk()
    let entry = try await store.addPhotoEntry("first", [1, 2, 3])
    let photo = try require(entry.photos.first)
    let device = try store.folder.text("state-laptop/device").prefix { $0 != "\n" }
    expectEqual(device.utf8.count, 32)
    let two = photo.asset.description.prefix(2)
    try expectEqual(
      store.tree(),
      [
        ".lock", "FORMAT.txt", "assets", "assets/\(two)", "assets/\(two)/\(photo.asset).jpg",
        "chain", "chain/.\(device).last", "index.json", "log", "log/\(device)",
        "log/\(device)/2026-11.jsonl", "owner.json",
      ])
    expectEqual(store.mode(of: store.root), 0o700)
    for file in try store.tree() {
      var information = stat()
      expectEqual(stat(store.root + "/" + file, &information), 0)
      let isFolder = information.st_mode & S_IFMT == S_IFDIR
      expectEqual(information.st_mode & 0o777, (isFolder ? 0o700 : 0o600), "\(file)")
    }
    let format = try store.folder.text("store/FORMAT.txt")
    expectPrefix(format, "PhotoDiary store, format 2\n")
    for name in ["log/", "assets/", "index.json", "owner.json", ".lock", "chain/"] {
      expectContains(format, name)
    }
  }

  @Test func `a log line's checksum can be recomputed as FORMAT txt says`() async throws {
    let store = try StoreOnDisk()
    let entry = try await store.service().add(try fields("제목 \"quoted\"", content: "a\u{1b}b\n"))
    let line = try store.lines().at(1)
    let marker = Array(",\"sum\":\"".utf8)
    let start = line.count - 34 - marker.count
    expectEqual(Array(line[start..<start + marker.count]), marker)
    let digest = SHA256.hash(data: Array(line[..<start]))
    let sum = digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined().prefix(32)
    let json = try JSONParser.parse(Array(line))
    expectEqual(json["sum"]?.string, String(sum))
    expectEqual(entry.heads.map(\.description), [String(sum)])
    expectEqual(json["parents"]?.array, [])
    expectEqual(json["title"]?.string, "제목 \"quoted\"")
  }

  @Test func `the index is one JSON document with an entry a line, oldest first`() async throws {
    let store = try StoreOnDisk()
    let service = store.service()
    for (title, date) in [
      ("c", "2026-03-01T00:00:00Z"), ("a", "2026-01-01T00:00:00Z"), ("b", "2026-02-01T00:00:00Z"),
    ] { _ = try await service.add(try fields(title, on: date)) }
    let gone = try await service.add(try fields("gone"))
    _ = try await service.delete(gone.id)
    unlink(store.indexPath)
    _ = try await store.service().entries()

    let text = try store.folder.text("store/index.json")
    let json = try JSONParser.parse(text)
    let entries = try require(json["entries"]?.array)
    expectEqual(entries.map { $0["title"]?.string }, ["a", "b", "c"])
    let lines = text.split(separator: "\n").dropFirst().prefix(3)
    for (line, entry) in zip(lines, entries) {
      let object = line.hasSuffix(",") ? line.dropLast() : line
      try expectEqual(JSONParser.parse(String(object)), entry)
    }
    expectLacks(text, "gone")
  }

  @Test func `a newer format is refused, and the store left alone`() async throws {
    let store = try StoreOnDisk()
    _ = try await store.service().add(try fields("old"))
    try store.write("PhotoDiary store, format 4\n".utf8, to: store.root + "/FORMAT.txt")
    let before = try store.tree()
    let expected = DiaryError.store(path: store.root, .newerFormat(4))
    await expectThrows(expected) { try await store.service().entries() }
    await expectThrows(expected) { try await store.service().add(try fields("new")) }
    await expectThrows(expected) { try await store.service().emptyTrash() }
    expectThrows(expected) { try store.findings() }
    try expectEqual(store.tree(), before)
  }

  @Test func `a store path that is a file is refused`() async throws {
    let store = try StoreOnDisk()
    try store.write("text".utf8, to: store.root)
    let expected = DiaryError.store(path: store.root, .notAFolder)
    await expectThrows(expected) { try await store.service().entries() }
    await expectThrows(expected) { try await store.service().add(try fields("new")) }
    expectThrows(expected) { try store.findings() }
    try expectEqual(store.folder.text("store"), "text")
  }

  @Test func `a device writes under one id in every store, another under another`() async throws {
    let one = try StoreOnDisk()
    _ = try await one.service(on: "laptop").add(try fields("laptop"))
    _ = try await one.service(on: "desktop").add(try fields("desktop"))
    let devices = try one.files(in: one.root + "/log")
    expectEqual(devices.count, 2)
    // A second store of the same machine.
    let two = DiskRepository(
      root: one.folder.path("other"), devicePath: one.devicePath(), defaultAuthorName: { "" },
      now: one.clock.tick)
    let service = DiaryService(
      repository: two, inspector: AnyFileInspector(), now: one.clock.tick)
    _ = try await service.add(try fields("other"))
    let device = try one.folder.text("state-laptop/device").prefix { $0 != "\n" }
    try expectEqual(one.files(in: one.folder.path("other/log")), [String(device)])
    expectContains(devices, String(device))
    try await expectEqual(one.service(on: "third").entries().count, 2)
  }
}
