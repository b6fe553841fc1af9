import DiaryCore
import TerminalUI
import Words

enum TagListView {
  /// Where the tags stand.
  static func list(_ size: Size, _ list: TagListState) -> Rect {
    let body = ScreenFrame.body(size)
    return list.isFiltering || !list.filter.isEmpty ? body.inset(top: 1) : body
  }

  static func layOut(_ list: inout TagListState, _ size: Size) {
    list.choice.layOut(count: list.shown.count, height: self.list(size, list).rows)
  }

  /// Draws the screen. Returns the caret's place while names are narrowed down.
  static func draw(_ list: TagListState, _ state: AppState, in grid: inout Grid) -> Point? {
    let theme = state.theme
    let frame = ScreenFrame(
      title: localized("Tags"), trailing: list.tags.map { CountWords.tags($0.count) } ?? "",
      hints: state.keys[.tagList].bindings, in: &grid, state)
    let rect = self.list(grid.size, list)
    var caret: Point?
    if rect.row > frame.body.row {
      let line = frame.body.line(0).inset(left: 1, right: 1)
      grid.draw("/", in: line, theme.accent)
      let place = list.filter.draw(in: &grid, line.inset(left: 2), theme.title)
      if list.isFiltering { caret = place }
    }
    guard let tags = list.tags else {
      grid.draw(localized("reading…"), in: rect.line(0).inset(left: 1), theme.dim)
      return caret
    }
    if list.shown.isEmpty {
      let words =
        tags.isEmpty
        ? emptyWords(state)
        : localized("No tags match.")
      let room = rect.inset(left: 3, top: 1, right: 3)
      grid.draw(paragraph: words, in: room, theme.dim)
      return caret
    }
    for row in 0..<rect.rows {
      let index = list.choice.top + row
      guard list.shown.indices.contains(index) else { break }
      CountedRow.draw(
        "#" + list.shown[index].name, count: list.shown[index].count,
        isSelected: index == list.choice.selected, in: &grid, rect.line(row), theme)
    }
    return caret
  }
}

extension TagListView {
  fileprivate static func emptyWords(_ state: AppState) -> String {
    guard let key = state.keys[.list].keyName(of: .entryTags) else {
      return localized("No tags yet. Write #walk in an entry.")
    }
    return localized("No tags yet. Write #walk in an entry, or press \(key) in the list.")
  }
}
