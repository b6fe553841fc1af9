import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("Pinned entries above the list")
@MainActor
struct PinnedStripTests {
  /// Entries one a day, of which some are pinned, by their places from the newest on.
  private static func days(_ count: Int, pinned: [Int]) throws -> [EntryFields] {
    var entries = try SampleDiary.days(count)
    for index in pinned { entries[index].details.isPinned = true }
    return entries
  }

  private func selected(_ screen: ScreenTest) -> String? { screen.state.selectedEntry?.title }

  @Test("They stand there with the first rows, and the newest entry is selected below them")
  func first() async throws {
    let screen = try await ScreenTest(60, 16, entries: try Self.days(30, pinned: [1, 25]))
    expectScreen(
      screen,
      """
       Diary                                           30 entries
      ────────────────────────────────────────────────────────────
       20 Nov  ⚑ Entry 1
       27 Oct  ⚑ Entry 25
       November 2026
      ▌21 Sat  Entry 0
       20 Fri  ⚑ Entry 1
       19 Thu  Entry 2
       18 Wed  Entry 3
       17 Tue  Entry 4
       16 Mon  Entry 5
       15 Sun  Entry 6
       14 Sat  Entry 7
       13 Fri  Entry 8
       12 Thu  Entry 9
       n new  Enter read  / search  ? keys  c calendar  e edit
      """)
    expect(!screen.effects.contains { $0.name == "find" })
  }

  @Test("On few rows their number stands there, on many rows three of them")
  func sizes() async throws {
    let entries = try Self.days(30, pinned: [1, 3, 5, 7, 9])
    let screen = try await ScreenTest(40, 12, entries: entries)
    expectContains(screen.text, "\n ⚑ 5 pinned\n November 2026\n▌21 Sat")
    await screen.send(.resize(Size(columns: 80, rows: 20)))
    expectContains(screen.text, "         … 4 more")
    await screen.send(.resize(Size(columns: 80, rows: 24)))
    expectContains(screen.text, "         … 3 more")
    await screen.send(.resize(Size(columns: 200, rows: 50)))
    expectContains(screen.text, "         … 3 more")
    await screen.press(.character("k"))
    await screen.send(.resize(Size(columns: 40, rows: 12)))
    expectContains(screen.text, "\n▌⚑ 5 pinned\n")
  }

  @Test("Up from the newest entry leads into the strip, down from its last row back")
  func moving() async throws {
    let screen = try await ScreenTest(60, 34, entries: try Self.days(40, pinned: [2, 4]))
    await screen.press(KeyEvent(.up))
    expectEqual(selected(screen), "Entry 4")
    expect(screen.text.contains("\n▌17 Nov  ⚑ Entry 4") && screen.text.contains("\n 21 Sat"))
    await screen.press(.character("k"), .character("k"))
    expectEqual(selected(screen), "Entry 2")
    await screen.press(.character("j"), .character("j"))
    expect(selected(screen) == "Entry 0" && screen.text.contains("\n▌21 Sat"))
    for key in [KeyEvent(.pageDown), .character("g"), .character("G"), .character("T")] {
      await screen.press(.character("g"), .character("k"), key)
      expectNil(screen.state.pinnedRow)
    }
    await screen.press(.character("g"), .character("k"), KeyEvent(.pageUp), .character("l"))
    expectEqual(screen.state.pinnedRow, 1)
  }

  @Test("The keys of an entry act on the selected one")
  func acting() async throws {
    let screen = try await ScreenTest(80, 24, entries: try Self.days(40, pinned: [30, 35]))
    await screen.press(.character("k"), KeyEvent(.enter))
    expectContains(screen.text, " Entry 35")
    await screen.press(.character("q"), .character("*"))
    expect(screen.text.contains("⚑ ★ Entry 35") && selected(screen) == "Entry 35")
    await screen.press(.character("k"), .character(" "))
    expect(screen.text.contains("✓ ⚑ Entry 30") && screen.text.contains("1 marked"))
    expectEqual(selected(screen), "Entry 35")
    await screen.press(KeyEvent(.escape), .character("d"))
    expect(screen.text.contains("Delete this entry?") && screen.text.contains("Entry 35"))
    await screen.press(.character("y"))
    expectEqual(selected(screen), "Entry 30")
    await screen.press(.character("u"))
    expect(screen.state.pinned.count == 2 && screen.state.list.selectedEntry?.title == "Entry 35")
    await screen.press(.character("g"), .character("k"), .character("P"))
    expect(selected(screen) == "Entry 30" && screen.state.pinned.count == 1)
    await screen.press(.character("P"))
    expect(screen.state.pinned.count == 0 && selected(screen) == "Entry 0")
    await screen.press(.character("P"), .character("j"))
    expect(screen.state.pinnedRow == nil && screen.text.contains("\n 21 Nov  ⚑ Entry 0"))
  }

  @Test("The row of the others leads to all of them, and q back to it")
  func others() async throws {
    let pinned = Array(stride(from: 0, to: 80, by: 2))
    let screen = try await ScreenTest(60, 24, entries: try Self.days(90, pinned: pinned))
    expectContains(screen.text, "… 38 more")
    await screen.press(.character("k"), KeyEvent(.enter))
    expectContains(screen.text, " Pinned ")
    expectContains(screen.text, "40 entries")
    expectLacks(screen.text, "… 38 more")
    await screen.press(.character("q"))
    expectContains(screen.text, "▌        … 38 more")
    // None is selected there.
    await screen.press(.character("d"), .character(" "), .character("P"))
    expect(screen.state.screens.isEmpty)
    expect(screen.state.marks.isEmpty)
    await screen.type("/entry")
    expectLacks(screen.text, "more")
  }

  @Test("What is changed in the list, of many, or elsewhere shows at once")
  func changing() async throws {
    let screen = try await ScreenTest(60, 24, entries: try Self.days(10, pinned: []))
    await screen.press(.character("j"), .character("P"))
    expectContains(screen.text, "\n 20 Nov  ⚑ Entry 1\n November 2026\n")
    expectContains(screen.text, "\n▌20 Fri  ⚑ Entry 1")
    await screen.press(.character("A"), .character("P"))
    expectContains(screen.text, "… 8 more")
    await screen.press(.character("u"))
    expectLacks(screen.text, "more")
    expectEqual(screen.state.pinned.count, 1)
    await screen.press(KeyEvent(.escape))
    let entry = try require(try await screen.service.entries().last)
    var fields = entry.fields
    fields.details.isPinned = true
    let changed = try await screen.service.update(entry.id, to: fields)
    await screen.changeExternally([DiaryChange(.updated, changed)])
    expectContains(screen.text, "\n 12 Nov  ⚑ Entry 9\n")
    await screen.press(.character("n"))
    await screen.type("New")
    await screen.press(.control("s"))
    expectNil(screen.state.pinnedRow)
    expectEqual(selected(screen), "New")
  }

  @Test("A click selects one, two open it; the wheel moves in the list")
  func clicking() async throws {
    let screen = try await ScreenTest(60, 24, entries: try Self.days(40, pinned: [30, 35]))
    let point = Point(column: 12, row: 3)
    await screen.send(.mouse(MouseEvent(.press, at: point)))
    expectEqual(selected(screen), "Entry 35")
    await screen.send(.mouse(MouseEvent(.doublePress, at: point)))
    expectEqual(screen.state.screens.count, 1)
    await screen.press(.character("q"))
    await screen.send(.mouse(MouseEvent(.scrollDown, at: point)))
    expectEqual(selected(screen), "Entry 3")
  }

  @Test("On a contact sheet the first row of tiles leads there")
  func tiles() async throws {
    let screen = try await ScreenTest(
      60, 24, entries: try Self.days(20, pinned: [7]), listForm: .sheet)
    await screen.press(.character("l"), .character("k"))
    expect(selected(screen) == "Entry 7" && screen.text.contains("\n▌14 Nov  ⚑ Entry 7"))
    expectEqual(screen.text.count { $0 == "▌" }, 1)
    await screen.press(.character("j"))
    expectEqual(selected(screen), "Entry 1")
  }

  @Test("An entry that was turned to from there is selected in the list")
  func turning() async throws {
    let screen = try await ScreenTest(60, 24, entries: try Self.days(300, pinned: [250]))
    await screen.press(.character("k"), KeyEvent(.enter), KeyEvent(.left))
    expectContains(screen.text, "Entry 251")
    await screen.press(.character("q"))
    expect(screen.state.pinnedRow == nil && selected(screen) == "Entry 251")
  }
}
