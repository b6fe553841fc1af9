import DiaryCore
import Localization
import TerminalUI
import Testing
import TextEditing

@testable import DiaryApp

@Suite("Opening a locked diary", .timeLimit(.minutes(30)))
@MainActor
struct UnlockScreenTests {
  private func locked(
    _ columns: Int = 80, _ rows: Int = 24, drafts: [Draft] = [], speaks: Bool = false,
    remembered: RememberedView? = nil, _ unlocking: FakeUnlocking = FakeUnlocking(.locked)
  ) async throws -> ScreenTest {
    try await ScreenTest(
      columns, rows, entries: try SampleDiary.entries(), drafts: drafts, speaks: speaks,
      remembered: remembered, unlocking: unlocking)
  }

  @Test("Caps Lock is told of while something is typed unseen")
  func capsLock() async throws {
    let screen = try await locked(40, 12)
    await screen.send(.capsLock(true))
    #expect(screen.text.contains("Caps Lock is on."))
    #expect(screen.state.frame.watchesCapsLock == true)
    await screen.send(.capsLock(false))
    #expect(!screen.text.contains("Caps Lock"))
    await screen.type(FakeUnlocking.passphrase)
    await screen.press(KeyEvent(.enter))
    await screen.send(.capsLock(true))
    #expect(!screen.text.contains("Caps Lock"))
    #expect(screen.state.frame.watchesCapsLock == false)
  }

  @Test("It asks for the passphrase, and reads nothing of the diary")
  func asks() async throws {
    let screen = try await locked()
    await screen.type("a 암호")
    expectScreen(
      screen,
      """
       Diary
      ────────────────────────────────────────────────────────────────────────────────






                ┌──────────────────────────────────────────────────────────┐
                │  This diary is locked                                    │
                │                                                          │
                │  ••••                                                    │
                │                                                          │
                │  Type the passphrase, or the six recovery words.         │
                │  Your drafts are safe.                                   │
                └──────────────────────────────────────────────────────────┘







       Enter open   Esc quit   F1 keys
      """)
    #expect(screen.cursor == Point(column: 17, row: 11))
    #expect(screen.effects.isEmpty && screen.state.list.total == nil)
  }

  @Test("It has room on the smallest screen, with what went wrong as well")
  func small() async throws {
    let screen = try await locked(40, 12)
    await screen.type("wrong")
    await screen.press(KeyEvent(.enter))
    expectScreen(
      screen,
      """
       Diary
      ┌──────────────────────────────────────┐
      │  This diary is locked                │
      │                                      │
      │                                      │
      │                                      │
      │  That doesn't open the diary. Try    │
      │  again.                              │
      │  Your drafts are safe.               │
      └──────────────────────────────────────┘

       Enter open  Esc quit  F1 keys
      """)
  }

  @Test("The passphrase opens it, as if the program had just begun", arguments: [false, true])
  func opens(pastes: Bool) async throws {
    let screen = try await locked()
    if pastes {
      await screen.send(.paste(FakeUnlocking.passphrase + "\n"))
    } else {
      await screen.type(FakeUnlocking.passphrase)
    }
    await screen.press(KeyEvent(.enter))
    #expect(screen.text.contains("강가 산책, 안개") && screen.text.contains("5 entries"))
    #expect(screen.state.screens.isEmpty && screen.state.context.lockState == .open)
  }

  @Test("The recovery words open it in the same place")
  func words() async throws {
    let screen = try await locked()
    await screen.type(FakeUnlocking.words)
    await screen.press(KeyEvent(.enter))
    #expect(screen.state.screens.isEmpty && screen.text.contains("5 entries"))
  }

  @Test("While it is opened, keys wait for nothing, and what was typed is gone from the screen")
  func opening() async throws {
    let screen = try await locked()
    await screen.type(FakeUnlocking.passphrase)
    screen.change { state in
      _ = state.update(.terminal(.key(KeyEvent(.enter))), now: state.now)
      _ = state.update(.terminal(.key(.character("x"))), now: state.now)
      _ = state.update(.terminal(.paste("x")), now: state.now)
    }
    #expect(screen.text.contains("Opening…") && !screen.text.contains("•"))
    #expect(screen.cursor == nil)
    await screen.press(.control("c"))
    #expect(screen.terminalEffects.last == .leave)
  }

  @Test("Wrong ones cost nothing but time, and are forgotten")
  func wrong() async throws {
    let unlocking = FakeUnlocking(.locked)
    let screen = try await locked(80, 24, unlocking)
    for count in 1...5 {
      await screen.type("wrong")
      await screen.press(KeyEvent(.enter))
      #expect(screen.text.contains("That doesn't open the diary. Try again."))
      #expect(!screen.text.contains("•") && unlocking.tries == count)
    }
    // Nothing is no answer.
    await screen.press(KeyEvent(.enter))
    #expect(unlocking.tries == 5)
    // Nor can what was typed be had back.
    await screen.press(.alt("y"), .control("y"))
    #expect(!screen.text.contains("•") && screen.state.killRing == KillRing())
    await screen.type(FakeUnlocking.passphrase)
    await screen.press(KeyEvent(.enter))
    #expect(screen.state.screens.isEmpty)
  }

  @Test("What is wrong with the diary itself is told there")
  func damaged() async throws {
    let fault = DiaryError.store(path: "/home/kim/diary", .newerFormat(9))
    let screen = try await locked(80, 24, FakeUnlocking(.locked, fault: fault))
    await screen.type(FakeUnlocking.passphrase)
    await screen.press(KeyEvent(.enter))
    let words = screen.text.split(separator: " ").joined(separator: " ")
    #expect(words.contains("newer"), "\(words)")
    #expect(screen.state.isLocked && screen.state.screens.front is UnlockScreen)
  }

  @Test("Help, suspending, redrawing and leaving work as everywhere")
  func everywhere() async throws {
    let screen = try await locked()
    await screen.press(.character("?"), .character(":"), .character("q"))
    #expect(screen.text.contains("•••") && screen.state.screens.count == 1)
    await screen.press(KeyEvent(.function(1)))
    #expect(screen.text.contains("Clear the line, or quit"))
    // Nor is there a way into the diary from there.
    await screen.press(.character(":"))
    await screen.type("trash")
    await screen.press(KeyEvent(.enter), KeyEvent(.escape), KeyEvent(.escape))
    #expect(screen.state.screens.front is UnlockScreen && screen.state.screens.count == 1)
    await screen.press(.control("z"), .control("l"))
    #expect(screen.terminalEffects.suffix(2) == [.suspend, .redraw])
    await screen.send(.resumed)
    await screen.send(.resize(Size(columns: 30, rows: 5)))
    #expect(screen.text.contains("Too small"))
    await screen.press(.character("a"), .control("c"))
    #expect(screen.terminalEffects.last == .leave)
    #expect(screen.viewMemory.view == RememberedView())
  }

  @Test("Esc clears the line first, then leaves; the mouse moves the caret")
  func escape() async throws {
    let screen = try await locked()
    await screen.type("abc")
    await screen.send(.mouse(MouseEvent(.press, at: Point(column: 15, row: 11))))
    #expect(screen.cursor == Point(column: 15, row: 11))
    await screen.press(KeyEvent(.escape))
    #expect(!screen.text.contains("•") && screen.terminalEffects.isEmpty)
    await screen.press(KeyEvent(.escape))
    #expect(screen.terminalEffects == [.leave])
  }

  @Test("Drafts are offered once it is open")
  func drafts() async throws {
    let draft = Draft(
      id: .random(), entry: nil, base: [],
      fields: try SampleDiary.fields("Left", on: "2026-11-20T10:00:00+09:00"), dateText: "")
    let screen = try await locked(drafts: [draft])
    #expect(screen.text.contains("Your drafts are safe."))
    await screen.type(FakeUnlocking.passphrase)
    await screen.press(KeyEvent(.enter))
    #expect(screen.text.contains("You have an unsaved draft"))
  }

  @Test("It is told in words, without what is typed")
  func spoken() async throws {
    let screen = try await locked(speaks: true)
    await screen.type("wrong")
    var spoken = screen.state.accessibleText
    #expect(spoken.title == "This diary is locked" && spoken.field?.text == "•••••")
    #expect(spoken.lines.contains("Your drafts are safe."))
    await screen.press(KeyEvent(.enter))
    spoken = screen.state.accessibleText
    #expect(spoken.lines.first == "That doesn't open the diary. Try again.")
    #expect(spoken.field?.text == "")
  }

  @Test("In Korean")
  func korean() async throws {
    try await Language.korean.speaking {
      let screen = try await locked(40, 12)
      expectScreen(
        screen,
        """
         다이어리
        ────────────────────────────────────────
        ┌──────────────────────────────────────┐
        │  다이어리가 잠겨 있습니다            │
        │                                      │
        │                                      │
        │                                      │
        │  암호나 복구 단어 6개를 입력하세요.  │
        │  쓰던 글은 안전하게 남아 있습니다.   │
        └──────────────────────────────────────┘

         Enter 열기  Esc 끝내기  F1 단축키
        """)
    }
  }
}
