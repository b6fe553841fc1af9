import TerminalUI

extension KeyScreen {
  static let dialog = KeyScreen(
    "dialog",
    title: "Dialog",
    bindings: [
      Binding(.accept, KeyEvent(.enter), help: "Press the selected button", hint: "choose"),
      Binding(
        .nextField, KeyEvent(.tab), KeyEvent(.right), KeyEvent(.down), .character("l"),
        help: "Next button", hint: "next"),
      Binding(
        .previousField, KeyEvent(.tab, .shift), KeyEvent(.left), KeyEvent(.up), .character("h"),
        help: "Previous button"),
      Binding(.yes, .character("y"), .character("Y"), help: "Yes", hint: "yes"),
      Binding(
        .no, .character("n"), .character("N"), KeyEvent(.escape), .character("q"), help: "No",
        hint: "no"),
      Binding(.save, .character("s"), .control("s"), help: "Save, where offered"),
    ])

  static let notice = KeyScreen(
    "notice",
    title: "Message",
    bindings: [
      Binding(
        .accept, KeyEvent(.enter), KeyEvent(.escape), .character("q"), .character("n"),
        help: "Close", hint: "close"),
      Binding(.down, KeyEvent(.down), .character("j"), help: "Down one line", hint: "scroll"),
      Binding(.up, KeyEvent(.up), .character("k"), help: "Up one line"),
      Binding(.pageDown, KeyEvent(.pageDown), .character(" "), help: "Down one page"),
      Binding(.pageUp, KeyEvent(.pageUp), help: "Up one page"),
    ])

  /// Of a dialog with one line to type: a caption, a name.
  static let line = KeyScreen(
    "line",
    title: "A line of text",
    bindings: [
      Binding(.accept, KeyEvent(.enter), .control("s"), help: "Apply"),
      Binding(.cancel, KeyEvent(.escape), help: "Cancel"),
      Binding(.help, KeyEvent(.function(1)), help: "All keys"),
    ])
}
