import DiaryCore
import TerminalUI
import TestSupport
import Testing
import Text

@testable import DiaryApp

@Suite("The people of a shared diary") @MainActor struct PeopleScreenTests: SyncScreenSuite {
  private nonisolated static let ara = AuthorID("ara")
  private nonisolated static let mina = AuthorID("mina")

  /// A diary of two people, which a third wants to join.
  private func shared(as role: PersonRole = .owner) async -> FakeSync {
    let sync = FakeSync(others: [("phone", "2026-11-20T22:00:00Z")])
    await sync.put("home")
    await sync.changeState { state in
      state.devices[1].person = "Ara"
      state.people = [
        Person(
          id: AuthorID("me"), name: "Me", role: role, state: .member,
          verificationWords: ["a", "b", "c"],
          isCurrentUser: true),
        Person(
          id: Self.ara, name: "Ara", role: .editor, state: .member,
          verificationWords: ["d", "e", "f"]),
        Person(
          id: Self.mina, name: "미나", role: .editor, state: .pending,
          verificationWords: ["mutt", "diffusion", "cussed"]),
      ]
    }
    return sync
  }

  @discardableResult private func select(_ name: String, _ screen: ScreenTest) async -> ScreenTest {
    for _ in 0..<6 where !screen.text.contains("▌\(name)") { await screen.press("j") }
    return screen
  }

  @Test func `People are shown, requests approved or refused, and roles chosen`() async throws {
    try await expectScreen(opened(await shared()), in: "people")
    var sync = await shared()
    var screen = try await opened(sync, 40, 12)
    await select("미나", screen).press("<Enter>", shows: "Approve 미나?", "mutt diffusion cussed")
    await screen.press("y")
    await expect(sync.calls.allSatisfy { !$0.hasPrefix("approve") })
    await screen.press("<Enter>")
    let calls = await sync.calls
    let approved = try require(calls.firstIndex(of: "approve mina"))
    expectContains(calls[approved...], "sync all")
    expectShows(screen, "Approved 미나.", lacks: "words:")
    sync = await shared()
    screen = try await opened(sync)
    await expectShows(select("미나", screen), "Enter approve   d refuse")
    await screen.press("d", shows: "Refuse 미나?").press("<Esc>")
    await expect(sync.calls.allSatisfy { !$0.hasPrefix("remove") })
    await screen.press("dy<Enter>")
    await expectContains(sync.calls, "remove mina")
    expectEqual(screen.state.screens.front(as: NoticeState.self)?.title, "Your six recovery words")
    sync = await shared()
    screen = try await opened(sync)
    await expectShows(select("Ara", screen), "Enter role   d remove")
    await screen.press("<Enter>", shows: "Role of Ara", "▌editor: writes entries").press("<Enter>")
    await expect(sync.calls.allSatisfy { !$0.hasPrefix("role") })
    await screen.press("<Enter>j<Enter>")
    await expectContains(sync.calls, "role viewer ara")
    expectShows(screen, "Ara's role is now viewer.")
  }

  @Test func `People can be managed without a remote that can't be reached`() async throws {
    let sync = await shared()
    await sync.failOnline("home: no network.")
    let screen = try await opened(sync)
    await select("Ara", screen).press("<Enter>j<Enter>", shows: "Role of Ara", "home: no network.")
    expectShows(screen, "[ No ]", "Change anyway (y)", lacks: "--offline")
    await expect(sync.calls.allSatisfy { !$0.hasPrefix("role") })
    expectLacks(screen, "recovery words")
    await screen.press("y<Enter>", shows: "Ara's role is now viewer.")
    await screen.press("dy<Enter>", shows: "Remove “Ara”?", "Remove anyway (y)")
    expectShows(screen, "The new key is made once a sync")
    await screen.press("<Esc>")
    await expect(sync.calls.allSatisfy { !$0.hasPrefix("remove") })
    await screen.press("dy<Enter>").press("y<Enter>")
    await expectContains(sync.calls, "remove ara")
  }

  @Test func `Only owners manage people, also in Korean`() async throws {
    let sync = await shared(as: .editor)
    var screen = try await opened(sync)
    for name in ["미나", "Ara"] {
      await expectLacks(select(name, screen), "Enter approve", "Enter role")
      for key in ["<Enter>", "d"] {
        await expectShows(screen.press(key), "Only an owner of this diary can do that.")
        await screen.press("<Esc>")
      }
      await screen.press("g")
    }
    await expectShows(select("Me", screen), "d remove")
    expectLacks(screen, "role")
    await screen.press("d", shows: "Leave this diary?")
    await expect(sync.calls.allSatisfy { !$0.hasPrefix("role") && !$0.hasPrefix("approve") })
    screen = try await opened(await shared(), speaks: true).press("jjj")
    expectEqual(
      screen.spoken?.selected?.hasPrefix(
        "미나, wants to join, words: mutt diffusion cussed"), true)
    let directory = DiaryDirectory(openName: "가족") { [] }
    screen = try await ScreenTest(diaries: directory)
    expectShows(screen, "No one has written in 가족 yet.")
    expectShows(screen, "Everyone in this diary can read what you write here.")
    expectLacks(screen, "all yours", "stay on this machine")
    await expectShows(
      screen.receive(.identified(nil, .viewer, isShared: true)), "You are a viewer of this diary.")
    expectLacks(screen, "write the first entry")
  }
}

@Suite("Trips on the screen") @MainActor struct TripsScreenTests {
  static let seoul = "37.5500, 126.9100"
  static let jeju = "33.4600, 126.3200"

  /// Half a year at home, and five days on Jeju in May, the first with a photo.
  static func entries() throws -> [EntryFields] {
    var entries: [EntryFields] = []
    func add(_ date: String, _ title: String, _ place: String, _ photos: [Photo] = []) throws {
      var fields = try SampleDiary.fields(
        title, on: "\(date)T12:00:00+09:00", "Some words.", photos: photos)
      fields.details.place = place
      entries.append(fields)
    }
    for month in 2...8 {
      for day in ["01", "09", "17", "25"] { try add("2026-0\(month)-\(day)", "home", seoul) }
    }
    for day in 3...7 {
      try add(
        "2026-05-0\(day)", "Day \(day - 2)", jeju,
        day == 3 ? [SampleDiary.photo("sea.jpg", caption: "The sea")] : [])
    }
    return entries
  }

  private func opened(
    _ columns: Int = 80, _ rows: Int = 24, speaks: Bool = false
  ) async throws -> ScreenTest {
    let screen = try await ScreenTest(columns, rows, entries: Self.entries(), speaks: speaks)
    screen.placeNaming.answer = .success(["제주시 애월읍"])
    return await screen.press("<A-a>")
  }

  @Test func `Trips are drawn and listed, and an empty diary explains them`() async throws {
    try await expectScreen(opened(), in: "trips")
    try await expectScreen(opened(40, 12), in: "trips-40x12")
    var screen = try await opened().press("<Enter>")
    expectPrefix(screen.text, " 제주시 애월읍")
    expectShows(screen, "Day 5", lacks: "home")
    await expectPrefix(screen.press("q").text, " Trips")
    screen = try await opened()
    for entry in try await screen.service.entries() where entry.title.hasPrefix("Day") {
      _ = try await screen.service.delete(entry.id)
    }
    screen.change { $0.reloadDays() }
    await screen.press("<Up>", shows: "No trips yet.")
    screen = try await ScreenTest(40, 12, entries: SampleDiary.days(3))
    await screen.press("<A-a>", shows: "No trips yet.", "A trip is a run").press("q")
    expect(screen.state.screens.isEmpty)
    screen = try await opened(speaks: true)
    await expectSpoken(screen, title: "Trips, 1 trip")
    expectContains(screen.spoken?.selected ?? "", "3–7 May 2026 · 5 days")
  }
}

@Suite("Moods over time") @MainActor struct MoodsScreenTests {
  private func opened(
    _ columns: Int = 80, _ rows: Int = 24, speaks: Bool = false
  ) async throws -> ScreenTest {
    let moods = [
      ("2026-01-10", "🙂", ["산책"]), ("2026-03-10", "😄", ["산책"]), ("2026-03-11", "😄", ["산책"]),
      ("2026-06-01", "😢", ["work"]), ("2026-06-02", "🙁", ["work"]), ("2026-06-03", "😢", ["work"]),
      ("2026-10-01", "😐", []), ("2025-05-05", "😄", []), ("2026-11-20", "wistful", []),
    ]
    return try await ScreenTest(
      columns, rows,
      entries: moods.map { date, mood, tags in
        var fields = try SampleDiary.fields(date, on: "\(date)T12:00:00+09:00", tags: tags)
        fields.details.mood = mood
        return fields
      }, speaks: speaks
    ).press("<A-f>")
  }

  @Test func `Moods are drawn and listed, and the arrows change the year`() async throws {
    try await expectScreen(opened(), in: "moods-80x24")
    var screen = try await opened(40, 12)
    try expectScreen(screen, in: "moods-40x12")
    try await expectScreen(screen.press("<End>"), in: "moods-40x12-scrolled")
    screen = try await opened().press("<Down><Enter>")
    expectPrefix(screen.text, " 🙂 ")
    expectShows(screen, "2026-01-10", lacks: "2026-03-10")
    await expectPrefix(screen.press("q").text, " Moods")
    screen = try await opened().press("<Left><Left>", shows: "\n 2025 ")
    await screen.press("<Right><Right>", shows: "Last 12 months")
    screen = try await ScreenTest(40, 12, entries: SampleDiary.days(1))
    await screen.press("<A-f>", shows: "No moods yet.")
    Language.korean.speaking { expectPrefix(screen.text, " 기분") }
    // The user's list of moods sets the order.
    screen = try await opened()
    screen.prefer { $0.moods = MoodScale(["wistful", "😢"]) }
    await screen.press("<Down>")
    let moods = screen.text.split(separator: "\n").compactMap { line in
      ["wistful", "😢", "🙁", "😄"].first { line.contains("\($0) ") && line.contains("█") }
    }
    expectEqual(moods.prefix(2), ["wistful", "😢"])
    screen = try await opened(speaks: true)
    expectContains(screen.spoken?.lines ?? [], "March 2026: 😄")
    expectPrefix(screen.spoken?.selected ?? "", "😄")
  }
}

@Suite("A year in review on the screen") @MainActor struct YearReviewScreenTests {
  private func opened(
    _ columns: Int = 80, _ rows: Int = 24, speaks: Bool = false
  ) async throws -> ScreenTest {
    var entries = try TripsScreenTests.entries()
    entries.append(try SampleDiary.fields("long ago", on: "2023-12-31T12:00"))
    entries.append(
      try SampleDiary.fields(
        "The longest", on: "2026-10-10T12:00",
        Array(repeating: "word", count: 1200).joined(separator: " "), tags: ["글"]))
    entries[entries.count - 3].details.isStarred = true
    return try await ScreenTest(columns, rows, entries: entries, speaks: speaks).press("<A-y>")
  }

  @Test func `A year is drawn, arrows change it, and Enter opens the selection`() async throws {
    try await expectScreen(opened(100, 40), in: "year-100x40")
    try await expectScreen(opened(40, 12), in: "year-40x12")
    var screen = try await opened().press("<Right>")
    expectPrefix(screen.text, " 2026 in review")
    await expectPrefix(screen.press("<Left><Left>").text, " 2023 in review")
    await expectPrefix(screen.press("<Right>").text, " 2026 in review")
    screen = try await opened(100, 40).press("<Enter>")
    expectPrefix(screen.text, " February 2026")
    await expectPrefix(screen.press("q").text, " 2026 in review")
    await screen.press("<Tab><Enter>", shows: "Day 5").press("q<Tab><Enter>")
    expectEqual(screen.state.screens.front(as: ReaderState.self)?.entry.title, "The longest")
    screen = try await opened(100, 40)
    for _ in 0..<8 where screen.state.screens.front(as: YearReviewState.self)?.selected != .tag("글")
    { await screen.press("<Tab>") }
    await expectPrefix(screen.press("<Enter>", shows: "The longest").text, " tag:글 date:2026")
    screen = try await opened(speaks: true)
    await expectSpoken(screen, title: "2026 in review")
    expectContains(screen.spoken?.lines ?? [], "Entries: 34")
    screen = try await ScreenTest(80, 24, entries: [])
    await screen.press("<A-y><PgDn><Enter>", shows: "No entries in that year.")
    expectLacks(screen.text, "December", "\(screen.text)")
  }
}

@Suite("The diary in numbers") @MainActor struct StatisticsScreenTests {
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
    try await ScreenTest(columns, rows, entries: try entries ?? self.entries()).press("<A-s>")
  }

  @Test func `Months, hours and years are beside totals, or in a scrolling column`() async throws {
    try await expectScreen(opened(), in: "statistics-80x24")
    let screen = try await opened(40, 12)
    try expectScreen(screen, in: "statistics-40x12")
    try await expectScreen(screen.press("<PgDn>"), in: "statistics-40x12-scrolled")
  }

  @Test("An empty diary has a hint", arguments: [(40, 12), (80, 24), (200, 50)])
  func empty(_ columns: Int, _ rows: Int) async throws {
    let screen = try await opened(columns, rows, entries: [])
    expectShows(screen, "Nothing to count yet.")
    await screen.press("<Enter><Down><Tab>G<Left>", shows: "Nothing to count yet.")
    await screen.press("<A-p>", shows: "No places yet.").press("<Enter>vqq")
    expect(screen.state.screens.isEmpty)
    expectNil(screen.state.figures)
  }

  @Test func `Years change, places are sorted, and Enter shows entries`() async throws {
    var screen = try await opened().press("<Left>", shows: "\n 2026  ", "▌Nov        4")
    await screen.press("<Left>", shows: "\n 2024  ", "▌Nov        0")
    await screen.press("<Left>", shows: "\n 2024  ")
    await screen.press("<Enter>", shows: "No entries in November 2024.")
    await screen.press("np<Right>n", shows: "Last 12 months", "▌Nov        4")
    screen = try await opened().press("<Enter>")
    expectEqual(screen.state.scope?.title, "November 2026")
    expectEqual(screen.state.entries.count, 4)
    await screen.press("<Esc><A-s><Tab>", shows: "▌2024")
    await screen.press("<Enter>", shows: "\n 2024  ", "▌Jan        0").press("<Tab><Tab><Enter>")
    expectEqual(screen.state.scope?.title, "#강")
    expectEqual(screen.state.entries.count, 2)
    await screen.press("<Esc><A-s><S-Tab>", shows: "▌Seoul").press("<Enter>")
    expectEqual(screen.state.scope?.title, "Seoul")
    expectEqual(screen.state.entries.count, 3)
    screen = try await ScreenTest(60, 12, entries: try entries()).press("<A-p>")
    try expectScreen(screen, in: "places")
    await expectEqual(screen.press("jvv", shows: "▌강릉").press("<Enter>").state.scope?.title, "강릉")
    expectEqual(screen.state.entries.count, 1)
    await expectNil(screen.press("<Esc>").state.scope)
    expectNil(screen.state.figures)
  }

  @Test func `Rows that can't be selected are scrolled line by line`() async throws {
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
    await screen.press("<Down*20>")
    if !screen.text.contains("▌") { await expectNil(screen.press("<Enter>").state.scope) }
  }

  @Test func `Changes and a running count are shown`() async throws {
    var screen = try await opened()
    try await screen.addElsewhere(
      SampleDiary.fields("new", on: "2026-11-21T09:00", "three more words"))
    expectShows(screen, "7 entries", "▌Nov        5", "Current streak")
    await expectNil(screen.press("q").state.figures)
    screen = try await opened().press("q")
    screen.change { state in
      state.screens.push(StatisticsState())
      var figures = StatisticsCache()
      _ = figures.request(on: state.now.day, requestID: 77)
      state.figures = figures
    }
    expectShows(screen, "counting… 0%")
    var some = StatisticsCounter()
    for entry in try await screen.service.entries().prefix(3) { some.count(entry) }
    let counted = some.statistics(today: screen.state.now.day)
    await screen.receive(.diaryCounted(counted, requestID: 76, isEnd: false))
    expectShows(screen, "counting… 0%")
    await screen.receive(.diaryCounted(counted, requestID: 77, isEnd: false))
    expectShows(screen, "counting… 50%", "▌Nov        3")
    await screen.receive(.diaryCounted(counted, requestID: 77, isEnd: true))
    expectShows(screen, "3 entries")
    // A recount replaces the numbers only when it is complete.
    await screen.receive(.diaryCounted(DiaryStatistics(), requestID: 77, isEnd: false))
    expectShows(screen, "3 entries")
  }

  @Test func `The mouse works, and the numbers are announced`() async throws {
    var screen = try await opened()
    await expectShows(screen.mouse(.press, 3, 13), "▌Oct")
    await screen.mouse(.scrollDown, 3, 4)
    try expectContains(screen.text.split(separator: "\n").at(2), "Feb")
    await expectShows(screen.mouse(.doublePress, 3, 2), "No entries in February 2026.")
    screen = try await ScreenTest(80, 24, entries: try entries(), speaks: true).press("<A-s>")
    await expectSpoken(
      screen, title: "Statistics, 6 entries",
      selected: "November 2026, 4 entries, 25 words, 3 photos (12 of 12)")
    expectContains(screen.spoken?.lines ?? [], "Longest streak: 3 days")
    let place = "Seoul, 3 entries, Friday 20 November 2026 (1 of 2)"
    await expectSpoken(screen, "<A-p>", selected: place)
  }
}

@Suite("The status screen") @MainActor struct StatusScreenTests {
  /// Returns the status of a diary on disk; the tests' diary is in memory.
  private func onDisk() throws -> DiaryStatus {
    var status = DiaryStatus(path: "/home/kim/.local/share/photodiary", device: ID(high: 1, low: 2))
    status.format = 1
    status.author = Author(id: AuthorID("0123456789abcdef0123456789abcdef"), name: "김 산책")
    status.entries = 1204
    status.trashed = 3
    status.assets = 2011
    status.attachments = 0
    status.size = 5_123_456_789
    status.saved = Timestamp("2026-11-20T22:30:00.250Z")
    return status
  }

  @Test func `S shows the status, which scrolls and fits in any language`() async throws {
    var screen = try await ScreenTest.sample().press("S", shows: "in memory (format 2)")
    try await expectScreen(screen.receive(.statusLoaded(try onDisk())), in: "status")
    await expect(screen.press("q").state.screens.isEmpty)
    screen = try await ScreenTest.sample(40, 12).press("S")
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
    await screen.press("<C-u><Enter>", shows: "Enter a name.").press("<Enter>홍길동<Enter>")
    expectShows(screen, "Changed the author's name to “홍길동”.", "author      홍길동\n")
    try await expectEqual(screen.service.author(), Author(id: AuthorID("me"), name: "홍길동"))
    try await expectEqual(screen.press("e!<Esc><Esc>").service.author().name, "홍길동")
    await screen.press("?", shows: "Edit the author's name")
  }
}
