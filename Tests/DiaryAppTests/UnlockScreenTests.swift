import DiaryCore
import Localization
import TerminalUI
import TestSupport
import Testing
import TextEditing

@testable import DiaryApp

@Suite("Opening a locked diary")
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
    expectContains(screen.text, "Caps Lock is on.")
    expectEqual(screen.state.frame.watchesCapsLock, true)
    await screen.send(.capsLock(false))
    expectLacks(screen.text, "Caps Lock")
    await screen.type(FakeUnlocking.passphrase)
    await screen.press(KeyEvent(.enter))
    await screen.send(.capsLock(true))
    expectLacks(screen.text, "Caps Lock")
    expectEqual(screen.state.frame.watchesCapsLock, false)
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
    expectEqual(screen.cursor, Point(column: 17, row: 11))
    expect(screen.effects.isEmpty)
    expectNil(screen.state.list.total)
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
    expectContains(screen.text, "강가 산책, 안개")
    expectContains(screen.text, "5 entries")
    expect(screen.state.screens.isEmpty)
    expectEqual(screen.state.context.lockState, .open)
  }

  @Test("The recovery words open it in the same place")
  func words() async throws {
    let screen = try await locked()
    await screen.type(FakeUnlocking.words)
    await screen.press(KeyEvent(.enter))
    expect(screen.state.screens.isEmpty)
    expectContains(screen.text, "5 entries")
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
    expectContains(screen.text, "Opening…")
    expectLacks(screen.text, "•")
    expectNil(screen.cursor)
    await screen.press(.control("c"))
    expectEqual(screen.terminalEffects.last, .leave)
  }

  @Test("Wrong ones cost nothing but time, and are forgotten")
  func wrong() async throws {
    let unlocking = FakeUnlocking(.locked)
    let screen = try await locked(80, 24, unlocking)
    for count in 1...5 {
      await screen.type("wrong")
      await screen.press(KeyEvent(.enter))
      expectContains(screen.text, "That doesn't open the diary. Try again.")
      expectLacks(screen.text, "•")
      expectEqual(unlocking.tries, count)
    }
    // Nothing is no answer.
    await screen.press(KeyEvent(.enter))
    expectEqual(unlocking.tries, 5)
    // Nor can what was typed be had back.
    await screen.press(.alt("y"), .control("y"))
    expectLacks(screen.text, "•")
    expectEqual(screen.state.killRing, KillRing())
    await screen.type(FakeUnlocking.passphrase)
    await screen.press(KeyEvent(.enter))
    expect(screen.state.screens.isEmpty)
  }

  @Test("What is wrong with the diary itself is told there")
  func damaged() async throws {
    let fault = DiaryError.store(path: "/home/kim/diary", .newerFormat(9))
    let screen = try await locked(80, 24, FakeUnlocking(.locked, fault: fault))
    await screen.type(FakeUnlocking.passphrase)
    await screen.press(KeyEvent(.enter))
    let words = screen.text.split(separator: " ").joined(separator: " ")
    expectContains(words, "newer", "\(words)")
    expect(screen.state.isLocked)
    expect(screen.state.screens.front is UnlockScreen)
  }

  @Test("Help, suspending, redrawing and leaving work as everywhere")
  func everywhere() async throws {
    let screen = try await locked()
    await screen.press(.character("?"), .character(":"), .character("q"))
    expectContains(screen.text, "•••")
    expectEqual(screen.state.screens.count, 1)
    await screen.press(KeyEvent(.function(1)))
    expectContains(screen.text, "Clear the line, or quit")
    // Nor is there a way into the diary from there.
    await screen.press(.character(":"))
    await screen.type("trash")
    await screen.press(KeyEvent(.enter), KeyEvent(.escape), KeyEvent(.escape))
    expect(screen.state.screens.front is UnlockScreen)
    expectEqual(screen.state.screens.count, 1)
    await screen.press(.control("z"), .control("l"))
    expectEqual(screen.terminalEffects.suffix(2), [.suspend, .redraw])
    await screen.send(.resumed)
    await screen.send(.resize(Size(columns: 30, rows: 5)))
    expectContains(screen.text, "Too small")
    await screen.press(.character("a"), .control("c"))
    expectEqual(screen.terminalEffects.last, .leave)
    expectEqual(screen.viewMemory.view, RememberedView())
  }

  @Test("Esc clears the line first, then leaves; the mouse moves the caret")
  func escape() async throws {
    let screen = try await locked()
    await screen.type("abc")
    await screen.send(.mouse(MouseEvent(.press, at: Point(column: 15, row: 11))))
    expectEqual(screen.cursor, Point(column: 15, row: 11))
    await screen.press(KeyEvent(.escape))
    expectLacks(screen.text, "•")
    expect(screen.terminalEffects.isEmpty)
    await screen.press(KeyEvent(.escape))
    expectEqual(screen.terminalEffects, [.leave])
  }

  @Test("Drafts are offered once it is open")
  func drafts() async throws {
    let draft = Draft(
      id: .random(), entry: nil, base: [],
      fields: try SampleDiary.fields("Left", on: "2026-11-20T10:00:00+09:00"), dateText: "")
    let screen = try await locked(drafts: [draft])
    expectContains(screen.text, "Your drafts are safe.")
    await screen.type(FakeUnlocking.passphrase)
    await screen.press(KeyEvent(.enter))
    expectContains(screen.text, "You have an unsaved draft")
  }

  @Test("It is told in words, without what is typed")
  func spoken() async throws {
    let screen = try await locked(speaks: true)
    await screen.type("wrong")
    var spoken = screen.state.accessibleText
    expectEqual(spoken.title, "This diary is locked")
    expectEqual(spoken.field?.text, "•••••")
    expectContains(spoken.lines, "Your drafts are safe.")
    await screen.press(KeyEvent(.enter))
    spoken = screen.state.accessibleText
    expectEqual(spoken.lines.first, "That doesn't open the diary. Try again.")
    expectEqual(spoken.field?.text, "")
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
