import DiaryCore
import TerminalUI
import Words

/// An entry's saved states, and what changed in the chosen one.
enum HistoryView {
  static func layOut(_ history: inout HistoryState, _ state: AppState) {
    let layout = HistoryLayout(history, state.size)
    history.choice.layOut(count: history.revisions.count, height: layout.revisions.rows)
    history.text.show(
      history.comparison(
        MarkedText(hasSigns: state.colors == .monochrome, columns: layout.text.columns)))
    guard history.text.underWay == nil else { return }
    history.scroll.move(by: 0, content: history.rows.count, height: layout.text.rows)
  }

  static func draw(_ history: HistoryState, _ state: AppState, in grid: inout Grid) {
    let layout = HistoryLayout(history, state.size)
    let count = history.revisions.count
    let place = count > 0 ? localized("\(history.choice.selected + 1) of \(count)") : ""
    _ = ScreenFrame(
      title: localized("History · \(history.displayTitle)"),
      trailing: history.text.underWay == nil ? place : localized("comparing…") + " · " + place,
      hints: state.keys[.history].bindings, in: &grid, state)
    guard let whole = history.history, let chosen = history.chosen else { return }
    for row in 0..<layout.revisions.rows {
      let index = history.choice.top + row
      guard history.revisions.indices.contains(index) else { break }
      RevisionRow.draw(
        history.revisions[index], in: whole, isSelected: index == history.choice.selected, &grid,
        layout.revisions.line(row), state)
    }
    for row in 0..<layout.rule.rows {
      let line = layout.rule.line(row)
      grid.draw(
        layout.isWide ? "│" : String(repeating: "─", count: line.columns), in: line,
        state.theme.rule)
    }
    drawHeading(history, chosen, in: &grid, layout, state)
    for row in 0..<layout.text.rows {
      let index = history.scroll.top + row
      guard history.rows.indices.contains(index) else { break }
      history.rows[index].draw(in: &grid, layout.text.line(row), state.theme)
    }
  }

  private static func drawHeading(
    _ history: HistoryState, _ chosen: Revision, in grid: inout Grid, _ layout: HistoryLayout,
    _ state: AppState
  ) {
    let theme = state.theme
    var line = layout.heading
    let hidden = history.rows.count - layout.text.rows
    if hidden > 0 {
      let percent = (history.scroll.top + layout.text.rows) * 100 / history.rows.count
      let start = grid.draw(trailing: "\(min(100, percent))%", in: line, theme.dim)
      line = line.inset(right: line.endColumn - start + 1)
    }
    guard let before = history.before else {
      let words =
        history.revisions.count == 1
        ? localized("First revision; unchanged since.")
        : localized("First revision.")
      grid.draw(words, in: line, theme.dim)
      return
    }
    guard !history.isWhole else {
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
}
