import DiaryCore
import TestSupport
import Testing
import Text

@Suite("Entry history") struct EntryHistoryTests {
  private let date = EntryDate(instant: 0, offset: 0)

  /// Revisions, oldest first; parents are indices.
  private func history(
    _ states: [(fields: EntryFields, parents: [Int], isTrashed: Bool)]
  ) -> EntryHistory {
    var revisions: [Revision] = []
    for (index, state) in states.enumerated() {
      let entry = Entry.made(
        state.fields, id: ID(high: 0, low: 1), at: Int64(index), isTrashed: state.isTrashed)
      revisions.append(
        Revision(
          id: ID(high: 0, low: UInt64(index)), parents: state.parents.map { revisions[$0].id },
          clock: HybridClock(time: entry.modified), device: ID(high: 0, low: 0), entry: entry))
    }
    return EntryHistory(revisions.reversed())
  }

  private func history(of texts: [(content: String, parents: [Int], isTrashed: Bool)])
    -> EntryHistory
  {
    history(texts.map { (EntryFields(date: date, content: $0.content), $0.parents, $0.isTrashed) })
  }

  @Test func `recognizes the kind of each revision`() throws {
    let history = history(of: [
      ("a", [], false), ("b", [0], false), ("b", [1], true), ("b", [2], false), ("a", [3], false),
      ("c", [4], false), ("d", [4], false), ("d", [5, 6], false), ("d", [7], true),
    ])
    expectEqual(
      history.revisions.reversed().map(history.kind(of:)),
      [.written, .edited, .deleted, .restored, .reverted, .edited, .edited, .merged, .deleted])
    try expectEqual(history.heads, [history.revisions.at(0).id])
  }

  @Test func `names the only change of a revision`() throws {
    let later = try require(EntryDate("2026-11-20T07:30:00+09:00"))
    let changes: [(inout EntryFields) -> Void] = [
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
    ]
    var states = [EntryFields(date: date, title: "Fog", tags: ["river"])]
    for (index, change) in changes.enumerated() {
      states.append(states[index])
      change(&states[index + 1])
    }
    let history = history(
      states.enumerated().map { ($0.element, $0.offset == 0 ? [] : [$0.offset - 1], false) })
    let kinds = history.revisions.reversed().map(history.kind(of:))
    expectEqual(
      kinds,
      [
        .written, .changed(.starred), .changed(.unstarred), .changed(.pinned), .changed(.unpinned),
        .changed(.tagged), .changed(.untagged), .changed(.moved(to: "Travel")), .changed(.dated),
        .edited, .edited, .edited, .edited,
      ])
    try expect(kinds.at(7).label == "moved to Travel" && kinds.at(7).name == "moved")
    expect(kinds.allSatisfy { kind in Language.korean.speaking { kind.label } != kind.label })
  }

  @Test func `has a head for each revision that wasn't replaced`() throws {
    let history = history(of: [("a", [], false), ("b", [0], false), ("c", [0], false)])
    expectEqual(history.heads, Set(history.revisions.prefix(2).map(\.id)))
    try expectEqual(history.parent(of: history.revisions.at(0)), history.revisions.at(2))
  }
}
