import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("A part of the diary in the list")
@MainActor
struct ScopeTests {
  /// Forty entries, every fourth one in the journal Travel.
  private func entries() throws -> [EntryFields] {
    try SampleDiary.days(40).enumerated().map { day, fields in
      var fields = fields
      if day % 4 == 1 { fields.journal = "Travel" }
      return fields
    }
  }

  private func show(_ scope: ListScope, on screen: ScreenTest) async {
    var effects: [Effect] = []
    screen.change { effects = $0.show(scope) }
    for effect in effects { await screen.begin(effect) }
    await screen.send(.resize(screen.state.size))
  }

  private let travel = ListScope(.journal("Travel"), today: .earliest)

  @Test("It is titled and counted, and q leads back to where one was")
  func leaving() async throws {
    let screen = try await ScreenTest(60, 14, entries: try entries())
    await screen.press(.character("j"), times: 17)
    let before = screen.text
    for key in [KeyEvent.character("q"), KeyEvent(.escape)] {
      await show(travel, on: screen)
      expectScreen(
        screen,
        """
         Travel                                          10 entries
        ────────────────────────────────────────────────────────────
         November 2026
        ▌20 Fri  Entry 1
         16 Mon  Entry 5
         12 Thu  Entry 9
          8 Sun  Entry 13
          4 Wed  Entry 17
         October 2026
         31 Sat  Entry 21
         27 Tue  Entry 25
         23 Fri  Entry 29
         19 Mon  Entry 33
         n new  Enter read  / search  ? keys  c calendar  e edit
        """)
      await screen.press(.character("G"), .character("k"))
      expectEqual(screen.state.entries.selectedEntry?.title, "Entry 33")
      await screen.press(key)
      expectEqual(screen.text, before)
    }
  }

  @Test("Entries come and go as they change, here and elsewhere")
  func changes() async throws {
    let screen = try await ScreenTest(60, 16, entries: try entries())
    await show(travel, on: screen)
    await screen.press(.character("n"))
    await screen.type("New")
    await screen.press(.control("s"))
    expectContains(screen.text, "11 entries")
    expectEqual(screen.state.entries.selectedEntry?.title, "New")
    try await expectEqual(screen.service.entries(EntryQuery(.journal("Travel"))).count, 11)
    await screen.press(.character("d"), .character("y"))
    expectContains(screen.text, "10 entries")
    await screen.press(.character("u"))
    expectContains(screen.text, "11 entries")
    var moved = try require(try await screen.service.entries(EntryQuery(.journal("Travel"))).last)
    moved.journal = "Diary"
    await screen.changeExternally([DiaryChange(.updated, moved)])
    expectContains(screen.text, "10 entries")
    moved.journal = "Travel"
    await screen.changeExternally([DiaryChange(.updated, moved)])
    expectContains(screen.text, "11 entries")
    await screen.press(.character("q"))
    expectEqual(screen.state.entries.count, 41)
  }

  @Test("Many are changed at once, also by undo")
  func many() async throws {
    let screen = try await ScreenTest(60, 16, entries: try entries())
    await show(travel, on: screen)
    await screen.press(.character("j"), .character("V"), .character("j"), .character("j"))
    await screen.press(.character("d"), .character("y"))
    expectContains(screen.text, "7 entries")
    expectEqual(screen.state.entries.selectedEntry?.title, "Entry 17")
    await screen.press(.character("u"))
    expectContains(screen.text, "10 entries")
    await screen.press(.character("A"), .character("x"))
    expectContains(screen.text, "Export 10 entries to a folder")
  }

  @Test("A search looks there, and says so; Alt-s looks everywhere")
  func search() async throws {
    let screen = try await ScreenTest(80, 24, entries: try entries())
    await show(travel, on: screen)
    await screen.type("/entry 1")
    expectContains(screen.text, "4 found")
    expectContains(screen.text, "Searching “Travel”. Press Alt-s to search the whole diary.")
    await screen.press(.alt("s"))
    expectContains(screen.text, "13 found")
    expectContains(screen.text, "Searching the whole diary. Press Alt-s to search “Travel”.")
    await screen.press(.alt("s"))
    expectContains(screen.text, "4 found")
    await screen.press(KeyEvent(.escape))
    expectContains(screen.text, "10 entries")
  }

  @Test("What was found is kept as the list, and left to the search and to where one was")
  func kept() async throws {
    let screen = try await ScreenTest(80, 24, entries: try entries())
    await show(travel, on: screen)
    let travelling = screen.text
    await screen.type("/entry 1")
    await screen.press(KeyEvent(.down))
    let searching = screen.text
    await screen.press(.alt("l"), .character("q"))
    expectEqual(screen.text, searching)
    await screen.press(.alt("l"))
    expectContains(screen.text, " entry 1 ")
    expectContains(screen.text, "4 entries")
    expectEqual(screen.state.entries.selectedEntry?.title, "Entry 13")
    await screen.press(.character("V"), .character("j"), .character("#"))
    expectContains(screen.text, "Tags of 2 entries")
    await screen.press(KeyEvent(.escape), KeyEvent(.escape), KeyEvent(.escape))
    expectContains(screen.text, "4 found")
    // Its words can be typed on.
    await screen.type("7")
    expectContains(screen.text, "1 found")
    await screen.press(KeyEvent(.backspace), .alt("l"), .character("q"), KeyEvent(.escape))
    expectEqual(screen.text, travelling)
    await screen.press(.character("q"))
    expectEqual(screen.state.entries.count, 40)
  }

  @Test("Today is the newest entry until today; photos are walked through within it")
  func today() async throws {
    let screen = try await ScreenTest(60, 14, entries: try entries())
    await show(travel, on: screen)
    await screen.press(.character("G"), .character("T"))
    expectEqual(screen.state.entries.selectedEntry?.title, "Entry 1")
    await screen.press(KeyEvent(.enter), KeyEvent(.left))
    expectContains(screen.text, "Entry 5")
    await screen.press(.character("q"))
    expectEqual(screen.state.entries.selectedEntry?.title, "Entry 5")
  }

  @Test("An empty part says how to leave it")
  func empty() async throws {
    let screen = try await ScreenTest(60, 14, entries: try entries())
    await show(ListScope(.tag("none"), today: .earliest), on: screen)
    expectContains(screen.text, "No such entry.")
    await show(ListScope(.journal("New"), today: .earliest), on: screen)
    expectContains(screen.text, "This journal is empty. Press n to write in it")
    await screen.press(.character("x"))
    expectContains(screen.text, "Nothing to export.")
    await screen.press(KeyEvent(.escape))
    expectContains(screen.text, "40 entries")
  }
}
