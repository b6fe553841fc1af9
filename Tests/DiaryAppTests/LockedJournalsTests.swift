import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("Locked journals on the screen")
@MainActor
struct LockedJournalsTests {
  /// Entries 1 and 2 of five are in “Private”.
  private func open(
    speaks: Bool = false, drafts: [Draft] = [], _ unlocking: FakeUnlocking? = FakeUnlocking(.open)
  ) async throws -> ScreenTest {
    var entries = try SampleDiary.days(5)
    for index in [1, 2] {
      entries[index].journal = "Private"
      entries[index].tags = ["secret"]
    }
    return try await ScreenTest(
      70, 14, entries: entries, drafts: drafts, speaks: speaks, unlocking: unlocking)
  }

  /// With that journal locked, and the list in front.
  private func locked(_ screen: ScreenTest) async -> ScreenTest {
    await screen.press(.character("J"), .character("G"), .character("l"), .character("q"))
    return screen
  }

  private func enterPassphrase(_ screen: ScreenTest) async {
    await screen.type(FakeUnlocking.passphrase)
    await screen.press(KeyEvent(.enter))
  }

  private func isListed(_ screen: ScreenTest) -> Bool {
    screen.text.contains("Entry 1") || screen.text.contains("Entry 2")
  }

  @Test("An export leaves them out, and says so")
  func export() async throws {
    let screen = await locked(try await open())
    await screen.press(.character("x"))
    expectContains(screen.text, "all but locked journals")
  }

  @Test("l locks a journal, and what is in it is nowhere")
  func lock() async throws {
    let screen = try await open()
    await screen.press(.character("J"), .character("G"))
    expectContains(screen.text, "▌● Private")
    await screen.press(.character("l"))
    expectScreen(
      screen,
      """
       Journals                                                  2 journals
      ──────────────────────────────────────────────────────────────────────
       All entries                                             3
       ● Diary                                                 3
      ▌● Private                                          locked








       Locked “Private”. Alt-l in the list shows it, with the passphrase.
      """)
    await screen.press(.character("q"))
    expectContains(screen.text, "3 entries")
    expect(!isListed(screen))
    await screen.press(.character("/"))
    await screen.type("Entry 1")
    expect(screen.text.contains("Nothing") || !screen.text.contains("▌"))
    await screen.press(KeyEvent(.escape), .alt("t"))
    expectLacks(screen.text, "secret")
    await screen.press(.character("q"), .character("c"), KeyEvent(.left))
    expect(!isListed(screen))
  }

  @Test("Alt-l shows it for whoever knows the passphrase, and hides it again")
  func show() async throws {
    let screen = await locked(try await open())
    await screen.press(.alt("l"))
    expectContains(screen.text, "Show locked journals")
    await screen.type("wrong")
    await screen.press(KeyEvent(.enter))
    expectContains(screen.text, "That doesn't open the diary.")
    expectLacks(screen.text, "•")
    await enterPassphrase(screen)
    expectContains(screen.text, "Locked journals are shown. Alt-l hides them.")
    expectContains(screen.text, "5 entries")
    expect(isListed(screen))
    await screen.press(.character("J"), .character("G"))
    expectContains(screen.text, "shown for now")
    await screen.press(.character("q"), .alt("l"))
    expectContains(screen.text, "Locked journals are hidden.")
    expectContains(screen.text, "3 entries")
    expect(!isListed(screen))
  }

  @Test("The palette finds it from other screens")
  func palette() async throws {
    let screen = await locked(try await open())
    await screen.press(KeyEvent(.enter), .character(":"))
    await screen.type("locked journals")
    await screen.press(KeyEvent(.enter))
    await enterPassphrase(screen)
    expectEqual(screen.state.list.count, 5)
  }

  @Test("Esc leaves it hidden, even while the passphrase is being tried")
  func cancel() async throws {
    let screen = await locked(try await open())
    await screen.press(.alt("l"), KeyEvent(.escape))
    expect(screen.state.screens.isEmpty)
    await screen.press(.alt("l"))
    await screen.type(FakeUnlocking.passphrase)
    screen.change { state in
      _ = state.update(.terminal(.key(KeyEvent(.enter))), now: state.now)
    }
    expectContains(screen.text, "Opening…")
    expectNil(screen.cursor)
    await screen.press(KeyEvent(.escape))
    await screen.begin(.showLockedJournals(with: Passphrase(FakeUnlocking.passphrase.utf8)!))
    expectContains(screen.text, "3 entries")
  }

  @Test("Enter on it asks, and lists its entries; l asks, and unlocks it")
  func journal() async throws {
    let screen = await locked(try await open())
    await screen.press(.character("J"), .character("G"), KeyEvent(.enter))
    expectContains(screen.text, "Show “Private”")
    await enterPassphrase(screen)
    expect(screen.text.contains("2 entries") && screen.text.contains("Entry 1"))
    // Hidden again, its list is left.
    await screen.press(.alt("l"))
    expectContains(screen.text, "3 entries")
    expect(!isListed(screen))
    await screen.press(.character("J"), .character("G"), .character("l"))
    expectContains(screen.text, "Unlock “Private”")
    await enterPassphrase(screen)
    expectContains(screen.text, "Unlocked “Private”.")
    expectLacks(screen.text, " locked")
    try await expect(screen.service.journals().allSatisfy { !$0.isLocked })
    await screen.press(.character("q"))
    expectContains(screen.text, "5 entries")
  }

  @Test("A hidden one is neither renamed nor merged nor deleted")
  func changes() async throws {
    let screen = await locked(try await open())
    await screen.press(.character("J"), .character("G"))
    for key in "rmd" {
      await screen.press(.character(key))
      expectContains(screen.text, "“Private” is locked.")
    }
  }

  @Test("What is moved or written there leaves the list; undo brings it back")
  func moved() async throws {
    let screen = await locked(try await open())
    await screen.press(.character("M"), .character("G"), KeyEvent(.enter))
    expect(!screen.text.contains("Entry 0") && screen.text.contains("2 entries"))
    expectContains(screen.text, "Moved 1 entry to Private.")
    await screen.press(.character("u"))
    expect(screen.text.contains("Entry 0") && screen.text.contains("3 entries"))
    await screen.press(.character("g"), KeyEvent(.enter), .character("e"), .alt("j"))
    await screen.press(.character("G"), KeyEvent(.enter))
    await screen.press(.control("s"))
    expectContains(screen.text, "Saved “Entry 0” in a locked journal, which is hidden.")
    expect(screen.state.screens.isEmpty)
    expectEqual(screen.state.list.count, 2)
  }

  @Test("No change from before takes it back to where it is seen")
  func undo() async throws {
    let screen = try await open()
    await screen.press(.character("*"))
    await screen.press(.character("J"), .character("G"), .character("c"), KeyEvent(.enter))
    await screen.press(.character("l"), .character("u"))
    expectContains(screen.text, "Nothing to undo.")
    try await expectEqual(screen.service.journals().last?.isLocked, true)
  }

  @Test("Another program's changes there aren't told, and its lock takes effect")
  func external() async throws {
    let screen = await locked(try await open())
    let all = try await screen.service.entries(ids: await ids(screen))
    let hidden = try require(all.first { $0.journal == "Private" })
    await screen.changeExternally([DiaryChange(.updated, hidden)])
    expectLacks(screen.text, "another window")
    expectContains(screen.text, "3 entries")
    // An entry moves there.
    var fields = try require(screen.state.list.selectedEntry).fields
    let id = try require(screen.state.list.selectedEntry).id
    fields.journal = "Private"
    await screen.changeExternally([
      DiaryChange(.updated, try await screen.service.update(id, to: fields))
    ])
    expectContains(screen.text, "2 entries")
    expectLacks(screen.text, "another window")
    // The reader closes when its journal is locked elsewhere.
    await screen.press(KeyEvent(.enter))
    expect(screen.state.screens.front is ReaderState)
    _ = try await screen.service.lock(journal: "Diary")
    await screen.changeExternally([])
    expect(screen.state.screens.isEmpty)
    expectEqual(screen.state.list.count, 0)
  }

  private func ids(_ screen: ScreenTest) async throws -> [ID<Entry>] {
    var query = EntryQuery()
    query.includesHidden = true
    return try await screen.service.ids(query)
  }

  @Test("Ctrl-O doesn't lead there")
  func jumps() async throws {
    let screen = try await open()
    await screen.press(.character("j"), KeyEvent(.enter))
    expectEqual(screen.state.screens.front(as: ReaderState.self)?.entry.title, "Entry 1")
    await screen.press(.character("q"), .character("k"))
    _ = await locked(screen)
    await screen.press(.control("o"), .control("o"), .control("o"))
    expect(!isListed(screen))
  }

  @Test("A draft for it is offered once it is shown")
  func drafts() async throws {
    var fields = try SampleDiary.fields("Secret plan", on: "2026-11-20T10:00:00+09:00")
    fields.journal = "Private"
    let draft = Draft(id: .random(), entry: nil, base: [], fields: fields, dateText: "")
    let screen = try await open(drafts: [draft])
    expectContains(screen.text, "Secret plan")
    await screen.press(KeyEvent(.escape))
    _ = await locked(screen)
    await screen.press(.alt("d"))
    expectLacks(screen.text, "Secret plan")
    await screen.press(.alt("l"))
    await enterPassphrase(screen)
    expectContains(screen.text, "Secret plan")
  }

  @Test("Where nothing is encrypted, it says what to do")
  func plain() async throws {
    let screen = try await open(FakeUnlocking(.plain))
    await screen.press(.character("J"), .character("G"), .character("l"))
    expectContains(screen.text, "Only an encrypted diary has locked journals. Encrypt it first.")
    await screen.press(.character("q"), .alt("l"))
    expectContains(screen.text, "No journal is locked.")
  }

  @Test("It is told in words which are locked")
  func words() async throws {
    let screen = try await open(speaks: true)
    await screen.press(.character("J"), .character("G"), .character("l"))
    let text = try require(screen.state.frame.accessibleText)
    expectEqual(text.selected?.contains("Private, locked"), true, "\(text)")
    await screen.press(.character("q"), .alt("l"))
    let dialog = try require(screen.state.frame.accessibleText)
    expectEqual(dialog.title, "Show locked journals")
  }
}
