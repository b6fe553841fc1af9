import DiaryCore
import TerminalUI
import Text

/// The state of the trips screen: the diary's trips, latest first, and photos of the selected one.
package struct TripsState: Sendable {
  private var finding = Loadable<EntryPredicate, [Trip]>()
  var choice = ChoiceList()
  /// The photos of trips that have been requested, or `nil` while they are being read.
  private(set) var photos: [Trip: [TripPhoto]?] = [:]

  /// A photo of a trip and the day of its entry.
  struct TripPhoto: Hashable, Sendable {
    let photo: Photo
    let day: CalendarDay
  }

  /// The trips, or `nil` until they have been found.
  var trips: [Trip]? { finding.value }
  var selected: Trip? { trips?.element(at: choice.selected) }

  /// The photos of the selected trip, once they have been read.
  var selectedPhotos: [TripPhoto] {
    guard let selected, let photos = photos[selected] ?? nil else { return [] }
    return photos
  }

  /// Records and returns the trip whose photos must be read, if any.
  mutating func requestPhotos() -> Trip? {
    guard let selected, photos[selected] == nil else { return nil }
    photos[selected] = .some(nil)
    return selected
  }

  /// Stores the trips found. The same trip stays selected.
  mutating func receive(_ found: [Trip], _ requestID: Int) {
    let first = selected?.days.lowerBound
    guard finding.receive(found, requestID) else { return }
    let index = found.firstIndex { $0.days.lowerBound == first }
    choice.select(index ?? choice.selected, count: found.count)
  }

  mutating func receive(_ photos: [TripPhoto], of trip: Trip) { self.photos[trip] = photos }

  package mutating func diaryChanged() {
    finding.reload()
    photos = [:]
  }
}

extension TripsState: ChoiceScreen {
  package var opener: Command? { .trips }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.trips]] }

  package func location(in app: AppState) -> Location.Screen? { Location.Screen(kind: .trips) }

  package func isAvailable(_ command: Command, in app: AppState) -> Bool {
    ![.open, .map].contains(command) || selected != nil
  }

  mutating func open(in app: inout AppState) -> [Effect] {
    selected.map { [.show(ListScope(of: $0, today: app.now.day))] } ?? []
  }

  mutating func perform(_ command: Command, in app: inout AppState) -> [Effect]? {
    switch command {
    case .map:
      guard let trip = selected else { return [] }
      MapState.open(MapScope(title: trip.title, .within(trip.days), showsRoute: true), in: &app)
      return []
    case .back:
      app.pop()
      return [.stopFindingTrips]
    default: return nil
    }
  }

  package mutating func requests(in app: inout AppState) -> [Effect] {
    var effects = finding.need(.all, in: &app) { .findTrips(requestID: $1) }
    if preview(in: app) != nil, let trip = requestPhotos() { effects.append(.readPhotos(of: trip)) }
    return effects
  }
}

extension ListScope {
  /// Creates a scope with the entries on a trip's days.
  init(of trip: Trip, today: CalendarDay) {
    self.init(
      .trip(trip.title, first: trip.days.lowerBound, last: trip.days.upperBound), today: today)
  }
}

extension Effect {
  /// Finds trips by reading all entries and the locations of their photos.
  static func findTrips(requestID: Int) -> Effect {
    .run(requestID, in: .latest("trips")) { context in
      try await context.environment.trips?.trips() ?? []
    } then: { state, trips in
      state.screens.update(TripsState.self) { $0.receive(trips, requestID) }
    }
  }

  static var stopFindingTrips: Effect { .stop("trips") }

  /// The maximum number of photos shown next to the trips.
  private static var maxPhotos: Int { 60 }

  static func readPhotos(of trip: Trip) -> Effect {
    .read(trip) { service in
      let query = EntryQuery(.all(of: [.withPhotos, .within(trip.days)]), isAscending: true)
      return try await service.entries(query).flatMap { entry in
        entry.photos.map { TripsState.TripPhoto(photo: $0, day: entry.date.day) }
      }
    } then: { state, photos in
      state.screens.update(TripsState.self) { $0.receive(photos.spread(over: maxPhotos), of: trip) }
    }
  }
}

// MARK: - Drawing

extension TripsState {
  func rowCount(in app: AppState) -> Int { trips?.count ?? 0 }

  func list(in app: AppState) -> Rect { ScreenFrame.panes(ScreenFrame.body(app.size)).list }

  /// Returns the area for the selected trip's details, next to the list.
  func preview(in app: AppState) -> Rect? {
    ScreenFrame.panes(ScreenFrame.body(app.size)).preview
  }

  package func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    let frame = ScreenFrame(
      title: localized("Trips"), trailing: trailing, hints: app.keys[.trips].bindings,
      in: &grid, app)
    if trips?.isEmpty == true {
      emptyPage.draw(in: &grid, frame.body, app.theme)
      return nil
    }
    drawRows(in: &grid, app)
    if let preview = preview(in: app), let trip = selected {
      grid.drawRule(in: preview, app.theme)
      let column = preview.inset(left: 2, right: 1)
      grid.draw(trip.title, in: column.line(0), app.theme.title)
      for (row, words) in Self.text(about: trip).enumerated() {
        grid.draw(words, in: column.line(row + 1), app.theme.dim)
      }
      let (sheet, body) = sheet(in: preview, app)
      sheet.draw(in: &grid, body, .unselected, app, tile: tile)
    }
    return nil
  }

  func draw(row: Int, isSelected: Bool, in grid: inout Grid, _ line: Rect, _ app: AppState) {
    guard let trip = trips?.element(at: row) else { return }
    CountedRow.draw(
      trip.title, count: nil, detail: DateText.short(trip.days.lowerBound), isSelected: isSelected,
      in: &grid, line, app.theme)
  }

  /// Returns a trip's dates and its numbers of entries and photos.
  private static func text(about trip: Trip) -> [String] {
    [
      "\(DateText.days(trip.days)) · \(CountText.days(trip.length))",
      "\(CountText.entries(trip.entries)) · \(CountText.photos(trip.photos))",
    ]
  }

  private var trailing: String {
    trips.map { CountText.trips($0.count) } ?? localized("looking…")
  }

  private var emptyPage: EmptyPage {
    EmptyPage(
      localized("No trips yet."),
      localized("A trip is a run of days with photos taken more than 60 km from home."))
  }

  // MARK: Photos

  private func sheet(in preview: Rect, _ app: AppState) -> (sheet: ContactSheet, body: Rect) {
    let body = preview.inset(left: 2, top: 4)
    let photos = selectedPhotos
    let tiles = TileLayout(for: body.size, cellRatio: app.facts.cellRatio)
    // Leave out photos that don't fit.
    let rows = max(0, body.rows / tiles.rows)
    return (ContactSheet(count: min(photos.count, rows * tiles.columns), tiles), body)
  }

  private func tile(_ item: Int) -> ContactTile? {
    selectedPhotos.element(at: item).map {
      ContactTile(
        subject: .photo($0.photo), caption: DateText.brief($0.day).trimmed.description)
    }
  }

  package func pictures(in app: AppState) -> WantedPictures {
    guard let preview = preview(in: app) else { return WantedPictures() }
    let (sheet, body) = sheet(in: preview, app)
    return sheet.pictures(in: body, .unselected, app, tile: tile)
  }

  // MARK: Accessibility

  func text(ofRow row: Int, in app: AppState) -> String {
    guard let trip = trips?.element(at: row) else { return "" }
    return ([trip.title] + Self.text(about: trip)).joined(separator: ", ")
  }

  package func accessibleText(in app: AppState) -> AccessibleText {
    AccessibleText(
      "\(localized("Trips")), \(trailing)", trips?.isEmpty == true ? emptyPage.lines : [],
      selected: selectedText(in: app))
  }
}

extension Location.Kind {
  static let trips = Self(name: "trips") { _, _, old, _ in (old as? TripsState ?? TripsState(), [])
  }
}
