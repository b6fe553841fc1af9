import DiaryCore
import Localization
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("Getting about") @MainActor
struct GettingAboutTests {
  private let back = KeyEvent.control("o")
  private let forward = KeyEvent.alt("o")

  private func days(_ count: Int = 60, _ columns: Int = 80) async throws -> ScreenTest {
    try await ScreenTest(columns, 24, entries: try SampleDiary.days(count))
  }

  @Test func `Ctrl-O leads back to where the list was, Alt-o forward again`() async throws {
    let screen = try await days(300).press("<j*40><k*5>")
    let before = screen.text
    await screen.press("G")
    let oldest = screen.text
    expectContains(oldest, "Entry 299")
    await expectEqual(screen.press(back).text, before)
    await expectEqual(screen.press(forward).text, oldest)
    await expectShows(screen.press(forward), "Nowhere to go forward to.")
    await expectShows(screen.press(back, back), "Nowhere to go back to.")
    await expectEqual(screen.press(.character("T"), back).text, before)
  }

  @Test func `Ctrl-O returns to an entry, link, day, search or tag unchanged`() async throws {
    var entries = try SampleDiary.days(30)
    entries[3].content = "See [[Entry 20]].\n" + String(repeating: "A line.\n\n", count: 60)
    entries[3].tags = ["walk"]
    let screen = try await ScreenTest(80, 24, entries: entries).press("jjj")
    let list = screen.text
    await screen.press("<Enter><Tab><Down*4>")
    let reader = screen.text
    await screen.press("<Enter>", shows: "Entry 20").press("qqcg2026-11-05<Enter>")
    let calendar = screen.text
    await expectEqual(screen.press("<Enter>", shows: "Entry 16").press(back).text, calendar)
    await screen.press("q/walk")
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
    for text in [reader, tags, calendar, list] {
      expect(seen.contains(text), "\(text)")
    }
  }

  @Test func `Jumps skip deleted and identical places`() async throws {
    var screen = try await ScreenTest(80, 24)
    let list = screen.text
    await expectEqual(screen.press(.character("c"), back).text, list)
    await expect(screen.press(forward).state.screens.front is CalendarState)
    // What has gone is skipped, and is there again when it comes back.
    screen = try await days(20).press("jjjj<Enter>qGk<Enter>qgj<Enter>q")
    // The entry of the second place.
    let id = try require(try await screen.service.entries().dropLast().last?.id)
    await screen.begin(.change(.one(id), .delete))
    await expect(screen.press(.character("g"), back, back).state.screens.isEmpty)
    let locations = screen.state.jumps.locations.count
    await screen.press(back, back, back, back)
    expect(screen.state.list.selectedEntry?.title == "Entry 4" || screen.text.contains("Entry 4"))
    expectEqual(screen.state.jumps.locations.count, locations)
    await screen.press(forward, forward, forward, forward, forward)
    await expectEqual(screen.press(.character("u"), back, back, back).state.list.total, 20)
    // Where the selected entry was deleted, the same screen is nowhere to go back to.
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

  @Test("In any walk, back then forward is the same screen and entry", arguments: 0..<12)
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
      guard Int.random(in: 0..<3, using: &random) == 0, screen.state.canGoElsewhere else {
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

  @Test func `q leads back to exactly where one was, from each screen`() async throws {
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

  // MARK: From run to run

  private func again(_ screen: ScreenTest, with view: RememberedView) async throws -> ScreenTest {
    let others = try await screen.service.entries()
    return try await ScreenTest(80, 24, others: others, remembered: view)
  }

  @Test func `The newest entry is selected first, and a part is named`() async throws {
    var screen = try await days(200).press("vj<j*70>")
    var before = screen.text
    await screen.press("<Enter><C-c>")
    let view = screen.viewMemory.view
    expectEqual(view.listForm, .thumbnails)
    var next = try await again(screen, with: view)
    expectEqual(next.state.list.selected, 0)
    expectEqual(next.state.listForm, .thumbnails)
    await expect(next.press(back).text.contains("Entry 71") && next.state.screens.count == 1)
    await expectEqual(next.press("q").text, before)
    // A part of the diary is named in the title, and q leads to the whole.
    var entries = try SampleDiary.days(30)
    for index in entries.indices where index % 3 == 0 { entries[index].tags = ["walk"] }
    screen = try await ScreenTest(80, 24, entries: entries).press("<A-t><Enter>Gk")
    before = screen.text
    await screen.press("<C-c>")
    next = try await again(screen, with: screen.viewMemory.view)
    expectLacks(next.text, "#walk  ")
    await expectEqual(next.press(back).text, before)
    expectPrefix(next.text, " #walk")
    await expectNil(next.press("q").state.scope)
  }

  @Test func `The program begins where it was left`() async throws {
    var screen = try await days(200).press("<j*90><Enter><C-c>")
    let location = try require(screen.viewMemory.view.location)
    try expectEqual(require(try await ResolvedLocation(location, in: screen.service)).listRank, 90)
    let id = try require(location.entry)
    _ = try await screen.service.delete(id)
    try await expectNil(ResolvedLocation(location, in: screen.service))
    // Nothing that isn't known yet is forgotten.
    screen = try await days(5)
    let view = RememberedView(listForm: .sheet, location: screen.state.location)
    var state = screen.state
    state.list = EntryList()
    state.speaks = true
    state.remember(view)
    expectEqual(state.leftView, view)
  }
}

@Suite("Places that one has jumped from")
struct JumpListTests {
  private static func place(_ number: UInt64, above: Int = 0) -> Location {
    var list = Location.ListLocation()
    list.entry = ID(high: 0, low: number)
    list.above = above
    return Location(list: list)
  }

  /// Someone who goes about.
  private final class Walker {
    var jumps = JumpList()
    var current = place(1)
    private var requestID = 0

    func jump(to number: UInt64) {
      jumps.record(current)
      current = place(number)
    }

    /// Asks for places; how many steps are to be made.
    func ask(_ direction: JumpList.Direction) -> (locations: [Location], steps: Int)? {
      requestID += 1
      return jumps.request(direction, from: current, requestID: requestID)
    }

    /// The answer to a question, by default the last one.
    func answer(_ index: Int = 0, late: Int = 0) -> Bool {
      jumps.go(to: index, from: current, requestID: requestID - late)
    }

    func stop() -> Bool { jumps.stopLooking(requestID) }

    /// Goes to the nearest place; `nil` if there is none.
    func go(_ direction: JumpList.Direction) -> Location? {
      guard let wanted = ask(direction), answer() else { return nil }
      current = wanted.locations[0]
      return current
    }
  }

  @Test func `Jumps are kept once each, and late answers ignored`() {
    var walker = Walker()
    expectNil(walker.go(.back))
    for number in 2...4 as ClosedRange<UInt64> { walker.jump(to: number) }
    expectNil(walker.go(.forward))
    expectEqual(walker.go(.back), Self.place(3))
    expectEqual(walker.go(.back), Self.place(2))
    expectEqual(walker.go(.forward), Self.place(3))
    expectEqual(walker.go(.forward), Self.place(4))
    expectNil(walker.go(.forward))
    expectEqual(walker.go(.back), Self.place(3))
    walker.jump(to: 9)
    expectNil(walker.go(.forward))
    expectEqual(walker.go(.back), Self.place(3))
    // The same place isn't kept twice, and not more than a hundred.
    walker = Walker()
    for number in 0..<500 as Range<UInt64> {
      walker.jumps.record(Self.place(number))
      walker.jumps.record(Self.place(number, above: 3))
    }
    expectEqual(walker.jumps.locations.count, 100)
    expectEqual(walker.jumps.locations.first?.isSame(as: Self.place(400)), true)
    walker.current = Self.place(499)
    expectEqual(walker.go(.back)?.isSame(as: Self.place(498)), true)
    // Keys before the answer add up; a late answer is none.
    walker = Walker()
    for number in 2...4 as ClosedRange<UInt64> { walker.jump(to: number) }
    expectEqual(walker.ask(.back)?.steps, 1)
    expectEqual(walker.ask(.back)?.steps, 2)
    expect(!walker.answer(late: 1))
    expect(!walker.answer(7))
    expect(walker.answer(1))
    expectEqual(walker.jumps.index, 1)
    walker.current = Self.place(2)
    expectEqual(walker.ask(.back)?.locations, [Self.place(1)])
    expect(walker.stop())
    expect(!walker.stop())
    expect(!walker.answer())
  }

  @Test("Back then forward is where one was", arguments: 0..<100)
  func property(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let walker = Walker()
    for _ in 0..<200 {
      switch Int.random(in: 0..<4, using: &random) {
      case 0, 1: walker.jump(to: .random(in: 0..<20, using: &random))
      case 2:
        let before = walker.current
        if walker.go(.back) != nil {
          expect(!walker.current.isSame(as: before))
          expectEqual(walker.go(.forward)?.isSame(as: before), true)
          _ = walker.go(.back)
        }
      default: _ = walker.go(.forward)
      }
      expect((0...walker.jumps.locations.count).contains(walker.jumps.index))
    }
  }
}
