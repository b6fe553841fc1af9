import DiaryCore
import DiarySettings
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@MainActor @Suite("Commands of one's own on keys")
struct OwnCommandTests {
  private static let f9 = KeyEvent(.function(9))

  private func opened(_ keys: [String: String] = ["F9": "wc -w"], entries: Int = 2) async throws
    -> ScreenTest
  {
    let now = try require(EntryDate(ScreenTest.now))
    let screen = try await ScreenTest(
      80, 24,
      entries: (0..<entries).map { EntryFields(date: now, title: "Entry \($0)", content: "text") })
    var settings = Settings()
    settings.commands = keys.map { CommandKey(key: $0, command: $1, line: 1) }
    await screen.receive(.settingsRead(.success(settings)))
    return screen
  }

  @Test func `the entry of the list and of the reader is given, and a line is shown`() async throws
  {
    let screen = try await opened()
    let title = try require(screen.state.context.entries.selectedEntry?.title)
    screen.commands.answer(.success("12 \u{1B}[31mwords\n"))
    await screen.press(Self.f9)
    expectEqual(screen.commands.runs, ["wc -w: \(title)"])
    expectContains(screen.text, "12 ␛[31mwords")
    screen.commands.answer(.success("\n"))
    await screen.press(KeyEvent(.enter), Self.f9)
    expectEqual(screen.commands.runs, ["wc -w: \(title)", "wc -w: \(title)"])
    expectContains(screen.text, "Ran wc -w.")
  }

  @Test func `several lines open, and a problem is told`() async throws {
    let screen = try await opened()
    screen.commands.answer(.success("first\n\nlast\u{7}"))
    await screen.press(Self.f9)
    expectContains(screen.text, "first")
    expectContains(screen.text, "last␇")
    await screen.press(KeyEvent(.escape))
    expectLacks(screen.text, "first")
    screen.commands.answer(.failure(CommandProblem(line: "wc -w had a problem: gone.")))
    await screen.press(Self.f9)
    expectContains(screen.text, "wc -w had a problem: gone.")
  }

  @Test func `where letters are typed, on other screens and without an entry none is run`()
    async throws
  {
    let screen = try await opened(["F9": "wc -w", "z": "cat"])
    await screen.press(.character("/"))
    await screen.type("z")
    await screen.press(Self.f9)
    expectContains(screen.text, "/")
    expect(screen.commands.runs.isEmpty)
    await screen.press(KeyEvent(.escape), .character("c"), Self.f9, KeyEvent(.escape))
    await screen.press(.character("n"), .character("z"), Self.f9)
    expect(screen.commands.runs.isEmpty)
    let empty = try await opened(entries: 0)
    await empty.press(Self.f9)
    expect(empty.commands.runs.isEmpty)
    expectContains(empty.text, "There is no entry")
  }

  @Test func `help lists them, and the palette runs them`() async throws {
    let screen = try await opened(["F9": "my-command --now"])
    await screen.press(.character(":"))
    await screen.type("my-command")
    await screen.press(KeyEvent(.enter))
    expectEqual(screen.commands.runs.count, 1)
    await screen.press(.character("?"))
    await screen.type("my-command")
    expectContains(screen.text, "F9")
    expectContains(screen.text, "my-command --now")
  }

  @Test func `a key that does something stays as it was`() async throws {
    let screen = try await opened(["n": "rm", "q": "rm", "Ctrl-O": "rm"])
    await screen.press(.character("n"))
    expectContains(screen.text, "New entry")
    expect(screen.commands.runs.isEmpty)
    var keymap = Keymap()
    let issues = keymap.take([
      CommandKey(key: "n", command: "a", line: 1), CommandKey(key: "F9", command: "b", line: 2),
      CommandKey(key: "F9", command: "c", line: 3),
      CommandKey(key: "Hyper-x", command: "d", line: 4),
    ])
    expectEqual(
      issues.map(\.failure),
      [
        .takenKey("n", by: "new"), .takenKey("F9", by: "b"), .unknownKey("Hyper-x"),
      ])
    expectEqual(keymap.own.map(\.text), ["b"])
  }

  @Test func `what a hook has to say is told`() async throws {
    let screen = try await opened()
    await screen.receive(.told("Saved, but hooks.saved had a problem: it's gone."))
    expectContains(screen.text, "Saved, but hooks.saved had a problem")
  }
}
