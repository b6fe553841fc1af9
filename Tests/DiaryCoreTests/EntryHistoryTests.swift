import DiaryCore
import Localization
import TestSupport
import Testing

@Suite("The history of an entry")
struct EntryHistoryTests {
  /// Revisions from what they say, their parents' places and whether they are in the trash.
  private func history(
    _ states: [(content: String, parents: [Int], isTrashed: Bool)]
  ) throws -> EntryHistory {
    let date = try require(EntryDate("2026-11-19T07:30:00+09:00"))
    var revisions: [Revision] = []
    for (index, state) in states.enumerated() {
      let time = Timestamp(milliseconds: Int64(index))
      let entry = Entry(
        id: ID(high: 0, low: 1), fields: EntryFields(date: date, content: state.content),
        author: AuthorID("me"), created: time, modified: time, isTrashed: state.isTrashed)
      revisions.append(
        Revision(
          id: ID(high: 0, low: UInt64(index)), parents: state.parents.map { revisions[$0].id },
          clock: HybridClock(time: time), device: ID(high: 0, low: 0), entry: entry))
    }
    return EntryHistory(revisions.reversed())
  }

  @Test func `tells how each state came to be`() throws {
    let history = try history([
      ("a", [], false), ("b", [0], false), ("b", [1], true), ("b", [2], false), ("a", [3], false),
      ("c", [4], false), ("d", [4], false), ("d", [5, 6], false), ("d", [7], true),
    ])
    expectEqual(
      history.revisions.reversed().map(history.kind(of:)),
      [
        .written, .edited, .deleted, .restored, .reverted, .edited, .edited, .merged, .deleted,
      ])
    try expectEqual(history.heads, [history.revisions.at(0).id])
  }

  /// The kinds of an entry's states, oldest first, each made from the one before.
  private func kinds(_ changes: [(inout EntryFields) -> Void]) throws -> [EntryHistory.Kind] {
    let date = try require(EntryDate("2026-11-19T07:30:00+09:00"))
    var fields = EntryFields(date: date, title: "Fog", tags: ["river"])
    var revisions: [Revision] = []
    for (index, change) in ([{ _ in }] + changes).enumerated() {
      change(&fields)
      let time = Timestamp(milliseconds: Int64(index))
      let entry = Entry(
        id: ID(high: 0, low: 1), fields: fields, author: AuthorID("me"), created: time,
        modified: time, isTrashed: false)
      revisions.append(
        Revision(
          id: ID(high: 0, low: UInt64(index)), parents: revisions.last.map { [$0.id] } ?? [],
          clock: HybridClock(time: time), device: ID(high: 0, low: 0), entry: entry))
    }
    let history = EntryHistory(revisions.reversed())
    return revisions.map(history.kind(of:))
  }

  @Test func `names the one thing that changed`() throws {
    let later = try require(EntryDate("2026-11-20T07:30:00+09:00"))
    let kinds = try kinds([
      { $0.details.isStarred = true }, { $0.details.isStarred = false },
      { $0.details.isPinned = true }, { $0.details.isPinned = false }, { $0.tags.append("fog") },
      { $0.tags = ["fog"] }, { $0.journal = "Travel" }, { $0.date = later },
      {
        $0.details.isStarred = true
        $0.title = "Mist"
      },
      {
        $0.tags = []
        $0.details.isPinned = true
      }, { $0.content = "More." }, { $0.details.mood = "😊" },
    ])
    expectEqual(
      kinds,
      [
        .written, .changed(.starred), .changed(.unstarred), .changed(.pinned), .changed(.unpinned),
        .changed(.tagged), .changed(.untagged), .changed(.moved(to: "Travel")), .changed(.dated),
        .edited, .edited, .edited, .edited,
      ])
    try expect(kinds.at(7).words == "moved to Travel" && kinds.at(7).name == "moved")
    expect(kinds.allSatisfy { kind in Language.korean.speaking { kind.words } != kind.words })
  }

  @Test func `has as many heads as versions that none has replaced`() throws {
    let history = try history([("a", [], false), ("b", [0], false), ("c", [0], false)])
    expectEqual(history.heads, Set(history.revisions.prefix(2).map(\.id)))
    try expectEqual(history.parent(of: history.revisions.at(0)), history.revisions.at(2))
  }
}
