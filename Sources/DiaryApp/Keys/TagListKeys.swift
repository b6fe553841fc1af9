import TerminalUI

extension KeyTable {
  static let tagList = KeyTable(
    title: "Tags",
    bindings: [
      Binding(.open, KeyEvent(.enter), help: "Show the entries that have it", hint: "show"),
      Binding(.search, .character("/"), help: "Narrow down by name", hint: "find"),
      Binding(
        .rename, .character("r"), help: "Rename it, or make it one with another", hint: "rename"),
      Binding(.help, .character("?"), help: "All keys", hint: "keys"),
      Binding(.back, .character("q"), KeyEvent(.escape), help: "Back", hint: "back"),
      Binding(.changeOrder, .character("s"), help: "By number, or by name", hint: "order"),
      Binding(.delete, .character("d"), help: "Remove it from all entries, after asking"),
      Binding(.down, .character("j"), KeyEvent(.down), help: "The next tag"),
      Binding(.up, .character("k"), KeyEvent(.up), help: "The tag before"),
      Binding(.first, .character("g"), KeyEvent(.home), help: "The first tag"),
      Binding(.last, .character("G"), KeyEvent(.end), help: "The last tag"),
      .undo, .redo,
    ])
}
