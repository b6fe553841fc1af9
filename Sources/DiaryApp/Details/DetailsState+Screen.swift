import TerminalUI

extension DetailsState: Screen {
  package var coversScreen: Bool { false }
  package var isTyping: Bool { true }

  package var belongsToEditor: Bool { true }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.details]] }

  package func handle(_ key: KeyEvent, in app: inout AppState) -> [Effect] {
    app.updateDetails(key, self)
  }

  package func click(_ mouse: MouseEvent, in app: inout AppState) -> [Effect] {
    app.clickDetails(mouse, self)
  }

  package func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    DetailsView.draw(self, app, in: &grid)
  }

  package func speech(in app: AppState) -> Speech { app.speech(of: self) }

  package func paste(_ text: String, in app: inout AppState) -> [Effect] {
    var dialog = self
    dialog.field?.insert(text)
    app.screens.replaceFront(with: dialog)
    return app.scheduleDraft()
  }
}
