import Localization
import TerminalUI

/// Says why the program hasn't ended yet: what was saved last is on its way. Any key ends it.
struct DepartureScreen: Screen {
  var coversScreen: Bool { false }
  var holdsBack: Bool { true }

  func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.notice]] }

  func handle(_ key: KeyEvent, in app: inout ScreenContext) -> [Effect] {
    app.sync.departure = .over
    return [.leave]
  }

  func draw(in grid: inout Grid, _ app: ScreenContext) -> Point? {
    box.draw(in: &grid, grid.bounds, app.theme.dialog)
    return nil
  }

  private var box: DialogBox {
    DialogBox(title: localized("Syncing…"), body: [localized("Press any key to leave at once.")])
  }

  func accessibleText(in app: ScreenContext) -> AccessibleText { AccessibleText(box) }
}
