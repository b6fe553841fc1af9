import DiaryCore
import Glibc
import Synchronization
import TestSupport
import Testing

struct KnownPlaces: PlaceNaming {
  let known: [String: PhotoDetails.Position]
  /// The name of every position.
  var town: String?

  func names(at position: PhotoDetails.Position) throws -> [String] {
    [town].compactMap(\.self)
  }

  func positions(
    ofPlaces names: Set<String>
  ) throws -> [String: PhotoDetails.Position] {
    known.filter { names.contains($0.key) }
  }
}

@Suite struct EntryPositionsTests {
  private let diary: Diary
  private let naming = KnownPlaces(
    known: [
      "Seoul": .init(latitude: 37.5665, longitude: 126.978),
      "제주": .init(latitude: 10, longitude: 20),
    ], town: "a town")
  private let positions: EntryPositions
  private let suggestions: PlaceSuggestions

  init() throws {
    diary = try Diary()
    let photos = PhotoPositions(service: diary.service)
    positions = EntryPositions(service: diary.service, photos: photos, naming: naming)
    suggestions = PlaceSuggestions(service: diary.service, positions: photos, naming: naming)
  }

  @discardableResult private func add(
    _ title: String, _ place: String?, photos: String...
  ) async throws -> Entry {
    var added: [Photo] = []
    for (number, position) in photos.enumerated() {
      added.append(try await diary.photo("photo at[\(position)]", name: "\(title) \(number).jpg"))
    }
    let day = try await diary.service.count()
    return try await diary.service.add(
      EntryFields(
        date: EntryDate(instant: Int64(day) * 86_400, offset: 0), title: title, photos: added,
        details: EntryDetails(place: place)))
  }

  /// The places of entries, the newest first: title, degrees and name.
  private func placed(
    _ predicate: EntryPredicate = .all, byNameOnly: Bool = false
  ) async throws -> [String] {
    let found = Mutex<[PlacedEntry]>([])
    if byNameOnly {
      let batches = try await diary.service.batches(EntryQuery())
      await positions.read(batches, byNameOnly: true) { new in found.withLock { $0 += new } }
    } else {
      try await positions.read(predicate) { new in found.withLock { $0 += new } }
    }
    let points = found.withLock { $0 }
    let titles = try await Dictionary(
      diary.service.entries().map { ($0.id, $0.title) }, uniquingKeysWith: { first, _ in first })
    return points.map { placed in
      let (latitude, longitude) = (placed.point.latitude, placed.point.longitude)
      let degrees = "\(Int(latitude.rounded())) \(Int(longitude.rounded()))"
      return "\(titles[placed.sortKey.id] ?? "") \(degrees) \(placed.name ?? "")".trimmed
        .description
    }
  }

  @Test func `finds the positions of videos`() async throws {
    let video = try diary.folder.write(VideoFile(location: "+35.2+129.1/").bytes, to: "a.mp4")
    let attachment = try await diary.service.addAttachment(at: video).attachment
    _ = try await diary.service.add(
      EntryFields(date: EntryDate(instant: 0, offset: 0), title: "film", attachments: [attachment]))
    try await expectEqual(placed(), ["film 35 129"])
  }

  @Test func `keeps positions for the next run`() async throws {
    try await add("photo", nil, photos: "35 129")
    let kept = Mutex<PositionCache.Facts>([:])
    var cache = PositionCache()
    cache.load = { kept.withLock { $0 } }
    cache.save = { asked, hasNew in
      if hasNew { kept.withLock { $0.merge(asked) { $1 } } }
    }
    for _ in 1...2 {
      let photos = PhotoPositions(service: diary.service, cache: cache)
      let positions = EntryPositions(service: diary.service, photos: photos, naming: naming)
      let found = await positions.placed(try await diary.service.batches(EntryQuery()))
      expectEqual(found.map { $0.point.latitude.rounded() }, [35])
      expectEqual(cache.load().count, 1)
      // The files are deleted, so positions can't be read again.
      for photo in try await diary.service.entries().flatMap(\.photos) {
        unlink(diary.service.file(of: photo))
      }
    }
  }

  @Test func `finds entries near a place`() async throws {
    try await add("town hall", "Seoul")
    try await add("nearby", nil, photos: "37.6 127")
    try await add("elsewhere", nil, photos: "35 129", "10 20")
    try await add("home", "Grandma's", photos: "35.01 129")
    func titles(_ place: String, _ radius: Double) async throws -> Set<String> {
      let vicinity = try #require(Vicinity(place, radius: radius))
      let ids = try await positions.ids(near: vicinity)
      return try await Set(diary.service.entries(ids: Array(ids)).map(\.title))
    }
    for name in ["Seoul", "seoul", "37.5665, 126.978", "37.5665,126.978"] {
      try await expectEqual(titles(name, 10_000), ["town hall", "nearby"], name)
      try await expectEqual(titles(name, 1_000), ["town hall"], name)
    }
    try await expectEqual(titles("grandma's", 2_000), ["home", "elsewhere"])
    try await expectEqual(titles("10.0,20.0", 1), ["elsewhere"])
    try await expectEqual(titles("제주도", 1), ["elsewhere"])
    await expectThrows(DiaryError.noSuchPlace("Nowhere")) { try await titles("Nowhere", 1) }
  }

  @Test func `finds all kinds of places, the newest entry first`() async throws {
    try await add("nowhere", nil)
    try await add("coordinates", "33.4633, 126.3098")
    try await add("photo", nil, photos: "35 129")
    try await add("two places", "Journey", photos: "10 20", "10.0001 20", "30 40")
    try await add("by name", "Seoul")
    try await add("unknown", "Grandma's")
    let places = [
      "by name 38 127 Seoul", "two places 10 20 Journey", "two places 30 40 Journey",
      "photo 35 129", "coordinates 33 126",
    ]
    try await expectEqual(placed(), places)
  }

  @Test func `gives a name the position of another entry's photos`() async throws {
    try await add("before", "grandma's")
    let there = try await add("there", "Grandma's", photos: "33.4633 126.3098")
    try await add("after", "Grandma's")
    try await expectEqual(
      placed(), ["after 33 126 Grandma's", "there 33 126 Grandma's", "before 33 126 grandma's"])
    try await expectEqual(placed(.ids([there.id])), ["there 33 126 Grandma's"])
  }

  @Test func `finds no place in hostile photos and texts`() async throws {
    try await add("a", "nan, nan", photos: "nan 3", "91 0", "1e400 2")
    try await add("b", "1.0.0, 2.0")
    try await add("c", String(repeating: "9", count: 5_000) + ".0, 1.0")
    try await expectEqual(placed(), [])
  }

  @Test func `returns only places with known names`() async throws {
    try await add("photo", "Grandma's", photos: "35 129")
    try await add("coordinates", "33.4633, 126.3098")
    try await add("by name", "Seoul", photos: "1 2")
    try await expectEqual(placed(byNameOnly: true), ["by name 38 127 Seoul"])
  }

  // MARK: Custom names of places

  private func names(_ latitude: Double, _ longitude: Double) async -> [String] {
    await suggestions.names(at: [.init(latitude: latitude, longitude: longitude)]).names[0]
  }

  @Test func `uses the most frequent custom place for a group of an import`() async throws {
    try await add("a", "Grandma's", photos: "33.4633 126.3098")
    func photo(_ hour: Int, _ latitude: Double?, place: String? = nil) throws -> FoundPhoto {
      FoundPhoto(
        path: "/\(hour)", date: try require(EntryDate("2024-05-03T1\(hour):00:00Z")),
        place: place, location: latitude.map { .init(latitude: $0, longitude: 126.3098) })
    }
    let home = try require(
      PhotoGroup([try photo(0, 10), try photo(1, 33.4633), try photo(2, 33.4634)]))
    let named = try require(PhotoGroup([try photo(0, 33.4633, place: "Busan")]))
    let nowhere = try require(PhotoGroup([try photo(0, nil)]))
    let groups = await suggestions.addingPlaces(to: [home, named, nowhere]).groups
    expectEqual(groups.map(\.place), ["Grandma's", "Busan", nil])
  }

  @Test func `suggests custom places within 150 meters, the nearest first`() async throws {
    for (south, west, north, east, metres) in [
      (0.0, 0.0, 0.0, 1.0, 111_195.0), (60, 0, 60, 1, 55_597), (0, 179.9995, 0, -179.9995, 111.195),
      (37.5, 127, 37.5, 127, 0),
    ] as [(Double, Double, Double, Double, Double)] {
      let distance = PhotoDetails.Position(latitude: south, longitude: west)
        .distance(to: PhotoDetails.Position(latitude: north, longitude: east))
      expectAtMost(abs(distance - metres), 1 + metres / 1000)
    }
    let entry = try await add("a", "Grandma's", photos: "33.4633 126.3098")
    try await add("b", "The pier", photos: "33.4640 126.3098")
    try await add("c", nil, photos: "33.4634 126.3098")
    await expectEqual(names(33.4633, 126.3098), ["Grandma's", "The pier", "a town"])
    // Positions 140 m and 160 m to the east.
    await expectEqual(names(33.4633, 126.3098 + 0.00151), ["Grandma's", "a town"])
    await expectEqual(names(33.4633, 126.3098 + 0.00173), ["a town"])
    // An entry's own name isn't suggested for it.
    let besides = await suggestions.names(
      at: [.init(latitude: 33.4633, longitude: 126.3098)], excluding: entry.id)
    expectEqual(besides.names, [["The pier", "a town"]])
    // A custom name exists only as long as an entry has it.
    _ = try await diary.service.delete(entry.id)
    await expectEqual(names(33.4633, 126.3098), ["The pier", "a town"])
  }
}
