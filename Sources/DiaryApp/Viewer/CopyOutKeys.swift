import TerminalUI

extension KeyScreen {
  static let copyOut = KeyScreen(
    "copy-out",
    title: "Copy a photo to a folder",
    bindings: [
      Binding(.accept, KeyEvent(.enter), .control("s"), help: "Copy", hint: "copy"),
      Binding(
        .nextField, KeyEvent(.tab), KeyEvent(.down), KeyEvent(.tab, .shift), KeyEvent(.up),
        help: "Folder or location", hint: "next"),
      Binding(
        .keepPlace, KeyEvent(.left), KeyEvent(.right), .character(" "),
        help: "Keep or remove the location in the copy"),
      Binding(.cancel, KeyEvent(.escape), help: "Cancel", hint: "leave"),
      Binding(.help, KeyEvent(.function(1)), help: "All keys"),
    ])
}
