import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp
@testable import DiarySettings

@Suite("Keymap")
@MainActor
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

  @Test("Nothing is bound twice, and every screen has a name of its own commands")
  func defaults() {
    for screen in KeyScreen.allCases {
      let commands = screen.defaults.bindings.map(\.command)
      expectEqual(Set(commands).count, commands.count, "\(screen)")
      let bindings = screen.defaults.bindings.map { binding in
        KeyBinding(
          screen: screen.rawValue, command: binding.command.rawValue,
          keys: binding.keys.map(\.name),
          line: 1)
      }
      // What the settings print as the defaults can be read back.
      let issues = Keymap.changed(by: bindings).issues
      expect(issues.isEmpty, "\(screen): \(issues)")
    }
  }

  @Test("Changed keys do what they say, in the list, in help and on the bottom line")
  func changes() async throws {
    let screen = try await ScreenTest(80, 24, entries: try SampleDiary.entries())
    var settings = Settings()
    settings.keys = bindings([("list", "new", ["a", "Ins"]), ("list", "search", [])])
    await screen.receive(.settingsRead(.success(settings)))
    expect(screen.text.contains("a new") && !screen.text.contains("/ search"))
    await screen.press(.character("n"), .character("/"))
    expectLacks(screen.text, "New entry")
    await screen.press(.character("?"))
    expect(screen.text.contains("a  Ins") && !screen.text.contains("/  "))
    await screen.press(KeyEvent(.escape), KeyEvent(.insert))
    expectContains(screen.text, "New entry")
  }

  @Test("Dialogs obey the keymap too")
  func dialogs() async throws {
    let screen = try await ScreenTest(80, 24, entries: try SampleDiary.entries())
    var settings = Settings()
    settings.keys = bindings([("dialog", "yes", ["j"]), ("dialog", "no", ["F2"])])
    await screen.receive(.settingsRead(.success(settings)))
    await screen.press(.character("d"), .character("y"), KeyEvent(.escape))
    expectContains(screen.text, "Delete this entry?")
    await screen.press(KeyEvent(.function(2)))
    expectLacks(screen.text, "Delete this entry?")
    await screen.press(.character("d"), .character("j"))
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
      (("text", "undo", ["z"]), .typedKey("z")),
      (("text", "down", ["Enter"]), .typedKey("Enter")),
      (("find", "next", ["n"]), .typedKey("n")),
      (("editor", "cancel", []), .noKey(for: "cancel")),
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

  @Test("A key may change its owner, and what everywhere has may be unbound on a screen")
  func exchanged() {
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
    let screen = try await ScreenTest(
      80, 24, entries: try entries ?? SampleDiary.entries())
    var settings = Settings()
    settings.keys = keys
    await screen.receive(.settingsRead(.success(settings)))
    return screen
  }

  @Test("Messages and questions name the keys that are in force")
  func words() async throws {
    let screen = try await screen(
      nil, ("list", "undo", ["U"]), ("list", "history", ["F9"]), ("find", "next", ["F6"]),
      ("find", "cancel", ["F7"]), ("replacing", "yes", ["r"]), ("line", "accept", ["F6"]),
      ("export", "cancel", ["F6"]), ("details", "accept", ["F6"]), ("draft-offer", "delete", ["x"]))
    await screen.press(.character("d"))
    expectContains(screen.text, "It will move to the trash. Press U to undo.")
    await screen.press(.character("y"))
    expectContains(screen.text, "Press U to undo.")
    await screen.press(.character("U"), .character("m"))
    expectContains(screen.text, "There is only one version. Press F9 for its history.")
    await screen.press(.character("x"))
    expectContains(screen.text, "Enter export · Tab next · Space to change · F6 leave")
    await screen.press(KeyEvent(.function(6)), .character("S"), .character("e"))
    expectContains(screen.text, "F6 saves, Esc cancels.")
    await screen.press(KeyEvent(.escape), .character("q"), .character("e"))
    await screen.press(KeyEvent(.function(2)))
    expectContains(screen.text, "F6 saves, Esc cancels.")
    await screen.press(KeyEvent(.escape), KeyEvent(.function(3)))
    await screen.type("아침")
    expectContains(screen.text, "F6 next  F7 close")
    await screen.press(KeyEvent(.function(4)), KeyEvent(.enter))
    expectContains(screen.text, "Replace this? r yes, n no, a all, q stop")
    expectEqual(DraftOfferState.labels(screen.state.keys[.draftOffer]).last, "Discard (x)")
  }

  @Test("What no key does isn't proposed")
  func unbound() async throws {
    let screen = try await screen(nil, ("list", "undo", []), ("draft-offer", "delete", []))
    await screen.press(.character("d"))
    expectContains(screen.text, "It will move to the trash.")
    expectLacks(screen.text, "brings")
    await screen.press(.character("y"))
    expectContains(screen.text, "Deleted “강가 산책, 안개”.")
    expectLacks(screen.text, "brings")
    expectEqual(DraftOfferState.labels(screen.state.keys[.draftOffer]).last, "Discard")
  }

  @Test(
    "Keys of everywhere work where text is typed, whatever they are",
    arguments: [
      [], [KeyEvent(.function(3))], [KeyEvent(.function(2))], [KeyEvent(.function(5))],
    ])
  func everywhere(_ keys: [KeyEvent]) async throws {
    let screen = try await screen(nil, ("everywhere", "redraw", ["F10"]))
    await screen.press(.character("n"))
    for key in keys { await screen.press(key) }
    expectLacks(screen.terminalEffects, .redraw)
    await screen.press(KeyEvent(.function(10)))
    expectContains(screen.terminalEffects, .redraw)
  }

  @Test("Space ticks a box, whatever turns the page")
  func ticking() async throws {
    let entry = try SampleDiary.fields(
      "Read", on: "2026-11-21T07:30:00+09:00", "- [ ] milk")
    for keys in [["PgDn"], ["Space"], ["f"]] {
      let screen = try await screen([entry], ("reader", "page-down", keys))
      await screen.press(KeyEvent(.enter), KeyEvent(.tab), .character(" "))
      expectContains(screen.text, "☑ milk", "\(keys)")
    }
  }
}
