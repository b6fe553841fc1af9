import DiaryCore
import DiaryStore
import TestSupport
import Testing

@Suite("Changes that other programs make")
struct ExternalChangeTests {
  private func kinds(_ changes: [DiaryChange]) -> [String] {
    changes.map { "\($0.kind.rawValue) \($0.entry.title)" }
  }

  @Test func `the first look tells nothing, later ones everything in order`() async throws {
    let store = try StoreOnDisk()
    let other = store.service()
    let entry = try await other.add(try fields("old"))
    let service = store.service(on: "desktop")
    try await expectEqual(service.refresh(), [])
    _ = try await other.update(entry.id, to: try fields("new"))
    _ = try await other.delete(entry.id)
    _ = try await other.restore(entry.id)
    _ = try await other.add(try fields("more"))
    expectEqual(
      kinds(try await service.refresh()),
      [
        "updated new", "deleted new", "restored new", "added more",
      ])
    try await expectEqual(service.refresh(), [])
  }

  @Test func `the diary may come to be later`() async throws {
    let store = try StoreOnDisk()
    let service = store.service()
    try await expectEqual(service.refresh(), [])
    _ = try await store.service(on: "desktop").add(try fields("first"))
    expectEqual(kinds(try await service.refresh()), ["added first"])
  }

  @Test func `an emptied trash is told, and what was saved around it`() async throws {
    let store = try StoreOnDisk()
    let other = store.service()
    var entries: [Entry] = []
    for title in ["kept", "gone", "gone too", "changed"] {
      entries.append(try await other.add(try fields(title)))
    }
    _ = try await other.delete(entries[1].id)
    try await other.settle()
    let service = store.service(on: "desktop")
    try await expectEqual(service.refresh(), [])

    _ = try await other.add(try fields("before"))
    _ = try await other.delete(entries[2].id)
    try await expectEqual(other.emptyTrash(), 2)
    _ = try await other.update(entries[3].id, to: try fields("changed again"))
    _ = try await other.add(try fields("after"))
    let changes = try await service.refresh()
    expectEqual(Set(kinds(Array(changes.prefix(2)))), ["purged gone", "purged gone too"])
    expectEqual(
      kinds(Array(changes.dropFirst(2))),
      [
        "added before", "updated changed again", "added after",
      ])
    try await expectEqual(service.refresh(), [])
    expectEqual(
      Set(try await service.entries().map(\.title)),
      [
        "kept", "changed again", "before", "after",
      ])
    // Its own changes are no one else's.
    _ = try await service.add(try fields("mine"))
    try await expectEqual(service.refresh(), [])
  }

  @Test func `changes of another device that arrive late are told as they are now`() async throws {
    let store = try StoreOnDisk()
    let laptop = store.service()
    let entry = try await laptop.add(try fields("base"))
    let log = try store.logPath()
    let early = try store.folder.read(log)
    _ = try await laptop.update(entry.id, to: try fields("here"))
    let own = try store.folder.read(log)
    let copy = try StoreOnDisk()
    try copy.write(try store.folder.read(store.root + "/owner.json"), to: copy.root + "/owner.json")
    let relative = String(log.dropFirst(store.root.count + 1))
    // The child's line in a copy that doesn't have the parent's yet.
    try copy.append(Array(own.dropFirst(early.count)), to: relative)
    let open = copy.service(on: "desktop")
    try await expectEqual(open.refresh(), [])
    try copy.append(early, to: relative.replacing(".jsonl", with: "-b.jsonl"))
    try await expectEqual(open.refresh(), [])
    try await expectEqual(open.entry(entry.id).heads.count, 1)
  }
}
