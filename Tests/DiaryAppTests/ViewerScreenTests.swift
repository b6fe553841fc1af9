import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp
@testable import DiaryCore

@Suite("Viewing a photo") @MainActor struct ViewerScreenTests {
  private func opened(_ columns: Int = 60, _ rows: Int = 20) async throws -> ScreenTest {
    let screen = try await ScreenTest.sample(columns, rows).press("<Enter><Tab><Tab><Enter>")
    expectPrefix(screen.text, " the bridge")
    return screen
  }

  private func region(_ screen: ScreenTest) -> PictureRegion? {
    screen.state.wantedPictures.inView.last?.region
  }

  @Test func `The viewer continues across entries, and back`() async throws {
    var screen = try await opened().press("p")
    expectPrefix(screen.text, " plum.jpg")
    await expectPrefix(screen.press("<Left>", shows: "This is the oldest photo.").text, " plum.jpg")
    await expectPrefix(screen.press("n").text, " the bridge")
    await expectPrefix(screen.press("<Right>").text, " 안개 속의 강")
    await expectPrefix(screen.press("n", shows: "This is the newest photo.").text, " 안개 속의 강")
    await expectPrefix(screen.press("p<Left>").text, " plum.jpg")
    screen = try await ScreenTest.sample(60, 20).press("<Enter><Tab>")
    let reader = screen.text
    await expectPrefix(screen.press("<Enter>pp").text, " plum.jpg")
    await expectEqual(screen.press("q").text, reader)
    await screen.press("<Enter>pp<Enter>", shows: "It has buds already.").press("<Esc>")
    expect(screen.state.screens.isEmpty)
    expectEqual(screen.state.list.selectedEntry?.title, "The plum tree")
    screen = try await ScreenTest.sample(60, 20)
    await screen.press("/안개<Enter><Enter>n", shows: "This is the newest photo found.")
    await screen.press("pp", shows: "This is the oldest photo found.")
  }

  @Test func `+ and - zoom, 0 fits the photo, and the arrows move it`() async throws {
    let screen = try await opened()
    expectEqual(region(screen), .whole)
    await screen.press("+", shows: "150%").press("=+")
    let middle = try require(region(screen))
    expectLess(middle.right - middle.left, PictureRegion.side / 2)
    expectAtMost(abs(middle.left + middle.right - PictureRegion.side), 2)
    try await expectGreater(require(region(screen.press("<Right>"))).left, middle.left)
    try await expectEqual(require(region(screen.press("hj"))).left, middle.left)
    try expectGreater(require(region(screen)).top, middle.top)
    await expectEqual(region(screen.press("<Home><Up><Left>"))?.left, 0)
    expectEqual(region(screen)?.top, 0)
    await expectEqual(region(screen.press("<End><Right><Down>"))?.right, PictureRegion.side)
    expectEqual(region(screen)?.bottom, PictureRegion.side)
    await expectEqual(region(screen.press("<-*9>")), .whole)
    await expectEqual(region(screen.press("<+*30>", shows: "1709%").press("0")), .whole)
    await expectPrefix(screen.press("+n").text, " 안개 속의 강")
    expectEqual(region(screen), .whole)
  }

  @Test func `An enlarged photo keeps its shape, coarse until the fine one arrives`() async throws {
    for whole in [Size(columns: 45, rows: 17), Size(columns: 10, rows: 17)] {
      let body = Rect(column: 0, row: 2, columns: 60, rows: 17)
      var zoom = PhotoZoom()
      for _ in 0..<7 {
        zoom.change(by: 1)
        for pan in [PhotoZoom.Pan.right, .down, .right, .bottomRight, .left, .up, .topLeft] {
          zoom.pan(pan, of: whole, in: body)
          let view = zoom.view(of: whole, in: body)
          expectEqual(view.rect.intersection(body), view.rect)
          let width = Double(view.region.right - view.region.left) * Double(whole.columns)
          let height = Double(view.region.bottom - view.region.top) * Double(whole.rows)
          let shape = width / height * Double(view.rect.rows) / Double(view.rect.columns)
          expect((0.85...1.15).contains(shape), "\(whole) \(zoom)")
        }
      }
    }
    // The coarse picture is enlarged until the fine one arrives.
    let screen = try await opened()
    var state = screen.state
    state.press("+")
    let rows = state.frame.grid.text.split(separator: "\n", omittingEmptySubsequences: false)
    for row in rows.dropFirst(2).dropLast() { expect(row.contains("▓") || row.contains("░")) }
    let kitty = PixelGraphics(.kitty, cell: PixelSize(width: 10, height: 20))
    await screen.send(.learned(TerminalFacts(graphics: kitty)))
    await expectEqual(screen.press("+").state.frame.grid.pictures.count, 1)
    state = screen.state
    state.press("l")
    expect(state.frame.grid.pictures.isEmpty)
    expectContains(state.frame.grid.text, "░")
  }

  @Test func `i shows how and where a photo was taken`() async throws {
    let screen = try await ScreenTest.sample(100, 24)
    let how = PhotoDetails(
      camera: "Canon EOS 40D", lens: "EF 50mm\u{1B}[31m", exposure: "1/250 s", aperture: "f/2.8",
      iso: 100, focalLength: "50 mm",
      position: .init(latitude: -37.5665, longitude: 126.978, altitude: 38), place: "강가")
    screen.photoActions.facts = PhotoFileFacts(
      facts: PhotoFacts(
        type: MediaType("image/jpeg"), width: 40, height: 30, taken: "2008-05-30T15:56:01",
        details: how), bytes: 1_234_567)
    await screen.press("<Enter><Enter>i")
    for words in [
      "Canon EOS 40D", "EF 50mm␛[31m", "1/250 s · f/2.8", "30 May 2008, 15:56", "강가",
      "37.5665° S 126.9780° E", "40 × 30 pixels, 1.2 MB", "image/jpeg", "fog.jpg",
    ] { expectContains(screen.text, words, "\(words)") }
    expectShows(screen, "░")
    await expectShows(screen.resize(40, 12), "Canon EOS 40D", "image/jpeg")
    await screen.press("pp", shows: "plum.jpg")
    screen.photoActions.facts = nil
    await screen.press("n", shows: "Couldn't read the file.").press("i", shows: "░")
  }

  @Test func `c edits a caption, and keeps it if saving fails`() async throws {
    var screen = try await opened().press("e<C-u>다리 위<Enter>")
    expectPrefix(screen.text, " 다리 위")
    var saved = try await screen.service.entries(EntryQuery(limit: 1))
    expectEqual(saved.first?.photos.first?.caption, "다리 위")
    await expectPrefix(screen.press("u").text, " the bridge")
    try await expectEqual(screen.service.history(of: try require(saved.first?.id)).count, 3)
    await expectPrefix(screen.press("e<Esc>").text, " the bridge")
    screen = try await opened().press("ne", shows: "안개 속의 강").press("<BS*8>새벽<Enter>")
    expectPrefix(screen.text, " 새벽")
    saved = try await screen.service.entries(EntryQuery())
    expectEqual(saved.first?.content.contains("![새벽](photo:"), true)
    await screen.press("q", lacks: "안개 속의 강")
    screen = try await opened()
    screen.repository.failure = .store(path: "/diary", .diskFull)
    await screen.press("e<C-u>new words<Enter>", shows: "Couldn't do that")
    await screen.press("<Enter>", shows: "new words")
    screen.repository.failure = nil
    await expectEqual(screen.press("!<Enter>").state.screens.count, 2)
    expectPrefix(screen.text, " new words!")
  }

  @Test func `A caption being saved delays leaving, and a draft keeps it`() async throws {
    var screen = try await opened().press("e!")
    var state = screen.state
    func effects(_ message: Message) -> [Effect] { state.update(message, now: state.now) }
    func isRewrite(_ effect: Effect) -> Bool { effect.name == "rewrite" }
    expect(effects(.terminal(.key(KeyEvent(.enter)))).contains(where: isRewrite))
    for event in [TerminalEvent.key(KeyEvent(.enter)), .key(.character("x")), .paste("pasted")] {
      expect(!effects(.terminal(event)).contains(where: isRewrite))
    }
    expectContains(state.frame.grid.text, "saving…")
    expectLacks(effects(.terminal(.terminate)), .leave)
    let after = effects(.saveFailed(.store(path: "/diary", .diskFull)))
    expectContains(after, .leave)
    let drafts = after.compactMap { $0.argument(Draft.self) }
    try expectEqual(drafts.map { try $0.fields.photos.at(0).caption }, ["the bridge!"])
    let entry = try require(screen.state.list.selectedEntry)
    expectEqual(drafts.first?.entry, entry.id)
    expectEqual(drafts.first?.base, entry.heads)
    // Leaving keeps a typed caption as a draft, or in the editor's draft.
    screen = try await opened().press("e<C-c>")
    await expect(screen.drafts.kept.isEmpty)
    await screen.press("!<C-c><C-c>")
    try await expectEqual(
      screen.drafts.kept.map { try $0.fields.photos.at(0).caption }, ["the bridge!"])
    let editing = try await ScreenTest.sample(60, 20).press("e<Tab><Tab><Enter>!<C-c><C-c>")
    try await expectEqual(
      editing.drafts.kept.map { try $0.fields.photos.at(0).caption }, ["the bridge!"])
  }

  @Test func `Copies, other authors and opening elsewhere`() async throws {
    var screen = try await opened().press("w")
    var state = screen.state
    func begun(_ key: KeyEvent) -> Int? {
      state.update(.terminal(.key(key)), now: state.now).first { $0.name == "copyOut" }?.argument()
    }
    let first = try require(begun(KeyEvent(.enter)))
    expectNil(begun(KeyEvent(.enter)))
    _ = begun(KeyEvent(.escape))
    _ = begun(.character("w"))
    let second = try require(begun(KeyEvent(.enter)))
    _ = state.update(.copiedOut(.success("/a.jpg"), requestID: first), now: state.now)
    expectContains(state.frame.grid.text, "Copying…")
    _ = state.update(.copiedOut(.success("/b.jpg"), requestID: second), now: state.now)
    expectLacks(state.frame.grid.text, "Copying…")
    let fields = try SampleDiary.entries()[1]
    screen = try await ScreenTest(60, 20, others: [SampleDiary.entry(fields, by: "someone")])
    await screen.press("<Enter><Enter>e", shows: "written by someone else")
    screen = try await opened().press("o")
    expectEqual(screen.photoActions.opened, ["bridge.jpg"])
    expectShows(screen, "desktop's viewer")
    screen.photoActions.failure = MessageError("Couldn't open a viewer: install xdg-open or gio.")
    await screen.press("o", shows: "install xdg-open or gio")
  }

  @Test func `Neighbors are prepared, w copies a photo, and removed ones disappear`() async throws {
    var screen = try await opened()
    expectEqual(Set(screen.state.wantedPictures.ahead.map(\.source.path)).count, 2)
    let before = screen.state.pictures
    await screen.press("p")
    let shown = try require(screen.state.wantedPictures.inView.first)
    expect(before[shown] != nil)
    screen = try await opened()
    try await expectPrefix(screen.editElsewhere { $0.photos.removeFirst() }.text, " 안개 속의 강")
    try await expectShows(screen.editElsewhere { $0.photos = [] }, "아침 일찍")
    screen = try await opened().press("w", shows: "~/diary-export", "remove from the copy")
    await screen.press("<Enter>", shows: "Copied to /home/me/diary-export/bridge.jpg.")
    expectEqual(screen.photoActions.copies.first?.keepsLocation, false)
    screen.photoActions.failure = MessageError("Couldn't write /mnt: No space left on device.")
    await screen.press("w<C-u>/mnt<Tab> ", shows: "keep in the copy")
    await screen.press("<Enter>", shows: "No space left on device")
    screen.photoActions.failure = nil
    await expectEqual(screen.press("<Enter><Enter>").photoActions.copies.last?.folder, "/mnt")
    expectEqual(screen.photoActions.copies.last?.keepsLocation, true)
    await expectPrefix(screen.press("w<Esc>").text, " the bridge")
    screen = try await opened()
    let right = Point(column: 58, row: 9)
    await expectShows(screen.mouse(.scrollUp, right), "150%")
    await expectLacks(screen.mouse(.scrollDown, right), "150%")
    await expectPrefix(screen.mouse(.press, right).mouse(.press, 30, 9).text, " 안개 속의 강")
    await expectPrefix(screen.mouse(.press, 1, 9).text, " the bridge")
  }
}

@Suite("Slide shows") @MainActor struct SlideShowTests {
  private func opened(_ columns: Int = 60, _ rows: Int = 14) async throws -> ScreenTest {
    try await ScreenTest.sample(columns, rows).press("p")
  }

  private func number(_ screen: ScreenTest) throws -> Int {
    let viewer = try require(screen.state.screens.front(as: ViewerState.self))
    return try require(viewer.slides?.shown?.number)
  }

  private func name(_ screen: ScreenTest) -> String? {
    screen.state.screens.front(as: ViewerState.self)?.photo?.name
  }

  @Test func `Photos follow each other, back in time from the newest`() async throws {
    var screen = try await opened().press("Gs")
    try expectScreen(screen, in: "slide-show")
    expectContains(screen.timers, "awaitNextSlide")
    screen = try await opened().press("s")
    var names = [name(screen)]
    for _ in 0..<2 {
      await screen.wait(.seconds(6), for: .slideIsOver(try number(screen)))
      names.append(name(screen))
      expectEqual(screen.timers, ["awaitNextSlide"])
    }
    expectEqual(Set(names).count, 3)
    await screen.wait(.seconds(6), for: .slideIsOver(try number(screen)))
    expectShows(screen, "That was the last photo.")
    expectNil(screen.state.screens.front(as: ViewerState.self)?.slides)
    expectEqual(screen.timers, [])
    let alone = try SampleDiary.fields(
      "a", on: "2026-11-20T08:00", photos: [SampleDiary.photo("one.jpg")])
    screen = try await ScreenTest(40, 12, entries: [alone]).press("ps")
    await screen.wait(.seconds(6), for: .slideIsOver(try number(screen)))
    expectShows(screen, "That was the last photo.")
  }

  @Test func `Space, arrows and help change the show`() async throws {
    var screen = try await opened().press("Gs")
    var (first, running) = (name(screen), try number(screen))
    await screen.press(" ", shows: "Paused: Space resumes")
    await expectEqual(name(screen.wait(.seconds(6), for: .slideIsOver(running))), first)
    await expectEqual(name(screen.press(" ").wait(.seconds(1), for: .slideIsOver(running))), first)
    await screen.wait(.seconds(6), for: .slideIsOver(try number(screen)))
    expectNotEqual(name(screen), first)
    await expect(screen.press("q", shows: "q back").press("q").state.screens.front is GalleryState)
    screen = try await opened().press("Gs")
    running = try number(screen)
    await screen.press("<Right>")
    let second = name(screen)
    await expectEqual(name(screen.wait(.seconds(1), for: .slideIsOver(running))), second)
    screen = try await opened().press("Gs")
    (first, running) = (name(screen), try number(screen))
    await screen.press("?").wait(.seconds(6), for: .slideIsOver(running))
    await expectEqual(name(screen.press("q")), first)
  }
}

@Suite("Random entries") @MainActor struct RandomEntryTests {
  @Test func `A random entry is selected within the list`() async throws {
    var screen = try await ScreenTest(entries: SampleDiary.days(5))
    for _ in 0..<20 {
      let before = screen.state.list.selected
      await expectNotEqual(screen.press("r").state.list.selected, before)
      expect((0..<5).contains(screen.state.list.selected))
    }
    let last = screen.state.list.selected
    await expectEqual(screen.press("r<C-o>").state.list.selected, last)
    var entries = try SampleDiary.days(6)
    for index in [1, 4] { entries[index].tags = ["two"] }
    screen = try await ScreenTest(entries: entries).press("/tag:two<A-Enter>")
    for _ in 0..<6 {
      let before = screen.state.entries.selected
      await expectEqual(screen.press("r").state.entries.selected, 1 - before)
    }
    // A list of at most one entry has no other.
    for count in 0...1 {
      screen = try await ScreenTest(entries: SampleDiary.days(count)).press("r")
      expectEqual(screen.state.list.selected, 0)
    }
  }
}

@Suite("Photos in pixels") @MainActor struct PixelPictureTests {
  private func opened(
    _ method: PixelGraphics.Method, _ columns: Int = 80, _ rows: Int = 24, limit: Int? = nil
  ) async throws -> ScreenTest {
    try await ScreenTest.sample(columns, rows).showPixels(method, limit: limit)
  }

  private func pictures(_ screen: ScreenTest) -> [PlacedPicture] {
    screen.state.frame.grid.pictures
  }

  @Test func `Pixels replace the characters of a photo, and back`() async throws {
    var screen = try await opened(.kitty)
    expectLacks(screen, "▓░░░")
    expectEqual(pictures(screen).count, 1)
    await expectShows(screen.send(.learned(TerminalFacts())), "▓░░░")
    expect(pictures(screen).isEmpty)
    screen = try await opened(.sixel)
    let size = Size(columns: 80, rows: 24)
    for row in [-9, 30] {
      let view = PhotoView(
        SampleDiary.photo("fog.jpg"), in: Rect(column: 0, row: row, columns: 20, rows: 8),
        clip: Rect(column: 0, row: 0, columns: 80, rows: 24), screen.state)
      var grid = Grid(size)
      view.draw(in: &grid)
      expect(view.requests.isEmpty)
      expectEqual(grid, Grid(size))
    }
  }

  @Test("Only the cells under a picture are kept free", arguments: [80, 120, 200])
  func cellsUnder(_ columns: Int) async throws {
    let screen = try await opened(.sixel, columns, 40)
    for _ in 0..<3 {
      let grid = screen.state.frame.grid
      for row in 0..<grid.size.rows {
        for column in 0..<grid.size.columns {
          let point = Point(column: column, row: row)
          let isUnder = grid.pictures.contains { $0.rect.contains(point) }
          expectEqual(grid[column, row] == .underPicture, isUnder)
        }
      }
      await screen.press("<Enter>")
    }
  }

  @Test func `A picture half scrolled out`() async throws {
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
  }

  @Test(arguments: PixelGraphics.Method.allCases, [(80, 24), (40, 12), (200, 50)])
  func `Pictures stay around a dialog`(
    method: PixelGraphics.Method, size: (columns: Int, rows: Int)
  ) async throws {
    func points(_ pictures: [PlacedPicture]) -> [Point] { pictures.flatMap(\.rect.points) }
    for path in ["", "<Enter>", "<Enter><Enter>", "p"] {
      let screen = try await opened(method, size.columns, size.rows).press(path)
      let whole = pictures(screen)
      // The list has no preview on a small screen.
      if path == "", whole.isEmpty { continue }
      screen.forgetEffects()
      await screen.press(["p", "<Enter><Enter>"].contains(path) ? ":" : "d")
      let grid = screen.state.frame.grid
      let left = points(grid.pictures)
      expectEqual(left.count, Set(left).count)
      // On the smallest screen, a dialog may cover a picture completely or be beside it.
      expect(size.columns == 40 || !left.isEmpty && left.count < points(whole).count, "\(path)")
      for part in grid.pictures {
        expect(whole.contains(where: part.hasSamePosition), "\(path)")
      }
      for point in points(whole) {
        let isLeft = grid[point.column, point.row] == .underPicture
        expectEqual(isLeft, left.contains(point), "\(path) \(point)")
      }
      await expectEqual(pictures(screen.press("<Esc>")), whole)
      expect(!screen.effects.contains { $0.name == "makePicture" }, "\(path)")
    }
  }

  @Test func `Damaged photos, few pictures and hidden photos`() async throws {
    let photo = SampleDiary.photo("damaged.jpg", width: 40, height: 60)
    let entry = try SampleDiary.fields("Damaged", on: "2026-11-20T07:30", photos: [photo])
    var screen = try await ScreenTest(60, 24, entries: [entry]).showPixels(.sixel)
    for key in ["<Enter>", "<Down>", "<Enter>", "+"] {
      await expectContains(screen.press(key).text, "damaged.jpg · the file is damaged", "\(key)")
    }
    screen = try await opened(.sixel, limit: 0)
    expect(pictures(screen).isEmpty)
    expectShows(screen, "▓░░░")
    screen = try await ScreenTest(60, 24, entries: try SampleDiary.entries(), showsPhotos: false)
    await screen.press("<Enter>", shows: "▣ fog.jpg", lacks: "▓░░░")
    await screen.press("<Enter>", shows: "▣ fog.jpg")
    expect(!(screen.effects.contains { $0.name == "makePicture" }))
  }

  private func request(_ source: PictureRequest.Source) -> PictureRequest {
    PictureRequest(source: source, size: Size(columns: 4, rows: 2), form: .cells(.palette256))
  }

  @Test func `Pictures scrolled past are canceled, and requested once`() {
    var store = PictureStore()
    let (one, two) = (request(.file("one", nil)), request(.file("two", nil)))
    expectEqual(store.request(WantedPictures(inView: [one], ahead: [two])).missing.inView, [one])
    expectEqual(store.request(WantedPictures(inView: [two])).stale, [one])
    store.put(.failure(.damaged), for: one)
    expectNil(store[one])
    store.put(.failure(.damaged), for: two)
    let back = store.request(WantedPictures(inView: [one, two]))
    expectEqual(back.missing.inView, [one])
    expect(back.stale.isEmpty)
    // A picture requested in advance is requested once more when it comes into view.
    store = PictureStore()
    _ = store.request(WantedPictures(inView: [one], ahead: [two]))
    let both = store.request(WantedPictures(inView: [one, two]))
    expectEqual(both.missing.inView, [two])
    expect(both.missing.ahead.isEmpty)
    expect(both.stale.isEmpty)
    let again = store.request(WantedPictures(inView: [two, one]))
    expectEqual(again.missing, WantedPictures())
    expect(again.stale.isEmpty)
  }

  @Test func `A failed picture is requested again, and a changed file has another one`() throws {
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
