import TerminalUI
import Words

extension CaptionState: Screen {
  package var coversScreen: Bool { false }
  package var isTyping: Bool { true }

  package var belongsToEditor: Bool { true }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.line]] }

  package func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    CaptionView.draw(self, app, in: &grid)
  }

  package func pictures(in app: AppState) -> WantedPictures { CaptionView.pictures(self, app) }

  package func speech(in app: AppState) -> Speech {
    Speech(localized("Caption of \(photo.name)"), field: .init(localized("Caption"), field))
  }

  package mutating func paste(_ text: String, in app: inout AppState) -> [Effect] {
    if !isSaving { field.insert(text) }
    return keepDraft(in: &app)
  }
}
