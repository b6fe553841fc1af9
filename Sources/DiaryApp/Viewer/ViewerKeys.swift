import TerminalUI

extension KeyScreen {
  static let viewer = KeyScreen(
    "viewer",
    title: "Photo",
    bindings: [
      Binding(.back, "q", .escape, help: "Return to the previous screen", hint: "back"),
      Binding(.previous, "p", help: "Earlier photo", hint: "earlier"),
      Binding(.next, "n", help: "Later photo", hint: "later"),
      Binding(.zoomIn, "+", "=", help: "Zoom in", hint: "larger"),
      Binding(.details, "i", help: "Show photo details", hint: "details"),
      Binding(.help, "?", help: "All keys", hint: "keys"),
      Binding(.zoomOut, "-", help: "Zoom out"),
      Binding(.wholePhoto, "0", help: "Whole photo", hint: "whole"),
      Binding(.left, .left, "h", help: "Earlier photo; zoomed: scroll left"),
      Binding(.right, .right, "l", help: "Later photo; zoomed: scroll right"),
      Binding(.up, .up, "k", help: "Scroll up when zoomed"),
      Binding(.down, .down, "j", help: "Scroll down when zoomed"),
      Binding(.first, .home, help: "Entry's first photo; zoomed: top left"),
      Binding(.last, .end, help: "Entry's last photo; zoomed: bottom right"),
      Binding(.open, .enter, help: "Read its entry; play a film", hint: "read"),
      Binding(.play, "v", help: "Play the film or Live Photo"),
      Binding(.slideShow, "s", help: "Start or end a slide show", hint: "slide show"),
      Binding(.pauseSlides, " ", help: "Pause or resume the slide show"),
      Binding(.editCaption, "c", help: "Edit the caption", hint: "caption"),
      Binding(.openOutside, "o", help: "Open a copy in the desktop's viewer", hint: "open a copy"),
      Binding(.copyOut, "w", help: "Copy to a folder", hint: "copy"),
      .undo, .redo,
    ])
}
