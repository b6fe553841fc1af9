import TerminalUI

// The keys of the screens that bring another diary.
extension KeyTable {
  static let diaryPicker = KeyTable(
    title: "A diary to import",
    bindings: [
      Binding(.open, KeyEvent(.enter), help: "Open the folder, or take the file", hint: "open"),
      Binding(
        .takeFolder, KeyEvent(.tab), .control("s"),
        help: "Take the folder that typing has selected, else this one", hint: "take this folder"),
      Binding(.cancel, KeyEvent(.escape), help: "Leave", hint: "leave"),
      Binding(.help, KeyEvent(.function(1)), help: "All keys", hint: "keys"),
      .showHidden,
    ])

  static let diaryImport = KeyTable(
    title: "Import",
    bindings: [
      Binding(
        .accept, KeyEvent(.enter), .character("w"), help: "Import it, all in one step",
        hint: "import"),
      Binding(
        .bringUpdates, .character("u"),
        help: "Bring what has changed there since it was imported, or leave it", hint: "updates"),
      Binding(
        .back, .character("q"), KeyEvent(.escape),
        help: "Leave, or stop; nothing is added", hint: "leave"),
      Binding(.help, .character("?"), help: "All keys", hint: "keys"),
      Binding(.down, KeyEvent(.down), .character("j"), help: "A line down"),
      Binding(.up, KeyEvent(.up), .character("k"), help: "A line up"),
      Binding(.pageDown, KeyEvent(.pageDown), .character(" "), help: "A page down"),
      Binding(.pageUp, KeyEvent(.pageUp), help: "A page up"),
    ])
}
