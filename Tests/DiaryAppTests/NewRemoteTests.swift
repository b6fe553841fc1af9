import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("Adding a remote")
@MainActor
struct NewRemoteTests {
  private func opened(
    _ columns: Int = 64, _ rows: Int = 20, sync: FakeSync = FakeSync()
  ) async throws -> ScreenTest {
    let screen = try await ScreenTest(
      columns, rows, entries: try SampleDiary.entries(), sync: sync)
    await screen.press(.character("Y"), .character("a"))
    return screen
  }

  private func fill(_ screen: ScreenTest, _ address: String, _ name: String) async {
    await screen.type(address)
    await screen.press(KeyEvent(.tab))
    await screen.type(name)
  }

  @Test("It asks where, how it is called, and how it is used")
  func question() async throws {
    let screen = try await opened()
    await fill(screen, "git@host:diary.git", "home")
    expectScreen(
      screen,
      """
       Sync
      ────────────────────────────────────────────────────────────────
         No remotes yet. Press a to add one that your other machines
        ┌──────────────────────────────────────────────────────────┐
        │  Add a remote                                            │
        │                                                          │
       D│   Address  git@host:diary.git                            │
      ▌d│  ▌Name     home                                          │e
        │   Files    encrypted                                     │
        │   Photos   all photos                                    │
        │                                                          │
        │   What you want to call it here.                         │
        │                                                          │
        │                                                          │
        │  Enter add it · Tab next · Space to change · Esc leave   │
        │  F1 keys                                                 │
        └──────────────────────────────────────────────────────────┘



      """)
  }

  @Test("It has room on the smallest screen, whatever is in front")
  func small() async throws {
    let screen = try await opened(40, 12)
    for _ in NewRemoteState.Field.allCases {
      expectContains(screen.text, "│  Add a remote", "\(screen.text)")
      expectContains(screen.text, "F1 keys", "\(screen.text)")
      expectLacks(screen.text, "…", "\(screen.text)")
      await screen.press(KeyEvent(.tab))
    }
    for _ in PhotoPolicy.allCases {
      await screen.press(KeyEvent(.tab), KeyEvent(.tab), KeyEvent(.tab))
      expectLacks(screen.text, "…", "\(screen.text)")
      await screen.press(.character(" "), KeyEvent(.tab))
    }
  }

  @Test("Arrows, Space and the mouse change what is chosen")
  func choices() async throws {
    let sync = FakeSync()
    let screen = try await opened(sync: sync)
    await fill(screen, "/media/stick", "stick")
    await screen.press(KeyEvent(.tab), .character(" "))
    expectContains(screen.text, "Files    plain files")
    expectContains(screen.text, "Whoever can read them there can read your diary.")
    await screen.press(KeyEvent(.down), KeyEvent(.right))
    expectContains(screen.text, "Photos   small photos")
    await screen.press(KeyEvent(.left), KeyEvent(.left))
    expectContains(screen.text, "Photos   photos on request")
    let row = try require(
      screen.text.split(separator: "\n", omittingEmptySubsequences: false)
        .firstIndex { $0.contains("Photos   ") })
    await screen.send(.mouse(MouseEvent(.press, at: Point(column: 20, row: row))))
    expectContains(screen.text, "Photos   all photos")
    await screen.press(KeyEvent(.enter))
    await expectEqual(sync.calls.last, "add stick /media/stick true all")
    // No key, no words.
    expect(screen.state.screens.front is SyncScreen)
    expectEqual(screen.bottomLine, " Added “stick”.")
    expectContains(screen.text, "▌stick")
  }

  @Test("An address and a name are needed, and what is wrong can be mended")
  func mistakes() async throws {
    let sync = FakeSync()
    let screen = try await opened(sync: sync)
    await screen.press(KeyEvent(.tab), KeyEvent(.enter))
    expectEqual(screen.state.toast, "Type an address.")
    await screen.type("nonsense")
    await screen.press(KeyEvent(.enter))
    expectEqual(screen.state.toast, "Type a name.")
    await screen.type("home")
    await screen.press(KeyEvent(.enter))
    expectContains(screen.text, "“nonsense” isn't a remote's address.")
    await screen.press(KeyEvent(.enter), KeyEvent(.tab, .shift))
    expectContains(screen.text, "▌Address  nonsense")
    await screen.send(.paste(".git\n"))
    await screen.press(KeyEvent(.enter))
    await expectEqual(sync.calls.last, "add home nonsense.git false all")
    expectContains(screen.text, "Your six recovery words")
  }

  @Test("The words are shown with what they are for, and asked back")
  func words() async throws {
    let screen = try await opened()
    await fill(screen, "git@host:diary.git", "home")
    await screen.press(KeyEvent(.enter))
    expectContains(screen.text, "1 acorn    4 dune")
    expectContains(screen.text, "3 cedar    6 fjord")
    expectContains(screen.text, "Write them on paper now")
    expectContains(screen.text, "Nobody can show them")
    await screen.press(KeyEvent(.escape))
    expectContains(screen.text, "Type the six words from your paper")
    expectLacks(screen.text, "acorn")
    await screen.type("Acorn, bagel, ceder, dune, ember, fjord")
    await screen.press(KeyEvent(.enter))
    expectContains(screen.text, "Word 3, “ceder”, isn't the one shown.")
    await screen.press(.control("u"))
    await screen.type("acorn bagel cedar")
    await screen.press(KeyEvent(.enter))
    expectContains(screen.text, "Type all 6 words: there are 3.")
    await screen.type(" 4 DUNE 5. ember 6) fjord")
    await screen.press(KeyEvent(.enter))
    expect(screen.state.screens.front is SyncScreen)
    expectEqual(screen.bottomLine, " The words are right. Keep them safe.")
  }

  @Test("Esc leaves the words after a warning, which names them again")
  func unchecked() async throws {
    for (columns, rows) in [(40, 12), (80, 24), (200, 50)] {
      let screen = try await opened(columns, rows)
      await fill(screen, "/nas/diary.git", "nas")
      await screen.press(KeyEvent(.enter))
      expectContains(screen.text, "1 acorn")
      expectContains(screen.text, "6 fjord")
      await screen.press(KeyEvent(.enter), KeyEvent(.escape))
      for word in FakeSync.words.split(separator: " ") {
        expect(screen.text.contains(word), "\(screen.text)")
      }
      expectContains(screen.text, "again")
      // Whoever goes on typing is asked again.
      await screen.type("a")
      await screen.press(KeyEvent(.enter), KeyEvent(.escape))
      expect(screen.state.screens.front is WordsCheckState)
      await screen.press(KeyEvent(.escape))
      expect(screen.state.screens.front is SyncScreen)
    }
  }

  @Test("A remote that holds the diary already asks for its words until they are right")
  func takenUp() async throws {
    let sync = FakeSync()
    await sync.change { host in
      host.words = FakeSync.words
      host.lines = ["laptop": 31]
    }
    let screen = try await opened(sync: sync)
    await fill(screen, FakeSync.home, "home")
    await screen.press(KeyEvent(.enter))
    expectContains(screen.text, "home holds this diary. Give its six words.")
    await screen.press(KeyEvent(.enter))
    await screen.type("acorn bagel cedar dune ember fork")
    await screen.press(KeyEvent(.enter))
    expectContains(screen.text, "These words don't open home.")
    expectContains(screen.text, "ember fork")
    await screen.press(KeyEvent(.backspace), KeyEvent(.backspace), KeyEvent(.backspace))
    await screen.type("jord")
    expectContains(screen.text, "ember fjord")
    await screen.press(KeyEvent(.enter))
    expect(screen.state.screens.front is SyncScreen)
    expectEqual(screen.bottomLine, " Added “home”.")
    expectContains(screen.text, "just now")
  }

  @Test("Asked for words, Esc gives the questions back")
  func noWords() async throws {
    let sync = FakeSync()
    await sync.change { $0.words = FakeSync.words }
    let screen = try await opened(sync: sync)
    await fill(screen, FakeSync.home, "home")
    await screen.press(KeyEvent(.enter), KeyEvent(.escape))
    expectContains(screen.text, "Address  git@host:diary.git")
    await screen.press(KeyEvent(.escape), KeyEvent(.escape))
    expect(screen.state.screens.isEmpty)
  }

  @Test("It shows how far it is, and can be stopped")
  func progress() async throws {
    let sync = FakeSync()
    let screen = try await opened(sync: sync)
    await fill(screen, "/nas/diary", "nas")
    await screen.holdSync()
    await screen.press(KeyEvent(.enter))
    expectContains(screen.text, "Adding “nas”")
    expectContains(screen.text, "Press Esc to stop")
    await screen.goOnSyncing(.progress(Progress(.sending, 10, of: 40, besides: 9_000_000)))
    expectContains(screen.text, "10 of 40 files sent · 9.0 MB")
    expectContains(screen.text, "25%")
    // Nothing else is done meanwhile.
    await screen.press(.character("q"), .character("j"))
    await screen.send(.paste("text"))
    expectContains(screen.text, "Adding “nas”")
    await screen.press(KeyEvent(.escape))
    // It was added, and is synced another time.
    expectContains(screen.text, "Your six recovery words")
    await screen.press(KeyEvent(.enter), KeyEvent(.escape), KeyEvent(.escape))
    expectContains(screen.text, "⚠ nas: stopped. What was done is kept; sync again to go on.")
  }

  @Test("It is told in words, field by field")
  func spoken() async throws {
    let screen = try await ScreenTest(
      80, 12, entries: try SampleDiary.entries(), speaks: true, sync: FakeSync())
    await screen.press(.character("Y"), .character("a"))
    await screen.type("/nas")
    let text = try require(screen.state.frame.accessibleText)
    expectEqual(text.title, "Add a remote")
    expectEqual(text.field?.label, "Address")
    expectEqual(text.field?.text, "/nas")
    expectEqual(text.lines.count, 1)
    await screen.press(KeyEvent(.tab), .character("n"), KeyEvent(.tab))
    expectEqual(screen.state.frame.accessibleText?.selected, "Files: encrypted")
    await screen.press(KeyEvent(.enter))
    let words = try require(screen.state.frame.accessibleText)
    expectEqual(words.title, "Your six recovery words")
    expect(words.lines.contains { $0.contains("acorn") })
    await screen.press(KeyEvent(.enter))
    await screen.type("x")
    await screen.press(KeyEvent(.enter))
    expectEqual(screen.state.frame.accessibleText?.lines, ["Word 1, “x”, isn't the one shown."])
  }
}
