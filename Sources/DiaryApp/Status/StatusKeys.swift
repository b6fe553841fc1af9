import TerminalUI

extension KeyScreen {
  static let status = KeyScreen(
    "status",
    title: "Status",
    bindings: [
      Binding(.back, .character("q"), KeyEvent(.escape), help: "Return to the list", hint: "back"),
      Binding(.edit, .character("e"), help: "Edit the author's name", hint: "author's name"),
      Binding(.help, .character("?"), help: "All keys", hint: "keys"),
      Binding(.down, KeyEvent(.down), .character("j"), help: "Down one line"),
      Binding(.up, KeyEvent(.up), .character("k"), help: "Up one line"),
    ])
}
