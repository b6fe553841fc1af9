import TerminalUI
import Words

extension StatusState: Screen {
  package var opener: Command? { .status }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.status]] }

  package func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    StatusView.draw(self, app, in: &grid)
    return nil
  }

  package func speech(in app: AppState) -> Speech {
    let facts = (status?.facts(app.localDate) ?? []).map { "\($0.name): \($0.value)" }
    let problem = (status?.problem?.line).map { [$0] } ?? []
    return Speech(localized("Status"), facts + problem)
  }
}
