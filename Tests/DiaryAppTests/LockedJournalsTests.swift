import DiaryCore
import Localization
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("Locked journals on the screen") @MainActor
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
    return await screen.press("JGlq")
  }

  private func enterPassphrase(_ screen: ScreenTest) async {
    await screen.type(FakeUnlocking.passphrase).press("<Enter>")
  }

  private func isListed(_ screen: ScreenTest) -> Bool {
    screen.text.contains("Entry 1") || screen.text.contains("Entry 2")
  }

  @Test func `A locked journal is in no list and in no export`() async throws {
    var screen = await locked(try await open())
    await screen.press("x", shows: "all but locked journals")
    screen = try await open().press("JG", shows: "▌● Private").press("l")
    try expectScreen(screen, in: "journals-locked")
    await expect(!isListed(screen.press("q", shows: "3 entries")))
    await expect(screen.press("/Entry 1").text.contains("Nothing") || !screen.text.contains("▌"))
    await expect(!isListed(screen.press("<Esc><A-t>", lacks: "secret").press("qc<Left>")))
  }

  @Test func `Alt-l shows a locked journal, and Esc leaves it hidden`() async throws {
    var screen = await locked(try await open())
    await screen.press("<A-l>", shows: "Show locked journals")
    await screen.press("wrong<Enter>", shows: "That doesn't open the diary.", lacks: "•")
    await enterPassphrase(screen)
    expectShows(screen, "Locked journals are shown. Alt-l hides them.", "5 entries")
    expect(isListed(screen))
    await screen.press("JG", shows: "shown for now")
    await screen.press("q<A-l>", shows: "Locked journals are hidden.", "3 entries")
    expect(!isListed(screen))
    // The palette finds it from other screens.
    screen = await locked(try await open())
    await screen.press("<Enter>:locked journals<Enter>")
    await enterPassphrase(screen)
    expectEqual(screen.state.list.count, 5)
    // Esc leaves it hidden, even while the passphrase is being tried.
    screen = await locked(try await open())
    await expect(screen.press("<A-l><Esc>").state.screens.isEmpty)
    await screen.press("<A-l>").type(FakeUnlocking.passphrase)
    screen.change { state in state.press("<Enter>") }
    expectShows(screen, "Opening…")
    expectNil(screen.cursor)
    await screen.press("<Esc>")
    await screen.begin(.showLockedJournals(with: Passphrase(FakeUnlocking.passphrase.utf8)!))
    expectShows(screen, "3 entries")
  }

  @Test func `Enter on a hidden journal asks for the passphrase`() async throws {
    var screen = await locked(try await open())
    await screen.press("JG<Enter>", shows: "Show “Private”")
    await enterPassphrase(screen)
    expect(screen.text.contains("2 entries") && screen.text.contains("Entry 1"))
    // Hidden again, its list is left.
    await expect(!isListed(screen.press("<A-l>", shows: "3 entries")))
    await screen.press("JGl", shows: "Unlock “Private”")
    await enterPassphrase(screen)
    expectShows(screen, "Unlocked “Private”.")
    expectLacks(screen, " locked")
    try await expect(screen.service.journals().allSatisfy { !$0.isLocked })
    await screen.press("q", shows: "5 entries")
    // A hidden one is neither renamed nor merged nor deleted.
    screen = await locked(try await open())
    await screen.press("JG")
    for key in "rmd" { await expectShows(screen.press(.character(key)), "“Private” is locked.") }
  }

  @Test func `Entries moved to a hidden journal leave the list`() async throws {
    var screen = await locked(try await open())
    await screen.press("MG<Enter>")
    expect(!screen.text.contains("Entry 0") && screen.text.contains("2 entries"))
    expectShows(screen, "Moved 1 entry to Private.")
    await expect(screen.press("u").text.contains("Entry 0") && screen.text.contains("3 entries"))
    await screen.press("g<Enter>e<A-j>G<Enter><C-s>")
    expectShows(screen, "Saved “Entry 0” in a locked journal, which is hidden.")
    expect(screen.state.screens.isEmpty)
    expectEqual(screen.state.list.count, 2)
    // No change from before takes it back to where it is seen.
    screen = try await open().press("*JGc<Enter>lu", shows: "Nothing to undo.")
    try await expectEqual(screen.service.journals().last?.isLocked, true)
  }

  @Test func `Another program's changes there aren't shown, but its lock applies`() async throws {
    let screen = await locked(try await open())
    let all = try await screen.service.entries(ids: await ids(screen))
    let hidden = try require(all.first { $0.journal == "Private" })
    await expectShows(screen.changeExternally([DiaryChange(.updated, hidden)]), "3 entries")
    expectLacks(screen, "another window")
    // An entry moves there.
    var fields = try require(screen.state.list.selectedEntry).fields
    let id = try require(screen.state.list.selectedEntry).id
    fields.journal = "Private"
    await screen.changeExternally([
      DiaryChange(.updated, try await screen.service.update(id, to: fields))
    ])
    expectShows(screen, "2 entries")
    expectLacks(screen, "another window")
    // The reader closes when its journal is locked elsewhere.
    await expect(screen.press("<Enter>").state.screens.front is ReaderState)
    _ = try await screen.service.lock(journal: "Diary")
    await expect(screen.changeExternally([]).state.screens.isEmpty)
    expectEqual(screen.state.list.count, 0)
  }

  private func ids(_ screen: ScreenTest) async throws -> [ID<Entry>] {
    var query = EntryQuery()
    query.includesHidden = true
    return try await screen.service.ids(query)
  }

  @Test func `A hidden journal isn't reached by jumps, drafts or without encryption`() async throws
  {
    // Ctrl-O doesn't lead there.
    var screen = try await open().press("j<Enter>")
    expectEqual(screen.state.screens.front(as: ReaderState.self)?.entry.title, "Entry 1")
    await screen.press("qk")
    _ = await locked(screen)
    await expect(!isListed(screen.press("<C-o><C-o><C-o>")))
    // A draft for it is offered once it is shown.
    var fields = try SampleDiary.fields("Secret plan", on: "2026-11-20T10:00")
    fields.journal = "Private"
    let draft = Draft(id: .random(), entry: nil, base: [], fields: fields, dateText: "")
    screen = try await open(drafts: [draft])
    expectShows(screen, "Secret plan")
    await screen.press("<Esc>")
    _ = await locked(screen)
    await screen.press("<A-d>", lacks: "Secret plan").press("<A-l>")
    await enterPassphrase(screen)
    expectShows(screen, "Secret plan")
    // Where nothing is encrypted, it says what to do.
    screen = try await open(FakeUnlocking(.plain)).press("JGl")
    expectShows(screen, "Only an encrypted diary has locked journals. Encrypt it first.")
    await screen.press("q<A-l>", shows: "No journal is locked.")
    screen = try await open(speaks: true).press("JGl")
    let text = try require(screen.spoken)
    expectEqual(text.selected?.contains("Private, locked"), true, "\(text)")
    await screen.press("q<A-l>")
    let dialog = try require(screen.spoken)
    expectEqual(dialog.title, "Show locked journals")
  }
}

@Suite("Encrypting the diary") @MainActor
struct EncryptionTests {
  private func plain(
    _ columns: Int = 80, _ rows: Int = 24, isEmpty: Bool = true, speaks: Bool = false,
    _ unlocking: FakeUnlocking = FakeUnlocking(.plain)
  ) async throws -> ScreenTest {
    try await ScreenTest(
      columns, rows, entries: isEmpty ? [] : try SampleDiary.entries(), speaks: speaks,
      unlocking: unlocking)
  }

  private func typeTwice(_ screen: ScreenTest, _ text: String = FakeUnlocking.passphrase) async {
    await screen.press("L").type(text).press("<Enter>").type(text).press("<Enter>")
  }

  @Test func `The page of an empty diary offers it with one key`() async throws {
    let screen = try await plain()
    expectShows(screen, "L   encrypt it with a passphrase")
    try await expectScreen(screen.press("L"), in: "encryption-offered")
  }

  @Test func `A passphrase is chosen, and its recovery words are confirmed`() async throws {
    var screen = try await plain()
    await typeTwice(screen)
    try expectScreen(screen, in: "encryption-words")
    await screen.press("<Enter>", shows: "Type the six words from your paper")
    await expect(screen.type(FakeUnlocking.words).press("<Enter>").state.screens.isEmpty)
    expectShows(screen, "The words are right.", "L   lock it", "encrypted, in files")
    expectEqual(screen.state.context.lockState, .open)
    // Without the words on paper, leaving says what that means.
    screen = try await plain()
    await typeTwice(screen)
    await screen.press("<Enter><Esc>", shows: "Without them the diary can't", "acorn")
    await expect(screen.press("<Esc>").state.screens.isEmpty)
    // A weak passphrase is said to be weak, and taken.
    screen = try await plain().press("Lshort<Enter>", shows: "Type it again.", "It is short.")
    await screen.press("short<Enter>", shows: "Your six recovery words")
    let other = try await plain().press("L").type(FakeUnlocking.passphrase)
    await expectContains(other.press("<Enter>").text, "Type it again.")
    expectLacks(other.text, "It is short.")
  }

  @Test("It shows how far it is, and can be stopped", arguments: [80, 40])
  func stopping(columns: Int) async throws {
    let screen = try await plain(columns, columns == 80 ? 24 : 12, isEmpty: false)
    await screen.holdEncryption()
    await typeTwice(screen)
    await screen.goOnEncrypting(Progress(.copying, 3, of: 7))
    expectShows(screen, "3 of 7 files copied")
    expectContains(screen.bottomLine, "Esc stop")
    // Nobody goes elsewhere meanwhile.
    await expect(screen.press("n<C-o>").state.screens.front is EncryptionScreen)
    await screen.press("<Esc>", shows: "Stopped. Nothing was changed.")
    expectEqual(screen.state.context.lockState, .plain)
    expect(screen.state.screens.isEmpty)
  }

  @Test func `Failures, known words and the status of the encryption are shown`() async throws {
    let unlocking = FakeUnlocking(.plain)
    unlocking.fail(with: UnlockingError("There is too little room on the disk."))
    var screen = try await plain(80, 24, unlocking)
    await typeTwice(screen)
    expectShows(screen, "There is too little room on the disk.")
    expectEqual(screen.state.context.lockState, .plain)
    // Where the diary has words already, they aren't shown again.
    screen = try await plain(80, 24, FakeUnlocking(.plain, hasWords: true))
    await typeTwice(screen)
    expectShows(screen, "The diary is encrypted")
    expectLacks(screen, "acorn")
    await expect(screen.press("<Enter>").state.screens.isEmpty)
    screen = try await plain(isEmpty: false)
    await screen.press("S", shows: "encryption  off; L encrypts the diary")
    expectContains(screen.bottomLine, "L encrypt")
    await typeTwice(screen)
    await screen.press("<Enter><Esc><Esc>", shows: "encryption  on; L locks the diary")
    expectContains(screen.bottomLine, "L lock")
    await expect(screen.press("L").state.isLocking)
    try await Language.korean.speaking {
      let screen = try await plain(40, 12, speaks: true).press("L")
      expectEqual(screen.state.accessibleText.title, "다이어리 암호화")
      await expectEqual(screen.press("short").state.accessibleText.field?.text, "•••••")
      await screen.press("<Esc>S")
      expectContains(
        screen.state.accessibleText.lines, "암호화: 꺼짐, L을 누르면 암호화",
        "\(screen.state.accessibleText.lines)")
    }
  }
}
