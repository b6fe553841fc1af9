import TerminalUI

extension KeyScreen {
  static let calendar = KeyScreen(
    "calendar",
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
    ] + Binding.ofEntries)
}
