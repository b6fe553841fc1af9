import DiaryCore
import TerminalUI

extension DraftOfferState: Screen {
  package var coversScreen: Bool { false }
  package var wantedComparison: Comparison? { text.underWay }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.draftOffer]] }

  package mutating func layOut(in app: AppState) { DraftOfferView.layOut(&self, app) }

  package func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    DraftOfferView.draw(self, app, in: &grid)
    return nil
  }

  package func speech(in app: AppState) -> Speech {
    let height = DraftOfferView.layout(self, app).text.rows
    let rows = self.rows.dropFirst(scroll.top).prefix(height).map(\.words)
    let labels = DraftOfferView.labels(app.keys[.draftOffer], isDiscarded: discarded != nil)
    return Speech(
      DraftOfferView.title(self), [DraftOfferView.heading(self)] + rows,
      selected: Speech.item(
        labels[selected.rawValue], selected.rawValue, of: labels.count))
  }

  package func dialogHints(in app: AppState) -> [Binding] { app.keys[.draftOffer].bindings }

  package func applying(_ change: DiaryChange, in app: AppState) -> DraftOfferState? {
    after(change)
  }
}
