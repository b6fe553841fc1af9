import DiaryCore
import Localization
import TerminalUI
import Testing

@testable import DiaryApp

@Suite("Encrypting the diary", .timeLimit(.minutes(30)))
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
    #expect(screen.text.contains("L   encrypt it with a passphrase"))
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
    #expect(screen.text.contains("Type the six words from your paper"))
    await screen.type(FakeUnlocking.words)
    await screen.press(KeyEvent(.enter))
    #expect(screen.state.screens.isEmpty && screen.text.contains("The words are right."))
    #expect(screen.text.contains("L   lock it") && screen.text.contains("encrypted, in files"))
    #expect(screen.state.context.lockState == .open)
  }

  @Test("Without the words on paper, leaving says what that means")
  func leavingWords() async throws {
    let screen = try await plain()
    await typeTwice(screen)
    await screen.press(KeyEvent(.enter), KeyEvent(.escape))
    #expect(screen.text.contains("Without them the diary can't") && screen.text.contains("acorn"))
    await screen.press(KeyEvent(.escape))
    #expect(screen.state.screens.isEmpty)
  }

  @Test("A weak passphrase is said to be weak, and taken")
  func weak() async throws {
    let screen = try await plain()
    await screen.press(.character("L"))
    await screen.type("short")
    await screen.press(KeyEvent(.enter))
    #expect(screen.text.contains("Type it again.") && screen.text.contains("It is short."))
    await screen.type("short")
    await screen.press(KeyEvent(.enter))
    #expect(screen.text.contains("Your six recovery words"))
    let other = try await plain()
    await other.press(.character("L"))
    await other.type(FakeUnlocking.passphrase)
    await other.press(KeyEvent(.enter))
    #expect(other.text.contains("Type it again.") && !other.text.contains("It is short."))
  }

  @Test("It shows how far it is, and can be stopped", arguments: [80, 40])
  func stopping(columns: Int) async throws {
    let screen = try await plain(columns, columns == 80 ? 24 : 12, isEmpty: false)
    await screen.holdEncryption()
    await typeTwice(screen)
    await screen.goOnEncrypting(Progress(.copying, 3, of: 7))
    #expect(screen.text.contains("3 of 7 files copied"))
    #expect(screen.bottomLine.contains("Esc stop"))
    // Nobody goes elsewhere meanwhile.
    await screen.press(.character("n"), .control("o"))
    #expect(screen.state.screens.front is EncryptionScreen)
    await screen.press(KeyEvent(.escape))
    #expect(screen.text.contains("Stopped. Nothing was changed."))
    #expect(screen.state.context.lockState == .plain && screen.state.screens.isEmpty)
  }

  @Test("What went wrong is told, and the diary is as before")
  func failing() async throws {
    let unlocking = FakeUnlocking(.plain)
    unlocking.fail(with: UnlockingError("There is too little room on the disk."))
    let screen = try await plain(80, 24, unlocking)
    await typeTwice(screen)
    #expect(screen.text.contains("There is too little room on the disk."))
    #expect(screen.state.context.lockState == .plain)
  }

  @Test("Where the diary has words already, they aren't shown again")
  func hasWords() async throws {
    let screen = try await plain(80, 24, FakeUnlocking(.plain, hasWords: true))
    await typeTwice(screen)
    #expect(screen.text.contains("The diary is encrypted"))
    #expect(!screen.text.contains("acorn"))
    await screen.press(KeyEvent(.enter))
    #expect(screen.state.screens.isEmpty)
  }

  @Test("The status says whether it is encrypted, and its key changes that")
  func status() async throws {
    let screen = try await plain(isEmpty: false)
    await screen.press(.character("S"))
    #expect(screen.text.contains("encryption  off; L encrypts the diary"))
    #expect(screen.bottomLine.contains("L encrypt"))
    await typeTwice(screen)
    await screen.press(KeyEvent(.enter), KeyEvent(.escape), KeyEvent(.escape))
    #expect(screen.text.contains("encryption  on; L locks the diary"))
    #expect(screen.bottomLine.contains("L lock"))
    await screen.press(.character("L"))
    #expect(screen.state.isLocking)
  }

  @Test("In words, and in Korean")
  func spoken() async throws {
    try await Language.korean.speaking {
      let screen = try await plain(40, 12, speaks: true)
      await screen.press(.character("L"))
      #expect(screen.state.accessibleText.title == "다이어리 암호화")
      await screen.type("short")
      #expect(screen.state.accessibleText.field?.text == "•••••")
      await screen.press(KeyEvent(.escape), .character("S"))
      #expect(
        screen.state.accessibleText.lines.contains("암호화: 꺼짐, L을 누르면 암호화"),
        "\(screen.state.accessibleText.lines)")
    }
  }
}
