import DiaryCore
import Localization
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("Journals on the screen") @MainActor
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

  @Test func `Journals and the diaries below them are listed`() async throws {
    var screen = try await self.screen().press("J")
    try expectScreen(screen, in: "journals")
    await screen.press("GKK", shows: " All entries", "▌● 여행")
    try await expectEqual(screen.service.journals().map(\.name), ["여행", "Diary", "Travel"])
    await screen.press("<A-Down>")
    try await expectEqual(screen.service.journals().map(\.name), ["Diary", "여행", "Travel"])
    await screen.press("u", shows: "Undone: changing the order of the journals.")
    try await expectEqual(screen.service.journals().map(\.name), ["여행", "Diary", "Travel"])
    // Below them stand the diaries beside this one, and Enter opens one.
    screen = try await ScreenTest(
      60, 12, entries: SampleDiary.days(2),
      diaries: FakeDirectory(
        openName: "Family",
        known: [
          NeighborDiary(name: nil, words: "1,204 entries"),
          NeighborDiary(name: "미나의 여행", words: "followed, 12 entries"),
        ]))
    expectShows(screen, " Family ")
    try await expectScreen(screen.press("J"), in: "journals-and-diaries")
    await screen.press("GrdK", shows: "▌⇄ 미나의 여행").press("<Enter>")
    expectEqual(
      screen.state.opening, .diary(NeighborDiary(name: "미나의 여행", words: "followed, 12 entries")))
  }

  @Test func `A journal is made, renamed and colored`() async throws {
    var screen = try await self.screen(80, 24)
    await screen.press("Jndiary<Enter>", shows: "Journal “Diary” already exists.")
    await screen.press("<C-u> Work <Enter>")
    expectShows(screen, "▌● Work", "Created journal “Work”. Press u to undo.")
    await screen.press("kr<C-u>Journeys<Enter>")
    expectShows(screen, "Renamed “Travel” to “Journeys”, with 2 entries. Press u to undo.")
    expectShows(screen, "▌● Journeys")
    await screen.press("u")
    let names = try await screen.service.journals().map(\.name)
    expectEqual(names, ["Diary", "Travel", "Work", "여행"])
    try await expectEqual(screen.service.count(.journal("Travel")), 2)
    try await expectEqual(screen.press("<C-r>").service.count(.journal("Journeys")), 2)
    await screen.press("gjck", shows: "Color of “Diary”")
    await screen.press("<Enter>", shows: "Changed the color of “Diary” to gray. Press u to undo.")
    // Of one without entries nothing is said to come along or to go anywhere.
    screen = try await self.screen(80, 24).begin(.changeJournals(.add("zeta", nil)))
    await screen.press("JGkr", shows: "It has no entries.", lacks: "along")
    await screen.press("s<Enter>", shows: "Renamed “zeta” to “zetas”. Press u to undo.")
    await screen.press("m<Enter>", shows: "Merged “zetas” into “Diary”. Press u to undo.")
    await screen.press("uGkdy", shows: "Deleted “zetas”. Press u to undo.")
    // Choices that don't fit say how far down one is.
    screen = try await self.screen(40, 12).press("Jjc")
    // None, the last of eight, is selected.
    expectShows(screen, "none", "↑ ↓  100%")
    await screen.press("g<Home>", shows: "red", "↑ ↓  37%")
    let large = try await self.screen(80, 24).press("Jjc")
    expectContains(large.text, "red")
    expectLacks(large.text, "↑ ↓")
  }

  @Test("What is wrong with a name is said in as many rows as it takes", arguments: [40, 80])
  func longMistake(_ columns: Int) async throws {
    let screen = try await self.screen(columns, 12).press("Jn")
    await screen.paste("evil" + String(repeating: "long", count: 200)).press("<Enter>")
    let words = screen.text.split(separator: "\n").suffix(4).joined().filter { $0 != " " }
    expectContains(words, "longlon…”can'tbeajournal'sname.Giveoneshortlineofprintabletext.")
    await screen.press("<Esc>", lacks: "printed")
    // A name that is taken is cut in what is said of it, too.
    for _ in 0..<2 {
      await screen.press("n").paste(String(repeating: "long", count: 50)).press("<Enter>")
      let words = screen.text.split(separator: "\n").suffix(4).joined().filter { $0 != " " }
      expect(
        words.contains("…”.Pressutoundo.") || words.contains("…”alreadyexists.Chooseanothername"))
    }
  }

  @Test func `Journals are merged and deleted, except the default one`() async throws {
    var screen = try await self.screen(100, 24).press("Jj")
    for key in "rmd" {
      await expectShows(screen.press(.character(key)), "can't be renamed, merged or deleted")
    }
    await expectEqual(screen.press("krdm").state.screens.count, 1)
    // Merging and deleting ask what becomes of the entries, with their number.
    screen = try await self.screen(80, 24).press("JGm", shows: "Merge “여행” into which journal?")
    await screen.press("j<Enter>")
    expectShows(screen, "Merged “여행” into “Travel”, with 1 entry. Press u to undo.", "▌● Travel")
    await screen.press("d", shows: "Delete “Travel”: where should its 3 entries go?")
    await screen.press("<Down><Enter>", shows: "Its 3 entries will move to the trash.").press("y")
    try await expectEqual(screen.service.trash().count, 3)
    try await expectEqual(screen.service.journals().map(\.name), ["Diary"])
    try await expectEqual(screen.press("u").service.journals().map(\.name), ["Diary", "Travel"])
    try await expect(screen.service.trash().isEmpty)
    try await expectEqual(screen.press("u").service.count(.journal("여행")), 1)
  }

  @Test func `Entries get a journal from the list and the editor`() async throws {
    var screen = try await self.screen(80, 24)
    await screen.press("M", shows: "Move “Entry 0” to which journal?", "▌● Diary")
    await screen.press("j<Enter>", shows: "Moved 1 entry to Travel. Press u to undo.")
    try await expectEqual(screen.press("AMnNew<Enter>").service.count(.journal("New")), 6)
    // The editor's journal is chosen with Alt-j and shown.
    screen = try await self.screen(80, 24).press("nTitle<A-j>j<Enter>", shows: "● Travel  no tags")
    try await expectEqual(screen.press("<C-s>").service.entries().first?.journal, "Travel")
    await screen.press("e<A-j>nAnother<Enter><C-s>")
    try await expectEqual(screen.service.entries().first?.journal, "Another")
    // The list names the journal where it shows several and there is room.
    screen = try await self.screen(80, 24)
    expectLacks(screen, "● Travel")
    let wide = try await self.screen(72, 24)
    let line = wide.text.split(separator: "\n").first { $0.contains("Entry 1") }
    expectEqual(line?.contains("● Travel"), true)
    expectEqual(
      wide.text.split(separator: "\n").first { $0.contains("Entry 0") }?.contains("●"), false)
  }

  @Test("A change of journals elsewhere shows", arguments: [(40, 12), (200, 50)])
  func elsewhere(_ columns: Int, _ rows: Int) async throws {
    let screen = try await self.screen(columns, rows).press("J")
    try await screen.repository.save(journals: [JournalRecord(name: "Elsewhere", color: .red)])
    await expectShows(screen.receive(.journalsChangedExternally), "● Elsewhere")
  }

  @Test func `Hostile names stay on one line, and Korean fits`() async throws {
    let screen = try await ScreenTest(40, 12).press("J", shows: "● Diary")
    for name in ["a\u{1B}[2J", "\u{202E}abc", "👨‍👩‍👧‍👦", String(repeating: "길", count: 3000)] {
      try await screen.repository.save(journals: [JournalRecord(name: name)])
    }
    await expectShows(screen.receive(.journalsChangedExternally), "5 journals")
    await screen.press("Gr<Esc>d<Esc>c<Esc>q")
    try await Language.korean.speaking {
      let screen = try await self.screen(80, 24).press("J", shows: "모든 일기", "일기장 3개")
      await screen.press("Gd", shows: "“여행” 삭제: 일기 1개는 어디로 보낼까요?")
    }
    let spoken = try await ScreenTest(entries: try SampleDiary.days(2), speaks: true).press("Jj")
    expectEqual(spoken.state.accessibleText.selected, "Diary, 2 entries (2 of 2)")
  }
}
