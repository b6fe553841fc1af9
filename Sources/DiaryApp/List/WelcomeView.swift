import TerminalUI
import Words

/// An empty diary: an invitation.
enum WelcomeView {
  static func draw(in grid: inout Grid, _ rect: Rect, _ state: AppState) {
    let theme = state.theme
    let words: [(String, Style)] = [
      (localized("Your diary is empty, and yours."), theme.title),
      ("", theme.text),
      ("n   " + localized("write the first entry"), theme.accent),
      ("i   " + localized("start from a folder of photos"), theme.accent),
      ("I   " + localized("bring another diary"), theme.accent),
      ("?   " + localized("all keys"), theme.accent),
      ("q   " + localized("leave"), theme.accent),
      ("", theme.text),
      (
        localized(
          """
          Entries and photos stay on this machine, in plain files that you can read without this \
          program. To look around first: photodiary demo
          """), theme.dim
      ),
    ]
    let column = rect.inset(left: max(2, (rect.columns - 60) / 2), right: 2)
    var row = max(1, (rect.rows - words.count) / 3)
    for (line, style) in words {
      for part in LineWrapping.rows(ofText: line, columns: column.columns) {
        grid.draw(part, in: column.line(row), style)
        row += 1
      }
    }
  }
}
