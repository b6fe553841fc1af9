import TerminalUI

extension KeyScreen {
  static let statistics = KeyScreen(
    "statistics",
    title: "Statistics",
    bindings: [
      Binding(.open, .enter, help: "Show its entries; for a year, its months", hint: "show"),
      Binding(
        .previousYear, .left, "h", "p", "<", help: "Months of the previous year", hint: "earlier"),
      Binding(
        .nextYear, .right, "l", "n", ">",
        help: "Months of the next year, or the last twelve", hint: "later"),
      Binding(.help, "?", help: "All keys", hint: "keys"),
      Binding(.places, .alt("p"), help: "Show all places", hint: "places"),
      Binding(.map, "m", help: "Show all places on a map"),
      Binding(.moods, .alt("f"), help: "Show moods over time"),
      Binding(.back, "q", .escape, help: "Go back", hint: "back"),
      Binding(
        .focusNext, .tab, help: "Next section: months, years, tags, places", hint: "next part"),
      Binding(.focusPrevious, KeyEvent(.tab, .shift), help: "Previous section"),
    ] + Binding.scrolling)
}
