/// What a person's settings say of one command: the keys that call it on a screen.
package struct KeyBinding: Hashable, Sendable {
  package let screen: String
  package let command: String
  package let keys: [String]
  /// Where it stands.
  package let line: Int
}

/// What settings have to know of the keys that they may change, which the screens declare.
package struct KeyCatalog: Sendable {
  /// The commands of a screen.
  package struct Table {
    package let screen: String
    /// Their names, what they do, and the keys that call them.
    package let commands: [(name: String, help: String, keys: [String])]

    package init(screen: String, commands: [(name: String, help: String, keys: [String])]) {
      self.screen = screen
      self.commands = commands
    }
  }

  /// What the screens are called.
  let names: [String]
  /// What is wrong in changes, each with its line.
  let issues: @Sendable ([KeyBinding], [CommandKey]) -> [(line: Int, failure: SettingsIssueReason)]
  /// All keys as they are after changes.
  let tables: @Sendable ([KeyBinding]) -> [Table]

  package init(
    names: [String],
    issues:
      @escaping @Sendable ([KeyBinding], [CommandKey]) -> [(
        line: Int, failure: SettingsIssueReason
      )],
    tables: @escaping @Sendable ([KeyBinding]) -> [Table]
  ) {
    self.names = names
    self.issues = issues
    self.tables = tables
  }
}
