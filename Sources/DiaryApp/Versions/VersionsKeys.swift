import TerminalUI

extension KeyScreen {
  static let versions = KeyScreen(
    "versions",
    title: "Versions",
    bindings: [
      Binding(
        .nextVersion, .tab, help: "Switch sides, or show the next version", hint: "other side"),
      Binding(.keepLeft, "l", help: "Keep left", hint: "keep left"),
      Binding(.keepRight, "r", help: "Keep right", hint: "keep right"),
      Binding(.editMerged, "e", help: "Merge both into one text", hint: "edit both"),
      Binding(.back, "q", .escape, help: "Go back", hint: "back"),
      Binding(.help, "?", help: "All keys", hint: "keys"),
      Binding(.down, .down, "j", help: "Down one line"),
      Binding(.up, .up, "k", help: "Up one line"),
      Binding(.pageDown, .pageDown, " ", help: "Down one page"),
      Binding(.pageUp, .pageUp, help: "Up one page"),
      Binding(.first, "g", .home, help: "Go to the beginning"),
      Binding(.last, "G", .end, help: "Go to the end"),
      .history,
    ])
}
