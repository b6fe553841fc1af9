import DiaryCore
import Localization
import TerminalUI

// An entry's saved states, and what changed in the chosen one.
extension HistoryState {
  func rowCount(in app: ScreenContext) -> Int { revisions.count }

  func list(in app: ScreenContext) -> Rect { HistoryLayout(self, app.size).revisions }

  package mutating func layOut(in app: ScreenContext) {
    let layout = HistoryLayout(self, app.size)
    choice.layOut(count: revisions.count, height: layout.revisions.rows)
    text.show(
      comparison(
        MarkedText(hasSigns: app.colors == .monochrome, columns: layout.text.columns)))
    guard text.underWay == nil else { return }
    scroll.move(by: 0, content: rows.count, height: layout.text.rows)
  }

  package func draw(in grid: inout Grid, _ app: ScreenContext) -> Point? {
    let layout = HistoryLayout(self, app.size)
    let count = revisions.count
    let place = count > 0 ? localized("\(choice.selected + 1) of \(count)") : ""
    _ = ScreenFrame(
      title: localized("History · \(displayTitle)"),
      trailing: text.underWay == nil ? place : localized("comparing…") + " · " + place,
      hints: app.keys[.history].bindings, in: &grid, app)
    guard let chosen else { return nil }
    drawRows(in: &grid, app)
    if layout.isWide {
      grid.drawRule(in: layout.rule, app.theme)
    } else {
      let line = layout.rule.line(0)
      grid.draw(String(repeating: "─", count: line.columns), in: line, app.theme.rule)
    }
    drawHeading(chosen, in: &grid, layout, app)
    for (row, line) in scroll.inView(rows, in: layout.text) {
      row.draw(in: &grid, line, app.theme)
    }
    return nil
  }

  func draw(row: Int, isSelected: Bool, in grid: inout Grid, _ line: Rect, _ app: ScreenContext) {
    guard let history else { return }
    RevisionRow.draw(revisions[row], in: history, isSelected: isSelected, &grid, line, app)
  }

  private func drawHeading(
    _ chosen: Revision, in grid: inout Grid, _ layout: HistoryLayout, _ state: ScreenContext
  ) {
    let theme = state.theme
    var line = layout.heading
    let hidden = rows.count - layout.text.rows
    if hidden > 0 {
      let percent = (scroll.top + layout.text.rows) * 100 / rows.count
      let start = grid.draw(trailing: "\(min(100, percent))%", in: line, theme.dim)
      line = line.inset(right: line.endColumn - start + 1)
    }
    guard let before else {
      let words =
        revisions.count == 1
        ? localized("First revision; unchanged since.")
        : localized("First revision.")
      grid.draw(words, in: line, theme.dim)
      return
    }
    guard !isWhole else {
      grid.draw(localized("The whole text at that time."), in: line, theme.dim)
      return
    }
    let earlier = RevisionRow.date(before, state)
    // The words that tell the styles are written in them.
    let signs = state.colors == .monochrome
    let (removed, added) = (localized("removed"), localized("added"))
    let parts: [(String, Style)] = [
      (signs ? "[-\(removed)-]" : removed, theme.removed), (" ", theme.dim),
      (signs ? "{+\(added)+}" : added, theme.added), (" ", theme.dim),
      (localized("since \(earlier)"), theme.dim),
    ]
    for (words, style) in parts {
      let end = grid.draw(words, in: line, style)
      line = line.inset(left: end - line.column)
    }
  }

  func words(ofRow row: Int, in app: ScreenContext) -> String {
    let date = RevisionRow.date(revisions[row], app).trimmed
    return history.map { "\(date), \($0.kind(of: revisions[row]).words)" } ?? String(date)
  }

  package func accessibleText(in app: ScreenContext) -> AccessibleText {
    let shown = scroll.inView(rows, in: HistoryLayout(self, app.size).text)
    return AccessibleText(
      localized("History of “\(displayTitle)”"), shown.map(\.row.words),
      selected: selectedWords(in: app))
  }
}
