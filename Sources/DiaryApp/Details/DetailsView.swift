import DiaryCore
import Localization
import TerminalUI

extension DetailsState {
  /// The names of the fields, in their order.
  static var labels: [String] {
    [localized("Star"), localized("Mood"), localized("Weather"), localized("Place")]
  }

  /// Draws the dialog. Returns the caret's place.
  package func draw(in grid: inout Grid, _ app: ScreenContext) -> Point? {
    let theme = app.theme
    Self.box(app).draw(in: &grid, grid.bounds, theme.dialog)
    let form = Self.form(app)
    form.drawLabels(focus: focus.rawValue, in: &grid, theme)
    var caret: Point?
    for field in Field.allCases {
      let isFocused = focus == field
      let value = form.value(of: field.rawValue)
      let style = isFocused ? theme.accent : theme.text
      func draw(_ text: TextField) {
        let place = text.draw(in: &grid, value, style)
        if isFocused { caret = place }
      }
      switch field {
      case .star:
        grid.draw(isStarred ? EntryDetails.star : "☆", in: value, style)
        if isFocused { caret = Point(column: value.column, row: value.row) }
      case .mood: draw(mood)
      case .weather: draw(weather)
      case .place: draw(place)
      }
    }
    let line = Self.proposalLine(form)
    if proposals.isEmpty {
      grid.draw(words, in: line, theme.dim)
    } else {
      grid.draw(start, in: line, theme.dim)
      for (proposal, room) in places(in: line) {
        let isChosen = self.field?.text == proposal
        grid.draw(proposal, in: room, isChosen ? theme.selected : theme.dim)
      }
    }
    return caret
  }

  static func form(_ app: ScreenContext) -> FormRows {
    FormRows(labels, in: box(app).inner(in: Rect(app.size)))
  }

  /// The proposal under a place of the screen.
  func proposal(at point: Point, _ app: ScreenContext) -> String? {
    places(in: Self.proposalLine(Self.form(app))).first { $0.room.contains(point) }?.proposal
  }

  private static func box(_ app: ScreenContext) -> DialogBox {
    DialogBox(
      title: localized("Details"),
      body: ["", "", "", "", "", "", app.keys[.details].keepingWords])
  }

  // MARK: What the arrows choose among

  private static func proposalLine(_ form: FormRows) -> Rect {
    form.line(Field.allCases.count + 1)
  }

  private var start: String {
    focus == .place ? localized("← → from the photos:") : "← →"
  }

  /// Between two proposals: names of places hold spaces themselves.
  private var gap: Int { focus == .place ? 3 : 1 }

  /// The proposals in the line, from the first one on; or where the chosen one would be cut off, as many
  /// before it as there is room for.
  private func places(in line: Rect) -> [(proposal: String, room: Rect)] {
    let before = TextWidth.columns(start) + 1
    var shown = proposals[...]
    if let chosen = proposals.firstIndex(of: field?.text ?? "") {
      func end() -> Int {
        shown[...chosen].reduce(before - gap) { $0 + gap + TextWidth.columns($1) }
      }
      while shown.startIndex < chosen, end() > line.columns { shown.removeFirst() }
    }
    var column = before
    return shown.map { proposal in
      let width = TextWidth.columns(proposal)
      defer { column += width + gap }
      let rest = line.inset(left: column)
      return (
        proposal,
        Rect(
          column: rest.column, row: rest.row, columns: min(width, rest.columns), rows: rest.rows)
      )
    }
  }

  /// What stands where there is nothing to choose among.
  private var words: String {
    switch focus {
    case .star: localized("Press Space to star or unstar.")
    case .place where places == nil: localized("Finding where the photos were taken…")
    default: ""
    }
  }

  package func accessibleText(in app: ScreenContext) -> AccessibleText {
    let title = localized("Details")
    guard let field else {
      let star = isStarred ? localized("Star: yes") : localized("Star: no")
      return AccessibleText(title, selected: star)
    }
    let label = Self.labels[focus.rawValue]
    return AccessibleText(
      title, proposals.isEmpty ? [] : [proposals.joined(separator: ", ")],
      field: .init(label, field.text, caret: field.charactersBeforeCaret))
  }
}
