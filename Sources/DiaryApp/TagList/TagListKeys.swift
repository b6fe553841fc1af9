import TerminalUI

extension KeyScreen {
  static let tagList = KeyScreen(
    "tags",
    title: "Tags",
    bindings: [
      Binding(.open, KeyEvent(.enter), help: "Show its entries", hint: "show"),
      Binding(.search, .character("/"), help: "Filter by name", hint: "find"),
      Binding(
        .rename, .character("r"), help: "Rename it, or merge it with another", hint: "rename"),
      Binding(.help, .character("?"), help: "All keys", hint: "keys"),
      Binding(.back, .character("q"), KeyEvent(.escape), help: "Go back", hint: "back"),
      Binding(.changeOrder, .character("s"), help: "Sort by count or by name", hint: "order"),
      Binding(.delete, .character("d"), help: "Remove it from all entries", hint: "remove"),
      Binding(.down, .character("j"), KeyEvent(.down), help: "Next tag"),
      Binding(.up, .character("k"), KeyEvent(.up), help: "Previous tag"),
      .pageDown, .pageUp,
      Binding(.first, .character("g"), KeyEvent(.home), help: "First tag"),
      Binding(.last, .character("G"), KeyEvent(.end), help: "Last tag"),
      .undo, .redo,
    ])
}
