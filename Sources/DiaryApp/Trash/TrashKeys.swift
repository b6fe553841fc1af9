import TerminalUI

extension KeyScreen {
  static let trash = KeyScreen(
    "trash",
    title: "Trash",
    bindings: [
      Binding(.back, "q", help: "Return to the list", hint: "back"),
      Binding(.open, .enter, help: "Read the entry", hint: "read"),
      Binding(.restore, "r", help: "Restore the entry, or all marked entries", hint: "restore"),
      Binding(.emptyTrash, "D", help: "Empty the trash (asks first)", hint: "empty it"),
      Binding(.help, "?", help: "All keys", hint: "keys"),
      Binding(.mark, " ", help: "Mark or unmark the entry", hint: "mark"),
      Binding(.markRange, "V", help: "Start or end marking a range"),
      Binding(.markAll, "A", help: "Mark all entries shown", hint: "mark all"),
      Binding(.unmark, .escape, help: "Clear marks, or return to the list"),
      .undo, .redo,
      .history,
    ] + Binding.listMotions)
}
