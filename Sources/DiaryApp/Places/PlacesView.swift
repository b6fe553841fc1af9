import DiaryCore
import TerminalUI
import Words

enum PlacesView {
  static func layOut(_ screen: inout PlacesState, _ size: Size) {
    screen.choice.layOut(count: screen.places.count, height: ScreenFrame.body(size).rows)
  }

  static func draw(_ screen: PlacesState, _ state: AppState, in grid: inout Grid) {
    let theme = state.theme
    let isWhole = state.figures?.isWhole == true
    let frame = ScreenFrame(
      title: localized("Places"),
      trailing: isWhole
        ? CountWords.places(screen.places.count) : StatisticsView.trailing(state),
      hints: state.keys[.places].bindings, in: &grid, state)
    if isWhole, screen.places.isEmpty {
      let room = frame.body.inset(left: 3, top: 1, right: 3)
      grid.draw(paragraph: emptyWords, in: room, theme.dim)
      return
    }
    for row in 0..<frame.body.rows {
      let index = screen.choice.top + row
      guard screen.places.indices.contains(index) else { break }
      let place = screen.places[index]
      CountedRow.draw(
        place.name, count: place.count, detail: DateWords.short(place.latest),
        isSelected: index == screen.choice.selected, in: &grid, frame.body.line(row), theme)
    }
  }

  static var emptyWords: String {
    localized("No places yet. Press F2 in the editor to add one.")
  }
}
