import TerminalUI

extension KeyScreen {
  static let photoImport = KeyScreen(
    "photo-import",
    title: "Start from photos",
    bindings: [
      Binding(.writeGroups, .enter, "w", help: "Add the entries", hint: "write"),
      Binding(.dropGroup, " ", help: "Leave out or include the entry", hint: "leave out"),
      Binding(.mergeGroup, "m", help: "Merge with the next entry", hint: "merge"),
      Binding(.splitGroup, "s", help: "Start another entry at the marked photo", hint: "split"),
      Binding(.namePlaces, "p", help: "Name the places, or leave them out"),
      Binding(.back, "q", .escape, help: "Cancel; nothing is added", hint: "leave"),
      Binding(.help, "?", help: "All keys", hint: "keys"),
      Binding(.previous, .left, help: "Previous photo"),
      Binding(.next, .right, help: "Next photo"),
    ] + Binding.listMotions)
}
