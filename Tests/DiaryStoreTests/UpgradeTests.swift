import DiaryCore
import DiaryStore
import Glibc
import TestSupport
import Testing

@Suite("A diary that version 0.1.0 wrote")
struct UpgradeTests {
  private let store: StoreOnDisk

  init() throws {
    store = try StoreOnDisk()
    try OldStore.copy(to: store.root, device: store.devicePath())
  }

  private func bytes() throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for path in try store.tree() where !store.isFolder(path) {
      files[path] = try store.folder.read(store.root + "/" + path)
    }
    return files
  }

  private func format() throws -> String {
    try String(store.folder.text("store/FORMAT.txt").prefix { $0 != "\n" })
  }

  @Test func `reading changes nothing, but that the index is made anew`() async throws {
    let before = try bytes()
    let service = store.service()
    try await expectEqual(service.entries().map(\.title), OldStore.titles)
    try await expectEqual(service.trash().count, 1)
    try await expectEqual(service.journals().map(\.name), ["Diary", "Books", "Travel"])
    try await expectEqual(service.identity().name, "홍길동")
    await expectEqual(service.status().format, 1)
    try expectEqual(store.findings().filter { $0.severity == .fault }, [])
    let name = "index.json"
    try expectEqual(bytes().filter { $0.key != name }, before.filter { $0.key != name })
  }

  @Test func `the first save founds the diary, and vouches for what is there`() async throws {
    let logs = try bytes().filter { $0.key.hasPrefix("log/") }
    let owner = try await store.service().identity()
    _ = try await store.service().add(try fields("new"))
    try expectEqual(format(), "PhotoDiary store, format 2")
    let after = try bytes()
    for (name, bytes) in logs { expectEqual(after[name], bytes) }
    let added = after.filter { $0.key.hasPrefix("log/") && logs[$0.key] == nil }
    let lines = try require(added.values.first).split(separator: 0x0A).map {
      try JSONParser.parse(Array($0))
    }
    expectEqual(added.count, 1)
    expectEqual(lines.map { $0["record"]?.string }, ["founding", "journal", "journal", nil])
    let founding = try lines.at(0)
    expectEqual(founding["owner"]?["id"]?.string, owner.id.description)
    expectEqual(founding["owner"]?["name"]?.string, "홍길동")
    expectEqual(
      founding["logs"]?.array?.map { $0["size"]?.integer },
      logs.sorted { $0.key < $1.key }.map(\.value.count))
    // The old line before names none; the new ones go on from it.
    expect(founding["prev"]?.string != nil)
    // What journals' file said is told by lines now.
    expectEqual(after.keys.filter { $0.hasPrefix("journals/") }, [])
    let service = store.service()
    try await expectEqual(service.journals().map(\.name), ["Diary", "Books", "Travel"])
    try await expectEqual(service.journals().last?.color, .red)
    try await expectEqual(service.identity(), owner)
    try await expectEqual(service.entries().count, 3)
    try expectEqual(store.findings(), [])
    unlink(store.indexPath)
    try await expectEqual(store.service().entries().count, 3)
    try expectEqual(store.findings(), [])
  }

  /// What a person may do first.
  enum First: CaseIterable { case edit, delete, restore, emptyTrash, journal, rename, importing }

  @Test(arguments: First.allCases)
  func `whatever is saved first founds it`(_ first: First) async throws {
    let service = store.service()
    let entry = try require(try await service.entries().first)
    switch first {
    case .edit: _ = try await service.update(entry.id, to: try fields("changed"))
    case .delete: _ = try await service.delete(entry.id)
    case .restore: _ = try await service.restore(try require(try await service.trash().first).id)
    case .emptyTrash: try await expectEqual(service.emptyTrash(), 1)
    case .journal: _ = try await service.change(.add("New", nil))
    case .rename: _ = try await service.rename(author: "Another")
    case .importing:
      let time = Timestamp(milliseconds: 1)
      _ = try await service.addImported(
        ["a", "b"].map { title in
          Entry(
            id: .random(), fields: try fields(title), author: entry.author, created: time,
            modified: time)
        })
    }
    try expectEqual(format(), "PhotoDiary store, format 2")
    let findings = try store.findings()
    expectEqual(findings, [], "\(findings)")
    _ = try await store.service().add(try fields("more"))
    try expectEqual(store.findings(), [])
    try await expect(store.service().journals().contains { $0.name == "Travel" })
    try await expectEqual(store.service().identity().name, (first == .rename ? "Another" : "홍길동"))
  }

  @Test func `what it vouches for is found when it changes, and after lines of it have gone isn't`()
    async throws
  {
    _ = try await store.service().add(try fields("new"))
    let log = try require(try store.tree().first { $0.hasSuffix("2025-05.jsonl") })
    let path = store.root + "/" + log
    let whole = try store.folder.read(path)
    // Another text, with the sum that belongs to it.
    let lines = try whole.split(separator: 0x0A).map { try JSONParser.parse(Array($0)) }
    var members = try require(try lines.at(1).members).filter { $0.name != "sum" }
    let title = try require(members.firstIndex { $0.name == "title" })
    members[title].value = .string("forged")
    let end = try require(whole.firstIndex(of: 0x0A))
    try store.write(whole[...end] + OldLine(members).bytes, to: path)
    try expectContains(store.faults, .changedLog)
    try store.write(whole, to: path)
    try expectEqual(store.findings(), [])

    let service = store.service()
    for entry in try await service.entries() where entry.title != "첫눈 🙂" {
      _ = try await service.delete(entry.id)
    }
    try await expectEqual(service.emptyTrash(), 3)
    try expectLess(store.folder.read(path).count, whole.count)
    try expectEqual(store.findings(), [])
    // A line that version 0.1.0 brings later is nobody's.
    try store.append(Array(whole[...end]), to: log)
    try expectEqual(store.findings().map(\.kind), [.unprovenLine])
  }
}
