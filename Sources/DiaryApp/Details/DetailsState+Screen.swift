import TerminalUI
import Words

extension DetailsState: Screen {
  package var coversScreen: Bool { false }
  package var isTyping: Bool { true }

  package var belongsToEditor: Bool { true }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.details]] }

  package func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    DetailsView.draw(self, app, in: &grid)
  }

  package func speech(in app: AppState) -> Speech {
    let title = localized("Details")
    guard let field = self.field else {
      let star = isStarred ? localized("Star: yes") : localized("Star: no")
      return Speech(title, selected: star)
    }
    let label = DetailsView.labels[focus.rawValue]
    return Speech(
      title, proposals.isEmpty ? [] : [proposals.joined(separator: ", ")],
      field: .init(label, field.text, caret: field.charactersBeforeCaret))
  }

  package mutating func paste(_ text: String, in app: inout AppState) -> [Effect] {
    field?.insert(text)
    return app.scheduleDraft()
  }
}
