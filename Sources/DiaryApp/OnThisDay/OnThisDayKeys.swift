import TerminalUI

extension KeyScreen {
  static let onThisDay = KeyScreen(
    "on-this-day",
    title: "On this day",
    bindings: [
      Binding(.open, .enter, help: "Read the entry", hint: "read"),
      Binding(.previous, "p", help: "Previous year", hint: "earlier year"),
      Binding(.help, "?", help: "All keys", hint: "keys"),
      Binding(.next, "n", help: "Next year", hint: "later year"),
      Binding(.back, "q", .escape, help: "Go back", hint: "back"),
      Binding(.left, .left, "h", help: "Previous day", hint: "day before"),
      Binding(.right, .right, "l", help: "Next day", hint: "day after"),
      Binding(.today, "T", help: "Today", hint: "today"),
      Binding(.calendar, "c", help: "Show the day in the calendar", hint: "calendar"),
    ] + Binding.ofEntries + Binding.listMotions)
}
