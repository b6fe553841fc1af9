import TerminalUI

extension KeyScreen {
  static let gallery = KeyScreen(
    "gallery",
    title: "Photos",
    bindings: [
      Binding(.open, .enter, help: "Read the photo's entry", hint: "read"),
      Binding(.view, " ", "o", help: "View the photo", hint: "view"),
      Binding(.slideShow, "s", help: "Slide show from the photo on", hint: "slide show"),
      Binding(.back, "q", .escape, help: "Go back; Esc first stops reading ahead", hint: "back"),
      Binding(.help, "?", help: "All keys", hint: "keys"),
      Binding(.left, "h", .left, help: "Previous photo"),
      Binding(.right, "l", .right, help: "Next photo"),
      Binding(.down, "j", .down, help: "Down one row"),
      Binding(.up, "k", .up, help: "Up one row"),
      .pageDown, .pageUp,
      Binding(.first, "g", .home, help: "Newest photo", hint: "newest"),
      Binding(.last, "G", .end, help: "Oldest photo (reads all of them)", hint: "oldest"),
      .undo, .redo,
    ])
}
