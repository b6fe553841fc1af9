import Localization
import TerminalUI

/// Covers the diary while what is being written is kept, until the program begins anew.
struct LockingScreen: Screen {
  var holdsBack: Bool { true }

  func keyTables(_ keys: Keymap) -> [KeyTable] { [] }

  func handle(_ key: KeyEvent, in app: inout ScreenContext) -> [Effect] { [] }

  func draw(in grid: inout Grid, _ app: ScreenContext) -> Point? {
    DialogBox(title: localized("Locking…"), body: [])
      .draw(in: &grid, grid.bounds, app.theme.dialog)
    return nil
  }

  func accessibleText(in app: ScreenContext) -> AccessibleText {
    AccessibleText(localized("Locking…"))
  }
}
