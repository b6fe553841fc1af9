import DiaryCore
import TerminalUI
import TestSupport
import Testing
import Text

@testable import DiaryApp

@Suite("Searching") @MainActor struct SearchTests {
  private func selected(_ screen: ScreenTest) -> String? {
    screen.state.entries.selectedEntry?.title
  }

  @Test func `Typing finds text in any normal form, and Esc restores the list`() async throws {
    var screen = try await ScreenTest(60, 14, entries: try SampleDiary.days(40)).press("<j*17>")
    let before = screen.text
    await expectEqual(selected(screen.press("/entry 1", shows: "13 found")), "Entry 1")
    expectEqual(screen.cursor, Point(column: 10, row: 2))
    await expectEqual(selected(screen.press("<Down><Down><Up>")), "Entry 10")
    await screen.press("<Enter>", shows: "Entry 10").press("<Left>q")
    expectEqual(selected(screen), "Entry 11")
    await expectEqual(screen.press("<PgDn><PgUp><Esc>").text, before)
    screen = try await ScreenTest.sample(60, 14)
    await expectShows(screen.press("/").paste("\u{1100}\u{1161}\u{11BC}가"), " 1 found")
    screen = try await ScreenTest.sample(60, 14).press(
      "/q?jd", shows: "/ q?jd", "No results.", "type near:")
    await screen.press("<Enter><F1>end the", shows: "End the search")
    screen = try await ScreenTest.sample(60, 14).press("/plum")
    let all = try await screen.service.entries()
    var state = screen.state
    let late = FoundEntries(
      requestID: 1, predicate: .all, orders: all.map(\.sortKey), first: all, isEnd: true)
    _ = state.update(.found(late), now: state.now)
    expectEqual(state.entries.total, 1)
    screen = try await ScreenTest.sample(60, 14).press("/it<Enter>dy", shows: "1 entry")
    await screen.press("<Enter>e<S-Tab>!<C-s>q", shows: "The plum tree!")
    await expectEqual(screen.press("<Esc>", shows: "The plum tree!").state.list.count, 4)
  }

  @Test func `Reading a result leads back to the results, and the search key to the field`()
    async throws
  {
    let screen = try await ScreenTest(60, 14, entries: try SampleDiary.days(40)).press("j")
    let before = screen.text
    await screen.press("/entry 1<Down>")
    let searching = screen.text
    await screen.press("<Enter>", shows: "Entry 10")
    await screen.press("<Esc>", shows: " entry 1 ", "13 entries")
    await expectEqual(selected(screen.press("j")), "Entry 11")
    await expectEqual(screen.press("k/").text, searching)
    await expectEqual(screen.press("<Enter>qq").text, before)
    // A double press reads a result, too.
    await screen.press("/entry 1").mouse(.doublePress, 5, 6)
    await screen.press("q", shows: " entry 1 ", "13 entries")
  }
}

@Suite("Screens of the search") @MainActor struct SearchSnapshotTests {
  private static let typed = ["", "강가 tag:산", "it -is:starred ", "date:2026-11..x 첫"]

  @Test(
    arguments: [Language.english, .korean],
    [Size(columns: 80, rows: 24), Size(columns: 40, rows: 12), Size(columns: 200, rows: 50)])
  func `searches are drawn`(_ language: Language, _ size: Size) async throws {
    var screens: [String] = []
    try await language.speaking {
      for typed in Self.typed {
        let screen = try await ScreenTest(
          size.columns, size.rows, entries: try SampleDiary.entries(), showsPhotos: false)
        await screen.type("/" + typed)
        screens.append("/\(typed)\n\(screen.text)\n")
      }
    }
    try expectFixture(
      screens.joined(separator: "\n"),
      in: "search-\(language == .korean ? "korean" : "english")-\(size.columns)x\(size.rows).txt")
  }
}

@Suite("Completion in the search") @MainActor struct SearchCompletionTests {
  @Test(
    arguments: [
      ("", nil), ("t", nil), ("ta", "key ta 2"), ("태", "key 태 1"), ("x ta", "key ta 2"),
      ("-ta", "key ta 2"), ("tag:", "tag  0"), ("tag:#wa", "tag wa 3"), ("TAG:Wa", "tag Wa 2"),
      ("-일기장:여", "journal 여 1"), ("journal:\"New Y", "journal New Y 6"), ("journal:\"New\"", nil),
      ("\"tag:w", nil), ("tag:a ", nil), ("a:b", nil), ("has:p", "has p 1"),
      (#"x "a\" b" tag:"c\"d e"#, "tag c\"d e 7"), (#"tag:"a\"b""#, nil),
    ] as [(String, String?)])
  func `the characters before the caret request completions`(_ text: String, _ expected: String?) {
    let trigger = CompletionTrigger(inSearch: Array(text))
    let words = trigger.map { trigger in
      let kind = if case .searchValue(let key) = trigger.kind { key.rawValue } else { "key" }
      return "\(kind) \(trigger.query) \(trigger.length)"
    }
    expectEqual(words, expected)
  }

  private func search(_ columns: Int = 80, _ rows: Int = 24) async throws -> ScreenTest {
    var entries = try SampleDiary.days(12)
    for (place, tags) in [["walks", "water"], ["walks"], ["산책"]].enumerated() {
      entries[place].tags = tags
    }
    entries[3].journal = "New York"
    entries[4].details.isPinned = true
    return try await ScreenTest(columns, rows, entries: entries).press("/")
  }

  private func prompt(_ screen: ScreenTest) -> [String] {
    screen.lines[2...3].map { String($0).trimmed.description }
  }

  @Test func `Tags, words and journals are completed with quotation marks`() async throws {
    var entries = try SampleDiary.days(4)
    entries[1].tags = ["a\"b"]
    let screen = try await ScreenTest(entries: entries).press("/tag:a<Tab>")
    try expectEqual(prompt(screen).at(0), "/ tag:\"a\\\"b\"")
    expectShows(screen, "1 found", "Entry 1")
    // Keywords are offered in the screen's language, and the default journal by its shown name.
    try await Language.korean.speaking {
      let screen = try await search().press("is:")
      try expectEqual(prompt(screen).at(1), "Tab  별표  고정")
      await expectEqual(prompt(screen.press("<C-u>일기장:기")), ["/ 일기장:기", "Tab  기본 일기장"])
      expectShows(screen, "11개")
      await screen.press("<Tab>")
      try expect(prompt(screen).at(0) == "/ 일기장:\"기본 일기장\"" && screen.text.contains("11개"))
    }
  }

  @Test func `Tags, keys and journals are completed while typing`() async throws {
    var screen = try await search().press("tag:w")
    expectEqual(prompt(screen), ["/ tag:w", "Tab  walks  water"])
    expectShows(screen, "2 found")
    await expectEqual(prompt(screen.press("<S-Tab><Tab>", shows: "1 found")), ["/ tag:water", ""])
    await screen.press("<Tab>", shows: "1 marked").press("<C-u>-태그:사")
    expectEqual(prompt(screen), ["/ -태그:사", "Tab  산책"])
    await expectEqual(prompt(screen.press("<Tab>", shows: "11 found")), ["/ -태그:산책", ""])
    screen = try await search()
    let steps = [
      ("jo", "Tab  journal:", "/ journal:"), ("", "Tab  Diary  New York", nil),
      ("n", "Tab  New York", "/ journal:\"New York\""), ("is:p", "Tab  pinned", nil),
      ("", "Tab  pinned", "/ journal:\"New York\" is:pinned"),
    ]
    for (typed, offered, taken) in steps {
      try await expectEqual(prompt(screen.type(typed)).at(1), offered)
      guard let taken else { continue }
      try await expectEqual(prompt(screen.press("<Tab>")).at(0), taken)
    }
    expectShows(screen, "0 found")
    try await expectEqual(prompt(screen.press("<C-u>author:m")).at(1), "Tab  Me")
    try await expectEqual(prompt(screen.press("e")).at(1), "")
    await screen.press("<C-u>mood")
    // A plain word matches too, so Tab marks the entry.
    try expectEqual(prompt(screen).at(1), "mood:")
    // Any value may follow the key.
    await expectEqual(prompt(screen.press(":x<S-Tab*3>")), ["/ mood:x", ""])
  }

  @Test func `Places and moods are counted when requested`() async throws {
    var entries = try SampleDiary.days(6)
    for (index, place) in ["서울", "Seoul Forest", "서울", "Busan"].enumerated() {
      entries[index].details.place = place
    }
    var screen = try await ScreenTest(entries: entries).press("/place:")
    try expectPrefix(prompt(screen).at(1), "Tab  서울  ")
    try await expectEqual(prompt(screen.press("se")).at(1), "Tab  Seoul Forest")
    try await expectEqual(prompt(screen.press("<Tab>")).at(0), "/ place:\"Seoul Forest\"")
    expectShows(screen, "1 found")
    try await expectEqual(prompt(screen.press("weather:su")).at(1), "Tab  sunny")
    // The count ends with its request.
    expectNil(screen.state.figures)
    try await expectPrefix(prompt(screen.press("<C-u>기분:")).at(1), "Tab  😄")
    entries = try SampleDiary.days(6)
    for (index, mood) in ["calm", "🙁", "calm", "Curious"].enumerated() {
      entries[index].details.mood = mood
    }
    screen = try await ScreenTest(entries: entries).press("/mood:")
    try expectEqual(prompt(screen).at(1), "Tab  calm  Curious  🙁  😄  🙂  😐")
    await screen.press("cu<Tab>")
    try expect(prompt(screen).at(0) == "/ mood:Curious" && screen.text.contains("1 found"))
    expectNil(screen.state.figures)
  }

  @Test func `Keys work beside completions, and the selected one is in view`() async throws {
    var screen = try await search(40, 12).press("tag:w<Down>")
    expectEqual(screen.state.entries.selected, 1)
    await expectNil(screen.press("<Enter>", shows: "Entry 1").press("q<Esc>").state.search)
    var entries = try SampleDiary.days(6)
    for place in entries.indices {
      entries[place].tags = ["w" + String(repeating: "\(place)", count: 12)]
    }
    screen = try await ScreenTest(40, 12, entries: entries).press("/tag:w<S-Tab*5>")
    try expectContains(prompt(screen).at(1), "w555555555555")
    try await expectEqual(prompt(screen.press("<Tab>")).at(0), "/ tag:w555555555555")
  }
}

@Suite("Unfinished searches") @MainActor struct UnfinishedSearchTests {
  private func opened() async throws -> ScreenTest {
    try await ScreenTest(
      80, 24,
      entries: [
        try SampleDiary.fields("Soup", on: "2026-11-01T10:00", "At the river.", tags: ["food"]),
        try SampleDiary.fields("Rain", on: "2026-11-02T10:00", "By the river."),
        try SampleDiary.fields("Snow", on: "2026-11-03T10:00", "A frozen river."),
      ])
  }

  private func titles(_ screen: ScreenTest) -> [String] {
    (0..<screen.state.entries.count).compactMap { screen.state.entries[$0]?.title }
  }

  @Test func `Unfinished terms don't hide the results`() async throws {
    var screen = try await opened().press("/river -r")
    expectEqual(titles(screen), ["Snow", "Rain", "Soup"])
    await expectEqual(titles(screen.press("ain")), ["Snow", "Rain", "Soup"])
    expectShows(screen, "“-rain”: press Space or Enter to exclude entries with it.")
    await expectEqual(titles(screen.press(" ", lacks: "press Space")), ["Snow", "Soup"])
    await expectEqual(titles(screen.press("<BS><Home>")), ["Snow", "Soup"])
    screen = try await opened().press("/river -rain<Enter>")
    expectEqual(titles(screen), ["Snow", "Soup"])
    expect(screen.state.screens.isEmpty)
    await expectEqual(screen.press("<Enter>").state.screens.count, 1)
    screen = try await opened().press("/river -rain<A-l>")
    expectNil(screen.state.search)
    expectEqual(titles(screen), ["Snow", "Soup"])
    screen = try await opened().press("/")
    await expectEqual(titles(screen.paste("soup weather:")), ["Soup"])
    expectShows(screen, "Tab  sunny  cloudy")
    await expectEqual(titles(screen.press("<Home><A-d><Del>", shows: "/ weather:")), ["Soup"])
    await screen.press("<C-u><End><C-u>", shows: "Type words to find, or:")
    await screen.press("nowhere weather:<Home><A-d><Del>", shows: "Type words to find, or:")
  }

  @Test func `Dates are echoed as understood, and mistakes reported`() async throws {
    let screen = try await opened().press("/date:yesterday", shows: "→ Friday 20 November 2026")
    for (typed, echo) in [
      ("from:\"3 days ago\"", "→ from Wednesday 18 November 2026"),
      ("to:2026-08", "→ until Monday 31 August 2026"), ("on:어제", "→ Friday 20 November 2026"),
      ("date:2026-11", "→ November 2026"), ("date:2026", "→ 2026"),
      ("date:2026-11-02..2026-11-03", "→ Monday 2 November 2026 – Tuesday 3 November 2026"),
      ("date:soon", "“date:soon” isn't a date."),
      ("from:2026-02-30", "“from:2026-02-30”: there's no such date."),
    ] { await expectContains(screen.press("<C-u>").type(typed).text, echo, "\(typed)") }
    await expectEqual(titles(screen.press("<C-u>from:2026-11-02 ", lacks: "→")), ["Snow", "Rain"])
    let day = try require(CalendarDay("2026-11-02"))
    let korean = Language.korean.speaking { EntryPredicate.from(day).dayText }
    expectEqual(korean, "→ 2026년 11월 2일 월요일부터")
  }
}
