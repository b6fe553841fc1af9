import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("Pinned entries above the list") @MainActor struct PinnedStripTests {
  /// An entry a day, newest first, pinned at the given indices.
  private static func days(_ count: Int, pinned: [Int]) throws -> [EntryFields] {
    var entries = try SampleDiary.days(count)
    for index in pinned { entries[index].details.isPinned = true }
    return entries
  }

  private func selected(_ screen: ScreenTest) -> String? { screen.state.selectedEntry?.title }

  @Test func `Pinned entries are drawn above the list`() async throws {
    var screen = try await ScreenTest(60, 16, entries: try Self.days(30, pinned: [1, 25]))
    try expectScreen(screen, in: "pinned")
    expect(!screen.effects.contains { $0.name == "find" })
    let entries = try Self.days(30, pinned: [1, 3, 5, 7, 9])
    screen = try await ScreenTest(40, 12, entries: entries)
    expectShows(screen, "\n ⚑ 5 pinned\n November 2026\n▌21 Sat")
    await expectShows(screen.resize(80, 20), "         … 4 more")
    await expectShows(screen.resize(200, 50), "         … 3 more")
    await expectShows(screen.press("k").resize(40, 12), "\n▌⚑ 5 pinned\n")
  }

  @Test func `The arrows reach the strip, and keys act on its selection`() async throws {
    var screen = try await ScreenTest(60, 34, entries: try Self.days(40, pinned: [2, 4]))
    await expectEqual(selected(screen.press("<Up>")), "Entry 4")
    expect(screen.text.contains("\n▌17 Nov  ⚑ Entry 4") && screen.text.contains("\n 21 Sat"))
    await expectEqual(selected(screen.press("kk")), "Entry 2")
    await expect(selected(screen.press("jj")) == "Entry 0" && screen.text.contains("\n▌21 Sat"))
    for key in ["<PgDn>", "g", "G", "T"] {
      await expectNil(screen.press("gk" + key).state.pinnedRow)
    }
    await expectEqual(screen.press("gk<PgUp>l").state.pinnedRow, 1)
    screen = try await ScreenTest(80, 24, entries: try Self.days(40, pinned: [30, 35]))
    await screen.press("k<Enter>", shows: " Entry 35").press("q*")
    expect(screen.text.contains("⚑ ★ Entry 35") && selected(screen) == "Entry 35")
    await screen.press("k ")
    expect(screen.text.contains("✓ ⚑ Entry 30") && screen.text.contains("1 marked"))
    expectEqual(selected(screen), "Entry 35")
    await screen.press("<Esc>d")
    expect(screen.text.contains("Delete this entry?") && screen.text.contains("Entry 35"))
    await expectEqual(selected(screen.press("y")), "Entry 30")
    await screen.press("u")
    expect(screen.state.pinned.count == 2 && screen.state.list.selectedEntry?.title == "Entry 35")
    await expect(selected(screen.press("gkP")) == "Entry 30" && screen.state.pinned.count == 1)
    await expect(screen.press("P").state.pinned.count == 0 && selected(screen) == "Entry 0")
    await screen.press("Pj")
    expect(screen.state.pinnedRow == nil && screen.text.contains("\n 21 Nov  ⚑ Entry 0"))
  }

  @Test func `The last row opens all pinned entries, and changes show`() async throws {
    let pinned = Array(stride(from: 0, to: 80, by: 2))
    var screen = try await ScreenTest(60, 24, entries: try Self.days(90, pinned: pinned))
    expectShows(screen, "… 38 more")
    await screen.press("k<Enter>", shows: " Pinned ", "40 entries", lacks: "… 38 more")
    await screen.press("q", shows: "▌        … 38 more")
    // Keys for an entry do nothing on that row.
    await expect(screen.press("d P").state.screens.isEmpty)
    expect(screen.state.marks.isEmpty)
    await screen.press("/entry", lacks: "more")
    screen = try await ScreenTest(60, 24, entries: try Self.days(10, pinned: [])).press("jP")
    expectShows(screen, "\n 20 Nov  ⚑ Entry 1\n November 2026\n", "\n▌20 Fri  ⚑ Entry 1")
    await screen.press("AP", shows: "… 8 more").press("u", lacks: "more")
    expectEqual(screen.state.pinned.count, 1)
    await screen.press("<Esc>")
    try await screen.editElsewhere(screen.service.entries().last) { $0.details.isPinned = true }
    expectShows(screen, "\n 12 Nov  ⚑ Entry 9\n")
    await expectNil(screen.press("nNew<C-s>").state.pinnedRow)
    expectEqual(selected(screen), "New")
  }

  @Test func `The mouse, a contact sheet and the reader work with the strip`() async throws {
    var screen = try await ScreenTest(60, 24, entries: try Self.days(40, pinned: [30, 35]))
    let point = Point(column: 12, row: 3)
    await expectEqual(selected(screen.mouse(.press, point)), "Entry 35")
    await expectEqual(screen.mouse(.doublePress, point).state.screens.count, 1)
    await expectEqual(selected(screen.press("q").mouse(.scrollDown, point)), "Entry 3")
    screen = try await ScreenTest(60, 24, entries: try Self.days(20, pinned: [7]), listForm: .sheet)
    await screen.press("lk")
    expect(selected(screen) == "Entry 7" && screen.text.contains("\n▌14 Nov  ⚑ Entry 7"))
    expectEqual(screen.text.count { $0 == "▌" }, 1)
    await expectEqual(selected(screen.press("j")), "Entry 1")
    screen = try await ScreenTest(60, 24, entries: try Self.days(300, pinned: [250]))
    await screen.press("k<Enter><Left>", shows: "Entry 251").press("q")
    expect(screen.state.pinnedRow == nil && selected(screen) == "Entry 251")
  }
}

@Suite("The editor's row of photos") @MainActor struct PhotoStripTests {
  @Test func `The row keeps its selection in view and counts the rest`() async throws {
    for count in 1...14 {
      let widths = (0..<count).map { 6 + ($0 * 7) % 13 }
      for columns in 38...120 {
        for selected in 0..<count {
          let strip = PhotoStrip(widths: widths, selected: selected, columns: columns)
          expectContains(strip.shown, selected)
          let marks = [strip.before, strip.after].compactMap(\.self).map(\.count)
          let parts = widths[strip.shown] + marks
          expectAtMost(parts.reduce(0, +) + (parts.count - 1) * PhotoStrip.gap, columns)
          expectEqual(strip.before != nil, strip.shown.lowerBound > 0)
          expectEqual(strip.after != nil, strip.shown.upperBound < count)
        }
      }
    }
    let names = (0..<7).map { "photo-\($0).jpg" }
    let files = FakeFolders(["/home/me/Pictures": names.map { .photo($0, 5) }])
    let screen = try await ScreenTest(60, 14, files: files).press("n<Tab>")
    await screen.paste(names.map { "/home/me/Pictures/" + $0 }.joined(separator: " "))
    await screen.press("<Tab><Tab>", shows: "+4   ▣ photo-4.jpg   ▣ photo-5.jpg   ▣ photo-6.jpg")
    await screen.press("<Left*6>", shows: " ▣ photo-0.jpg   ▣ photo-1.jpg   ▣ photo-2.jpg   +4")
    await screen.press("<Right*3>", shows: "▣ photo-3.jpg")
  }
}

@Suite("On this day") @MainActor struct OnThisDayScreenTests {
  private func entries() throws -> [EntryFields] {
    [
      try SampleDiary.fields("Long ago", on: "1996-11-21T08:00"),
      try SampleDiary.fields("첫눈", on: "2023-11-21T08:00", "첫눈이 왔다."),
      try SampleDiary.fields(
        "In the evening", on: "2023-11-21T21:30:00-05:00", photos: [SampleDiary.fog]),
      try SampleDiary.fields("Next day", on: "2023-11-22T08:00"),
      try SampleDiary.fields("Last year", on: "2025-11-20T08:00"),
      try SampleDiary.fields("Today", on: "2026-11-21T08:00"),
    ]
  }

  @Test func `The list begins with an entry of an earlier year`() async throws {
    var screen = try await ScreenTest(80, 24, entries: try entries())
    try expectScreen(screen, in: "on-this-day-strip")
    expectEqual(screen.state.selectedEntry?.title, "Today")
    // It came with the first rows.
    expect(!screen.effects.contains { $0.name == "findReturning" })
    await expectShows(screen.resize(40, 20), "In the evening", "3 years ago today (o)")
    await expect(!screen.resize(80, 19).text.contains("3 years ago today"))
    await screen.resize(80, 24).press("/evening", lacks: "3 years ago today").press("<Esc>")
    expectContains(screen.text, "3 years ago today (o)")
    let point = Point(column: 12, row: 2)
    await expectPrefix(screen.mouse(.press, point).text, " On this day · 21 November")
    await screen.press("q")
    let id = try require(
      try await screen.service.entries().first { $0.title == "In the evening" }?.id)
    try await screen.deleteElsewhere(id)
    // Without a photo, it takes two rows.
    expectContains(screen.text, "\n 첫눈 ", "\(screen.text)")
    screen.change { $0.preferences.looksBack = false }
    await screen.press("j", lacks: "3 years ago")
    screen = try await ScreenTest.sample(80, 24)
    expectLacks(screen.text, "ago today")
  }

  @Test func `A screen without space for it says so in the title`() async throws {
    let screen = try await ScreenTest(80, 19, entries: try entries())
    try expectSuffix(
      screen.text.split(separator: "\n").at(0), "6 entries · 1 photo from this day 3 years ago (o)")
    let id = try require(
      try await screen.service.entries().first { $0.title == "In the evening" }?.id)
    try await screen.deleteElsewhere(id)
    expectSuffix(
      screen.text.split(separator: "\n")[0], "5 entries · 1 entry from this day 3 years ago (o)")
    try await expectSuffix(screen.resize(40, 12).text.split(separator: "\n").at(0), "  5 entries")
    let other = try await ScreenTest.sample(80, 24)
    try expectSuffix(other.text.split(separator: "\n").at(0), "  5 entries")
    try await expectScreen(ScreenTest(80, 14, entries: try entries()).press("o"), in: "on-this-day")
  }

  @Test func `n and p change the year, arrows the entry and day, Enter reads`() async throws {
    let screen = try await ScreenTest(80, 24, entries: try entries()).press("<Down>o")
    let first = screen.text
    func expectSelected(_ keys: String, _ title: String, line: Int = #line) async {
      let state = await screen.press(keys).state.screens.front(as: OnThisDayState.self)
      expectEqual(state?.selectedEntry?.title, title, line: line)
    }
    for (keys, title) in [
      ("", "In the evening"), ("p", "Long ago"), ("p<Up>", "Long ago"), ("nn", "첫눈"),
    ] { await expectSelected(keys, title) }
    await expectEqual(screen.press("<Enter>", shows: "첫눈이 왔다.").press("q<Down>").text, first)
    await expectSelected("<Left>", "Last year")
    expectPrefix(screen.text, " On this day · 20 November")
    await screen.press("<Left>", shows: "No entries on this day in")
    await expectSelected("<Right><Right><Right>", "Next day")
    await expectEqual(screen.press("T").text, first)
    await expectPrefix(screen.press("c").text, " November 2026")
    await expect(screen.press("qq").state.screens.isEmpty)
    expectEqual(screen.state.list.selected, 1)
  }

  @Test func `29 February, many years, and an empty diary`() async throws {
    var screen = try await ScreenTest(
      60, 14,
      entries: [
        try SampleDiary.fields("On the 28th", on: "2023-02-28T08:00"),
        try SampleDiary.fields("On the 29th", on: "2024-02-29T08:00"),
      ])
    screen.change { $0.now = EntryDate("2026-02-28T10:00:00+09:00") ?? $0.now }
    await screen.press("o", shows: "2 entries", "2 years ago · 2024", "On the 29th", "On the 28th")
    let many = try (1980..<2026).map {
      try SampleDiary.fields("Of \($0)", on: "\($0)-11-21T08:00:00+09:00")
    }
    screen = try await ScreenTest(40, 12, entries: many)
    await screen.press("o<PgUp><PgUp><p*60>", shows: "46 years ago · 1980", "▌08:00   Of 1980")
    await expectLacks(screen.mouse(.press, 10, 5), "▌08:00   Of 1980")
    await expect(screen.mouse(.doublePress, 10, 5).state.screens.front is ReaderState)
    let spoken = try await ScreenTest(entries: try entries(), speaks: true).press("o")
    await expectSpoken(
      spoken,
      selected: "3 years ago · 2023, Tuesday 21 November 2023, In the evening, 1 photo (3 of 3)")
    for (columns, rows) in [(40, 12), (200, 50)] {
      let empty = try await ScreenTest(columns, rows, entries: [])
      await empty.press("o", shows: "No entries on this day in").press("np<Enter>dq")
      expect(empty.state.screens.isEmpty)
    }
  }
}
