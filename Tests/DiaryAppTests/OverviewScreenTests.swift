import DiaryCore
import Localization
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("The people of a shared diary") @MainActor
struct PeopleScreenTests: SyncScreenSuite {
  private nonisolated static let ara = AuthorID("ara")
  private nonisolated static let mina = AuthorID("mina")

  /// A diary of two, which a third person asks to be let into.
  private func shared(as role: PersonRole = .owner) async -> FakeSync {
    let sync = FakeSync(others: [("phone", "2026-11-20T22:00:00Z")])
    await sync.put("home")
    await sync.changeState { state in
      state.devices[1].person = "Ara"
      state.people = [
        Person(
          id: AuthorID("me"), name: "Me", role: role, state: .member, check: ["a", "b", "c"],
          isThis: true),
        Person(id: Self.ara, name: "Ara", role: .writer, state: .member, check: ["d", "e", "f"]),
        Person(
          id: Self.mina, name: "미나", role: .writer, state: .asking,
          check: ["mutt", "diffusion", "cussed"]),
      ]
    }
    return sync
  }

  @discardableResult
  private func select(_ name: String, _ screen: ScreenTest) async -> ScreenTest {
    for _ in 0..<6 where !screen.text.contains("▌\(name)") { await screen.press("j") }
    return screen
  }

  @Test func `People are between the remotes and the devices, with their devices`() async throws {
    try await expectScreen(opened(await shared()), in: "people")
  }

  @Test func `Requests are approved or refused, and roles chosen`() async throws {
    var sync = await shared()
    var screen = try await opened(sync, 40, 12)
    await select("미나", screen).press("<Enter>", shows: "Let 미나 in?", "mutt diffusion cussed")
    // One key alone lets nobody in.
    await screen.press("y")
    await expect(sync.calls.allSatisfy { !$0.hasPrefix("approve") })
    await screen.press("<Enter>")
    let calls = await sync.calls
    let approved = try require(calls.firstIndex(of: "approve mina"))
    expectContains(calls[approved...], "sync all")
    expectShows(screen, "Let 미나 in.")
    expectLacks(screen, "with the words")
    // Whoever asks can be refused, and somebody removed, after a question; new words are shown.
    sync = await shared()
    screen = try await opened(sync)
    await expectShows(select("미나", screen), "Enter let in   d refuse")
    await screen.press("d", shows: "Refuse 미나?").press("<Esc>")
    await expect(sync.calls.allSatisfy { !$0.hasPrefix("remove") })
    await screen.press("dy<Enter>")
    await expectContains(sync.calls, "remove mina")
    expectEqual(screen.state.screens.front(as: NoticeState.self)?.title, "Your six recovery words")
    // A role is chosen from those there are; the same one changes nothing.
    sync = await shared()
    screen = try await opened(sync)
    await expectShows(select("Ara", screen), "Enter role   d remove")
    await screen.press("<Enter>", shows: "What may Ara do?", "▌writer: writes").press("<Enter>")
    await expect(sync.calls.allSatisfy { !$0.hasPrefix("role") })
    await screen.press("<Enter>j<Enter>")
    await expectContains(sync.calls, "role reader ara")
    expectShows(screen, "Ara: reader from now on.")
  }

  @Test func `An owner's actions are refused to others, also in Korean`() async throws {
    let sync = await shared(as: .writer)
    var screen = try await opened(sync)
    for name in ["미나", "Ara"] {
      await expectLacks(select(name, screen), "Enter let in", "Enter role")
      for key in ["<Enter>", "d"] {
        await expectShows(screen.press(key), "Only an owner of this diary may do that.")
        await screen.press("<Esc>")
      }
      await screen.press("g")
    }
    // Everybody may leave.
    await expectShows(select("Me", screen), "d remove")
    expectLacks(screen, "role")
    await screen.press("d", shows: "Leave this diary?")
    await expect(sync.calls.allSatisfy { !$0.hasPrefix("role") && !$0.hasPrefix("approve") })
    screen = try await opened(await shared(), speaks: true).press("jjj")
    expectEqual(
      screen.spoken?.selected?.hasPrefix(
        "미나, asks to be let in, with the words: mutt diffusion cussed"), true)
    try await Language.korean.speaking {
      let screen = try await opened(await shared(), 40, 12)
      await select("미나", screen).press("<Enter>", shows: "“미나”를 들일까요?")
    }
    // A shared diary without entries says whom one writes for.
    let directory = FakeDirectory(openName: "가족", known: [])
    screen = try await ScreenTest(diaries: directory)
    expectShows(screen, "Nobody has written in 가족 yet.")
    expectShows(screen, "What you write here is for everybody in this diary.")
    expectLacks(screen, "all yours", "stay on this machine")
    await expectShows(screen.receive(.identified(nil, .reader)), "You are a reader of this diary.")
    expectLacks(screen, "write the first entry")
  }
}

@Suite("Trips on the screen") @MainActor
struct TripsScreenTests {
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
    screen.placeNaming.call(.success(["제주시 애월읍"]))
    return await screen.press("<A-a>")
  }

  @Test func `Trips are drawn at both sizes`() async throws {
    var screen = try await opened()
    try expectScreen(screen, in: "trips")
    screen = try await opened(40, 12)
    try expectScreen(screen, in: "trips-40x12")
  }

  @Test func `Enter lists a trip, and an empty diary explains trips`() async throws {
    var screen = try await opened().press("<Enter>")
    expectPrefix(screen.text, " 제주시 애월읍")
    expectShows(screen, "Day 5")
    expectLacks(screen, "home")
    await expectPrefix(screen.press("q").text, " Trips")
    // What is saved meanwhile is looked at again.
    screen = try await opened()
    for entry in try await screen.service.entries() where entry.title.hasPrefix("Day") {
      _ = try await screen.service.delete(entry.id)
    }
    screen.change { $0.reloadDays() }
    await screen.press("<Up>", shows: "No trips yet.")
    screen = try await ScreenTest(40, 12, entries: SampleDiary.days(3))
    await screen.press("<A-a>", shows: "No trips yet. They are found by").press("q")
    expect(screen.state.screens.isEmpty)
    screen = try await opened(speaks: true)
    await expectSpoken(screen, title: "Trips, 1 trip")
    expectContains(screen.spoken?.selected ?? "", "3–7 May 2026 · 5 days")
  }
}

@Suite("Moods over time") @MainActor
struct MoodsScreenTests {
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

  @Test func `Moods are drawn at both sizes`() async throws {
    var screen = try await opened()
    try expectScreen(screen, in: "moods-80x24")
    screen = try await opened(40, 12)
    try expectScreen(screen, in: "moods-40x12")
    try await expectScreen(screen.press("<End>"), in: "moods-40x12-scrolled")
  }

  @Test func `Enter lists a mood, and the arrows change the year`() async throws {
    var screen = try await opened().press("<Down><Enter>")
    expectPrefix(screen.text, " 🙂 ")
    expectShows(screen, "2026-01-10")
    expectLacks(screen, "2026-03-10")
    await expectPrefix(screen.press("q").text, " Moods")
    screen = try await opened().press("<Left><Left>", shows: "\n 2025 ")
    await screen.press("<Right><Right>", shows: "Last 12 months")
    // An empty diary says how a mood is added, in Korean, too.
    screen = try await ScreenTest(40, 12, entries: SampleDiary.days(1))
    await screen.press("<A-f>", shows: "No moods yet.")
    Language.korean.speaking { expectPrefix(screen.text, " 기분") }
    // A person's own order counts.
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

@Suite("A year in review on the screen") @MainActor
struct YearReviewScreenTests {
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
    return try await ScreenTest(columns, rows, entries: entries, speaks: speaks).press("y")
  }

  @Test func `A year is drawn at both sizes`() async throws {
    var screen = try await opened(100, 40)
    try expectScreen(screen, in: "year-100x40")
    screen = try await opened(40, 12)
    try expectScreen(screen, in: "year-40x12")
  }

  @Test func `Arrows change the year, and Enter opens the selection`() async throws {
    var screen = try await opened().press("<Right>")
    expectPrefix(screen.text, " 2026 in review")
    await expectPrefix(screen.press("<Left>").text, " 2023 in review")
    await expectPrefix(screen.press("<Left>").text, " 2023 in review")
    await expectPrefix(screen.press("<Right>").text, " 2026 in review")
    screen = try await opened(100, 40).press("<Enter>")
    expectPrefix(screen.text, " February 2026")
    await expectPrefix(screen.press("q").text, " 2026 in review")
    // The trip, then the longest entry.
    await screen.press("<Tab><Enter>", shows: "Day 5").press("q<Tab><Enter>")
    expectEqual(screen.state.screens.front(as: ReaderState.self)?.entry.title, "The longest")
    screen = try await opened(100, 40)
    for _ in 0..<8 where screen.state.screens.front(as: YearReviewState.self)?.selected != .tag("글")
    { await screen.press("<Tab>") }
    await expectPrefix(screen.press("<Enter>", shows: "The longest").text, " tag:글 date:2026")
    screen = try await ScreenTest(40, 12).press("y", shows: "No entries in that year.")
    screen = try await opened(speaks: true)
    await expectSpoken(screen, title: "2026 in review")
    expectContains(screen.spoken?.lines ?? [], "Entries: 34")
    screen = try await ScreenTest(80, 24, entries: [])
    await screen.press("y<PgDn><Enter>", shows: "No entries in that year.")
    expectLacks(screen.text, "December", "\(screen.text)")
  }
}
