import TerminalUI

// The keys of the screens that bring another diary.
extension KeyTable {
  static let diaryPicker = KeyTable(
    title: "Diary to import",
    bindings: [
      Binding(.open, KeyEvent(.enter), help: "Open the folder, or choose the file", hint: "open"),
      Binding(
        .takeFolder, .control("s"),
        help: "Choose the selected folder, or this one", hint: "use this folder"),
      Binding(.cancel, KeyEvent(.escape), help: "Cancel", hint: "leave"),
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
        help: "Include or skip updated entries", hint: "updates"),
      Binding(
        .back, .character("q"), KeyEvent(.escape),
        help: "Cancel; nothing is added", hint: "leave"),
      Binding(.help, .character("?"), help: "All keys", hint: "keys"),
      Binding(.down, KeyEvent(.down), .character("j"), help: "Down one line"),
      Binding(.up, KeyEvent(.up), .character("k"), help: "Up one line"),
      Binding(.pageDown, KeyEvent(.pageDown), .character(" "), help: "Down one page"),
      Binding(.pageUp, KeyEvent(.pageUp), help: "Up one page"),
    ])
}
