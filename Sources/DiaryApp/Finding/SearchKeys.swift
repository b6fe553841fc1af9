import TerminalUI

extension KeyScreen {
  static let search = KeyScreen(
    "search",
    title: "Search",
    bindings: [
      Binding(.open, .enter, help: "Read the entry", hint: "read"),
      Binding(.up, .up, help: "Previous result"),
      Binding(.down, .down, help: "Next result", hint: "choose"),
      .pageDown, .pageUp,
      Binding(.cancel, .escape, help: "End the search", hint: "end search"),
      Binding(
        .keepSearch, .alt("l"), KeyEvent(.enter, .alt),
        help: "Show the results as a list", hint: "as a list"),
      Binding(
        .widenSearch, .alt("s"), help: "Search the whole diary, or only the list",
        hint: "whole diary"),
      Binding(.mark, .tab, help: "Accept the suggestion, or mark the entry", hint: "mark"),
      Binding(.nextField, KeyEvent(.tab, .shift), help: "Next suggestion"),
      Binding(.markAll, .alt("a"), help: "Mark all entries shown", hint: "mark all"),
      Binding(.listForm, .alt("v"), help: "Switch between lines, photos and tiles", hint: "view"),
      Binding(.left, .left, help: "Tile to the left"),
      Binding(.right, .right, help: "Tile to the right"),
    ])
}
