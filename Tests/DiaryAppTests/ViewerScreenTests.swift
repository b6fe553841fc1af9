import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("Looking at a photo")
@MainActor
struct ViewerScreenTests {
  /// The reader's first photo of the newest entry, over the whole screen.
  private func opened(_ columns: Int = 60, _ rows: Int = 20) async throws -> ScreenTest {
    let screen = try await ScreenTest(columns, rows, entries: try SampleDiary.entries())
    await screen.press(KeyEvent(.enter), KeyEvent(.tab), KeyEvent(.tab), KeyEvent(.enter))
    expectPrefix(screen.text, " the bridge")
    return screen
  }

  private func region(_ screen: ScreenTest) -> PictureRegion? {
    screen.state.wantedPictures.inView.last?.region
  }

  @Test("It goes across entries, over those without photos, and says where it ends")
  func across() async throws {
    let screen = try await opened()
    await screen.press(.character("p"))
    expectPrefix(screen.text, " plum.jpg")
    await screen.press(KeyEvent(.left))
    expectPrefix(screen.text, " plum.jpg")
    expectContains(screen.text, "This is the oldest photo.")
    await screen.press(.character("n"))
    expectPrefix(screen.text, " the bridge")
    await screen.press(KeyEvent(.right))
    expectPrefix(screen.text, " 안개 속의 강")
    await screen.press(.character("n"))
    expectContains(screen.text, "This is the newest photo.")
    expectPrefix(screen.text, " 안개 속의 강")
    await screen.press(.character("p"), KeyEvent(.left))
    expectPrefix(screen.text, " plum.jpg")
  }

  @Test("Back is where one was, Enter is the entry that has the photo")
  func leaving() async throws {
    let screen = try await ScreenTest(60, 20, entries: try SampleDiary.entries())
    await screen.press(KeyEvent(.enter), KeyEvent(.tab))
    let reader = screen.text
    await screen.press(KeyEvent(.enter), .character("p"), .character("p"))
    expectPrefix(screen.text, " plum.jpg")
    await screen.press(.character("q"))
    expectEqual(screen.text, reader)
    await screen.press(KeyEvent(.enter), .character("p"), .character("p"), KeyEvent(.enter))
    expectContains(screen.text, "It has buds already.")
    await screen.press(KeyEvent(.escape))
    expect(screen.state.screens.isEmpty)
    expectEqual(screen.state.list.selectedEntry?.title, "The plum tree")
  }

  @Test("From a search it goes among what was found")
  func found() async throws {
    let screen = try await ScreenTest(60, 20, entries: try SampleDiary.entries())
    await screen.press(.character("/"))
    await screen.type("안개")
    await screen.press(KeyEvent(.enter), KeyEvent(.enter), .character("n"))
    expectContains(screen.text, "This is the newest photo found.")
    await screen.press(.character("p"), .character("p"))
    expectContains(screen.text, "This is the oldest photo found.")
  }

  @Test("+ and - change its size, 0 shows it whole, and the arrows move what is in view")
  func zooming() async throws {
    let screen = try await opened()
    expectEqual(region(screen), .whole)
    await screen.press(.character("+"))
    expectContains(screen.text, "150%")
    await screen.press(.character("="), .character("+"))
    let middle = try require(region(screen))
    expectLess(middle.right - middle.left, PictureRegion.side / 2)
    expectAtMost(abs(middle.left + middle.right - PictureRegion.side), 2)
    await screen.press(KeyEvent(.right))
    try expectGreater(require(region(screen)).left, middle.left)
    await screen.press(.character("h"), .character("j"))
    try expectEqual(require(region(screen)).left, middle.left)
    try expectGreater(require(region(screen)).top, middle.top)
    await screen.press(KeyEvent(.home))
    expectEqual(region(screen)?.left, 0)
    expectEqual(region(screen)?.top, 0)
    await screen.press(KeyEvent(.up), KeyEvent(.left))
    expectEqual(region(screen)?.left, 0)
    expectEqual(region(screen)?.top, 0)
    await screen.press(KeyEvent(.end), KeyEvent(.right), KeyEvent(.down))
    expectEqual(region(screen)?.right, PictureRegion.side)
    expectEqual(region(screen)?.bottom, PictureRegion.side)
    await screen.press(.character("-"), times: 9)
    expectEqual(region(screen), .whole)
    await screen.press(.character("+"), times: 30)
    expectContains(screen.text, "1709%")
    await screen.press(.character("0"))
    expectEqual(region(screen), .whole)
    await screen.press(.character("+"), .character("n"))
    expectPrefix(screen.text, " 안개 속의 강")
    expectEqual(region(screen), .whole)
  }

  @Test("An enlarged part keeps the photo's shape and stays in the photo")
  func shape() {
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
  }

  @Test("Until the fine picture is there, the coarse one stands enlarged in its place")
  func neverBlank() async throws {
    let screen = try await opened()
    var state = screen.state
    _ = state.update(.terminal(.key(.character("+"))), now: state.now)
    let rows = state.frame.grid.text.split(separator: "\n", omittingEmptySubsequences: false)
    for row in rows.dropFirst(2).dropLast() {
      expect(row.contains("▓") || row.contains("░"))
    }
    let kitty = PixelGraphics(.kitty, cell: PixelSize(width: 10, height: 20))
    await screen.send(.learned(TerminalFacts(graphics: kitty)))
    await screen.press(.character("+"))
    expectEqual(screen.state.frame.grid.pictures.count, 1)
    state = screen.state
    _ = state.update(.terminal(.key(.character("l"))), now: state.now)
    expect(state.frame.grid.pictures.isEmpty)
    expectContains(state.frame.grid.text, "░")
  }

  @Test("i tells how and where it was taken")
  func details() async throws {
    let screen = try await ScreenTest(100, 24, entries: try SampleDiary.entries())
    let how = PhotoDetails(
      camera: "Canon EOS 40D", lens: "EF 50mm\u{1B}[31m", exposure: "1/250 s", aperture: "f/2.8",
      iso: 100, focalLength: "50 mm",
      position: .init(latitude: -37.5665, longitude: 126.978, altitude: 38), place: "강가")
    screen.photoActions.report(
      PhotoFileFacts(
        facts: PhotoFacts(
          type: MediaType("image/jpeg"), width: 40, height: 30, taken: "2008-05-30T15:56:01",
          details: how), bytes: 1_234_567))
    await screen.press(KeyEvent(.enter), KeyEvent(.enter), .character("i"))
    for words in [
      "Canon EOS 40D", "EF 50mm␛[31m", "1/250 s · f/2.8", "30 May 2008, 15:56", "강가",
      "37.5665° S 126.9780° E", "40 × 30 pixels, 1.2 MB", "image/jpeg", "fog.jpg",
    ] {
      expectContains(screen.text, words, "\(words)")
    }
    expectContains(screen.text, "░")
    await screen.send(.resize(Size(columns: 40, rows: 12)))
    expectContains(screen.text, "Canon EOS 40D")
    expectContains(screen.text, "image/jpeg")
    await screen.press(.character("p"), .character("p"))
    expectContains(screen.text, "plum.jpg")
    screen.photoActions.report(nil)
    await screen.press(.character("n"))
    expectContains(screen.text, "Couldn't read the file.")
    await screen.press(.character("i"))
    expectContains(screen.text, "░")
  }

  @Test("c edits the caption, u takes it back")
  func caption() async throws {
    let screen = try await opened()
    await screen.press(.character("c"), .control("u"))
    await screen.type("다리 위")
    await screen.press(KeyEvent(.enter))
    expectPrefix(screen.text, " 다리 위")
    let saved = try await screen.service.entries(EntryQuery(limit: 1))
    expectEqual(saved.first?.photos.first?.caption, "다리 위")
    await screen.press(.character("u"))
    expectPrefix(screen.text, " the bridge")
    let history = try await screen.service.history(of: try require(saved.first?.id))
    expectEqual(history.count, 3)
    await screen.press(.character("c"), KeyEvent(.escape))
    expectPrefix(screen.text, " the bridge")
  }

  @Test("A caption that stands in the text is changed there")
  func captionInText() async throws {
    let screen = try await opened()
    await screen.press(.character("n"), .character("c"))
    expectContains(screen.text, "안개 속의 강")
    await screen.press(KeyEvent(.backspace), times: 8)
    await screen.type("새벽")
    await screen.press(KeyEvent(.enter))
    expectPrefix(screen.text, " 새벽")
    let saved = try await screen.service.entries(EntryQuery())
    expectEqual(saved.first?.content.contains("![새벽](photo:"), true)
    await screen.press(.character("q"))
    expectLacks(screen.text, "안개 속의 강")
  }

  @Test("A caption that can't be saved stays in its dialog")
  func captionNotSaved() async throws {
    let screen = try await opened()
    screen.repository.fail(with: .store(path: "/diary", .diskFull))
    await screen.press(.character("c"), .control("u"))
    await screen.type("new words")
    await screen.press(KeyEvent(.enter))
    expectContains(screen.text, "Couldn't do that")
    await screen.press(KeyEvent(.enter))
    expectContains(screen.text, "new words")
    screen.repository.fail(with: nil)
    await screen.type("!")
    await screen.press(KeyEvent(.enter))
    expectEqual(screen.state.screens.count, 2)
    expectPrefix(screen.text, " new words!")
  }

  @Test("While a caption is being saved, keys change nothing, and leaving waits for it")
  func captionBeingSaved() async throws {
    let screen = try await opened()
    await screen.press(.character("c"), .character("!"))
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
  }

  @Test("Leaving from a caption keeps what was typed as a draft; one in the editor, in its draft")
  func captionLeft() async throws {
    let screen = try await opened()
    await screen.press(.character("c"), .control("c"))
    await expect(screen.drafts.kept.isEmpty)
    await screen.press(.character("!"), .control("c"))
    try await expectEqual(
      screen.drafts.kept.map { try $0.fields.photos.at(0).caption }, ["the bridge!"])
    let editing = try await ScreenTest(60, 20, entries: try SampleDiary.entries())
    await editing.press(.character("e"), KeyEvent(.tab), KeyEvent(.tab), KeyEvent(.enter))
    await editing.press(.character("!"), .control("c"))
    try await expectEqual(
      editing.drafts.kept.map { try $0.fields.photos.at(0).caption }, ["the bridge!"])
  }

  @Test("The end of one copy leaves the dialog of the next alone")
  func twoCopies() async throws {
    let screen = try await opened()
    await screen.press(.character("w"))
    var state = screen.state
    func begun(_ key: KeyEvent) -> Int? {
      state.update(.terminal(.key(key)), now: state.now)
        .first { $0.name == "copyOut" }?.argument()
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
  }

  @Test("Another author's captions can't be edited")
  func foreign() async throws {
    let fields = try SampleDiary.entries()[1]
    let time = Timestamp(milliseconds: 0)
    let entry = Entry(
      id: .random(), fields: fields, author: AuthorID("someone"), created: time, modified: time)
    let screen = try await ScreenTest(60, 20, others: [entry])
    await screen.press(KeyEvent(.enter), KeyEvent(.enter), .character("c"))
    expectContains(screen.text, "written by someone else")
  }

  @Test("o opens a copy elsewhere, and says when nothing can")
  func outside() async throws {
    let screen = try await opened()
    await screen.press(.character("o"))
    expectEqual(screen.photoActions.opened, ["bridge.jpg"])
    expectContains(screen.text, "desktop's viewer")
    screen.photoActions.fail(with: .noViewer)
    await screen.press(.character("o"))
    expectContains(screen.text, "install xdg-open or gio")
  }

  @Test("w copies it to a folder, without its place unless asked")
  func copying() async throws {
    let screen = try await opened()
    await screen.press(.character("w"))
    expectContains(screen.text, "~/diary-export")
    expectContains(screen.text, "remove from the copy")
    await screen.press(KeyEvent(.enter))
    expectContains(screen.text, "Copied to /home/me/diary-export/bridge.jpg.")
    expectEqual(screen.photoActions.copies.first?.keepsLocation, false)
    screen.photoActions.fail(with: .notWritten(path: "/mnt", reason: "No space left on device"))
    await screen.press(.character("w"), .control("u"))
    await screen.type("/mnt")
    await screen.press(KeyEvent(.tab), .character(" "))
    expectContains(screen.text, "keep in the copy")
    await screen.press(KeyEvent(.enter))
    expectContains(screen.text, "No space left on device")
    screen.photoActions.fail(with: nil)
    await screen.press(KeyEvent(.enter), KeyEvent(.enter))
    expectEqual(screen.photoActions.copies.last?.folder, "/mnt")
    expectEqual(screen.photoActions.copies.last?.keepsLocation, true)
    await screen.press(.character("w"), KeyEvent(.escape))
    expectPrefix(screen.text, " the bridge")
  }

  @Test("The wheel changes the size, and the sides turn over")
  func mouse() async throws {
    let screen = try await opened()
    let right = Point(column: 58, row: 9)
    await screen.send(.mouse(MouseEvent(.scrollUp, at: right)))
    expectContains(screen.text, "150%")
    await screen.send(.mouse(MouseEvent(.scrollDown, at: right)))
    expectLacks(screen.text, "150%")
    await screen.send(.mouse(MouseEvent(.press, at: right)))
    expectPrefix(screen.text, " 안개 속의 강")
    await screen.send(.mouse(MouseEvent(.press, at: Point(column: 30, row: 9))))
    expectPrefix(screen.text, " 안개 속의 강")
    await screen.send(.mouse(MouseEvent(.press, at: Point(column: 1, row: 9))))
    expectPrefix(screen.text, " the bridge")
  }

  @Test("The neighbors' pictures are made ahead, also those of other entries")
  func ahead() async throws {
    let screen = try await opened()
    let ahead = Set(screen.state.wantedPictures.ahead.map(\.source.path))
    expectEqual(ahead.count, 2)
    let before = screen.state.pictures
    await screen.press(.character("p"))
    let shown = try require(screen.state.wantedPictures.inView.first)
    expect(before[shown] != nil)
  }

  @Test("A photo that is taken out elsewhere goes, and the last one closes the screen")
  func elsewhere() async throws {
    let screen = try await opened()
    let entry = try require(screen.state.list.selectedEntry)
    var fields = entry.fields
    fields.photos.removeFirst()
    var updated = try await screen.service.update(entry.id, to: fields)
    await screen.changeExternally([DiaryChange(.updated, updated)])
    expectPrefix(screen.text, " 안개 속의 강")
    fields.photos = []
    updated = try await screen.service.update(entry.id, to: fields)
    await screen.changeExternally([DiaryChange(.updated, updated)])
    expectContains(screen.text, "아침 일찍")
  }
}
