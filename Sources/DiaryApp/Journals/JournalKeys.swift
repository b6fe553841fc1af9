import TerminalUI

extension KeyScreen {
  static let journals = KeyScreen(
    "journals",
    title: "Journals",
    bindings: [
      Binding(.open, KeyEvent(.enter), help: "Show its entries", hint: "show"),
      Binding(.new, .character("n"), help: "New journal", hint: "add"),
      Binding(.rename, .character("r"), help: "Rename it with its entries", hint: "rename"),
      Binding(.help, .character("?"), help: "All keys", hint: "keys"),
      Binding(.back, .character("q"), KeyEvent(.escape), help: "Return to the list", hint: "back"),
      Binding(.recolor, .character("c"), help: "Change its color", hint: "color"),
      Binding(.moveUp, .character("K"), KeyEvent(.up, .alt), help: "Move up"),
      Binding(.moveDown, .character("J"), KeyEvent(.down, .alt), help: "Move down"),
      Binding(.merge, .character("m"), help: "Merge it into another", hint: "merge"),
      Binding(
        .delete, .character("d"), help: "Delete it (asks where its entries go)", hint: "delete"),
      Binding(.down, .character("j"), KeyEvent(.down), help: "Next journal"),
      Binding(.up, .character("k"), KeyEvent(.up), help: "Previous journal"),
      .pageDown, .pageUp,
      Binding(.first, .character("g"), KeyEvent(.home), help: "First line"),
      Binding(.last, .character("G"), KeyEvent(.end), help: "Last journal"),
      .undo, .redo,
    ])

  /// Of a dialog in which one of some lines is chosen.
  static let choice = KeyScreen(
    "choice",
    title: "Choice",
    bindings: [
      Binding(.open, KeyEvent(.enter), help: "Select"),
      Binding(.down, .character("j"), KeyEvent(.down), help: "Next one"),
      Binding(.up, .character("k"), KeyEvent(.up), help: "Previous one"),
      .pageDown, .pageUp,
      Binding(.first, .character("g"), KeyEvent(.home), help: "Go to the beginning"),
      Binding(.last, .character("G"), KeyEvent(.end), help: "Go to the end"),
      Binding(.new, .character("n"), help: "New journal, where offered"),
      Binding(.cancel, KeyEvent(.escape), .character("q"), help: "Cancel"),
      Binding(.help, .character("?"), help: "All keys"),
    ])
}
