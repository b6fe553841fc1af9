import TerminalUI

extension KeyScreen {
  static let search = KeyScreen(
    "search",
    title: "Search",
    bindings: [
      Binding(.open, KeyEvent(.enter), help: "Read the entry", hint: "read"),
      Binding(.up, KeyEvent(.up), help: "Previous result"),
      Binding(.down, KeyEvent(.down), help: "Next result", hint: "choose"),
      .pageDown, .pageUp,
      Binding(.cancel, KeyEvent(.escape), help: "End the search", hint: "end search"),
      Binding(
        .keepSearch, .alt("l"), KeyEvent(.enter, .alt),
        help: "Show the results as a list", hint: "as a list"),
      Binding(
        .widenSearch, .alt("s"), help: "Search the whole diary, or only the list",
        hint: "whole diary"),
      Binding(
        .mark, KeyEvent(.tab), help: "Accept the suggestion, or mark the entry", hint: "mark"),
      Binding(.nextField, KeyEvent(.tab, .shift), help: "Next suggestion"),
      Binding(.markAll, .alt("a"), help: "Mark all entries shown", hint: "mark all"),
      Binding(
        .listForm, .alt("v"), help: "Switch between lines, photos and tiles", hint: "view"),
      Binding(.left, KeyEvent(.left), help: "Tile to the left"),
      Binding(.right, KeyEvent(.right), help: "Tile to the right"),
    ])
}
