import TerminalUI

extension KeyScreen {
  static let templates = KeyScreen(
    "templates",
    title: "Templates",
    bindings: [
      Binding(.open, KeyEvent(.enter), help: "Insert the template", hint: "choose"),
      Binding(.cancel, KeyEvent(.escape), help: "Cancel", hint: "leave"),
      Binding(.down, KeyEvent(.down), help: "Next template", hint: "choose"),
      Binding(.up, KeyEvent(.up), help: "Previous template"),
      .pageDown, .pageUp,
      Binding(.first, KeyEvent(.home), help: "Go to the beginning"),
      Binding(.last, KeyEvent(.end), help: "Go to the end"),
      Binding(.help, KeyEvent(.function(1)), help: "All keys", hint: "keys"),
    ])
}
