import DiaryCore
import Localization
import TerminalUI

/// Star, mood, weather and place of the entry that is being written.
package struct DetailsState: Sendable {
  enum Field: Int, Sendable, CaseIterable {
    case star, mood, weather, place
  }

  var focus = Field.mood
  var isStarred: Bool
  /// Isn't asked for here.
  private let isPinned: Bool
  var mood: TextField
  var weather: TextField
  var place: TextField
  /// What the entry's photos tell of where they were taken; `nil` while that is being read.
  var places: [String]?
  private let moods: MoodScale
  /// Of the reading of the photos.
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
    ).tidied
  }

  /// What may be chosen in the focused field.
  var proposals: [String] {
    switch focus {
    case .star: []
    case .mood: moods.names
    case .weather: DetailProposals.weathers
    case .place: places ?? []
    }
  }

  /// The focused field's text; none of the star.
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

  /// Goes to another proposal, with an empty field between the last and the first. `false` where
  /// something else was typed, in which the arrows move the caret.
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
  package var isTyping: Bool { true }
  package var belongsToEditor: Bool { true }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.details]] }

  package mutating func paste(_ text: String, in app: inout ScreenContext) -> [Effect] {
    field?.insert(text)
    return [.scheduleEditorDraft]
  }

  /// Opens the details of the entry that is being written, and reads where its photos were taken.
  static func open(of editor: EditorState, in app: inout ScreenContext) -> [Effect] {
    let requestID = app.nextRequestID()
    var dialog = DetailsState(
      editor.page.details, moods: app.preferences.moods, requestID: requestID)
    let photos = editor.page.pictures
    if photos.isEmpty { dialog.places = [] }
    app.push(dialog)
    return photos.isEmpty
      ? [] : [.readPlaces(photos, of: editor.original?.id, requestID: requestID)]
  }

  package mutating func handle(_ event: KeyEvent, in app: inout ScreenContext) -> [Effect] {
    let command = app.keys[.details].command(for: event)
    switch command {
    case .cancel:
      app.pop()
      // What was typed is in a draft by now.
      return [.scheduleEditorDraft]
    case .accept:
      app.pop()
      return [.changeEditor(takeIntoEditor)]
    case .help: return app.updateEverywhere(.help)
    case .nextField: moveFocus(by: 1)
    case .previousField: moveFocus(by: -1)
    case .choosePlace: return chooseInList(in: &app)
    case .toggleStar where focus == .star: isStarred.toggle()
    default:
      let step = command == .chooseNext ? 1 : command == .choosePrevious ? -1 : 0
      if step != 0, choose(by: step) { break }
      if var field, app.type(event, into: &field) {
        self.field = field
      } else if let command = app.keys[.everywhere].withoutLetters.command(for: event) {
        return app.updateEverywhere(command)
      }
    }
    return [.scheduleEditorDraft]
  }

  /// Opens the list of the places that are proposed, for the field of the place.
  private mutating func chooseInList(in app: inout ScreenContext) -> [Effect] {
    focus = .place
    guard let places, !places.isEmpty else {
      app.toast = localized("The photos don't say where they were taken.")
      return []
    }
    app.push(PlaceChooser(places, selected: place.text))
    return []
  }

  /// A press goes to a field, gives the star or takes it away, and takes a proposal.
  package mutating func click(_ mouse: MouseEvent, in app: inout ScreenContext) -> [Effect] {
    guard mouse.action.isPress else { return [] }
    let form = Self.form(app)
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

  /// One step of the editor's undo.
  func takeIntoEditor(_ editor: inout EditorState) { editor.change { $0.details = details } }
}

// MARK: - DetailsKeys

extension KeyScreen {
  static let details = KeyScreen(
    "details",
    title: "Details of an entry",
    bindings: [
      Binding(.accept, .enter, .control("s"), help: "Apply"),
      Binding(.cancel, .escape, help: "Cancel"),
      Binding(.nextField, .tab, .down, help: "Next field: star, mood, weather, place"),
      Binding(.previousField, KeyEvent(.tab, .shift), .up, help: "Previous field"),
      Binding(.toggleStar, " ", help: "Star or unstar"),
      Binding(.chooseNext, .right, help: "Next suggestion, if nothing else is typed"),
      Binding(.choosePrevious, .left, help: "Previous suggestion"),
      Binding(.choosePlace, .function(2), help: "Choose the place in a list"),
      Binding(.help, .function(1), help: "All keys"),
    ])
}

// MARK: - DetailProposals

/// What may be chosen where one can also type.
enum DetailProposals {
  /// A diary's own moods, then those of the person's order that it hasn't.
  static func moods(inUse own: [String], _ scale: MoodScale) -> [String] {
    own + scale.names.filter { mood in !own.contains { $0.isSameName(as: mood) } }
  }

  /// In the person's language: what is chosen is kept as a text.
  static var weathers: [String] {
    [
      localized("sunny"), localized("cloudy"), localized("rain"), localized("snow"),
      localized("wind"), localized("fog"), localized("storm"),
    ]
  }

  /// Where photos were taken, each place once: by the name in a photo; or where it has none, by the names of
  /// its position, the best ones of all photos first, and as `37.5665, 126.9780`. `names` are those of the
  /// photos that need some, in their turn.
  static func places(_ details: [PhotoDetails], names: [[String]] = []) -> [String] {
    var named = names.makeIterator()
    var rows: [[String]] = []
    var coordinates: [String] = []
    for photo in details {
      if let name = photo.place?.tidiedPlace {
        rows.append([name])
      } else if let position = photo.position?.coordinates {
        rows.append((named.next() ?? []).compactMap(\.tidiedPlace))
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
  /// Where it was taken, if only that can name the place.
  fileprivate var unnamedPosition: Position? {
    guard place?.tidiedPlace == nil, let position, position.coordinates != nil else { return nil }
    return position
  }
}

extension Effect {
  /// Photos of an entry that are asked where they were taken.
  private static var mostPlaces: Int { 20 }

  /// Reads where photos were taken, to propose it.
  static func readPlaces(
    _ photos: [Photo], of entry: ID<Entry>?, requestID: Int
  ) -> Effect {
    .run(photos, requestID) { context in
      let service = context.service
      let details = await concurrentMap(Array(photos.prefix(mostPlaces))) { photo in
        let path = service.file(of: photo)
        if photo.type.isFilm {
          let header = FilmHeader(fileAt: path, by: service.assetOpener)
          return PhotoDetails(position: header?.position)
        }
        return await context.environment.photoActions.facts(ofPhotoAt: path)?.facts.details
          ?? PhotoDetails()
      }
      let known = details.compactMap(\.self)
      let positions = known.compactMap(\.unnamedPosition)
      let suggested = await context.environment.placeSuggestions?.names(
        at: positions, besides: entry)
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

/// The list of what the place of an entry may be called, of which one is chosen.
package struct PlaceChooser: Sendable {
  let places: [String]
  var choice = ChoiceList()

  /// `selected` is the one that was chosen before.
  init(_ places: [String], selected: String) {
    self.places = places
    choice.select(places.firstIndex(of: selected) ?? 0, count: places.count)
  }
}

extension PlaceChooser: ChoiceScreen {
  package var belongsToEditor: Bool { true }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.placeChooser]] }

  mutating func open(in app: inout ScreenContext) -> [Effect] {
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

  func rowCount(in app: ScreenContext) -> Int { places.count }

  package func draw(in grid: inout Grid, _ app: ScreenContext) -> Point? {
    _ = ScreenFrame(
      title: localized("Where was it?"), hints: app.keys[.placeChooser].bindings, in: &grid, app)
    drawRows(in: &grid, app)
    return nil
  }

  func draw(row: Int, isSelected: Bool, in grid: inout Grid, _ line: Rect, _ app: ScreenContext) {
    if isSelected { grid.draw("▌", in: line, app.theme.accent) }
    grid.draw(
      places[row], in: line.inset(left: 2), isSelected ? app.theme.title : app.theme.text)
  }

  func words(ofRow row: Int, in app: ScreenContext) -> String { places[row] }

  package func accessibleText(in app: ScreenContext) -> AccessibleText {
    AccessibleText(localized("Where was it?"), selected: selectedWords(in: app))
  }
}

extension KeyScreen {
  static let placeChooser = KeyScreen(
    "place-chooser",
    title: "Places of an entry",
    bindings: [
      Binding(.open, .enter, help: "Take the place", hint: "choose"),
      Binding(.cancel, .escape, "q", help: "Cancel", hint: "leave"),
      Binding(.help, "?", help: "All keys", hint: "keys"),
    ] + Binding.listMotions)
}

// MARK: - DetailsView

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
