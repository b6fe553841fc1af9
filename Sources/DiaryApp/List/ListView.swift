import DiaryCore
import TerminalUI

/// The list of entries, with a preview of the selected one where there is room.
enum ListView {
  static func draw(_ state: AppState, in grid: inout Grid) -> Point? {
    let layout = ListLayout(state)
    let entries = state.entries
    let frame = ScreenFrame(
      title: EntryFields.defaultJournal, trailing: count(state),
      hints: (state.search == nil ? KeyTable.list : KeyTable.search).bindings, in: &grid, state)
    let cursor = drawSearch(in: &grid, layout, state)
    if entries.total == 0 {
      drawEmpty(in: &grid, frame.body, state)
      return cursor
    }
    for (index, line) in entries.lines(height: layout.rows.rows).enumerated() {
      let rect = layout.rows.line(index)
      switch line {
      case .month(let day):
        grid.draw(DateWords.month(day), in: rect.inset(left: 1), state.theme.dim)
      case .entry(let rank, let entry):
        guard let entry else { continue }
        EntryRow.draw(entry, isSelected: rank == entries.selected, in: &grid, rect, state.theme)
      }
    }
    if let preview = layout.preview {
      for row in 0..<preview.rows { grid.draw("│", in: preview.line(row), state.theme.rule) }
      if let entry = entries.selectedEntry {
        PreviewView.draw(entry, in: &grid, preview.inset(left: 2, right: 1), state)
      }
    }
    return cursor
  }

  /// The pictures of the preview, and those that the entries around the selected one would show.
  static func pictures(_ state: AppState) -> WantedPictures {
    guard let preview = ListLayout(state).preview else { return WantedPictures() }
    let rect = preview.inset(left: 2, right: 1)
    func pictures(_ rank: Int) -> [PictureRequest] {
      state.entries[rank].map { PreviewView.pictures($0, in: rect, state) } ?? []
    }
    let selected = state.entries.selected
    return WantedPictures(
      inView: pictures(selected), ahead: [1, -1, 2].flatMap { pictures(selected + $0) })
  }

  private static func count(_ state: AppState) -> String {
    guard let total = state.entries.total else { return "" }
    guard let search = state.search else { return CountWords.entries(total) }
    if SearchText(search.field.text).isEmpty || !search.isAnswered { return "" }
    return total >= SearchState.limit ? "the newest \(total) found" : "\(total) found"
  }

  private static func drawSearch(
    in grid: inout Grid, _ layout: ListLayout, _ state: AppState
  ) -> Point? {
    guard let rect = layout.searchLine, let search = state.search else { return nil }
    let line = rect.inset(left: 1, right: 1)
    grid.draw("/", in: line, state.theme.accent)
    return search.field.draw(in: &grid, line.inset(left: 2), state.theme.title)
  }

  private static func drawEmpty(in grid: inout Grid, _ rect: Rect, _ state: AppState) {
    if let search = state.search {
      let isBlank = SearchText(search.field.text).isEmpty
      let words =
        isBlank
        ? ["Type words to find; \"quotes\" make a phrase."]
        : ["Nothing found. Fewer or shorter words find more; Esc ends the search."]
      draw(words, in: &grid, rect.inset(left: 3, top: 2, right: 3), state)
    } else {
      WelcomeView.draw(in: &grid, rect, state)
    }
  }

  private static func draw(
    _ words: [String], in grid: inout Grid, _ rect: Rect, _ state: AppState
  ) {
    let rows = words.flatMap { LineWrapping.rows(ofText: $0, columns: rect.columns) }
    for (index, row) in rows.enumerated() {
      grid.draw(row.trimmedEnd, in: rect.line(index), state.theme.dim)
    }
  }
}
