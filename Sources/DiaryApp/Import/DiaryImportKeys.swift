import TerminalUI

extension KeyScreen {
  static let diaryImport = KeyScreen(
    "import",
    title: "Import",
    bindings: [
      Binding(
        .accept, KeyEvent(.enter), .character("w"), help: "Import it, all in one step",
        hint: "import"),
      Binding(
        .bringUpdates, .character("u"),
        help: "Include or skip updated entries", hint: "updates"),
      Binding(
        .back, .character("q"), KeyEvent(.escape),
        help: "Cancel; nothing is added", hint: "leave"),
      Binding(.help, .character("?"), help: "All keys", hint: "keys"),
      Binding(.down, KeyEvent(.down), .character("j"), help: "Down one line"),
      Binding(.up, KeyEvent(.up), .character("k"), help: "Up one line"),
      Binding(.pageDown, KeyEvent(.pageDown), .character(" "), help: "Down one page"),
      Binding(.pageUp, KeyEvent(.pageUp), help: "Up one page"),
    ])
}
