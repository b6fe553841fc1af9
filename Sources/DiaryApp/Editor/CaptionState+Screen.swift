import TerminalUI
import Words

extension CaptionState: Screen {
  package var coversScreen: Bool { false }
  package var isTyping: Bool { true }

  package var belongsToEditor: Bool { true }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.line]] }

  package func handle(_ key: KeyEvent, in app: inout AppState) -> [Effect] {
    app.updateCaption(key, self)
  }

  package func click(_ mouse: MouseEvent, in app: inout AppState) -> [Effect] {
    app.clickCaption(mouse, self)
  }

  package func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    CaptionView.draw(self, app, in: &grid)
  }

  package func pictures(in app: AppState) -> WantedPictures { CaptionView.pictures(self, app) }

  package func speech(in app: AppState) -> Speech {
    AppState.speech(
      localized("Caption of \(photo.name)"), localized("Caption"), field)
  }

  package func paste(_ text: String, in app: inout AppState) -> [Effect] {
    var caption = self
    if !isSaving { caption.field.insert(text) }
    return app.put(caption)
  }
}
