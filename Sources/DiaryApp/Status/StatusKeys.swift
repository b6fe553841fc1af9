import TerminalUI

extension KeyScreen {
  static let status = KeyScreen(
    "status",
    title: "Status",
    bindings: [
      Binding(.back, "q", .escape, help: "Return to the list", hint: "back"),
      Binding(.edit, "e", help: "Edit the author's name", hint: "author's name"),
      Binding(.lock, "L", help: "Lock the diary; the first time, encrypt it", hint: "lock"),
      Binding(.help, "?", help: "All keys", hint: "keys"),
    ] + Binding.scrolling)
}
