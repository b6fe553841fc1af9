import DiaryCore
import DiaryStore
import Glibc
import TestSupport
import Testing

@Suite("Clocks that are far ahead")
struct ClockHorizonTests {
  private let store: StoreOnDisk

  init() throws { store = try StoreOnDisk() }

  private func logs(of machine: String) throws -> [String] {
    let device = try store.folder.text("state-\(machine)/device").prefix { $0 != "\n" }
    return try store.files(in: store.root + "/log/" + device)
  }

  /// A program on a machine whose clock shows the year 8999.
  private func ahead(on machine: String) throws -> DiaryService {
    try program(on: machine, at: "8999-12-31T23:00:00.000Z")
  }

  private func program(on machine: String, at time: String) throws -> DiaryService {
    let time = try require(Timestamp(time))
    let repository = DiskRepository(
      root: store.root, devicePath: store.devicePath(of: machine),
      defaultAuthorName: { "Author" }, now: { time })
    return DiaryService(repository: repository, inspector: AnyFileInspector(), now: { time })
  }

  @Test func `a line of another device doesn't drag this one's clock along`() async throws {
    let entry = try await store.service().add(try fields("here"))
    let running = store.service()
    try await expectEqual(running.count(), 1)
    _ = try await ahead(on: "desktop").add(try fields("from far ahead"))
    for program in [running, store.service()] {
      try await expectAtLeast(program.count(), 2)
      _ = try await program.update(entry.id, to: try fields("changed"))
      _ = try await program.addImported([
        Entry(
          id: .random(), fields: try fields("imported"), author: AuthorID("someone"),
          created: Timestamp(milliseconds: 1), modified: Timestamp(milliseconds: 2))
      ])
    }
    try expectEqual(logs(of: "laptop"), ["2026-11.jsonl"])
    try expectEqual(logs(of: "desktop"), ["8999-12.jsonl"])
    try expectLacks(store.folder.text(store.logPath()), "\"clock\":\"8999")
    unlink(store.indexPath)
    try await expect(store.service().entries().contains { $0.title == "from far ahead" })
    try expectEqual(store.faults, [])
  }

  @Test func `of two versions the believable one is shown`() async throws {
    let entry = try await store.service().add(try fields("base"))
    _ = try await ahead(on: "desktop").update(
      entry.id, to: try fields("from far ahead"), basedOn: entry.heads)
    let running = store.service()
    try await expectEqual(running.entry(entry.id).title, "from far ahead")
    let here = try await running.update(entry.id, to: try fields("here"), basedOn: entry.heads)
    expectEqual(here.title, "here")
    expectEqual(here.heads.count, 2)
    unlink(store.indexPath)
    for program in [running, store.service(), store.service(on: "other")] {
      try await expectEqual(program.entry(entry.id).title, "here")
    }
    try expectEqual(store.faults, [])
    // Merged, it is one again.
    _ = try await running.update(entry.id, to: try fields("merged"), basedOn: here.heads)
    try await expectEqual(store.service().entry(entry.id).heads.count, 1)
    let history = try await store.service().history(of: entry.id).map(\.entry.title)
    expectEqual(history.first, "merged")
    expectEqual(history.last, "base")
    try expectEqual(store.faults, [])
  }

  @Test func `what a line from far ahead has replaced isn't shown when it arrives after it`()
    async throws
  {
    let entry = try await store.service().add(try fields("base"))
    _ = try await ahead(on: "desktop").update(entry.id, to: try fields("from far ahead"))
    let log = try store.logPath()
    let late = try store.folder.read(log)
    unlink(log)
    unlink(store.indexPath)
    let running = store.service()
    try await expectEqual(running.entry(entry.id).title, "from far ahead")
    try store.write(late, to: log)
    for program in [running, store.service()] {
      let shown = try await program.entry(entry.id)
      expectEqual(shown.title, "from far ahead")
      expectEqual(shown.heads.count, 1)
    }
    try expectEqual(store.faults, [])
  }

  /// Of several versions, the clock of one alone is in the index.
  @Test func `what a line from far back has replaced is no version when it arrives after it`()
    async throws
  {
    let entry = try await store.service().add(try fields("base"))
    let log = try store.logPath()
    let early = try store.folder.read(log)
    _ = try await store.service(on: "other").update(
      entry.id, to: try fields("other"), basedOn: entry.heads)
    let replaced = try await store.service().update(
      entry.id, to: try fields("replaced"), basedOn: entry.heads)
    let last = try require(replaced.heads.first)
    _ = try await program(on: "desktop", at: "2016-01-01T12:00:00.000Z").update(
      entry.id, to: try fields("from far back"), basedOn: [last])
    let late = try store.folder.read(log)
    try store.write(early, to: log)
    unlink(store.indexPath)
    let running = store.service()
    try await expectEqual(running.entry(entry.id).heads.count, 2)
    try store.write(late, to: log)
    for program in [running, store.service()] {
      try await expectEqual(program.entry(entry.id).heads.count, 2)
      try await expectEqual(program.entry(entry.id).heads.contains(last), false)
    }
    try expectEqual(store.faults, [])
  }

  @Test func `a diary in which it has happened goes on sanely`() async throws {
    let entry = try await ahead(on: "laptop").add(try fields("far ahead"))
    let other = try await ahead(on: "laptop").add(try fields("other"))
    try expectEqual(logs(of: "laptop"), ["8999-12.jsonl"])
    let service = store.service()
    _ = try await service.add(try fields("now"))
    _ = try await service.update(entry.id, to: try fields("changed"))
    _ = try await service.delete(other.id)
    try expectEqual(logs(of: "laptop"), ["2026-11.jsonl", "8999-12.jsonl"])
    for program in [service, store.service()] {
      expectEqual(Set(try await program.entries().map(\.title)), ["now", "changed"])
      try await expectEqual(program.trash().map(\.title), ["other"])
    }
    try expectEqual(store.faults, [])
    unlink(store.indexPath)
    expectEqual(Set(try await store.service().entries().map(\.title)), ["now", "changed"])
    let history = try await store.service().history(of: entry.id)
    expectEqual(history.map(\.entry.title), ["changed", "far ahead"])
    try await expectEqual(store.service().emptyTrash(), 1)
    _ = try await store.service().add(try fields("next"))
    try expectEqual(store.findings(), [])
    try expect(!store.tree().contains { $0.hasPrefix("set-aside") })
  }

  @Test func `a journal's color from far ahead doesn't win for ever`() async throws {
    _ = try await ahead(on: "desktop").change(.add("travel", .red))
    let service = store.service()
    _ = try await service.change(.recolor("travel", .blue))
    try await expectEqual(store.service().journals().first { $0.name == "travel" }?.color, .blue)
  }
}
