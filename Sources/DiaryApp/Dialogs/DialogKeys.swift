import TerminalUI

extension KeyScreen {
  static let dialog = KeyScreen(
    "dialog",
    title: "Dialog",
    bindings: [
      Binding(.accept, .enter, help: "Press the selected button", hint: "choose"),
      Binding(.nextField, .tab, .right, .down, "l", help: "Next button", hint: "next"),
      Binding(.previousField, KeyEvent(.tab, .shift), .left, .up, "h", help: "Previous button"),
      Binding(.yes, "y", "Y", help: "Yes", hint: "yes"),
      Binding(.no, "n", "N", .escape, "q", help: "No", hint: "no"),
      Binding(.save, "s", .control("s"), help: "Save, where offered"),
    ])

  static let notice = KeyScreen(
    "notice",
    title: "Message",
    bindings: [
      Binding(.accept, .enter, .escape, "q", "n", help: "Close", hint: "close"),
      Binding(.down, .down, "j", help: "Down one line", hint: "scroll"),
      Binding(.up, .up, "k", help: "Up one line"),
      Binding(.pageDown, .pageDown, " ", help: "Down one page"),
      Binding(.pageUp, .pageUp, help: "Up one page"),
    ])

  /// Of a dialog with one line to type: a caption, a name.
  static let line = KeyScreen(
    "line",
    title: "A line of text",
    bindings: [
      Binding(.accept, .enter, .control("s"), help: "Apply"),
      Binding(.cancel, .escape, help: "Cancel"),
      Binding(.help, .function(1), help: "All keys"),
    ])
}
