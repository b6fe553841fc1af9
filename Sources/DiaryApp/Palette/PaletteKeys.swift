import TerminalUI

extension KeyScreen {
  static let palette = KeyScreen(
    "commands",
    title: "Commands",
    bindings: [
      Binding(.open, .enter, help: "Run it", hint: "run"),
      Binding(.down, .down, .control("n"), help: "Next command", hint: "choose"),
      Binding(.up, .up, .control("p"), help: "Previous command"),
      .pageDown, .pageUp,
      Binding(.cancel, .escape, help: "Close", hint: "close"),
      Binding(.help, .function(1), help: "All keys", hint: "keys"),
    ])
}
