import TerminalUI

// The keys of the screens that show days.
extension KeyTable {
  static let calendar = KeyTable(
    title: "Calendar",
    bindings: [
      Binding(
        .open, KeyEvent(.enter), help: "Read the day's entries, or write one", hint: "read"),
      Binding(.new, .character("n"), help: "New entry on this day", hint: "new"),
      Binding(.help, .character("?"), help: "All keys", hint: "keys"),
      Binding(
        .jumpToDate, .character("g"), help: "Go to a date (or start typing digits)",
        hint: "go to"),
      Binding(
        .yearView, .character("v"), .character("y"), help: "Switch between year and month view",
        hint: "year view"),
      Binding(
        .back, .character("q"), KeyEvent(.escape),
        help: "Go back; Esc first leaves the entries", hint: "back"),
      Binding(
        .left, .character("h"), KeyEvent(.left), help: "Previous day (year view: previous week)"),
      Binding(.right, .character("l"), KeyEvent(.right), help: "Next day"),
      Binding(.down, .character("j"), KeyEvent(.down), help: "Next week (year view: next day)"),
      Binding(.up, .character("k"), KeyEvent(.up), help: "Previous week"),
      Binding(.pageDown, KeyEvent(.pageDown), help: "Next month (year view: next year)"),
      Binding(.pageUp, KeyEvent(.pageUp), help: "Previous month"),
      Binding(.nextYear, .character(">"), .character("]"), help: "Next year", hint: "later year"),
      Binding(.previousYear, .character("<"), .character("["), help: "Previous year"),
      Binding(.first, KeyEvent(.home), help: "First day of the month or year"),
      Binding(.last, KeyEvent(.end), help: "Last day of the month or year"),
      Binding(.today, .character("T"), help: "Today", hint: "today"),
      Binding(.focusNext, KeyEvent(.tab), help: "Switch between days and entries", hint: "entries"),
    ] + ofEntries)

  static let onThisDay = KeyTable(
    title: "On this day",
    bindings: [
      Binding(.open, KeyEvent(.enter), help: "Read the entry", hint: "read"),
      Binding(.previous, .character("p"), help: "Previous year", hint: "earlier year"),
      Binding(.help, .character("?"), help: "All keys", hint: "keys"),
      Binding(.next, .character("n"), help: "Next year", hint: "later year"),
      Binding(.back, .character("q"), KeyEvent(.escape), help: "Go back", hint: "back"),
      Binding(.left, KeyEvent(.left), .character("h"), help: "Previous day", hint: "day before"),
      Binding(.right, KeyEvent(.right), .character("l"), help: "Next day", hint: "day after"),
      Binding(.down, .character("j"), KeyEvent(.down), help: "Next entry"),
      Binding(.up, .character("k"), KeyEvent(.up), help: "Previous entry"),
      Binding(.pageDown, KeyEvent(.pageDown), help: "Down one page"),
      Binding(.pageUp, KeyEvent(.pageUp), help: "Up one page"),
      Binding(.today, .character("T"), help: "Today", hint: "today"),
      Binding(.calendar, .character("c"), help: "Show the day in the calendar", hint: "calendar"),
    ] + ofEntries)

  /// What can be done with the chosen entry.
  private static let ofEntries: [Binding] = [
    Binding(.edit, .character("e"), help: "Edit the entry", hint: "edit"),
    Binding(.editExternally, .character("E"), help: "Edit in $EDITOR"),
    Binding(.delete, .character("d"), help: "Delete the entry (asks first)", hint: "delete"),
    Binding(.toggleStar, .character("*"), help: "Star or unstar the entry"),
    .undo, .redo, .history, .versions,
  ]
}
