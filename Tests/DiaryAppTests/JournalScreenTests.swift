import DiaryCore
import Localization
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("Journals on the screen")
@MainActor
struct JournalScreenTests {
  private func screen(_ columns: Int = 60, _ rows: Int = 12) async throws -> ScreenTest {
    var entries = try SampleDiary.days(6)
    entries[1].journal = "Travel"
    entries[2].journal = "Travel"
    entries[3].journal = "여행"
    let screen = try await ScreenTest(columns, rows, entries: entries)
    await screen.begin(.changeJournals(.recolor("Travel", .blue)))
    return screen
  }

  @Test("They stand in their order with their numbers, all entries first")
  func list() async throws {
    let screen = try await screen()
    await screen.press(.character("J"))
    expectScreen(
      screen,
      """
       Journals                                        3 journals
      ────────────────────────────────────────────────────────────
      ▌All entries                                             6
       ● Diary                                                 3
       ● Travel                                                2
       ● 여행                                                  1





       Enter show  n add  r rename  ? keys  q back  c color
      """)
    await screen.press(.character("G"), .character("K"), .character("K"))
    expectContains(screen.text, " All entries")
    expectContains(screen.text, "▌● 여행")
    try await expectEqual(screen.service.journals().map(\.name), ["여행", "Diary", "Travel"])
    await screen.press(KeyEvent(.down, .alt))
    try await expectEqual(screen.service.journals().map(\.name), ["Diary", "여행", "Travel"])
    await screen.press(.character("u"))
    expectContains(screen.text, "Undone: changing the order of the journals.")
    try await expectEqual(screen.service.journals().map(\.name), ["여행", "Diary", "Travel"])
  }

  @Test("Below them stand the diaries beside this one, and Enter opens one")
  func neighbors() async throws {
    let screen = try await ScreenTest(
      60, 12, entries: SampleDiary.days(2),
      diaries: FakeDirectory(
        openName: "Family",
        known: [
          NeighborDiary(name: nil, words: "1,204 entries"),
          NeighborDiary(name: "미나의 여행", words: "followed, 12 entries"),
        ]))
    expectContains(screen.text, " Family ")
    await screen.press(.character("J"))
    expectScreen(
      screen,
      """
       Journals                                         1 journal
      ────────────────────────────────────────────────────────────
       ⇄ Everything together    3 diaries as one timeline
      ▌All entries                                             2
       ● Diary                                                 2
       ⇄ Your own diary         1,204 entries
       ⇄ 미나의 여행            followed, 12 entries




       Enter show  n add  r rename  ? keys  q back  c color
      """)
    await screen.press(.character("G"), .character("r"), .character("d"), .character("K"))
    expectContains(screen.text, "▌⇄ 미나의 여행")
    await screen.press(KeyEvent(.enter))
    expectEqual(
      screen.state.opening, .diary(NeighborDiary(name: "미나의 여행", words: "followed, 12 entries")))
  }

  @Test("One is made, renamed with its entries, and colored, each one step of undo")
  func changes() async throws {
    let screen = try await screen(80, 24)
    await screen.press(.character("J"), .character("n"))
    await screen.type("diary")
    await screen.press(KeyEvent(.enter))
    expectContains(screen.text, "Journal “Diary” already exists.")
    await screen.press(.control("u"))
    await screen.type(" Work ")
    await screen.press(KeyEvent(.enter))
    expectContains(screen.text, "▌● Work")
    expectContains(screen.text, "Created journal “Work”. Press u to undo.")
    await screen.press(.character("k"), .character("r"), .control("u"))
    await screen.type("Journeys")
    await screen.press(KeyEvent(.enter))
    expectContains(screen.text, "Renamed “Travel” to “Journeys”, with 2 entries. Press u to undo.")
    expectContains(screen.text, "▌● Journeys")
    await screen.press(.character("u"))
    let names = try await screen.service.journals().map(\.name)
    expectEqual(names, ["Diary", "Travel", "Work", "여행"])
    try await expectEqual(screen.service.count(.journal("Travel")), 2)
    await screen.press(.control("r"))
    try await expectEqual(screen.service.count(.journal("Journeys")), 2)
    await screen.press(.character("g"), .character("j"), .character("c"), .character("k"))
    expectContains(screen.text, "Color of “Diary”")
    await screen.press(KeyEvent(.enter))
    expectContains(screen.text, "Changed the color of “Diary” to gray. Press u to undo.")
  }

  @Test("Of one without entries nothing is said to come along or to go anywhere")
  func withoutEntries() async throws {
    let screen = try await screen(80, 24)
    await screen.begin(.changeJournals(.add("zeta", nil)))
    await screen.press(.character("J"), .character("G"), .character("k"), .character("r"))
    expectContains(screen.text, "It has no entries.")
    expectLacks(screen.text, "along")
    await screen.type("s")
    await screen.press(KeyEvent(.enter))
    expectContains(screen.text, "Renamed “zeta” to “zetas”. Press u to undo.")
    await screen.press(.character("m"), KeyEvent(.enter))
    expectContains(screen.text, "Merged “zetas” into “Diary”. Press u to undo.")
    await screen.press(.character("u"), .character("G"), .character("k"))
    await screen.press(.character("d"), .character("y"))
    expectContains(screen.text, "Deleted “zetas”. Press u to undo.")
  }

  @Test("Choices that don't fit say how far down one is")
  func scrolling() async throws {
    let screen = try await screen(40, 12)
    await screen.press(.character("J"), .character("j"), .character("c"))
    // None, the last of eight, is selected.
    expectContains(screen.text, "none")
    expectContains(screen.text, "↑ ↓  100%")
    await screen.press(.character("g"), KeyEvent(.home))
    expectContains(screen.text, "red")
    expectContains(screen.text, "↑ ↓  37%")
    let large = try await self.screen(80, 24)
    await large.press(.character("J"), .character("j"), .character("c"))
    expectContains(large.text, "red")
    expectLacks(large.text, "↑ ↓")
  }

  @Test("What is wrong with a name is said in as many rows as it takes", arguments: [40, 80])
  func longMistake(_ columns: Int) async throws {
    let screen = try await screen(columns, 12)
    await screen.press(.character("J"), .character("n"))
    await screen.send(.paste("evil" + String(repeating: "long", count: 200)))
    await screen.press(KeyEvent(.enter))
    let words = screen.text.split(separator: "\n").suffix(4).joined().filter { $0 != " " }
    expectContains(words, "longlon…”can'tbeajournal'sname.Giveoneshortlineofprintabletext.")
    await screen.press(KeyEvent(.escape))
    expectLacks(screen.text, "printed")
    // A name that is taken is cut in what is said of it, too.
    for _ in 0..<2 {
      await screen.press(.character("n"))
      await screen.send(.paste(String(repeating: "long", count: 50)))
      await screen.press(KeyEvent(.enter))
      let words = screen.text.split(separator: "\n").suffix(4).joined().filter { $0 != " " }
      expect(
        words.contains("…”.Pressutoundo.") || words.contains("…”alreadyexists.Chooseanothername"))
    }
  }

  @Test("The default one says that it stays as it is")
  func fallback() async throws {
    let screen = try await screen(100, 24)
    await screen.press(.character("J"), .character("j"))
    for key in "rmd" {
      await screen.press(.character(key))
      expectContains(screen.text, "can't be renamed, merged or deleted")
    }
    await screen.press(.character("k"), .character("r"), .character("d"), .character("m"))
    expectEqual(screen.state.screens.count, 1)
  }

  @Test("Merging and deleting ask what becomes of the entries, with their number")
  func removing() async throws {
    let screen = try await screen(80, 24)
    await screen.press(.character("J"), .character("G"), .character("m"))
    expectContains(screen.text, "Merge “여행” into which journal?")
    await screen.press(.character("j"), KeyEvent(.enter))
    expectContains(screen.text, "Merged “여행” into “Travel”, with 1 entry. Press u to undo.")
    expectContains(screen.text, "▌● Travel")
    await screen.press(.character("d"))
    expectContains(screen.text, "Delete “Travel”: where should its 3 entries go?")
    await screen.press(KeyEvent(.down), KeyEvent(.enter))
    expectContains(screen.text, "Its 3 entries will move to the trash.")
    await screen.press(.character("y"))
    try await expectEqual(screen.service.trash().count, 3)
    try await expectEqual(screen.service.journals().map(\.name), ["Diary"])
    await screen.press(.character("u"))
    try await expectEqual(screen.service.journals().map(\.name), ["Diary", "Travel"])
    try await expect(screen.service.trash().isEmpty)
    await screen.press(.character("u"))
    try await expectEqual(screen.service.count(.journal("여행")), 1)
  }

  @Test("Entries are moved from the list; a new journal may be made")
  func moving() async throws {
    let screen = try await screen(80, 24)
    await screen.press(.character("M"))
    expectContains(screen.text, "Move “Entry 0” to which journal?")
    expectContains(screen.text, "▌● Diary")
    await screen.press(.character("j"), KeyEvent(.enter))
    expectContains(screen.text, "Moved 1 entry to Travel. Press u to undo.")
    await screen.press(.character("A"), .character("M"), .character("n"))
    await screen.type("New")
    await screen.press(KeyEvent(.enter))
    try await expectEqual(screen.service.count(.journal("New")), 6)
  }

  @Test("The editor's journal is chosen with Alt-j and shown")
  func editor() async throws {
    let screen = try await screen(80, 24)
    await screen.press(.character("n"))
    await screen.type("Title")
    await screen.press(.alt("j"), .character("j"), KeyEvent(.enter))
    expectContains(screen.text, "● Travel  no tags")
    await screen.press(.control("s"))
    try await expectEqual(screen.service.entries().first?.journal, "Travel")
    await screen.press(.character("e"), .alt("j"), .character("n"))
    await screen.type("Another")
    await screen.press(KeyEvent(.enter), .control("s"))
    try await expectEqual(screen.service.entries().first?.journal, "Another")
  }

  @Test("The list names the journal where it shows several and there is room")
  func rows() async throws {
    let screen = try await screen(80, 24)
    expectLacks(screen.text, "● Travel")
    let wide = try await self.screen(72, 24)
    let line = wide.text.split(separator: "\n").first { $0.contains("Entry 1") }
    expectEqual(line?.contains("● Travel"), true)
    expectEqual(
      wide.text.split(separator: "\n").first { $0.contains("Entry 0") }?.contains("●"), false)
  }

  @Test("A change of journals elsewhere shows", arguments: [(40, 12), (200, 50)])
  func elsewhere(_ columns: Int, _ rows: Int) async throws {
    let screen = try await screen(columns, rows)
    await screen.press(.character("J"))
    try await screen.repository.save(journals: [JournalRecord(name: "Elsewhere", color: .red)])
    await screen.receive(.journalsChangedExternally)
    expectContains(screen.text, "● Elsewhere")
  }

  @Test("Hostile names stand in one line, and an empty diary has its journal")
  func hostile() async throws {
    let screen = try await ScreenTest(40, 12)
    await screen.press(.character("J"))
    expectContains(screen.text, "● Diary")
    for name in ["a\u{1B}[2J", "\u{202E}abc", "👨‍👩‍👧‍👦", String(repeating: "길", count: 3000)] {
      try await screen.repository.save(journals: [JournalRecord(name: name)])
    }
    await screen.receive(.journalsChangedExternally)
    expectContains(screen.text, "5 journals")
    await screen.press(.character("G"), .character("r"), KeyEvent(.escape), .character("d"))
    await screen.press(KeyEvent(.escape), .character("c"), KeyEvent(.escape), .character("q"))
  }

  @Test("In Korean, and in words")
  func korean() async throws {
    try await Language.korean.speaking {
      let screen = try await screen(80, 24)
      await screen.press(.character("J"))
      expectContains(screen.text, "모든 일기")
      expectContains(screen.text, "일기장 3개")
      await screen.press(.character("G"), .character("d"))
      expectContains(screen.text, "“여행” 삭제: 일기 1개는 어디로 보낼까요?")
    }
    let spoken = try await ScreenTest(entries: try SampleDiary.days(2), speaks: true)
    await spoken.press(.character("J"), .character("j"))
    expectEqual(spoken.state.accessibleText.selected, "Diary, 2 entries (2 of 2)")
  }
}
