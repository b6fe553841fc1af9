import DiaryCore
import TerminalUI
import Words

enum DetailsView {
  /// The names of the fields, in their order.
  static var labels: [String] {
    [localized("Star"), localized("Mood"), localized("Weather"), localized("Place")]
  }

  /// Draws the dialog. Returns the caret's place.
  static func draw(_ dialog: DetailsState, _ state: AppState, in grid: inout Grid) -> Point? {
    let theme = state.theme
    let inner = DialogBox(
      title: localized("Details"),
      body: ["", "", "", "", "", "", state.keys.details.keepingAllWords]
    ).draw(in: &grid, grid.bounds, theme.dialog)
    let rows = inner.inset(top: 2)
    let column = 3 + (labels.map(TextWidth.columns).max() ?? 0)
    var caret: Point?
    for field in DetailsState.Field.allCases {
      let line = rows.line(field.rawValue)
      let isFocused = dialog.focus == field
      if isFocused { grid.draw("▌", in: line, theme.accent) }
      grid.draw(labels[field.rawValue], in: line.inset(left: 1), theme.dim)
      let value = line.inset(left: column)
      let style = isFocused ? theme.accent : theme.text
      func draw(_ text: TextField) {
        let place = text.draw(in: &grid, value, style)
        if isFocused { caret = place }
      }
      switch field {
      case .star:
        grid.draw(dialog.isStarred ? EntryDetails.star : "☆", in: value, style)
        if isFocused { caret = Point(column: value.column, row: value.row) }
      case .mood: draw(dialog.mood)
      case .weather: draw(dialog.weather)
      case .place: draw(dialog.place)
      }
    }
    drawProposals(dialog, in: &grid, rows.line(5), theme)
    return caret
  }

  /// What the arrows choose among.
  private static func drawProposals(
    _ dialog: DetailsState, in grid: inout Grid, _ line: Rect, _ theme: Theme
  ) {
    guard !dialog.proposals.isEmpty else {
      grid.draw(words(dialog), in: line, theme.dim)
      return
    }
    let start = dialog.focus == .place ? localized("← → from the photos:") : "← →"
    var column = grid.draw(start, in: line, theme.dim) + 1
    for proposal in dialog.proposals {
      let room = line.inset(left: column - line.column)
      let isChosen = dialog.field?.text == proposal
      column = grid.draw(proposal, in: room, isChosen ? theme.selected : theme.dim) + 1
    }
  }

  /// What stands where there is nothing to choose among.
  private static func words(_ dialog: DetailsState) -> String {
    switch dialog.focus {
    case .star: localized("Space gives the star or takes it away.")
    case .place where dialog.places == nil: localized("Looking where the photos were taken…")
    default: ""
    }
  }
}
