import DiaryCore
import TestSupport
import Testing

@testable import DiaryStore

@Suite("What tells of ids that an index doesn't have them")
struct IDFilterTests {
  @Test func `no entry is missed, and nearly none is looked for in vain`() async throws {
    let store = try StoreOnDisk()
    let diary = store.service()
    let entries = try await diary.addImported(
      (0..<600).map { number in
        // Some are like those of an import, which may be any.
        let id = number < 100 ? ID<Entry>(high: 0, low: UInt64(number)) : .random()
        return Entry(
          id: id, fields: try fields("entry \(number)"), author: .nobody,
          created: store.clock.tick(), modified: store.clock.tick())
      })
    try await diary.settle()
    let layout = StoreLayout(root: store.folder.path("store"))
    let index = try require(IndexFile(try layout.map(layout.index)))
    let filter = try require(index.filter)
    expect(entries.allSatisfy { filter.mayHold($0.id, of: index.bytes) })
    expect(entries.allSatisfy { index.rank(of: $0.id) != nil })
    let others = (0..<2000).map { _ in ID<Entry>.random() }
    expectLess(others.count { filter.mayHold($0, of: index.bytes) }, 100)
    expect(others.allSatisfy { index.rank(of: $0) == nil })
  }
}
