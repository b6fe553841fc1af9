import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp
@testable import DiaryCore

@Suite("Photos in pixels") @MainActor
struct PixelPictureTests {
  private static let cell = PixelSize(width: 10, height: 20)

  private func opened(
    _ method: PixelGraphics.Method, _ columns: Int = 80, _ rows: Int = 24, limit: Int? = nil
  ) async throws -> ScreenTest {
    let screen = try await ScreenTest.sample(columns, rows)
    let graphics = PixelGraphics(method, cell: Self.cell, limit: limit)
    await screen.send(.learned(TerminalFacts(graphics: graphics, cell: Self.cell)))
    return screen
  }

  private func pictures(_ screen: ScreenTest) -> [PlacedPicture] {
    screen.state.frame.grid.pictures
  }

  @Test func `Characters give way to pixels once the terminal has said that it can`() async throws {
    let screen = try await ScreenTest.sample(80, 24)
    expectShows(screen, "▓░░░")
    let graphics = PixelGraphics(.kitty, cell: Self.cell)
    await screen.send(.learned(TerminalFacts(graphics: graphics, cell: Self.cell)))
    expectLacks(screen, "▓░░░")
    expectEqual(pictures(screen).count, 1)
    await expectShows(screen.send(.learned(TerminalFacts())), "▓░░░")
    expect(pictures(screen).isEmpty)
  }

  @Test("Every cell under a picture is kept free, and none elsewhere", arguments: [80, 120, 200])
  func cellsUnder(_ columns: Int) async throws {
    let screen = try await opened(.sixel, columns, 40)
    for _ in 0..<3 {
      let grid = screen.state.frame.grid
      for row in 0..<grid.size.rows {
        for column in 0..<grid.size.columns {
          let point = Point(column: column, row: row)
          let isUnder = grid.pictures.contains { $0.rect.contains(point) }
          expectEqual((grid[column, row] == .underPicture), isUnder)
        }
      }
      await screen.press("<Enter>")
    }
  }

  @Test func `A picture scrolled half out or under a dialog`() async throws {
    for method in PixelGraphics.Method.allCases {
      let screen = try await opened(method, 60, 40).press("<Enter>")
      let whole = try require(pictures(screen).first)
      expectEqual(whole.skippedRows, 0)
      expectEqual(whole.whole, whole.rect.size)
      screen.forgetEffects()
      await screen.press("<PgDn>")
      let cut = try require(pictures(screen).first)
      expectEqual(cut.rect.row, 2)
      expectLess(cut.rect.rows, whole.whole.rows)
      if method == .kitty {
        expectEqual(cut.picture, whole.picture)
        expectEqual(cut.whole, whole.whole)
        expectEqual(cut.skippedRows, whole.whole.rows - cut.rect.rows)
      } else {
        expectNotEqual(cut.picture, whole.picture)
        expectEqual(cut.skippedRows, 0)
        let regions = screen.effects.compactMap { $0.argument(PictureRequest.self)?.region }
        expect(regions.contains { $0.top > 0 && $0.bottom == PictureRegion.side })
      }
    }
    // Under a dialog a picture is made of characters, and comes back.
    let screen = try await opened(.sixel).press("<Enter><Enter>")
    expectEqual(pictures(screen).count, 1)
    await expect(pictures(screen.press("qd", shows: "▓░░░", "Delete this entry?")).isEmpty)
    expectLacks(screen, "\u{2800}")
    await expectEqual(pictures(screen.press("n")).count, 1)
  }

  @Test("What lies outside the screen is neither asked for nor drawn", arguments: [-9, 30])
  func outside(_ row: Int) async throws {
    let screen = try await opened(.sixel)
    let photo = SampleDiary.photo("fog.jpg")
    let rect = Rect(column: 0, row: row, columns: 20, rows: 8)
    let view = PhotoView(
      photo, in: rect, clip: Rect(column: 0, row: 0, columns: 80, rows: 24), screen.state.context)
    var grid = Grid(Size(columns: 80, rows: 24))
    view.draw(in: &grid)
    expect(view.requests.isEmpty)
    expectEqual(grid, Grid(Size(columns: 80, rows: 24)))
  }

  @Test func `Damaged photos, few pictures and hidden photos`() async throws {
    let photo = SampleDiary.photo("damaged.jpg", width: 40, height: 60)
    let entry = try SampleDiary.fields("Damaged", on: "2026-11-20T07:30", photos: [photo])
    var screen = try await ScreenTest(60, 24, entries: [entry])
    let graphics = PixelGraphics(.sixel, cell: Self.cell)
    await screen.send(.learned(TerminalFacts(graphics: graphics, cell: Self.cell)))
    for key in ["<Enter>", "<Down>", "<Enter>", "+"] {
      await expectContains(screen.press(key).text, "damaged.jpg · the file is damaged", "\(key)")
    }
    // A terminal that keeps few pictures gets characters for many.
    screen = try await opened(.sixel, limit: 0)
    expect(pictures(screen).isEmpty)
    expectShows(screen, "▓░░░")
    screen = try await ScreenTest(60, 24, entries: try SampleDiary.entries(), showsPhotos: false)
    await screen.press("<Enter>", shows: "▣ fog.jpg", lacks: "▓░░░")
    await screen.press("<Enter>", shows: "▣ fog.jpg")
    let made = screen.effects.contains { $0.name == "makePicture" }
    expect(!made)
  }

  @Test func `The neighbors of the selection are made ahead, after what is in view`() async throws {
    let entries = try ["one", "two", "three"].map { name in
      try SampleDiary.fields(
        name, on: "2026-11-20T07:30:00+09:00", photos: [SampleDiary.photo(name + ".jpg")])
    }
    let screen = try await ScreenTest(80, 24, entries: entries)
    let order = screen.effects.filter { $0.name == "makePicture" }
      .compactMap { $0.argument(Bool.self) }
    expectEqual(order.first, false)
    expectContains(order, true)
  }

  private func request(_ source: PictureRequest.Source) -> PictureRequest {
    PictureRequest(source: source, size: Size(columns: 4, rows: 2), form: .cells(.palette256))
  }

  @Test func `Pictures scrolled past are given up, and requested once`() {
    var store = PictureStore()
    func request(_ name: String) -> PictureRequest {
      PictureRequest(
        source: .file(name, nil), size: Size(columns: 4, rows: 2), form: .cells(.palette256))
    }
    var (one, two) = (request("one"), request("two"))
    expectEqual(store.request(WantedPictures(inView: [one], ahead: [two])).missing.inView, [one])
    let next = store.request(WantedPictures(inView: [two]))
    expectEqual(next.stale, [one])
    store.put(.failure(.damaged), for: one)
    expectNil(store[one])
    store.put(.failure(.damaged), for: two)
    let back = store.request(WantedPictures(inView: [one, two]))
    expectEqual(back.missing.inView, [one])
    expect(back.stale.isEmpty)
    // What was asked for ahead and comes into view is asked for again, once.
    store = PictureStore()
    (one, two) = (request("one"), request("two"))
    _ = store.request(WantedPictures(inView: [one], ahead: [two]))
    let both = store.request(WantedPictures(inView: [one, two]))
    expectEqual(both.missing.inView, [two])
    expect(both.missing.ahead.isEmpty)
    expect(both.stale.isEmpty)
    let again = store.request(WantedPictures(inView: [two, one]))
    expectEqual(again.missing, WantedPictures())
    expect(again.stale.isEmpty)
  }

  @Test func `A failed picture is tried again, and a changed file is another one`() throws {
    let id = try require(AssetID(String(repeating: "0a", count: 32)))
    let asset = PictureRequest.Source.asset(id, path: "/assets/0a")
    var store = PictureStore()
    for (source, problem, isTriedAgain) in [
      (.file("copied.jpg", nil), .damaged, true), (asset, .damaged, false),
      (asset, .tooCostly, false), (asset, .missing, true),
    ] as [(PictureRequest.Source, PictureProblem, Bool)] {
      store = PictureStore()
      let failing = request(source)
      _ = store.request(WantedPictures(inView: [failing]))
      store.put(.failure(problem), for: failing)
      _ = store.request(WantedPictures(inView: [], ahead: [failing]))
      expect(store[failing] != nil)
      _ = store.request(WantedPictures())
      let back = store.request(WantedPictures(inView: [failing]))
      expectEqual(back.missing.inView, (isTriedAgain ? [failing] : []))
    }
    let times = [1, 2].map { FileState(size: 7, modified: Timestamp(milliseconds: $0)) }
    try expectNotEqual(request(.file("a", times.at(0))), request(.file("a", times.at(1))))
  }
}
