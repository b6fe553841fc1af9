import TerminalUI

extension KeyScreen {
  static let onThisDay = KeyScreen(
    "on-this-day",
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
      .pageDown, .pageUp,
      Binding(.today, .character("T"), help: "Today", hint: "today"),
      Binding(.calendar, .character("c"), help: "Show the day in the calendar", hint: "calendar"),
    ] + Binding.ofEntries)
}
