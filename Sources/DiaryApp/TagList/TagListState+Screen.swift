import TerminalUI

extension TagListState: Screen {
  package var isTyping: Bool { isFiltering }
  package var opener: Command? { .tagList }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.tagList]] }

  package func handle(_ key: KeyEvent, in app: inout AppState) -> [Effect] {
    app.updateTagList(key, self)
  }

  package func click(_ mouse: MouseEvent, in app: inout AppState) -> [Effect] {
    app.clickTagList(mouse, self)
  }

  package mutating func layOut(in app: AppState) { TagListView.layOut(&self, app.size) }

  package func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    TagListView.draw(self, app, in: &grid)
  }

  package func speech(in app: AppState) -> Speech { app.speech(of: self) }

  package func place(in app: AppState) -> Place.Screen? { .tags(selected?.name) }

  package func paste(_ text: String, in app: inout AppState) -> [Effect] {
    guard isFiltering else { return [] }
    var list = self
    list.filter.insert(text)
    list.narrow()
    app.screens.replaceFront(with: list)
    return []
  }
}
