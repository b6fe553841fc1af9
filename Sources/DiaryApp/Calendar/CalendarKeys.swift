import TerminalUI

extension KeyScreen {
  static let calendar = KeyScreen(
    "calendar",
    title: "Calendar",
    bindings: [
      Binding(.open, .enter, help: "Read the day's entries, or write one", hint: "read"),
      Binding(.new, "n", help: "New entry on this day", hint: "new"),
      Binding(.help, "?", help: "All keys", hint: "keys"),
      Binding(.jumpToDate, "g", help: "Go to a date (or start typing digits)", hint: "go to"),
      Binding(.yearView, "v", "y", help: "Switch between year and month view", hint: "year view"),
      Binding(.back, "q", .escape, help: "Go back; Esc first leaves the entries", hint: "back"),
      Binding(.left, "h", .left, help: "Previous day (year view: previous week)"),
      Binding(.right, "l", .right, help: "Next day"),
      Binding(.down, "j", .down, help: "Next week (year view: next day)"),
      Binding(.up, "k", .up, help: "Previous week"),
      Binding(.pageDown, .pageDown, help: "Next month (year view: next year)"),
      Binding(.pageUp, .pageUp, help: "Previous month"),
      Binding(.nextYear, ">", "]", help: "Next year", hint: "later year"),
      Binding(.previousYear, "<", "[", help: "Previous year"),
      Binding(.first, .home, help: "First day of the month or year"),
      Binding(.last, .end, help: "Last day of the month or year"),
      Binding(.today, "T", help: "Today", hint: "today"),
      Binding(.focusNext, .tab, help: "Switch between days and entries", hint: "entries"),
    ] + Binding.ofEntries)
}
