import DiaryCore
import TerminalUI
import TestSupport
import Testing
import Text

@testable import DiaryApp

private func keyBindings(_ bindings: [(String, String, [String])]) -> [KeyBinding] {
  bindings.enumerated().map { index, binding in
    KeyBinding(screen: binding.0, command: binding.1, keys: binding.2, line: index + 1)
  }
}

@Suite("Keymap") @MainActor struct KeymapTests {
  private func changed(
    _ bindings: (String, String, [String])...
  ) -> (keymap: Keymap, issues: [(line: Int, failure: SettingsIssueReason)]) {
    Keymap.changed(by: keyBindings(bindings))
  }

  @Test func `Every screen's default keys are valid, described and unique`() {
    for screen in KeyScreen.allCases {
      let commands = screen.defaults.bindings.map(\.command)
      expectEqual(Set(commands).count, commands.count, "\(screen)")
      for binding in screen.defaults.bindings {
        expect(!binding.help.isEmpty && !binding.keys.isEmpty, "\(screen)")
      }
      let bindings = screen.defaults.bindings.map { binding in
        KeyBinding(
          screen: screen.rawValue, command: binding.command.rawValue,
          keys: binding.keys.map(\.name), line: 1)
      }
      // Key names that the settings print can be read back.
      let issues = Keymap.changed(by: bindings).issues
      expect(issues.isEmpty, "\(screen): \(issues)")
    }
  }

  @Test func `Changed keys work in screens, dialogs and help`() async throws {
    var screen = try await self.screen(nil, ("list", "new", ["a", "Ins"]), ("list", "search", []))
    expect(screen.text.contains("a new") && !screen.text.contains("/ search"))
    await screen.press("n/", lacks: "New entry").press("?")
    expect(screen.text.contains("a  Ins") && !screen.text.contains("/  "))
    await screen.press("<Esc><Ins>", shows: "New entry")
    screen = try await self.screen(nil, ("dialog", "yes", ["j"]), ("dialog", "no", ["F2"]))
    await screen.press("dy<Esc>", shows: "Delete this entry?")
    await screen.press("<F2>", lacks: "Delete this entry?").press("dj")
    expectEqual(screen.state.list.count, 4)
  }

  @Test(
    "Each mistake is reported",
    arguments: [
      (("lst", "new", ["n"]), SettingsIssueReason.unknownScreen("lst", nearest: "list")),
      (("list", "nwe", ["n"]), .unknownCommand("nwe", screen: "list", nearest: "new")),
      (("list", "save", ["n"]), .unknownCommand("save", screen: "list", nearest: nil)),
      (("list", "new", ["Hyper-n"]), .unknownKey("Hyper-n")),
      (("list", "new", ["d"]), .keyInUse("d", by: "delete")),
      (("list", "trash", ["n"]), .keyInUse("n", by: "new")),
      (("editor", "save", ["s"]), .typedKey("s")),
      (("editor", "undo", ["Enter"]), .typedKey("Enter")),
      (("text", "undo", ["z"]), .typedKey("z")), (("text", "down", ["Enter"]), .typedKey("Enter")),
      (("find", "next", ["n"]), .typedKey("n")), (("editor", "cancel", []), .noKey(for: "cancel")),
      (("editor", "save", []), .noKey(for: "save")),
      (("everywhere", "leave", []), .noKey(for: "leave")),
      (("everywhere", "back", []), .noKey(for: "back")),
      // A letter alone would leave text fields without help.
      (("everywhere", "help", ["h"]), .noKey(for: "help")),
    ] as [((String, String, [String]), SettingsIssueReason)])
  func issues(_ binding: (String, String, [String]), _ failure: SettingsIssueReason) {
    let issues = changed(binding).issues
    expectEqual(issues.map(\.failure), [failure])
    expectEqual(issues.map(\.line), [1])
  }

  @Test func `A key can move to another command, and a general key be unbound on a screen`() {
    let (keymap, issues) = changed(
      ("list", "new", ["d"]), ("list", "delete", ["n"]), ("reader", "back", []))
    expect(issues.isEmpty)
    expectEqual(keymap[.list].command(for: .character("d")), .new)
    expectEqual(keymap[.list].command(for: .character("n")), .delete)
    expectNil(keymap[.reader].command(for: .character("q")))
  }

  private func screen(
    _ entries: [EntryFields]? = nil, _ bindings: (String, String, [String])...
  ) async throws -> ScreenTest {
    let keys = keyBindings(bindings)
    expect(Keymap.changed(by: keys).issues.isEmpty)
    let screen = try await ScreenTest(80, 24, entries: try entries ?? SampleDiary.entries())
    var settings = Settings()
    settings.keys = keys
    await screen.receive(.settingsRead(.success(settings)))
    return screen
  }

  @Test func `Messages name the keys in force`() async throws {
    var screen = try await self.screen(
      nil, ("list", "undo", ["Z"]), ("list", "history", ["F9"]), ("find", "next", ["F6"]),
      ("find", "cancel", ["F7"]), ("replacing", "yes", ["r"]), ("line", "accept", ["F6"]),
      ("export", "cancel", ["F6"]), ("details", "accept", ["F6"]), ("draft-offer", "delete", ["x"]))
    await screen.press("d", shows: "It will be moved to the trash. Press Z to undo.")
    await screen.press("y", shows: "Press Z to undo.")
    await screen.press("ZC", shows: "There is only one version. Press F9 for its history.")
    await screen.press("x", shows: "Enter export   F6 cancel   Tab next   F1 keys")
    await screen.press("<F6>Se", shows: "F6 save   Esc cancel   F1 keys")
    await screen.press("<Esc>qe<F2>", shows: "F6 save   Esc cancel   Tab next")
    await screen.press("<Esc><F3>아침", shows: "F6 next  F7 close")
    await screen.press("<F4><Enter>", shows: "Replace this? r yes, n no, a all, q stop")
    expectEqual(DraftOfferState.labels(screen.state.keys[.draftOffer]).last, "Discard (x)")
    screen = try await self.screen(nil, ("list", "undo", []), ("draft-offer", "delete", []))
    await screen.press("d", shows: "It will be moved to the trash.", lacks: "to undo")
    await screen.press("y", shows: "Deleted “강가 산책, 안개”.", lacks: "to undo")
    expectEqual(DraftOfferState.labels(screen.state.keys[.draftOffer]).last, "Discard")
  }

  @Test(arguments: ["", "<F3>", "<F2>", "<F5>"])
  func `general keys work where text is typed`(_ keys: String) async throws {
    let screen = try await self.screen(nil, ("everywhere", "redraw", ["F10"])).press("n")
    await expectLacks(screen.press(keys).terminalEffects, .redraw)
    await expectContains(screen.press("<F10>").terminalEffects, .redraw)
  }

  @Test func `Space ticks a box, whichever key turns the page`() async throws {
    let entry = try SampleDiary.fields("Read", on: "2026-11-21T07:30", "- [ ] milk")
    for keys in [["PgDn"], ["Space"], ["f"]] {
      let screen = try await self.screen([entry], ("reader", "page-down", keys))
      await screen.press("<Enter><Tab> ", shows: "☑ milk")
    }
  }
}

@Suite("Help and the command palette") @MainActor struct HelpScreenTests {
  @Test func `Every screen's help lists its keys and the general ones`() async throws {
    let opening: [(String, [KeyScreen])] = [
      ("", [.list]), ("/", [.search]), ("<Enter>", [.reader]), ("<Enter><Enter>", [.viewer]),
      ("e", [.editor, .text, .photoStrip]), ("e<C-p>", [.picker]), ("t", [.trash]),
      ("p", [.gallery]), ("<Enter><Enter>w", [.copyOut]), ("<Enter><Enter>e", [.line]),
    ]
    for (keys, screens) in opening {
      let tables = screens.map { screen in
        screen == .text ? screen.defaults.without(KeyScreen.editor.defaults) : screen.defaults
      }
      let screen = try await ScreenTest.sample(80, 90).press(keys).press("<F1>")
      // Text fields have no general letter keys, and only a search can jump elsewhere.
      let isTyping = ["/", "e", "e<C-p>", "<Enter><Enter>w", "<Enter><Enter>e"].contains(keys)
      var everywhere = KeyScreen.everywhere.defaults
      if isTyping { everywhere = everywhere.withoutLetters }
      if isTyping, keys != "/" { everywhere = everywhere.without([.jumpBack, .jumpForward]) }
      expectPrefix(screen.text, " Keys · \(tables[0].title)")
      expectEqual(screen.text.contains("Link to an entry or a day"), keys == "e")
      for table in tables + [everywhere] {
        if table.title != tables[0].title { expectContains(screen.text, table.title) }
        for binding in table.bindings
        where binding.command != .help && !screen.state.keys.hidden.contains(binding.command) {
          expectContains(screen.text, binding.help, "\(table.title)")
          try expectContains(screen.text, binding.keys.at(0).name, "\(table.title)")
        }
      }
      expectEqual(screen.text.contains("F1  ?"), !isTyping)
      expectShows(screen, "F1")
    }
  }

  @Test func `The help scrolls, searches and closes, and its title fits`() async throws {
    try await Language.korean.speaking {
      let screen = try await ScreenTest(40, 12).press("?")
      let help = try require(screen.state.screens.front(as: HelpState.self))
      let title = "\(localized("Keys")) · \(help.title)"
      expectPrefix(screen.text, " \(title)\n")
    }
    var screen = try await ScreenTest.sample(40, 12)
    let list = screen.text
    try await expectScreen(screen.press("?"), in: "help-40x12")
    let top = screen.text
    await expectNotEqual(screen.press("<Down><Down>").text, top)
    await expectEqual(screen.press("<Up><Up><PgDn><PgUp>").text, top)
    await expectEqual(screen.press("<End><Home>").text, top)
    await expectEqual(screen.press("< *12>", shows: "Redraw").press("?").text, list)
    await screen.resize(200, 50).press("?", lacks: "scroll")
    screen = try await ScreenTest.sample(80, 24).press("?")
    let all = screen.text
    await expectPrefix(screen.press("pho").text, " / pho")
    expectEqual(screen.cursor, Point(column: 6, row: 0))
    expectShows(screen, "Show all photos", lacks: "Calendar")
    await screen.press("q?: ", shows: "No matching keys.")
    await screen.press("<C-u>Alt-t", shows: "Show all tags", lacks: "Show all photos")
    await expectEqual(screen.press("<Esc>").text, all)
    await expect(screen.press("<Esc>").state.screens.isEmpty)
  }

  @Test func `The help has columns, and its keys can be changed`() async throws {
    var screen = try await ScreenTest.sample(200, 50).press("?", shows: "Redraw")
    let help = try require(screen.state.screens.front(as: HelpState.self))
    expectEqual(HelpLayout(help, screen.state.size).columns.count, 3)
    let titles = help.sections.map(\.title)
    expectEqual(titles, ["Write", "Read", "Find", "Photos", "Manage", "Everywhere"])
    for title in titles { expectContains(screen.text, title) }
    screen = try await ScreenTest.sample(40, 12)
    let changed = Keymap.changed(by: keyBindings([("help", "page-down", ["F9"])]))
    expect(changed.issues.isEmpty)
    screen.change { $0.keys = changed.keymap }
    await screen.press("?")
    let top = screen.text
    await expectNotEqual(screen.press("<F9>").text, top)
    expectEqual(screen.state.screens.count, 1)
    let letter = keyBindings([("help", "page-down", ["F9"]), ("help", "down", ["j"])])
    expectEqual(Keymap.changed(by: letter).issues.map(\.line), [2])
  }

  private func opened(_ keys: String = "") async throws -> ScreenTest {
    try await ScreenTest.sample(80, 24).press(keys)
  }

  private func palette(_ screen: ScreenTest) -> PaletteState? {
    screen.state.screens.front(as: PaletteState.self)
  }

  @Test func `Typing narrows the commands, best match first, with their keys`() async throws {
    var screen = try await ScreenTest.sample(60, 14)
    let list = screen.text
    try await expectScreen(screen.press(":tags"), in: "palette")
    await expectEqual(screen.press("<Esc>").text, list)
    await expect(screen.press(":calendr<Enter>").state.screens.front is CalendarState)
    // Beginnings of names come before inner words.
    screen = try await opened().press(":tr")
    let shown = try require(palette(screen)).shown
    expect((1..<10).contains(shown.count))
    expect(!shown.contains { $0.item.words == "New entry" })
    await screen.press("<C-u>nt")
    expectEqual(palette(screen)?.shown.contains { $0.item.words == "New entry" }, true)
    // Scattered letters match only if nothing else does.
    screen = try await opened().press(":tra")
    let kinds = try require(palette(screen)).shown.map(\.match.found.kind.rawValue)
    expectEqual(kinds, kinds.sorted(by: >))
    expectLacks(kinds, 0)
    expectEqual(palette(screen)?.selected?.name, "trash")
    // Among equal matches, the last used command is first.
    screen = try await opened().press(":show the trash<Enter>q:")
    expectEqual(palette(screen)?.selected?.name, "trash")
    await expectEqual(palette(screen.press("<Esc>:calendar"))?.selected?.name, "calendar")
  }

  @Test("It fits every size, in both languages", arguments: [(40, 12), (80, 24), (200, 50)])
  func sizes(_ columns: Int, _ rows: Int) async throws {
    for language in Language.allCases {
      try await language.speaking {
        let screen = try await ScreenTest.sample(columns, rows).press(":")
        let palette = try require(self.palette(screen))
        try expectContains(screen.text, "▌" + palette.items.at(0).words)
        expectShows(screen, CountText.commands(palette.items.count))
        await screen.press("<PgDn*20>")
        let last = try require(self.palette(screen)?.selected?.words)
        expectEqual(last, palette.items.last?.words)
        expectShows(screen, "▌" + last.prefix(12))
        await screen.press("zzzzz", shows: localized("No matching commands.")).press("<Enter><Esc>")
        expect(screen.state.screens.isEmpty)
      }
    }
  }

  @Test func `Korean syllables, initials and English names find commands`() async throws {
    try await Language.korean.speaking {
      for typed in ["달력", "ㄷㄹ", "calend"] {
        let screen = try await opened().press(":")
        await expectEqual(palette(screen.type(typed))?.selected?.words, "달력")
        expectEqual(screen.text.contains("calendar"), (typed == "calend"))
      }
    }
  }

  /// Keys that open screens without a text field.
  nonisolated static let screens: [String] = [
    "", "<Enter>", "<Enter><Enter>", "p", "c", "o", "dyt", "S", "<A-t>", "J", "H", "Jv",
    "/강<Enter>",
  ]

  @Test("Each command does the same as its key on the screen below", arguments: screens)
  func sameAsTheKey(_ keys: String) async throws {
    let screen = try await opened(keys)
    var state = screen.state
    state.toast = nil
    var palette = state
    palette.press(":")
    let open = try require(palette.screens.front(as: PaletteState.self))
    expectGreater(open.items.count, 5)
    for (index, item) in open.items.enumerated() {
      if index > 0 { palette.press("<Down>") }
      guard case .key(let key) = item.call, item.name != "random" else { continue }
      var (called, pressed) = (palette, state)
      let chosen = try require(called.screens.front(as: PaletteState.self))
      expectEqual(chosen.selected?.words, item.words)
      let effects = pressed.update(.terminal(.key(key)), now: pressed.now)
      expectEqual(called.press("<Enter>"), effects, "\(item.name)")
      expectEqual(called.frame.grid.text, pressed.frame.grid.text, "\(item.name)")
    }
  }

  @Test("Other screens can be opened from each, and q returns", arguments: screens)
  func elsewhere(_ keys: String) async throws {
    let first = try await opened(keys).press(":")
    for item in try require(palette(first)).items {
      guard case .otherScreen(let command) = item.call else { continue }
      let screen = try await opened(keys)
      let before = screen.text
      await expectNil(palette(screen.press(":").paste(item.words).press("<Enter>")))
      guard command != .search, command != .today,
        screen.state.screens.count > first.state.screens.count - 1
      else { continue }
      await expectEqual(screen.press("<Esc>").text, before, "\(item.name)")
    }
  }

  @Test func `A colon in a text is a character, and any key can open the palette`() async throws {
    var screen = try await ScreenTest(entries: try SampleDiary.days(4)).press(":tile to the")
    expectEqual(palette(screen)?.shown.contains { $0.item.words.contains("Tile") }, false)
    await screen.press("<Esc>vv:tile to the")
    expectEqual(palette(screen)?.shown.contains { $0.item.words.contains("Tile") }, true)
    let places: [String] = ["/", "n", "n<Tab>", "n<C-p>", "Se", "<A-t>/", "c/", "x", "Jn", ":"]
    for keys in places {
      let screen = try await opened(keys)
      let layers = screen.state.screens.count
      await expectEqual(screen.press(":", shows: ":").state.screens.count, layers)
      await expectEqual(screen.press("<C-o><A-o>").state.screens.count, layers)
    }
    screen = try await opened()
    let changed = Keymap.changed(
      by: keyBindings([
        ("everywhere", "commands", ["F12"]), ("list", "calendar", ["F9"]), ("list", "trash", []),
      ]))
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
    screen = try await ScreenTest.sample(40, 12).press(":")
    await screen.paste(String(repeating: "a\u{1B}[31m\u{202E}👨‍👩‍👧‍👦ㄱ", count: 2000))
    expectEqual(palette(screen)?.shown.isEmpty, true)
    await expect(screen.press("<Down><Enter><Esc>").state.screens.isEmpty)
  }
}
