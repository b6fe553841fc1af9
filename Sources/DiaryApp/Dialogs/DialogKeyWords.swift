import Localization

// What a dialog says of its keys, by the keymap that is in force.
extension KeyTable {
  /// Of a dialog; empty where not both can be done with a key.
  var keepingWords: String {
    guard let accept = keyName(of: .accept), let cancel = keyName(of: .cancel) else { return "" }
    return localized("\(accept) saves, \(cancel) cancels.")
  }

  /// Of a dialog in which a line is chosen.
  var choosingWords: String {
    let (take, leave) = (keyName(of: .open) ?? "", keyName(of: .cancel) ?? "")
    return localized("\(take) selects, \(leave) cancels.")
  }

  /// Of something that takes long and can be stopped.
  func stoppingWords(_ command: Command) -> String {
    keyName(of: command).map { localized("Press \($0) to stop") } ?? ""
  }
}
