import Localization
import TerminalUI

// Keys and what they do, over the whole screen.
extension HelpState {
  /// Returns the caret's place, once something has been typed.
  package func draw(in grid: inout Grid, _ app: ScreenContext) -> Point? {
    let name = "\(localized("Keys")) · \(title)"
    let invitation = localized("Type to find a key")
    // The title comes first where there is no room for both.
    let hasRoom = TextWidth.columns(name) + TextWidth.columns(invitation) + 4 <= grid.size.columns
    let body = HelpLayout.body(grid.size)
    let layout = HelpLayout(self, grid.size)
    _ = ScreenFrame(
      title: isFiltering ? "" : name,
      trailing: isFiltering ? name : hasRoom ? invitation : "",
      hints: hints(app.keys[.help], isWhole: layout.height <= body.rows), in: &grid, app)
    for (index, column) in layout.columns.enumerated() {
      let left = index * (layout.width + HelpLayout.columnGap)
      for (row, line) in scroll.inView(column, in: body) {
        let rest = line.inset(left: left)
        Self.draw(row, layout, in: &grid, rest.inset(right: rest.columns - layout.width), app.theme)
      }
    }
    guard isFiltering else { return nil }
    if layout.columns.isEmpty {
      grid.draw(localized("No key has these letters."), in: body.line(0), app.theme.dim)
    }
    let line = Rect(grid.size).line(0).inset(left: 1, right: TextWidth.columns(name) + 3)
    let start = grid.draw("/ ", in: line, app.theme.accent)
    return filter.draw(in: &grid, line.inset(left: start - line.column), app.theme.title)
  }

  /// Esc does what the key for going back does, until something is typed. There is nothing to scroll
  /// where all keys are in view.
  private func hints(_ keys: KeyTable, isWhole: Bool) -> [Binding] {
    var unused: Set<Command> = [isFiltering ? .back : .cancel]
    if isWhole { unused.insert(.down) }
    return keys.without(unused).bindings
  }

  private static func draw(
    _ row: HelpLayout.Row, _ layout: HelpLayout, in grid: inout Grid, _ rect: Rect, _ theme: Theme
  ) {
    switch row {
    case .blank: break
    case .title(let title): grid.draw(title, in: rect, theme.title)
    case .binding(let keys, let words):
      grid.draw(keys, in: rect.inset(right: rect.columns - layout.wordsColumn + 1), theme.accent)
      grid.draw(words, in: rect.inset(left: layout.wordsColumn), theme.text)
    }
  }

  package func accessibleText(in app: ScreenContext) -> AccessibleText {
    let lines = shown.flatMap { section in
      [section.title] + section.lines.map { "\($0.keys): \($0.words)" }
    }
    return AccessibleText("\(localized("Keys")), \(title)", lines)
  }
}
