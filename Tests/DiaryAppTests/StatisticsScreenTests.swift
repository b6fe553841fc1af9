import DiaryCore
import Localization
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("The diary in numbers") @MainActor
struct StatisticsScreenTests {
  private func entries() throws -> [EntryFields] {
    var entries = try SampleDiary.entries()
    entries.append(try SampleDiary.fields("old", on: "2024-02-29T23:10", "one two", tags: ["강"]))
    for (place, name) in [(1, "강릉"), (2, "Seoul"), (4, "seoul"), (5, "Seoul")] {
      entries[place].details.place = name
    }
    return entries
  }

  private func opened(
    _ columns: Int = 80, _ rows: Int = 24, entries: [EntryFields]? = nil
  ) async throws -> ScreenTest {
    try await ScreenTest(columns, rows, entries: try entries ?? self.entries()).press("s")
  }

  @Test func `Months, hours and years beside totals, weekdays, tags and places`() async throws {
    try await expectScreen(opened(), in: "statistics-80x24")
  }

  @Test func `At the smallest size it is one column that scrolls`() async throws {
    let screen = try await opened(40, 12)
    try expectScreen(screen, in: "statistics-40x12")
    try await expectScreen(screen.press("<PgDn>"), in: "statistics-40x12-scrolled")
  }

  @Test func `In Korean, and on a large screen with everything in view`() async throws {
    try await Language.korean.speaking {
      for (columns, rows) in [(200, 50), (40, 12)] {
        try await expectScreen(opened(columns, rows), in: "statistics-korean-\(columns)x\(rows)")
      }
    }
  }

  @Test("An empty diary is an invitation", arguments: [(40, 12), (80, 24), (200, 50)])
  func empty(_ columns: Int, _ rows: Int) async throws {
    let screen = try await opened(columns, rows, entries: [])
    expectShows(screen, "Nothing to count yet.")
    await screen.press("<Enter><Down><Tab>G<Left>", shows: "Nothing to count yet.")
    await screen.press("<A-p>", shows: "No places yet.").press("<Enter>sqq")
    expect(screen.state.screens.isEmpty)
    expectNil(screen.state.figures)
  }

  @Test func `Years change, and Enter shows entries`() async throws {
    var screen = try await opened().press("<Left>", shows: "\n 2026  ", "▌Nov        4")
    await screen.press("<Left>", shows: "\n 2024  ", "▌Nov        0")
    await screen.press("<Left>", shows: "\n 2024  ")
    await screen.press("<Enter>", shows: "No entries in November 2024.")
    await screen.press("np<Right>n", shows: "Last 12 months", "▌Nov        4")
    // Enter shows the entries of a month, a tag, a place; of a year its months.
    screen = try await opened().press("<Enter>")
    expectEqual(screen.state.scope?.title, "November 2026")
    expectEqual(screen.state.entries.count, 4)
    await screen.press("<Esc>s<Tab>", shows: "▌2024")
    await screen.press("<Enter>", shows: "\n 2024  ", "▌Jan        0").press("<Tab><Tab><Enter>")
    expectEqual(screen.state.scope?.title, "#강")
    expectEqual(screen.state.entries.count, 2)
    await screen.press("<Esc>s<S-Tab>", shows: "▌Seoul").press("<Enter>")
    expectEqual(screen.state.scope?.title, "Seoul")
    expectEqual(screen.state.entries.count, 3)
  }

  @Test func `Rows that can't be selected are scrolled to line by line`() async throws {
    let screen = try await opened(40, 12)
    var seen: Set<String> = []
    await screen.press("g")
    for _ in 0..<90 {
      seen.formUnion(screen.text.split(separator: "\n").map(String.init))
      await screen.press("<Down>")
    }
    for words in [
      "Dec", "Total", "Hours of the day", " 0     6     12    18", "Days of the week", " Su",
      "Most used tags", "Most frequent places", "Years", "▌2024",
    ] { expect(seen.contains { $0.contains(words) }, "\(words)") }
    await screen.press("g", shows: "▌Dec")
    // Enter does nothing where nothing that it concerns is in view.
    await screen.press("<Down*20>")
    if !screen.text.contains("▌") { await expectNil(screen.press("<Enter>").state.scope) }
  }

  @Test func `Changes and a running count are shown`() async throws {
    var screen = try await opened()
    try await screen.addElsewhere(
      SampleDiary.fields("new", on: "2026-11-21T09:00", "three more words"))
    expectShows(screen, "7 entries", "▌Nov        5", "Current streak")
    await expectNil(screen.press("q").state.figures)
    // What has been counted by then is shown, with how far it is.
    screen = try await opened().press("q")
    screen.change { state in
      state.screens.push(StatisticsState())
      var figures = StatisticsCache()
      _ = figures.request(on: state.now.day, requestID: 77)
      state.figures = figures
    }
    expectShows(screen, "counting… 0%")
    var some = DiaryCounting()
    for entry in try await screen.service.entries().prefix(3) { some.count(entry) }
    let counted = some.statistics(today: screen.state.now.day)
    await screen.receive(.diaryCounted(counted, requestID: 76, isEnd: false))
    expectShows(screen, "counting… 0%")
    await screen.receive(.diaryCounted(counted, requestID: 77, isEnd: false))
    expectShows(screen, "counting… 50%", "▌Nov        3")
    await screen.receive(.diaryCounted(counted, requestID: 77, isEnd: true))
    expectShows(screen, "3 entries")
    // What is counted anew comes in the place of all, not bit by bit.
    await screen.receive(.diaryCounted(DiaryStatistics(), requestID: 77, isEnd: false))
    expectShows(screen, "3 entries")
  }

  @Test func `Places with their numbers and latest days, by number, day or name`() async throws {
    let screen = try await ScreenTest(60, 12, entries: try entries()).press("<A-p>")
    try expectScreen(screen, in: "places")
    await expectEqual(screen.press("jss", shows: "▌강릉").press("<Enter>").state.scope?.title, "강릉")
    expectEqual(screen.state.entries.count, 1)
    await expectNil(screen.press("<Esc>").state.scope)
    expectNil(screen.state.figures)
  }

  @Test func `The mouse works, and the numbers are spoken`() async throws {
    var screen = try await opened()
    await expectShows(screen.mouse(.press, 3, 13), "▌Oct")
    await screen.mouse(.scrollDown, 3, 4)
    try expectContains(screen.text.split(separator: "\n").at(2), "Feb")
    await expectShows(screen.mouse(.doublePress, 3, 2), "No entries in February 2026.")
    screen = try await ScreenTest(80, 24, entries: try entries(), speaks: true).press("s")
    await expectSpoken(
      screen, title: "Statistics, 6 entries",
      selected: "November 2026, 4 entries, 25 words, 3 photos (12 of 12)")
    expectContains(screen.spoken?.lines ?? [], "Longest streak: 3 days")
    let place = "Seoul, 3 entries, Friday 20 November 2026 (1 of 2)"
    await expectSpoken(screen, "<A-p>", selected: place)
  }
}

@Suite("The status screen") @MainActor
struct StatusScreenTests {
  /// A status of a diary on disk, which the diary of the tests isn't.
  private func onDisk() throws -> DiaryStatus {
    var status = DiaryStatus(path: "/home/kim/.local/share/photodiary", device: ID(high: 1, low: 2))
    status.format = 1
    status.author = Author(id: AuthorID("0123456789abcdef0123456789abcdef"), name: "김 산책")
    status.entries = 1204
    status.trashed = 3
    status.assets = 2011
    status.size = 5_123_456_789
    status.saved = Timestamp("2026-11-20T22:30:00.250Z")
    return status
  }

  @Test func `S shows the status`() async throws {
    let screen = try await ScreenTest.sample().press("S", shows: "in memory (format 2)")
    try await expectScreen(screen.receive(.statusLoaded(try onDisk())), in: "status")
    await expect(screen.press("q").state.screens.isEmpty)
  }

  @Test func `The status scrolls, and names fit in any language`() async throws {
    var screen = try await ScreenTest.sample(40, 12).press("S")
    var status = try onDisk()
    status.problem = .store(path: "/media/stick/diary", .readOnly)
    try await expectScreen(screen.receive(.statusLoaded(status)), in: "status-40x12")
    await screen.press("<j*30>", shows: "Nothing was", "q back")
    await screen.press("<k*30>", shows: "state       read-only")
    screen = try await ScreenTest.sample(80, 24).press("S").receive(.statusLoaded(try onDisk()))
    Language.korean.speaking {
      expectShows(screen, "\n  마지막 저장  2026-11-21 07:30", "\n  일기         1,204")
    }
  }

  @Test func `e edits the author's name`() async throws {
    let screen = try await ScreenTest.sample().press("Se", shows: "The author's name")
    await screen.press("<C-u><Enter>", shows: "isn't a name").press("<Enter>홍길동<Enter>")
    expectShows(screen, "Changed the author's name to “홍길동”.", "홍길동 (me)")
    try await expectEqual(screen.service.identity(), Author(id: AuthorID("me"), name: "홍길동"))
    try await expectEqual(screen.press("e!<Esc>").service.identity().name, "홍길동")
    await screen.press("?", shows: "Edit the author's name")
  }
}
