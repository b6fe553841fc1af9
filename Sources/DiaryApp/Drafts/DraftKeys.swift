import TerminalUI

extension KeyScreen {
  static let draftOffer = KeyScreen(
    "draft-offer",
    title: "Unsaved draft",
    bindings: [
      Binding(
        .accept, KeyEvent(.enter), .character("y"), help: "Press the selected button",
        hint: "choose"),
      Binding(.open, .character("c"), help: "Continue writing", hint: "continue"),
      Binding(.cancel, KeyEvent(.escape), help: "Keep it for later", hint: "later"),
      Binding(.delete, .character("d"), help: "Select Discard"),
      Binding(.nextField, KeyEvent(.tab), KeyEvent(.right), help: "Next button", hint: "next"),
      Binding(.previousField, KeyEvent(.tab, .shift), KeyEvent(.left), help: "Previous button"),
      Binding(.down, KeyEvent(.down), .character("j"), help: "Down one line"),
      Binding(.up, KeyEvent(.up), .character("k"), help: "Up one line"),
      Binding(.pageDown, KeyEvent(.pageDown), .character(" "), help: "Down one page"),
      Binding(.pageUp, KeyEvent(.pageUp), help: "Up one page"),
    ])
}
