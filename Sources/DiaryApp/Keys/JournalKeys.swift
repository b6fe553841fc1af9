import TerminalUI

extension KeyTable {
  static let journals = KeyTable(
    title: "Journals",
    bindings: [
      Binding(.open, KeyEvent(.enter), help: "Show its entries", hint: "show"),
      Binding(.new, .character("n"), help: "New journal", hint: "add"),
      Binding(.rename, .character("r"), help: "Rename it; its entries come along", hint: "rename"),
      Binding(.help, .character("?"), help: "All keys", hint: "keys"),
      Binding(.back, .character("q"), KeyEvent(.escape), help: "Back to the list", hint: "back"),
      Binding(.recolor, .character("c"), help: "Its colour", hint: "colour"),
      Binding(.moveUp, .character("K"), KeyEvent(.up, .alt), help: "Move it up"),
      Binding(.moveDown, .character("J"), KeyEvent(.down, .alt), help: "Move it down"),
      Binding(.merge, .character("m"), help: "Merge it into another, after asking"),
      Binding(
        .delete, .character("d"), help: "Delete it; asks what becomes of its entries"),
      Binding(.down, .character("j"), KeyEvent(.down), help: "The next journal"),
      Binding(.up, .character("k"), KeyEvent(.up), help: "The journal before"),
      Binding(.first, .character("g"), KeyEvent(.home), help: "The first line"),
      Binding(.last, .character("G"), KeyEvent(.end), help: "The last journal"),
      .undo, .redo,
    ])

  /// Of a dialog in which one of some lines is chosen.
  static let choice = KeyTable(
    title: "A choice",
    bindings: [
      Binding(.open, KeyEvent(.enter), help: "Take it"),
      Binding(.down, .character("j"), KeyEvent(.down), help: "The next one"),
      Binding(.up, .character("k"), KeyEvent(.up), help: "The one before"),
      Binding(.new, .character("n"), help: "A new journal, where that is offered"),
      Binding(.cancel, KeyEvent(.escape), .character("q"), help: "Leave it as it was"),
      Binding(.help, .character("?"), help: "All keys"),
    ])
}
