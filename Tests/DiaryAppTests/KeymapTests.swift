import DiaryCore
import TerminalUI
import Testing

@testable import DiaryApp

@Suite("Keymap", .timeLimit(.minutes(4)))
@MainActor
struct KeymapTests {
  private func changed(
    _ bindings: (String, String, [String])...
  ) -> (keymap: Keymap, mistakes: [(line: Int, fault: SettingsFault)]) {
    Keymap.changed(
      by: bindings.enumerated().map { index, binding in
        KeyBinding(screen: binding.0, command: binding.1, keys: binding.2, line: index + 1)
      })
  }

  @Test("Nothing is bound twice, and every screen has a name of its own commands")
  func defaults() {
    for screen in KeyScreen.allCases {
      let commands = screen.defaults.bindings.map(\.command)
      #expect(Set(commands).count == commands.count, "\(screen)")
      let bindings = screen.defaults.bindings.map { binding in
        KeyBinding(
          screen: screen.rawValue, command: binding.command.rawValue,
          keys: binding.keys.map(\.name),
          line: 1)
      }
      // What the settings print as the defaults can be read back.
      let mistakes = Keymap.changed(by: bindings).mistakes
      #expect(mistakes.isEmpty, "\(screen): \(mistakes)")
    }
  }

  @Test("Changed keys do what they say, in the list, in help and on the bottom line")
  func changes() async throws {
    let screen = try await ScreenTest(80, 24, entries: try SampleDiary.entries())
    var settings = Settings()
    settings.keys = changed(("list", "new", ["a", "Ins"]), ("list", "search", [])).keymap
    await screen.receive(.settingsRead(.success(settings)))
    #expect(screen.text.contains("a new") && !screen.text.contains("/ search"))
    await screen.press(.character("n"), .character("/"))
    #expect(!screen.text.contains("New entry"))
    await screen.press(.character("?"))
    #expect(screen.text.contains("a  Ins") && !screen.text.contains("/  "))
    await screen.press(KeyEvent(.escape), KeyEvent(.insert))
    #expect(screen.text.contains("New entry"))
  }

  @Test("Dialogs obey the keymap too")
  func dialogs() async throws {
    let screen = try await ScreenTest(80, 24, entries: try SampleDiary.entries())
    var settings = Settings()
    settings.keys = changed(("dialog", "yes", ["j"]), ("dialog", "no", ["F2"])).keymap
    await screen.receive(.settingsRead(.success(settings)))
    await screen.press(.character("d"), .character("y"), KeyEvent(.escape))
    #expect(screen.text.contains("Delete this entry?"))
    await screen.press(KeyEvent(.function(2)))
    #expect(!screen.text.contains("Delete this entry?"))
    await screen.press(.character("d"), .character("j"))
    #expect(screen.state.list.count == 4)
  }

  @Test(
    "Each mistake is told",
    arguments: [
      (("lst", "new", ["n"]), SettingsFault.unknownScreen("lst", nearest: "list")),
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
    ] as [((String, String, [String]), SettingsFault)])
  func mistakes(_ binding: (String, String, [String]), _ fault: SettingsFault) {
    let mistakes = changed(binding).mistakes
    #expect(mistakes.map(\.fault) == [fault] && mistakes.map(\.line) == [1])
  }

  @Test("A key may change its owner, and what everywhere has may be unbound on a screen")
  func exchanged() {
    let (keymap, mistakes) = changed(
      ("list", "new", ["d"]), ("list", "delete", ["n"]), ("reader", "back", []))
    #expect(mistakes.isEmpty)
    #expect(keymap.list.command(for: .character("d")) == .new)
    #expect(keymap.list.command(for: .character("n")) == .delete)
    #expect(keymap.reader.command(for: .character("q")) == nil)
  }
}
