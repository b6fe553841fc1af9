import DiaryCore
import Localization
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("Getting about")
@MainActor
struct GettingAboutTests {
  private let back = KeyEvent.control("o")
  private let forward = KeyEvent.alt("o")

  private func days(_ count: Int = 60, _ columns: Int = 80) async throws -> ScreenTest {
    try await ScreenTest(columns, 24, entries: try SampleDiary.days(count))
  }

  @Test("From the oldest entry, Ctrl-O leads back to where the list was, Alt-o forward again")
  func list() async throws {
    let screen = try await days(300)
    await screen.press(.character("j"), times: 40)
    await screen.press(.character("k"), times: 5)
    let before = screen.text
    await screen.press(.character("G"))
    let oldest = screen.text
    expectContains(oldest, "Entry 299")
    await screen.press(back)
    expectEqual(screen.text, before)
    await screen.press(forward)
    expectEqual(screen.text, oldest)
    await screen.press(forward)
    expectContains(screen.text, "Nowhere to go forward to.")
    await screen.press(back, back)
    expectContains(screen.text, "Nowhere to go back to.")
    await screen.press(.character("T"), back)
    expectEqual(screen.text, before)
  }

  @Test("An entry, a link, a day, a search, a tag: each is come back to as it was")
  func screens() async throws {
    var entries = try SampleDiary.days(30)
    entries[3].content = "See [[Entry 20]].\n" + String(repeating: "A line.\n\n", count: 60)
    entries[3].tags = ["walk"]
    let screen = try await ScreenTest(80, 24, entries: entries)
    await screen.press(.character("j"), times: 3)
    let list = screen.text
    await screen.press(KeyEvent(.enter), KeyEvent(.tab))
    await screen.press(KeyEvent(.down), times: 4)
    let reader = screen.text
    await screen.press(KeyEvent(.enter))
    expectContains(screen.text, "Entry 20")
    await screen.press(.character("q"), .character("q"), .character("c"), .character("g"))
    await screen.type("2026-11-05")
    await screen.press(KeyEvent(.enter))
    let calendar = screen.text
    await screen.press(KeyEvent(.enter))
    expectContains(screen.text, "Entry 16")
    await screen.press(back)
    expectEqual(screen.text, calendar)
    await screen.press(.character("q"), .character("/"))
    await screen.type("walk")
    let search = screen.text
    await screen.press(KeyEvent(.enter), back)
    expectEqual(screen.text, search)
    await screen.press(KeyEvent(.escape), .alt("t"))
    let tags = screen.text
    await screen.press(KeyEvent(.enter))
    expectContains(screen.text, "#walk")
    expectContains(screen.text, "1 entry")
    await screen.press(.character("q"))
    expectEqual(screen.text, tags)
    await screen.press(KeyEvent(.enter), KeyEvent(.escape))
    expect(screen.state.screens.isEmpty)
    expectNil(screen.state.scope)
    var seen: [String] = []
    for _ in 0..<12 {
      await screen.press(back)
      seen.append(screen.text)
    }
    for text in [reader, tags, calendar, list] {
      let isSeen = seen.contains(text)
      expect(isSeen, "\(text)")
    }
  }

  @Test("An empty diary has its list to go back to")
  func empty() async throws {
    let screen = try await ScreenTest(80, 24)
    let list = screen.text
    await screen.press(.character("c"), back)
    expectEqual(screen.text, list)
    await screen.press(forward)
    expect(screen.state.screens.front is CalendarState)
  }

  @Test("What has gone is skipped, and is there again when it comes back")
  func gone() async throws {
    let screen = try await days(20)
    await screen.press(.character("j"), times: 4)
    await screen.press(KeyEvent(.enter), .character("q"), .character("G"), .character("k"))
    await screen.press(KeyEvent(.enter), .character("q"), .character("g"))
    await screen.press(.character("j"), KeyEvent(.enter), .character("q"))
    // The entry of the second place.
    let id = try require(try await screen.service.entries().dropLast().last?.id)
    await screen.begin(.change(.one(id), .delete))
    await screen.press(.character("g"), back, back)
    expect(screen.state.screens.isEmpty)
    let locations = screen.state.jumps.locations.count
    await screen.press(back, back, back, back)
    expect(screen.state.list.selectedEntry?.title == "Entry 4" || screen.text.contains("Entry 4"))
    expectEqual(screen.state.jumps.locations.count, locations)
    await screen.press(forward, forward, forward, forward, forward)
    await screen.press(.character("u"), back, back, back)
    expectEqual(screen.state.list.total, 20)
  }

  @Test("Where the selected entry was deleted, the same screen is nowhere to go back to")
  func selectedIsGone() async throws {
    let days = ["2026-11-20", "2025-11-21", "2024-11-21", "2023-11-21"]
    let entries = try days.map { try SampleDiary.fields($0, on: $0 + "T08:00:00+09:00", "Words") }
    for deleted in 1...3 {
      let screen = try await ScreenTest(80, 24, entries: entries)
      await screen.press(.character("o"))
      for _ in 0..<deleted {
        await screen.press(KeyEvent(.enter), .character("d"), .character("y"))
        expect(screen.state.screens.front is OnThisDayState)
      }
      await screen.press(back)
      expect(screen.state.screens.isEmpty)
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

  @Test("q leads back to exactly where one was, from each screen")
  func stack() async throws {
    var entries = try SampleDiary.days(50)
    for index in entries.indices {
      entries[index].tags = ["tag\(index)"]
      entries[index].journal = "Journal \(index)"
      if index % 2 == 0 { entries[index].photos = [SampleDiary.photo("\(index).jpg")] }
    }
    let openings: [[KeyEvent]] = [
      [KeyEvent(.enter)], [.character("H")], [.character("c"), KeyEvent(.up), KeyEvent(.enter)],
      [.character("p"), KeyEvent(.pageDown), KeyEvent(.pageDown), KeyEvent(.enter)],
      [.character("p"), KeyEvent(.pageDown), .character(" ")],
      [.alt("t"), KeyEvent(.pageDown), KeyEvent(.pageDown), KeyEvent(.down), KeyEvent(.enter)],
      [.character("J"), KeyEvent(.pageDown), KeyEvent(.down), KeyEvent(.enter)],
      [.character("S")], [.character("t")], [.character("?")],
    ]
    for keys in openings {
      let screen = try await ScreenTest(80, 24, entries: entries)
      await screen.press(.character("j"), times: 30)
      await screen.press(.character("k"), times: 7)
      var screens = [screen.text]
      for key in keys {
        let layers = screen.state.screens.count
        let hasScope = screen.state.scope != nil
        let before = screen.text
        await screen.press(key)
        let isDeeper = screen.state.screens.count > layers || screen.state.scope != nil && !hasScope
        if isDeeper, before != screens.last { screens.append(before) }
      }
      for text in screens.reversed() {
        await screen.press(.character("q"))
        expectEqual(screen.text, text)
      }
      expect(screen.state.screens.isEmpty)
      expectNil(screen.state.scope)
    }
  }

  // MARK: From run to run

  private func again(_ screen: ScreenTest, with view: RememberedView) async throws -> ScreenTest {
    let others = try await screen.service.entries()
    return try await ScreenTest(80, 24, others: others, remembered: view)
  }

  @Test("The newest is selected at the start, and Ctrl-O leads to where one was")
  func start() async throws {
    let screen = try await days(200)
    await screen.press(.character("v"), .character("j"))
    await screen.press(.character("j"), times: 70)
    let before = screen.text
    await screen.press(KeyEvent(.enter), .control("c"))
    let view = screen.viewMemory.view
    expectEqual(view.listForm, .thumbnails)
    let next = try await again(screen, with: view)
    expectEqual(next.state.list.selected, 0)
    expectEqual(next.state.listForm, .thumbnails)
    await next.press(back)
    expect(next.text.contains("Entry 71") && next.state.screens.count == 1)
    await next.press(.character("q"))
    expectEqual(next.text, before)
  }

  @Test("A part of the diary is named in the title, and q leads to the whole")
  func scope() async throws {
    var entries = try SampleDiary.days(30)
    for index in entries.indices where index % 3 == 0 { entries[index].tags = ["walk"] }
    let screen = try await ScreenTest(80, 24, entries: entries)
    await screen.press(.alt("t"), KeyEvent(.enter), .character("G"), .character("k"))
    let before = screen.text
    await screen.press(.control("c"))
    let next = try await again(screen, with: screen.viewMemory.view)
    expectLacks(next.text, "#walk  ")
    await next.press(back)
    expectEqual(next.text, before)
    expectPrefix(next.text, " #walk")
    await next.press(.character("q"))
    expectNil(next.state.scope)
  }

  @Test("Beginning where one was; when that is gone, with the newest")
  func last() async throws {
    let screen = try await days(200)
    await screen.press(.character("j"), times: 90)
    await screen.press(KeyEvent(.enter), .control("c"))
    let location = try require(screen.viewMemory.view.location)
    let visit = try require(try await ResolvedLocation(location, in: screen.service))
    expectEqual(visit.listRank, 90)
    let id = try require(location.entry)
    _ = try await screen.service.delete(id)
    try await expectNil(ResolvedLocation(location, in: screen.service))
  }

  @Test("Nothing that isn't known yet is forgotten")
  func unknown() async throws {
    let screen = try await days(5)
    let view = RememberedView(listForm: .sheet, location: screen.state.location)
    var state = screen.state
    state.list = EntryList()
    state.speaks = true
    state.remember(view)
    expectEqual(state.leftView, view)
  }
}
