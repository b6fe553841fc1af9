import DiaryCore
import Localization
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp
@testable import DiarySettings

@Suite("The palette of commands") @MainActor
struct PaletteTests {
  private func opened(
    _ columns: Int = 80, _ rows: Int = 24, _ keys: String = ""
  ) async throws -> ScreenTest {
    try await ScreenTest.sample(columns, rows).press(keys)
  }

  private func palette(_ screen: ScreenTest) -> PaletteState? {
    screen.state.screens.front(as: PaletteState.self)
  }

  @Test func `Typing narrows the commands down, the best first, with their keys`() async throws {
    let screen = try await opened(60, 14)
    let list = screen.text
    try await expectScreen(screen.press(":tags"), in: "palette")
    await expectEqual(screen.press("<Esc>").text, list)
    await expect(screen.press(":calendr<Enter>").state.screens.front is CalendarState)
  }

  @Test func `Letters find beginnings first, then inner ones`() async throws {
    var screen = try await opened().press(":tr")
    let shown = try require(palette(screen)).shown
    expect((1..<10).contains(shown.count))
    expect(!shown.contains { $0.item.words == "New entry" })
    await screen.press("<C-u>nt")
    expectEqual(palette(screen)?.shown.contains { $0.item.words == "New entry" }, true)
    // Letters here and there find something only where nothing else does.
    screen = try await opened().press(":tra")
    let kinds = try require(palette(screen)).shown.map(\.match.found.kind.rawValue)
    expectEqual(kinds, kinds.sorted(by: >))
    expectLacks(kinds, 0)
    expectEqual(palette(screen)?.selected?.name, "trash")
    // Of equals the one that was called last goes first.
    screen = try await opened().press(":show the trash<Enter>q:")
    expectEqual(palette(screen)?.selected?.name, "trash")
    await expectEqual(palette(screen.press("<Esc>:calendar"))?.selected?.name, "calendar")
  }

  @Test("In every size, in both languages", arguments: [(40, 12), (80, 24), (200, 50)])
  func sizes(_ columns: Int, _ rows: Int) async throws {
    for language in Language.allCases {
      try await language.speaking {
        let screen = try await opened(columns, rows).press(":")
        let palette = try require(self.palette(screen))
        try expectContains(screen.text, "▌" + palette.items.at(0).words)
        expectShows(screen, CountWords.commands(palette.items.count))
        await screen.press("<PgDn*20>")
        let last = try require(self.palette(screen)?.selected?.words)
        expectEqual(last, palette.items.last?.words)
        expectShows(screen, "▌" + last.prefix(12))
        await screen.press("zzzzz", shows: localized("No matching commands.")).press("<Enter><Esc>")
        expect(screen.state.screens.isEmpty)
      }
    }
  }

  @Test func `In Korean, syllables, initials and the English names find them`() async throws {
    try await Language.korean.speaking {
      for typed in ["달력", "ㄷㄹ", "calend"] {
        let screen = try await opened().press(":")
        await expectEqual(palette(screen.type(typed))?.selected?.words, "달력")
        expectEqual(screen.text.contains("calendar"), (typed == "calend"))
      }
    }
  }

  /// The keys that lead to screens where no text is typed.
  nonisolated static let screens: [String] = [
    "", "<Enter>", "<Enter><Enter>", "p", "c", "o", "dyt", "S", "<A-t>", "J", "H", "Jc",
    "/강<Enter>",
  ]

  @Test("Each command does what its key does on the screen below", arguments: screens)
  func sameAsTheKey(_ keys: String) async throws {
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
  func elsewhere(_ keys: String) async throws {
    let first = try await opened(80, 24, keys).press(":")
    for item in try require(palette(first)).items {
      guard case .elsewhere(let command) = item.call else { continue }
      let screen = try await opened(80, 24, keys)
      let before = screen.text
      await expectNil(palette(screen.press(":").paste(item.words).press("<Enter>")))
      guard command != .search, command != .today,
        screen.state.screens.count > first.state.screens.count - 1
      else { continue }
      await expectEqual(screen.press("<Esc>").text, before, "\(item.name)")
    }
  }

  @Test func `Tiles have commands, and a colon in a text is a text`() async throws {
    let screen = try await ScreenTest(entries: try SampleDiary.days(4)).press(":tile to the")
    expectEqual(palette(screen)?.shown.contains { $0.item.words.contains("Tile") }, false)
    await screen.press("<Esc>vv:tile to the")
    expectEqual(palette(screen)?.shown.contains { $0.item.words.contains("Tile") }, true)
    // Where text is typed, a colon is text.
    let places: [String] = ["/", "n", "n<Tab>", "n<C-p>", "Se", "<A-t>/", "cg", "x", "Jn", ":"]
    for keys in places {
      let screen = try await opened(80, 24, keys)
      let layers = screen.state.screens.count
      await expectEqual(screen.press(":", shows: ":").state.screens.count, layers)
      await expectEqual(screen.press("<C-o><A-o>").state.screens.count, layers)
    }
  }

  @Test func `Custom keys, the mouse and hostile letters`() async throws {
    var screen = try await opened()
    let changed = Keymap.changed(by: [
      KeyBinding(screen: "everywhere", command: "commands", keys: ["F12"], line: 1),
      KeyBinding(screen: "list", command: "calendar", keys: ["F9"], line: 2),
      KeyBinding(screen: "list", command: "trash", keys: [], line: 3),
    ])
    expect(changed.issues.isEmpty)
    screen.change { $0.keys = changed.keymap }
    await screen.press("<Enter><F12>Calendar", shows: "List F9").press("<C-u>show the trash<Enter>")
    expect(screen.state.screens.front is TrashState)
    screen = try await opened().press(":")
    let layout = PaletteLayout(try require(palette(screen)), screen.state.size)
    let row = Point(column: layout.rows.column + 3, row: layout.rows.row + 4)
    await expectEqual(palette(screen.mouse(.press, row))?.selected?.name, "calendar")
    await expectEqual(palette(screen.mouse(.scrollDown, row))?.choice.selected, 7)
    await expect(screen.mouse(.doublePress, row).state.screens.front is CalendarState)
    await expect(screen.press(":").mouse(.press, 0, 0).state.screens.front is CalendarState)
    screen = try await opened(40, 12).press(":")
    await screen.paste(String(repeating: "a\u{1B}[31m\u{202E}👨‍👩‍👧‍👦ㄱ", count: 2000))
    expectEqual(palette(screen)?.shown.isEmpty, true)
    await expect(screen.press("<Down><Enter><Esc>").state.screens.isEmpty)
  }
}
