import DiaryCore
import Localization
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("The map") @MainActor
struct MapScreenTests {
  /// Entries of days in a row, each with a place.
  nonisolated static func entries(_ places: [String]) throws -> [EntryFields] {
    try places.enumerated().map { index, place in
      var fields = try SampleDiary.fields(
        "Day \(index + 1)", on: "2026-11-\(10 + index)T12:00:00+09:00", "A walk.")
      fields.details.place = place
      return fields
    }
  }

  /// Three in one city, one each in two others.
  nonisolated static let journey = [
    "37.5665, 126.9780", "37.5700, 126.9800", "35.1796, 129.0756", "33.4996, 126.5312",
    "37.5650, 126.9790",
  ]

  private func opened(
    _ columns: Int = 80, _ rows: Int = 24, _ places: [String] = journey, speaks: Bool = false
  ) async throws -> ScreenTest {
    let screen = try await ScreenTest(
      columns, rows, entries: try Self.entries(places), speaks: speaks)
    screen.placeNaming.call(.success(["Somewhere"]))
    return await screen.press("<A-m>")
  }

  @Test(arguments: [(80, 24), (40, 12), (200, 50)])
  func `all entries that have a place are on it, together where they are close`(
    _ columns: Int, _ rows: Int
  ) async throws {
    let screen = try await opened(columns, rows)
    expectShows(screen, "5 entries", "▌ Somewhere  3 entries")
    let map = try require(screen.state.screens.front(as: MapState.self))
    expectEqual(map.clusters?.all.map(\.count), [3, 1, 1])
    // Seoul lies above Busan, and left of it.
    let marks = screen.lines.enumerated().compactMap { row, text in
      text.firstIndex(of: "3").map { (row, text.distance(from: text.startIndex, to: $0)) }
    }
    expect(!marks.isEmpty)
  }

  @Test func `Keys select places, zoom and move`() async throws {
    var screen = try await opened().press("<Tab>", shows: "▌ Somewhere  1 entry")
    await screen.press("<S-Tab>", shows: "▌ Somewhere  3 entries").press("<Enter>")
    expectEqual(screen.state.scopes.last?.scope.title, "Somewhere")
    expectShows(screen, "Day 1", "Day 5")
    expectLacks(screen, "Day 3")
    // Back to the map as it was.
    await screen.press("q", shows: "▌ Somewhere  3 entries").press("q")
    expect(screen.state.screens.isEmpty)
    // Zooming in parts what is together, and zero shows all again.
    screen = try await opened(80, 24, ["37.5665, 126.9780", "37.6065, 127.0780", "35.1, 129.0"])
    func clusters() -> [Int]? {
      screen.state.screens.front(as: MapState.self)?.clusters?.all.map(\.count)
    }
    expectEqual(clusters(), [2, 1])
    await screen.press("<+*8>")
    expectEqual(clusters(), [1, 1, 1])
    await screen.press("0")
    expectEqual(clusters(), [2, 1])
    await screen.press("<-*60>")
    expectEqual(clusters()?.reduce(0, +), 3)
    await screen.press("<+*80>", shows: "▌")
    // Moving goes on around the earth and stops at its ends.
    screen = try await opened()
    for key in ["<Left>", "<Right>", "<Up>", "<Down>"] {
      for _ in 0..<60 { await screen.press(key) }
      let center = try require(screen.state.screens.front(as: MapState.self)?.viewport?.center)
      expect((0..<1).contains(center.x))
      expect((0...1).contains(center.y))
    }
  }

  @Test func `The route, a journey and the list's entries are shown`() async throws {
    var screen = try await opened().press("t")
    let map = try require(screen.state.screens.front(as: MapState.self))
    let way = try require(map.way)
    let all = try require(map.clusters?.all)
    expectEqual(way.order.map { all[$0].count }, [3, 1, 1, 3])
    expectEqual(way.words(of: way.order[0]), "1,4")
    expectShows(screen, "1,4", "The way is drawn.")
    // A journey is a map of its entries with the way drawn.
    screen = try await ScreenTest(80, 24, entries: try Self.entries(Self.journey))
    let ids = try await screen.service.entries().map(\.id)
    screen.change { $0.screens.push(MapState(.journey(of: ids.prefix(4), title: "To the sea"))) }
    await screen.press("<F9>", shows: "Map · To the sea", "4 entries")
    expect(screen.state.screens.front(as: MapState.self)?.way != nil)
    // It shows what the list shows, and all from the places.
    screen = try await opened().press("q/\"Day 3\"<A-l><A-m>", shows: "1 entry")
    await screen.press("q<A-p>m", shows: "5 entries")
  }

  @Test func `The earth is drawn, whatever is missing`() async throws {
    var screen = try await opened()
    expectEqual(screen.text.contains("·Oldtown"), false)
    await screen.press("<-*8>", shows: "·Oldtown")
    expect(screen.text.unicodeScalars.contains { (0x2801...0x28FF).contains($0.value) })
    // What is read is larger than what is in view, so a step reads nothing.
    let before = screen.earth.requests.count
    await expectEqual(screen.press("<Left>").earth.requests.count, before)
    // A damaged map is told, and the places are there.
    screen = try await ScreenTest(80, 24, entries: try Self.entries(Self.journey))
    screen.earth.fail(with: .damaged(path: "/usr/share/photodiary/map.bin"))
    await screen.press("<A-m>")
    expectShows(screen, "The map in /usr/share/photodiary/map.bin is damaged.", "5 entries")
    // Without any place it says how one comes there.
    screen = try await ScreenTest.sample(80, 24)
    await screen.press("<A-m>", shows: "No entry tells where it was.").press("<Enter><Tab>+tq")
    expect(screen.state.screens.isEmpty)
    // At the ends of the earth, and over its edge.
    screen = try await opened(
      80, 24,
      ["90.0, 180.0", "-90.0, -180.0", "89.9999, 0.0", "0.0, 180.0", "0.0, -180.0", "91.0, 0.0"])
    expectShows(screen, "5 entries")
    for key in ["+", "n", "-", "p", "t", "0"] as [KeyEvent] { await screen.press(key) }
    expectShows(screen, "5 entries")
    let near = try await opened(80, 24, ["-17.5, 179.9", "-17.6, -179.9"])
    // Those two are nearer to each other than around the other side.
    let zoom = try require(near.state.screens.front(as: MapState.self)?.viewport?.zoom)
    expectGreater(zoom, 15)
  }

  @Test func `Changes move places, in words and in Korean`() async throws {
    var screen = try await opened()
    let entry = try require(try await screen.service.entries().dropFirst(2).first)
    var fields = entry.fields
    fields.details.place = "-33.8688, 151.2093"
    _ = try await screen.service.update(entry.id, to: fields)
    screen.change { $0.reloadDays() }
    await screen.press("<F9>")
    let map = try require(screen.state.screens.front(as: MapState.self))
    expectEqual(map.clusters?.all.reduce(0) { $0 + $1.count }, 5)
    let moved = try require(map.index.points.first { $0.point.latitude < -30 })
    let cluster = try require(map.clusters?.index(of: moved.point))
    expectEqual(map.clusters?.all[cluster].count, 1)
    // On a terminal of lines it is told in words.
    screen = try await opened(speaks: true)
    let text = try require(screen.spoken)
    expectEqual(text.title, "Map, 3 places")
    expectEqual(text.lines.first, "Somewhere, 3 entries · 10 Nov 2026 – 14 Nov 2026")
    expectEqual(text.selected, "Somewhere, 3 entries · 10 Nov 2026 – 14 Nov 2026 (1 of 3)")
    try await Language.korean.speaking {
      let screen = try await opened()
      expectShows(screen, "지도", "일기 5개")
    }
  }
}

@Suite("The map's whole screen") @MainActor
struct MapSnapshotTests {
  private func opened(_ columns: Int, _ rows: Int) async throws -> ScreenTest {
    let entries = try MapScreenTests.entries(MapScreenTests.journey)
    let screen = try await ScreenTest(columns, rows, entries: entries)
    screen.placeNaming.call(.success(["Somewhere"]))
    return await screen.press("<A-m>")
  }

  @Test func `Places and the route are drawn`() async throws {
    var screen = try await opened(80, 24)
    try expectScreen(screen, in: "map-80x24")
    // The way from place to place, some steps farther away.
    screen = try await opened(80, 24).press("t<Tab>--")
    try expectScreen(screen, in: "map-route")
  }

  @Test func `The earth and a small terminal`() async throws {
    var screen = try await opened(80, 24).press("<-*6>")
    try expectScreen(screen, in: "map-earth")
    screen = try await opened(40, 12)
    try expectScreen(screen, in: "map-40x12")
  }

  @Test func `on a large one, with the newest entries beside it`() async throws {
    let screen = try await opened(200, 50)
    try expectScreen(screen, in: "map-200x50")
  }

  @Test func `The map in Korean`() async throws {
    try await Language.korean.speaking {
      let screen = try await opened(80, 24)
      try expectScreen(screen, in: "map-korean-80x24")
    }
    try await Language.korean.speaking {
      let screen = try await opened(40, 12)
      try expectScreen(screen, in: "map-korean-40x12")
    }
  }
}
