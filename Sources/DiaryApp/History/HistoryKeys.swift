import TerminalUI

extension KeyScreen {
  static let history = KeyScreen(
    "history",
    title: "History",
    bindings: [
      Binding(.back, .character("q"), KeyEvent(.escape), help: "Go back", hint: "back"),
      Binding(.down, KeyEvent(.down), .character("j"), help: "Previous revision", hint: "earlier"),
      Binding(.wholeText, KeyEvent(.tab), help: "Show changes or the whole text", hint: "text"),
      Binding(
        .revert, .character("r"), KeyEvent(.enter),
        help: "Revert to this revision", hint: "revert"),
      Binding(.help, .character("?"), help: "All keys", hint: "keys"),
      Binding(.up, KeyEvent(.up), .character("k"), help: "Next revision"),
      Binding(.first, .character("g"), KeyEvent(.home), help: "Latest revision"),
      Binding(.last, .character("G"), KeyEvent(.end), help: "First revision"),
      Binding(.pageDown, KeyEvent(.pageDown), .character(" "), help: "Scroll down", hint: "scroll"),
      Binding(.pageUp, KeyEvent(.pageUp), help: "Scroll up"),
      .undo, .redo,
    ])
}
