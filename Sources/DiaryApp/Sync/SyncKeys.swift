import TerminalUI

extension KeyScreen {
  static let sync = KeyScreen(
    "sync",
    title: "Sync",
    bindings: [
      Binding(.syncNow, "s", help: "Sync now with all remotes", hint: "sync"),
      Binding(.addRemote, "a", help: "Add a remote", hint: "add a remote"),
      Binding(.help, "?", help: "All keys", hint: "keys"),
      Binding(.back, "q", help: "Return to the list", hint: "back"),
      Binding(
        .open, .enter,
        help: "Sync now with the selected remote; let somebody in, or change their role",
        hint: "sync this one"),
      Binding(
        .delete, "d", help: "Remove the remote, device or person (asks first)", hint: "remove"),
      Binding(
        .keepPhotos, "p", help: "Photos by the selected remote: all, previews or none",
        hint: "photos"),
      Binding(.rename, "r", help: "Rename the device", hint: "rename"),
      Binding(.cancel, .escape, help: "Stop syncing, or go back"),
    ] + Binding.listMotions)

  static let newRemote = KeyScreen(
    "remote",
    title: "New remote",
    bindings: [
      Binding(.accept, .enter, .control("s"), help: "Add the remote", hint: "add it"),
      Binding(
        .nextField, .tab, .down, help: "Address, name, encryption, photos", hint: "next"),
      Binding(.previousField, KeyEvent(.tab, .shift), .up, help: "Previous field"),
      Binding(.cancel, .escape, help: "Close; stops what is under way", hint: "leave"),
      Binding(.help, .function(1), help: "All keys", hint: "keys"),
    ])
}
