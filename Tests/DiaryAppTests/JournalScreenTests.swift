import DiaryCore
import MemoryStore
import TerminalUI
import TestSupport
import Testing
import Text

@testable import DiaryApp

@Suite("Journals on the screen") @MainActor struct JournalScreenTests {
  private func screen(_ columns: Int = 60, _ rows: Int = 12) async throws -> ScreenTest {
    var entries = try SampleDiary.days(6)
    entries[1].journal = "Travel"
    entries[2].journal = "Travel"
    entries[3].journal = "여행"
    let screen = try await ScreenTest(columns, rows, entries: entries)
    await screen.begin(.changeJournals(.recolor("Travel", .blue)))
    return screen
  }

  @Test func `Journals and the neighboring diaries are listed`() async throws {
    var screen = try await self.screen().press("J")
    try expectScreen(screen, in: "journals")
    await screen.press("GKK", shows: " All entries", "▌● 여행")
    try await expectEqual(screen.service.journals().map(\.name), ["여행", "Diary", "Travel"])
    await screen.press("<A-Down>")
    try await expectEqual(screen.service.journals().map(\.name), ["Diary", "여행", "Travel"])
    await screen.press("u", shows: "Undone: changing the order of the journals.")
    try await expectEqual(screen.service.journals().map(\.name), ["여행", "Diary", "Travel"])
    try await screen.repository.save(journals: [JournalRecord(name: "Elsewhere", color: .red)])
    await expectShows(screen.receive(.journalsChangedExternally), "● Elsewhere")
    let mina = OtherDiary(name: "미나의 여행", summary: "followed, 12 entries")
    screen = try await ScreenTest(
      60, 12, entries: SampleDiary.days(2),
      diaries: DiaryDirectory(openName: "Family") {
        [OtherDiary(name: nil, summary: "1,204 entries"), mina]
      })
    expectShows(screen, " Family ")
    try await expectScreen(screen.press("J"), in: "journals-and-diaries")
    await screen.press("GrdK", shows: "▌⇄ 미나의 여행").press("<Enter>")
    expectEqual(screen.state.opening, .diary(mina))
  }

  @Test func `A journal is added, renamed and colored`() async throws {
    var screen = try await self.screen(80, 24)
    await screen.press("Jndiary<Enter>", shows: "Journal “Diary” already exists.")
    await screen.press("<C-u> Work <Enter>")
    expectShows(screen, "▌● Work", "Created journal “Work”. Press u to undo.")
    let colors = try await screen.service.journals().map { ($0.name, $0.color) }
    expectEqual(colors.first { $0.0 == "Work" }?.1, .red)
    await screen.press("kr<C-u>Journeys<Enter>")
    expectShows(screen, "Renamed “Travel” to “Journeys”, with 2 entries. Press u to undo.")
    expectShows(screen, "▌● Journeys")
    await screen.press("u")
    try await expectEqual(screen.service.journals().map(\.name), ["Diary", "Travel", "Work", "여행"])
    try await expectEqual(screen.service.count(.journal("Travel")), 2)
    try await expectEqual(screen.press("<C-r>").service.count(.journal("Journeys")), 2)
    await screen.press("gjvk", shows: "Color of “Diary”")
    await screen.press("<Enter>", shows: "Changed the color of “Diary” to gray. Press u to undo.")
    screen = try await self.screen(80, 24).begin(.changeJournals(.add("zeta", nil)))
    await screen.press("JGkr", shows: "It has no entries.", lacks: "along")
    await screen.press("s<Enter>", shows: "Renamed “zeta” to “zetas”. Press u to undo.")
    await screen.press("M<Enter>", shows: "Merged “zetas” into “Diary”. Press u to undo.")
    await screen.press("uGkdy", shows: "Deleted “zetas”. Press u to undo.")
    screen = try await self.screen(40, 12).press("Jjv")
    // "None" is selected, the last of eight.
    expectShows(screen, "none", "↑ ↓  100%")
    await screen.press("g<Home>", shows: "red", "↑ ↓  37%")
    let large = try await self.screen(80, 24).press("Jjv", shows: "red")
    expectLacks(large.text, "↑ ↓")
  }

  @Test("A long message about a name is wrapped", arguments: [40, 80])
  func longMistake(_ columns: Int) async throws {
    let screen = try await self.screen(columns, 12).press("Jn")
    func words() -> String {
      screen.text.split(separator: "\n").suffix(4).joined().filter { $0 != " " }
    }
    await screen.paste("evil" + String(repeating: "long", count: 200)).press("<Enter>")
    expectContains(words(), "longlon…”can'tbeajournal'sname.Useoneshortlineofprintabletext.")
    await screen.press("<Esc><Esc>", lacks: "printable")
    for _ in 0..<2 {
      await screen.press("n").paste(String(repeating: "long", count: 50)).press("<Enter>")
      expect(words().contains(/…”\.Pressutoundo\.|…”alreadyexists\.Chooseanothername/))
    }
  }

  @Test func `Journals are merged and deleted, except the default one`() async throws {
    var screen = try await self.screen(100, 24).press("Jj")
    for key in "rMd" {
      await expectShows(screen.press(.character(key)), "can't be renamed, merged or deleted")
    }
    await expectEqual(screen.press("krdM").state.screens.count, 1)
    screen = try await self.screen(80, 24).press("JGM", shows: "Merge “여행” into which journal?")
    await screen.press("j<Enter>")
    expectShows(screen, "Merged “여행” into “Travel”, with 1 entry. Press u to undo.", "▌● Travel")
    await screen.press("d", shows: "Delete “Travel”: where should its 3 entries go?")
    await screen.press("<Down><Enter>", shows: "Its 3 entries will be moved to the trash.")
    await screen.press("y")
    try await expectEqual(screen.service.trash().count, 3)
    try await expectEqual(screen.service.journals().map(\.name), ["Diary"])
    try await expectEqual(screen.press("u").service.journals().map(\.name), ["Diary", "Travel"])
    try await expect(screen.service.trash().isEmpty)
    try await expectEqual(screen.press("u").service.count(.journal("여행")), 1)
  }

  @Test func `A search is saved, shown below the journals, renamed and deleted`() async throws {
    let mina = OtherDiary(name: "Mina", summary: "followed, 12 entries")
    let screen = try await ScreenTest(
      80, 14, entries: SampleDiary.days(6),
      diaries: DiaryDirectory(openName: "Family") { [mina] })
    await screen.press("/\"entry 2\" OR \"entry 3\"<A-k>", shows: "Save this search")
    await screen.press(" <Enter>", shows: "Enter a name.")
    await screen.press(
      "<C-u>🌧 Rainy days<Enter>", shows: "Saved as “Rainy days”, below the journals (J).")
    // The results as a list, saved under another name.
    await screen.press("<A-l>/<C-u>entry<A-l><A-k>", shows: "Save this search")
    await screen.press("Every entry<Enter><Esc>J")
    try expectScreen(screen, in: "saved-searches")
    await screen.press("GK", shows: "▌⇄ Mina")
    await screen.press("k", shows: "▌🌧 Rainy days").press("<Enter>")
    expectShows(screen, "\"entry 2\" OR \"entry 3\"", "2 entries", "Entry 2")
    // The search is changed and saved under its name.
    await screen.press("/<C-u>entry 4<A-k>rainy days<Enter>", shows: "Replace the saved search?")
    await screen.press("y", shows: "Saved as “rainy days”")
    await screen.press("<Esc>J", shows: "rainy days  entry 4")
    await screen.press("Gkr", shows: "New name for “rainy days”").press("<C-u>Rain<Enter>")
    try await expectEqual(screen.service.savedSearches().map(\.name), ["Every entry", "Rain"])
    await screen.press("d", shows: "Delete this saved search?", "Entries aren't deleted.")
    await screen.press("y", shows: "Deleted the saved search “Rain”.")
    try await expectEqual(screen.service.savedSearches().map(\.name), ["Every entry"])
    try await expectEqual(screen.service.count(), 6)
  }

  @Test func `A search in a journal is saved with it, and a mistake isn't saved`() async throws {
    let screen = try await self.screen(80, 24)
    await screen.press("Jjj<Enter>/entry<A-k>", shows: "journal:Travel entry")
    await screen.press("In Travel<Enter><Esc><Esc>")
    await screen.press("/date:soon<A-k>", shows: "isn't a date")
    try await expectEqual(
      screen.service.savedSearches().map(\.query), ["journal:Travel entry"])
    // The search itself is the suggested name.
    await screen.press("<C-u>entry<A-k><Enter>", shows: "Saved as “entry”")
  }

  @Test func `Entries get a journal from the list and the editor, also in Korean`() async throws {
    var screen = try await self.screen(80, 24)
    await screen.press("M", shows: "Move “Entry 0” to which journal?", "▌● Diary")
    await screen.press("j<Enter>", shows: "Moved 1 entry to Travel. Press u to undo.")
    try await expectEqual(screen.press("AMnNew<Enter>").service.count(.journal("New")), 6)
    screen = try await self.screen(80, 24).press("nTitle<A-j>j<Enter>", shows: "● Travel  no tags")
    try await expectEqual(screen.press("<C-s>").service.entries().first?.journal, "Travel")
    await screen.press("e<A-j>nAnother<Enter><C-s>")
    try await expectEqual(screen.service.entries().first?.journal, "Another")
    try await expectLacks(self.screen(80, 24), "● Travel")
    let rows = try await self.screen(72, 24).lines
    expectEqual(rows.first { $0.contains("Entry 1") }?.contains("● Travel"), true)
    expectEqual(rows.first { $0.contains("Entry 0") }?.contains("●"), false)
    try await Language.korean.speaking {
      let screen = try await self.screen(80, 24).press("J", shows: "모든 일기", "일기장 3개")
      await screen.press("Gd", shows: "“여행” 삭제: 일기 1개는 어디로 보낼까요?")
    }
    let spoken = try await ScreenTest(entries: try SampleDiary.days(2), speaks: true).press("Jj")
    expectEqual(spoken.state.accessibleText.selected, "Diary, 2 entries (2 of 2)")
  }
}

@Suite("Several diaries as one, on the screen") @MainActor struct TogetherScreenTests {
  private let family = DiaryName("Family")
  private let neighbor = OtherDiary(name: "Family", summary: "owner, 2 people, 2 entries")
  private let clock = TestClock()
  /// The second diary of the latest screen.
  @Locked private var other = MemoryRepository(now: TestClock().tick)

  /// The user's diary together with one in which another person has written.
  private func screen(
    _ columns: Int = 80, _ rows: Int = 24, notice: String? = nil, obstacle: AccountError? = nil
  ) async throws -> ScreenTest {
    let own = WatchedRepository(
      MemoryRepository(author: Author(id: AuthorID("me"), name: "Kim"), now: clock.tick))
    other = MemoryRepository(
      author: Author(id: AuthorID("me2"), name: "Kim"),
      people: [Author(id: AuthorID("mina"), name: "Mina")], now: clock.tick)
    let lake = try SampleDiary.fields("At the lake", on: "2026-11-20T18:00")
    _ = try await other.save([SampleDiary.entry(lake, by: "mina")])
    let theirs = WatchedRepository(other)
    theirs.know(Author(id: AuthorID("mina"), name: "Mina"))
    let service = DiaryService(
      repository: CombinedRepository(.init(.personal, own), [.init(family, theirs)]),
      inspector: FakeInspector(), now: clock.tick)
    _ = try await service.add(SampleDiary.fields("Plum tree", on: "2026-11-19T07:30"))
    _ = try await service.add(SampleDiary.fields("Rain", on: "2026-11-21T08:00"))
    _ = try await service.add(SampleDiary.fields("첫눈", on: "2026-11-18T08:00"), to: family)
    theirs.obstacle = obstacle
    _ = try await service.refresh()
    return try await ScreenTest(
      columns, rows,
      diaries: DiaryDirectory(
        combined: CombinedDiaries(writable: [.personal, family], notice: notice)
      ) { [neighbor] in [OtherDiary(name: nil, summary: "2 entries"), neighbor] },
      service: (own, service))
  }

  @Test func `Entries of all diaries are in one list, new ones are added to any`() async throws {
    var screen = try await self.screen(100, 12)
    let lines = screen.text.split(separator: "\n").map(String.init)
    expect(lines[0].hasPrefix(" All diaries together") && lines[0].hasSuffix("4 entries"))
    expect(lines.contains { $0.contains("At the lake") && $0.contains("⇄ Famil") })
    expect(lines.contains { $0.contains("첫눈") && $0.contains("⇄ Famil") })
    expect(lines.contains { $0.hasPrefix("▌21 Sat  Rain") && !$0.prefix(45).contains("⇄") })
    await screen.press("j", shows: "⇄ Family · Mina")
    screen = try await self.screen(40, 12)
    // The author is omitted first.
    expectShows(screen, "⇄ Family", lacks: "⇄ Family ·")
    await screen.press("j<Enter>", shows: "⇄ Family · Mina")
    screen = try await self.screen(60, 12).press("J")
    try expectScreen(screen, in: "together-journals")
    await expectEqual(screen.press("G<Enter>").state.opening, .diary(neighbor))
    screen = try await ScreenTest(
      60, 12, entries: SampleDiary.days(1),
      diaries: DiaryDirectory { [OtherDiary(name: "Family", summary: "12 entries")] })
    await screen.press("J", shows: "▌All entries").press("k", shows: "▌⇄ All diaries together")
    await expectEqual(screen.press("<Enter>").state.opening, .combined)
    try await Language.korean.speaking {
      let screen = try await self.screen(60, 12).press("J", shows: "▌⇄ 모든 다이어리 함께")
      expectEqual(screen.state.accessibleText.selected, "모든 다이어리 함께, 일기 4개 (4개 중 1)")
    }
    screen = try await self.screen()
    await screen.press("nMine<C-s>nOurs<A-j>", shows: "Which journal or diary?", "⇄ Family")
    await screen.press("G<Enter>", shows: "⇄ Family").press("<C-s>")
    let entries = try await screen.service.entries()
    expectEqual(entries.first { $0.title == "Mine" }?.origin?.diary, .personal)
    expectEqual(entries.first { $0.title == "Ours" }?.origin?.diary, family)
    await expectEqual(other.batches(EntryQuery()).all().count, 3)
    screen = try await self.screen(40, 12).press("nOurs", shows: "no tags")
    await screen.press("<A-j>G<Enter>", shows: "⇄ Family", lacks: "no tags")
    // On a narrow screen, a diary's details have the space that its name leaves.
    screen = try await ScreenTest(
      40, 12, entries: SampleDiary.days(1),
      diaries: DiaryDirectory { [OtherDiary(name: "Family", summary: "2 new, owner, 1 person")] })
    try await expectScreen(screen.press("J"), in: "together-journals-40x12")
  }

  @Test func `Another's entries can't be changed, and copies belong to a diary`() async throws {
    var screen = try await self.screen().press("je", shows: "was written by someone else.")
    try await expectEqual(screen.press("<Enter>G*").service.entries().last?.details.isStarred, true)
    await expectEqual(other.batches(EntryQuery(.starred)).all().count, 1)
    // Writing is refused at the key, not on saving.
    screen = try await self.screen(obstacle: .viewer)
    // The user's entry in a diary that has since become read-only.
    await screen.press("G")
    for key in ["e", "d", "*"] {
      await screen.press(key, shows: "You are a viewer").press("<Enter>")
    }
    await screen.press("<Enter>a", shows: "You are a viewer").press("<Enter>qge")
    expectEqual(screen.state.screens.topmost(EditorState.self)?.original?.title, "Rain")
    screen = try await self.screen()
    let lake = try require(try await screen.service.entries().first { $0.title == "At the lake" })
    let time = Timestamp(milliseconds: 1_700_000_000_000)
    _ = await other.save(
      EntryComment(
        id: .random(), entry: lake.id, author: AuthorID("mina"), created: time, modified: time,
        text: "hers"))
    try await screen.service.addComment("mine", on: lake.id)
    await screen.press("j<Enter><Tab>")
    for key in ["<Enter>", "d"] {
      await screen.press(key, shows: "Someone else wrote this comment.").press("<Enter>")
    }
    await screen.press("<Tab><Enter>", shows: "Change your comment")
    screen = try await self.screen()
    await screen.press("MG<Enter>", shows: "Copied to Family", "Move the old entry to the trash?")
    await screen.press("y")
    let entries = try await screen.service.entries().filter { $0.title == "Rain" }
    expectEqual(entries.map(\.origin?.diary), [family])
    try await expectEqual(screen.service.trash().map(\.origin?.diary), [.personal])
    // Copying and trashing are two undo steps.
    await screen.press("uu")
    try await expectEqual(
      screen.service.entries().filter { $0.title == "Rain" }.map(\.origin?.diary), [.personal])
    screen = try await self.screen().press("nOurs<A-j>G<Enter>")
    let editor = try require(screen.state.screens.topmost(EditorState.self))
    expectEqual(editor.currentDraft.diary, family)
    expectEqual(EditorState(editor.currentDraft, original: nil, base: []).page.diary, family)
    screen = try await self.screen(notice: "Family is locked and isn't shown.")
    expectShows(screen, "Family is locked and isn't shown.")
    await screen.press("JjL")
    expectShows(screen, "You can lock journals only in an encrypted diary. Encrypt it first.")
  }
}
