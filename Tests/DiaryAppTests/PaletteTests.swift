import DiaryCore
import Localization
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp
@testable import DiarySettings

@Suite("The palette of commands")
@MainActor
struct PaletteTests {
  private func opened(
    _ columns: Int = 80, _ rows: Int = 24, _ keys: [KeyEvent] = []
  ) async throws -> ScreenTest {
    let screen = try await ScreenTest(columns, rows, entries: try SampleDiary.entries())
    for key in keys { await screen.press(key) }
    return screen
  }

  private func palette(_ screen: ScreenTest) -> PaletteState? {
    screen.state.screens.front(as: PaletteState.self)
  }

  @Test("What is typed narrows the commands down, the best first, with their keys")
  func narrowing() async throws {
    let screen = try await opened(60, 14)
    let list = screen.text
    await screen.press(.character(":"))
    await screen.type("tags")
    expectScreen(
      screen,
      """
      ┌──────────────────────────────────────────────────────────┐
      │ : tags                                        2 commands │
      │──────────────────────────────────────────────────────────│
      │▌Show all tags  tags                                Alt-t │
      │ Edit tags of the entry or marked entries               # │
      │                                                          │
      │                                                          │
      │                                                          │
      │                                                          │
      │                                                          │
      │                                                          │
      │                                                          │
      └──────────────────────────────────────────────────────────┘
       Enter run  ↓ choose  Esc close  F1 keys
      """)
    await screen.press(KeyEvent(.escape))
    expectEqual(screen.text, list)
    await screen.press(.character(":"))
    await screen.type("calendr")
    await screen.press(KeyEvent(.enter))
    expect(screen.state.screens.front is CalendarState)
  }

  @Test("One or two letters begin words, and stand within them only where none begins so")
  func shortPatterns() async throws {
    let screen = try await opened()
    await screen.press(.character(":"))
    await screen.type("tr")
    let shown = try require(palette(screen)).shown
    expect((1..<10).contains(shown.count))
    expect(!shown.contains { $0.item.words == "New entry" })
    await screen.press(.control("u"))
    await screen.type("nt")
    expectEqual(palette(screen)?.shown.contains { $0.item.words == "New entry" }, true)
  }

  @Test("Letters here and there find something only where nothing else does")
  func ranking() async throws {
    let screen = try await opened()
    await screen.press(.character(":"))
    await screen.type("tra")
    let kinds = try require(palette(screen)).shown.map(\.match.found.kind.rawValue)
    expectEqual(kinds, kinds.sorted(by: >))
    expectLacks(kinds, 0)
    expectEqual(palette(screen)?.selected?.name, "trash")
  }

  @Test("Of equals the one that was called last goes first")
  func recent() async throws {
    let screen = try await opened()
    await screen.press(.character(":"))
    await screen.type("show the trash")
    await screen.press(KeyEvent(.enter), .character("q"), .character(":"))
    expectEqual(palette(screen)?.selected?.name, "trash")
    await screen.press(KeyEvent(.escape), .character(":"))
    await screen.type("calendar")
    expectEqual(palette(screen)?.selected?.name, "calendar")
  }

  @Test("In every size, in both languages", arguments: [(40, 12), (80, 24), (200, 50)])
  func sizes(_ columns: Int, _ rows: Int) async throws {
    for language in Language.allCases {
      try await language.speaking {
        let screen = try await opened(columns, rows)
        await screen.press(.character(":"))
        let palette = try require(self.palette(screen))
        try expectContains(screen.text, "▌" + palette.items.at(0).words)
        expectContains(screen.text, CountWords.commands(palette.items.count))
        await screen.press(KeyEvent(.pageDown), times: 20)
        let last = try require(self.palette(screen)?.selected?.words)
        expectEqual(last, palette.items.last?.words)
        expectContains(screen.text, "▌" + last.prefix(12))
        await screen.type("zzzzz")
        expectContains(screen.text, localized("No matching commands."))
        await screen.press(KeyEvent(.enter), KeyEvent(.escape))
        expect(screen.state.screens.isEmpty)
      }
    }
  }

  @Test("In Korean, syllables, initials and the English names find them")
  func korean() async throws {
    try await Language.korean.speaking {
      for typed in ["달력", "ㄷㄹ", "calend"] {
        let screen = try await opened()
        await screen.press(.character(":"))
        await screen.type(typed)
        expectEqual(palette(screen)?.selected?.words, "달력")
        expectEqual(screen.text.contains("calendar"), (typed == "calend"))
      }
    }
  }

  /// The keys that lead to screens where no text is typed.
  nonisolated static let screens: [[KeyEvent]] = [
    [], [KeyEvent(.enter)], [KeyEvent(.enter), KeyEvent(.enter)], [.character("p")],
    [.character("c")], [.character("o")], [.character("d"), .character("y"), .character("t")],
    [.character("S")], [.alt("t")], [.character("J")], [.character("H")],
    [.character("J"), .character("c")], [.character("/"), .character("강"), KeyEvent(.enter)],
  ]

  @Test("Each command does what its key does on the screen below", arguments: screens)
  func sameAsTheKey(_ keys: [KeyEvent]) async throws {
    let screen = try await opened(80, 24, keys)
    var state = screen.state
    state.toast = nil
    var palette = state
    _ = press(.character(":"), &palette)
    guard let open = palette.screens.front(as: PaletteState.self) else { throw Missing() }
    expectGreater(open.items.count, 5)
    for (index, item) in open.items.enumerated() {
      if index > 0 { _ = press(KeyEvent(.down), &palette) }
      guard case .key(let key) = item.call, item.name != "random" else { continue }
      var (called, pressed) = (palette, state)
      guard let chosen = called.screens.front(as: PaletteState.self) else { throw Missing() }
      expectEqual(chosen.selected?.words, item.words)
      let (one, other) = (press(KeyEvent(.enter), &called), press(key, &pressed))
      expectEqual(one, other, "\(item.name)")
      expectEqual(called.frame.grid.text, pressed.frame.grid.text, "\(item.name)")
    }
  }

  private struct Missing: Error {}

  private func press(_ key: KeyEvent, _ state: inout AppState) -> [Effect] {
    state.update(.terminal(.key(key)), now: state.now)
  }

  @Test("Other screens can be gone to from each of them; q leads back", arguments: screens)
  func elsewhere(_ keys: [KeyEvent]) async throws {
    let first = try await opened(80, 24, keys)
    await first.press(.character(":"))
    for item in try require(palette(first)).items {
      guard case .elsewhere(let command) = item.call else { continue }
      let screen = try await opened(80, 24, keys)
      let before = screen.text
      await screen.press(.character(":"))
      await screen.send(.paste(item.words))
      await screen.press(KeyEvent(.enter))
      expectNil(palette(screen))
      guard command != .search, command != .today,
        screen.state.screens.count > first.state.screens.count - 1
      else { continue }
      await screen.press(KeyEvent(.escape))
      expectEqual(screen.text, before, "\(item.name)")
    }
  }

  @Test("What moves among tiles is there where there are tiles")
  func tiles() async throws {
    let screen = try await ScreenTest(entries: try SampleDiary.days(4))
    await screen.press(.character(":"))
    await screen.type("tile to the")
    expectEqual(palette(screen)?.shown.contains { $0.item.words.contains("Tile") }, false)
    await screen.press(KeyEvent(.escape), .character("v"), .character("v"), .character(":"))
    await screen.type("tile to the")
    expectEqual(palette(screen)?.shown.contains { $0.item.words.contains("Tile") }, true)
  }

  @Test("Where text is typed, a colon is text")
  func typing() async throws {
    let places: [[KeyEvent]] = [
      [.character("/")], [.character("n")], [.character("n"), KeyEvent(.tab)],
      [.character("n"), .control("p")], [.character("S"), .character("e")],
      [.alt("t"), .character("/")], [.character("c"), .character("g")], [.character("x")],
      [.character("J"), .character("n")], [.character(":")],
    ]
    for keys in places {
      let screen = try await opened(80, 24, keys)
      let layers = screen.state.screens.count
      await screen.press(.character(":"))
      expectEqual(screen.state.screens.count, layers)
      expectContains(screen.text, ":")
      await screen.press(.control("o"), .alt("o"))
      expectEqual(screen.state.screens.count, layers)
    }
  }

  @Test("A person's own keys stand there, and call it")
  func ownKeys() async throws {
    let screen = try await opened()
    let changed = Keymap.changed(by: [
      KeyBinding(screen: "everywhere", command: "commands", keys: ["F12"], line: 1),
      KeyBinding(screen: "list", command: "calendar", keys: ["F9"], line: 2),
      KeyBinding(screen: "list", command: "trash", keys: [], line: 3),
    ])
    expect(changed.issues.isEmpty)
    screen.change { $0.keys = changed.keymap }
    await screen.press(KeyEvent(.enter), KeyEvent(.function(12)))
    await screen.type("Calendar")
    expectContains(screen.text, "List F9")
    await screen.press(.control("u"))
    await screen.type("show the trash")
    await screen.press(KeyEvent(.enter))
    expect(screen.state.screens.front is TrashState)
  }

  @Test("The mouse chooses, opens and leaves")
  func mouse() async throws {
    let screen = try await opened()
    await screen.press(.character(":"))
    let layout = PaletteLayout(try require(palette(screen)), screen.state.size)
    let row = Point(column: layout.rows.column + 3, row: layout.rows.row + 4)
    await screen.send(.mouse(MouseEvent(.press, at: row)))
    expectEqual(palette(screen)?.selected?.name, "calendar")
    await screen.send(.mouse(MouseEvent(.scrollDown, at: row)))
    expectEqual(palette(screen)?.choice.selected, 7)
    await screen.send(.mouse(MouseEvent(.doublePress, at: row)))
    expect(screen.state.screens.front is CalendarState)
    await screen.press(.character(":"))
    await screen.send(.mouse(MouseEvent(.press, at: Point(column: 0, row: 0))))
    expect(screen.state.screens.front is CalendarState)
  }

  @Test("Hostile letters find nothing and break nothing")
  func hostile() async throws {
    let screen = try await opened(40, 12)
    await screen.press(.character(":"))
    await screen.send(.paste(String(repeating: "a\u{1B}[31m\u{202E}👨‍👩‍👧‍👦ㄱ", count: 2000)))
    expectEqual(palette(screen)?.shown.isEmpty, true)
    await screen.press(KeyEvent(.down), KeyEvent(.enter), KeyEvent(.escape))
    expect(screen.state.screens.isEmpty)
  }
}
