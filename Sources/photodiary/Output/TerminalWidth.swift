import CSystem
import Glibc

/// The width of the terminal that standard output is.
enum TerminalWidth {
  /// `nil` when standard output is none.
  static var columns: Int? {
    guard Output.isTerminal else { return nil }
    let columns = Int(pd_window_columns(STDOUT_FILENO))
    return columns > 0 ? columns : 80
  }
}
