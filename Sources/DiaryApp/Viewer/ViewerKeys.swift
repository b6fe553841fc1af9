import TerminalUI

extension KeyScreen {
  static let viewer = KeyScreen(
    "viewer",
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
}
