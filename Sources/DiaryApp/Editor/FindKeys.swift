import TerminalUI

extension KeyScreen {
  static let find = KeyScreen(
    "find",
    title: "Find in the text",
    bindings: [
      Binding(.accept, KeyEvent(.enter), help: "Next match; then replace"),
      Binding(.next, KeyEvent(.function(3)), help: "Next match"),
      Binding(.previous, KeyEvent(.function(3), .shift), help: "Previous match"),
      Binding(.replace, KeyEvent(.function(4)), help: "Replace matches"),
      Binding(.nextField, KeyEvent(.tab), help: "Text to find or replacement"),
      Binding(.previousField, KeyEvent(.tab, .shift), help: "Other field"),
      Binding(.cancel, KeyEvent(.escape), help: "Close; the cursor stays there"),
      Binding(.help, KeyEvent(.function(1)), help: "All keys"),
    ])

  static let replacing = KeyScreen(
    "replacing",
    title: "Replace in the text",
    bindings: [
      Binding(.yes, .character("y"), help: "Replace this one"),
      Binding(.no, .character("n"), help: "Skip this one"),
      Binding(.replaceAll, .character("a"), help: "Replace this and all others"),
      Binding(.cancel, .character("q"), KeyEvent(.escape), help: "Stop"),
      Binding(.help, KeyEvent(.function(1)), help: "All keys"),
    ])
}
