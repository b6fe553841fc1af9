import TerminalUI

// The keys of the screens that show days.
extension KeyTable {
  static let calendar = KeyTable(
    title: "Calendar",
    bindings: [
      Binding(
        .open, KeyEvent(.enter), help: "Read the day's entries, or begin one", hint: "read"),
      Binding(.new, .character("n"), help: "New entry on the day", hint: "new"),
      Binding(.help, .character("?"), help: "All keys", hint: "keys"),
      Binding(
        .jumpToDate, .character("g"), help: "Go to a date, typed; a digit begins it, too",
        hint: "go to"),
      Binding(
        .yearView, .character("v"), .character("y"), help: "The whole year, or the month",
        hint: "year view"),
      Binding(
        .back, .character("q"), KeyEvent(.escape),
        help: "Back; Esc goes from the entries to the days first", hint: "back"),
      Binding(.left, .character("h"), KeyEvent(.left), help: "The day before, or week of a year"),
      Binding(.right, .character("l"), KeyEvent(.right), help: "The day after"),
      Binding(.down, .character("j"), KeyEvent(.down), help: "The week after, or day of a year"),
      Binding(.up, .character("k"), KeyEvent(.up), help: "The week before"),
      Binding(.pageDown, KeyEvent(.pageDown), help: "The month after, or year"),
      Binding(.pageUp, KeyEvent(.pageUp), help: "The month before"),
      Binding(.nextYear, .character(">"), .character("]"), help: "The year after"),
      Binding(.previousYear, .character("<"), .character("["), help: "The year before"),
      Binding(.first, KeyEvent(.home), help: "The first day of the month or year"),
      Binding(.last, KeyEvent(.end), help: "The last day of the month or year"),
      Binding(.today, .character("T"), help: "Today"),
      Binding(.focusNext, KeyEvent(.tab), help: "To the day's entries, and back"),
    ] + ofEntries)

  static let onThisDay = KeyTable(
    title: "On this day",
    bindings: [
      Binding(.open, KeyEvent(.enter), help: "Read the entry", hint: "read"),
      Binding(.next, .character("n"), help: "To the year before", hint: "older year"),
      Binding(.help, .character("?"), help: "All keys", hint: "keys"),
      Binding(.previous, .character("p"), help: "To the year after", hint: "newer year"),
      Binding(.back, .character("q"), KeyEvent(.escape), help: "Back", hint: "back"),
      Binding(.left, KeyEvent(.left), .character("h"), help: "The day before"),
      Binding(.right, KeyEvent(.right), .character("l"), help: "The day after"),
      Binding(.down, .character("j"), KeyEvent(.down), help: "Next entry"),
      Binding(.up, .character("k"), KeyEvent(.up), help: "Previous entry"),
      Binding(.pageDown, KeyEvent(.pageDown), help: "A page down"),
      Binding(.pageUp, KeyEvent(.pageUp), help: "A page up"),
      Binding(.today, .character("T"), help: "Today"),
      Binding(.calendar, .character("c"), help: "The day in the calendar"),
    ] + ofEntries)

  /// What can be done with the chosen entry.
  private static let ofEntries: [Binding] = [
    Binding(.edit, .character("e"), help: "Edit the entry"),
    Binding(.editExternally, .character("E"), help: "Edit the entry in $EDITOR"),
    Binding(.delete, .character("d"), help: "Delete the entry, after asking"),
    Binding(.toggleStar, .character("*"), help: "Give the entry a star, or take it away"),
    .undo, .redo, .history, .versions,
  ]
}
