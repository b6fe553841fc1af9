import TerminalUI

extension KeyScreen {
  static let photoImport = KeyScreen(
    "photo-import",
    title: "Start from photos",
    bindings: [
      Binding(
        .writeGroups, KeyEvent(.enter), .character("w"), help: "Add the entries",
        hint: "write"),
      Binding(
        .dropGroup, .character(" "), help: "Leave out or include the entry", hint: "leave out"),
      Binding(.mergeGroup, .character("m"), help: "Merge with the next entry", hint: "merge"),
      Binding(
        .splitGroup, .character("s"), help: "Start another entry at the marked photo",
        hint: "split"),
      Binding(
        .back, .character("q"), KeyEvent(.escape), help: "Cancel; nothing is added", hint: "leave"),
      Binding(.help, .character("?"), help: "All keys", hint: "keys"),
      Binding(.down, KeyEvent(.down), .character("j"), help: "Next entry"),
      Binding(.up, KeyEvent(.up), .character("k"), help: "Previous entry"),
      Binding(.previous, KeyEvent(.left), help: "Previous photo"),
      Binding(.next, KeyEvent(.right), help: "Next photo"),
      .pageDown, .pageUp,
      Binding(.first, .character("g"), KeyEvent(.home), help: "First entry"),
      Binding(.last, .character("G"), KeyEvent(.end), help: "Last entry"),
    ])
}
