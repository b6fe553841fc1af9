import TerminalUI

/// The page of a screen that has nothing to show: what is missing and what to do next, in the
/// middle of the free area.
struct EmptyPage {
  let title: String
  private let hints: [String]
  /// The keys to begin with, and what they do.
  var keys: [(name: String, words: String)] = []
  /// A remark below them, omitted if there is no space for it.
  var note = ""

  init(_ title: String, _ hint: String = "") {
    self.init(title, hints: hint.isEmpty ? [] : [hint])
  }

  init(_ title: String, hints: [String]) { (self.title, self.hints) = (title, hints) }

  /// The texts for screen readers.
  var lines: [String] { [title] + hints }

  private static let widest = 60

  /// Draws the page in an area, which it clears around the text.
  func draw(in grid: inout Grid, _ rect: Rect, _ theme: Theme) {
    let rows = rows(in: rect, theme)
    let width = rows.map { TextWidth.columns($0.words) }.max() ?? 0
    let block = rect.centered(Size(columns: width, rows: min(rows.count, rect.rows)))
    grid.fill(block.inset(left: -2, top: -1, right: -2, bottom: -1).intersection(rect))
    for (index, row) in rows.prefix(block.rows).enumerated() {
      grid.draw(row.words, in: block.line(index), row.style)
    }
  }

  private func rows(in rect: Rect, _ theme: Theme) -> [(words: String, style: Style)] {
    let columns = max(1, min(Self.widest, rect.columns - 4))
    func rows(_ words: String, _ style: Style) -> [(words: String, style: Style)] {
      LineWrapping.rows(ofText: words.printable, columns: columns).map { ($0, style) }
    }
    let blank = [(words: "", style: theme.text)]
    let head = rows(title, theme.title) + hints.flatMap { rows($0, theme.dim) }
    let names = keys.map { TextWidth.columns($0.name) }.max() ?? 0
    let keys = keys.flatMap { key in
      rows(
        key.name + String(repeating: " ", count: names - TextWidth.columns(key.name) + 3)
          + key.words, theme.accent)
    }
    let note = note.isEmpty ? [] : blank + rows(self.note, theme.dim)
    let choices = [
      head + (keys.isEmpty ? [] : blank) + keys + note, head + (keys.isEmpty ? [] : blank) + keys,
    ]
    return choices.first { $0.count <= rect.rows } ?? head + keys
  }
}
