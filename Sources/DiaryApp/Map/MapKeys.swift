import TerminalUI

extension KeyScreen {
  static let map = KeyScreen(
    "map",
    title: "Map",
    bindings: [
      Binding(.open, .enter, help: "Show the entries of the selected place", hint: "show"),
      Binding(.next, .tab, "n", help: "Next place", hint: "next"),
      Binding(.zoomIn, "+", "=", help: "Zoom in", hint: "larger"),
      Binding(.zoomOut, "-", help: "Zoom out", hint: "smaller"),
      Binding(.wholeMap, "0", help: "All places in view", hint: "all"),
      Binding(.way, "t", help: "Draw or hide the way from place to place", hint: "way"),
      Binding(.help, "?", help: "All keys", hint: "keys"),
      Binding(.back, "q", .escape, help: "Go back", hint: "back"),
      Binding(.previous, KeyEvent(.tab, .shift), "p", help: "Previous place"),
      Binding(.left, .left, "h", help: "Pan left"),
      Binding(.right, .right, "l", help: "Pan right"),
      Binding(.up, .up, "k", help: "Pan up"),
      Binding(.down, .down, "j", help: "Pan down"),
      Binding(.pageUp, .pageUp, help: "Up one page"),
      Binding(.pageDown, .pageDown, help: "Down one page"),
    ])
}
