import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

/// A counter that the app doesn't know.
private struct CounterScreen: Screen {
  var count = 0

  func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.counter]] }

  mutating func handle(_ key: KeyEvent, in app: inout AppState) -> [Effect] {
    switch command(for: key, in: app) {
    case .up: count += 1
    case .back: app.pop()
    case let other?: return app.updateEverywhere(other)
    case nil: break
    }
    return []
  }

  mutating func click(_ mouse: MouseEvent, in app: inout AppState) -> [Effect] {
    count -= mouse.action.wheelRows
    return []
  }

  func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    let frame = ScreenFrame(title: "Counter", hints: app.keys[.counter].bindings, in: &grid, app)
    grid.draw("\(count)", in: frame.body.line(0), app.theme.accent)
    return nil
  }

  func accessibleText(in app: AppState) -> AccessibleText {
    AccessibleText("Counter", ["\(count)"])
  }
}

extension KeyScreen {
  fileprivate static let counter = KeyScreen(
    "counter", title: "Counter",
    Binding(.up, KeyEvent(.up), help: "Count up", hint: "up"),
    Binding(.back, .character("q"), help: "Go back", hint: "back"))
}

@Suite("A custom screen") @MainActor struct CustomScreenTests {
  private func opened() async throws -> ScreenTest {
    let screen = try await ScreenTest.sample(40, 12)
    screen.change { $0.screens.push(CounterScreen()) }
    return screen
  }

  @Test func `A custom screen draws, handles keys and clicks, and is in the help`() async throws {
    var screen = try await opened().press("<Up><Up>", shows: " Counter", "\n2", "↑ up  q back")
    await expectShows(screen.mouse(.scrollUp, 3, 3), "\n5")
    await expect(screen.press("q").state.screens.isEmpty)
    screen = try await opened().press("?", shows: "Count up").press("q:count up<Enter>")
    expectEqual(screen.state.screens.front(as: CounterScreen.self)?.count, 1)
    await expect(screen.press(":trash<Enter>").state.screens.front is TrashState)
    await expect(screen.press("q").state.screens.front is CounterScreen)
    try await expectEqual(opened().state.accessibleText.lines, ["0"])
  }
}

@MainActor @Suite("Custom commands on keys") struct CustomCommandTests {
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

  @Test func `A command receives the entry, and its output is shown`() async throws {
    var screen = try await opened()
    let title = try require(screen.state.entries.selectedEntry?.title)
    screen.commands.answer = .success("12 \u{1B}[31mwords\n")
    await expectEqual(screen.press(Self.f9).commands.runs, ["wc -w: \(title)"])
    expectShows(screen, "12 ␛[31mwords")
    screen.commands.answer = .success("\n")
    await expectShows(screen.press(KeyEvent(.enter), Self.f9), "Ran wc -w.")
    screen = try await opened()
    screen.commands.answer = .success("first\n\nlast\u{7}")
    await expectShows(screen.press(Self.f9), "first", "last␇")
    await screen.press("<Esc>", lacks: "first")
    screen.commands.answer = .failure(MessageError("wc -w had a problem: gone."))
    await expectShows(screen.press(Self.f9), "wc -w had a problem: gone.")
  }

  @Test func `Commands run outside text fields, and the help lists them`() async throws {
    var screen = try await opened(["F9": "wc -w", "z": "cat"]).press("/z").press(Self.f9)
    expectShows(screen, "/")
    expect(screen.commands.runs.isEmpty)
    await screen.press(KeyEvent(.escape), .character("c"), Self.f9, KeyEvent(.escape))
    await expect(screen.press(.character("n"), .character("z"), Self.f9).commands.runs.isEmpty)
    let empty = try await opened(entries: 0)
    await expect(empty.press(Self.f9).commands.runs.isEmpty)
    expectShows(empty, "There's no entry")
    screen = try await opened(["F9": "my-command --now"]).press(":my-command<Enter>")
    expectEqual(screen.commands.runs.count, 1)
    await screen.press("?my-command", shows: "F9", "my-command --now")
  }

  @Test func `A command doesn't replace a key, and a hook reports problems`() async throws {
    var screen = try await opened(["n": "rm", "q": "rm", "Ctrl-O": "rm"])
    await expect(screen.press("n", shows: "New entry").commands.runs.isEmpty)
    var keymap = Keymap()
    let issues = keymap.receive([
      CommandKey(key: "n", command: "a", line: 1), CommandKey(key: "F9", command: "b", line: 2),
      CommandKey(key: "F9", command: "c", line: 3),
      CommandKey(key: "Hyper-x", command: "d", line: 4),
    ])
    expectEqual(
      issues.map(\.failure),
      [.keyInUse("n", by: "new"), .keyInUse("F9", by: "b"), .unknownKey("Hyper-x")])
    expectEqual(keymap.custom.map(\.text), ["b"])
    screen = try await opened().receive(.notice("Saved, but hooks.saved had a problem: it's gone."))
    expectShows(screen, "Saved, but hooks.saved had a problem")
  }
}

@MainActor @Suite("Templates and the question of the day") struct TemplateTests {
  private let morning = """
    ---
    title: "Morning, {{date}}"
    tags: [walk, "{{weekday}}"]
    journal: Travel
    mood: 🙂
    other: kept out
    ---
    {{time}} {{unknown}} {{ {{title}}

    {{cursor}}
    {{prompt}}
    """

  @Test func `A template fills a new entry, or is inserted at the caret`() async throws {
    var screen = try await ScreenTest()
    screen.templates.put("evening", "Good night")
    screen.templates.put("morning", morning)
    await screen.press("n<F5>mor", shows: "morning", "#walk", lacks: "evening")
    await screen.press("<Enter>Here<C-s>")
    var entry = try require(try await screen.service.entries().first)
    expectEqual(entry.title, "Morning, 21 Nov 2026")
    expectEqual(entry.tags, ["walk", "Saturday"])
    expectEqual(entry.journal, "Travel")
    expectEqual(entry.details.mood, "🙂")
    var prompt = DailyPrompt.text(on: entry.date.day)
    expectEqual(entry.content, "10:00 {{unknown}} {{ \n\nHere\n\(prompt)")
    let date = try require(EntryDate("2026-11-02T09:05:00+09:00"))
    screen = try await ScreenTest(
      entries: [EntryFields(date: date, title: "Own", content: "ab", tags: ["walk"])])
    screen.templates.put("morning", morning)
    await screen.press("e<Home><Right><F5><Enter>X<C-s>")
    entry = try require(try await screen.service.entries().first)
    prompt = DailyPrompt.text(on: date.day)
    expectEqual(entry.content, "a09:05 {{unknown}} {{ Own\n\nX\n\(prompt)b")
    expectEqual(entry.title, "Own")
    expectEqual(entry.journal, EntryFields.defaultJournal)
    expectEqual(entry.tags, ["walk", "Monday"])
    try await expectEqual(screen.press("u").service.entries().map(\.content), ["ab"])
  }

  @Test func `Templates are undone, problems reported, and questions never saved`() async throws {
    var screen = try await ScreenTest()
    screen.templates.put("morning", morning)
    await screen.press("n<F5><Esc>", lacks: "Morning").press("<F5><Enter>", shows: "Morning")
    await expect(screen.press("<C-z>", lacks: "Morning").press("<Esc>").state.screens.isEmpty)
    screen = try await ScreenTest().press("n<F5>")
    expectShows(screen, "/home/me/.config/photodiary/templates", "title: Morning, {{date}}")
    await screen.press("<Enter><Esc>", shows: "New entry")
    screen = try await ScreenTest()
    screen.templates.put(
      TemplateFile(
        name: "a\u{1B}[31m", result: .failure(MessageError("The template isn't UTF-8 text."))))
    await screen.press("n<F5><Enter>", shows: "isn't UTF-8 text", "Templates")
    screen = try await ScreenTest().press("n")
    let prompt = DailyPrompt.text(on: screen.state.now.day)
    expectShows(screen, prompt)
    await screen.press("<Tab>x", lacks: prompt).press("<C-s>")
    try await expectEqual(screen.service.entries().map(\.content), ["x"])
    await screen.press("n")
    screen.change { $0.preferences.asksDailyPrompt = false }
    expectShows(screen, "\n  Text\n", lacks: prompt)
  }
}
