import TestSupport
import Testing

@testable import DiaryCore

@Suite struct TripDetectorTests {
  typealias Position = PhotoDetails.Position

  private static let seoul = Position(latitude: 37.55, longitude: 126.91)
  private static let suwon = Position(latitude: 37.26, longitude: 127.03)
  private static let jeju = Position(latitude: 33.46, longitude: 126.32)
  private static let lisbon = Position(latitude: 38.72, longitude: -9.14)

  /// Entries by their days since January 1, 2025.
  private struct Year {
    var finding = TripDetector()

    mutating func add(
      _ days: some Sequence<Int>, _ place: String? = nil, at position: Position
    ) throws {
      let first = try require(CalendarDay("2025-01-01"))
      for day in days {
        let day = first.adding(days: day)
        let order = EntrySortKey(
          date: day.daysSinceEpoch * 86_400, created: Timestamp(milliseconds: 0), id: .random())
        finding.add(
          PlacedEntry(
            sortKey: order, day: day, point: try require(MapPoint(position)), name: place))
      }
    }

    /// Formats trips like `120+5 Jeju`: first day, number of days, title.
    var trips: [String] {
      get throws {
        let first = try require(CalendarDay("2025-01-01"))
        return finding.trips().map { trip in
          "\(trip.days.lowerBound.daysSinceEpoch - first.daysSinceEpoch)+\(trip.length) \(trip.title)"
        }
      }
    }
  }

  /// Every fourth day, except while away.
  private func home(_ days: Range<Int>, besides away: ClosedRange<Int>...) -> [Int] {
    stride(from: days.lowerBound, to: days.upperBound, by: 4).filter { day in
      !away.contains { $0.contains(day) }
    }
  }

  @Test func `finds runs of days far from home`() throws {
    var year = Year()
    try year.add(home(0..<360, besides: 120...124, 300...302), "Home", at: Self.seoul)
    try year.add(120...124, "Jeju", at: Self.jeju)
    try year.add(300...302, "Lisbon", at: Self.lisbon)
    try expectEqual(year.trips, ["300+3 Lisbon", "120+5 Jeju"])
    let trip = try require(year.finding.trips().last)
    expectLess(trip.point.position.distance(to: Self.jeju), 100)
  }

  @Test func `a day's visit to a nearby town is no trip`() throws {
    var year = Year()
    try year.add(home(0..<200), at: Self.seoul)
    try year.add([50, 90], "Suwon", at: Self.suwon)
    try expectEqual(year.trips, [])
  }

  @Test func `an entry from home or a gap ends a trip`() throws {
    var year = Year()
    try year.add(home(0..<360, besides: 100...120, 200...230), at: Self.seoul)
    try year.add([100, 101, 103, 104], "Jeju", at: Self.jeju)
    try year.add([102], at: Self.seoul)
    try year.add([200, 205, 211], "Lisbon", at: Self.lisbon)
    try expectEqual(year.trips, ["211+1 Lisbon", "200+6 Lisbon", "103+2 Jeju", "100+2 Jeju"])
  }

  @Test func `after moving, home is the new place and the move is no trip`() throws {
    var year = Year()
    try year.add(home(0..<700), "Seoul", at: Self.seoul)
    try year.add(home(700..<1400, besides: 1000...1003), "Lisbon", at: Self.lisbon)
    try year.add(1000...1003, "Seoul", at: Self.seoul)
    try expectEqual(year.trips, ["1000+4 Seoul"])
  }

  @Test func `home is where most weeks are from, even with more entries elsewhere`() throws {
    var year = Year()
    try year.add(stride(from: 0, to: 180, by: 20), at: Self.seoul)
    try year.add(81...97, "Lisbon", at: Self.lisbon)
    try expectEqual(year.trips, ["81+17 Lisbon"])
  }

  @Test func `finds no trips without a home`() throws {
    var year = Year()
    try expectEqual(year.trips, [])
    try year.add([1, 50], at: Self.jeju)
    try year.add([100], at: Self.lisbon)
    try expectEqual(year.trips, [])
  }

  @Test func `measures distances across the date line`() throws {
    var year = Year()
    try year.add(home(0..<200, besides: 60...62), at: Position(latitude: -16.8, longitude: 179.99))
    try year.add(60...62, "Taveuni", at: Position(latitude: -16.8, longitude: -179.9))
    try expectEqual(year.trips, [])
    try year.add([64], "Apia", at: Position(latitude: -13.8, longitude: -171.8))
    try expectEqual(year.trips, ["64+1 Apia"])
  }

  @Test(arguments: 0..<20)
  func `trips don't depend on the order of entries and don't overlap`(_ seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let first = try require(CalendarDay("2025-01-01"))
    let places = [Self.seoul, Self.seoul, Self.seoul, Self.suwon, Self.jeju, Self.lisbon]
    let entries = try (0..<120).map { _ in
      let day = first.adding(days: Int.random(in: 0..<800, using: &random))
      return PlacedEntry(
        sortKey: EntrySortKey(
          date: day.daysSinceEpoch * 86_400, created: Timestamp(milliseconds: 0), id: .random()),
        day: day, point: try require(MapPoint(places.randomElement(using: &random) ?? Self.seoul)))
    }
    var (one, other) = (TripDetector(), TripDetector())
    for entry in entries { one.add(entry) }
    for entry in entries.shuffled(using: &random) { other.add(entry) }
    let trips = one.trips()
    expectEqual(trips, other.trips())
    for (later, earlier) in zip(trips, trips.dropFirst()) {
      expectAtMost(earlier.days.upperBound, later.days.lowerBound)
    }
  }
}

@Suite struct MapGeometryTests {
  private let seoul = MapPoint(latitude: 37.5665, longitude: 126.978)

  @Test func `converts between points and coordinates`() {
    for (latitude, longitude) in [
      (37.5665, 126.978), (0, 0), (-54.8, -68.3), (78.22, 15.65), (84.9, -179.9), (-84.9, 179.9),
    ] {
      let point = MapPoint(latitude: latitude, longitude: longitude)
      expectLess(abs(point.latitude - latitude), 1e-4, "\(latitude)")
      expectLess(abs(point.longitude - longitude), 1e-9)
    }
    expectLess(MapPoint(latitude: 90, longitude: 0).y, 1e-6)
    expectGreater(MapPoint(latitude: -90, longitude: 0).y, 1 - 1e-6)
    for position in [(Double.nan, 0), (0, .nan), (.infinity, 0), (90.1, 0), (0, -180.1)] {
      expectNil(MapPoint(.init(latitude: position.0, longitude: position.1)))
    }
    let position = PhotoDetails.Position(latitude: -37.5665, longitude: 126.978)
    let text = position.coordinates ?? ""
    expectEqual(text, "-37.5665, 126.9780")
    expectEqual(PhotoDetails.Position(coordinates: text), position)
    for other in [
      "", ",", "37.5", "Seoul, Korea", "91.0, 0.0", "1, 2", "nan, 0.0", "1.0, 2.0, 3.0",
    ] { expectNil(PhotoDetails.Position(coordinates: other), "\(other)") }
  }

  @Test func `boxes stay on the map`() throws {
    expectNil(MapBox.around([]))
    let one = try require(MapBox.around([seoul]))
    expectEqual(one.width, 0)
    expect(one.contains(seoul))
    let pacific = try require(
      MapBox.around([
        MapPoint(latitude: 0, longitude: 170), MapPoint(latitude: 10, longitude: -170),
      ]))
    expectLess(abs(pacific.width - 20.0 / 360), 1e-9)
    let many = (0..<1_000).map { index in
      MapPoint(latitude: 0, longitude: Double(index % 360) - 180)
    }
    try expectAtMost(require(MapBox.around(many)).width, 1)
  }
}
