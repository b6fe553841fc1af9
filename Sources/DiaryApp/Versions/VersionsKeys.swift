import TerminalUI

extension KeyScreen {
  static let versions = KeyScreen(
    "versions",
    title: "Versions",
    bindings: [
      Binding(
        .nextVersion, KeyEvent(.tab), help: "Switch sides, or show the next version",
        hint: "other side"),
      Binding(.keepLeft, .character("l"), help: "Keep left", hint: "keep left"),
      Binding(.keepRight, .character("r"), help: "Keep right", hint: "keep right"),
      Binding(.editMerged, .character("e"), help: "Merge both into one text", hint: "edit both"),
      Binding(.back, .character("q"), KeyEvent(.escape), help: "Go back", hint: "back"),
      Binding(.help, .character("?"), help: "All keys", hint: "keys"),
      Binding(.down, KeyEvent(.down), .character("j"), help: "Down one line"),
      Binding(.up, KeyEvent(.up), .character("k"), help: "Up one line"),
      Binding(.pageDown, KeyEvent(.pageDown), .character(" "), help: "Down one page"),
      Binding(.pageUp, KeyEvent(.pageUp), help: "Up one page"),
      Binding(.first, .character("g"), KeyEvent(.home), help: "Go to the beginning"),
      Binding(.last, .character("G"), KeyEvent(.end), help: "Go to the end"),
      .history,
    ])
}
