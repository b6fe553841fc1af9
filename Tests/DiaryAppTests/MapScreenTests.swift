import DiaryCore
import Localization
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("The map")
@MainActor
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
    await screen.press(.alt("m"))
    return screen
  }

  private func rows(_ screen: ScreenTest) -> [String] {
    screen.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  @Test(arguments: [(80, 24), (40, 12), (200, 50)])
  func `all entries that have a place are on it, together where they are close`(
    _ columns: Int, _ rows: Int
  ) async throws {
    let screen = try await opened(columns, rows)
    expectContains(screen.text, "5 entries")
    expectContains(screen.text, "▌ Somewhere  3 entries")
    let map = try require(screen.state.screens.front(as: MapState.self))
    expectEqual(map.clusters?.all.map(\.count), [3, 1, 1])
    // Seoul lies above Busan, and left of it.
    let marks = self.rows(screen).enumerated().compactMap { row, text in
      text.firstIndex(of: "3").map { (row, text.distance(from: text.startIndex, to: $0)) }
    }
    expect(!marks.isEmpty)
  }

  @Test func `keys go from place to place, and Enter lists the entries of one`() async throws {
    let screen = try await opened()
    await screen.press(KeyEvent(.tab))
    expectContains(screen.text, "▌ Somewhere  1 entry")
    await screen.press(KeyEvent(.tab, .shift))
    expectContains(screen.text, "▌ Somewhere  3 entries")
    await screen.press(KeyEvent(.enter))
    expectEqual(screen.state.scopes.last?.scope.title, "Somewhere")
    expectContains(screen.text, "Day 1")
    expectContains(screen.text, "Day 5")
    expectLacks(screen.text, "Day 3")
    // Back to the map as it was.
    await screen.press(.character("q"))
    expectContains(screen.text, "▌ Somewhere  3 entries")
    await screen.press(.character("q"))
    expect(screen.state.screens.isEmpty)
  }

  @Test func `zooming in parts what is together, and zero shows all again`() async throws {
    let screen = try await opened(
      80, 24, ["37.5665, 126.9780", "37.6065, 127.0780", "35.1, 129.0"])
    func clusters() -> [Int]? {
      screen.state.screens.front(as: MapState.self)?.clusters?.all.map(\.count)
    }
    expectEqual(clusters(), [2, 1])
    await screen.press(.character("+"), times: 8)
    expectEqual(clusters(), [1, 1, 1])
    await screen.press(.character("0"))
    expectEqual(clusters(), [2, 1])
    await screen.press(.character("-"), times: 60)
    expectEqual(clusters()?.reduce(0, +), 3)
    await screen.press(.character("+"), times: 80)
    expectContains(screen.text, "▌")
  }

  @Test func `moving goes on around the earth and stops at its ends`() async throws {
    let screen = try await opened()
    for key in [KeyEvent(.left), KeyEvent(.right), KeyEvent(.up), KeyEvent(.down)] {
      await screen.press(key, times: 60)
      let center = try require(screen.state.screens.front(as: MapState.self)?.viewport?.center)
      expect((0..<1).contains(center.x))
      expect((0...1).contains(center.y))
    }
  }

  @Test func `the way is drawn with the stops in their order`() async throws {
    let screen = try await opened()
    await screen.press(.character("t"))
    let map = try require(screen.state.screens.front(as: MapState.self))
    let way = try require(map.way)
    let all = try require(map.clusters?.all)
    expectEqual(way.order.map { all[$0].count }, [3, 1, 1, 3])
    expectEqual(way.words(of: way.order[0]), "1,4")
    expectContains(screen.text, "1,4")
    expectContains(screen.text, "The way is drawn.")
  }

  @Test func `a journey is a map of its entries with the way drawn`() async throws {
    let screen = try await ScreenTest(80, 24, entries: try Self.entries(Self.journey))
    let ids = try await screen.service.entries().map(\.id)
    screen.change { $0.screens.push(MapState(.journey(of: ids.prefix(4), title: "To the sea"))) }
    await screen.press(KeyEvent(.function(9)))
    expectContains(screen.text, "Map · To the sea")
    expectContains(screen.text, "4 entries")
    expect(screen.state.screens.front(as: MapState.self)?.way != nil)
  }

  @Test func `it shows what the list shows, and all from the places`() async throws {
    let screen = try await opened()
    await screen.press(.character("q"), .character("/"))
    await screen.type("\"Day 3\"")
    await screen.press(.alt("l"), .alt("m"))
    expectContains(screen.text, "1 entry")
    await screen.press(.character("q"), .alt("p"), .character("m"))
    expectContains(screen.text, "5 entries")
  }

  @Test func `the earth is drawn, borders as dots, with a town to know one's way by`() async throws
  {
    let screen = try await opened()
    expectEqual(screen.text.contains("·Oldtown"), false)
    await screen.press(.character("-"), times: 8)
    expectContains(screen.text, "·Oldtown")
    expect(screen.text.unicodeScalars.contains { (0x2801...0x28FF).contains($0.value) })
    // What is read is larger than what is in view, so a step reads nothing.
    let before = screen.earth.requests.count
    await screen.press(KeyEvent(.left))
    expectEqual(screen.earth.requests.count, before)
  }

  @Test func `a damaged map is told, and the places are there`() async throws {
    let screen = try await ScreenTest(80, 24, entries: try Self.entries(Self.journey))
    screen.earth.fail(with: .damaged(path: "/usr/share/photodiary/map.bin"))
    await screen.press(.alt("m"))
    expectContains(screen.text, "The map in /usr/share/photodiary/map.bin is damaged.")
    expectContains(screen.text, "5 entries")
  }

  @Test func `without any place it says how one comes there`() async throws {
    let screen = try await ScreenTest(80, 24, entries: try SampleDiary.entries())
    await screen.press(.alt("m"))
    expectContains(screen.text, "No entry tells where it was.")
    await screen.press(KeyEvent(.enter), KeyEvent(.tab), .character("+"), .character("t"))
    await screen.press(.character("q"))
    expect(screen.state.screens.isEmpty)
  }

  @Test func `at the ends of the earth, and over its edge`() async throws {
    let screen = try await opened(
      80, 24,
      ["90.0, 180.0", "-90.0, -180.0", "89.9999, 0.0", "0.0, 180.0", "0.0, -180.0", "91.0, 0.0"])
    expectContains(screen.text, "5 entries")
    for key in ["+", "n", "-", "p", "t", "0"] as [KeyEvent] { await screen.press(key) }
    expectContains(screen.text, "5 entries")
    let near = try await opened(80, 24, ["-17.5, 179.9", "-17.6, -179.9"])
    // Those two are nearer to each other than around the other side.
    let zoom = try require(near.state.screens.front(as: MapState.self)?.viewport?.zoom)
    expectGreater(zoom, 15)
  }

  @Test func `a change of an entry moves it`() async throws {
    let screen = try await opened()
    let entry = try require(try await screen.service.entries().dropFirst(2).first)
    var fields = entry.fields
    fields.details.place = "-33.8688, 151.2093"
    _ = try await screen.service.update(entry.id, to: fields)
    screen.change { $0.reloadDays() }
    await screen.press(KeyEvent(.function(9)))
    let map = try require(screen.state.screens.front(as: MapState.self))
    expectEqual(map.clusters?.all.reduce(0) { $0 + $1.count }, 5)
    let moved = try require(map.index.points.first { $0.point.latitude < -30 })
    let cluster = try require(map.clusters?.index(of: moved.point))
    expectEqual(map.clusters?.all[cluster].count, 1)
  }

  @Test func `on a terminal of lines it is told in words`() async throws {
    let screen = try await opened(speaks: true)
    let text = try require(screen.state.frame.accessibleText)
    expectEqual(text.title, "Map, 3 places")
    expectEqual(text.lines.first, "Somewhere, 3 entries · 10 Nov 2026 – 14 Nov 2026")
    expectEqual(text.selected, "Somewhere, 3 entries · 10 Nov 2026 – 14 Nov 2026 (1 of 3)")
  }

  @Test func `in Korean`() async throws {
    try await Language.korean.speaking {
      let screen = try await opened()
      expectContains(screen.text, "지도")
      expectContains(screen.text, "일기 5개")
    }
  }
}
