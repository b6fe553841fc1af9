import TerminalUI

extension KeyScreen {
  /// Letters are keys only as long as nothing has been typed.
  static let help = KeyScreen(
    "help",
    title: "Help",
    bindings: [
      Binding(.back, "q", .enter, help: "Go back", hint: "back"),
      Binding(.down, .down, help: "Down one line", hint: "scroll"),
      Binding(.cancel, .escape, help: "Clear the search, or close", hint: "end search"),
      Binding(.up, .up, help: "Up one line"),
      Binding(.pageDown, .pageDown, " ", help: "Down one page"),
      Binding(.pageUp, .pageUp, help: "Up one page"),
      Binding(.first, .home, help: "Go to the beginning"),
      Binding(.last, .end, help: "Go to the end"),
      Binding(.help, "?", .function(1), help: "Close"),
    ])
}
