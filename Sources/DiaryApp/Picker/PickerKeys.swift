import TerminalUI

extension KeyScreen {
  static let picker = KeyScreen(
    "picker",
    title: "Photo picker",
    bindings: [
      Binding(.open, .enter, help: "Open the folder, or add the photos", hint: "choose"),
      Binding(.mark, .tab, help: "Mark the photo, to add several", hint: "mark"),
      Binding(.cancel, .escape, help: "Cancel", hint: "leave"),
      Binding(.help, .function(1), help: "All keys", hint: "keys"),
      .changeOrder, .showHidden,
    ] + Binding.motionsWhileTyping)

  static let folderPicker = KeyScreen(
    "folder-picker",
    title: "A folder of photos",
    bindings: [
      Binding(.open, .enter, help: "Open the folder", hint: "open"),
      Binding(
        .takeFolder, .control("s"),
        help: "Find photos in the selected or current folder",
        hint: "use this folder"),
      Binding(.cancel, .escape, help: "Cancel", hint: "leave"),
      Binding(.help, .function(1), help: "All keys", hint: "keys"),
      .changeOrder, .showHidden,
    ] + Binding.motionsWhileTyping)

  static let diaryPicker = KeyScreen(
    "diary-picker",
    title: "Diary to import",
    bindings: [
      Binding(.open, .enter, help: "Open the folder, or choose the file", hint: "open"),
      Binding(
        .takeFolder, .control("s"),
        help: "Choose the selected folder, or this one", hint: "use this folder"),
      Binding(.cancel, .escape, help: "Cancel", hint: "leave"),
      Binding(.help, .function(1), help: "All keys", hint: "keys"),
      .showHidden,
    ] + Binding.motionsWhileTyping)
}
