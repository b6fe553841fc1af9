import TerminalUI

/// The list of proposals: under the caret, or above it near the bottom.
enum CompletionView {
  private static let widest = 44

  static func draw(
    _ editor: EditorState, at caret: Point, _ state: ScreenContext, in grid: inout Grid
  ) {
    if let misspelling = editor.misspelling {
      draw(
        misspelling.choices.map { ($0.words, "") }, misspelling.selected,
        below: misspelling.word.text, at: caret, state, in: &grid)
    } else if let completion = editor.completion, completion.isShown {
      draw(
        completion.proposals.map { ($0.words, $0.detail) }, completion.selected,
        below: completion.trigger.query, at: caret, state, in: &grid)
    }
  }

  /// Draws the proposals beside each other, with the key that takes the selected one: where a list
  /// would lie over what is read.
  static func draw(
    _ completion: Completion, key: String, in grid: inout Grid, _ rect: Rect, _ theme: Theme
  ) {
    var room = rect
    func draw(_ words: String, _ style: Style) {
      let end = grid.draw(words, in: room, style)
      room = room.inset(left: end + 2 - room.column)
    }
    if completion.selected != nil { draw(key, theme.accent) }
    let words = completion.proposals.map(\.words.printable)
    // The selected one is in view.
    let selected = completion.selected ?? 0
    var first = 0
    while first < selected,
      words[first...selected].reduce(0, { $0 + TextWidth.columns($1) + 2 }) > room.columns
    {
      first += 1
    }
    for position in first..<words.count where room.columns > 2 {
      draw(
        TextWidth.cut(words[position], columns: room.columns),
        position == completion.selected ? theme.selected : theme.dim)
    }
  }

  /// Draws lines of words, each with a dim one beside it, under the text that they are for.
  private static func draw(
    _ choices: [(words: String, detail: String)], _ selected: Int?, below text: String,
    at caret: Point, _ state: ScreenContext, in grid: inout Grid
  ) {
    let rows = choices.map { choice in
      choice.words.printable + (choice.detail.isEmpty ? "" : "   " + choice.detail)
    }
    let width = min(widest, grid.size.columns, 4 + (rows.map(TextWidth.columns).max() ?? 0))
    let height = rows.count + 2
    let start = caret.column - TextWidth.columns(text) - 2
    let below = caret.row + 1
    let top = below + height <= grid.size.rows ? below : max(0, caret.row - height)
    let box = Rect(
      column: max(0, min(start, grid.size.columns - width)), row: top, columns: width, rows: height)
    DialogBox.drawBorder(in: &grid, box, state.theme.rule)
    let inner = box.inset(left: 2, top: 1, right: 2, bottom: 1)
    for (index, proposal) in choices.enumerated() {
      let line = inner.line(index)
      let isSelected = index == selected
      var room = line
      if !proposal.detail.isEmpty {
        let column = grid.draw(trailing: proposal.detail, in: line, state.theme.dim)
        room = line.inset(right: line.endColumn - column + 1)
      }
      grid.draw(
        proposal.words.printable, in: room, isSelected ? state.theme.selected : state.theme.text)
    }
  }
}
