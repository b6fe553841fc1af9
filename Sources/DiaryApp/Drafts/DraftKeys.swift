import TerminalUI

extension KeyScreen {
  static let draftOffer = KeyScreen(
    "draft-offer",
    title: "Unsaved draft",
    bindings: [
      Binding(.accept, .enter, "y", help: "Press the selected button", hint: "choose"),
      Binding(.open, "c", help: "Continue writing", hint: "continue"),
      Binding(.cancel, .escape, help: "Keep it for later", hint: "later"),
      Binding(.delete, "d", help: "Select Discard"),
      Binding(.nextField, .tab, .right, help: "Next button", hint: "next"),
      Binding(.previousField, KeyEvent(.tab, .shift), .left, help: "Previous button"),
    ] + Binding.scrolling)
}
