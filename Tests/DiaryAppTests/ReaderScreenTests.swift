import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("Reading") @MainActor
struct ReaderScreenTests {
  private func opened(_ columns: Int = 60, _ rows: Int = 24) async throws -> ScreenTest {
    try await ScreenTest.sample(columns, rows).press("<Enter>")
  }

  @Test func `The reader is drawn, scrolls, and the arrows change the entry`() async throws {
    try await expectScreen(opened(44, 50), in: "reader")
    var screen = try await opened(44, 14)
    expectShows(screen, "강가 산책, 안개\n")
    let top = screen.text
    await expectNotEqual(screen.press("j").text, top)
    await expectEqual(screen.press("k").text, top)
    await screen.press("<Down><Up> ")
    let page = screen.text
    await expectEqual(screen.press("<PgUp>").text, top)
    await expectEqual(screen.press("<PgDn>").text, page)
    await screen.press("G", shows: "100%", "▣ 2 photos · #산책 #강 · 14 words").press("g")
    expectEqual(screen.text, top)
    await expectNotEqual(screen.mouse(.scrollDown, 3, 3).text, top)
    // ← goes to the earlier entry and → to the later one, and no further.
    screen = try await opened()
    let titles = ["A letter from the north", "첫눈", "The plum tree", "Leaves", "Leaves"]
    for title in titles { await screen.press("<Left>", shows: title) }
    await screen.press("<Right>", shows: "The plum tree").press("q")
    expectEqual(screen.state.list.selectedEntry?.title, "The plum tree")
  }

  @Test func `Tab, Enter and the keys of an entry work while reading`() async throws {
    var screen = try await opened(60, 20)
    // From the top down: the text refers to the second one, the first stands after it.
    try await expectScreen(
      screen.press("<Tab>", shows: "▌").press("<Tab><Enter>"), in: "reader-photos")
    await expectPrefix(screen.press("<Right>", shows: "2 of 2").text, " 안개 속의 강")
    await screen.press("<Right><Left>", shows: "1 of 2").press("<Esc><Tab><Enter>", shows: "2 of 2")
    await screen.press("q<S-Tab><Enter>", shows: "1 of 2")
    // Without a photo Tab does nothing.
    screen = try await opened().press("<Left>")
    let text = screen.text
    await expectEqual(screen.press("<Tab><Enter>").text, text)
    var bitmap = SampleDiary.photo("x.bmp", width: nil, height: nil)
    bitmap.type = MediaType("image/bmp")
    let broken = try SampleDiary.fields("Broken", on: "2026-11-20T07:30", photos: [bitmap])
    screen = try await ScreenTest(entries: [broken])
    await screen.press("<Enter>", shows: "▣ x.bmp · BMP can't be shown yet")
    screen = try await opened().press("e", shows: "Edit entry")
    await screen.press("…<C-s>g<PgDn>", shows: "건넜다.…")
    screen.editor.answer(with: .success(EditedText(title: "다른 제목", content: "본문")))
    await expect(screen.press("Eg", shows: "다른 제목").press("dy").state.screens.isEmpty)
    expectEqual(screen.state.list.selectedEntry?.title, "A letter from the north")
  }

  @Test(
    "A photo of any size has its room",
    arguments: [
      (1, 1), (1, 100_000), (100_000, 1), (.max, 1), (1, .max), (.max, .max), (0, 5), (-3, 4),
    ])
  func anySize(_ width: Int, _ height: Int) async throws {
    let photo = SampleDiary.photo("odd.jpg", width: width, height: height)
    let entry = try SampleDiary.fields("Odd", on: "2026-11-20T07:30", photos: [photo])
    let screen = try await ScreenTest(80, 24, entries: [entry]).press("<Enter><Enter>")
    for size in [Size(columns: 40, rows: 12), Size(columns: 200, rows: 60)] {
      let room = PhotoView.room(for: photo, within: size, screen.state.context)
      expect((0...size.columns).contains(room.columns))
      expect((0...size.rows).contains(room.rows))
    }
  }

  @Test func `Photos in a row, missing and damaged ones too, have their places`() async throws {
    let names = ["one.jpg", "missing.jpg", "damaged.jpg", "four.jpg"]
    let photos = names.map { SampleDiary.photo($0, caption: "caption of \($0)") }
    let text = photos.prefix(3).map { "![](photo:\($0.asset))" }.joined(separator: "\n")
    let entry = try SampleDiary.fields(
      "Row", on: "2026-11-20T07:30", "Before\n\(text)\nAfter", photos: photos)
    let screen = try await ScreenTest(70, 130, entries: [entry]).press("<Enter>")
    let lines = screen.text.split(separator: "\n").map { $0.drop { $0 == " " } }
    let order = [
      "Before", "caption of one.jpg", "caption of missing.jpg", "caption of damaged.jpg", "After",
      "caption of four.jpg",
    ].compactMap { words in lines.firstIndex { $0 == words } }
    expectEqual(order.count, 6)
    expectEqual(order, order.sorted())
    expectShows(screen, "▣ missing.jpg · the file is missing")
    expectShows(screen, "▣ damaged.jpg · the file is damaged")
  }

  @Test func `Shift-Tab and clicks choose photos`() async throws {
    var screen = try await opened(60, 20).press("<S-Tab>")
    let reader = try require(screen.state.screens.front(as: ReaderState.self))
    // The last one from the top down is the one that the text doesn't refer to.
    expectEqual(reader.focusedPhoto, 0)
    await screen.press("g")
    let row = try require(screen.lines.firstIndex { $0.contains("▓") })
    let point = Point(column: 20, row: row)
    await expectShows(screen.mouse(.press, point), "▌")
    await expectPrefix(screen.mouse(.doublePress, point).text, " 안개 속의 강")
    // Tab goes on from a photo that the text refers to twice.
    let photos = [SampleDiary.photo("one.jpg"), SampleDiary.photo("two.jpg")]
    let reference = PhotoReference.markdown(photos[0])
    let entry = try SampleDiary.fields(
      "Twice", on: "2026-11-20T07:30", "\(reference)\n\n\(reference)", photos: photos)
    screen = try await ScreenTest(60, 24, entries: [entry]).press("<Enter><Tab><Tab><Enter>")
    expectPrefix(screen.text, " two.jpg")
  }

  @Test func `A resize requests pictures, and a small screen ignores the mouse`() async throws {
    var screen = try await opened(60, 20).press("G").resize(60, 80)
    expectShows(screen, "강가 산책, 안개", "▓░░░")
    // On a screen that is too small nothing is clicked or pasted.
    screen = try await opened(60, 24).press("e").resize(30, 8).paste("unseen")
    await expectLacks(screen.mouse(.doublePress, 3, 3).resize(60, 24), "unseen")
  }
}

@Suite("Links in the frame") @MainActor
struct ReaderLinkTests {
  private static let content = """
    Go to [the river, where the fog is and the trains go by](https://x.org/강), or \
    [nowhere](javascript:x).

    [[Other]] and <me@x.org>, [a b](<https://x.org/a b>), [c](https://x.org/c\u{202E})
    """

  private func opened(_ content: String, _ columns: Int, keys: String = "") async throws
    -> ScreenTest
  {
    let entry = try SampleDiary.fields("Read", on: "2026-11-20T07:30", content)
    return try await ScreenTest(columns, 24, entries: [entry]).press(keys)
  }

  /// The texts of links on the screen, row by row, with where they lead to.
  private func links(_ screen: ScreenTest) -> [String] {
    let grid = screen.state.frame.grid
    var found: [String] = []
    for row in 0..<grid.size.rows {
      var last: UInt16 = 0
      for cell in grid.row(row) {
        if cell.style.link > 0 {
          let address = grid.address(ofLink: cell.style.link)?.text ?? "?"
          if cell.style.link != last { found.append("\(address) ") }
          found[found.count - 1] += cell.text
        }
        last = cell.style.link
      }
    }
    return found
  }

  @Test func `Links are passed to the terminal, also in the preview`() async throws {
    var screen = try await opened(Self.content, 44, keys: "<Enter>")
    expectEqual(
      links(screen),
      [
        "https://x.org/%EA%B0%95 the river, where the fog is and",
        "https://x.org/%EA%B0%95 the trains go by", "mailto:me@x.org me@x.org",
        "https://x.org/c%E2%80%AE c",
      ])
    expectEqual(screen.state.frame.grid.links.count, 3)
    // What Tab has come to leads where it did.
    let before = links(screen)
    await expectEqual(links(screen.press("<Tab>")), before)
    // The preview has them, too.
    screen = try await opened("See [the river](https://x.org/강).", 100)
    expectEqual(links(screen), ["https://x.org/%EA%B0%95 the river"])
  }
}

@Suite("Matches while reading") @MainActor
struct ReaderMatchTests {
  private func screen(
    _ columns: Int = 60, _ rows: Int = 14, _ fields: EntryFields..., finding query: String
  ) async throws -> ScreenTest {
    try await ScreenTest(columns, rows, entries: fields).press("/").paste(query).press("<Enter>")
  }

  private func marked(_ screen: ScreenTest) -> [String] {
    screen.words(with: [.underline, .bold])
  }

  @Test func `n and N go from match to match, from what is in view`() async throws {
    var text =
      "A **first** snow.\n\n" + String(repeating: "line\n\n", count: 20)
      + "The first *snow* again, and once more a long row that ends in the first snow of all.\n"
    var screen = try await self.screen(
      60, 14, try SampleDiary.fields("Winter", on: "2026-01-02T08:00:00Z", text),
      finding: "\"first snow\"")
    expectShows(screen, " n match 1 of 3")
    expectEqual(marked(screen), ["first snow"])
    await screen.press("n", shows: " n match 2 of 3", "The first snow again")
    await screen.press("nn", shows: " n match 1 of 3", "A first snow.")
    await screen.press("N", shows: " n match 3 of 3")
    // They go on from what is in view.
    text = (1...5).map { "The word \($0).\n\n" + String(repeating: "line\n\n", count: 12) }.joined()
    screen = try await self.screen(
      60, 14, try SampleDiary.fields("Five", on: "2026-01-02T08:00:00Z", text),
      finding: "word")
    await screen.press("nngn", shows: "match 1 of 5").press("GN", shows: "match 5 of 5")
    await screen.press("<PgUp*8>n", shows: "match 3 of 5", "The word 3.")
    // Still in view, it is gone on from.
    await screen.press("<Down>n", shows: "match 4 of 5").mouse(.scrollUp, 5, 5)
    await screen.press("N", shows: "match 3 of 5")
    // In a short text all are in view.
    screen = try await self.screen(
      60, 14, try SampleDiary.fields("Short", on: "2026-01-02T08:00:00Z", "a word, a word"),
      finding: "word")
    await screen.press("ngn", shows: "match 1 of 2").press("GN", shows: "match 2 of 2")
  }

  @Test func `Matches are found by initials, far down and in the next entry`() async throws {
    var screen = try await self.screen(
      80, 24,
      try SampleDiary.fields(
        "김치 담그기", on: "2026-01-02T08:00:00Z", "배추와 고추.\n\n어머니의 김치찌개.",
        photos: [SampleDiary.photo("jar.jpg", caption: "김치 항아리")], tags: ["김치"]), finding: "ㄱㅊ")
    expectEqual(marked(screen).prefix(3), ["김치", "고추", "김치"])
    expectShows(screen, "match 1 of 5")
    // The first match of a long text is come to wherever it is; the keys go on from there.
    let filler = String(repeating: "Nothing of the kind stands in this line.\n\n", count: 30_000)
    let text = filler + "Here is a xylophone.\n\n" + filler + "Another xylophone.\n"
    screen = try await self.screen(
      80, 24, try SampleDiary.fields("Long", on: "2026-01-02T08:00:00Z", text),
      finding: "xylophone")
    expectShows(screen, "Here is a xylophone.", " n next match")
    await screen.press("n", shows: "Another xylophone.").press("n", shows: "Here is a xylophone.")
    await screen.press("N", shows: "Another xylophone.")
    // Next entry is marked, too; without a search the keys do nothing.
    screen = try await ScreenTest.sample(60, 14).press("/it<Enter><Left>")
    expectEqual(marked(screen), ["It"])
    await screen.press("q<Esc><Enter>")
    let before = screen.text
    await expectEqual(screen.press("nN").text, before)
    expect(marked(screen).isEmpty)
  }
}
