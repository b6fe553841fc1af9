import TerminalUI

// The bottom line while a dialog is in front: its keys, never those of the screen behind it.
extension AppState {
  /// Whether a dialog lies over the screen.
  var hasDialog: Bool { screens.front.map { !$0.coversScreen } ?? false }

  func drawDialogHints(in grid: inout Grid) {
    let bottom = grid.bounds.line(grid.size.rows - 1)
    // A tall dialog covers the line.
    guard grid.row(bottom.row).allSatisfy({ $0.text == " " }) else { return }
    ScreenFrame.draw(screens.front?.dialogHints(in: self) ?? [], in: &grid, bottom, self)
  }
}
