import DiaryCore
import TerminalUI

extension DraftOfferState: Screen {
  package var coversScreen: Bool { false }
  package var wantedComparison: Comparison? { text.underWay }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.draftOffer]] }

  package func handle(_ key: KeyEvent, in app: inout AppState) -> [Effect] {
    app.updateDraftOffer(key, self)
  }

  package func click(_ mouse: MouseEvent, in app: inout AppState) -> [Effect] {
    app.clickDraftOffer(mouse, self)
  }

  package mutating func layOut(in app: AppState) { DraftOfferView.layOut(&self, app) }

  package func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    DraftOfferView.draw(self, app, in: &grid)
    return nil
  }

  package func speech(in app: AppState) -> Speech { app.speech(of: self) }

  package func dialogHints(in app: AppState) -> [Binding] { app.keys[.draftOffer].bindings }

  package func applying(_ change: DiaryChange, in app: AppState) -> DraftOfferState? {
    after(change)
  }
}
