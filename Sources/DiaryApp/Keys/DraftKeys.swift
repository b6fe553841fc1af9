import TerminalUI

extension KeyTable {
  static let draftOffer = KeyTable(
    title: "Text that was not saved",
    bindings: [
      Binding(
        .accept, KeyEvent(.enter), .character("y"), help: "Does what the marked button says"),
      Binding(.open, .character("c"), help: "Go on writing"),
      Binding(.cancel, KeyEvent(.escape), help: "Keep it for later"),
      Binding(.delete, .character("d"), help: "Marks Discard"),
      Binding(.nextField, KeyEvent(.tab), KeyEvent(.right), help: "Next button"),
      Binding(.previousField, KeyEvent(.tab, .shift), KeyEvent(.left), help: "Previous button"),
      Binding(.down, KeyEvent(.down), .character("j"), help: "A line down"),
      Binding(.up, KeyEvent(.up), .character("k"), help: "A line up"),
      Binding(.pageDown, KeyEvent(.pageDown), .character(" "), help: "A page down"),
      Binding(.pageUp, KeyEvent(.pageUp), help: "A page up"),
    ])
}
