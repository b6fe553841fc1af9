import TerminalUI

extension KeyScreen {
  static let trash = KeyScreen(
    "trash",
    title: "Trash",
    bindings: [
      Binding(.back, .character("q"), help: "Return to the list", hint: "back"),
      Binding(.open, KeyEvent(.enter), help: "Read the entry", hint: "read"),
      Binding(
        .restore, .character("r"), help: "Restore the entry, or all marked entries", hint: "restore"
      ),
      Binding(
        .emptyTrash, .character("D"), help: "Empty the trash (asks first)", hint: "empty it"),
      Binding(.help, .character("?"), help: "All keys", hint: "keys"),
      Binding(.down, KeyEvent(.down), .character("j"), help: "Next entry"),
      Binding(.up, KeyEvent(.up), .character("k"), help: "Previous entry"),
      .pageDown, .pageUp,
      Binding(.first, .character("g"), KeyEvent(.home), help: "Go to the beginning"),
      Binding(.last, .character("G"), KeyEvent(.end), help: "Go to the end"),
      Binding(.mark, .character(" "), help: "Mark or unmark the entry", hint: "mark"),
      Binding(.markRange, .character("V"), help: "Start or end marking a range"),
      Binding(.markAll, .character("A"), help: "Mark all entries shown", hint: "mark all"),
      Binding(.unmark, KeyEvent(.escape), help: "Clear marks, or return to the list"),
      .undo, .redo,
      .history,
    ])
}
