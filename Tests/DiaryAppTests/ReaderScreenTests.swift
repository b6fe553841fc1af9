import DiaryCore
import TerminalUI
import TestSupport
import Testing
import Text

@testable import DiaryApp

@Suite("Reading") @MainActor struct ReaderScreenTests {
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
    screen = try await opened()
    let titles = ["A letter from the north", "첫눈", "The plum tree", "Leaves", "Leaves"]
    for title in titles { await screen.press("<Left>", shows: title) }
    await screen.press("<Right>", shows: "The plum tree").press("q")
    expectEqual(screen.state.list.selectedEntry?.title, "The plum tree")
  }

  @Test func `An entry that is no longer shared says so once`() async throws {
    let screen = try await opened(60, 50)
    var entry = try require(screen.state.list.selectedEntry)
    entry.isUnshared = true
    await screen.changeExternally([DiaryChange(.updated, entry)])
    expectShows(screen, "Not shared: it's only on this machine.", lacks: "not shared")
    await screen.press("q", shows: "not shared")
  }

  @Test func `Tab, Enter and the keys of an entry work while reading`() async throws {
    var screen = try await opened(60, 20)
    // The text refers to the second photo, so the first is after the text.
    try await expectScreen(
      screen.press("<Tab>", shows: "▌").press("<Tab><Enter>"), in: "reader-photos")
    await expectPrefix(screen.press("<Right>", shows: "2 of 2").text, " 안개 속의 강")
    await screen.press("<Right><Left>", shows: "1 of 2").press("<Esc><Tab><Enter>", shows: "2 of 2")
    await screen.press("q<S-Tab><Enter>", shows: "1 of 2")
    screen = try await opened().press("<Left>")
    let text = screen.text
    await expectEqual(screen.press("<Tab><Enter>").text, text)
    var unknown = SampleDiary.photo("x.jp2", width: nil, height: nil)
    unknown.type = MediaType("image/jp2")
    let broken = try SampleDiary.fields("Broken", on: "2026-11-20T07:30", photos: [unknown])
    screen = try await ScreenTest(entries: [broken])
    await screen.press("<Enter>", shows: "▤ x.jp2 · JP2 can't be shown yet")
    screen = try await opened().press("e", shows: "Edit entry")
    await screen.press("…<C-s>g<PgDn>", shows: "건넜다.…")
    screen.editor.answer = EditorResult(EditedText(title: "다른 제목", content: "본문"))
    await expect(screen.press("Eg", shows: "다른 제목").press("dy").state.screens.isEmpty)
    expectEqual(screen.state.list.selectedEntry?.title, "A letter from the north")
  }

  @Test(arguments: [
    (1, 1), (1, 100_000), (100_000, 1), (.max, 1), (1, .max), (.max, .max), (0, 5), (-3, 4),
  ])
  func `a photo of any size fits its space`(_ width: Int, _ height: Int) async throws {
    let photo = SampleDiary.photo("odd.jpg", width: width, height: height)
    let entry = try SampleDiary.fields("Odd", on: "2026-11-20T07:30", photos: [photo])
    let screen = try await ScreenTest(80, 24, entries: [entry]).press("<Enter><Enter>")
    for size in [Size(columns: 40, rows: 12), Size(columns: 200, rows: 60)] {
      let space = PhotoView.space(for: photo, within: size, screen.state)
      expect((0...size.columns).contains(space.columns))
      expect((0...size.rows).contains(space.rows))
    }
  }

  @Test func `Photos in a row, also missing and damaged ones, are in order`() async throws {
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

  @Test func `Shift-Tab and clicks select photos`() async throws {
    var screen = try await opened(60, 20).press("<S-Tab>")
    let reader = try require(screen.state.screens.front(as: ReaderState.self))
    // The last photo on the screen is the one that the text doesn't refer to.
    expectEqual(reader.focusedPhoto, 0)
    await screen.press("g")
    let row = try require(screen.lines.firstIndex { $0.contains("▓") })
    let point = Point(column: 20, row: row)
    await expectShows(screen.mouse(.press, point), "▌")
    await expectPrefix(screen.mouse(.doublePress, point).text, " 안개 속의 강")
    // Tab moves on from a photo that the text refers to twice.
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
    screen = try await opened(60, 24).press("e").resize(30, 8).paste("unseen")
    await screen.mouse(.doublePress, Point(column: 3, row: 3)).press("!")
    await expectShows(screen.resize(60, 24), "건넜다.unseen!")
  }
}

@Suite("Links in the frame") @MainActor struct ReaderLinkTests {
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

  /// The addresses and texts of links on the screen, row by row.
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
    // A selected link keeps its address.
    let before = links(screen)
    await expectEqual(links(screen.press("<Tab>")), before)
    screen = try await opened("See [the river](https://x.org/강).", 100)
    expectEqual(links(screen), ["https://x.org/%EA%B0%95 the river"])
  }
}

@Suite("Matches while reading") @MainActor struct ReaderMatchTests {
  private func screen(
    _ columns: Int, _ rows: Int, _ title: String, _ text: String, photos: [Photo] = [],
    tags: [String] = [], finding query: String
  ) async throws -> ScreenTest {
    let fields = try SampleDiary.fields(
      title, on: "2026-01-02T08:00:00Z", text, photos: photos, tags: tags)
    return try await ScreenTest(columns, rows, entries: [fields]).press("/").paste(query)
      .press("<Enter>")
  }

  private func marked(_ screen: ScreenTest) -> [String] { screen.words(with: [.underline, .bold]) }

  @Test func `n and N move between matches, starting from the visible ones`() async throws {
    var text =
      "A **first** snow.\n\n" + String(repeating: "line\n\n", count: 20)
      + "The first *snow* again, and once more a long row that ends in the first snow of all.\n"
    var screen = try await self.screen(60, 14, "Winter", text, finding: "\"first snow\"")
    expectShows(screen, " n match 1 of 3")
    expectEqual(marked(screen), ["first snow"])
    await screen.press("n", shows: " n match 2 of 3", "The first snow again")
    await screen.press("nn", shows: " n match 1 of 3", "A first snow.")
    await screen.press("N", shows: " n match 3 of 3")
    text = (1...5).map { "The word \($0).\n\n" + String(repeating: "line\n\n", count: 12) }.joined()
    screen = try await self.screen(60, 14, "Five", text, finding: "word")
    await screen.press("nngn", shows: "match 1 of 5").press("GN", shows: "match 5 of 5")
    await screen.press("<PgUp*8>n", shows: "match 3 of 5", "The word 3.")
    await screen.press("<Down>n", shows: "match 4 of 5").mouse(.scrollUp, 5, 5)
    await screen.press("N", shows: "match 3 of 5")
    screen = try await self.screen(60, 14, "Short", "a word, a word", finding: "word")
    await screen.press("ngn", shows: "match 1 of 2").press("GN", shows: "match 2 of 2")
  }

  @Test func `The reader searches the entry as it is typed, until Esc`() async throws {
    let text = "A snow.\n\n" + String(repeating: "line\n\n", count: 20) + "Snow again.\n"
    let fields = try SampleDiary.fields("Winter", on: "2026-11-20T07:30", text)
    let screen = try await ScreenTest(60, 14, entries: [fields]).press("<Enter>")
    let before = screen.text
    await screen.press("n", shows: "Press / to search this entry first.")
    await screen.press("/snow", shows: "/ snow", "1 of 2", "Enter find   Esc end search")
    expectEqual(screen.cursor, Point(column: 7, row: 0))
    expectEqual(marked(screen), ["snow"])
    await screen.press("<Enter>", shows: "n match 1 of 2   Esc end search")
    await screen.press("n", shows: "match 2 of 2", "Snow again.").press("N", shows: "A snow.")
    await expectEqual(screen.press("<Esc>g").text, before)
    await screen.press("/again", shows: "Snow again.", "1 of 1")
    await expectEqual(screen.press("<Esc>").text, before)
    await screen.press("/").paste("fog").press("<Enter>", shows: "“fog” not found.")
    await expect(screen.press("<Esc><Esc>").state.screens.isEmpty)
    await screen.press("/winter<Enter>", shows: "match 1 of 1")
    await screen.press("/line<Enter>", shows: "match 1 of 20")
    expectEqual(Set(marked(screen)), ["line"])
    await screen.press("<Esc>", lacks: "match").press("<Esc>", shows: " winter ", "1 entry")
  }

  @Test func `y copies the focused photo's path or link, else the text`() async throws {
    let fields = try SampleDiary.fields(
      "Fog", on: "2026-11-20T07:30", "A [map](https://x.org/a).", photos: [SampleDiary.fog])
    let screen = try await ScreenTest(60, 24, entries: [fields]).press("y<Enter>y", shows: "Copied")
    let text = "Fog\n\nA [map](https://x.org/a)."
    expectEqual(screen.terminalEffects, [.copy(text), .copy(text)])
    await screen.press("<Tab>", shows: "y copy link").press("y")
    expectEqual(screen.terminalEffects.last, .copy("https://x.org/a"))
    let path = screen.state.assetPath(SampleDiary.fog)
    await screen.press("<Tab>", shows: "y copy path").press("y")
    expectEqual(screen.terminalEffects.last, .copy(path))
    await screen.press("<Enter>y", shows: "Copied")
    expectEqual(screen.terminalEffects.count, 5)
    expectEqual(screen.terminalEffects.last, .copy(path))
  }

  @Test func `Half pages, pages and letters move as in vi and less`() async throws {
    let text = String(repeating: "line\n\n", count: 40)
    let entries = [
      try SampleDiary.fields("Older", on: "2026-11-19T07:30", text),
      try SampleDiary.fields("Newer", on: "2026-11-20T07:30", text),
    ]
    let screen = try await ScreenTest(60, 23, entries: entries).press("<Enter>")
    func top() -> Int? { screen.state.screens.front(as: ReaderState.self)?.scroll.top }
    let steps = [
      ("<C-d>", 10), ("<C-d>", 20), ("<C-u>", 10), ("<C-f>", 28), ("<C-b>", 10), ("gg", 0),
    ]
    for (key, row) in steps {
      await screen.press(key)
      expectEqual(top(), row, "\(key)")
    }
    await screen.press("h", shows: "Older").press("l", shows: "Newer")
  }

  @Test func `Matches are found by initials, far down and in the next entry`() async throws {
    var screen = try await self.screen(
      80, 24, "김치 담그기", "배추와 고추.\n\n어머니의 김치찌개.",
      photos: [SampleDiary.photo("jar.jpg", caption: "김치 항아리")], tags: ["김치"], finding: "ㄱㅊ")
    expectEqual(marked(screen).prefix(3), ["김치", "고추", "김치"])
    expectShows(screen, "match 1 of 5")
    let filler = String(repeating: "Nothing of the kind stands in this line.\n\n", count: 30_000)
    let text = filler + "Here is a xylophone.\n\n" + filler + "Another xylophone.\n"
    screen = try await self.screen(80, 24, "Long", text, finding: "xylophone")
    expectShows(screen, "Here is a xylophone.", " n next match")
    await screen.press("n", shows: "Another xylophone.").press("n", shows: "Here is a xylophone.")
    await screen.press("N", shows: "Another xylophone.")
    screen = try await ScreenTest.sample(60, 14).press("/it<Enter><Left>")
    expectEqual(marked(screen), ["It"])
    await screen.press("q<Esc><Enter>")
    await screen.press("nN", shows: "Press / to search this entry first.")
    expect(marked(screen).isEmpty)
  }
}

@Suite("Reading Markdown") @MainActor struct ReaderMarkdownTests {
  private static let date = "2026-11-20T07:30:00+09:00"

  private func opened(
    _ content: String, photos: [Photo] = [], others: [EntryFields] = [], _ columns: Int = 60,
    _ rows: Int = 24
  ) async throws -> ScreenTest {
    let entry = try SampleDiary.fields("Read", on: Self.date, content, photos: photos)
    return try await ScreenTest(columns, rows, entries: others + [entry]).press("<Enter>")
  }

  private func reader(_ screen: ScreenTest) -> ReaderState? {
    screen.state.screens.front(as: ReaderState.self)
  }

  @Test func `Space ticks a box, or scrolls`() async throws {
    let content = "해야 할 일:\n\n- [ ] 우유\n- [x] bread\n\n> - [ ] in a quote\n"
    var screen = try await opened(content)
    expectShows(screen, "☐ 우유", "☑ bread")
    await screen.press("<Tab> ", shows: "☑ 우유").press(" ", shows: "☐ 우유").press("<Tab> <Tab> ")
    expectEqual(
      reader(screen)?.entry.content, "해야 할 일:\n\n- [ ] 우유\n- [ ] bread\n\n> - [x] in a quote\n")
    await expectEqual(reader(screen.press("uuuu"))?.entry.content, content)
    let lines = (0..<60).map { "line \($0)\n" }.joined()
    screen = try await opened("- [ ] a").press("<Tab>", shows: "Enter check or uncheck")
    screen = try await opened("Plain").press("<Tab>", shows: "No photo or link here.")
    screen = try await opened("- [ ] a\n\n" + lines).press(" ", lacks: "☐")
    await screen.press("g<Tab><PgDn><PgDn> ")
    expectEqual(reader(screen)?.entry.content.hasPrefix("- [ ] a"), true)
  }

  @Test func `Tab visits photos, links and boxes in the order of the text`() async throws {
    let photo = SampleDiary.photo("one.jpg")
    let content =
      "[first](https://x.org/a) then\n- [ ] box\n- in a list ![cap](photo:\(photo.asset)) of it\n\n[[Other]]"
    let screen = try await opened(content, photos: [photo])
    var found: [ReaderTarget] = []
    for _ in 0..<5 {
      await screen.press("<Tab>")
      found += [reader(screen)?.target].compactMap(\.self)
    }
    expectEqual(
      found,
      [
        .address("https://x.org/a"), .checkBox(mark: 33, isChecked: false), .photo(0),
        .entry("Other"), .address("https://x.org/a"),
      ])
    await expectEqual(screen.press("<Enter>").photoActions.opened, ["https://x.org/a"])
    expectShows(screen, "Opened in your browser.")
    await screen.press("<S-Tab><S-Tab><Enter>")
    expect(screen.text.hasPrefix(" one.jpg") || screen.text.hasPrefix(" cap"))
  }

  @Test("Other addresses aren't opened", arguments: ["javascript:x", "file:///etc", "x"])
  func addresses(_ address: String) async throws {
    let screen = try await opened("[a](\(address))").press("<Tab><Enter>")
    expect(screen.photoActions.opened.isEmpty)
    expectShows(screen, "Couldn't open")
  }

  @Test func `A link in double brackets opens an entry`() async throws {
    let others = [
      try SampleDiary.fields("강가", on: "2026-11-01T07:30", "the older one"),
      try SampleDiary.fields("강가", on: "2026-11-02T07:30", "the newer one"),
      try SampleDiary.fields("강가에서", on: "2026-11-03T07:30", "another one"),
    ]
    var screen = try await opened("See [[강가]] and [[nothing here]].", others: others)
    await screen.press("<Tab><Enter>", shows: "the newer one")
    await screen.press("q<Tab><Enter>", shows: "Entry “nothing here” not found.")
    // A link with an ID shows only the title, and opens that entry.
    screen = try await ScreenTest(60, 24, entries: others)
    let older = try require(try await screen.service.entries().last)
    let link = EntryLink.text(to: older, isUnique: false)
    let text = "See \(link), [[강가|abcdef99]], [[a | b]] and [[gone|abcdef99]]."
    await screen.press("n<Tab>").paste(text)
    await screen.press("<C-s><Enter>", shows: "See 강가, 강가, a | b and gone.")
    await screen.press("<Tab><Enter>", shows: "the older one")
    await screen.press("q<Tab><Enter>", shows: "the newer one")
    await screen.press("q<S-Tab><S-Tab><Enter>", shows: "Entry “gone” not found.")
  }

  @Test func `Long captions, languages and captions that look like Markdown`() async throws {
    let words = (1...30).map { "word\($0)" }.joined(separator: " ")
    var photo = SampleDiary.photo("one.jpg")
    let other = SampleDiary.photo("two.jpg", caption: words.replacing("word", with: "other"))
    var fields = try SampleDiary.fields(
      "Read", on: Self.date, "![\(words)](photo:\(photo.asset))", photos: [photo, other],
      tags: (1...20).map { "tag\($0)" })
    fields.details.place = words.replacing("word", with: "place")
    var screen = try await ScreenTest(40, 100, entries: [fields]).press("<Enter>")
    for number in 1...20 {
      for word in ["word", "other", "place", "tag"] {
        expectContains(screen.text, "\(word)\(number)", "\(word)\(number)")
      }
    }
    expectLacks(screen, "…")
    screen = try await opened("Text")
    expectShows(screen, "Friday 20 November 2026")
    await Language.korean.speaking {
      await expectShows(screen.receive(.settingsRead(.success(Settings()))), "2026년 11월 20일 금요일")
    }
    photo = SampleDiary.photo("one.jpg")
    screen = try await opened("![a *b* [c] `d`](photo:\(photo.asset))", photos: [photo], 60, 60)
    expectShows(screen, "a *b* [c] `d`", "▓")
  }

  @Test func `A long text is read from both ends, and upwards by rows`() async throws {
    let paragraph = String(repeating: "강가를 걸었다 and walked on. ", count: 12) + "\n\n"
    var content = "START\n\n" + String(repeating: paragraph, count: 500)
    var screen = try await opened(content + "- [ ] far box\n\nFINISH\n")
    expectShows(screen, "START")
    await screen.press("G", shows: "FINISH", "100%")
    await screen.press("<PgUp><PgUp><PgDn><PgDn>", shows: "FINISH").press("g", shows: "START")
    await screen.press("<Tab> ", shows: "☑ far box")
    content = (0..<3000).map { "row \($0) of the text" }.joined(separator: "\n")
    screen = try await opened(content).press("G")
    var first = try require(firstNumber(screen))
    for _ in 0..<120 {
      await screen.press("<PgUp>")
      let next = try require(firstNumber(screen))
      expectEqual(next, max(0, first - 19))
      first = next
    }
  }

  private func firstNumber(_ screen: ScreenTest) -> Int? {
    screen.text.split(separator: "\n").compactMap { line in
      line.contains("row ") ? line.split(separator: " ").dropFirst().first.flatMap { Int($0) } : nil
    }.first
  }

  @Test func `The reader and the editor count the same words`() async throws {
    try await expectShows(opened(String(repeating: "word ", count: 600)), "600 words · 3 min")
    expectEqual(ReadingTime(String(repeating: "강", count: 1500)).minutes, 3)
    expectEqual(ReadingTime("한 줄").minutes, 1)
    let content = """
      one ![](https://x.org/a.png) two ![](photo:0) ![a b](c) ![](x)다 강가 https://x.org
      """
    let screen = try await opened(content)
    expectShows(screen, "6 words · 1 min")
    await screen.press("e", shows: "6 words · 1 min").press("<Tab>", shows: "6 words · 1 min")
  }
}

@Suite("Markdown layout") struct MarkdownLayoutTests {
  private func rows(_ text: String, _ columns: Int) -> [String] {
    var layout = MarkdownLayout(columns: columns, photo: { _ in nil }, space: { _, _ in nil })
    let markdown = MarkdownText(text)
    for part in markdown.parts.indices {
      layout.append(markdown.blocks(ofPart: part), isContinued: part > 0)
    }
    return layout.items.map { if case .row(let row) = $0 { row.text } else { "photo" } }
  }

  @Test func `A document with all kinds of Markdown, at 40 columns`() throws {
    let text = try Checkout.text("Tests/DiaryAppTests/Fixtures/markdown.txt")
    try expectFixture(rows(text, 40).joined(separator: "\n") + "\n", in: "markdown-40.txt")
  }

  @Test func `A wide table wraps its cells, or becomes lines`() {
    let text = "| a | 긴 제목 |\n|---|---|\n| 1 | one two three four five six |"
    expectEqual(
      rows(text, 20),
      ["a │ 긴 제목", "──┼─────────────────", "1 │ one two three", "  │ four five six"])
    let narrow = "| first | second | third |\n|--|--|--|\n| 1 | two words | 3 |"
    expectEqual(rows(narrow, 12), ["first", "  1", "second", "  two words", "third", "  3"])
  }

  @Test("No row is too wide, and no word is lost", arguments: 0..<400)
  func randomTexts(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let text = RandomMarkdown.text(&random)
    for columns in [8, 13, 20, 40, 80] {
      for row in rows(text, columns) {
        expectAtMost(TextWidth.columns(row), columns, "\(row) in \(columns): \(text)")
      }
    }
    // Words are shown or in a link's address; on a wide row, none is wrapped.
    let shown = rows(text, 4000).joined(separator: " ")
    let addresses = RandomMarkdown.addresses(text)
    for word in RandomMarkdown.words where text.contains(word) {
      expect(
        shown.contains(word) || addresses.contains { $0.contains(word) },
        "\(word) of \(text.debugDescription)\n\(shown)")
    }
  }

  /// A string alone, and wherever Markdown treats text differently.
  private static let places: [@Sendable (String) -> String] = [
    { $0 }, { "- [ ] \($0)" }, { "> # \($0)" }, { "| a | b |\n|---|---|\n| \($0) |" },
    { "```\n\($0)\n```" }, { "*\($0)*" }, { "[^1]\n\n[^1]: \($0)" }, { "a[\($0)](x)" },
  ]

  @Test(arguments: places.indices)
  func `strings that broke other programs are shown in every context`(_ place: Int) throws {
    let file = try JSONParser.parse(Checkout.text("Tests/Fixtures/naughty-strings.json"))
    let strings = file.array?.compactMap(\.string) ?? []
    expectGreater(strings.count, 500)
    for string in strings {
      let text = Self.places[place](string)
      let rows = rows(text, 4000)
      for row in rows { expect(row.unicodeScalars.allSatisfy { $0.isPrintable }) }
      let shown = (rows + RandomMarkdown.addresses(text)).joined(separator: " ")
      for word in Self.words(string) {
        expect(shown.contains(word), "\(word) of \(text.debugDescription)\n\(shown)")
      }
    }
  }

  /// The runs of letters in a text, without character references such as `&amp;`.
  private static func words(_ text: String) -> [String] {
    let named = /&#?[A-Za-z0-9]+;/
    return text.replacing(named, with: " ").printable.split { !$0.isLetter }.map(String.init)
  }
}

/// Markdown of random words and markup.
enum RandomMarkdown {
  static let words = ["강가에서", "walked", "첫눈", "alpha", "bêta", "東京", "ending"]
  private static let marks = [
    " ", " ", " ", "\n", "\n\n", "*", "**", "_", "`", "~~", "[", "](", ")", "![", "# ", "\n# ",
    "\n> ", "\n- ", "\n- [ ] ", "\n1. ", "\n    ", "\n```\n", "|", "\n|--|--|\n", "<", ">", "<b>",
    "&amp;", "\\", "\n---\n", "[^1]", "\n[^1]: ", "[[", "]]", "\n[a]: ", "\n[^1", "]: ", "[a]",
    "https://x.org", " \"", "\" ", "\r", "\t", "👨‍👩‍👧", "e\u{301}",
  ]

  static func text(_ random: inout SeededGenerator) -> String {
    (0..<Int.random(in: 1..<40, using: &random)).reduce(into: "") { text, _ in
      text += (Bool.random(using: &random) ? words : marks).randomElement(using: &random) ?? ""
    }
  }

  static func addresses(_ text: String) -> [String] {
    let markdown = MarkdownText(text)
    return markdown.parts.indices.flatMap { markdown.blocks(ofPart: $0) }.flatMap(addresses)
  }

  private static func addresses(_ block: MarkdownBlock) -> [String] {
    switch block.kind {
    case .paragraph(let inlines), .heading(_, let inlines): inlines.flatMap(addresses)
    case .quote(let blocks), .footnote(_, let blocks): blocks.flatMap(addresses)
    case .list(_, let items): items.flatMap(\.blocks).flatMap(addresses)
    case .table(let table):
      ([table.header] + table.rows).joined().joined().flatMap { addresses($0) }
    case .code, .html, .rule: []
    }
  }

  private static func addresses(_ inline: MarkdownInline) -> [String] {
    switch inline {
    case .emphasis(let content), .strong(let content), .struck(let content):
      content.flatMap(addresses)
    case .link(let content, let address), .image(let content, let address):
      [address] + content.flatMap(addresses)
    case .text, .code, .html, .lineBreak, .footnote, .title: []
    }
  }
}
