import TerminalUI

/// The list of proposals: under the caret, or above it near the bottom.
enum CompletionView {
  private static let widest = 44

  static func draw(
    _ completion: Completion?, at caret: Point, _ state: AppState, in grid: inout Grid
  ) {
    guard let completion, completion.isShown else { return }
    let rows = completion.proposals.map { proposal in
      proposal.words.printable + (proposal.detail.isEmpty ? "" : "   " + proposal.detail)
    }
    let width = min(widest, grid.size.columns, 4 + (rows.map(TextWidth.columns).max() ?? 0))
    let height = rows.count + 2
    let start = caret.column - TextWidth.columns(completion.trigger.query) - 2
    let below = caret.row + 1
    let top = below + height <= grid.size.rows ? below : max(0, caret.row - height)
    let box = Rect(
      column: max(0, min(start, grid.size.columns - width)), row: top, columns: width, rows: height)
    DialogBox.drawBorder(in: &grid, box, state.theme.rule)
    let inner = box.inset(left: 2, top: 1, right: 2, bottom: 1)
    for (index, proposal) in completion.proposals.enumerated() {
      let line = inner.line(index)
      let isSelected = index == completion.selected
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
