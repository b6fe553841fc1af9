import TerminalUI

// The keys of the statistics and of the places.
extension KeyTable {
  static let statistics = KeyTable(
    title: "Statistics",
    bindings: [
      Binding(
        .open, KeyEvent(.enter), help: "Show the entries of it; of a year, its months",
        hint: "show"),
      Binding(
        .previousYear, KeyEvent(.left), .character("h"), .character("<"),
        help: "The months of the year before", hint: "earlier"),
      Binding(
        .nextYear, KeyEvent(.right), .character("l"), .character(">"),
        help: "The months of the year after; after the latest, the last twelve", hint: "later"),
      Binding(.help, .character("?"), help: "All keys", hint: "keys"),
      Binding(.places, .character("p"), help: "All places", hint: "places"),
      Binding(.back, .character("q"), KeyEvent(.escape), help: "Back", hint: "back"),
      Binding(.down, .character("j"), KeyEvent(.down), help: "The next line, or scroll down"),
      Binding(.up, .character("k"), KeyEvent(.up), help: "The line before, or scroll up"),
      Binding(.focusNext, KeyEvent(.tab), help: "To the next part: months, years, tags, places"),
      Binding(.focusPrevious, KeyEvent(.tab, .shift), help: "To the part before"),
      Binding(.pageDown, KeyEvent(.pageDown), .character(" "), help: "A page down"),
      Binding(.pageUp, KeyEvent(.pageUp), help: "A page up"),
      Binding(.first, .character("g"), KeyEvent(.home), help: "The beginning"),
      Binding(.last, .character("G"), KeyEvent(.end), help: "The end"),
    ])

  static let places = KeyTable(
    title: "All places",
    bindings: [
      Binding(.open, KeyEvent(.enter), help: "Show the entries of the place", hint: "show"),
      Binding(
        .changeOrder, .character("s"), help: "By number, by the latest day, or by name",
        hint: "order"),
      Binding(.help, .character("?"), help: "All keys", hint: "keys"),
      Binding(.back, .character("q"), KeyEvent(.escape), help: "Back", hint: "back"),
      Binding(.down, .character("j"), KeyEvent(.down), help: "The place below"),
      Binding(.up, .character("k"), KeyEvent(.up), help: "The place above"),
      Binding(.pageDown, KeyEvent(.pageDown), help: "A page down"),
      Binding(.pageUp, KeyEvent(.pageUp), help: "A page up"),
      Binding(.first, .character("g"), KeyEvent(.home), help: "The first place"),
      Binding(.last, .character("G"), KeyEvent(.end), help: "The last place"),
    ])
}
