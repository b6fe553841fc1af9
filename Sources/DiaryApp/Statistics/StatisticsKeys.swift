import TerminalUI

extension KeyScreen {
  static let statistics = KeyScreen(
    "statistics",
    title: "Statistics",
    bindings: [
      Binding(
        .open, KeyEvent(.enter), help: "Show its entries; for a year, its months",
        hint: "show"),
      Binding(
        .previousYear, KeyEvent(.left), .character("h"), .character("p"), .character("<"),
        help: "Months of the previous year", hint: "earlier"),
      Binding(
        .nextYear, KeyEvent(.right), .character("l"), .character("n"), .character(">"),
        help: "Months of the next year, or the last twelve", hint: "later"),
      Binding(.help, .character("?"), help: "All keys", hint: "keys"),
      Binding(.places, .alt("p"), help: "Show all places", hint: "places"),
      Binding(.back, .character("q"), KeyEvent(.escape), help: "Go back", hint: "back"),
      Binding(.down, .character("j"), KeyEvent(.down), help: "Next line, or scroll down"),
      Binding(.up, .character("k"), KeyEvent(.up), help: "Previous line, or scroll up"),
      Binding(
        .focusNext, KeyEvent(.tab), help: "Next section: months, years, tags, places",
        hint: "next part"),
      Binding(.focusPrevious, KeyEvent(.tab, .shift), help: "Previous section"),
      Binding(.pageDown, KeyEvent(.pageDown), .character(" "), help: "Down one page"),
      Binding(.pageUp, KeyEvent(.pageUp), help: "Up one page"),
      Binding(.first, .character("g"), KeyEvent(.home), help: "Go to the beginning"),
      Binding(.last, .character("G"), KeyEvent(.end), help: "Go to the end"),
    ])
}
