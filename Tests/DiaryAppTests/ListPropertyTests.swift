import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("A list of which only a window is loaded")
struct EntryListPropertyTests {
  /// The list and the plain array that it stands for, newest first.
  private struct Pair {
    var list = EntryList()
    var entries: [Entry] = []
    var random: SeededGenerator
    var height = 10
    var arrangement = EntryList.Arrangement.lines(1)

    /// What the runner does for the app.
    mutating func load() {
      list.layOut(height: height, arrangement)
      while let rows = list.pendingRows() {
        let window = entries.dropFirst(rows.offset).prefix(rows.limit)
        list.load(rows, entries: Array(window), total: entries.count)
        list.layOut(height: height, arrangement)
      }
    }

    func newEntry(on second: Int64) -> Entry {
      let fields = EntryFields(date: EntryDate(instant: second, offset: 0), title: "\(second)")
      let time = Timestamp(milliseconds: second)
      return Entry(
        id: .random(), fields: fields, author: AuthorID("me"), created: time, modified: time)
    }

    func rank(of entry: Entry) -> Int { entries.count { entry.order < $0.order } }
  }

  @Test("It keeps to a plain array", arguments: 0..<40)
  func property(_ seed: UInt64) {
    var pair = Pair(random: SeededGenerator(seed: seed))
    for _ in 0..<Int.random(in: 0..<300, using: &pair.random) {
      // A few a month, so that there are headings.
      let entry = pair.newEntry(on: .random(in: 0..<2_000_000_000, using: &pair.random))
      pair.entries.append(entry)
    }
    pair.entries.sort { $1.order < $0.order }
    pair.load()
    check(pair)
    for _ in 0..<80 {
      step(&pair)
      pair.load()
      check(pair)
    }
  }

  private func step(_ pair: inout Pair) {
    let before = pair.list.selectedEntry?.id
    switch Int.random(in: 0..<11, using: &pair.random) {
    case 0: pair.list.move(by: .random(in: -3...3, using: &pair.random))
    case 1: pair.list.movePages(.random(in: -2...2, using: &pair.random))
    case 2: pair.list.select(.random(in: -5..<pair.entries.count + 5, using: &pair.random))
    case 3:
      pair.height = .random(in: 4..<40, using: &pair.random)
      let body = Size(columns: .random(in: 40...200, using: &pair.random), rows: pair.height)
      let forms: [EntryList.Arrangement] = [
        .lines(1), .lines(3), .tiles(TileLayout(for: body, cellRatio: 0.5)),
      ]
      pair.arrangement = forms.randomElement(using: &pair.random) ?? .lines(1)
    case 4, 5:
      let entry = pair.newEntry(on: .random(in: 0..<2_000_000_000, using: &pair.random))
      let rank = pair.rank(of: entry)
      pair.entries.insert(entry, at: rank)
      pair.list.insert(entry, at: rank)
      expect(before == nil || pair.list.selectedEntry?.id == before)
    case 6, 7:
      guard let rank = pair.entries.indices.randomElement(using: &pair.random) else { return }
      let wasSelected = rank == pair.list.selected
      let entry = pair.entries.remove(at: rank)
      pair.list.remove(entry.id, rank: rank)
      pair.load()
      let next = pair.entries.indices.contains(rank) ? pair.entries[rank] : pair.entries.last
      expectEqual(pair.list.selectedEntry?.id, (wasSelected ? next?.id : before))
    case 8: tellLate(&pair, before)
    default: replace(&pair, before)
    }
  }

  /// A change that is told when rows have been read that have it already.
  private func tellLate(_ pair: inout Pair, _ selected: ID<Entry>?) {
    pair.list.reload()
    if Bool.random(using: &pair.random) {
      let entry = pair.newEntry(on: .random(in: 0..<2_000_000_000, using: &pair.random))
      let rank = pair.rank(of: entry)
      pair.entries.insert(entry, at: rank)
      pair.load()
      pair.list.insert(entry, at: rank, of: pair.entries.count)
    } else if let rank = pair.entries.indices.filter({ $0 != pair.list.selected })
      .randomElement(using: &pair.random)
    {
      let entry = pair.entries.remove(at: rank)
      pair.load()
      pair.list.remove(entry.id, rank: rank, of: pair.entries.count)
    }
    pair.load()
    expect(selected == nil || pair.list.selectedEntry?.id == selected)
  }

  /// Edits an entry that is loaded, sometimes its date.
  private func replace(_ pair: inout Pair, _ selected: ID<Entry>?) {
    guard let old = pair.entries.indices.randomElement(using: &pair.random),
      var entry = pair.list[old]
    else { return }
    entry.title += "!"
    if Bool.random(using: &pair.random) {
      entry.date = EntryDate(
        instant: .random(in: 0..<2_000_000_000, using: &pair.random), offset: 0)
    }
    pair.entries.remove(at: old)
    let rank = pair.rank(of: entry)
    pair.entries.insert(entry, at: rank)
    pair.list.replace(entry, rank: rank)
    pair.load()
    expectEqual(pair.list.selectedEntry?.id, selected)
  }

  private func check(_ pair: Pair) {
    let list = pair.list
    expectEqual(list.count, pair.entries.count)
    for rank in pair.entries.indices {
      if let entry = list[rank] { expectEqual(entry, pair.entries[rank]) }
    }
    if case .tiles(let tiles) = pair.arrangement { return checkTiles(pair, tiles) }
    let places = list.places(height: pair.height)
    expect(places.allSatisfy { (0..<pair.height).contains($0.row) })
    let ranks = places.compactMap { place in
      if case .entry(let rank, let entry) = place.line, entry != nil { rank } else { nil as Int? }
    }
    expect(pair.entries.isEmpty ? ranks.isEmpty : ranks.contains(list.selected))
    expect(ranks.isEmpty || ranks == Array(list.top..<list.top + ranks.count))
  }

  private func checkTiles(_ pair: Pair, _ tiles: TileLayout) {
    let position = pair.list.position(tiles)
    let body = Rect(column: 0, row: 0, columns: tiles.width * tiles.columns, rows: pair.height)
    let sheet = ContactSheet(count: pair.list.count, tiles)
    let shown = sheet.shown(in: body, position).map(\.item)
    expect(pair.entries.isEmpty ? shown.isEmpty : shown.contains(pair.list.selected))
    expect(shown.allSatisfy { pair.list[$0] != nil })
    expect(pair.entries.isEmpty || shown.first == pair.list.top)
  }
}

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
      entries.values.filter { list.predicate?.matches($0) ?? false }.sorted { $0.order > $1.order }
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
