import DiaryCore
import Glibc
import TestSupport
import Testing

@testable import DiaryStore

/// Comments in the files of a store.
@Suite("Comments in a store")
struct CommentStoreTests {
  private let store: StoreOnDisk
  private let service: DiaryService
  private let entry: Entry

  init() async throws {
    store = try StoreOnDisk()
    service = store.service()
    entry = try await service.add(try fields("one"))
  }

  private func findings() throws -> [StoreIssue.Kind] {
    var findings: [StoreIssue.Kind] = []
    _ = try StoreVerifier(root: store.root).run { findings.append($0.kind) }
    return findings
  }

  @Test func `another program is told of them, once`() async throws {
    let other = store.service()
    _ = try await other.refresh()
    let comment = try await service.comment("x", on: entry.id)
    try await expectEqual(other.refresh(), [DiaryChange(.commented, entry, comment)])
    try await expectEqual(other.refresh(), [])
    // One that reads the logs anew, too.
    let gone = try await service.add(try fields("gone"))
    _ = try await service.delete(gone.id)
    _ = try await other.refresh()
    let second = try await service.comment("y", on: entry.id)
    _ = try await service.emptyTrash()
    try await expectContains(other.refresh(), DiaryChange(.commented, entry, second))
    try await service.remove(comment)
    try await expectEqual(other.refresh().map(\.kind), [.commentChanged])
    try await expectEqual(service.refresh(), [])
  }

  @Test func `the index lists them, and is made again with them`() async throws {
    for number in 0..<50 {
      let entry = try await service.add(try fields("\(number)"))
      try await service.comment("on \(number)", on: entry.id)
    }
    try await service.remove(try await service.comment("taken back", on: entry.id))
    try await service.settle()
    try expectEqual(findings(), [])
    let index = try store.folder.read("store/index.json")
    expect((try? JSONParser.parse(index)) != nil)
    let known = try await service.commentedEntries()
    expectEqual(known.count, 50)
    expectLacks(known, entry.id)
    unlink(store.indexPath)
    let again = store.service()
    try await expectEqual(again.commentedEntries(), known)
    try await again.settle()
    try expectEqual(findings(), [])
    // An index that says another thing than the logs is one that isn't theirs.
    let text = try store.folder.text("store/index.json")
    expectContains(text, "\"commentsCount\":51")
  }

  @Test func `of several states of one, the latest counts, in whatever order they come`()
    async throws
  {
    let comment = try await service.comment("x", on: entry.id)
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
  }

  @Test func `a line that was cut off while it was written is none`() async throws {
    try await service.comment("whole", on: entry.id)
    try await service.comment("torn", on: entry.id)
    let log = try store.logPath()
    let bytes = try store.folder.read(log)
    try store.write(Array(bytes.dropLast(20)), to: log)
    unlink("\(store.root)/index.json")
    try await expectEqual(store.service().comments(on: entry.id).map(\.text), ["whole"])
  }
}
