import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("All photos")
@MainActor
struct GalleryScreenTests {
  private func opened(
    _ columns: Int = 60, _ rows: Int = 24, entries: [EntryFields]? = nil
  ) async throws -> ScreenTest {
    let screen = try await ScreenTest(
      columns, rows, entries: try entries ?? SampleDiary.entries())
    await screen.press(.character("p"))
    return screen
  }

  /// An entry a day with a photo of its own, the newest today; every fifth has none.
  static func manyPhotos(_ count: Int) throws -> [EntryFields] {
    var entries = try SampleDiary.days(count)
    for index in entries.indices where index % 5 != 4 {
      entries[index].photos = [SampleDiary.photo("photo \(index).jpg", caption: "number \(index)")]
    }
    return entries
  }

  private func selected(_ screen: ScreenTest) -> Photo? {
    guard let gallery = screen.state.screens.front(as: GalleryState.self) else { return nil }
    return screen.state.feed?[gallery.position.selected]?.photo
  }

  @Test("They stand by month, newest first, with their day and caption")
  func snapshot() async throws {
    let screen = try await opened(60, 14)
    expectScreen(
      screen,
      """
       Photos                                            3 photos
      ────────────────────────────────────────────────────────────
       November 2026
      ▌▓░░░▓░░░▓░░░▓░░░▓░  ▓░░░▓░░░▓░░░▓░░░▓░  ▓░░░▓░░░▓░░░▓░░░▓░
      ▌░░░▓░░░▓░░░▓░░░▓░░  ░░░▓░░░▓░░░▓░░░▓░░  ░░░▓░░░▓░░░▓░░░▓░░
      ▌░░▓░░░▓░░░▓░░░▓░░░  ░░▓░░░▓░░░▓░░░▓░░░  ░░▓░░░▓░░░▓░░░▓░░░
      ▌░▓░░░▓░░░▓░░░▓░░░▓  ░▓░░░▓░░░▓░░░▓░░░▓  ░▓░░░▓░░░▓░░░▓░░░▓
      ▌▓░░░▓░░░▓░░░▓░░░▓░  ▓░░░▓░░░▓░░░▓░░░▓░  ▓░░░▓░░░▓░░░▓░░░▓░
      ▌░░░▓░░░▓░░░▓░░░▓░░  ░░░▓░░░▓░░░▓░░░▓░░  ░░░▓░░░▓░░░▓░░░▓░░
      ▌░░▓░░░▓░░░▓░░░▓░░░  ░░▓░░░▓░░░▓░░░▓░░░  ░░▓░░░▓░░░▓░░░▓░░░
      ▌20 Fri  the bridge  20 Fri  안개 속의…  15 Sun


       Enter read  Space view  s slide show  q back  ? keys
      """)
  }

  @Test("Enter goes to the entry, at the photo; q comes back to where one was")
  func reading() async throws {
    let screen = try await opened()
    await screen.press(KeyEvent(.right), KeyEvent(.right))
    let gallery = screen.text
    await screen.press(KeyEvent(.enter))
    expectContains(screen.text, "It has buds already.")
    guard let reader = screen.state.screens.front(as: ReaderState.self) else {
      fail("No reader is open.")
      return
    }
    expectEqual(reader.focusedPhoto, 0)
    await screen.press(KeyEvent(.left))
    expectContains(screen.text, "Leaves")
    await screen.press(KeyEvent(.right), KeyEvent(.right))
    expectContains(screen.text, "첫눈이 왔다.")
    await screen.press(.character("q"))
    expectEqual(screen.text, gallery)
    await screen.press(.character("q"))
    expect(screen.state.screens.isEmpty)
    expectEqual(screen.state.list.selected, 0)
  }

  @Test("Space looks at a photo, and p goes back through the whole diary")
  func viewing() async throws {
    let screen = try await opened()
    let gallery = screen.text
    await screen.press(.character(" "))
    expectPrefix(screen.text, " the bridge")
    await screen.press(.character("p"))
    expectPrefix(screen.text, " plum.jpg")
    await screen.press(.character("p"))
    expectContains(screen.text, "This is the oldest photo.")
    await screen.press(KeyEvent(.escape))
    expectEqual(screen.text, gallery)
    await screen.press(.character("o"), .character("p"), KeyEvent(.enter))
    expectContains(screen.text, "It has buds already.")
    await screen.press(.character("q"))
    expectEqual(screen.text, gallery)
  }

  @Test("It reads as one scrolls, and says how many photos are known")
  func batches() async throws {
    let screen = try await opened(80, 24, entries: try Self.manyPhotos(300))
    expect(screen.text.contains("240 photos") || screen.text.contains("so far"))
    await screen.press(.character("G"))
    expectContains(screen.text, "240 photos")
    expectLacks(screen.text, "so far")
    expectEqual(selected(screen)?.caption, "number 298")
    expectEqual(screen.state.feed?.sections.map(\.count).reduce(0, +), 240)
    await screen.press(.character("g"))
    expectEqual(selected(screen)?.caption, "number 0")
  }

  @Test("What comes in small batches is read page by page, each photo once")
  func smallBatches() async throws {
    let entries = try Self.manyPhotos(300)
    let screen = try await ScreenTest(80, 24, entries: entries)
    screen.repository.giveBatches(of: 7)
    await screen.press(.character("p"))
    expectContains(screen.text, "photos so far")
    let first = try require(screen.state.feed?.count)
    expect(60..<67 ~= first)
    await screen.press(KeyEvent(.pageDown), times: 20)
    try expectGreater(require(screen.state.feed?.count), first)
    await screen.press(.character("G"))
    expectContains(screen.text, "240 photos")
    let feed = try require(screen.state.feed)
    let names = (0..<feed.count).compactMap { feed[$0]?.photo.name }
    expectEqual(names, entries.flatMap(\.photos).map(\.name))
  }

  @Test("After many changes all is read anew in pages, and shown once it is as much as before")
  func renewal() throws {
    var feed = PhotoFeed()
    let entries = try Self.manyPhotos(5000).filter { !$0.photos.isEmpty }.map { fields in
      let time = Timestamp(milliseconds: 0)
      return Entry(
        id: .random(), fields: fields, author: AuthorID("me"), created: time, modified: time)
    }
    let all = entries.sorted { $1.order < $0.order }
    func read(_ requestID: Int) -> Int? {
      guard let walk = feed.missing(atLeast: 0, all: feed.count == 0, requestID: requestID) else {
        return nil
      }
      let older = all.filter { entry in walk.start.map { entry.order < $0 } ?? true }
      let page = older.prefix(walk.limit)
      feed.take(page.map(PhotoFeed.Part.init), requestID, isEnd: page.count == older.count)
      return page.count
    }
    // All are known, however they were come to.
    _ = feed.missing(atLeast: 1, all: true, requestID: 1)
    feed.take(all.map(PhotoFeed.Part.init), 1, isEnd: true)
    expectNil(read(2))
    feed.reload()
    let changed = try require(all.last)
    expectEqual(read(3), 2000)
    expectEqual(feed.count, 4000)
    // What changes meanwhile is shown now and later.
    feed.replace(changed, isGone: true)
    feed.replace(all[10], isGone: true)
    expectEqual(feed.count, 3998)
    expectEqual(read(4), 2000)
    expectNil(read(5))
    expect(feed.isComplete)
    try expectEqual(feed[10]?.entry, all.at(11).id)
  }

  @Test("What is added, changed and deleted shows at once, and the selection stays")
  func changes() async throws {
    let screen = try await opened(80, 24, entries: try Self.manyPhotos(12))
    await screen.press(KeyEvent(.right), KeyEvent(.right))
    expectEqual(selected(screen)?.caption, "number 2")
    let service = screen.service
    let newer = try SampleDiary.fields(
      "Later", on: "2026-11-25T10:00:00+09:00", photos: [SampleDiary.photo("later.jpg")])
    let added = try await service.add(newer)
    await screen.changeExternally([DiaryChange(.added, added)])
    expectEqual(selected(screen)?.caption, "number 2")
    expectContains(screen.text, "11 photos")
    expectEqual(screen.state.feed?[0]?.photo.name, "later.jpg")

    var fields = added.fields
    fields.photos = []
    let updated = try await service.update(added.id, to: fields)
    await screen.changeExternally([DiaryChange(.updated, updated)])
    expectContains(screen.text, "10 photos")
    expectEqual(selected(screen)?.caption, "number 2")

    let gone = try require(screen.state.feed?[2]?.entry)
    let deleted = try await service.delete(gone)
    await screen.changeExternally([DiaryChange(.deleted, deleted)])
    expectContains(screen.text, "9 photos")
    expectEqual(selected(screen)?.caption, "number 3")
  }

  @Test("Many changes at once are read anew")
  func manyChanges() async throws {
    let screen = try await opened(80, 24, entries: try Self.manyPhotos(12))
    await screen.press(KeyEvent(.right))
    var changes: [DiaryChange] = []
    for day in 26...28 {
      let fields = try SampleDiary.fields(
        "Later", on: "2026-11-\(day)T10:00:00+09:00",
        photos: [SampleDiary.photo("later \(day).jpg")])
      changes.append(DiaryChange(.added, try await screen.service.add(fields)))
    }
    await screen.changeExternally(changes)
    expectContains(screen.text, "13 photos")
    expectEqual(selected(screen)?.caption, "number 1")
  }

  @Test("A diary without photos invites to add one")
  func empty() async throws {
    let screen = try await opened(60, 14, entries: try SampleDiary.days(3))
    expectContains(screen.text, "No photos yet.")
    await screen.press(KeyEvent(.enter), .character(" "), .character("G"), KeyEvent(.down))
    expectContains(screen.text, "No photos yet.")
    await screen.press(KeyEvent(.escape))
    expect(screen.state.screens.isEmpty)
  }

  @Test("The mouse selects, opens and scrolls")
  func mouse() async throws {
    let screen = try await opened(60, 14)
    let second = Point(column: 25, row: 5)
    await screen.send(.mouse(MouseEvent(.press, at: second)))
    expectEqual(selected(screen)?.name, "fog.jpg")
    await screen.send(.mouse(MouseEvent(.doublePress, at: second)))
    expectContains(screen.text, "아침 일찍")
    await screen.press(.character("q"))
    await screen.send(.mouse(MouseEvent(.press, at: Point(column: 59, row: 12))))
    expectEqual(selected(screen)?.name, "fog.jpg")
  }

  @Test("A diary that can't be read says so, and scrolling tries again")
  func failing() async throws {
    let screen = try await ScreenTest(60, 14, entries: try SampleDiary.entries())
    var state = screen.state
    func readings(_ message: Message) -> [Int] {
      state.update(message, now: state.now).filter { $0.name == "readPhotos" }
        .compactMap { $0.argument(Int.self) }
    }
    let error = DiaryError.store(path: "/diary", .noPermission)
    let first = try require(readings(.terminal(.key(.character("p")))).first)
    expect(readings(.photosNotRead(error, requestID: first - 1)).isEmpty)
    expectEqual(state.screens.count, 1)
    // It would fail again at once, and say so without end.
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
  }

  @Test("A photo that can't be shown says why on its tile, whole")
  func problems() async throws {
    let damaged = SampleDiary.photo("damaged.jpg")
    let entry = try SampleDiary.fields(
      "Broken", on: "2026-11-20T07:30:00+09:00", photos: [damaged, SampleDiary.photo("ok.jpg")])
    let screen = try await opened(60, 14, entries: [entry])
    expectContains(screen.text, "▣ damaged.jpg")
    expectContains(screen.text, "the file is")
    expectContains(screen.text, "▓")
  }

  @Test("The way to the oldest photo is told of and can be stopped")
  func stopping() async throws {
    let screen = try await opened(80, 24, entries: try Self.manyPhotos(20))
    var state = screen.state
    // A diary of which only a part has been read.
    var part = PhotoFeed()
    let missing = part.missing(atLeast: 1, all: false, requestID: 1)
    expect(missing != nil)
    let entries = try await screen.service.entries(EntryQuery(.withPhotos, limit: 5))
    part.take(entries.map(PhotoFeed.Part.init), 1, isEnd: false)
    state.feed = part
    let effects = state.update(.terminal(.key(.character("G"))), now: state.now)
    let isReading = effects.contains { $0.name == "readPhotos" }
    expect(isReading)
    expectContains(state.frame.grid.text, "5 photos so far…  Press Esc to stop")
    _ = state.update(.terminal(.key(KeyEvent(.escape))), now: state.now)
    expectContains(state.frame.grid.text, "Stopped. Scroll to read on.")
    expectLacks(state.frame.grid.text, "Esc stops")
    expectEqual(state.screens.count, 1)
  }
}
