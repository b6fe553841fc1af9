import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("Looking at a photo", .timeLimit(.minutes(30)))
@MainActor
struct ViewerScreenTests {
  /// The reader's first photo of the newest entry, over the whole screen.
  private func opened(_ columns: Int = 60, _ rows: Int = 20) async throws -> ScreenTest {
    let screen = try await ScreenTest(columns, rows, entries: try SampleDiary.entries())
    await screen.press(KeyEvent(.enter), KeyEvent(.tab), KeyEvent(.tab), KeyEvent(.enter))
    #expect(screen.text.hasPrefix(" the bridge"))
    return screen
  }

  private func region(_ screen: ScreenTest) -> PictureRegion? {
    screen.state.wantedPictures.inView.last?.region
  }

  @Test("It goes across entries, over those without photos, and says where it ends")
  func across() async throws {
    let screen = try await opened()
    await screen.press(.character("p"))
    #expect(screen.text.hasPrefix(" plum.jpg"))
    await screen.press(KeyEvent(.left))
    #expect(screen.text.hasPrefix(" plum.jpg"))
    #expect(screen.text.contains("This is the oldest photo."))
    await screen.press(.character("n"))
    #expect(screen.text.hasPrefix(" the bridge"))
    await screen.press(KeyEvent(.right))
    #expect(screen.text.hasPrefix(" 안개 속의 강"))
    await screen.press(.character("n"))
    #expect(screen.text.contains("This is the newest photo."))
    #expect(screen.text.hasPrefix(" 안개 속의 강"))
    await screen.press(.character("p"), KeyEvent(.left))
    #expect(screen.text.hasPrefix(" plum.jpg"))
  }

  @Test("Back is where one was, Enter is the entry that has the photo")
  func leaving() async throws {
    let screen = try await ScreenTest(60, 20, entries: try SampleDiary.entries())
    await screen.press(KeyEvent(.enter), KeyEvent(.tab))
    let reader = screen.text
    await screen.press(KeyEvent(.enter), .character("p"), .character("p"))
    #expect(screen.text.hasPrefix(" plum.jpg"))
    await screen.press(.character("q"))
    #expect(screen.text == reader)
    await screen.press(KeyEvent(.enter), .character("p"), .character("p"), KeyEvent(.enter))
    #expect(screen.text.contains("It has buds already."))
    await screen.press(KeyEvent(.escape))
    #expect(screen.state.screens.isEmpty)
    #expect(screen.state.list.selectedEntry?.title == "The plum tree")
  }

  @Test("From a search it goes among what was found")
  func found() async throws {
    let screen = try await ScreenTest(60, 20, entries: try SampleDiary.entries())
    await screen.press(.character("/"))
    await screen.type("안개")
    await screen.press(KeyEvent(.enter), KeyEvent(.enter), .character("n"))
    #expect(screen.text.contains("This is the newest photo found."))
    await screen.press(.character("p"), .character("p"))
    #expect(screen.text.contains("This is the oldest photo found."))
  }

  @Test("+ and - change its size, 0 shows it whole, and the arrows move what is in view")
  func zooming() async throws {
    let screen = try await opened()
    #expect(region(screen) == .whole)
    await screen.press(.character("+"))
    #expect(screen.text.contains("150%"))
    await screen.press(.character("="), .character("+"))
    let middle = try #require(region(screen))
    #expect(middle.right - middle.left < PictureRegion.side / 2)
    #expect(abs(middle.left + middle.right - PictureRegion.side) <= 2)
    await screen.press(KeyEvent(.right))
    #expect(try #require(region(screen)).left > middle.left)
    await screen.press(.character("h"), .character("j"))
    #expect(try #require(region(screen)).left == middle.left)
    #expect(try #require(region(screen)).top > middle.top)
    await screen.press(KeyEvent(.home))
    #expect(region(screen)?.left == 0 && region(screen)?.top == 0)
    await screen.press(KeyEvent(.up), KeyEvent(.left))
    #expect(region(screen)?.left == 0 && region(screen)?.top == 0)
    await screen.press(KeyEvent(.end), KeyEvent(.right), KeyEvent(.down))
    #expect(region(screen)?.right == PictureRegion.side)
    #expect(region(screen)?.bottom == PictureRegion.side)
    await screen.press(.character("-"), times: 9)
    #expect(region(screen) == .whole)
    await screen.press(.character("+"), times: 30)
    #expect(screen.text.contains("1709%"))
    await screen.press(.character("0"))
    #expect(region(screen) == .whole)
    await screen.press(.character("+"), .character("n"))
    #expect(screen.text.hasPrefix(" 안개 속의 강"))
    #expect(region(screen) == .whole)
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
          #expect(view.rect.intersection(body) == view.rect)
          let width = Double(view.region.right - view.region.left) * Double(whole.columns)
          let height = Double(view.region.bottom - view.region.top) * Double(whole.rows)
          let shape = width / height * Double(view.rect.rows) / Double(view.rect.columns)
          #expect((0.85...1.15).contains(shape), "\(whole) \(zoom)")
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
      #expect(row.contains("▓") || row.contains("░"))
    }
    let kitty = PixelGraphics(.kitty, cell: PixelSize(width: 10, height: 20))
    await screen.send(.learned(TerminalFacts(graphics: kitty)))
    await screen.press(.character("+"))
    #expect(screen.state.frame.grid.pictures.count == 1)
    state = screen.state
    _ = state.update(.terminal(.key(.character("l"))), now: state.now)
    #expect(state.frame.grid.pictures.isEmpty)
    #expect(state.frame.grid.text.contains("░"))
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
      #expect(screen.text.contains(words), "\(words)")
    }
    #expect(screen.text.contains("░"))
    await screen.send(.resize(Size(columns: 40, rows: 12)))
    #expect(screen.text.contains("Canon EOS 40D"))
    #expect(screen.text.contains("image/jpeg"))
    await screen.press(.character("p"), .character("p"))
    #expect(screen.text.contains("plum.jpg"))
    screen.photoActions.report(nil)
    await screen.press(.character("n"))
    #expect(screen.text.contains("Couldn't read the file."))
    await screen.press(.character("i"))
    #expect(screen.text.contains("░"))
  }

  @Test("c edits the caption, u takes it back")
  func caption() async throws {
    let screen = try await opened()
    await screen.press(.character("c"), .control("u"))
    await screen.type("다리 위")
    await screen.press(KeyEvent(.enter))
    #expect(screen.text.hasPrefix(" 다리 위"))
    let saved = try await screen.service.entries(EntryQuery(limit: 1))
    #expect(saved.first?.photos.first?.caption == "다리 위")
    await screen.press(.character("u"))
    #expect(screen.text.hasPrefix(" the bridge"))
    let history = try await screen.service.history(of: try #require(saved.first?.id))
    #expect(history.count == 3)
    await screen.press(.character("c"), KeyEvent(.escape))
    #expect(screen.text.hasPrefix(" the bridge"))
  }

  @Test("A caption that stands in the text is changed there")
  func captionInText() async throws {
    let screen = try await opened()
    await screen.press(.character("n"), .character("c"))
    #expect(screen.text.contains("안개 속의 강"))
    await screen.press(KeyEvent(.backspace), times: 8)
    await screen.type("새벽")
    await screen.press(KeyEvent(.enter))
    #expect(screen.text.hasPrefix(" 새벽"))
    let saved = try await screen.service.entries(EntryQuery())
    #expect(saved.first?.content.contains("![새벽](photo:") == true)
    await screen.press(.character("q"))
    #expect(!screen.text.contains("안개 속의 강"))
  }

  @Test("A caption that can't be saved stays in its dialog")
  func captionNotSaved() async throws {
    let screen = try await opened()
    screen.repository.fail(with: .store(path: "/diary", .diskFull))
    await screen.press(.character("c"), .control("u"))
    await screen.type("new words")
    await screen.press(KeyEvent(.enter))
    #expect(screen.text.contains("Couldn't do that"))
    await screen.press(KeyEvent(.enter))
    #expect(screen.text.contains("new words"))
    screen.repository.fail(with: nil)
    await screen.type("!")
    await screen.press(KeyEvent(.enter))
    #expect(screen.state.screens.count == 2)
    #expect(screen.text.hasPrefix(" new words!"))
  }

  @Test("While a caption is being saved, keys change nothing, and leaving waits for it")
  func captionBeingSaved() async throws {
    let screen = try await opened()
    await screen.press(.character("c"), .character("!"))
    var state = screen.state
    func effects(_ message: Message) -> [Effect] { state.update(message, now: state.now) }
    func isRewrite(_ effect: Effect) -> Bool { effect.name == "rewrite" }
    #expect(effects(.terminal(.key(KeyEvent(.enter)))).contains(where: isRewrite))
    for event in [TerminalEvent.key(KeyEvent(.enter)), .key(.character("x")), .paste("pasted")] {
      #expect(!effects(.terminal(event)).contains(where: isRewrite))
    }
    #expect(state.frame.grid.text.contains("saving…"))
    #expect(!effects(.terminal(.terminate)).contains(.leave))
    let after = effects(.saveFailed(.store(path: "/diary", .diskFull)))
    #expect(after.contains(.leave))
    let drafts = after.compactMap { $0.argument(Draft.self) }
    #expect(try drafts.map { try $0.fields.photos.at(0).caption } == ["the bridge!"])
    let entry = try #require(screen.state.list.selectedEntry)
    #expect(drafts.first?.entry == entry.id)
    #expect(drafts.first?.base == entry.heads)
  }

  @Test("Leaving from a caption keeps what was typed as a draft; one in the editor, in its draft")
  func captionLeft() async throws {
    let screen = try await opened()
    await screen.press(.character("c"), .control("c"))
    #expect(await screen.drafts.kept.isEmpty)
    await screen.press(.character("!"), .control("c"))
    #expect(
      try await screen.drafts.kept.map { try $0.fields.photos.at(0).caption } == ["the bridge!"])
    let editing = try await ScreenTest(60, 20, entries: try SampleDiary.entries())
    await editing.press(.character("e"), KeyEvent(.tab), KeyEvent(.tab), KeyEvent(.enter))
    await editing.press(.character("!"), .control("c"))
    #expect(
      try await editing.drafts.kept.map { try $0.fields.photos.at(0).caption } == ["the bridge!"])
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
    let first = try #require(begun(KeyEvent(.enter)))
    #expect(begun(KeyEvent(.enter)) == nil)
    _ = begun(KeyEvent(.escape))
    _ = begun(.character("w"))
    let second = try #require(begun(KeyEvent(.enter)))
    _ = state.update(.copiedOut(.success("/a.jpg"), requestID: first), now: state.now)
    #expect(state.frame.grid.text.contains("Copying…"))
    _ = state.update(.copiedOut(.success("/b.jpg"), requestID: second), now: state.now)
    #expect(!state.frame.grid.text.contains("Copying…"))
  }

  @Test("Another author's captions can't be edited")
  func foreign() async throws {
    let fields = try SampleDiary.entries()[1]
    let time = Timestamp(milliseconds: 0)
    let entry = Entry(
      id: .random(), fields: fields, author: AuthorID("someone"), created: time, modified: time)
    let screen = try await ScreenTest(60, 20, others: [entry])
    await screen.press(KeyEvent(.enter), KeyEvent(.enter), .character("c"))
    #expect(screen.text.contains("written by someone else"))
  }

  @Test("o opens a copy elsewhere, and says when nothing can")
  func outside() async throws {
    let screen = try await opened()
    await screen.press(.character("o"))
    #expect(screen.photoActions.opened == ["bridge.jpg"])
    #expect(screen.text.contains("desktop's viewer"))
    screen.photoActions.fail(with: .noViewer)
    await screen.press(.character("o"))
    #expect(screen.text.contains("install xdg-open or gio"))
  }

  @Test("w copies it to a folder, without its place unless asked")
  func copying() async throws {
    let screen = try await opened()
    await screen.press(.character("w"))
    #expect(screen.text.contains("~/diary-export"))
    #expect(screen.text.contains("remove from the copy"))
    await screen.press(KeyEvent(.enter))
    #expect(screen.text.contains("Copied to /home/me/diary-export/bridge.jpg."))
    #expect(screen.photoActions.copies.first?.keepsLocation == false)
    screen.photoActions.fail(with: .notWritten(path: "/mnt", reason: "No space left on device"))
    await screen.press(.character("w"), .control("u"))
    await screen.type("/mnt")
    await screen.press(KeyEvent(.tab), .character(" "))
    #expect(screen.text.contains("keep in the copy"))
    await screen.press(KeyEvent(.enter))
    #expect(screen.text.contains("No space left on device"))
    screen.photoActions.fail(with: nil)
    await screen.press(KeyEvent(.enter), KeyEvent(.enter))
    #expect(screen.photoActions.copies.last?.folder == "/mnt")
    #expect(screen.photoActions.copies.last?.keepsLocation == true)
    await screen.press(.character("w"), KeyEvent(.escape))
    #expect(screen.text.hasPrefix(" the bridge"))
  }

  @Test("The wheel changes the size, and the sides turn over")
  func mouse() async throws {
    let screen = try await opened()
    let right = Point(column: 58, row: 9)
    await screen.send(.mouse(MouseEvent(.scrollUp, at: right)))
    #expect(screen.text.contains("150%"))
    await screen.send(.mouse(MouseEvent(.scrollDown, at: right)))
    #expect(!screen.text.contains("150%"))
    await screen.send(.mouse(MouseEvent(.press, at: right)))
    #expect(screen.text.hasPrefix(" 안개 속의 강"))
    await screen.send(.mouse(MouseEvent(.press, at: Point(column: 30, row: 9))))
    #expect(screen.text.hasPrefix(" 안개 속의 강"))
    await screen.send(.mouse(MouseEvent(.press, at: Point(column: 1, row: 9))))
    #expect(screen.text.hasPrefix(" the bridge"))
  }

  @Test("The neighbors' pictures are made ahead, also those of other entries")
  func ahead() async throws {
    let screen = try await opened()
    let ahead = Set(screen.state.wantedPictures.ahead.map(\.source.path))
    #expect(ahead.count == 2)
    let before = screen.state.pictures
    await screen.press(.character("p"))
    let shown = try #require(screen.state.wantedPictures.inView.first)
    #expect(before[shown] != nil)
  }

  @Test("A photo that is taken out elsewhere goes, and the last one closes the screen")
  func elsewhere() async throws {
    let screen = try await opened()
    let entry = try #require(screen.state.list.selectedEntry)
    var fields = entry.fields
    fields.photos.removeFirst()
    var updated = try await screen.service.update(entry.id, to: fields)
    await screen.changeExternally([DiaryChange(.updated, updated)])
    #expect(screen.text.hasPrefix(" 안개 속의 강"))
    fields.photos = []
    updated = try await screen.service.update(entry.id, to: fields)
    await screen.changeExternally([DiaryChange(.updated, updated)])
    #expect(screen.text.contains("아침 일찍"))
  }
}
