import TerminalUI

extension KeyScreen {
  static let reader = KeyScreen(
    "reader",
    title: "Reader",
    bindings: [
      Binding(.back, "q", .escape, help: "Return to the list", hint: "back"),
      Binding(.previous, .left, help: "Earlier entry", hint: "earlier"),
      Binding(.next, .right, help: "Later entry", hint: "later"),
      Binding(.edit, "e", help: "Edit the entry", hint: "edit"),
      Binding(.help, "?", help: "All keys", hint: "keys"),
      Binding(.down, .down, "j", help: "Down one line"),
      Binding(.up, .up, "k", help: "Up one line"),
      Binding(.pageDown, .pageDown, " ", help: "Page down; Space toggles a check box"),
      Binding(.pageUp, .pageUp, help: "Up one page"),
      Binding(.first, "g", .home, help: "Go to the beginning"),
      Binding(.last, "G", .end, help: "Go to the end"),
      Binding(
        .focusNext, .tab, help: "Next photo, link, check box or comment",
        hint: "next photo or link"),
      Binding(.focusPrevious, KeyEvent(.tab, .shift), help: "Previous one"),
      Binding(
        .open, .enter, help: "Open a photo, link, box or comment; play a film",
        hint: "open"),
      Binding(.nextMatch, "n", help: "Next match, after a search"),
      Binding(.previousMatch, "N", help: "Previous match"),
      Binding(.editExternally, "E", help: "Edit in $EDITOR", hint: "$EDITOR"),
      Binding(
        .delete, "d", help: "Delete the entry or comment (asks first)",
        hint: "delete"),
      Binding(.comment, "c", help: "Comment on the entry", hint: "comment"),
      Binding(.restore, "r", help: "Restore the entry from the trash"),
      Binding(.toggleStar, "*", help: "Star or unstar the entry", hint: "star"),
      Binding(.togglePin, "P", help: "Pin or unpin the entry", hint: "pin"),
      .undo, .redo,
      .history,
      .versions,
    ])
}
