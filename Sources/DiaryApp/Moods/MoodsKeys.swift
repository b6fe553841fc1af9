import TerminalUI

extension KeyScreen {
  static let moods = KeyScreen(
    "moods",
    title: "Moods",
    bindings: [
      Binding(.open, .enter, help: "Show the entries of the mood or tag", hint: "show"),
      Binding(.previousYear, .left, "h", "p", "<", help: "Previous year", hint: "earlier"),
      Binding(
        .nextYear, .right, "l", "n", ">", help: "Next year, or the last twelve months",
        hint: "later"),
      Binding(.help, "?", help: "All keys", hint: "keys"),
      Binding(.back, "q", .escape, help: "Go back", hint: "back"),
      Binding(.focusNext, .tab, help: "Next section: moods, tags", hint: "next part"),
      Binding(.focusPrevious, KeyEvent(.tab, .shift), help: "Previous section"),
    ] + Binding.scrolling)
}
