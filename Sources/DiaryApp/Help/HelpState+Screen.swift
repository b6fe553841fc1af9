import TerminalUI
import Words

extension HelpState: Screen {
  package var canBeLeft: Bool { false }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.help]] }

  package func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    HelpView.draw(self, app, in: &grid)
  }

  package func speech(in app: AppState) -> Speech {
    let lines = shown.flatMap { section in
      [section.title] + section.lines.map { "\($0.keys): \($0.words)" }
    }
    return Speech("\(localized("Keys")), \(title)", lines)
  }

}
