import DiaryCore
import TerminalUI
import Words

enum JournalsView {
  static func layOut(_ screen: inout JournalsState, _ state: AppState) {
    screen.choice.layOut(
      count: state.journals.count + 1, height: ScreenFrame.body(state.size).rows)
  }

  static func draw(_ screen: JournalsState, _ state: AppState, in grid: inout Grid) {
    let theme = state.theme
    let frame = ScreenFrame(
      title: localized("Journals"),
      trailing: screen.isCounted ? CountWords.journals(state.journals.count) : "",
      hints: state.keys[.journals].bindings, in: &grid, state)
    guard screen.isCounted else {
      grid.draw(localized("reading…"), in: frame.body.line(0).inset(left: 1), theme.dim)
      return
    }
    for row in 0..<frame.body.rows {
      let index = screen.choice.top + row
      guard index <= state.journals.count else { break }
      let journal = state.journal(at: index)
      CountedRow.draw(
        journal.map { TitleWords.journal($0.name) } ?? localized("All entries"),
        count: journal?.count ?? state.journals.compactMap(\.count).reduce(0, +),
        mark: journal.map { JournalMark.style($0.color, theme) },
        isSelected: index == screen.choice.selected, in: &grid, frame.body.line(row), theme)
    }
  }
}
