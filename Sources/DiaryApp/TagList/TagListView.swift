import DiaryCore
import Localization
import TerminalUI

extension TagListState {
  func rowCount(in app: ScreenContext) -> Int { shown.count }

  func list(in app: ScreenContext) -> Rect {
    let body = ScreenFrame.body(app.size)
    return isFiltering || !filter.isEmpty ? body.inset(top: 1) : body
  }

  package func draw(in grid: inout Grid, _ app: ScreenContext) -> Point? {
    let theme = app.theme
    let frame = ScreenFrame(
      title: localized("Tags"), trailing: tags.map { CountWords.tags($0.count) } ?? "",
      hints: app.keys[.tagList].bindings, in: &grid, app)
    let rect = list(in: app)
    var caret: Point?
    if rect.row > frame.body.row {
      let line = frame.body.line(0).inset(left: 1, right: 1)
      grid.draw("/", in: line, theme.accent)
      let place = filter.draw(in: &grid, line.inset(left: 2), theme.title)
      if isFiltering { caret = place }
    }
    if let tags, shown.isEmpty {
      let words = tags.isEmpty ? emptyWords(app) : localized("No tags match.")
      grid.draw(paragraph: words, in: rect.inset(left: 3, top: 1, right: 3), theme.dim)
    } else if tags == nil {
      grid.draw(localized("reading…"), in: rect.line(0).inset(left: 1), theme.dim)
    }
    drawRows(in: &grid, app)
    return caret
  }

  func draw(row: Int, isSelected: Bool, in grid: inout Grid, _ line: Rect, _ app: ScreenContext) {
    CountedRow.draw(
      "#" + shown[row].name, count: shown[row].count, isSelected: isSelected, in: &grid, line,
      app.theme)
  }

  private func emptyWords(_ app: ScreenContext) -> String {
    guard let key = app.keys[.list].keyName(of: .entryTags) else {
      return localized("No tags yet. Write #walk in an entry.")
    }
    return localized("No tags yet. Write #walk in an entry, or press \(key) in the list.")
  }

  func words(ofRow row: Int, in app: ScreenContext) -> String {
    "#\(shown[row].name), \(CountWords.entries(shown[row].count))"
  }

  package func accessibleText(in app: ScreenContext) -> AccessibleText {
    guard let tags else { return AccessibleText(localized("Tags")) }
    return AccessibleText(
      "\(localized("Tags")), \(CountWords.tags(tags.count))", selected: selectedWords(in: app),
      field: isFiltering ? .init(localized("Search"), filter) : nil)
  }
}
