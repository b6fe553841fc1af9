import TerminalUI

// The keys of the screens that show nothing but photos.
extension KeyTable {
  static let gallery = KeyTable(
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
      Binding(.pageDown, KeyEvent(.pageDown), help: "Down one page"),
      Binding(.pageUp, KeyEvent(.pageUp), help: "Up one page"),
      Binding(.first, .character("g"), KeyEvent(.home), help: "Newest photo", hint: "newest"),
      Binding(
        .last, .character("G"), KeyEvent(.end), help: "Oldest photo (reads all of them)",
        hint: "oldest"),
      .undo, .redo,
    ])

  static let viewer = KeyTable(
    title: "Photo",
    bindings: [
      Binding(
        .back, .character("q"), KeyEvent(.escape), help: "Return to the previous screen",
        hint: "back"),
      Binding(.previous, .character("p"), help: "Earlier photo", hint: "earlier"),
      Binding(.next, .character("n"), help: "Later photo", hint: "later"),
      Binding(.zoomIn, .character("+"), .character("="), help: "Zoom in", hint: "larger"),
      Binding(.details, .character("i"), help: "Show photo details", hint: "details"),
      Binding(.help, .character("?"), help: "All keys", hint: "keys"),
      Binding(.zoomOut, .character("-"), help: "Zoom out"),
      Binding(.wholePhoto, .character("0"), help: "Whole photo", hint: "whole"),
      Binding(
        .left, KeyEvent(.left), .character("h"),
        help: "Earlier photo; zoomed: scroll left"),
      Binding(
        .right, KeyEvent(.right), .character("l"),
        help: "Later photo; zoomed: scroll right"),
      Binding(.up, KeyEvent(.up), .character("k"), help: "Scroll up when zoomed"),
      Binding(.down, KeyEvent(.down), .character("j"), help: "Scroll down when zoomed"),
      Binding(
        .first, KeyEvent(.home),
        help: "Entry's first photo; zoomed: top left"),
      Binding(
        .last, KeyEvent(.end),
        help: "Entry's last photo; zoomed: bottom right"),
      Binding(.open, KeyEvent(.enter), help: "Read its entry", hint: "read"),
      Binding(.editCaption, .character("c"), help: "Edit the caption", hint: "caption"),
      Binding(
        .openOutside, .character("o"), help: "Open a copy in the desktop's viewer",
        hint: "open a copy"),
      Binding(.copyOut, .character("w"), help: "Copy to a folder", hint: "copy"),
      .undo, .redo,
    ])

  static let copyOut = KeyTable(
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
