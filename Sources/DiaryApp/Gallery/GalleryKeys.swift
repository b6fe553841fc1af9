import TerminalUI

extension KeyScreen {
  static let gallery = KeyScreen(
    "gallery",
    title: "Photos",
    bindings: [
      Binding(.open, KeyEvent(.enter), help: "Read the photo's entry", hint: "read"),
      Binding(.view, .character(" "), .character("o"), help: "View the photo", hint: "view"),
      Binding(
        .back, .character("q"), KeyEvent(.escape),
        help: "Go back; Esc first stops reading ahead", hint: "back"),
      Binding(.help, .character("?"), help: "All keys", hint: "keys"),
      Binding(.left, .character("h"), KeyEvent(.left), help: "Previous photo"),
      Binding(.right, .character("l"), KeyEvent(.right), help: "Next photo"),
      Binding(.down, .character("j"), KeyEvent(.down), help: "Down one row"),
      Binding(.up, .character("k"), KeyEvent(.up), help: "Up one row"),
      .pageDown, .pageUp,
      Binding(.first, .character("g"), KeyEvent(.home), help: "Newest photo", hint: "newest"),
      Binding(
        .last, .character("G"), KeyEvent(.end), help: "Oldest photo (reads all of them)",
        hint: "oldest"),
      .undo, .redo,
    ])
}
