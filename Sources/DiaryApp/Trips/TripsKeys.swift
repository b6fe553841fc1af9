import TerminalUI

extension KeyScreen {
  static let trips = KeyScreen(
    "trips",
    title: "Trips",
    bindings: [
      Binding(.open, .enter, help: "Show the trip's entries", hint: "show"),
      Binding(.map, "m", help: "Show the way on a map", hint: "map"),
      Binding(.help, "?", help: "All keys", hint: "keys"),
      Binding(.back, "q", .escape, help: "Go back", hint: "back"),
    ] + Binding.listMotions)
}
