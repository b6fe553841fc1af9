import TerminalUI

// The keys of the screens that show nothing but photos.
extension KeyTable {
  static let gallery = KeyTable(
    title: "Photos",
    bindings: [
      Binding(.open, KeyEvent(.enter), help: "Read the entry that has the photo", hint: "read"),
      Binding(.view, .character(" "), .character("o"), help: "Look at the photo", hint: "look"),
      Binding(
        .back, .character("q"), KeyEvent(.escape),
        help: "Back; Esc ends the way to the oldest first", hint: "back"),
      Binding(.help, .character("?"), help: "All keys", hint: "keys"),
      Binding(.left, .character("h"), KeyEvent(.left), help: "The photo before"),
      Binding(.right, .character("l"), KeyEvent(.right), help: "The photo after"),
      Binding(.down, .character("j"), KeyEvent(.down), help: "A row down"),
      Binding(.up, .character("k"), KeyEvent(.up), help: "A row up"),
      Binding(.pageDown, KeyEvent(.pageDown), help: "A page down"),
      Binding(.pageUp, KeyEvent(.pageUp), help: "A page up"),
      Binding(.first, .character("g"), KeyEvent(.home), help: "The newest photo"),
      Binding(
        .last, .character("G"), KeyEvent(.end), help: "The oldest photo, for which all are read"),
      .undo, .redo,
    ])

  static let viewer = KeyTable(
    title: "Photo",
    bindings: [
      Binding(
        .back, .character("q"), KeyEvent(.escape), help: "Back to where you were", hint: "back"),
      Binding(.previous, .character("p"), help: "The photo before", hint: "previous"),
      Binding(.next, .character("n"), help: "The photo after", hint: "next"),
      Binding(.zoomIn, .character("+"), .character("="), help: "Larger", hint: "larger"),
      Binding(.details, .character("i"), help: "How and where it was taken", hint: "details"),
      Binding(.help, .character("?"), help: "All keys", hint: "keys"),
      Binding(.zoomOut, .character("-"), help: "Smaller"),
      Binding(.wholePhoto, .character("0"), help: "The whole photo"),
      Binding(
        .left, KeyEvent(.left), .character("h"),
        help: "The photo before, or what is to the left"),
      Binding(
        .right, KeyEvent(.right), .character("l"),
        help: "The photo after, or what is to the right"),
      Binding(.up, KeyEvent(.up), .character("k"), help: "What is above, once it is larger"),
      Binding(.down, KeyEvent(.down), .character("j"), help: "What is below"),
      Binding(
        .first, KeyEvent(.home),
        help: "The entry's first photo, or the top left"),
      Binding(
        .last, KeyEvent(.end),
        help: "The entry's last photo, or the bottom right"),
      Binding(.open, KeyEvent(.enter), help: "Read the entry that has it"),
      Binding(.editCaption, .character("c"), help: "Edit the caption"),
      Binding(.openOutside, .character("o"), help: "Open a copy in the desktop's viewer"),
      Binding(.copyOut, .character("w"), help: "Copy it to a folder"),
      .undo, .redo,
    ])

  static let copyOut = KeyTable(
    title: "Copy a photo to a folder",
    bindings: [
      Binding(.accept, KeyEvent(.enter), .control("s"), help: "Copy", hint: "copy"),
      Binding(
        .nextField, KeyEvent(.tab), KeyEvent(.down), KeyEvent(.tab, .shift), KeyEvent(.up),
        help: "Folder, or place", hint: "next"),
      Binding(
        .keepPlace, KeyEvent(.left), KeyEvent(.right), .character(" "),
        help: "Keep the place in the copy, or remove it"),
      Binding(.cancel, KeyEvent(.escape), help: "Leave", hint: "leave"),
      Binding(.help, KeyEvent(.function(1)), help: "All keys"),
    ])
}
