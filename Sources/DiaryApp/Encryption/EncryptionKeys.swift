import TerminalUI

extension KeyScreen {
  static let encryption = KeyScreen(
    "encryption",
    title: "Encrypting",
    bindings: [
      Binding(.cancel, .escape, "q", help: "Stop; nothing will have changed", hint: "stop"),
      Binding(.help, "?", help: "All keys", hint: "keys"),
    ])
}
