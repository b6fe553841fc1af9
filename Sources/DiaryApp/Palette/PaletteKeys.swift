import TerminalUI

extension KeyScreen {
  static let palette = KeyScreen(
    "commands",
    title: "Commands",
    bindings: [
      Binding(.open, KeyEvent(.enter), help: "Run it", hint: "run"),
      Binding(.down, KeyEvent(.down), .control("n"), help: "Next command", hint: "choose"),
      Binding(.up, KeyEvent(.up), .control("p"), help: "Previous command"),
      .pageDown, .pageUp,
      Binding(.cancel, KeyEvent(.escape), help: "Close", hint: "close"),
      Binding(.help, KeyEvent(.function(1)), help: "All keys", hint: "keys"),
    ])
}
