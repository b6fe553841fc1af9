import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("The list on the screen") @MainActor
struct ListScreenTests {
  @Test func `As many hints as the line has room for, the most important first`() async throws {
    var shorter = ""
    for columns in [40, 60, 80, 120, 200] {
      let screen = try await ScreenTest.sample(columns, 24)
      let hints = screen.bottomLine.split(separator: " ").joined(separator: " ")
      expectPrefix(hints, shorter)
      expectGreater(hints.count, shorter.count)
      shorter = hints
      let next = columns - TextWidth.columns(screen.bottomLine)
      expectLess(next, 20, "\(columns)")
    }
    expectContains(shorter, "v view")
    expectContains(shorter, "s statistics")
    let small = try await ScreenTest.sample(40, 12)
    expectEqual(small.bottomLine, " n new  Enter read  / search  ? keys")
  }

  @Test("An empty diary offers what can be done with one", arguments: [(40, 12), (80, 24)])
  func emptyHints(_ columns: Int, _ rows: Int) async throws {
    let screen = try await ScreenTest(columns, rows)
    let names = screen.bottomLine.split(separator: " ").filter { $0.count == 1 }
    expectEqual(String(names.joined()), (columns < 80 ? "niI?" : "niI?q"))
  }

  @Test func `The list is drawn with a preview`() async throws {
    var screen = try await ScreenTest.sample(100, 30)
    try expectScreen(screen, in: "list-100x30")
    screen = try await ScreenTest.sample(80, 24)
    try expectScreen(screen, in: "list-80x24")
  }

  @Test func `The list is drawn on the smallest and on a large screen`() async throws {
    var screen = try await ScreenTest.sample(40, 12)
    try expectScreen(screen, in: "list-40x12")
    screen = try await ScreenTest.sample(200, 50)
    let lines = screen.lines
    expectEqual(lines.count, 50)
    try expectSuffix(lines.at(0), "5 entries")
    try expectPrefix(lines.at(2), " November 2026")
    try expectPrefix(lines.at(3), "▌20 Fri  강가 산책, 안개")
    try expectContains(lines.at(3), "▣ 2  #산책")
    // The text stands in the middle of its part.
    let margin = String(repeating: " ", count: 26)
    try expectSuffix(lines.at(3), "│ " + margin + "Friday 20 November 2026, 07:30")
    try expectSuffix(lines.at(48), "▣ 2 photos · #산책 #강 · 14 words")
  }

  @Test func `An empty diary, and a screen that is too small`() async throws {
    let screen = try await ScreenTest(80, 24)
    try expectScreen(screen, in: "list-empty")
    // Below 40×12 it says so.
    let tiny = try await ScreenTest.sample(10, 3)
    expectScreen(
      tiny,
      """
      Too small:
      PhotoDiary
      needs
      """)
    let small = try await ScreenTest.sample(39, 11)
    try expectScreen(small, in: "list-too-small")
  }

  @Test func `It keeps its place while it scrolls, and the heading of the month`() async throws {
    let screen = try await ScreenTest(40, 12, entries: try SampleDiary.days(40)).press("<j*20>")
    try expectScreen(screen, in: "list-scrolled")
  }

  @Test func `An error waits until it is read`() async throws {
    let screen = try await ScreenTest.sample(80, 24)
    screen.repository.fail(with: .store(path: "/diary", .diskFull))
    try await expectScreen(screen.press("dy"), in: "list-error")
    await screen.press("j", shows: "Couldn't do that").press("<Enter>", lacks: "Couldn't do that")
    expectEqual(screen.state.list.count, 5)
  }

  @Test func `Without colors everything is there`() async throws {
    let screen = try await ScreenTest.sample(80, 24)
    var state = screen.state
    state.colors = .monochrome
    state.theme = Theme(colors: .monochrome)
    let grid = state.frame.grid
    for row in 0..<24 {
      for cell in grid.row(row) {
        expectEqual(cell.style.foreground, .terminal)
        expectEqual(cell.style.background, .terminal)
      }
    }
  }
}

@Suite("Months and tags in the list") @MainActor
struct ListColumnTests {
  @Test func `Months are set apart, and clicks and keys agree with the rows`() async throws {
    var screen = try await ScreenTest.sample(60, 24)
    let rows = screen.lines
    try expectEqual(rows.at(2), " November 2026")
    try expect(rows.at(7) == "" && rows.at(8) == " October 2026" && rows.at(9).hasPrefix(" 31 Sat"))
    let small = try await ScreenTest.sample(60, 12)
    try expectEqual(small.lines.at(7), " October 2026")
    // A row that is clicked is the one that is drawn there.
    screen = try await ScreenTest.sample(60, 24)
    try await expectPrefix(screen.mouse(.press, 12, 9).lines.at(9), "▌31 Sat")
    try await expectPrefix(screen.mouse(.press, 12, 7).lines.at(9), "▌31 Sat")
    // Going down a long list the selection is always in view, and no row is left empty.
    screen = try await ScreenTest(60, 24, entries: try SampleDiary.days(120))
    for _ in 0..<119 {
      await screen.press("j")
      let rows = screen.lines
      expectEqual(rows.count { $0.hasPrefix("▌") }, 1)
      try expectSuffix(rows.at(2), "2026")
    }
    try expectPrefix(screen.lines.at(22), "▌")
  }

  @Test func `A list of a tag shows that tag in its column`() async throws {
    let entries = [
      try SampleDiary.fields("Lunch", on: "2026-11-02T10:00", tags: ["aside", "food", "walk"]),
      try SampleDiary.fields("Dinner", on: "2026-11-03T10:00", "#walk first, then #food."),
    ]
    for form in [ListForm.plain, .thumbnails] {
      let screen = try await ScreenTest(70, 24, entries: entries, listForm: form)
      expectShows(screen, "#aside", "#walk")
      await screen.type("/tag:fo")
      expectEqual(screen.text.matches(of: /#food/).count, (form == .plain ? 2 : 3))
      expectLacks(screen, "#aside", "#walk  ")
      await expectPrefix(screen.press("<Esc><A-t>/food<Enter><Enter>").text, " #food")
      expectLacks(screen, "#aside")
    }
  }
}

@Suite("The list in its forms") @MainActor
struct ListFormTests {
  private func opened(
    _ columns: Int, _ rows: Int, _ form: ListForm, entries: [EntryFields]? = nil
  ) async throws -> ScreenTest {
    try await ScreenTest(
      columns, rows, entries: try entries ?? SampleDiary.entries(), listForm: form)
  }

  @Test func `Thumbnails and a contact sheet are drawn`() async throws {
    var screen = try await opened(60, 17, .thumbnails)
    try expectScreen(screen, in: "list-thumbnails")
    // A contact sheet: a tile an entry, of words where there is no photo.
    screen = try await opened(40, 12, .sheet)
    try expectScreen(screen, in: "list-contact-sheet")
  }

  @Test func `v changes the form and keeps the selection`() async throws {
    var screen = try await opened(80, 24, .plain)
    let plain = screen.text
    await screen.press("v", shows: "Showing small photos beside entries.")
    expectEqual(screen.viewMemory.view.listForm, .thumbnails)
    await screen.press("v", shows: "Showing entries as tiles")
    expectEqual(screen.viewMemory.view.listForm, .sheet)
    await expectEqual(screen.press("vjk").text, plain)
    expectEqual(screen.viewMemory.view.listForm, .plain)
    // The selection stays on its entry whatever the form and the size.
    screen = try await opened(80, 24, .plain, entries: try SampleDiary.days(300)).press("<j*150>")
    for (columns, rows) in [(80, 24), (40, 12), (200, 50), (41, 13), (80, 24)] {
      await screen.resize(columns, rows)
      for _ in ListForm.allCases {
        await expectEqual(screen.press("v").state.list.selectedEntry?.title, "Entry 150")
        expectContains(screen.text, "Entry 150", "\(columns)×\(rows)")
      }
    }
  }

  @Test func `Arrows, pages and the mouse work in every form`() async throws {
    let screen = try await opened(80, 24, .sheet, entries: try SampleDiary.days(300))
    func selected() -> String? { screen.state.list.selectedEntry?.title }
    await screen.press("<Right><Down>")
    expectEqual(selected(), "Entry 5")
    await screen.press("hk")
    expectEqual(selected(), "Entry 0")
    await screen.press("llj<Up>")
    expectEqual(selected(), "Entry 2")
    await screen.press("<PgDn>")
    expectEqual(selected(), "Entry 10")
    await screen.press("G")
    expectEqual(selected(), "Entry 299")
    expectShows(screen, "Entry 299")
    await screen.press("g")
    expectEqual(selected(), "Entry 0")
    for (form, point) in [
      (ListForm.thumbnails, Point(column: 20, row: 8)), (.sheet, Point(column: 25, row: 5)),
    ] {
      let screen = try await opened(80, 24, form).mouse(.press, point)
      expectEqual(screen.state.list.selectedEntry?.title, "A letter from the north")
      await expectGreater(screen.mouse(.scrollDown, point).state.list.selected, 1)
      await expectShows(screen.mouse(.doublePress, point), "Dear all,")
    }
  }

  @Test func `Search results, pictures and poor terminals keep the form`() async throws {
    var screen = try await opened(80, 24, .sheet).press("<Right>")
    let before = try require(screen.state.list.selectedEntry?.id)
    await expectEqual(screen.press("/e", shows: "▌").press("<Right>").state.entries.selected, 1)
    await expectEqual(screen.press("<A-v><Left>").state.listForm, .plain)
    expectEqual(screen.state.entries.selected, 1)
    await expectNil(screen.press("d", shows: "/ de").press("<Esc>").state.search)
    expectEqual(screen.state.list.selectedEntry?.id, before)
    let photo = SampleDiary.photo("many.jpg")
    var entries = try SampleDiary.days(400)
    for index in entries.indices {
      var own = photo
      own.asset = .named("photo \(index)")
      entries[index].photos = [own]
    }
    for form in [ListForm.thumbnails, .sheet] {
      let screen = try await opened(80, 24, form, entries: entries).press("<j*40>")
      let wanted = screen.state.wantedPictures
      expect((1...16).contains(wanted.inView.count))
      expect((1...40).contains(wanted.ahead.count))
      expect(Set(wanted.inView).isDisjoint(with: wanted.ahead))
    }
    // On a terminal that keeps few pictures, the sheet is drawn in characters.
    screen = try await opened(80, 24, .sheet)
    let graphics = PixelGraphics(.sixel, cell: PixelSize(width: 10, height: 20), limit: 1)
    await screen.send(.learned(TerminalFacts(graphics: graphics)))
    expect(screen.state.frame.grid.pictures.isEmpty)
    expectShows(screen, "▓")
    let kitty = PixelGraphics(.kitty, cell: PixelSize(width: 10, height: 20), limit: 2)
    await screen.send(.learned(TerminalFacts(graphics: kitty)))
    expectEqual(screen.state.frame.grid.pictures.count, 2)
  }
}
