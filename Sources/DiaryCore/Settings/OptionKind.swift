/// What an option of the settings may be.
package enum OptionKind: Hashable, Sendable {
  /// A line of text that can be printed.
  case name
  /// A command of the shell.
  case command
  case oneOf([String])
  case flag
  case number(ClosedRange<Int>)
  /// `#rrggbb`, or a number of the terminal's palette.
  case color
  /// `auto`, `off`, or the names of dictionaries.
  case dictionaries
  case table
  /// Keys as help writes them.
  case keys
}
