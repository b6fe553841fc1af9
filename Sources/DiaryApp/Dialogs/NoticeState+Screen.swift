import TerminalUI

extension NoticeState: Screen {
  package var coversScreen: Bool { false }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.notice]] }

  package mutating func layOut(in app: AppState) { NoticeView.scroll(&self, by: 0, app.size) }

  package func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    NoticeView.draw(self, app, in: &grid)
    return nil
  }

  package func speech(in app: AppState) -> Speech { Speech(NoticeView.box(self, app)) }

  package func dialogHints(in app: AppState) -> [Binding] {
    NoticeView.scrolls(self, app.size)
      ? app.keys[.notice].bindings : app.keys[.notice].without([.down]).bindings
  }
}
