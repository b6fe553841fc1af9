import TerminalUI

extension KeyTable {
  static let templates = KeyTable(
    title: "Templates",
    bindings: [
      Binding(.open, KeyEvent(.enter), help: "Write the template into the entry", hint: "take"),
      Binding(.cancel, KeyEvent(.escape), help: "Leave without one", hint: "leave"),
      Binding(.down, KeyEvent(.down), help: "The next template", hint: "choose"),
      Binding(.up, KeyEvent(.up), help: "The template before"),
      Binding(.help, KeyEvent(.function(1)), help: "All keys", hint: "keys"),
    ])
}
