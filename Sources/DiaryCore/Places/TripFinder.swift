import System

/// Finds the trips of a diary, what was written on them, and what those are called of which no entry names
/// a place.
package struct TripFinder: Sendable {
  private let service: DiaryService
  private let positions: EntryPositions

  package init(service: DiaryService, positions: EntryPositions) {
    self.service = service
    self.positions = positions
  }

  /// Days around some others that tell where one was at home.
  private static let season = 200

  /// All trips, the latest first; of some days alone, those that touch them. Every entry is read, and its
  /// photos are asked where they were taken. A task that is cancelled ends with what is known by then.
  package func trips(
    touching days: ClosedRange<CalendarDay>? = nil
  ) async throws(DiaryError) -> [Trip] {
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
  /// The trips that entries tell of, the latest first, with the names of those of which no entry names a place;
  /// of some days alone, those that touch them. How much was written on them isn't told.
  package func trips(
    among placed: [PlacedEntry], touching days: ClosedRange<CalendarDay>? = nil
  ) -> [Trip] {
    var finding = TripFinding()
    for placed in placed { finding.add(placed) }
    var trips = finding.trips().filter { days?.overlaps($0.days) ?? true }
    let unnamed = trips.indices.filter { trips[$0].places.isEmpty }
    for (index, name) in zip(unnamed, names(at: unnamed.map { trips[$0].point })) {
      // Without names, where it was is told by numbers.
      trips[index].places = [name ?? trips[index].point.position.coordinates].compactMap(\.self)
    }
    return trips
  }
}

/// Days away from home, one after the other or nearly so.
package struct Trip: Hashable, Sendable {
  /// In the writer's own time.
  package let days: ClosedRange<CalendarDay>
  /// As its entries call them, the most frequent first.
  package internal(set) var places: [String]
  /// In the middle of where it was.
  package let point: MapPoint
  /// Of all of those days.
  package internal(set) var entries = 0
  package internal(set) var photos = 0

  package var length: Int {
    Int(days.upperBound.daysSinceEpoch - days.lowerBound.daysSinceEpoch) + 1
  }

  /// Places that a title has room for.
  private static let mostPlaces = 3

  /// `Lisbon, Portugal · Sintra, Portugal`
  package var title: String {
    places.prefix(Self.mostPlaces).map(\.printable).joined(separator: " · ")
  }
}

/// Finds trips among entries of which it is known where they were written.
///
/// Where somebody is at home changes over the years, and many write more on a journey than at home. So home
/// is, at any time, the area in which entries are from the most weeks of half a year before and after. What
/// is farther from there than one goes for a day is away, and a trip goes on until an entry is from home
/// again or nothing is told of it for some days.
package struct TripFinding: Sendable {
  package typealias Position = PhotoDetails.Position

  private struct Visit {
    let order: EntrySortKey
    let day: Int64
    let place: String?
    var positions: [Position]
    var areas: Set<Int> = []
  }

  /// What lies near each other, as the parts of a city do.
  private struct Area {
    let middle: Position
    var weeks: Set<Int64> = []
  }

  private var visits: [ID<Entry>: Visit] = [:]

  package init() {}

  /// As far as an area reaches, and farther than one goes for a day, in metres.
  private static let reach = 25_000.0
  private static let away = 60_000.0
  /// Days before and after in which home is looked for.
  private static let season: Int64 = 183
  /// An area with fewer weeks isn't called home.
  private static let fewestWeeks = 3
  /// A trip of which nothing is told for longer has ended.
  private static let longestSilence: Int64 = 5

  /// Takes an entry at one of its places in. They may come in any order.
  package mutating func add(_ placed: PlacedEntry) {
    let position = placed.point.position
    visits[
      placed.order.id,
      default: Visit(
        order: placed.order, day: placed.day.daysSinceEpoch, place: placed.name, positions: [])
    ].positions.append(position)
  }

  /// What it found among all that were added, the latest trip first; how much was written on them isn't
  /// known here.
  package func trips() -> [Trip] {
    var visits = visits.values.sorted { ($0.day, $0.order) < ($1.day, $1.order) }
    let areas = Self.areas(of: &visits)
    return Self.runs(visits, areas).compactMap { Self.trip(visits[$0]) }.reversed()
  }

  /// Tells each entry the areas that it is from.
  private static func areas(of visits: inout [Visit]) -> [Area] {
    var areas: [Area] = []
    for index in visits.indices {
      for position in visits[index].positions {
        let number = areas.firstIndex { $0.middle.distance(to: position) < reach } ?? areas.count
        if number == areas.count { areas.append(Area(middle: position)) }
        areas[number].weeks.insert(visits[index].day / 7)
        visits[index].areas.insert(number)
      }
    }
    return areas
  }

  // MARK: Home and away

  /// The visits of each trip, by their places among all.
  private static func runs(_ visits: [Visit], _ areas: [Area]) -> [ClosedRange<Int>] {
    var homes = Homes(visits.map { (day: $0.day, areas: $0.areas) }, season: season)
    // The earlier known of two, so that the answer is always the same.
    let usual = areas.indices.max {
      (areas[$0].weeks.count, $1) < (areas[$1].weeks.count, $0)
    }
    var runs: [ClosedRange<Int>] = []
    var open: ClosedRange<Int>?
    for (index, visit) in visits.enumerated() {
      let season = homes.area(at: visit.day)
      let home = season.weeks >= fewestWeeks ? season.area : usual
      guard let home, areas[home].weeks.count >= fewestWeeks else { continue }
      let isAway = visit.positions.contains { areas[home].middle.distance(to: $0) > away }
      if let run = open, !isAway || visit.day - visits[run.upperBound].day > longestSilence {
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

/// Where somebody is at home, by the weeks in which entries are from an area. Asked for days in their order.
private struct Homes {
  private let visits: [(day: Int64, areas: Set<Int>)]
  private let season: Int64
  /// Those within a season of the day that was asked for last.
  private var window = 0..<0
  /// Of each area, how many of them are from each week.
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
