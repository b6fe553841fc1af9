import TerminalUI

extension KeyScreen {
  static let history = KeyScreen(
    "history",
    title: "History",
    bindings: [
      Binding(.back, "q", .escape, help: "Go back", hint: "back"),
      Binding(.down, .down, "j", help: "Previous revision", hint: "earlier"),
      Binding(.wholeText, .tab, help: "Show changes or the whole text", hint: "text"),
      Binding(.revert, "r", .enter, help: "Revert to this revision", hint: "revert"),
      Binding(.help, "?", help: "All keys", hint: "keys"),
      Binding(.up, .up, "k", help: "Next revision"),
      Binding(.first, "g", .home, help: "Latest revision"),
      Binding(.last, "G", .end, help: "First revision"),
      Binding(.pageDown, .pageDown, " ", help: "Scroll down", hint: "scroll"),
      Binding(.pageUp, .pageUp, help: "Scroll up"),
      .undo, .redo,
    ])
}
