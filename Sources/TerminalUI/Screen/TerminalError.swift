/// Why the diary can't be shown on a terminal.
package enum TerminalError: Error, Hashable, Sendable {
  /// Standard input or output isn't a terminal.
  case notATerminal(Stream)
  /// Nothing is known about a terminal of this type (`TERM`), or it can't place its cursor.
  case unusable(type: String)

  package enum Stream: Hashable, Sendable { case input, output }
}
