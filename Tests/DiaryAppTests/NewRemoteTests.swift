import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("Adding a remote") @MainActor
struct NewRemoteTests {
  private func opened(
    _ columns: Int = 64, _ rows: Int = 20, sync: FakeSync = FakeSync()
  ) async throws -> ScreenTest {
    try await ScreenTest(columns, rows, entries: try SampleDiary.entries(), sync: sync).press("Ya")
  }

  private func fill(_ screen: ScreenTest, _ address: String, _ name: String) async {
    await screen.type(address).press("<Tab>").type(name)
  }

  @Test func `It asks where, how it is called, and how it is used`() async throws {
    let screen = try await opened()
    await fill(screen, "git@host:diary.git", "home")
    try expectScreen(screen, in: "new-remote")
  }

  @Test func `The dialog fits the smallest screen, and the mouse works`() async throws {
    var screen = try await opened(40, 12)
    for _ in NewRemoteState.Field.allCases {
      expectContains(screen.text, "│  Add a remote", "\(screen.text)")
      expectContains(screen.text, "F1 keys", "\(screen.text)")
      expectLacks(screen.text, "…", "\(screen.text)")
      await screen.press("<Tab>")
    }
    for _ in PhotoPolicy.allCases {
      await expectLacks(screen.press("<Tab><Tab><Tab>").text, "…", "\(screen.text)")
      await screen.press(" <Tab>")
    }
    // Arrows, Space and the mouse change what is chosen.
    let sync = FakeSync()
    screen = try await opened(sync: sync)
    await fill(screen, "/media/stick", "stick")
    await screen.press("<Tab> ")
    expectShows(screen, "Files    plain files", "Whoever can read them there can read your diary.")
    await screen.press("<Down><Right>", shows: "Photos   small photos")
    await screen.press("<Left><Left>", shows: "Photos   photos on request")
    let row = try require(
      screen.lines.firstIndex { $0.contains("Photos   ") })
    await expectShows(screen.mouse(.press, 20, row), "Photos   all photos")
    await screen.press("<Enter>")
    await expectEqual(sync.calls.last, "add stick /media/stick true all")
    // No key, no words.
    expect(screen.state.screens.front is SyncScreen)
    expectEqual(screen.bottomLine, " Added “stick”.")
    expectShows(screen, "▌stick")
  }

  @Test func `An address and a name are needed, and the words confirmed`() async throws {
    let sync = FakeSync()
    var screen = try await opened(sync: sync).press("<Tab><Enter>")
    expectEqual(screen.state.toast, "Type an address.")
    await expectEqual(screen.press("nonsense<Enter>").state.toast, "Type a name.")
    await screen.press("home<Enter>", shows: "“nonsense” isn't a remote's address.")
    await screen.press("<Enter><S-Tab>", shows: "▌Address  nonsense").paste(".git\n")
    await screen.press("<Enter>")
    await expectEqual(sync.calls.last, "add home nonsense.git false all")
    expectShows(screen, "Your six recovery words")
    // The words are shown with what they are for, and asked back.
    screen = try await opened()
    await fill(screen, "git@host:diary.git", "home")
    await screen.press("<Enter>")
    expectShows(screen, "1 acorn    4 dune", "3 cedar    6 fjord", "Write them on paper now")
    expectShows(screen, "Nobody can show them")
    await screen.press("<Esc>", shows: "Type the six words from your paper", lacks: "acorn")
    await screen.press("Acorn, bagel, ceder, dune, ember, fjord<Enter>")
    expectShows(screen, "Word 3, “ceder”, isn't the one shown.")
    await screen.press("<C-u>acorn bagel cedar<Enter>", shows: "Type all 6 words: there are 3.")
    await expect(screen.press(" 4 DUNE 5. ember 6) fjord<Enter>").state.screens.front is SyncScreen)
    expectEqual(screen.bottomLine, " The words are right. Keep them safe.")
  }

  @Test func `Esc leaves the words after a warning, which names them again`() async throws {
    for (columns, rows) in [(40, 12), (80, 24), (200, 50)] {
      let screen = try await opened(columns, rows)
      await fill(screen, "/nas/diary.git", "nas")
      await screen.press("<Enter>", shows: "1 acorn", "6 fjord").press("<Enter><Esc>")
      for word in FakeSync.words.split(separator: " ") {
        expect(screen.text.contains(word), "\(screen.text)")
      }
      expectShows(screen, "again")
      // Whoever goes on typing is asked again.
      await expect(screen.press("a<Enter><Esc>").state.screens.front is WordsCheckState)
      await expect(screen.press("<Esc>").state.screens.front is SyncScreen)
    }
  }

  @Test func `A remote with the diary asks for its words`() async throws {
    var sync = FakeSync()
    await sync.change { host in
      host.words = FakeSync.words
      host.lines = ["laptop": 31]
    }
    var screen = try await opened(sync: sync)
    await fill(screen, FakeSync.home, "home")
    await screen.press("<Enter>", shows: "home holds this diary. Give its six words.")
    await screen.press("<Enter>acorn bagel cedar dune ember fork<Enter>")
    expectShows(screen, "These words don't open home.", "ember fork")
    await screen.press("<BS><BS><BS>jord", shows: "ember fjord").press("<Enter>")
    expect(screen.state.screens.front is SyncScreen)
    expectEqual(screen.bottomLine, " Added “home”.")
    expectShows(screen, "just now")
    // Asked for words, Esc gives the questions back.
    sync = FakeSync()
    await sync.change { $0.words = FakeSync.words }
    screen = try await opened(sync: sync)
    await fill(screen, FakeSync.home, "home")
    await screen.press("<Enter><Esc>", shows: "Address  git@host:diary.git").press("<Esc><Esc>")
    expect(screen.state.screens.isEmpty)
  }

  @Test func `A new remote shows its progress, also in words`() async throws {
    let sync = FakeSync()
    var screen = try await opened(sync: sync)
    await fill(screen, "/nas/diary", "nas")
    await screen.holdSync()
    await screen.press("<Enter>", shows: "Adding “nas”", "Press Esc to stop")
    await screen.goOnSyncing(.progress(Progress(.sending, 10, of: 40, besides: 9_000_000)))
    expectShows(screen, "10 of 40 files sent · 9.0 MB", "25%")
    // Nothing else is done meanwhile.
    await expectShows(screen.press("qj").paste("text"), "Adding “nas”")
    await screen.press("<Esc>")
    // It was added, and is synced another time.
    expectShows(screen, "Your six recovery words")
    await screen.press("<Enter><Esc><Esc>")
    expectShows(screen, "⚠ nas: stopped. What was done is kept; sync again to go on.")
    screen = try await ScreenTest(
      80, 12, entries: try SampleDiary.entries(), speaks: true, sync: FakeSync())
    await screen.press("Ya/nas")
    let text = try require(screen.spoken)
    expectEqual(text.title, "Add a remote")
    expectEqual(text.field?.label, "Address")
    expectEqual(text.field?.text, "/nas")
    expectEqual(text.lines.count, 1)
    await screen.press("<Tab>n<Tab>")
    expectEqual(screen.spoken?.selected, "Files: encrypted")
    await screen.press("<Enter>")
    let words = try require(screen.spoken)
    expectEqual(words.title, "Your six recovery words")
    expect(words.lines.contains { $0.contains("acorn") })
    await screen.press("<Enter>x<Enter>")
    expectEqual(screen.spoken?.lines, ["Word 1, “x”, isn't the one shown."])
  }
}
