import TerminalUI

extension KeyScreen {
  static let unlock = KeyScreen(
    "unlock",
    title: "Locked diary",
    bindings: [
      Binding(.accept, .enter, help: "Open the diary", hint: "open"),
      Binding(.cancel, .escape, help: "Clear the line, or quit", hint: "quit"),
      Binding(.help, .function(1), help: "All keys", hint: "keys"),
    ])
}
