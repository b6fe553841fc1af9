import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("The list on the screen, in its forms") @MainActor struct ListScreenTests {
  @Test(
    "The list is drawn at small sizes",
    arguments: [
      (100, 30, "list-100x30"), (80, 24, "list-80x24"), (40, 12, "list-40x12"),
      (39, 11, "list-too-small"),
    ])
  func drawn(_ columns: Int, _ rows: Int, _ fixture: String) async throws {
    try await expectScreen(ScreenTest.sample(columns, rows), in: fixture)
  }

  @Test func `The list is drawn empty, scrolled, large and too small`() async throws {
    try await expectScreen(ScreenTest(80, 24), in: "list-empty")
    let hints = try await ScreenTest(40, 12).bottomLine.split(separator: " ")
    expectEqual(String(hints.filter { $0.count == 1 }.joined()), "niI?")
    let scrolled = try await ScreenTest(40, 12, entries: try SampleDiary.days(40)).press("<j*20>")
    try expectScreen(scrolled, in: "list-scrolled")
    let lines = try await ScreenTest.sample(200, 50).lines
    expectEqual(lines.count, 50)
    try expectSuffix(lines.at(0), "5 entries")
    try expectPrefix(lines.at(2), " November 2026")
    try expectPrefix(lines.at(3), "▌20 Fri  강가 산책, 안개")
    try expectContains(lines.at(3), "▣ 2  #산책")
    // The text is centered in the preview.
    let margin = String(repeating: " ", count: 26)
    try expectSuffix(lines.at(3), "│ " + margin + "Friday 20 November 2026, 07:30")
    try expectSuffix(lines.at(48), "▣ 2 photos · #산책 #강 · 14 words")
    try await expectEqual(ScreenTest.sample(10, 3).text, "Too small:\nPhotoDiary\nneeds")
  }

  @Test func `An error waits until it is read, and no colors are needed`() async throws {
    var screen = try await ScreenTest.sample(80, 24)
    screen.repository.failure = .store(path: "/diary", .diskFull)
    try await expectScreen(screen.press("dy"), in: "list-error")
    await screen.press("j", shows: "Couldn't do that").press("<Enter>", lacks: "Couldn't do that")
    expectEqual(screen.state.list.count, 5)
    screen = try await ScreenTest.sample(80, 24)
    var state = screen.state
    state.colors = .monochrome
    state.theme = Theme(colors: .monochrome)
    let styles = (0..<24).flatMap { state.frame.grid.row($0).map(\.style) }
    expect(styles.allSatisfy { $0.foreground == .terminal && $0.background == .terminal })
  }

  @Test func `Months are separated, and clicks find the right rows`() async throws {
    let screen = try await ScreenTest.sample(60, 24)
    try expect(screen.lines.at(7) == "" && screen.lines.at(8) == " October 2026")
    try await expectPrefix(screen.mouse(.press, 12, 9).lines.at(9), "▌31 Sat")
    try await expectPrefix(screen.mouse(.press, 12, 7).lines.at(9), "▌31 Sat")
  }

  @Test func `The list of a tag shows that tag in its column`() async throws {
    let entries = [
      try SampleDiary.fields("Lunch", on: "2026-11-02T10:00", tags: ["aside", "food", "walk"]),
      try SampleDiary.fields("Dinner", on: "2026-11-03T10:00", "#walk first, then #food."),
    ]
    for form in [ListForm.plain, .thumbnails] {
      let screen = try await ScreenTest(70, 24, entries: entries, listForm: form)
      expectShows(screen, "#aside", "#walk")
      await screen.type("/tag:fo")
      expectEqual(screen.text.matches(of: /#food/).count, (form == .plain ? 2 : 3))
      expectLacks(screen, "#aside", "#walk  ")
      await expectPrefix(screen.press("<Esc><A-t>/food<Enter><Enter>").text, " #food")
      expectLacks(screen, "#aside")
    }
  }

  private func opened(
    _ columns: Int, _ rows: Int, _ form: ListForm, entries: [EntryFields]? = nil
  ) async throws -> ScreenTest {
    try await ScreenTest(
      columns, rows, entries: try entries ?? SampleDiary.entries(), listForm: form)
  }

  @Test func `v switches to thumbnails and tiles, and keeps the selection`() async throws {
    try await expectScreen(opened(60, 17, .thumbnails), in: "list-thumbnails")
    try await expectScreen(opened(40, 12, .sheet), in: "list-contact-sheet")
    var felt = try SampleDiary.fields("Felt", on: "2026-11-20T10:00")
    felt.details = EntryDetails(isStarred: true, mood: "😊")
    for (form, shown) in [(ListForm.thumbnails, "★ Felt"), (.sheet, "★ 😊 20 Nov 2026")] {
      try await expectShows(opened(80, 24, form, entries: [felt]), shown, "😊")
    }
    var screen = try await opened(80, 24, .plain)
    let plain = screen.text
    await screen.press("v", shows: "Showing small photos beside entries.")
    expectEqual(screen.viewMemory.view.listForm, .thumbnails)
    await screen.press("v", shows: "Showing entries as tiles")
    expectEqual(screen.viewMemory.view.listForm, .sheet)
    await expectEqual(screen.press("vjk").text, plain)
    expectEqual(screen.viewMemory.view.listForm, .plain)
    screen = try await opened(80, 24, .plain, entries: try SampleDiary.days(300)).press("<j*150>")
    for _ in ListForm.allCases { await screen.press("v", shows: "Entry 150") }
  }

  @Test func `Arrows, pages, the mouse, search and pictures work in every form`() async throws {
    var screen = try await opened(80, 24, .sheet, entries: try SampleDiary.days(300))
    for (keys, title) in [
      ("<Right><Down>", "Entry 5"), ("hk", "Entry 0"), ("llj<Up>", "Entry 2"),
      ("<PgDn>", "Entry 10"), ("G", "Entry 299"), ("g", "Entry 0"),
    ] { await expectEqual(screen.press(keys, shows: title).state.list.selectedEntry?.title, title) }
    for (form, point) in [
      (ListForm.thumbnails, Point(column: 20, row: 8)), (.sheet, Point(column: 25, row: 5)),
    ] {
      let screen = try await opened(80, 24, form).mouse(.press, point)
      expectEqual(screen.state.list.selectedEntry?.title, "A letter from the north")
      await expectGreater(screen.mouse(.scrollDown, point).state.list.selected, 1)
      await expectShows(screen.mouse(.doublePress, point), "Dear all,")
    }
    screen = try await opened(80, 24, .sheet).press("<Right>")
    let before = try require(screen.state.list.selectedEntry?.id)
    await expectEqual(screen.press("/e", shows: "▌").press("<Right>").state.entries.selected, 1)
    await expectEqual(screen.press("<A-v><Left>").state.listForm, .plain)
    expectEqual(screen.state.entries.selected, 1)
    await expectNil(screen.press("d", shows: "/ de").press("<Esc>").state.search)
    expectEqual(screen.state.list.selectedEntry?.id, before)
    var entries = try SampleDiary.days(400)
    for index in entries.indices { entries[index].photos = [SampleDiary.photo("\(index).jpg")] }
    for form in [ListForm.thumbnails, .sheet] {
      let screen = try await opened(80, 24, form, entries: entries).press("<j*40>")
      let wanted = screen.state.wantedPictures
      expect((1...16).contains(wanted.inView.count))
      expect((1...40).contains(wanted.ahead.count))
      expect(Set(wanted.inView).isDisjoint(with: wanted.ahead))
    }
  }
}

extension SampleDiary {
  /// A random time within some sixty years.
  fileprivate static func anyDate(_ random: inout SeededGenerator) -> EntryDate {
    EntryDate(instant: .random(in: 0..<2_000_000_000, using: &random), offset: 0)
  }
}

@Suite("A partly loaded list") struct EntryListPropertyTests {
  /// A list and the array with which it is compared, newest first.
  private struct Pair {
    var list = EntryList()
    var entries: [Entry] = []
    var random: SeededGenerator
    var height = 10
    var arrangement = EntryList.Arrangement.lines(1)

    /// Loads the pending rows, as the runner does.
    mutating func load() {
      list.layOut(height: height, arrangement)
      while let rows = list.pendingRows() {
        let window = entries.dropFirst(rows.offset).prefix(rows.limit)
        list.load(rows, entries: Array(window), total: entries.count)
        list.layOut(height: height, arrangement)
      }
    }

    mutating func newEntry() -> Entry {
      SampleDiary.entry(EntryFields(date: SampleDiary.anyDate(&random)))
    }

    func rank(of entry: Entry) -> Int { entries.count { entry.sortKey < $0.sortKey } }
  }

  @Test("The list equals a plain array", arguments: 0..<40) func property(_ seed: UInt64) {
    var pair = Pair(random: SeededGenerator(seed: seed))
    for _ in 0..<Int.random(in: 0..<300, using: &pair.random) {
      // Dates are spread so that there are headings.
      let entry = pair.newEntry()
      pair.entries.append(entry)
    }
    pair.entries.sort { $1.sortKey < $0.sortKey }
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
      let entry = pair.newEntry()
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
    case 8: reportLate(&pair, before)
    default: replace(&pair, before)
    }
  }

  /// Reports a change after the rows were read that already include it.
  private func reportLate(_ pair: inout Pair, _ selected: ID<Entry>?) {
    pair.list.reload()
    if Bool.random(using: &pair.random) {
      let entry = pair.newEntry()
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

  private func replace(_ pair: inout Pair, _ selected: ID<Entry>?) {
    guard let old = pair.entries.indices.randomElement(using: &pair.random),
      var entry = pair.list[old]
    else { return }
    entry.title += "!"
    if Bool.random(using: &pair.random) { entry.date = SampleDiary.anyDate(&pair.random) }
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

@Suite("Lists of found entries") struct FoundListPropertyTests {
  /// A list of results and the diary that is searched.
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
      entries.values.filter { list.predicate?.matches($0) ?? false }.sorted {
        $0.sortKey > $1.sortKey
      }
    }

    mutating func newEntry() -> Entry {
      var fields = EntryFields(date: SampleDiary.anyDate(&random))
      Self.vary(&fields, &random)
      return SampleDiary.entry(fields)
    }

    static func vary(_ fields: inout EntryFields, _ random: inout SeededGenerator) {
      fields.tags = Bool.random(using: &random) ? ["walk"] : []
      fields.journal = Bool.random(using: &random) ? "Travel" : "Diary"
      fields.content = Bool.random(using: &random) ? "산책" : "nothing"
    }

    /// Passes some batches of results to the list, as the runner does.
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
            requestID: request.requestID, predicate: request.predicate, orders: part.map(\.sortKey),
            first: start == 0 ? Array(part) : [])
        }
        pending.append(
          FoundEntries(requestID: request.requestID, predicate: request.predicate, isEnd: true))
      }
      for _ in 0..<min(batches, pending.count) { list.receive(pending.removeFirst()) }
    }

    mutating func load() {
      list.entries.layOut(height: 12, .lines(1))
      while let rows = list.entries.pendingRows() {
        list.entries.load(rows, found: rows.ids.compactMap { entries[$0] })
        list.entries.layOut(height: 12, .lines(1))
      }
    }
  }

  @Test("After any changes the list equals a fresh search", arguments: 0..<40)
  func property(_ seed: UInt64) {
    var pair = Pair(random: SeededGenerator(seed: seed))
    for _ in 0..<Int.random(in: 0..<200, using: &pair.random) {
      let entry = pair.newEntry()
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
        expectEqual(pair.list.entries.sortKey(at: rank), entry.sortKey)
        expectEqual(pair.entries[entry.id], entry)
      }
    }
    while pair.list.isSearching { pair.search(of: &pending) }
    pair.load()
    let found = pair.found
    expectEqual(pair.list.entries.count, found.count)
    expect(found.indices.allSatisfy { pair.list.entries.sortKey(at: $0) == found[$0].sortKey })
  }

  private func step(_ pair: inout Pair) {
    let isAtRest = !pair.list.isSearching
    let selected = pair.list.entries.selectedEntry
    switch Int.random(in: 0..<8, using: &pair.random) {
    case 0: pair.list.entries.move(by: .random(in: -20...20, using: &pair.random))
    case 1: pair.list.ask(for: pair.predicates.randomElement(using: &pair.random))
    case 2: pair.list.refresh()
    case 3, 4:
      let entry = pair.newEntry()
      pair.entries[entry.id] = entry
      pair.list.record(entry, isRemoved: false)
      if isAtRest, let selected { expectEqual(pair.list.entries.selectedEntry, selected) }
    case 5:
      guard let id = pair.entries.keys.sorted().randomElement(using: &pair.random),
        let entry = pair.entries.removeValue(forKey: id)
      else { return }
      pair.list.record(entry, isRemoved: true)
    default:
      guard let id = pair.entries.keys.sorted().randomElement(using: &pair.random),
        let old = pair.entries[id]
      else { return }
      var entry = old
      Pair.vary(&entry.fields, &pair.random)
      if Bool.random(using: &pair.random) { entry.date = SampleDiary.anyDate(&pair.random) }
      pair.entries[id] = entry
      pair.list.record(entry, isRemoved: false)
    }
  }
}
