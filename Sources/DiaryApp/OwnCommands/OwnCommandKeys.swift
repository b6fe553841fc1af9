import DiarySettings
import TerminalUI

/// A command of a person's own, and its key.
struct OwnCommand: Hashable, Sendable {
  let key: KeyEvent
  /// For the shell.
  let text: String
}

extension Keymap {
  /// Where own commands may be called: where there is an entry, and no letters are typed.
  private static let screens: [KeyScreen] = [.list, .reader, .everywhere]

  /// Puts a person's own commands on keys that nothing else is called by there. Each mistake comes with
  /// its line.
  mutating func take(
    _ keys: [CommandKey]
  ) -> [(line: Int, failure: SettingsIssueReason)] {
    var issues: [(line: Int, failure: SettingsIssueReason)] = []
    own = []
    for item in keys {
      guard let key = KeyEvent(name: item.key) else {
        issues.append((item.line, .unknownKey(item.key)))
        continue
      }
      let owner =
        Self.screens.compactMap { self[$0].command(for: key)?.rawValue }.first
        ?? own.first { $0.key == key }?.text
      guard let owner else {
        own.append(OwnCommand(key: key, text: item.command))
        continue
      }
      issues.append((item.line, .takenKey(item.key, by: owner)))
    }
    return issues
  }

  /// For help and the palette.
  var ownTable: KeyTable {
    KeyTable(
      title: "Own commands",
      bindings: own.map { Binding(.own, $0.key, help: "\($0.text.printable)") })
  }
}
