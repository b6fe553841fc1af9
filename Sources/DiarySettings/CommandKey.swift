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
}
