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
    ] + Binding.scrolling)
}
