import TerminalUI

extension KeyScreen {
  static let export = KeyScreen(
    "export",
    title: "Export",
    bindings: [
      Binding(.accept, .enter, .control("s"), help: "Start the export", hint: "export"),
      Binding(
        .nextField, .tab, .down, help: "Folder, entries, format, places, encryption", hint: "next"),
      Binding(.previousField, KeyEvent(.tab, .shift), .up, help: "Previous field"),
      Binding(.cancel, .escape, help: "Close; stops a running export", hint: "leave"),
      Binding(.help, .function(1), help: "All keys", hint: "keys"),
    ])
}
