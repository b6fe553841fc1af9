import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("Navigation") @MainActor struct GettingAboutTests {
  private let back = KeyEvent.control("o")
  private let forward = KeyEvent.alt("o")

  private func days(_ count: Int = 60, _ columns: Int = 80) async throws -> ScreenTest {
    try await ScreenTest(columns, 24, entries: try SampleDiary.days(count))
  }

  @Test func `Ctrl-O returns to an entry, link, day, search or tag unchanged`() async throws {
    var entries = try SampleDiary.days(30)
    entries[3].content = "See [[Entry 20]].\n" + String(repeating: "A line.\n\n", count: 60)
    entries[3].tags = ["walk"]
    let screen = try await ScreenTest(80, 24, entries: entries).press("jjj")
    let list = screen.text
    await screen.press("<Enter><Tab><Down*4>")
    let reader = screen.text
    await screen.press("<Enter>", shows: "Entry 20").press("qqc/2026-11-05<Enter>")
    let calendar = screen.text
    await expectEqual(screen.press("<Enter>", shows: "Entry 16").press(back).text, calendar)
    await screen.press("q/walk<Enter>q")
    let search = screen.text
    await expectEqual(screen.press(KeyEvent(.enter), back).text, search)
    await screen.press("<Esc><A-t>")
    let tags = screen.text
    await expectEqual(screen.press("<Enter>", shows: "#walk", "1 entry").press("q").text, tags)
    await expect(screen.press("<Enter><Esc>").state.screens.isEmpty)
    expectNil(screen.state.scope)
    var seen: [String] = []
    for _ in 0..<12 {
      await screen.press(back)
      seen.append(screen.text)
    }
    for text in [reader, tags, calendar, list] { expect(seen.contains(text), "\(text)") }
  }

  @Test func `Jumps skip deleted and identical places`() async throws {
    var screen = try await ScreenTest(80, 24)
    let list = screen.text
    await expectEqual(screen.press(.character("c"), back).text, list)
    await expectShows(screen.press(back), "Nowhere to go back to.")
    await expect(screen.press(forward).state.screens.front is CalendarState)
    await expectShows(screen.press(forward), "Nowhere to go forward to.")
    // A deleted place is skipped, and found again once restored.
    screen = try await days(20).press("jjjj<Enter>qGk<Enter>qgj<Enter>q")
    let id = try require(try await screen.service.entries().dropLast().last?.id)
    await screen.begin(.change(.one(id), .delete))
    await expect(screen.press(.character("g"), back, back).state.screens.isEmpty)
    let locations = screen.state.jumps.locations.count
    await screen.press(back, back, back, back)
    expect(screen.state.list.selectedEntry?.title == "Entry 4" || screen.text.contains("Entry 4"))
    expectEqual(screen.state.jumps.locations.count, locations)
    await screen.press(forward, forward, forward, forward, forward)
    await expectEqual(screen.press(.character("u"), back, back, back).state.list.total, 20)
    // A screen whose selected entry was deleted isn't a place to return to.
    let days = ["2026-11-20", "2025-11-21", "2024-11-21", "2023-11-21"]
    let entries = try days.map { try SampleDiary.fields($0, on: $0 + "T08:00:00+09:00", "Words") }
    for deleted in 1...3 {
      let screen = try await ScreenTest(80, 24, entries: entries).press("o")
      for _ in 0..<deleted {
        await expect(screen.press("<Enter>dy").state.screens.front is OnThisDayState)
      }
      await expect(screen.press(back).state.screens.isEmpty)
    }
  }

  @Test("After random keys, back and forward return to the same place", arguments: 0..<12)
  func walk(_ seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    var entries = try SampleDiary.days(25)
    entries[2].tags = ["walk"]
    entries[4].journal = "Travel"
    entries[5].photos = [SampleDiary.fog]
    let screen = try await ScreenTest(80, 24, entries: entries)
    let keys: [KeyEvent] = [
      KeyEvent(.enter), KeyEvent(.enter), .character("q"), .character("j"), .character("G"),
      .character("g"), .character("T"), .character("c"), .character("o"), .character("p"),
      .alt("t"), .character("J"), KeyEvent(.right), KeyEvent(.down), KeyEvent(.tab),
    ]
    for _ in 0..<40 {
      let key = keys[Int.random(in: 0..<keys.count, using: &random)]
      guard key != .character("q") || !screen.state.screens.isEmpty || screen.state.scope != nil
      else { continue }
      await screen.press(key)
      guard Int.random(in: 0..<3, using: &random) == 0, screen.state.canSwitchScreen else {
        continue
      }
      let before = screen.state.location
      let index = screen.state.jumps.index
      await screen.press(back)
      guard screen.state.jumps.index != index, let before else { continue }
      await screen.press(forward)
      expectEqual(screen.state.location?.isSame(as: before), true, "\(key.name)")
    }
    expectLess(screen.state.screens.count, 30)
  }

  @Test func `q returns from each screen exactly to the one before`() async throws {
    var entries = try SampleDiary.days(50)
    for index in entries.indices {
      entries[index].tags = ["tag\(index)"]
      entries[index].journal = "Journal \(index)"
      if index % 2 == 0 { entries[index].photos = [SampleDiary.photo("\(index).jpg")] }
    }
    let openings: [String] = [
      "<Enter>", "H", "c<Up><Enter>", "p<PgDn><PgDn><Enter>", "p<PgDn> ",
      "<A-t><PgDn><PgDn><Down><Enter>", "J<PgDn><Down><Enter>", "S", "t", "?",
    ]
    for keys in openings {
      let screen = try await ScreenTest(80, 24, entries: entries).press("<j*30><k*7>")
      var screens = [screen.text]
      for key in KeyEvent.parse(keys) {
        let layers = screen.state.screens.count
        let hasScope = screen.state.scope != nil
        let before = screen.text
        await screen.press(key)
        let isDeeper = screen.state.screens.count > layers || screen.state.scope != nil && !hasScope
        if isDeeper, before != screens.last { screens.append(before) }
      }
      for text in screens.reversed() { await expectEqual(screen.press("q").text, text) }
      expect(screen.state.screens.isEmpty)
      expectNil(screen.state.scope)
    }
  }

  @Test func `The newest entry is selected first, and the last place is remembered`() async throws {
    var screen = try await days(200).press("vj<j*70>")
    var before = screen.text
    await screen.press("<Enter><C-c>")
    var view = screen.viewMemory.view
    expectEqual(view.listForm, .thumbnails)
    var others = try await screen.service.entries()
    var next = try await ScreenTest(80, 24, others: others, remembered: view)
    expectEqual(next.state.list.selected, 0)
    expectEqual(next.state.listForm, .thumbnails)
    await expect(next.press(back).text.contains("Entry 71") && next.state.screens.count == 1)
    await expectEqual(next.press("q").text, before)
    var entries = try SampleDiary.days(30)
    for index in entries.indices where index % 3 == 0 { entries[index].tags = ["walk"] }
    screen = try await ScreenTest(80, 24, entries: entries).press("<A-t><Enter>Gk")
    before = screen.text
    view = await screen.press("<C-c>").viewMemory.view
    others = try await screen.service.entries()
    next = try await ScreenTest(80, 24, others: others, remembered: view)
    expectLacks(next.text, "#walk  ")
    await expectEqual(next.press(back).text, before)
    expectPrefix(next.text, " #walk")
    await expectNil(next.press("q").state.scope)
    screen = try await days(200).press("<j*90><Enter><C-c>")
    let location = try require(screen.viewMemory.view.location)
    try expectEqual(require(try await ResolvedLocation(location, in: screen.service)).listRank, 90)
    let id = try require(location.entry)
    _ = try await screen.service.delete(id)
    try await expectNil(ResolvedLocation(location, in: screen.service))
    // A place that can't be resolved yet is still remembered.
    screen = try await days(5)
    view = RememberedView(listForm: .sheet, location: screen.state.location)
    var state = screen.state
    state.list = EntryList()
    state.speaks = true
    state.remember(view)
    expectEqual(state.leftView, view)
  }
}

@Suite("Places to jump back to") struct JumpListTests {
  private static func place(_ number: UInt64, above: Int = 0) -> Location {
    var list = Location.ListLocation()
    list.entry = ID(high: 0, low: number)
    list.above = above
    return Location(list: list)
  }

  @Test func `A hundred places are kept once each, and late answers ignored`() {
    var jumps = JumpList()
    for number in 0..<500 as Range<UInt64> {
      jumps.record(Self.place(number))
      jumps.record(Self.place(number, above: 3))
    }
    expectEqual(jumps.locations.count, 100)
    expectEqual(jumps.locations.first?.isSame(as: Self.place(400)), true)
    let before = jumps.request(.back, from: Self.place(499), requestID: 1)?.locations.first
    expectEqual(before?.isSame(as: Self.place(498)), true)
    // Repeated keys add up while waiting, and an outdated answer is ignored.
    jumps = JumpList()
    for number in 1...3 as ClosedRange<UInt64> { jumps.record(Self.place(number)) }
    let last = Self.place(4)
    expectEqual(jumps.request(.back, from: last, requestID: 1)?.steps, 1)
    expectEqual(jumps.request(.back, from: last, requestID: 2)?.steps, 2)
    expect(!jumps.go(to: 1, from: last, requestID: 1))
    expect(!jumps.go(to: 7, from: last, requestID: 2))
    expect(jumps.go(to: 1, from: last, requestID: 2))
    expectEqual(jumps.index, 1)
    let second = Self.place(2)
    expectEqual(jumps.request(.back, from: second, requestID: 3)?.locations, [Self.place(1)])
    expect(jumps.stopLooking(3))
    expect(!jumps.stopLooking(3))
    expect(!jumps.go(to: 0, from: second, requestID: 3))
    // A new jump removes the places to go forward to.
    jumps.record(second)
    expectNil(jumps.request(.forward, from: Self.place(9), requestID: 4)?.locations)
  }
}
