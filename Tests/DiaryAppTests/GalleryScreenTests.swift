import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("All photos") @MainActor struct GalleryScreenTests {
  private func opened(
    _ columns: Int = 60, _ rows: Int = 24, entries: [EntryFields]? = nil
  ) async throws -> ScreenTest {
    try await ScreenTest(columns, rows, entries: try entries ?? SampleDiary.entries()).press("p")
  }

  /// An entry a day with one photo, the newest today; every fifth entry has none.
  static func manyPhotos(_ count: Int) throws -> [EntryFields] {
    var entries = try SampleDiary.days(count)
    for index in entries.indices where index % 5 != 4 {
      entries[index].photos = [SampleDiary.photo("photo \(index).jpg", caption: "number \(index)")]
    }
    return entries
  }

  private func selected(_ screen: ScreenTest) -> Photo? {
    let gallery = screen.state.screens.front(as: GalleryState.self)
    return gallery.flatMap { screen.state.feed?[$0.position.selected]?.photo }
  }

  @Test func `Photos are grouped by month; Enter opens the entry, Space the photo`() async throws {
    var screen = try await opened(60, 14)
    try expectScreen(screen, in: "gallery")
    screen = try await opened().press("<Right><Right>")
    let gallery = screen.text
    await screen.press("<Enter>", shows: "It has buds already.")
    try expectEqual(require(screen.state.screens.front(as: ReaderState.self)).focusedPhoto, 0)
    await screen.press("<Left>", shows: "Leaves").press("<Right><Right>", shows: "첫눈이 왔다.")
    await expectEqual(screen.press("q").text, gallery)
    await expect(screen.press("q").state.screens.isEmpty)
    expectEqual(screen.state.list.selected, 0)
    screen = try await opened()
    let first = screen.text
    await expectPrefix(screen.press(" ").text, " the bridge")
    await expectPrefix(screen.press("p").text, " plum.jpg")
    await screen.press("p", shows: "This is the oldest photo.").press("<Esc>")
    expectEqual(screen.text, first)
    await screen.press("op<Enter>", shows: "It has buds already.").press("q")
    expectEqual(screen.text, first)
  }

  @Test func `Similar photos are shown, and only the best is kept`() async throws {
    var entries = try SampleDiary.days(4)
    func photo(_ name: String, _ width: Int) -> Photo {
      var photo = SampleDiary.photo(name)
      (photo.width, photo.height) = (width, width * 3 / 4)
      return photo
    }
    entries[0].photos = [photo("large.jpg", 4000), photo("small.jpg", 800)]
    entries[1].photos = [photo("other.jpg", 4000)]
    entries[2].photos = [photo("tiny.jpg", 400)]
    let screen = try await ScreenTest(60, 24, entries: entries)
    screen.prints.known = Dictionary(
      uniqueKeysWithValues: entries.flatMap(\.photos).map { photo in
        (photo.asset, PhotoPrint(bits: photo.name == "other.jpg" ? 0xFFFF_FFFF : 1))
      })
    await screen.press("p", shows: "≈")
    await screen.press("a", shows: "1 group", "best 4000×3000", "800×600", "400×300")
    try expectScreen(screen, in: "similar-photos")
    await screen.press("b", shows: "Kept the best of 3 photos. Press u to undo.")
    expectShows(screen, "No similar photos.")
    try await expectEqual(
      screen.service.entries().map { $0.photos.map(\.name) },
      [["large.jpg"], ["other.jpg"], ["large.jpg"], []])
    await screen.press("u", shows: "Undone: keeping the best of 3 photos.", "1 group")
    try await expectEqual(
      screen.service.entries().map { $0.photos.map(\.name) },
      [["large.jpg", "small.jpg"], ["other.jpg"], ["tiny.jpg"], []])
    await screen.press("<Right> ", shows: "small.jpg").press("q", shows: "Similar photos")
    await screen.press("q", shows: "Photos").press("q")
    expect(screen.state.screens.isEmpty)
  }

  @Test func `Photos are read page by page, each once`() async throws {
    let entries = try Self.manyPhotos(300)
    let screen = try await ScreenTest(80, 24, entries: entries)
    screen.repository.batchSize = 7
    await screen.press("p", shows: "photos so far")
    let first = try require(screen.state.feed?.count)
    expect(60..<67 ~= first)
    try await expectGreater(require(screen.press("<PgDn*20>").state.feed?.count), first)
    await screen.press("G", shows: "240 photos", lacks: "so far")
    expectEqual(selected(screen)?.caption, "number 298")
    expectEqual(screen.state.feed?.sections.map(\.count).reduce(0, +), 240)
    await expectEqual(selected(screen.press("g"))?.caption, "number 0")
    var feed = try require(screen.state.feed)
    let names = (0..<feed.count).compactMap { feed[$0]?.photo.name }
    expectEqual(names, entries.flatMap(\.photos).map(\.name))
    // After many changes all photos are read again in pages, and replaced when as many are read.
    feed = PhotoFeed()
    let all = try Self.manyPhotos(5000).filter { !$0.photos.isEmpty }
      .map { SampleDiary.entry($0) }.sorted { $1.sortKey < $0.sortKey }
    func read(_ requestID: Int) -> Int? {
      guard let walk = feed.missing(atLeast: 0, all: feed.count == 0, requestID: requestID) else {
        return nil
      }
      let older = all.filter { entry in walk.start.map { entry.sortKey < $0 } ?? true }
      let page = older.prefix(walk.limit)
      feed.receive(page.map(PhotoFeed.Part.init), requestID, isEnd: page.count == older.count)
      return page.count
    }
    // A replacement is read in pages even if all were read in one.
    _ = feed.missing(atLeast: 1, all: true, requestID: 1)
    feed.receive(all.map(PhotoFeed.Part.init), 1, isEnd: true)
    expectNil(read(2))
    feed.reload()
    let changed = try require(all.last)
    expectEqual(read(3), 2000)
    expectEqual(feed.count, 4000)
    feed.replace(changed, isRemoved: true)
    feed.replace(all[10], isRemoved: true)
    expectEqual(feed.count, 3998)
    expectEqual(read(4), 2000)
    expectNil(read(5))
    expect(feed.isComplete)
    try expectEqual(feed[10]?.entry, all.at(11).id)
  }

  @Test func `Changes show immediately, an empty gallery hints, the mouse works`() async throws {
    var screen = try await opened(80, 24, entries: try Self.manyPhotos(12)).press("<Right><Right>")
    expectEqual(selected(screen)?.caption, "number 2")
    let added = try await screen.addElsewhere(
      SampleDiary.fields("Later", on: "2026-11-25T10:00", photos: [SampleDiary.photo("later.jpg")]))
    expectEqual(selected(screen)?.caption, "number 2")
    expectShows(screen, "11 photos")
    expectEqual(screen.state.feed?[0]?.photo.name, "later.jpg")
    try await expectShows(screen.editElsewhere(added) { $0.photos = [] }, "10 photos")
    expectEqual(selected(screen)?.caption, "number 2")
    let gone = try require(screen.state.feed?[2]?.entry)
    try await expectShows(screen.deleteElsewhere(gone), "9 photos")
    expectEqual(selected(screen)?.caption, "number 3")
    screen = try await opened(80, 24, entries: try Self.manyPhotos(12)).press("<Right>")
    var changes: [DiaryChange] = []
    for day in 26...28 {
      let photo = SampleDiary.photo("later \(day).jpg")
      let fields = try SampleDiary.fields("Later", on: "2026-11-\(day)T10:00", photos: [photo])
      changes.append(DiaryChange(.added, try await screen.service.add(fields)))
    }
    await expectShows(screen.changeExternally(changes), "13 photos")
    expectEqual(selected(screen)?.caption, "number 1")
    screen = try await opened(60, 14, entries: try SampleDiary.days(3))
    expectShows(screen, "No photos yet.")
    await screen.press("<Enter> G<Down>", shows: "No photos yet.").press("<Esc>")
    expect(screen.state.screens.isEmpty)
    screen = try await opened(60, 14)
    let second = Point(column: 25, row: 5)
    await expectEqual(selected(screen.mouse(.press, second))?.name, "fog.jpg")
    await expectShows(screen.mouse(.doublePress, second), "아침 일찍")
    await expectEqual(selected(screen.press("q").mouse(.press, 59, 12))?.name, "fog.jpg")
  }

  @Test func `A diary or photo that can't be read is reported`() async throws {
    var screen = try await ScreenTest.sample(60, 14)
    var state = screen.state
    func readings(_ message: Message) -> [Int] {
      state.update(message, now: state.now).filter { $0.name == "readPhotos" }
        .compactMap { $0.argument(Int.self) }
    }
    let error = DiaryError.store(path: "/diary", .noPermission)
    let first = try require(readings(.terminal(.key(.character("p")))).first)
    expect(readings(.photosNotRead(error, requestID: first - 1)).isEmpty)
    expectEqual(state.screens.count, 1)
    // A failure isn't retried until a key or a click.
    expect(readings(.photosNotRead(error, requestID: first)).isEmpty)
    expectContains(state.frame.grid.text, "Couldn't do that")
    expect(readings(.terminal(.key(KeyEvent(.enter)))).isEmpty)
    expect(readings(.terminal(.resize(Size(columns: 60, rows: 20)))).isEmpty)
    expectEqual(state.screens.count, 1)
    let second = try require(readings(.terminal(.key(KeyEvent(.down)))).first)
    expectNotEqual(second, first)
    expect(readings(.photosNotRead(error, requestID: second)).isEmpty)
    expect(readings(.terminal(.key(KeyEvent(.enter)))).isEmpty)
    let click = MouseEvent(.press, at: Point(column: 1, row: 5))
    expectEqual(readings(.terminal(.mouse(click))).count, 1)
    let damaged = SampleDiary.photo("damaged.jpg")
    let entry = try SampleDiary.fields(
      "Broken", on: "2026-11-20T07:30", photos: [damaged, SampleDiary.photo("ok.jpg")])
    screen = try await opened(60, 14, entries: [entry])
    expectShows(screen, "▣ damaged.jpg", "the file is", "▓")
  }

  @Test func `Reading to the oldest photo shows its progress and can be stopped`() async throws {
    let screen = try await opened(80, 24, entries: try Self.manyPhotos(20))
    var state = screen.state
    var part = PhotoFeed()
    expect(part.missing(atLeast: 1, all: false, requestID: 1) != nil)
    let entries = try await screen.service.entries(EntryQuery(.withPhotos, limit: 5))
    part.receive(entries.map(PhotoFeed.Part.init), 1, isEnd: false)
    state.feed = part
    let effects = state.press("G")
    expect(effects.contains { $0.name == "readPhotos" })
    expectContains(state.frame.grid.text, "5 photos so far…  Press Esc to stop")
    state.press("<Esc>")
    expectContains(state.frame.grid.text, "Stopped. Scroll to load more.")
    expectLacks(state.frame.grid.text, "Press Esc to stop")
    expectEqual(state.screens.count, 1)
  }
}

@Suite("Contact sheet, and photos by month") struct ContactSheetTests {
  private static let sizes = [
    Size(columns: 40, rows: 9), Size(columns: 80, rows: 21), Size(columns: 200, rows: 47),
    Size(columns: 61, rows: 13), Size(columns: 44, rows: 8), Size(columns: 120, rows: 5),
  ]

  private func sheet(_ counts: [Int], _ body: Size, headings: Bool = true) -> ContactSheet {
    ContactSheet(
      counts.enumerated().map { index, count in
        ContactSheet.Section(heading: headings ? "Month \(index)" : "", count: count)
      }, TileLayout(for: body, cellRatio: 0.5))
  }

  @Test func `Tiles fit the screen, and the arrows keep the column`() {
    let small = Size(columns: 40, rows: 9)
    let tiles = TileLayout(for: small, cellRatio: 0.5)
    expectEqual(tiles.columns, 2)
    expectAtMost(tiles.columns * tiles.width, small.columns)
    expectAtMost(tiles.rows + 1, small.rows)
    let large = Size(columns: 200, rows: 47)
    expectAtLeast(sheet([500], large).shown(in: Rect(large), SheetPosition()).count, 32)
    // Up and down keep the column past shorter rows; left and right visit all tiles.
    let body = Size(columns: 80, rows: 21)
    let sheet = sheet([6, 1, 8], body)
    expectEqual(sheet.tiles.columns, 4)
    var position = SheetPosition()
    let steps: [([SheetPosition.Move], Int)] = [
      ([.right, .right, .right], 3), ([.down], 5), ([.down], 6), ([.down], 10),
      ([.up, .up, .up], 3),
      ([.right], 4), ([.down, .down], 7), ([.last], 14), ([.first, .left, .up], 0),
    ]
    for (moves, item) in steps {
      for move in moves { position.move(move, in: sheet, height: body.rows) }
      expectEqual(position.selected, item, "\(moves)")
    }
  }

  @Test func `Every tile has one place, in the order of the items, and clicks find it`() {
    for body in Self.sizes {
      let sheet = sheet([3, 0, 9, 1, 26], body)
      var seen: [Int] = []
      var line = 0
      for index in 0..<sheet.rowCount {
        let row = sheet.row(index)
        expectAtLeast(row.line, line)
        line = row.line + sheet.tiles.rows
        seen += row.items
        expect(row.items.allSatisfy { sheet.rowIndex(of: $0) == index })
      }
      expectEqual(seen, Array(0..<sheet.count))
      expectEqual(line, sheet.lineCount)
      let screen = Rect(column: 3, row: 2, columns: body.columns, rows: body.rows)
      var position = SheetPosition()
      position.select(20, in: sheet)
      position.layOut(sheet, height: body.rows)
      for (item, rect) in sheet.shown(in: screen, position) {
        let corner = Point(column: rect.column, row: rect.row)
        if screen.contains(corner) {
          expectEqual(sheet.item(at: corner, in: screen, position), item)
        }
      }
      expectNil(sheet.item(at: Point(column: 0, row: 0), in: screen, position))
    }
  }

  @Test func `The selected tile stays in view after any key and size`() {
    var random = SeededGenerator(seed: 7)
    let moves: [SheetPosition.Move] = [
      .left, .right, .up, .down, .pageUp, .pageDown, .halfPageUp, .halfPageDown, .first, .last,
    ]
    var position = SheetPosition()
    for _ in 0..<300 {
      let body = Self.sizes.randomElement(using: &random) ?? Self.sizes[0]
      let counts = (0..<Int.random(in: 0...8, using: &random)).map { _ in
        Int.random(in: 0...40, using: &random)
      }
      let sheet = sheet(counts, body, headings: Bool.random(using: &random))
      let before = position.selected
      position.layOut(sheet, height: body.rows)
      expectEqual(position.selected, max(0, min(before, sheet.count - 1)))
      expectSound(position, sheet, body)
      for _ in 0..<40 {
        guard let move = moves.randomElement(using: &random) else { continue }
        let before = position
        position.move(move, in: sheet, height: body.rows)
        position.layOut(sheet, height: body.rows)
        expectSound(position, sheet, body)
        guard sheet.count > 0 else { continue }
        expectMove(move, before, position, sheet)
        // A row that was completely in view doesn't scroll.
        let lines = sheet.lines(of: position.selected)
        if lines.lowerBound >= before.top, lines.upperBound <= before.top + body.rows {
          expectEqual(position.top, before.top)
        }
      }
    }
  }

  private func expectSound(_ position: SheetPosition, _ sheet: ContactSheet, _ body: Size) {
    guard sheet.count > 0 else {
      expectEqual(position, SheetPosition())
      return
    }
    expect((0..<sheet.count).contains(position.selected))
    expectEqual(sheet.beginning(atOrAfter: position.top), position.top)
    let row = sheet.row(sheet.rowIndex(of: position.selected))
    expectAtLeast(row.line, position.top)
    if sheet.tiles.rows <= body.rows {
      expectAtMost(row.line + sheet.tiles.rows, position.top + body.rows)
    }
    // At most one row of tiles is left empty at the end.
    expectAtMost(position.top, max(0, sheet.lineCount - body.rows) + sheet.tiles.rows)
  }

  private func expectMove(
    _ move: SheetPosition.Move, _ before: SheetPosition, _ after: SheetPosition,
    _ sheet: ContactSheet
  ) {
    let (from, to) = (before.selected, after.selected)
    switch move {
    case .left: expectEqual(to, max(0, from - 1))
    case .right: expectEqual(to, min(sheet.count - 1, from + 1))
    case .first: expectEqual(to, 0)
    case .last: expectEqual(to, sheet.count - 1)
    case .up, .pageUp, .halfPageUp, .down, .pageDown, .halfPageDown:
      let row = sheet.row(sheet.rowIndex(of: to))
      expect(
        to == from || to == min(row.items.lowerBound + before.keptColumn, row.items.upperBound - 1))
      expectEqual(after.keptColumn, before.keptColumn)
    }
  }

  private func part(_ id: Int, on date: String, photos: Int) throws -> PhotoFeed.Part {
    let photos = (0..<photos).map { SampleDiary.photo("photo \(id) \($0).jpg") }
    let fields = EntryFields(date: try require(EntryDate(date)), photos: photos)
    return PhotoFeed.Part(SampleDiary.entry(fields, id: ID(high: 0, low: UInt64(id))))
  }

  /// Compares sections, photos and their places with those computed from all parts.
  private func expectSections(_ months: PhotoMonths, _ parts: [PhotoFeed.Part]) {
    let parts = parts.filter { !$0.photos.isEmpty }.sorted { $1.sortKey < $0.sortKey }
    var sections: [ContactSheet.Section] = []
    var item = 0
    for part in parts {
      let heading = DateText.month(part.day)
      if sections.last?.heading == heading {
        sections[sections.count - 1].count += part.photos.count
      } else {
        sections.append(ContactSheet.Section(heading: heading, count: part.photos.count))
      }
      for photo in part.photos {
        expectEqual(months[item], PhotoFeed.Item(entry: part.entry, photo: photo, day: part.day))
        expectEqual(months.item(of: photo.asset, in: part.entry), item)
        item += 1
      }
    }
    expectEqual(months.sections, sections)
    expectEqual(months.count, item)
    expectEqual(months.entryCount, parts.count)
    expect(months[item] == nil && months[-1] == nil)
  }

  @Test("Each change gives the same as all parts in order", arguments: 1...20)
  func changes(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var months = PhotoMonths()
    var parts: [Int: PhotoFeed.Part] = [:]
    for _ in 0..<120 {
      let id = Int.random(in: 0..<25, using: &random)
      if Int.random(in: 0..<3, using: &random) == 0 {
        months.remove(ID(high: 0, low: UInt64(id)))
        parts[id] = nil
      } else {
        // Dates around the turn of a month, in zones that disagree about it.
        let day = ["10-31", "11-01", "11-30", "12-01"].randomElement(using: &random) ?? "10-31"
        let hour = Int.random(in: 10..<24, using: &random)
        let zone = ["+13:00", "Z", "-11:00"].randomElement(using: &random) ?? "Z"
        let count = Int.random(in: 0..<4, using: &random)
        let part = try part(id, on: "2026-\(day)T\(hour):00:00\(zone)", photos: count)
        months.insert(part)
        parts[id] = part
      }
      expectSections(months, Array(parts.values))
    }
  }
}
