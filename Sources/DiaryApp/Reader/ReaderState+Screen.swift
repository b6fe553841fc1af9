import DiaryCore
import TerminalUI

extension ReaderState: Screen {
  package var readEntry: Entry? { entry }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.reader]] }

  package func handle(_ key: KeyEvent, in app: inout AppState) -> [Effect] {
    app.updateReader(key, self)
  }

  package func click(_ mouse: MouseEvent, in app: inout AppState) -> [Effect] {
    app.clickReader(mouse, self)
  }

  package mutating func layOut(in app: AppState) { ReaderView.layOut(&self, app) }

  package func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    ReaderView.draw(self, app, in: &grid)
    return nil
  }

  package func pictures(in app: AppState) -> WantedPictures { ReaderView.pictures(self, app) }

  package func speech(in app: AppState) -> Speech { app.speech(of: self) }

  package func place(in app: AppState) -> Place.Screen? {
    .reader(entry.id, top: scroll.top)
  }

  package func applying(_ change: DiaryChange, in app: AppState) -> ReaderState? {
    guard entry.id == change.entry.id else { return self }
    if change.isGone || change.kind == .restored { return nil }
    var reader = self
    reader.show(change.entry)
    return reader
  }
}
