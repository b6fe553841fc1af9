import TerminalUI

extension KeyScreen {
  /// Keys that work on every screen, also where text is typed.
  static let everywhere = KeyScreen(
    "everywhere",
    title: "Everywhere",
    bindings: [
      Binding(.help, .function(1), "?", help: "This help"),
      Binding(.back, "q", help: "Go back, or quit"),
      Binding(.palette, ":", help: "Find a command"),
      Binding(.jumpBack, .control("o"), help: "Go back to the previous place"),
      Binding(.jumpForward, .alt("o"), help: "Go forward"),
      Binding(.leave, .control("c"), help: "Quit (unsaved text is kept as a draft)"),
      Binding(.suspend, .control("z"), help: "Suspend (undo while typing)"),
      Binding(.redraw, .control("l"), help: "Redraw"),
    ])
}
