import TerminalUI

extension KeyScreen {
  static let journals = KeyScreen(
    "journals",
    title: "Journals",
    bindings: [
      Binding(.open, .enter, help: "Show its entries", hint: "show"),
      Binding(.new, "n", help: "New journal", hint: "add"),
      Binding(.rename, "r", help: "Rename it with its entries", hint: "rename"),
      Binding(.help, "?", help: "All keys", hint: "keys"),
      Binding(.back, "q", .escape, help: "Return to the list", hint: "back"),
      Binding(.recolor, "c", help: "Change its color", hint: "color"),
      Binding(.lockJournal, "l", help: "Lock or unlock it", hint: "lock"),
      Binding(
        .notify, "b", help: "Tell on the desktop what others write in that diary, or not",
        hint: "tell"),
      Binding(
        .markRead, "A", help: "Mark all that others wrote in that diary as read", hint: "mark read"),
      Binding(.moveUp, "K", KeyEvent(.up, .alt), help: "Move up"),
      Binding(.moveDown, "J", KeyEvent(.down, .alt), help: "Move down"),
      Binding(.merge, "m", help: "Merge it into another", hint: "merge"),
      Binding(.delete, "d", help: "Delete it (asks where its entries go)", hint: "delete"),
      .undo, .redo,
    ] + Binding.listMotions)

  /// Of a dialog in which one of some lines is chosen.
  static let choice = KeyScreen(
    "choice",
    title: "Choice",
    bindings: [
      Binding(.open, .enter, help: "Select"),
      Binding(.new, "n", help: "New journal, where offered"),
      Binding(.cancel, .escape, "q", help: "Cancel"),
      Binding(.help, "?", help: "All keys"),
    ] + Binding.listMotions)
}
