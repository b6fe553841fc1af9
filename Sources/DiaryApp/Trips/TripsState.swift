import DiaryCore
import TerminalUI

/// The trips of the diary, the latest first, with photos of the selected one beside.
package struct TripsState: Sendable {
  /// `nil` until they are known.
  private(set) var trips: [Trip]?
  var choice = ChoiceList()
  /// Of what is being found, or was since the last change of the diary.
  private var requestID: Int?
  /// The photos of trips, as far as they were asked for; `nil` of one that is being read.
  private(set) var photos: [Trip: [TripPhoto]?] = [:]

  /// A photo of a trip, on its day.
  struct TripPhoto: Hashable, Sendable {
    let photo: Photo
    let day: CalendarDay
  }

  var selected: Trip? { trips?.element(at: choice.selected) }

  /// As far as they have been read.
  var selectedPhotos: [TripPhoto] {
    guard let selected, let photos = photos[selected] ?? nil else { return [] }
    return photos
  }

  /// Whether trips have to be found, which is then noted.
  mutating func request(requestID: Int) -> Bool {
    guard self.requestID == nil else { return false }
    self.requestID = requestID
    return true
  }

  /// The trip whose photos have to be read, which is then noted.
  mutating func requestPhotos() -> Trip? {
    guard let selected, photos[selected] == nil else { return nil }
    photos[selected] = .some(nil)
    return selected
  }

  /// The selection stays on its trip.
  mutating func take(_ found: [Trip], _ requestID: Int) {
    guard self.requestID == requestID else { return }
    let first = selected?.days.lowerBound
    trips = found
    let index = found.firstIndex { $0.days.lowerBound == first }
    choice.select(index ?? choice.selected, count: found.count)
  }

  mutating func take(_ photos: [TripPhoto], of trip: Trip) { self.photos[trip] = photos }

  /// The diary has changed: trips are found anew.
  mutating func reload() { (requestID, photos) = (nil, [:]) }
}

extension TripsState: ChoiceScreen {
  package var opener: Command? { .trips }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.trips]] }

  package func location(in app: ScreenContext) -> Location.Screen? { Location.Screen(kind: .trips) }

  mutating func open(in app: inout ScreenContext) -> [Effect] {
    selected.map { [.show(ListScope(of: $0, today: app.now.day))] } ?? []
  }

  mutating func perform(_ command: Command, in app: inout ScreenContext) -> [Effect]? {
    switch command {
    case .map:
      guard let trip = selected else { return [] }
      MapState.open(MapScope(title: trip.title, .within(trip.days), showsWay: true), in: &app)
      return []
    case .back:
      app.pop()
      return [.stopFindingTrips]
    default: return nil
    }
  }

  package mutating func requests(in app: inout ScreenContext) -> [Effect] {
    var effects: [Effect] = []
    if request(requestID: app.requestID + 1) {
      effects.append(.findTrips(requestID: app.nextRequestID()))
    }
    if preview(in: app) != nil, let trip = requestPhotos() { effects.append(.readPhotos(of: trip)) }
    return effects
  }
}

extension ListScope {
  /// The entries of a trip's days.
  init(of trip: Trip, today: CalendarDay) {
    self.init(
      .trip(trip.title, first: trip.days.lowerBound, last: trip.days.upperBound), today: today)
  }
}

extension Effect {
  /// Reads all entries and asks their photos where they were taken.
  static func findTrips(requestID: Int) -> Effect {
    .run(requestID, in: .latest("trips")) { context async throws(DiaryError) in
      try await context.environment.trips?.trips() ?? []
    } then: { state, trips in
      state.screens.update(TripsState.self) { $0.take(trips, requestID) }
    }
  }

  static var stopFindingTrips: Effect { .stop("trips") }

  /// Photos that have room beside the trips.
  private static var mostPhotos: Int { 60 }

  static func readPhotos(of trip: Trip) -> Effect {
    .read(trip) { service async throws(DiaryError) in
      let query = EntryQuery(.all(of: [.withPhotos, .within(trip.days)]), isAscending: true)
      return try await service.entries(query).flatMap { entry in
        entry.photos.map { TripsState.TripPhoto(photo: $0, day: entry.date.day) }
      }
    } then: { state, photos in
      state.screens.update(TripsState.self) { $0.take(photos.spread(over: mostPhotos), of: trip) }
    }
  }
}
