import TerminalUI

extension KeyScreen {
  static let yearReview = KeyScreen(
    "year-review",
    title: "Year in review",
    bindings: [
      Binding(.open, .enter, help: "Show the selected entry, or entries", hint: "show"),
      Binding(.previousYear, .left, "h", "p", "<", help: "Previous year", hint: "earlier"),
      Binding(.nextYear, .right, "l", "n", ">", help: "Next year", hint: "later"),
      Binding(.map, "m", help: "Show the year on a map", hint: "map"),
      Binding(.slideShow, "s", help: "Slide show of the photos shown", hint: "slide show"),
      Binding(.help, "?", help: "All keys", hint: "keys"),
      Binding(.back, "q", .escape, help: "Go back", hint: "back"),
      Binding(.focusNext, .tab, help: "Next section", hint: "next part"),
      Binding(.focusPrevious, KeyEvent(.tab, .shift), help: "Previous section"),
    ] + Binding.scrolling)
}
