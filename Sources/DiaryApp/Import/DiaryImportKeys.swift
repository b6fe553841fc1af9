import TerminalUI

extension KeyScreen {
  static let diaryImport = KeyScreen(
    "import",
    title: "Import",
    bindings: [
      Binding(.accept, .enter, "w", help: "Import it, all in one step", hint: "import"),
      Binding(.bringUpdates, "u", help: "Include or skip updated entries", hint: "updates"),
      Binding(.back, "q", .escape, help: "Cancel; nothing is added", hint: "leave"),
      Binding(.help, "?", help: "All keys", hint: "keys"),
      Binding(.down, .down, "j", help: "Down one line"),
      Binding(.up, .up, "k", help: "Up one line"),
      Binding(.pageDown, .pageDown, " ", help: "Down one page"),
      Binding(.pageUp, .pageUp, help: "Up one page"),
    ])
}
