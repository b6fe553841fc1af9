import TerminalUI

extension ConfirmState: Screen {
  package var coversScreen: Bool { false }

  package var belongsToEditor: Bool { true }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.dialog]] }

  package func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    ConfirmView.draw(self, app, in: &grid)
    return nil
  }

  package func speech(in app: AppState) -> Speech { Speech(ConfirmView.box(self, app)) }

  package func dialogHints(in app: AppState) -> [Binding] {
    let save = answers.contains(.save) ? app.keys[.dialog].hint(.save, "save") : nil
    return app.keys[.dialog].bindings + [save].compactMap(\.self)
  }
}
