import DiaryCore

/// A command of the shell that a person has put on a key.
package struct CommandKey: Hashable, Sendable {
  /// As help writes it.
  package let key: String
  package let command: String
  /// Where it stands.
  package let line: Int

  package init(key: String, command: String, line: Int) {
    self.key = key
    self.command = command
    self.line = line
  }

  /// Whether a text may be a command of the shell, on one line or several.
  static func isCommand(_ text: String) -> Bool {
    !text.isBlank
      && text.unicodeScalars.allSatisfy { $0.isPrintable || $0 == "\n" || $0 == "\t" }
  }
}
