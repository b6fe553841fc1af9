import TerminalUI
import Words

extension VersionsState: Screen {
  package var wantedComparison: Comparison? { merging ?? text.underWay }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.versions]] }

  package mutating func layOut(in app: AppState) { VersionsView.layOut(&self, app) }

  package func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    VersionsView.draw(self, app, in: &grid)
    return nil
  }

  package func speech(in app: AppState) -> Speech {
    let title = localized("Versions of “\(entry.displayTitle)”")
    let height = VersionsLayout(app.size).left.rows
    let rows = self.rows.dropFirst(scroll.top).prefix(height)
    let isRight = isRightInFront
    return Speech(
      title, rows.map { (isRight ? $0.right : $0.left).words },
      selected: isRight ? localized("The right version") : localized("The left version"))
  }
}
