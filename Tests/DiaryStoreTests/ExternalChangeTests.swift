import DiaryCore
import Glibc
import System
import TestSupport
import Testing

@testable import DiaryStore

@Suite("Changes by other programs") struct ExternalChangeTests {
  private func kinds(_ changes: [DiaryChange]) -> [String] {
    changes.map { "\($0.kind.rawValue) \($0.entry.title)" }
  }

  @Test func `reports changes by other programs once, in order`() async throws {
    let store = try StoreOnDisk()
    let service = store.service(on: "desktop")
    // The diary may be created later.
    try await expectEqual(service.refresh(), [])
    let other = store.service()
    let entry = try await other.add(try fields("old"))
    expectEqual(kinds(try await service.refresh()), ["added old"])
    try await expectEqual(service.refresh(), [])
    _ = try await other.update(entry.id, to: try fields("new"))
    _ = try await other.delete(entry.id)
    _ = try await other.restore(entry.id)
    expectEqual(kinds(try await service.refresh()), ["updated new", "deleted new", "restored new"])
    try await expectEqual(service.refresh(), [])
    // Emptying the trash is reported, with the saves around it.
    var entries: [Entry] = []
    for title in ["gone", "gone too", "changed"] {
      entries.append(try await other.add(try fields(title)))
    }
    _ = try await other.delete(entries[0].id)
    try await other.flush()
    _ = try await service.refresh()
    let open = store.service()
    try await expectEqual(open.trash().map(\.title), ["gone"])

    _ = try await other.add(try fields("before"))
    _ = try await other.delete(entries[1].id)
    try await expectEqual(other.emptyTrash(), 2)
    _ = try await other.update(entries[2].id, to: try fields("changed again"))
    _ = try await other.add(try fields("after"))
    let changes = try await service.refresh()
    expectEqual(Set(kinds(Array(changes.prefix(2)))), ["purged gone", "purged gone too"])
    expectEqual(
      kinds(Array(changes.dropFirst(2))),
      ["added before", "updated changed again", "added after"])
    try await expectEqual(service.refresh(), [])
    let titles: Set = ["new", "changed again", "before", "after"]
    expectEqual(Set(try await service.entries().map(\.title)), titles)
    // A program that doesn't ask for changes sees it too, and no log has the deleted text.
    try await expect(open.trash().isEmpty)
    expectEqual(Set(try await open.entries().map(\.title)), titles)
    try expectLacks(store.folder.text(store.logPath()), "gone")
    // The program's saves aren't reported to itself.
    _ = try await service.add(try fields("mine"))
    try await expectEqual(service.refresh(), [])
  }

  @Test func `reports late changes of another device in their current state`() async throws {
    let store = try StoreOnDisk()
    let laptop = store.service()
    let entry = try await laptop.add(try fields("base"))
    let log = try store.logPath()
    let early = try store.folder.read(log)
    _ = try await laptop.update(entry.id, to: try fields("here"))
    let own = try store.folder.read(log)
    let copy = try StoreOnDisk()
    try copy.write(try store.folder.read(store.root + "/owner.json"), to: copy.root + "/owner.json")
    let relative = store.relative(log)
    // The child's line arrives before its parent's.
    try copy.append(Array(own.dropFirst(early.count)), to: relative)
    let open = copy.service(on: "desktop")
    try await expectEqual(open.refresh(), [])
    try copy.append(early, to: relative.replacing(".jsonl", with: "-b.jsonl"))
    try await expectEqual(open.refresh(), [])
    try await expectEqual(open.entry(entry.id).heads.count, 1)
  }

  @Test("an open diary stays as it was while its disk is detached", arguments: [false, true])
  func detaching(isEncrypted: Bool) async throws {
    let store = try StoreOnDisk(isEncrypted: isEncrypted)
    let repository = store.repository()
    let open = store.service(repository)
    _ = try await open.add(try fields("one"))
    await open.finish()
    // As on a machine that hasn't saved anything.
    store.forgetMark()
    try FileSystem.rename(store.root, to: store.root + "-detached")
    // The folder at which the disk was mounted.
    try FileSystem.makeFolder(store.root)
    try await expectEqual(open.refresh(), [])
    try await expectEqual(open.entries().map(\.title), ["one"])
    let missing = DiaryError.store(path: store.root, .disappeared(entries: 1))
    await expectThrows(missing) { try await open.add(try fields("two")) }
    try expectEqual(store.files(in: store.root), [])
    // The text is kept as a draft, in clear only if the diary is.
    let folder = store.draftsFolder + "/some-store"
    let drafts = DraftFolder(
      folder: folder, of: repository.layout, now: { Timestamp(milliseconds: 0) })
    let draft = Draft(id: .random(), entry: nil, base: [], fields: try fields("two"), dateText: "")
    try await drafts.save(draft)
    try expectContains(
      store.files(in: folder), "\(draft.id).\(isEncrypted ? "age" : "json")")

    FileSystem.removeEmptyFolder(store.root)
    try FileSystem.rename(store.root + "-detached", to: store.root)
    _ = try await open.add(try fields("two"))
    try await expectEqual(Set(store.service().entries().map(\.title)), ["one", "two"])
  }
}

@Suite("Merging copies of a diary by their files") struct MergeTests {
  /// A store that two devices wrote in turn, with one entry edited on both.
  private func writtenByTwo() async throws -> (store: StoreOnDisk, logs: [(String, [[UInt8]])]) {
    let store = try StoreOnDisk()
    let laptop = store.service()
    let desktop = store.service(on: "desktop")
    let first = try await laptop.add(try fields("one"))
    let second = try await desktop.add(try fields("two"))
    _ = try await desktop.update(first.id, to: try fields("one, changed"))
    let both = try await laptop.entry(second.id)
    _ = try await laptop.update(second.id, to: try fields("two here"), basedOn: both.heads)
    _ = try await desktop.update(second.id, to: try fields("two there"), basedOn: both.heads)
    _ = try await laptop.delete(first.id)
    let logs = try ["laptop", "desktop"].map { machine in
      let path = try store.logPath(of: machine)
      var lines = try store.lines(of: machine).map { $0 + [0x0A] }
      // The device line arrives with the next one.
      let device = lines.removeFirst()
      lines[0] = device + lines[0]
      return (store.relative(path), lines)
    }
    expectEqual(logs.map(\.1.count), [3, 3])
    return (store, logs)
  }

  /// Every order in which the lines of two logs can arrive.
  private func orders(_ counts: [Int]) -> [[Int]] {
    guard counts.contains(where: { $0 > 0 }) else { return [[]] }
    return counts.indices.filter { counts[$0] > 0 }.flatMap { log in
      var rest = counts
      rest[log] -= 1
      return orders(rest).map { [log] + $0 }
    }
  }

  @Test func `lines that arrive in any order give the same diary`() async throws {
    let (original, logs) = try await writtenByTwo()
    unlink(original.indexPath)
    let entries = try await original.service().entries()
    let trash = try await original.service().trash()
    expectEqual(entries.map(\.heads.count), [2])
    let orders = orders(logs.map(\.1.count))
    expectEqual(orders.count, 20)
    for order in orders {
      let copy = try StoreOnDisk()
      for file in ["/owner.json", "/FORMAT.txt"] {
        try copy.write(try original.folder.read(original.root + file), to: copy.root + file)
      }
      let open = copy.service()
      var arrived = [0, 0]
      for log in order {
        arrived[log] += 1
        let bytes = logs[log].1[..<arrived[log]].flatMap(\.self)
        try copy.append(Array(bytes.suffix(logs[log].1[arrived[log] - 1].count)), to: logs[log].0)
        // A program stays open while another updates the index.
        _ = try await open.refresh()
        _ = try await copy.service().flush()
        try expectEqual(copy.faults, [], "\(order) after \(arrived)")
      }
      for service in [open, copy.service()] {
        try await expectEqual(service.entries(), entries, "\(order)")
        try await expectEqual(service.trash(), trash, "\(order)")
      }
    }
  }

  @Test func `merges duplicate logs, and logs with an emptied trash`() async throws {
    let (store, logs) = try await writtenByTwo()
    let entries = try await store.service().entries()
    let open = store.service()
    _ = try await open.refresh()
    let twice = logs[1].0.replacing(".jsonl", with: " (copy).jsonl")
    try store.append(logs[1].1.flatMap(\.self), to: twice)
    try await expectEqual(open.refresh(), [])
    try await expectEqual(open.entries(), entries)
    try await expectEqual(store.service().entries(), entries)
    try expectEqual(store.faults, [])
    // Another device's logs are valid after it emptied its trash.
    let laptop = try StoreOnDisk()
    let gone = try await laptop.service().add(try fields("gone"))
    let kept = try await laptop.service().add(try fields("kept"))
    _ = try await laptop.service().delete(gone.id)
    let log = try laptop.logPath()
    let name = laptop.relative(log)
    let copy = try StoreOnDisk()
    for file in ["owner.json", "FORMAT.txt", name] {
      try copy.write(try laptop.folder.read("\(laptop.root)/\(file)"), to: "\(copy.root)/\(file)")
    }
    _ = try await copy.service(on: "desktop").add(try fields("here"))
    try await copy.service(on: "desktop").flush()
    try await expectEqual(laptop.service().emptyTrash(), 1)
    // First shorter than before, then longer.
    for _ in 0..<2 {
      try copy.write(try laptop.folder.read("\(laptop.root)/\(name)"), to: "\(copy.root)/\(name)")
      try expectEqual(copy.faults, [])
      for number in 0..<3 { _ = try await laptop.service().add(try fields("\(number)")) }
    }
    let titles = try await copy.service(on: "desktop").entries().map(\.title)
    expectEqual(Set(titles), ["kept", "here", "0", "1", "2"])
    // A lost current revision is a fault.
    try copy.write(Array("\n".utf8), to: copy.root + "/" + name)
    let lost = try copy.findings().filter { $0.severity == .fault }
    expect(lost.allSatisfy { $0.kind == .shortLog && $0.file == name })
    expect(lost.count == 4 && lost.contains { $0.entry == kept.id })
  }
}

@Suite("Stored comments") struct CommentStoreTests {
  private let store: StoreOnDisk
  private let service: DiaryService
  private let entry: Entry

  init() async throws {
    store = try StoreOnDisk()
    service = store.service()
    entry = try await service.add(try fields("one"))
  }

  @Test func `the index lists comments, and is rebuilt with them`() async throws {
    for number in 0..<50 {
      let entry = try await service.add(try fields("\(number)"))
      try await service.addComment("on \(number)", on: entry.id)
    }
    try await service.remove(try await service.addComment("taken back", on: entry.id))
    try await service.flush()
    try expectEqual(store.findings(), [])
    let index = try store.folder.read("store/index.json")
    expect((try? JSONParser.parse(index)) != nil)
    let known = try await service.commentedEntries()
    expectEqual(known.count, 50)
    expectLacks(known, entry.id)
    unlink(store.indexPath)
    let again = store.service()
    try await expectEqual(again.commentedEntries(), known)
    try await again.flush()
    try expectEqual(store.findings(), [])
    let text = try store.folder.text("store/index.json")
    expectContains(text, "\"commentsCount\":51")
  }

  @Test func `keeps the latest state of a comment, and reports it once`() async throws {
    let comment = try await service.addComment("x", on: entry.id)
    let changed = try await service.change(comment, to: "y")
    let horizon = ClockHorizon()
    var places: [CommentPlace] = []
    for (log, _) in try LogReader(layout: StoreLayout(root: store.root)).logs() {
      places += try LogReader(layout: StoreLayout(root: store.root))
        .lines(of: log, from: 0, DiaryRecords()).comments.map(\.place)
    }
    expectEqual(places.count, 2)
    for order in [places, places.reversed()] {
      var table = CommentTable()
      table.apply(order, horizon)
      expectEqual(table.places(on: entry.id).map(\.sum), [places[1].sum])
    }
    try await expectEqual(service.comments(on: entry.id), [changed])
    let other = store.service()
    _ = try await other.refresh()
    let next = try await service.addComment("x", on: entry.id)
    try await expectEqual(other.refresh(), [DiaryChange(.commented, entry, next)])
    try await expectEqual(other.refresh(), [])
    // A program that rereads all logs reports them too.
    let gone = try await service.add(try fields("gone"))
    _ = try await service.delete(gone.id)
    _ = try await other.refresh()
    let second = try await service.addComment("y", on: entry.id)
    _ = try await service.emptyTrash()
    try await expectContains(other.refresh(), DiaryChange(.commented, entry, second))
    try await service.remove(next)
    try await expectEqual(other.refresh().map(\.kind), [.commentChanged])
    try await expectEqual(service.refresh(), [])
  }
}
