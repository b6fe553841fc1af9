import DiaryCore
import Localization
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp
@testable import DiarySettings

@Suite("Keymap") @MainActor
struct KeymapTests {
  private func bindings(_ bindings: [(String, String, [String])]) -> [KeyBinding] {
    bindings.enumerated().map { index, binding in
      KeyBinding(screen: binding.0, command: binding.1, keys: binding.2, line: index + 1)
    }
  }

  private func changed(
    _ bindings: (String, String, [String])...
  ) -> (keymap: Keymap, issues: [(line: Int, failure: SettingsIssueReason)]) {
    Keymap.changed(by: self.bindings(bindings))
  }

  @Test func `Nothing is bound twice, and every screen has a name of its own commands`() {
    for screen in KeyScreen.allCases {
      let commands = screen.defaults.bindings.map(\.command)
      expectEqual(Set(commands).count, commands.count, "\(screen)")
      let bindings = screen.defaults.bindings.map { binding in
        KeyBinding(
          screen: screen.rawValue, command: binding.command.rawValue,
          keys: binding.keys.map(\.name), line: 1)
      }
      // What the settings print as the defaults can be read back.
      let issues = Keymap.changed(by: bindings).issues
      expect(issues.isEmpty, "\(screen): \(issues)")
    }
  }

  @Test func `Changed keys work in screens, dialogs and help`() async throws {
    var screen = try await ScreenTest.sample(80, 24)
    var settings = Settings()
    settings.keys = bindings([("list", "new", ["a", "Ins"]), ("list", "search", [])])
    await screen.receive(.settingsRead(.success(settings)))
    expect(screen.text.contains("a new") && !screen.text.contains("/ search"))
    await screen.press("n/", lacks: "New entry").press("?")
    expect(screen.text.contains("a  Ins") && !screen.text.contains("/  "))
    await screen.press("<Esc><Ins>", shows: "New entry")
    // Dialogs obey the keymap too.
    screen = try await ScreenTest.sample(80, 24)
    settings = Settings()
    settings.keys = bindings([("dialog", "yes", ["j"]), ("dialog", "no", ["F2"])])
    await screen.receive(.settingsRead(.success(settings)))
    await screen.press("dy<Esc>", shows: "Delete this entry?")
    await screen.press("<F2>", lacks: "Delete this entry?").press("dj")
    expectEqual(screen.state.list.count, 4)
  }

  @Test(
    "Each mistake is told",
    arguments: [
      (("lst", "new", ["n"]), SettingsIssueReason.unknownScreen("lst", nearest: "list")),
      (("list", "nwe", ["n"]), .unknownCommand("nwe", screen: "list", nearest: "new")),
      (("list", "save", ["n"]), .unknownCommand("save", screen: "list", nearest: "last")),
      (("list", "new", ["Hyper-n"]), .unknownKey("Hyper-n")),
      (("list", "new", ["d"]), .takenKey("d", by: "delete")),
      (("list", "trash", ["n"]), .takenKey("n", by: "new")),
      (("editor", "save", ["s"]), .typedKey("s")),
      (("editor", "undo", ["Enter"]), .typedKey("Enter")),
      (("text", "undo", ["z"]), .typedKey("z")), (("text", "down", ["Enter"]), .typedKey("Enter")),
      (("find", "next", ["n"]), .typedKey("n")), (("editor", "cancel", []), .noKey(for: "cancel")),
      (("editor", "save", []), .noKey(for: "save")),
      (("everywhere", "leave", []), .noKey(for: "leave")),
      (("everywhere", "back", []), .noKey(for: "back")),
      // Where letters are typed there would be no help.
      (("everywhere", "help", ["h"]), .noKey(for: "help")),
    ] as [((String, String, [String]), SettingsIssueReason)])
  func issues(_ binding: (String, String, [String]), _ failure: SettingsIssueReason) {
    let issues = changed(binding).issues
    expectEqual(issues.map(\.failure), [failure])
    expectEqual(issues.map(\.line), [1])
  }

  @Test func `A key may change its owner, and what everywhere has may be unbound on a screen`() {
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
    let keys = self.bindings(bindings)
    expect(Keymap.changed(by: keys).issues.isEmpty)
    let screen = try await ScreenTest(80, 24, entries: try entries ?? SampleDiary.entries())
    var settings = Settings()
    settings.keys = keys
    await screen.receive(.settingsRead(.success(settings)))
    return screen
  }

  @Test func `Messages name the keys in force`() async throws {
    var screen = try await self.screen(
      nil, ("list", "undo", ["U"]), ("list", "history", ["F9"]), ("find", "next", ["F6"]),
      ("find", "cancel", ["F7"]), ("replacing", "yes", ["r"]), ("line", "accept", ["F6"]),
      ("export", "cancel", ["F6"]), ("details", "accept", ["F6"]), ("draft-offer", "delete", ["x"]))
    await screen.press("d", shows: "It will move to the trash. Press U to undo.")
    await screen.press("y", shows: "Press U to undo.")
    await screen.press("Um", shows: "There is only one version. Press F9 for its history.")
    await screen.press("x", shows: "Enter export · Tab next · Space to change · F6 leave")
    await screen.press("<F6>Se", shows: "F6 saves, Esc cancels.")
    await screen.press("<Esc>qe<F2>", shows: "F6 saves, Esc cancels.")
    await screen.press("<Esc><F3>아침", shows: "F6 next  F7 close")
    await screen.press("<F4><Enter>", shows: "Replace this? r yes, n no, a all, q stop")
    expectEqual(DraftOfferState.labels(screen.state.keys[.draftOffer]).last, "Discard (x)")
    // What no key does isn't proposed.
    screen = try await self.screen(nil, ("list", "undo", []), ("draft-offer", "delete", []))
    await screen.press("d", shows: "It will move to the trash.", lacks: "brings")
    await screen.press("y", shows: "Deleted “강가 산책, 안개”.", lacks: "brings")
    expectEqual(DraftOfferState.labels(screen.state.keys[.draftOffer]).last, "Discard")
  }

  @Test(
    "Keys of everywhere work where text is typed, whatever they are",
    arguments: [
      "", "<F3>", "<F2>", "<F5>",
    ])
  func everywhere(_ keys: String) async throws {
    let screen = try await self.screen(nil, ("everywhere", "redraw", ["F10"])).press("n")
    await expectLacks(screen.press(keys).terminalEffects, .redraw)
    await expectContains(screen.press("<F10>").terminalEffects, .redraw)
  }

  @Test func `Space ticks a box, whatever turns the page`() async throws {
    let entry = try SampleDiary.fields("Read", on: "2026-11-21T07:30", "- [ ] milk")
    for keys in [["PgDn"], ["Space"], ["f"]] {
      let screen = try await self.screen([entry], ("reader", "page-down", keys)).press(
        "<Enter><Tab> ")
      expectContains(screen.text, "☑ milk", "\(keys)")
    }
  }
}

@Suite("Help") @MainActor
struct HelpScreenTests {
  static let tables = KeyScreen.allCases.map(\.defaults)

  @Test func `Every binding has a description and no key two`() {
    for table in Self.tables {
      for binding in table.bindings {
        expect(!binding.help.isEmpty, "\(table.title)")
        expect(!binding.keys.isEmpty, "\(table.title)")
      }
    }
    // No key is bound twice in a table.
    for table in Self.tables {
      let keys = table.bindings.flatMap(\.keys)
      expectEqual(Set(keys).count, keys.count, "\(table.title)")
    }
  }

  @Test func `Every screen's help lists its bindings and those of everywhere`() async throws {
    let opening: [(String, [KeyScreen])] = [
      ("", [.list]), ("/", [.search]), ("<Enter>", [.reader]), ("<Enter><Enter>", [.viewer]),
      ("e", [.editor, .text, .photoStrip]), ("e<C-p>", [.picker]), ("t", [.trash]),
      ("p", [.gallery]), ("<Enter><Enter>w", [.copyOut]), ("<Enter><Enter>c", [.line]),
    ]
    for (keys, screens) in opening {
      let tables = screens.map { screen in
        screen == .text ? screen.defaults.without(KeyScreen.editor.defaults) : screen.defaults
      }
      let screen = try await ScreenTest.sample(80, 90).press(keys).press("<F1>")
      // Where letters are typed, those of everywhere aren't keys.
      let isTyping = [KeyScreen.search, .editor, .picker, .copyOut, .line].contains {
        $0.defaults.title == tables[0].title
      }
      // From a text one doesn't go elsewhere, but from a search.
      let table = KeyScreen.everywhere.defaults
      let everywhere =
        !isTyping
        ? table
        : tables[0].title == KeyScreen.search.defaults.title
          ? table.withoutLetters : table.withoutLetters.without([.jumpBack, .jumpForward])
      expectPrefix(screen.text, " Keys · \(tables[0].title)")
      for table in tables + [everywhere] {
        if table.title != tables[0].title { expectContains(screen.text, table.title) }
        for binding in table.bindings where binding.command != .help {
          expectContains(screen.text, binding.help, "\(table.title)")
          try expectContains(screen.text, binding.keys.at(0).name, "\(table.title)")
        }
      }
      expectEqual(screen.text.contains("F1  ?"), !isTyping)
      expectShows(screen, "F1")
    }
  }

  @Test func `The title takes precedence over the text beside it`() async throws {
    try await Language.korean.speaking {
      let screen = try await ScreenTest(40, 12).press("?")
      let help = try require(screen.state.screens.front(as: HelpState.self))
      let title = "\(localized("Keys")) · \(help.title)"
      expectPrefix(screen.text, " \(title)\n")
    }
  }

  @Test func `The help scrolls, searches and closes`() async throws {
    var screen = try await ScreenTest.sample(40, 12)
    let list = screen.text
    try await expectScreen(screen.press("?"), in: "help-40x12")
    let top = screen.text
    await expectNotEqual(screen.press("<Down><Down>").text, top)
    await expectEqual(screen.press("<Up><Up><PgDn><PgUp>").text, top)
    await expectEqual(screen.press("<End><Home>").text, top)
    await expectEqual(screen.press("< *12>", shows: "Redraw").press("?").text, list)
    await screen.resize(200, 50).press("?", lacks: "scroll")
    // Typing finds keys by words, names and keys; Esc ends that first, and closes then.
    screen = try await ScreenTest.sample(80, 24).press("?")
    let all = screen.text
    await expectPrefix(screen.press("pho").text, " / pho")
    expectEqual(screen.cursor, Point(column: 6, row: 0))
    expectShows(screen, "Show all photos")
    expectLacks(screen, "Calendar")
    // Letters are keys only as long as nothing is typed.
    await screen.press("q?: ", shows: "No key has these letters.")
    await screen.press("<C-u>Alt-t", shows: "Show all tags", lacks: "Show all photos")
    await expectEqual(screen.press("<Esc>").text, all)
    await expect(screen.press("<Esc>").state.screens.isEmpty)
  }

  private struct Missing: Error {}

  @Test func `The help has columns, and its keys can be changed`() async throws {
    for (columns, rows, count) in [(40, 12, 1), (80, 24, 1), (200, 50, 3)] {
      let screen = try await ScreenTest.sample(columns, rows).press("?")
      guard let help = screen.state.screens.front(as: HelpState.self) else { throw Missing() }
      expectEqual(HelpLayout(help, screen.state.size).columns.count, count)
      expectEqual(
        help.sections.map(\.title), ["Write", "Read", "Find", "Photos", "Manage", "Everywhere"])
      if count == 3 {
        for section in help.sections { expectContains(screen.text, section.title) }
        expectShows(screen, "Redraw")
      }
    }
    // Its own keys are a person's, too.
    let screen = try await ScreenTest.sample(40, 12)
    let changed = Keymap.changed(by: [
      KeyBinding(screen: "help", command: "page-down", keys: ["F9"], line: 1)
    ])
    expect(changed.issues.isEmpty)
    screen.change { $0.keys = changed.keymap }
    await screen.press("?")
    let top = screen.text
    await expectNotEqual(screen.press("<F9>").text, top)
    expectEqual(screen.state.screens.count, 1)
    // A letter is typed there.
    let letter = KeyBinding(screen: "help", command: "down", keys: ["j"], line: 2)
    expectEqual(Keymap.changed(by: [letter]).issues.map(\.line), [2])
  }
}
