import TerminalUI

extension KeyScreen {
  /// Letters are keys only as long as nothing has been typed.
  static let help = KeyScreen(
    "help",
    title: "Help",
    bindings: [
      Binding(.back, .character("q"), KeyEvent(.enter), help: "Go back", hint: "back"),
      Binding(.down, KeyEvent(.down), help: "Down one line", hint: "scroll"),
      Binding(
        .cancel, KeyEvent(.escape), help: "Clear the search, or close", hint: "end search"),
      Binding(.up, KeyEvent(.up), help: "Up one line"),
      Binding(.pageDown, KeyEvent(.pageDown), .character(" "), help: "Down one page"),
      Binding(.pageUp, KeyEvent(.pageUp), help: "Up one page"),
      Binding(.first, KeyEvent(.home), help: "Go to the beginning"),
      Binding(.last, KeyEvent(.end), help: "Go to the end"),
      Binding(.help, .character("?"), KeyEvent(.function(1)), help: "Close"),
    ])
}
