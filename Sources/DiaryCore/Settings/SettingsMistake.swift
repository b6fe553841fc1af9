/// Something in the settings that can't be.
package struct SettingsMistake: Hashable, Sendable {
  package let path: String
  /// From 1; 0 is the file as a whole.
  package let line: Int
  package let fault: SettingsFault

  package init(path: String, line: Int, _ fault: SettingsFault) {
    self.path = path
    self.line = line
    self.fault = fault
  }
}

package enum SettingsFault: Hashable, Sendable {
  case unreadable(reason: String)
  /// It could not be made.
  case unwritable(reason: String)
  case notTOML
  /// A text without its quotes.
  case unquoted(String, option: String)
  /// This program was built without the library that reads settings.
  case unsupported
  /// There is no such option; the one that is spelled most like it.
  case unknownOption(String, nearest: String)
  case invalid(option: String, OptionKind)

  // Of the keymap.
  case unknownScreen(String, nearest: String)
  case unknownCommand(String, screen: String, nearest: String)
  case unknownKey(String)
  /// It writes a letter on that screen.
  case typedKey(String)
  /// It calls two commands of one screen.
  case takenKey(String, by: String)
  /// A command that one must be able to call.
  case noKey(for: String)
}
