import TerminalUI
import Words

/// Keys and what they do, over the whole screen.
enum HelpView {
  /// Returns the caret's place, once something has been typed.
  static func draw(_ help: HelpState, _ state: AppState, in grid: inout Grid) -> Point? {
    let name = "\(localized("Keys")) · \(help.title)"
    _ = ScreenFrame(
      title: help.isFiltering ? "" : name,
      trailing: help.isFiltering ? name : localized("Type to find a key"),
      hints: hints(help, state.keys[.help]), in: &grid, state)
    let body = HelpLayout.body(grid.size)
    let layout = HelpLayout(help, grid.size)
    for (index, column) in layout.columns.enumerated() {
      let left = index * (layout.width + HelpLayout.columnGap)
      for (line, row) in column.dropFirst(help.scroll.top).prefix(body.rows).enumerated() {
        let rest = body.line(line).inset(left: left)
        draw(row, layout, in: &grid, rest.inset(right: rest.columns - layout.width), state.theme)
      }
    }
    guard help.isFiltering else { return nil }
    if layout.columns.isEmpty {
      grid.draw(localized("No key has these letters."), in: body.line(0), state.theme.dim)
    }
    let line = Rect(grid.size).line(0).inset(left: 1, right: TextWidth.columns(name) + 3)
    let start = grid.draw("/ ", in: line, state.theme.accent)
    return help.filter.draw(in: &grid, line.inset(left: start - line.column), state.theme.title)
  }

  /// Esc does what the key for going back does, until something is typed.
  private static func hints(_ help: HelpState, _ keys: KeyTable) -> [Binding] {
    let unused: Set<Command> = help.isFiltering ? [.back] : [.cancel]
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
}
