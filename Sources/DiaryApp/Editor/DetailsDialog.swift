import DiaryCore
import TerminalUI
import Text

/// The dialog for star, mood, weather and place of the entry in the editor.
package struct DetailsState: Sendable {
  enum Field: Int, Sendable, CaseIterable {
    case star, mood, weather, place
  }

  var focus = Field.mood
  var isStarred: Bool
  /// Kept unchanged: the dialog doesn't show it.
  private let isPinned: Bool
  var mood: TextField
  var weather: TextField
  var place: TextField
  /// The places suggested by the entry's photos; `nil` while those are being read.
  var places: [String]?
  private let moods: MoodScale
  /// The request that reads the photos.
  let requestID: Int

  init(_ details: EntryDetails, moods: MoodScale, requestID: Int) {
    self.moods = moods
    isStarred = details.isStarred
    isPinned = details.isPinned
    mood = TextField(details.mood ?? "")
    weather = TextField(details.weather ?? "")
    place = TextField(details.place ?? "")
    self.requestID = requestID
  }

  var details: EntryDetails {
    EntryDetails(
      isStarred: isStarred, mood: mood.text, place: place.text, weather: weather.text,
      isPinned: isPinned
    ).normalized
  }

  /// The suggestions for the focused field.
  var proposals: [String] {
    switch focus {
    case .star: []
    case .mood: moods.names
    case .weather: DetailProposals.weathers
    case .place: places ?? []
    }
  }

  /// The focused field; `nil` for the star.
  var field: TextField? {
    get {
      switch focus {
      case .star: nil
      case .mood: mood
      case .weather: weather
      case .place: place
      }
    }
    set {
      guard let newValue else { return }
      switch focus {
      case .star: break
      case .mood: mood = newValue
      case .weather: weather = newValue
      case .place: place = newValue
      }
    }
  }

  mutating func moveFocus(by count: Int) {
    let fields = Field.allCases.count
    focus = Field(rawValue: (focus.rawValue + count + fields) % fields) ?? .star
  }

  /// Selects another suggestion. The empty field follows the last one. Returns `false` if the field
  /// has other text, where the arrow keys move the caret.
  mutating func choose(by count: Int) -> Bool {
    let choices = [""] + proposals
    guard choices.count > 1, let place = choices.firstIndex(of: field?.text ?? "") else {
      return false
    }
    field = TextField(choices[(place + count + choices.count) % choices.count])
    return true
  }
}

extension DetailsState: Screen {
  package var coversScreen: Bool { false }
  package var isTyping: Bool { focus != .star }
  package var belongsToEditor: Bool { true }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.details]] }

  package func dialogHints(in app: AppState) -> [Binding] {
    let keys = app.keys[.details]
    return keys.without([focus == .star ? .choosePlace : .toggleStar]).bindings
  }

  package mutating func paste(_ text: String, in app: inout AppState) -> [Effect] {
    field?.insert(text)
    return [.scheduleEditorDraft]
  }

  /// Opens the details of the entry in the editor, and reads where its photos were taken.
  static func open(of editor: EditorState, in app: inout AppState) -> [Effect] {
    let requestID = app.nextRequestID()
    var dialog = DetailsState(
      editor.page.details, moods: app.preferences.moods, requestID: requestID)
    let photos = editor.page.pictures
    if photos.isEmpty { dialog.places = [] }
    app.push(dialog)
    return photos.isEmpty
      ? [] : [.readPlaces(photos, of: editor.original?.id, requestID: requestID)]
  }

  package mutating func handle(_ event: KeyEvent, in app: inout AppState) -> [Effect] {
    let command = formCommand(for: event, in: app)
    switch command {
    case .cancel, .back:
      app.pop()
      // The typed text may already be in a draft.
      return [.scheduleEditorDraft]
    case .accept:
      app.pop()
      return [.changeEditor(applyToEditor)]
    case .help: return app.updateEverywhere(.help)
    case .nextField: moveFocus(by: 1)
    case .previousField: moveFocus(by: -1)
    case .choosePlace: return chooseInList(in: &app)
    case .toggleStar: isStarred.toggle()
    case .palette: break
    default:
      let step = command == .chooseNext ? 1 : command == .choosePrevious ? -1 : 0
      if step != 0, choose(by: step) { break }
      if var field, app.type(event, into: &field) {
        self.field = field
      } else if let command {
        return app.updateEverywhere(command)
      }
    }
    return [.scheduleEditorDraft]
  }

  /// Opens the list of suggested places.
  private mutating func chooseInList(in app: inout AppState) -> [Effect] {
    focus = .place
    guard let places, !places.isEmpty else {
      app.toast = localized("The photos have no location data.")
      return []
    }
    app.push(PlaceChooser(places, selected: place.text))
    return []
  }

  /// Handles a press: it focuses a field, toggles the star or selects a suggestion.
  package mutating func click(_ mouse: MouseEvent, in app: inout AppState) -> [Effect] {
    guard mouse.action.isPress else { return [] }
    let form = form(app)
    if let proposal = proposal(at: mouse.point, app) {
      self.field = TextField(proposal)
    } else if let field = form.field(at: mouse.point).flatMap(Field.init) {
      focus = field
      let value = form.value(of: field.rawValue)
      if field == .star, value.contains(mouse.point) { isStarred.toggle() }
      _ = self.field?.handle(mouse, in: value)
    }
    return [.scheduleEditorDraft]
  }

  /// Applies the details as one step of the editor's undo.
  func applyToEditor(_ editor: inout EditorState) { editor.change { $0.details = details } }
}

// MARK: - DetailProposals

/// Suggestions for fields that also accept other text.
enum DetailProposals {
  /// Returns the moods in use in the diary, followed by those of the settings' scale that aren't in
  /// use.
  static func moods(inUse own: [String], _ scale: MoodScale) -> [String] {
    own + scale.names.filter { mood in !own.contains { $0.isSameName(as: mood) } }
  }

  /// The suggestions in the user's language. The selected one is stored as text.
  static var weathers: [String] {
    [
      localized("sunny"), localized("cloudy"), localized("rain"), localized("snow"),
      localized("wind"), localized("fog"), localized("storm"),
    ]
  }

  /// Returns the places where photos were taken, without duplicates. A photo with a place name
  /// gives that name. For the others, `names` has suggestions in their order, best first; they are
  /// followed by the coordinates, such as `37.5665, 126.9780`.
  static func places(_ details: [PhotoDetails], names: [[String]] = []) -> [String] {
    var named = names.makeIterator()
    var rows: [[String]] = []
    var coordinates: [String] = []
    for photo in details {
      if let name = photo.place?.normalizedPlace {
        rows.append([name])
      } else if let position = photo.position?.coordinates {
        rows.append((named.next() ?? []).compactMap(\.normalizedPlace))
        coordinates.append(position)
      }
    }
    let turns = (0..<(rows.map(\.count).max() ?? 0)).flatMap { turn in
      rows.compactMap { $0.element(at: turn) }
    }
    var known: Set<String> = [""]
    return (turns + coordinates).filter { known.insert($0).inserted }
  }
}

extension PhotoDetails {
  /// The position of a photo without a place name.
  fileprivate var unnamedPosition: Position? {
    guard place?.normalizedPlace == nil, let position, position.coordinates != nil else {
      return nil
    }
    return position
  }
}

extension Effect {
  /// The number of an entry's photos whose position is read.
  private static var maxPlaces: Int { 20 }

  /// Reads where photos were taken, to suggest places.
  static func readPlaces(
    _ photos: [Photo], of entry: ID<Entry>?, requestID: Int
  ) -> Effect {
    .run(photos, requestID) { context in
      let service = context.service
      let details = await concurrentMap(Array(photos.prefix(maxPlaces))) { photo in
        let path = service.file(of: photo)
        if photo.type.isVideo {
          let header = VideoHeader(fileAt: path, by: service.assetOpener)
          return PhotoDetails(position: header?.position)
        }
        return await context.environment.photoActions.facts(ofPhotoAt: path)?.facts.details
          ?? PhotoDetails()
      }
      let known = details.compactMap(\.self)
      let positions = known.compactMap(\.unnamedPosition)
      let suggested = await context.environment.placeSuggestions?.names(
        at: positions, excluding: entry)
      return (
        places: DetailProposals.places(known, names: suggested?.names ?? []),
        problem: suggested?.problem
      )
    } then: { state, read in
      state.screens.update(DetailsState.self) {
        if $0.requestID == requestID { $0.places = read.places }
      }
      if let problem = read.problem { state.toast = problem.line }
    }
  }
}

// MARK: - PlaceChooser

/// The list of suggested places for an entry.
package struct PlaceChooser: Sendable {
  let places: [String]
  var choice = ChoiceList()

  /// Creates the list with `selected` as the selected place.
  init(_ places: [String], selected: String) {
    self.places = places
    choice.select(places.firstIndex(of: selected) ?? 0, count: places.count)
  }
}

extension PlaceChooser: ChoiceScreen {
  package var belongsToEditor: Bool { true }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.placeChooser]] }

  mutating func open(in app: inout AppState) -> [Effect] {
    guard let place = places.element(at: choice.selected) else { return [] }
    app.pop()
    return [
      .update { state in
        state.screens.update(DetailsState.self) { $0.place = TextField(place) }
        return [.scheduleEditorDraft]
      }
    ]
  }

  // MARK: What is shown

  func rowCount(in app: AppState) -> Int { places.count }

  package func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    _ = ScreenFrame(
      title: localized("Where was it?"), hints: app.keys[.placeChooser].bindings, in: &grid, app)
    drawRows(in: &grid, app)
    return nil
  }

  func draw(row: Int, isSelected: Bool, in grid: inout Grid, _ line: Rect, _ app: AppState) {
    if isSelected { grid.draw("▌", in: line, app.theme.accent) }
    grid.draw(
      places[row], in: line.inset(left: 2), isSelected ? app.theme.title : app.theme.text)
  }

  func text(ofRow row: Int, in app: AppState) -> String { places[row] }

  package func accessibleText(in app: AppState) -> AccessibleText {
    AccessibleText(localized("Where was it?"), selected: selectedText(in: app))
  }
}

// MARK: - DetailsView

extension DetailsState {
  /// The labels of the fields, in order.
  static var labels: [String] {
    [localized("Star"), localized("Mood"), localized("Weather"), localized("Place")]
  }

  /// Draws the dialog. Returns the caret's cell.
  package func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    let theme = app.theme
    box(app).draw(in: &grid, grid.bounds, theme.dialog)
    let form = form(app)
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
      for (proposal, space) in places(in: line) {
        let isChosen = self.field?.text == proposal
        grid.draw(proposal, in: space, isChosen ? theme.selected : theme.dim)
      }
    }
    return caret
  }

  func form(_ app: AppState) -> FormRows {
    FormRows(Self.labels, in: box(app).text(in: Rect(app.size)))
  }

  /// Returns the suggestion at a cell.
  func proposal(at point: Point, _ app: AppState) -> String? {
    places(in: Self.proposalLine(form(app))).first { $0.space.contains(point) }?.proposal
  }

  private func box(_ app: AppState) -> DialogBox {
    // The fields, a blank row and the suggestions.
    box(
      title: localized("Details"), body: Array(repeating: "", count: Field.allCases.count + 2),
      in: app)
  }

  // MARK: What the arrows choose among

  private static func proposalLine(_ form: FormRows) -> Rect {
    form.line(Field.allCases.count + 1)
  }

  private var start: String {
    focus == .place ? localized("← → from the photos:") : "← →"
  }

  /// The columns between two suggestions: more for places, whose names contain spaces.
  private var gap: Int { focus == .place ? 3 : 1 }

  /// Returns the suggestions that fit on the line, with their places. If the selected one would be
  /// cut off, the first ones are left out.
  private func places(in line: Rect) -> [(proposal: String, space: Rect)] {
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

  /// The text shown if there are no suggestions.
  private var words: String {
    switch focus {
    case .star: localized("Press Space to star or unstar.")
    case .place where places == nil: localized("Finding where the photos were taken…")
    default: ""
    }
  }

  package func accessibleText(in app: AppState) -> AccessibleText {
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
