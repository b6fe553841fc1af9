import TerminalUI

extension KeyScreen {
  static let reader = KeyScreen(
    "reader",
    title: "Reader",
    bindings: [
      Binding(.back, .character("q"), KeyEvent(.escape), help: "Return to the list", hint: "back"),
      Binding(.previous, KeyEvent(.left), help: "Earlier entry", hint: "earlier"),
      Binding(.next, KeyEvent(.right), help: "Later entry", hint: "later"),
      Binding(.edit, .character("e"), help: "Edit the entry", hint: "edit"),
      Binding(.help, .character("?"), help: "All keys", hint: "keys"),
      Binding(.down, KeyEvent(.down), .character("j"), help: "Down one line"),
      Binding(.up, KeyEvent(.up), .character("k"), help: "Up one line"),
      Binding(
        .pageDown, KeyEvent(.pageDown), .character(" "),
        help: "Page down; Space toggles a check box"),
      Binding(.pageUp, KeyEvent(.pageUp), help: "Up one page"),
      Binding(.first, .character("g"), KeyEvent(.home), help: "Go to the beginning"),
      Binding(.last, .character("G"), KeyEvent(.end), help: "Go to the end"),
      Binding(
        .focusNext, KeyEvent(.tab), help: "Next photo, file, link or check box",
        hint: "next photo or link"),
      Binding(.focusPrevious, KeyEvent(.tab, .shift), help: "Previous one"),
      Binding(
        .open, KeyEvent(.enter), help: "Open the photo, file, link or check box", hint: "open"),
      Binding(
        .nextMatch, .character("n"), help: "Next match, after a search"),
      Binding(.previousMatch, .character("N"), help: "Previous match"),
      Binding(.editExternally, .character("E"), help: "Edit in $EDITOR", hint: "$EDITOR"),
      Binding(.delete, .character("d"), help: "Delete the entry (asks first)", hint: "delete"),
      Binding(.restore, .character("r"), help: "Restore the entry from the trash"),
      Binding(.toggleStar, .character("*"), help: "Star or unstar the entry", hint: "star"),
      Binding(.togglePin, .character("P"), help: "Pin or unpin the entry", hint: "pin"),
      .undo, .redo,
      .history,
      .versions,
    ])
}
