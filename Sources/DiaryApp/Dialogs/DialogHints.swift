import TerminalUI

// The bottom line while a dialog is in front: its keys, never those of the screen behind it.
extension AppState {
  /// Whether a dialog lies over the screen.
  var hasDialog: Bool { layers.last.map { !$0.isWhole } ?? false }

  func drawDialogHints(in grid: inout Grid) {
    let bottom = grid.bounds.line(grid.size.rows - 1)
    // A tall dialog covers the line.
    guard grid.row(bottom.row).allSatisfy({ $0.text == " " }) else { return }
    ScreenFrame.draw(dialogHints, in: &grid, bottom, self)
  }

  /// None where the dialog itself says what its keys do.
  private var dialogHints: [Binding] {
    switch layers.last {
    case .confirm(let confirm):
      let save = confirm.answers.contains(.save) ? keys.dialog.hint(.save, "save") : nil
      return keys.dialog.bindings + [save].compactMap(\.self)
    case .notice(let notice):
      return NoticeView.scrolls(notice, size)
        ? keys.notice.bindings : keys.notice.without([.down]).bindings
    case .draftOffer: return keys.draftOffer.bindings
    case .palette: return keys.palette.bindings
    default: return []
    }
  }
}
