import DiaryCore
import Localization
import MemoryStore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("Several diaries as one, on the screen")
@MainActor
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

  @Test("Entries of all stand in one list, each with its diary and who else wrote it")
  func list() async throws {
    let screen = try await screen(100, 12)
    let lines = screen.text.split(separator: "\n").map(String.init)
    expect(lines[0].hasPrefix(" Everything together") && lines[0].hasSuffix("4 entries"))
    expect(lines.contains { $0.contains("At the lake") && $0.contains("⇄ Famil") })
    expect(lines.contains { $0.contains("첫눈") && $0.contains("⇄ Famil") })
    expect(lines.contains { $0.hasPrefix("▌21 Sat  Rain") && !$0.prefix(45).contains("⇄") })
    await screen.press(.character("j"))
    expectContains(screen.text, "⇄ Family · Mina")
  }

  @Test("On a narrow screen the diary stays as long as there is room")
  func narrow() async throws {
    let screen = try await screen(40, 12)
    // The author goes first.
    expectContains(screen.text, "⇄ Family")
    expectLacks(screen.text, "⇄ Family ·")
    await screen.press(.character("j"), KeyEvent(.enter))
    expectContains(screen.text, "⇄ Family · Mina")
  }

  @Test("The first line of the journals shows everything, and each diary opens alone")
  func journals() async throws {
    let screen = try await screen(60, 12)
    await screen.press(.character("J"))
    expectScreen(
      screen,
      """
       Journals                                         1 journal
      ────────────────────────────────────────────────────────────
      ▌⇄ Everything together    4 entries
       ● Diary                                                 4
       ⇄ Your own diary         2 entries
       ⇄ Family                 owner, 2 people, 2 entries





       Enter show  n add  r rename  ? keys  q back  c color
      """)
    await screen.press(.character("G"), KeyEvent(.enter))
    expectEqual(
      screen.state.opening,
      .diary(NeighborDiary(name: "Family", words: "owner, 2 people, 2 entries")))
  }

  @Test("From a diary alone, the first line opens all as one")
  func opening() async throws {
    let screen = try await ScreenTest(
      60, 12, entries: SampleDiary.days(1),
      diaries: FakeDirectory(known: [NeighborDiary(name: "Family", words: "12 entries")]))
    await screen.press(.character("J"))
    expectContains(screen.text, "▌All entries")
    await screen.press(.character("k"))
    expectContains(screen.text, "▌⇄ Everything together")
    await screen.press(KeyEvent(.enter))
    expectEqual(screen.state.opening, .together)
  }

  @Test("A new entry goes to the first diary, or to the one that is chosen")
  func writing() async throws {
    let screen = try await screen()
    await screen.press(.character("n"))
    await screen.type("Mine")
    await screen.press(.control("s"), .character("n"))
    await screen.type("Ours")
    await screen.press(.alt("j"))
    expectContains(screen.text, "Which journal or diary?")
    expectContains(screen.text, "⇄ Family")
    await screen.press(.character("G"), KeyEvent(.enter))
    expectContains(screen.text, "⇄ Family")
    await screen.press(.control("s"))
    let entries = try await screen.service.entries()
    expectEqual(entries.first { $0.title == "Mine" }?.origin?.diary, .own)
    expectEqual(entries.first { $0.title == "Ours" }?.origin?.diary, family)
    await expectEqual(other.count(.all), 3)
  }

  @Test("On a narrow screen, the diary that a new entry goes to stands before its tags")
  func narrowWriting() async throws {
    let screen = try await screen(40, 12)
    await screen.press(.character("n"))
    await screen.type("Ours")
    expectContains(screen.text, "no tags")
    await screen.press(.alt("j"), .character("G"), KeyEvent(.enter))
    expectContains(screen.text, "⇄ Family")
    expectLacks(screen.text, "no tags")
  }

  @Test("On a narrow screen, what is told of a diary has the room that its name leaves")
  func narrowJournals() async throws {
    let screen = try await ScreenTest(
      40, 12, entries: SampleDiary.days(1),
      diaries: FakeDirectory(known: [
        NeighborDiary(name: "Family", words: "2 new, owner, 1 person")
      ]))
    await screen.press(.character("J"))
    expectScreen(
      screen,
      """
       Journals                     1 journal
      ────────────────────────────────────────
       ⇄ Everything together       2 diaries
      ▌All entries                         1
       ● Diary                             1
       ⇄ Family       2 new, owner, 1 person





       Enter show  n add  r rename  ? keys
      """)
  }

  @Test("What someone else wrote can't be changed, whichever diary it is in")
  func foreign() async throws {
    let screen = try await screen()
    await screen.press(.character("j"), .character("e"))
    expectContains(screen.text, "was written by someone else.")
    await screen.press(KeyEvent(.enter), .character("G"), .character("*"))
    try await expectEqual(screen.service.entries().last?.details.isStarred, true)
    await expectEqual(other.count(.starred), 1)
  }

  @Test("What can't be written is refused at the key, not when it is saved")
  func refusedAtOnce() async throws {
    let screen = try await screen(obstacle: .reader)
    // One's own entry, in a diary that one only reads by now.
    await screen.press(.character("G"))
    for key in ["e", "d", "*"] {
      await screen.press(.character(Character(key)))
      expectContains(screen.text, "You are a reader", "\(key): \(screen.text)")
      await screen.press(KeyEvent(.enter))
    }
    await screen.press(KeyEvent(.enter), .character("c"))
    expectContains(screen.text, "You are a reader")
    await screen.press(KeyEvent(.enter), .character("q"), .character("g"), .character("e"))
    expectEqual(screen.state.screens.topmost(EditorState.self)?.original?.title, "Rain")
  }

  @Test("Another's comment is refused at the key, too")
  func foreignComment() async throws {
    let screen = try await screen()
    let lake = try require(try await screen.service.entries().first { $0.title == "At the lake" })
    let time = Timestamp(milliseconds: 1_700_000_000_000)
    _ = await other.save(
      EntryComment(
        id: .random(), entry: lake.id, author: AuthorID("mina"), created: time, modified: time,
        text: "hers"))
    try await screen.service.comment("mine", on: lake.id)
    await screen.press(.character("j"), KeyEvent(.enter), KeyEvent(.tab))
    for key in [KeyEvent(.enter), .character("d")] {
      await screen.press(key)
      expectContains(screen.text, "Someone else wrote that comment.")
      await screen.press(KeyEvent(.enter))
    }
    await screen.press(KeyEvent(.tab), KeyEvent(.enter))
    expectContains(screen.text, "Change your comment")
  }

  @Test("A journal is locked where it is, shown with the passphrase, and hidden again")
  func locking() async throws {
    let screen = try await screen(unlocking: FakeUnlocking(.open))
    await screen.press(.character("J"), .character("j"), .character("l"))
    expectContains(screen.text, "Locked “Diary”.")
    await screen.press(.character("q"))
    expectLacks(screen.text, "Rain")
    expectLacks(screen.text, "At the lake")
    await screen.press(.alt("l"))
    await screen.type(FakeUnlocking.passphrase)
    await screen.press(KeyEvent(.enter))
    expectContains(screen.text, "Rain")
    expectContains(screen.text, "At the lake")
    await screen.press(.alt("l"))
    expectLacks(screen.text, "Rain")
  }

  @Test("An entry is copied to another diary, and the old one goes to the trash if one says so")
  func moving() async throws {
    let screen = try await screen()
    await screen.press(.character("M"), .character("G"), KeyEvent(.enter))
    expectContains(screen.text, "Copied to Family")
    expectContains(screen.text, "Move the old entry to the trash?")
    await screen.press(.character("y"))
    let entries = try await screen.service.entries().filter { $0.title == "Rain" }
    expectEqual(entries.map(\.origin?.diary), [family])
    try await expectEqual(screen.service.trash().map(\.origin?.diary), [.own])
    // Each is a step of undo.
    await screen.press(.character("u"), .character("u"))
    try await expectEqual(
      screen.service.entries().filter { $0.title == "Rain" }.map(\.origin?.diary), [.own])
  }

  @Test("A draft is for the diary that it was begun for")
  func drafts() async throws {
    let screen = try await screen()
    await screen.press(.character("n"))
    await screen.type("Ours")
    await screen.press(.alt("j"), .character("G"), KeyEvent(.enter))
    let editor = try require(screen.state.screens.topmost(EditorState.self))
    expectEqual(editor.currentDraft.diary, family)
    expectEqual(EditorState(editor.currentDraft, original: nil, base: []).page.diary, family)
  }

  @Test("A diary that is locked is said to be left out")
  func lockedOne() async throws {
    let screen = try await screen(notice: "Family is locked and isn't shown.")
    expectContains(screen.text, "Family is locked and isn't shown.")
    await screen.press(.character("J"), .character("j"), .character("l"))
    expectContains(screen.text, "Only an encrypted diary has locked journals. Encrypt it first.")
  }

  @Test("In Korean, and in words")
  func korean() async throws {
    try await Language.korean.speaking {
      let screen = try await screen(60, 12)
      await screen.press(.character("J"))
      expectContains(screen.text, "▌⇄ 모두 함께")
      expectEqual(screen.state.accessibleText.selected, "모두 함께, 일기 4개 (4개 중 1)")
    }
  }
}
