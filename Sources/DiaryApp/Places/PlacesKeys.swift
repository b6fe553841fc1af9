import TerminalUI

extension KeyScreen {
  static let places = KeyScreen(
    "places",
    title: "Places",
    bindings: [
      Binding(.open, KeyEvent(.enter), help: "Show the place's entries", hint: "show"),
      Binding(
        .changeOrder, .character("s"), help: "Sort by count, latest day or name",
        hint: "order"),
      Binding(.help, .character("?"), help: "All keys", hint: "keys"),
      Binding(.back, .character("q"), KeyEvent(.escape), help: "Go back", hint: "back"),
      Binding(.down, .character("j"), KeyEvent(.down), help: "Next place"),
      Binding(.up, .character("k"), KeyEvent(.up), help: "Previous place"),
      .pageDown, .pageUp,
      Binding(.first, .character("g"), KeyEvent(.home), help: "First place"),
      Binding(.last, .character("G"), KeyEvent(.end), help: "Last place"),
    ])
}
