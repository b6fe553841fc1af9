import TerminalUI

extension KeyScreen {
  static let find = KeyScreen(
    "find",
    title: "Find in the text",
    bindings: [
      Binding(.accept, .enter, help: "Next match; then replace"),
      Binding(.next, .function(3), help: "Next match"),
      Binding(.previous, KeyEvent(.function(3), .shift), help: "Previous match"),
      Binding(.replace, .function(4), help: "Replace matches"),
      Binding(.nextField, .tab, help: "Text to find or replacement"),
      Binding(.previousField, KeyEvent(.tab, .shift), help: "Other field"),
      Binding(.cancel, .escape, help: "Close; the cursor stays there"),
      Binding(.help, .function(1), help: "All keys"),
    ])

  static let replacing = KeyScreen(
    "replacing",
    title: "Replace in the text",
    bindings: [
      Binding(.yes, "y", help: "Replace this one"),
      Binding(.no, "n", help: "Skip this one"),
      Binding(.replaceAll, "a", help: "Replace this and all others"),
      Binding(.cancel, "q", .escape, help: "Stop"),
      Binding(.help, .function(1), help: "All keys"),
    ])
}
