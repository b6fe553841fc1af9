import TerminalUI

extension KeyTable {
  static let palette = KeyTable(
    title: "Commands",
    bindings: [
      Binding(.open, KeyEvent(.enter), help: "Do it"),
      Binding(.down, KeyEvent(.down), .control("n"), help: "The next command"),
      Binding(.up, KeyEvent(.up), .control("p"), help: "The command before"),
      Binding(.pageDown, KeyEvent(.pageDown), help: "A page down"),
      Binding(.pageUp, KeyEvent(.pageUp), help: "A page up"),
      Binding(.cancel, KeyEvent(.escape), help: "Leave it"),
      Binding(.help, KeyEvent(.function(1)), help: "All keys"),
    ])
}
