import TerminalUI

extension KeyTable {
  static let find = KeyTable(
    title: "Find in the text",
    bindings: [
      Binding(.accept, KeyEvent(.enter), help: "The next place; goes on to replacing"),
      Binding(.next, KeyEvent(.function(3)), help: "The next place"),
      Binding(.previous, KeyEvent(.function(3), .shift), help: "The place before"),
      Binding(.replace, KeyEvent(.function(4)), help: "Replace what is found"),
      Binding(.nextField, KeyEvent(.tab), help: "What to find, or what comes in its place"),
      Binding(.previousField, KeyEvent(.tab, .shift), help: "The other one"),
      Binding(.cancel, KeyEvent(.escape), help: "Close; the caret stays at the place"),
      Binding(.help, KeyEvent(.function(1)), help: "All keys"),
    ])

  static let replacing = KeyTable(
    title: "Replace in the text",
    bindings: [
      Binding(.yes, .character("y"), help: "Replace this one"),
      Binding(.no, .character("n"), help: "Leave this one"),
      Binding(.replaceAll, .character("a"), help: "Replace this and all others"),
      Binding(.cancel, .character("q"), KeyEvent(.escape), help: "Stop"),
      Binding(.help, KeyEvent(.function(1)), help: "All keys"),
    ])
}
