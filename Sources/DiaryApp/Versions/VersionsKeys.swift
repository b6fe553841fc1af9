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
      .history,
    ] + Binding.scrolling)
}
