import TerminalUI

extension KeyTable {
  static let dialog = KeyTable(
    title: "Dialog",
    bindings: [
      Binding(.accept, KeyEvent(.enter), help: "Does what the marked button says"),
      Binding(
        .nextField, KeyEvent(.tab), KeyEvent(.right), KeyEvent(.down), .character("l"),
        help: "Next button"),
      Binding(
        .previousField, KeyEvent(.tab, .shift), KeyEvent(.left), KeyEvent(.up), .character("h"),
        help: "Previous button"),
      Binding(.yes, .character("y"), .character("Y"), help: "Yes"),
      Binding(
        .no, .character("n"), .character("N"), KeyEvent(.escape), .character("q"), help: "No"),
      Binding(.save, .character("s"), .control("s"), help: "Save, where that is offered"),
    ])

  static let notice = KeyTable(
    title: "Message",
    bindings: [
      Binding(
        .accept, KeyEvent(.enter), KeyEvent(.escape), .character("q"), .character("n"),
        help: "Goes on"),
      Binding(.down, KeyEvent(.down), .character("j"), help: "A line down"),
      Binding(.up, KeyEvent(.up), .character("k"), help: "A line up"),
      Binding(.pageDown, KeyEvent(.pageDown), .character(" "), help: "A page down"),
      Binding(.pageUp, KeyEvent(.pageUp), help: "A page up"),
    ])

  /// Of a dialog with one line to type: a caption, a name.
  static let line = KeyTable(
    title: "A line of text",
    bindings: [
      Binding(.accept, KeyEvent(.enter), .control("s"), help: "Keep it"),
      Binding(.cancel, KeyEvent(.escape), help: "Leave it as it was"),
      Binding(.help, KeyEvent(.function(1)), help: "All keys"),
    ])

  static let export = KeyTable(
    title: "Export",
    bindings: [
      Binding(
        .accept, KeyEvent(.enter), .control("s"), help: "Begin the export", hint: "export"),
      Binding(
        .nextField, KeyEvent(.tab), KeyEvent(.down), help: "Folder, entries, format, location",
        hint: "next"),
      Binding(
        .previousField, KeyEvent(.tab, .shift), KeyEvent(.up), help: "Back through them"),
      Binding(.cancel, KeyEvent(.escape), help: "Leave; stops an export that runs", hint: "leave"),
      Binding(.help, KeyEvent(.function(1)), help: "All keys", hint: "keys"),
    ])
}
