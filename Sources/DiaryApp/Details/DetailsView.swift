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
    box(state).draw(in: &grid, grid.bounds, theme.dialog)
    let form = form(state)
    form.drawLabels(focus: dialog.focus.rawValue, in: &grid, theme)
    var caret: Point?
    for field in DetailsState.Field.allCases {
      let isFocused = dialog.focus == field
      let value = form.value(of: field.rawValue)
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
    let line = proposalLine(form)
    if dialog.proposals.isEmpty {
      grid.draw(words(dialog), in: line, theme.dim)
    } else {
      grid.draw(start(dialog), in: line, theme.dim)
      for (proposal, room) in zip(dialog.proposals, places(of: dialog.proposals, dialog, in: line))
      {
        let isChosen = dialog.field?.text == proposal
        grid.draw(proposal, in: room, isChosen ? theme.selected : theme.dim)
      }
    }
    return caret
  }

  static func form(_ state: AppState) -> FormRows {
    FormRows(labels, in: box(state).inner(in: Rect(state.size)))
  }

  /// The proposal under a place of the screen.
  static func proposal(at point: Point, _ dialog: DetailsState, _ state: AppState) -> String? {
    let places = places(of: dialog.proposals, dialog, in: proposalLine(form(state)))
    return zip(dialog.proposals, places).first { $1.contains(point) }?.0
  }

  private static func box(_ state: AppState) -> DialogBox {
    DialogBox(
      title: localized("Details"),
      body: ["", "", "", "", "", "", state.keys[.details].keepingAllWords])
  }

  // MARK: What the arrows choose among

  private static func proposalLine(_ form: FormRows) -> Rect {
    form.line(DetailsState.Field.allCases.count + 1)
  }

  private static func start(_ dialog: DetailsState) -> String {
    dialog.focus == .place ? localized("← → from the photos:") : "← →"
  }

  private static func places(
    of proposals: [String], _ dialog: DetailsState, in line: Rect
  ) -> [Rect] {
    var column = TextWidth.columns(start(dialog)) + 1
    return proposals.map { proposal in
      let width = TextWidth.columns(proposal)
      defer { column += width + 1 }
      let rest = line.inset(left: column)
      return Rect(
        column: rest.column, row: rest.row, columns: min(width, rest.columns), rows: rest.rows)
    }
  }

  /// What stands where there is nothing to choose among.
  private static func words(_ dialog: DetailsState) -> String {
    switch dialog.focus {
    case .star: localized("Press Space to star or unstar.")
    case .place where dialog.places == nil: localized("Finding where the photos were taken…")
    default: ""
    }
  }
}
