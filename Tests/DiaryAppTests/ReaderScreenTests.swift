import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("Reading")
@MainActor
struct ReaderScreenTests {
  private func opened(_ columns: Int = 60, _ rows: Int = 24) async throws -> ScreenTest {
    let screen = try await ScreenTest(columns, rows, entries: try SampleDiary.entries())
    await screen.press(KeyEvent(.enter))
    return screen
  }

  @Test("A photo stands at its place in the text, the others after it")
  func snapshot() async throws {
    let screen = try await opened(44, 50)
    expectScreen(
      screen,
      """
       Diary                     14 words · 1 min
      ────────────────────────────────────────────
        강가 산책, 안개
        Friday 20 November 2026, 07:30 +09:00

        아침 일찍 강가를 걸었다.

        ▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░
        ░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓
        ░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░
        ░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░
        ▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░
        ░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓
        ░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░
        ░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░
        ▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░
        ░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓
        ░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░
        ░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░
        ▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░
        ░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓
        ░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░
        안개 속의 강

        안개가 천천히 걷히고 첫 기차가 다리를 건
        넜다.

        ▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░
        ░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓
        ░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░
        ░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░
        ▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░
        ░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓
        ░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░
        ░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░
        ▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░
        ░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓
        ░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░
        ░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░
        ▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░
        ░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓
        ░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░
        the bridge

        ▣ 2 photos · #산책 #강 · 14 words




       q back  ← earlier  → later  e edit  ? keys
      """)
  }

  @Test("It scrolls, and says how far it is")
  func scrolling() async throws {
    let screen = try await opened(44, 14)
    expectContains(screen.text, "강가 산책, 안개\n")
    let top = screen.text
    await screen.press(.character("j"))
    expectNotEqual(screen.text, top)
    await screen.press(.character("k"))
    expectEqual(screen.text, top)
    await screen.press(KeyEvent(.down), KeyEvent(.up), .character(" "))
    let page = screen.text
    await screen.press(KeyEvent(.pageUp))
    expectEqual(screen.text, top)
    await screen.press(KeyEvent(.pageDown))
    expectEqual(screen.text, page)
    await screen.press(.character("G"))
    expectContains(screen.text, "100%")
    expectContains(screen.text, "▣ 2 photos · #산책 #강 · 14 words")
    await screen.press(.character("g"))
    expectEqual(screen.text, top)
    await screen.send(.mouse(MouseEvent(.scrollDown, at: Point(column: 3, row: 3))))
    expectNotEqual(screen.text, top)
  }

  @Test("← goes to the earlier entry and → to the later one, and no further")
  func turning() async throws {
    let screen = try await opened()
    let titles = ["A letter from the north", "첫눈", "The plum tree", "Leaves", "Leaves"]
    for title in titles {
      await screen.press(KeyEvent(.left))
      expectContains(screen.text, title)
    }
    await screen.press(KeyEvent(.right))
    expectContains(screen.text, "The plum tree")
    await screen.press(.character("q"))
    expectEqual(screen.state.list.selectedEntry?.title, "The plum tree")
  }

  @Test("Tab goes from photo to photo, Enter opens the one it has come to")
  func photos() async throws {
    let screen = try await opened(60, 20)
    // From the top down: the text refers to the second one, the first stands after it.
    await screen.press(KeyEvent(.tab))
    expectContains(screen.text, "▌")
    await screen.press(KeyEvent(.tab), KeyEvent(.enter))
    expectScreen(
      screen,
      """
       the bridge                                 40 × 30  1 of 2
      ────────────────────────────────────────────────────────────
             ▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓
             ░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░
             ░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░
             ░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░
             ▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓
             ░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░
             ░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░
             ░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░
             ▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓
             ░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░
             ░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░
             ░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░
             ▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓
             ░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░
             ░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░
             ░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░
             ▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓░░░▓
       q back  p earlier  n later  + larger  i details  ? keys
      """)
    await screen.press(KeyEvent(.right))
    expectPrefix(screen.text, " 안개 속의 강")
    expectContains(screen.text, "2 of 2")
    await screen.press(KeyEvent(.right), KeyEvent(.left))
    expectContains(screen.text, "1 of 2")
    await screen.press(KeyEvent(.escape), KeyEvent(.tab), KeyEvent(.enter))
    expectContains(screen.text, "2 of 2")
    await screen.press(.character("q"), KeyEvent(.tab, .shift), KeyEvent(.enter))
    expectContains(screen.text, "1 of 2")
  }

  @Test("An entry without photos has none to open")
  func noPhotos() async throws {
    let screen = try await opened()
    await screen.press(KeyEvent(.left))
    let text = screen.text
    await screen.press(KeyEvent(.tab), KeyEvent(.enter))
    expectEqual(screen.text, text)
  }

  @Test("A photo that can't be shown says why in its place")
  func placeholders() async throws {
    var bitmap = SampleDiary.photo("x.bmp", width: nil, height: nil)
    bitmap.type = MediaType("image/bmp")
    let entry = try SampleDiary.fields(
      "Broken", on: "2026-11-20T07:30:00+09:00", photos: [bitmap])
    let screen = try await ScreenTest(entries: [entry])
    await screen.press(KeyEvent(.enter))
    expectContains(screen.text, "▣ x.bmp · BMP can't be shown yet")
  }

  @Test("e edits, d deletes and comes back to the list")
  func changing() async throws {
    let screen = try await opened()
    await screen.press(.character("e"))
    expectContains(screen.text, "Edit entry")
    await screen.type("…")
    await screen.press(.control("s"), .character("g"), KeyEvent(.pageDown))
    expectContains(screen.text, "건넜다.…")
    screen.editor.answer(with: .success(EditedText(title: "다른 제목", content: "본문")))
    await screen.press(.character("E"), .character("g"))
    expectContains(screen.text, "다른 제목")
    await screen.press(.character("d"), .character("y"))
    expect(screen.state.screens.isEmpty)
    expectEqual(screen.state.list.selectedEntry?.title, "A letter from the north")
  }

  @Test(
    "A photo of any size has its room",
    arguments: [
      (1, 1), (1, 100_000), (100_000, 1), (.max, 1), (1, .max), (.max, .max), (0, 5), (-3, 4),
    ])
  func anySize(_ width: Int, _ height: Int) async throws {
    let photo = SampleDiary.photo("odd.jpg", width: width, height: height)
    let entry = try SampleDiary.fields("Odd", on: "2026-11-20T07:30:00+09:00", photos: [photo])
    let screen = try await ScreenTest(80, 24, entries: [entry])
    await screen.press(KeyEvent(.enter), KeyEvent(.enter))
    for size in [Size(columns: 40, rows: 12), Size(columns: 200, rows: 60)] {
      let room = PhotoView.room(for: photo, within: size, screen.state.context)
      expect((0...size.columns).contains(room.columns))
      expect((0...size.rows).contains(room.rows))
    }
  }

  @Test("Photos in a row, with captions, missing and damaged ones: each has its place")
  func several() async throws {
    let names = ["one.jpg", "missing.jpg", "damaged.jpg", "four.jpg"]
    let photos = names.map { SampleDiary.photo($0, caption: "caption of \($0)") }
    let text = photos.prefix(3).map { "![](photo:\($0.asset))" }.joined(separator: "\n")
    let entry = try SampleDiary.fields(
      "Row", on: "2026-11-20T07:30:00+09:00", "Before\n\(text)\nAfter", photos: photos)
    let screen = try await ScreenTest(70, 130, entries: [entry])
    await screen.press(KeyEvent(.enter))
    let lines = screen.text.split(separator: "\n").map { $0.drop { $0 == " " } }
    let order = [
      "Before", "caption of one.jpg", "caption of missing.jpg", "caption of damaged.jpg", "After",
      "caption of four.jpg",
    ].compactMap { words in lines.firstIndex { $0 == words } }
    expectEqual(order.count, 6)
    expectEqual(order, order.sorted())
    expectContains(screen.text, "▣ missing.jpg · the file is missing")
    expectContains(screen.text, "▣ damaged.jpg · the file is damaged")
  }

  @Test("Shift-Tab goes back, a click selects the photo under it, two open it")
  func choosing() async throws {
    let screen = try await opened(60, 20)
    await screen.press(KeyEvent(.tab, .shift))
    guard let reader = screen.state.screens.front(as: ReaderState.self) else {
      fail("No reader is open.")
      return
    }
    // The last one from the top down is the one that the text doesn't refer to.
    expectEqual(reader.focusedPhoto, 0)
    await screen.press(.character("g"))
    let row = try require(
      screen.text.split(separator: "\n", omittingEmptySubsequences: false)
        .firstIndex { $0.contains("▓") })
    let point = Point(column: 20, row: row)
    await screen.send(.mouse(MouseEvent(.press, at: point)))
    expectContains(screen.text, "▌")
    await screen.send(.mouse(MouseEvent(.doublePress, at: point)))
    expectPrefix(screen.text, " 안개 속의 강")
  }

  @Test("Tab goes on from a photo that the text refers to twice")
  func referredToTwice() async throws {
    let photos = [SampleDiary.photo("one.jpg"), SampleDiary.photo("two.jpg")]
    let reference = PhotoReference.markdown(photos[0])
    let entry = try SampleDiary.fields(
      "Twice", on: "2026-11-20T07:30:00+09:00", "\(reference)\n\n\(reference)", photos: photos)
    let screen = try await ScreenTest(60, 24, entries: [entry])
    await screen.press(KeyEvent(.enter), KeyEvent(.tab), KeyEvent(.tab), KeyEvent(.enter))
    expectPrefix(screen.text, " two.jpg")
  }

  @Test("A screen that grows below the end asks for what comes into view above")
  func grownAtTheEnd() async throws {
    let screen = try await opened(60, 20)
    await screen.press(.character("G"))
    await screen.send(.resize(Size(columns: 60, rows: 80)))
    expectLacks(screen.text, "…")
    expectContains(screen.text, "강가 산책, 안개")
    expectContains(screen.text, "▓░░░")
  }

  @Test("On a screen that is too small nothing is clicked or pasted")
  func tooSmall() async throws {
    let screen = try await opened(60, 24)
    await screen.press(.character("e"))
    await screen.send(.resize(Size(columns: 30, rows: 8)))
    await screen.send(.paste("unseen"))
    await screen.send(.mouse(MouseEvent(.doublePress, at: Point(column: 3, row: 3))))
    await screen.send(.resize(Size(columns: 60, rows: 24)))
    expectLacks(screen.text, "unseen")
  }
}
