import TerminalUI

extension KeyScreen {
  static let places = KeyScreen(
    "places",
    title: "Places",
    bindings: [
      Binding(.open, .enter, help: "Show the place's entries", hint: "show"),
      Binding(.changeOrder, "s", help: "Sort by count, latest day or name", hint: "order"),
      Binding(.map, "m", help: "Show all places on a map", hint: "map"),
      Binding(.help, "?", help: "All keys", hint: "keys"),
      Binding(.back, "q", .escape, help: "Go back", hint: "back"),
    ] + Binding.listMotions)
}
