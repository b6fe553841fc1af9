/// Runs a person's own commands.
package protocol CommandRunning: Sendable {
  /// Gives an entry to a command and returns what it printed.
  func run(_ command: String, on entry: Entry) async throws(CommandProblem) -> String
}

/// Why a person's own command came to nothing, on a line that is safe for a terminal.
package struct CommandProblem: Error, Hashable, Sendable {
  package let line: String

  package init(line: String) { self.line = line }
}
