import DiaryCore
import Localization
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("Encrypting the diary")
@MainActor
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
    await screen.press(.character("L"))
    await screen.type(text)
    await screen.press(KeyEvent(.enter))
    await screen.type(text)
    await screen.press(KeyEvent(.enter))
  }

  @Test("The page of an empty diary offers it with one key")
  func welcome() async throws {
    let screen = try await plain()
    expectContains(screen.text, "L   encrypt it with a passphrase")
    await screen.press(.character("L"))
    expectScreen(
      screen,
      """
       Diary                                                                0 entries
      ────────────────────────────────────────────────────────────────────────────────



                Your diary is empty – and it's all yours.

                ┌──────────────────────────────────────────────────────────┐
                │  Encrypt the diary                                       │
                │                                                          │
                │                                                          │
                │                                                          │
                │  Type a passphrase.                                      │
                │  It opens the diary from then on. Six recovery words     │
                │  follow, should you forget it.                           │can read
                └──────────────────────────────────────────────────────────┘emo.








      """)
  }

  @Test("The passphrase is asked twice, then the six words are shown and asked back")
  func wholeWay() async throws {
    let screen = try await plain()
    await typeTwice(screen)
    expectScreen(
      screen,
      """
       Diary                                                                0 entries
      ────────────────────────────────────────────────────────────────────────────────



                ┌──────────────────────────────────────────────────────────┐
                │  Your six recovery words                                 │
                │                                                          │
                │  1 acorn    4 dune                                       │
                │  2 bagel    5 ember                                      │
                │  3 cedar    6 fjord                                      │
                │                                                          │
                │  Write them on paper now, and keep it in a safe place.   │
                │  If you forget the passphrase, these words open the      │
                │  diary in its place; without either, nobody can. They    │ that
                │  aren't shown again.                                     │iary
                │                                                          │
                │                                                  [ OK ]  │
                └──────────────────────────────────────────────────────────┘




       Enter close
      """)
    await screen.press(KeyEvent(.enter))
    expectContains(screen.text, "Type the six words from your paper")
    await screen.type(FakeUnlocking.words)
    await screen.press(KeyEvent(.enter))
    expect(screen.state.screens.isEmpty)
    expectContains(screen.text, "The words are right.")
    expectContains(screen.text, "L   lock it")
    expectContains(screen.text, "encrypted, in files")
    expectEqual(screen.state.context.lockState, .open)
  }

  @Test("Without the words on paper, leaving says what that means")
  func leavingWords() async throws {
    let screen = try await plain()
    await typeTwice(screen)
    await screen.press(KeyEvent(.enter), KeyEvent(.escape))
    expectContains(screen.text, "Without them the diary can't")
    expectContains(screen.text, "acorn")
    await screen.press(KeyEvent(.escape))
    expect(screen.state.screens.isEmpty)
  }

  @Test("A weak passphrase is said to be weak, and taken")
  func weak() async throws {
    let screen = try await plain()
    await screen.press(.character("L"))
    await screen.type("short")
    await screen.press(KeyEvent(.enter))
    expectContains(screen.text, "Type it again.")
    expectContains(screen.text, "It is short.")
    await screen.type("short")
    await screen.press(KeyEvent(.enter))
    expectContains(screen.text, "Your six recovery words")
    let other = try await plain()
    await other.press(.character("L"))
    await other.type(FakeUnlocking.passphrase)
    await other.press(KeyEvent(.enter))
    expectContains(other.text, "Type it again.")
    expectLacks(other.text, "It is short.")
  }

  @Test("It shows how far it is, and can be stopped", arguments: [80, 40])
  func stopping(columns: Int) async throws {
    let screen = try await plain(columns, columns == 80 ? 24 : 12, isEmpty: false)
    await screen.holdEncryption()
    await typeTwice(screen)
    await screen.goOnEncrypting(Progress(.copying, 3, of: 7))
    expectContains(screen.text, "3 of 7 files copied")
    expectContains(screen.bottomLine, "Esc stop")
    // Nobody goes elsewhere meanwhile.
    await screen.press(.character("n"), .control("o"))
    expect(screen.state.screens.front is EncryptionScreen)
    await screen.press(KeyEvent(.escape))
    expectContains(screen.text, "Stopped. Nothing was changed.")
    expectEqual(screen.state.context.lockState, .plain)
    expect(screen.state.screens.isEmpty)
  }

  @Test("What went wrong is told, and the diary is as before")
  func failing() async throws {
    let unlocking = FakeUnlocking(.plain)
    unlocking.fail(with: UnlockingError("There is too little room on the disk."))
    let screen = try await plain(80, 24, unlocking)
    await typeTwice(screen)
    expectContains(screen.text, "There is too little room on the disk.")
    expectEqual(screen.state.context.lockState, .plain)
  }

  @Test("Where the diary has words already, they aren't shown again")
  func hasWords() async throws {
    let screen = try await plain(80, 24, FakeUnlocking(.plain, hasWords: true))
    await typeTwice(screen)
    expectContains(screen.text, "The diary is encrypted")
    expectLacks(screen.text, "acorn")
    await screen.press(KeyEvent(.enter))
    expect(screen.state.screens.isEmpty)
  }

  @Test("The status says whether it is encrypted, and its key changes that")
  func status() async throws {
    let screen = try await plain(isEmpty: false)
    await screen.press(.character("S"))
    expectContains(screen.text, "encryption  off; L encrypts the diary")
    expectContains(screen.bottomLine, "L encrypt")
    await typeTwice(screen)
    await screen.press(KeyEvent(.enter), KeyEvent(.escape), KeyEvent(.escape))
    expectContains(screen.text, "encryption  on; L locks the diary")
    expectContains(screen.bottomLine, "L lock")
    await screen.press(.character("L"))
    expect(screen.state.isLocking)
  }

  @Test("In words, and in Korean")
  func spoken() async throws {
    try await Language.korean.speaking {
      let screen = try await plain(40, 12, speaks: true)
      await screen.press(.character("L"))
      expectEqual(screen.state.accessibleText.title, "다이어리 암호화")
      await screen.type("short")
      expectEqual(screen.state.accessibleText.field?.text, "•••••")
      await screen.press(KeyEvent(.escape), .character("S"))
      expectContains(
        screen.state.accessibleText.lines, "암호화: 꺼짐, L을 누르면 암호화",
        "\(screen.state.accessibleText.lines)")
    }
  }
}
