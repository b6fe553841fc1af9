import DiaryCore
import TestSupport
import Testing

/// What the person has called places holds for what lies near.
@Suite struct OwnPlacesTests {
  private struct Naming: PlaceNaming {
    func names(at position: PhotoDetails.Position) throws(PlaceNamesError) -> [String] {
      ["a town"]
    }
  }

  private let diary: Diary
  private let suggestions: PlaceSuggestions

  init() throws {
    diary = try Diary(inspector: LocatedInspector())
    suggestions = PlaceSuggestions(
      service: diary.service, positions: PhotoPositions(service: diary.service), naming: Naming())
  }

  @discardableResult
  private func add(_ place: String?, at position: String) async throws -> Entry {
    let path = try diary.folder.write(position, to: "\(place ?? "none").jpg")
    let photo = try await diary.service.addPhoto(at: path).photo
    return try await diary.service.add(
      EntryFields(
        date: EntryDate(instant: 0, offset: 0), title: "a", photos: [photo],
        details: EntryDetails(place: place)))
  }

  private func names(_ latitude: Double, _ longitude: Double) async -> [String] {
    await suggestions.names(at: [.init(latitude: latitude, longitude: longitude)]).names[0]
  }

  @Test func `for 150 m, the nearest first, and before all other names`() async throws {
    let entry = try await add("Grandma's", at: "33.4633 126.3098")
    try await add("The pier", at: "33.4640 126.3098")
    try await add(nil, at: "33.4634 126.3098")
    await expectEqual(names(33.4633, 126.3098), ["Grandma's", "The pier", "a town"])
    // 140 m and 160 m to the east.
    await expectEqual(names(33.4633, 126.3098 + 0.00151), ["Grandma's", "a town"])
    await expectEqual(names(33.4633, 126.3098 + 0.00173), ["a town"])
    // What the entry itself says is no suggestion for it.
    let besides = await suggestions.names(
      at: [.init(latitude: 33.4633, longitude: 126.3098)], besides: entry.id)
    expectEqual(besides.names, [["The pier", "a town"]])
    // Nothing is remembered but by the entries.
    _ = try await diary.service.delete(entry.id)
    await expectEqual(names(33.4633, 126.3098), ["The pier", "a town"])
  }

  @Test func `an import takes them too, each group the most frequent`() async throws {
    try await add("Grandma's", at: "33.4633 126.3098")
    func photo(_ hour: Int, _ latitude: Double?, place: String? = nil) throws -> FoundPhoto {
      FoundPhoto(
        path: "/\(hour)", date: try require(EntryDate("2024-05-03T1\(hour):00:00Z")),
        place: place, location: latitude.map { .init(latitude: $0, longitude: 126.3098) })
    }
    let home = try require(
      PhotoGroup([try photo(0, 10), try photo(1, 33.4633), try photo(2, 33.4634)]))
    let named = try require(PhotoGroup([try photo(0, 33.4633, place: "Busan")]))
    let nowhere = try require(PhotoGroup([try photo(0, nil)]))
    let groups = await suggestions.named([home, named, nowhere]).groups
    expectEqual(groups.map(\.place), ["Grandma's", "Busan", nil])
  }

  @Test(arguments: [
    (0.0, 0.0, 0.0, 1.0, 111_195.0), (60, 0, 60, 1, 55_597), (0, 179.9995, 0, -179.9995, 111.195),
    (37.5, 127, 37.5, 127, 0),
  ])
  func `the way between positions`(
    _ south: Double, _ west: Double, _ north: Double, _ east: Double, _ metres: Double
  ) {
    let way = PhotoDetails.Position(latitude: south, longitude: west)
      .distance(to: PhotoDetails.Position(latitude: north, longitude: east))
    expectAtMost(abs(way - metres), 1 + metres / 1000)
  }
}
