import TerminalUI

extension KeyScreen {
  static let copyOut = KeyScreen(
    "copy-out",
    title: "Copy a photo to a folder",
    bindings: [
      Binding(.accept, .enter, .control("s"), help: "Copy", hint: "copy"),
      Binding(
        .nextField, .tab, .down, KeyEvent(.tab, .shift), .up,
        help: "Folder or location", hint: "next"),
      Binding(.keepPlace, .left, .right, " ", help: "Keep or remove the location in the copy"),
      Binding(.cancel, .escape, help: "Cancel", hint: "leave"),
      Binding(.help, .function(1), help: "All keys"),
    ])
}
