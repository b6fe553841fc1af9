import DiaryCore
import Localization
import MemoryStore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("Several diaries as one, on the screen") @MainActor
struct TogetherScreenTests {
  private let family = DiaryName("Family")
  private let clock = TestClock()
  private let other: MemoryRepository

  init() {
    other = MemoryRepository(
      author: Author(id: AuthorID("me2"), name: "Kim"),
      people: [Author(id: AuthorID("mina"), name: "Mina")], now: clock.tick)
  }

  private func fields(_ title: String, _ date: String) throws -> EntryFields {
    EntryFields(
      date: try require(EntryDate(date)), title: title, content: "\(title), and more of it.")
  }

  /// One's own diary with another one, in which somebody else has written.
  private func screen(
    _ columns: Int = 80, _ rows: Int = 24, notice: String? = nil, obstacle: AccountError? = nil,
    unlocking: FakeUnlocking? = nil
  ) async throws -> ScreenTest {
    let own = WatchedRepository(
      MemoryRepository(author: Author(id: AuthorID("me"), name: "Kim"), now: clock.tick))
    let lake = Entry(
      id: ID(high: 2, low: 1), fields: try fields("At the lake", "2026-11-20T18:00:00+09:00"),
      author: AuthorID("mina"), created: Timestamp(milliseconds: 1),
      modified: Timestamp(milliseconds: 1))
    _ = try await other.save([lake])
    let theirs = WatchedRepository(other)
    theirs.know(Author(id: AuthorID("mina"), name: "Mina"))
    let service = DiaryService(
      repository: CombinedRepository(.init(.own, own), [.init(family, theirs)]),
      inspector: FakeInspector(), now: clock.tick)
    _ = try await service.add(try fields("Plum tree", "2026-11-19T07:30:00+09:00"))
    _ = try await service.add(try fields("Rain", "2026-11-21T08:00:00+09:00"))
    _ = try await service.add(try fields("첫눈", "2026-11-18T08:00:00+09:00"), to: family)
    theirs.forbidWriting(obstacle)
    _ = try await service.refresh()
    return try await ScreenTest(
      columns, rows, unlocking: unlocking,
      diaries: FakeDirectory(
        together: DiariesTogether(writable: [.own, family], notice: notice),
        known: [
          NeighborDiary(name: nil, words: "2 entries"),
          NeighborDiary(name: "Family", words: "owner, 2 people, 2 entries"),
        ]), service: (own, service))
  }

  @Test func `Entries of all diaries are in one list`() async throws {
    var screen = try await self.screen(100, 12)
    let lines = screen.text.split(separator: "\n").map(String.init)
    expect(lines[0].hasPrefix(" Everything together") && lines[0].hasSuffix("4 entries"))
    expect(lines.contains { $0.contains("At the lake") && $0.contains("⇄ Famil") })
    expect(lines.contains { $0.contains("첫눈") && $0.contains("⇄ Famil") })
    expect(lines.contains { $0.hasPrefix("▌21 Sat  Rain") && !$0.prefix(45).contains("⇄") })
    await screen.press("j", shows: "⇄ Family · Mina")
    // On a narrow screen the diary stays as long as there is room.
    screen = try await self.screen(40, 12)
    // The author goes first.
    expectShows(screen, "⇄ Family")
    expectLacks(screen, "⇄ Family ·")
    await screen.press("j<Enter>", shows: "⇄ Family · Mina")
  }

  @Test func `Each diary opens alone, and all as one`() async throws {
    var screen = try await self.screen(60, 12).press("J")
    try expectScreen(screen, in: "together-journals")
    await screen.press("G<Enter>")
    expectEqual(
      screen.state.opening,
      .diary(NeighborDiary(name: "Family", words: "owner, 2 people, 2 entries")))
    // From a diary alone, the first line opens all as one.
    screen = try await ScreenTest(
      60, 12, entries: SampleDiary.days(1),
      diaries: FakeDirectory(known: [NeighborDiary(name: "Family", words: "12 entries")]))
    await screen.press("J", shows: "▌All entries").press("k", shows: "▌⇄ Everything together")
    await expectEqual(screen.press("<Enter>").state.opening, .together)
  }

  @Test func `A new entry goes to the chosen diary`() async throws {
    var screen = try await self.screen()
    await screen.press("nMine<C-s>nOurs<A-j>", shows: "Which journal or diary?", "⇄ Family")
    await screen.press("G<Enter>", shows: "⇄ Family").press("<C-s>")
    let entries = try await screen.service.entries()
    expectEqual(entries.first { $0.title == "Mine" }?.origin?.diary, .own)
    expectEqual(entries.first { $0.title == "Ours" }?.origin?.diary, family)
    await expectEqual(other.count(.all), 3)
    // On a narrow screen, the diary that a new entry goes to stands before its tags.
    screen = try await self.screen(40, 12).press("nOurs", shows: "no tags")
    await screen.press("<A-j>G<Enter>", shows: "⇄ Family", lacks: "no tags")
    // On a narrow screen, what is told of a diary has the room that its name leaves.
    screen = try await ScreenTest(
      40, 12, entries: SampleDiary.days(1),
      diaries: FakeDirectory(known: [NeighborDiary(name: "Family", words: "2 new, owner, 1 person")]
      ))
    try await expectScreen(screen.press("J"), in: "together-journals-40x12")
  }

  @Test func `Another's entries and comments can't be changed`() async throws {
    var screen = try await self.screen().press("je", shows: "was written by someone else.")
    try await expectEqual(screen.press("<Enter>G*").service.entries().last?.details.isStarred, true)
    await expectEqual(other.count(.starred), 1)
    // What can't be written is refused at the key, not when it is saved.
    screen = try await self.screen(obstacle: .reader)
    // One's own entry, in a diary that one only reads by now.
    await screen.press("G")
    for key in ["e", "d", "*"] {
      await screen.press(.character(Character(key)))
      expectContains(screen.text, "You are a reader", "\(key): \(screen.text)")
      await screen.press("<Enter>")
    }
    await screen.press("<Enter>c", shows: "You are a reader").press("<Enter>qge")
    expectEqual(screen.state.screens.topmost(EditorState.self)?.original?.title, "Rain")
    // Another's comment is refused at the key, too.
    screen = try await self.screen()
    let lake = try require(try await screen.service.entries().first { $0.title == "At the lake" })
    let time = Timestamp(milliseconds: 1_700_000_000_000)
    _ = await other.save(
      EntryComment(
        id: .random(), entry: lake.id, author: AuthorID("mina"), created: time, modified: time,
        text: "hers"))
    try await screen.service.comment("mine", on: lake.id)
    await screen.press("j<Enter><Tab>")
    for key in ["<Enter>", "d"] {
      await expectShows(screen.press(key), "Someone else wrote that comment.")
      await screen.press("<Enter>")
    }
    await screen.press("<Tab><Enter>", shows: "Change your comment")
  }

  @Test func `A journal is locked where it is, and shown with the passphrase`() async throws {
    let screen = try await self.screen(unlocking: FakeUnlocking(.open))
    await screen.press("Jjl", shows: "Locked “Diary”.").press("q", lacks: "Rain", "At the lake")
    await screen.press("<A-l>").type(FakeUnlocking.passphrase)
    await screen.press("<Enter>", shows: "Rain", "At the lake").press("<A-l>", lacks: "Rain")
  }

  @Test func `Copies and drafts belong to a diary`() async throws {
    var screen = try await self.screen()
    await screen.press("MG<Enter>", shows: "Copied to Family", "Move the old entry to the trash?")
    await screen.press("y")
    let entries = try await screen.service.entries().filter { $0.title == "Rain" }
    expectEqual(entries.map(\.origin?.diary), [family])
    try await expectEqual(screen.service.trash().map(\.origin?.diary), [.own])
    // Each is a step of undo.
    await screen.press("uu")
    try await expectEqual(
      screen.service.entries().filter { $0.title == "Rain" }.map(\.origin?.diary), [.own])
    // A draft is for the diary that it was begun for.
    screen = try await self.screen().press("nOurs<A-j>G<Enter>")
    let editor = try require(screen.state.screens.topmost(EditorState.self))
    expectEqual(editor.currentDraft.diary, family)
    expectEqual(EditorState(editor.currentDraft, original: nil, base: []).page.diary, family)
    // A diary that is locked is said to be left out.
    screen = try await self.screen(notice: "Family is locked and isn't shown.")
    expectShows(screen, "Family is locked and isn't shown.")
    await screen.press("Jjl")
    expectShows(screen, "Only an encrypted diary has locked journals. Encrypt it first.")
  }

  @Test func `The journals in Korean, and in words`() async throws {
    try await Language.korean.speaking {
      let screen = try await self.screen(60, 12).press("J", shows: "▌⇄ 모두 함께")
      expectEqual(screen.state.accessibleText.selected, "모두 함께, 일기 4개 (4개 중 1)")
    }
  }
}
