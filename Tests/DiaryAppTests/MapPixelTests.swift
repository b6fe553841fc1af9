import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("The map in pixels")
@MainActor
struct MapPixelTests {
  private static let cell = PixelSize(width: 10, height: 20)

  private func opened(
    _ method: PixelGraphics.Method, _ columns: Int = 80, _ rows: Int = 24, limit: Int? = nil,
    background: UInt32? = 0x101010
  ) async throws -> ScreenTest {
    let entries = try MapScreenTests.entries(MapScreenTests.journey)
    let screen = try await ScreenTest(columns, rows, entries: entries)
    screen.placeNaming.call(.success(["Somewhere"]))
    let graphics = PixelGraphics(method, cell: Self.cell, limit: limit)
    await screen.send(
      .learned(TerminalFacts(graphics: graphics, cell: Self.cell, background: background)))
    await screen.press(.alt("m"), .character("t"))
    return screen
  }

  private func map(_ screen: ScreenTest) -> [PictureRequest] {
    screen.state.wantedPictures.inView.filter { if case .map = $0.source { true } else { false } }
  }

  @Test(arguments: PixelGraphics.Method.allCases, [(80, 24), (40, 12), (200, 50)])
  func `pictures lie around the text, and nowhere else`(
    method: PixelGraphics.Method, size: (columns: Int, rows: Int)
  ) async throws {
    let screen = try await opened(method, size.columns, size.rows)
    for _ in 0..<3 {
      let grid = screen.state.frame.grid
      expectContains(grid.text, "Somewhere")
      let placed = grid.pictures
      expectGreater(placed.count, 3)
      var under: Set<Point> = []
      for picture in placed {
        for point in picture.rect.points {
          expectEqual(grid[point.column, point.row], .underPicture)
          let isFree = under.insert(point).inserted
          expect(isFree, "\(point) is covered twice")
        }
      }
      // No line of dots is left.
      expect(!grid.text.unicodeScalars.contains { 0x2801...0x28FF ~= $0.value })
      await screen.press(.character("+"))
    }
  }

  @Test func `kitty is given one picture and shows parts of it`() async throws {
    let screen = try await opened(.kitty)
    expectEqual(map(screen).count, 1)
    let placed = screen.state.frame.grid.pictures
    expectEqual(Set(placed.map(\.picture)).count, 1)
    for part in placed {
      expectEqual(part.whole, Size(columns: 80, rows: 20))
      expectEqual(part.skippedColumns, part.rect.column)
      expectEqual(part.skippedRows, part.rect.row - 2)
    }
  }

  @Test func `others are given a picture for each part`() async throws {
    let screen = try await opened(.sixel)
    let placed = screen.state.frame.grid.pictures
    expectEqual(map(screen).count, placed.count)
    expectEqual(Set(placed.map(\.picture)).count, placed.count)
    for part in placed { expectEqual(part.whole, part.rect.size) }
  }

  @Test func `dots stand in for it while it is drawn, and under a dialog`() async throws {
    let screen = try await opened(.kitty)
    await screen.press(.character("-"), times: 3)
    let lines = try screen.state.frame.grid.pictures.at(0)
    expectGreater(lines.rect.columns, 0)
    // Help lies over a part of it.
    await screen.press(.character("?"))
    let text = screen.state.frame.grid.text
    expect(!screen.state.frame.grid.pictures.contains { $0.rect.size == lines.whole })
    expect(!text.isEmpty)
    await screen.press(KeyEvent(.escape))
    expectEqual(screen.state.frame.grid.pictures.first?.rect, lines.rect)
  }

  @Test func `moving, zooming and the way make another picture, and coming back the same one`()
    async throws
  {
    let screen = try await opened(.kitty)
    var seen: [PictureRequest] = map(screen)
    for key in [KeyEvent(.left), .character("+"), .character("t")] {
      await screen.press(key)
      let now = map(screen)
      expect(now.count == 1 && !seen.contains(now[0]))
      seen += now
    }
    await screen.press(.character("t"), .character("0"))
    expectEqual(map(screen), [seen[0]])
  }

  @Test(arguments: [0x101010, 0xF8F4E8] as [UInt32])
  func `lines are told from the ground`(background: UInt32) async throws {
    let screen = try await opened(.kitty, background: background)
    await screen.press(.character("-"), times: 3)
    let request = try require(map(screen).first)
    guard case .map(let picture) = request.source else { return }
    let lines = picture.lines
    expectGreater(lines.count, 3)
    expectGreater(Set(lines.map(\.pen.color)).count, 2)
    func brightness(_ color: UInt32) -> Int {
      [16, 8, 0].reduce(0) { $0 + Int(color >> UInt32($1) & 0xFF) }
    }
    for line in lines {
      expectGreater(abs(brightness(line.pen.color) - brightness(background)), 100)
      expectAtLeast(line.pen.width, 1)
      expectAtLeast(line.points.count, 2)
    }
  }

  @Test func `there are dots where a terminal keeps few pictures or doesn't tell its ground`()
    async throws
  {
    for screen in [
      try await opened(.sixel, limit: 6), try await opened(.kitty, background: nil),
    ] {
      expect(map(screen).isEmpty)
      expect(screen.state.frame.grid.pictures.isEmpty)
      await screen.press(.character("-"), times: 3)
      expect(screen.text.unicodeScalars.contains { 0x2801...0x28FF ~= $0.value })
    }
  }

  @Test func `what is free of labels is cut into few parts`() {
    let size = Size(columns: 20, rows: 6)
    func parts(_ labels: Rect...) -> [Rect] { MapPixels.parts(of: size, without: labels) }
    expectEqual(parts(), [Rect(size)])
    expectEqual(
      parts(
        Rect(column: 5, row: 2, columns: 4, rows: 1), Rect(column: 15, row: 3, columns: 5, rows: 1)),
      [
        Rect(column: 0, row: 0, columns: 20, rows: 2),
        Rect(column: 0, row: 2, columns: 5, rows: 1),
        Rect(column: 9, row: 2, columns: 11, rows: 1),
        Rect(column: 0, row: 3, columns: 15, rows: 1),
        Rect(column: 0, row: 4, columns: 20, rows: 2),
      ])
    // One below the other, they leave the same room.
    expectEqual(
      parts(
        Rect(column: 5, row: 2, columns: 4, rows: 1), Rect(column: 5, row: 3, columns: 4, rows: 1)
      ).count, 4)
    expectEqual(parts(Rect(column: 0, row: 5, columns: 20, rows: 1)).count, 1)
  }
}
