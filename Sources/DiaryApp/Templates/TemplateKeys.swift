import TerminalUI

extension KeyScreen {
  static let templates = KeyScreen(
    "templates",
    title: "Templates",
    bindings: [
      Binding(.open, .enter, help: "Insert the template", hint: "choose"),
      Binding(.cancel, .escape, help: "Cancel", hint: "leave"),
      Binding(.down, .down, help: "Next template", hint: "choose"),
      Binding(.up, .up, help: "Previous template"),
      .pageDown, .pageUp,
      Binding(.first, .home, help: "Go to the beginning"),
      Binding(.last, .end, help: "Go to the end"),
      Binding(.help, .function(1), help: "All keys", hint: "keys"),
    ])
}
