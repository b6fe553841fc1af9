import System

/// Finds the trips in a diary, counts their entries, and names them if their entries name no place.
package struct TripFinder: Sendable {
  private let service: DiaryService
  private let positions: EntryPositions

  package init(service: DiaryService, positions: EntryPositions) {
    self.service = service
    self.positions = positions
  }

  /// The number of days to read before and after a range, to find home.
  private static let season = 200

  /// Returns all trips, or those that overlap `days`, the latest first. Reads every entry and the
  /// positions of its photos. If the task is canceled, the result is incomplete.
  ///
  /// - Throws: an error if the diary can't be read.
  package func trips(touching days: ClosedRange<CalendarDay>? = nil) async throws -> [Trip] {
    let around = days.map {
      $0.lowerBound.adding(days: -Self.season)...$0.upperBound.adding(days: Self.season)
    }
    let query = EntryQuery(around.map { .within($0) } ?? .all)
    let placed = await positions.placed(try await service.batches(query))
    var trips = await positions.trips(among: placed, touching: days)
    for index in trips.indices {
      for tally in try await service.tallies(of: trips[index].days) {
        trips[index].entries += tally.entries
        trips[index].photos += tally.photos
      }
    }
    return trips
  }
}

extension EntryPositions {
  /// Returns the trips among some entries, or those that overlap `days`, the latest first. Trips
  /// whose entries name no place get a name. Doesn't count their entries.
  package func trips(
    among placed: [PlacedEntry], touching days: ClosedRange<CalendarDay>? = nil
  ) -> [Trip] {
    var finding = TripDetector()
    for placed in placed { finding.add(placed) }
    var trips = finding.trips().filter { days?.overlaps($0.days) ?? true }
    let unnamed = trips.indices.filter { trips[$0].places.isEmpty }
    for (index, name) in zip(unnamed, names(at: unnamed.map { trips[$0].point })) {
      // Without names, show coordinates.
      trips[index].places = [name ?? trips[index].point.position.coordinates].compactMap(\.self)
    }
    return trips
  }
}

/// A run of days away from home.
package struct Trip: Hashable, Sendable {
  /// In the writer's time zone.
  package let days: ClosedRange<CalendarDay>
  /// The places in its entries, the most frequent first.
  package internal(set) var places: [String]
  /// The median of its positions.
  package let point: MapPoint
  /// The numbers of entries and photos on all of its days.
  package internal(set) var entries = 0
  package internal(set) var photos = 0

  package var length: Int {
    Int(days.upperBound.daysSinceEpoch - days.lowerBound.daysSinceEpoch) + 1
  }

  /// The number of places in a title.
  private static let mostPlaces = 3

  /// A title such as `Lisbon, Portugal · Sintra, Portugal`.
  package var title: String {
    places.prefix(Self.mostPlaces).map(\.printable).joined(separator: " · ")
  }
}

/// Finds trips among entries with positions.
///
/// Home changes over the years, and many people write more on a trip than at home. So home is, at
/// any time, the area with entries from the most weeks of the half year before and after. A trip
/// begins with an entry farther from home than a day trip, and ends with an entry from home or
/// after some days without an entry.
package struct TripDetector: Sendable {
  package typealias Position = PhotoDetails.Position

  private struct Visit {
    let sortKey: EntrySortKey
    let day: Int64
    let place: String?
    var positions: [Position]
    var areas: Set<Int> = []
  }

  /// Positions close to each other, like the parts of a city.
  private struct Area {
    let middle: Position
    var weeks: Set<Int64> = []
  }

  private var visits: [ID<Entry>: Visit] = [:]

  package init() {}

  /// The radius of an area, and the distance from home beyond which a day is part of a trip, in
  /// meters.
  private static let areaRadius = 25_000.0
  private static let tripDistance = 60_000.0
  /// The number of days before and after in which home is determined.
  private static let season: Int64 = 183
  /// The number of weeks that an area needs to be home.
  private static let fewestWeeks = 3
  /// The number of days without an entry after which a trip has ended.
  private static let longestGap: Int64 = 5

  /// Adds an entry at one of its positions, in any order.
  package mutating func add(_ placed: PlacedEntry) {
    let position = placed.point.position
    visits[
      placed.sortKey.id,
      default: Visit(
        sortKey: placed.sortKey, day: placed.day.daysSinceEpoch, place: placed.name, positions: [])
    ].positions.append(position)
  }

  /// Returns the trips among the added entries, the latest first, without their numbers of entries.
  package func trips() -> [Trip] {
    var visits = visits.values.sorted { ($0.day, $0.sortKey) < ($1.day, $1.sortKey) }
    let areas = Self.areas(of: &visits)
    return Self.runs(visits, areas).compactMap { Self.trip(visits[$0]) }.reversed()
  }

  /// Assigns positions to areas and areas to visits. Returns the areas.
  private static func areas(of visits: inout [Visit]) -> [Area] {
    var areas: [Area] = []
    for index in visits.indices {
      for position in visits[index].positions {
        let number =
          areas.firstIndex { $0.middle.distance(to: position) < areaRadius } ?? areas.count
        if number == areas.count { areas.append(Area(middle: position)) }
        areas[number].weeks.insert(visits[index].day / 7)
        visits[index].areas.insert(number)
      }
    }
    return areas
  }

  // MARK: Home and away

  /// Returns the range of visits of each trip.
  private static func runs(_ visits: [Visit], _ areas: [Area]) -> [ClosedRange<Int>] {
    var homes = Homes(visits.map { (day: $0.day, areas: $0.areas) }, season: season)
    // Of equal areas, the first one, so that the result is deterministic.
    let usual = areas.indices.max {
      (areas[$0].weeks.count, $1) < (areas[$1].weeks.count, $0)
    }
    var runs: [ClosedRange<Int>] = []
    var open: ClosedRange<Int>?
    for (index, visit) in visits.enumerated() {
      let season = homes.area(at: visit.day)
      let home = season.weeks >= fewestWeeks ? season.area : usual
      guard let home, areas[home].weeks.count >= fewestWeeks else { continue }
      let isAway = visit.positions.contains { areas[home].middle.distance(to: $0) > tripDistance }
      if let run = open, !isAway || visit.day - visits[run.upperBound].day > longestGap {
        runs.append(run)
        open = nil
      }
      if isAway { open = (open?.lowerBound ?? index)...index }
    }
    return open.map { runs + [$0] } ?? runs
  }

  private static func trip(_ visits: ArraySlice<Visit>) -> Trip? {
    guard let first = visits.first?.day, let last = visits.last?.day,
      let point = visits.flatMap(\.positions).middle.flatMap({ MapPoint($0) })
    else { return nil }
    return Trip(
      days: CalendarDay(daysSinceEpoch: first)...CalendarDay(daysSinceEpoch: last),
      places: visits.compactMap(\.place).mostFrequentFirst, point: point)
  }
}

/// Finds the home area of a day: the one with entries from the most weeks. Days must be requested
/// in order.
private struct Homes {
  private let visits: [(day: Int64, areas: Set<Int>)]
  private let season: Int64
  /// The visits within a season of the last requested day.
  private var window = 0..<0
  /// The number of these visits by area and week.
  private var weeks: [Int: [Int64: Int]] = [:]

  init(_ visits: [(day: Int64, areas: Set<Int>)], season: Int64) {
    self.visits = visits
    self.season = season
  }

  mutating func area(at day: Int64) -> (area: Int?, weeks: Int) {
    var (first, end) = (window.lowerBound, window.upperBound)
    while end < visits.count, visits[end].day <= day + season {
      for area in visits[end].areas {
        weeks[area, default: [:]][visits[end].day / 7, default: 0] += 1
      }
      end += 1
    }
    while first < end, visits[first].day < day - season {
      for area in visits[first].areas {
        weeks[area]?[visits[first].day / 7]? -= 1
        if weeks[area]?[visits[first].day / 7] == 0 { weeks[area]?[visits[first].day / 7] = nil }
      }
      first += 1
    }
    window = first..<end
    let best = weeks.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }
    return (best?.key, best?.value.count ?? 0)
  }
}

extension [PhotoDetails.Position] {
  /// The median of the latitudes and of the longitudes.
  fileprivate var middle: PhotoDetails.Position? {
    guard !isEmpty else { return nil }
    return PhotoDetails.Position(
      latitude: map(\.latitude).sorted()[count / 2], longitude: map(\.longitude).sorted()[count / 2]
    )
  }
}
