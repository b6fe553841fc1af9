import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("Lists of found entries")
struct FoundListPropertyTests {
  /// A list of found entries and the diary that it is about.
  private struct Pair {
    var list = FoundList(number: 1)
    var entries: [ID<Entry>: Entry] = [:]
    var random: SeededGenerator
    var requestID = 0
    let predicates: [EntryPredicate] = [
      .all, .tag("walk"), .journal("Travel"),
      .and([.journal("Travel"), .text(SearchPhrase("산"))]), .not(.tag("walk")),
    ]

    var found: [Entry] {
      entries.values.filter { list.predicate?.matches($0) ?? false }
        .sorted { $0.order > $1.order }
    }

    func newEntry(_ random: inout SeededGenerator) -> Entry {
      let second = Int64.random(in: 0..<2_000_000_000, using: &random)
      let time = Timestamp(milliseconds: second)
      var fields = EntryFields(date: EntryDate(instant: second, offset: 0), title: "\(second)")
      Self.vary(&fields, &random)
      return Entry(
        id: .random(), fields: fields, author: AuthorID("me"), created: time, modified: time)
    }

    static func vary(_ fields: inout EntryFields, _ random: inout SeededGenerator) {
      fields.tags = Bool.random(using: &random) ? ["walk"] : []
      fields.journal = Bool.random(using: &random) ? "Travel" : "Diary"
      fields.content = Bool.random(using: &random) ? "산책" : "nothing"
    }

    /// What the runner does for the app: some batches now, maybe the rest later.
    mutating func search(batches: Int = .max, of pending: inout [FoundEntries]) {
      if let request = list.missing(requestID: {
        requestID += 1
        return requestID
      }) {
        let all = found
        let size = Int.random(in: 1...40, using: &random)
        pending = stride(from: 0, to: all.count, by: size).map { start in
          let part = all[start..<min(start + size, all.count)]
          return FoundEntries(
            requestID: request.requestID, predicate: request.predicate, orders: part.map(\.order),
            first: start == 0 ? Array(part) : [])
        }
        pending.append(
          FoundEntries(requestID: request.requestID, predicate: request.predicate, isEnd: true))
      }
      for _ in 0..<min(batches, pending.count) { list.take(pending.removeFirst()) }
    }

    mutating func load() {
      list.entries.layOut(height: 12, .lines(1))
      while let rows = list.entries.pendingRows() {
        list.entries.load(rows, found: rows.ids.compactMap { entries[$0] })
        list.entries.layOut(height: 12, .lines(1))
      }
    }
  }

  @Test("After any changes they are what a fresh search finds", arguments: 0..<40)
  func property(_ seed: UInt64) {
    var pair = Pair(random: SeededGenerator(seed: seed))
    for _ in 0..<Int.random(in: 0..<200, using: &pair.random) {
      let entry = pair.newEntry(&pair.random)
      pair.entries[entry.id] = entry
    }
    pair.list.ask(for: pair.predicates[1])
    var pending: [FoundEntries] = []
    for _ in 0..<60 {
      step(&pair)
      pair.search(batches: .random(in: 0...3, using: &pair.random), of: &pending)
      pair.load()
      let ranks = 0..<pair.list.entries.count
      for rank in ranks {
        guard let entry = pair.list.entries[rank] else { continue }
        expectEqual(pair.list.entries.order(at: rank), entry.order)
        expectEqual(pair.entries[entry.id], entry)
      }
    }
    while pair.list.isSearching { pair.search(of: &pending) }
    pair.load()
    let found = pair.found
    expectEqual(pair.list.entries.count, found.count)
    expect(found.indices.allSatisfy { pair.list.entries.order(at: $0) == found[$0].order })
  }

  private func step(_ pair: inout Pair) {
    let isAtRest = !pair.list.isSearching
    let selected = pair.list.entries.selectedEntry
    switch Int.random(in: 0..<8, using: &pair.random) {
    case 0: pair.list.entries.move(by: .random(in: -20...20, using: &pair.random))
    case 1: pair.list.ask(for: pair.predicates.randomElement(using: &pair.random))
    case 2: pair.list.refresh()
    case 3, 4:
      let entry = pair.newEntry(&pair.random)
      pair.entries[entry.id] = entry
      pair.list.record(entry, isGone: false)
      if isAtRest, let selected { expectEqual(pair.list.entries.selectedEntry, selected) }
    case 5:
      guard let id = pair.entries.keys.sorted().randomElement(using: &pair.random),
        let entry = pair.entries.removeValue(forKey: id)
      else { return }
      pair.list.record(entry, isGone: true)
    default:
      guard let id = pair.entries.keys.sorted().randomElement(using: &pair.random),
        let old = pair.entries[id]
      else { return }
      var fields = old.fields
      Pair.vary(&fields, &pair.random)
      if Bool.random(using: &pair.random) {
        fields.date = EntryDate(
          instant: .random(in: 0..<2_000_000_000, using: &pair.random), offset: 0)
      }
      let entry = Entry(
        id: id, fields: fields, author: old.author, created: old.created, modified: old.modified)
      pair.entries[id] = entry
      pair.list.record(entry, isGone: false)
    }
  }
}
