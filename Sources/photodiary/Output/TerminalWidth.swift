import System

/// The width of the terminal that standard output is.
enum TerminalWidth {
  /// `nil` when standard output is none.
  static var columns: Int? {
    guard Output.isTerminal else { return nil }
    let columns = Descriptor.standardOutput.columns
    return columns > 0 ? columns : 80
  }
}
