import TerminalUI

extension KeyScreen {
  static let export = KeyScreen(
    "export",
    title: "Export",
    bindings: [
      Binding(
        .accept, KeyEvent(.enter), .control("s"), help: "Start the export", hint: "export"),
      Binding(
        .nextField, KeyEvent(.tab), KeyEvent(.down),
        help: "Folder, entries, format, places, encryption",
        hint: "next"),
      Binding(
        .previousField, KeyEvent(.tab, .shift), KeyEvent(.up), help: "Previous field"),
      Binding(.cancel, KeyEvent(.escape), help: "Close; stops a running export", hint: "leave"),
      Binding(.help, KeyEvent(.function(1)), help: "All keys", hint: "keys"),
    ])
}
