import TerminalUI

extension KeyScreen {
  static let tagList = KeyScreen(
    "tags",
    title: "Tags",
    bindings: [
      Binding(.open, .enter, help: "Show its entries", hint: "show"),
      Binding(.search, "/", help: "Filter by name", hint: "find"),
      Binding(.rename, "r", help: "Rename it, or merge it with another", hint: "rename"),
      Binding(.help, "?", help: "All keys", hint: "keys"),
      Binding(.back, "q", .escape, help: "Go back", hint: "back"),
      Binding(.changeOrder, "s", help: "Sort by count or by name", hint: "order"),
      Binding(.delete, "d", help: "Remove it from all entries", hint: "remove"),
      .undo, .redo,
    ] + Binding.listMotions)
}
