import DiaryCore
import TerminalUI
import TestSupport
import Testing
import Text

@testable import DiaryApp

@Suite("Changes made elsewhere") @MainActor struct ExternalChangeScreenTests {
  private func selected(_ screen: ScreenTest) -> String? { screen.state.list.selectedEntry?.title }

  @Test func `Entries added, changed or deleted elsewhere appear in the list`() async throws {
    var screen = try await ScreenTest.sample(60, 14).press("j")
    try await screen.addElsewhere(SampleDiary.fields("Elsewhere", on: "2026-11-21T09:00"))
    expectShows(screen, "21 Sat  Elsewhere", "“Elsewhere” was added in another window.")
    expectEqual(selected(screen), "A letter from the north")
    expectEqual(screen.state.list.count, 6)
    screen = try await ScreenTest.sample(60, 14).press("<Enter>")
    try await expectShows(screen.editElsewhere { $0.title = "Fog" }, "  Fog\n")
    await expectEqual(selected(screen.press("q")), "Fog")
    // Deleted entries are removed, or subtracted from the count if not loaded.
    screen = try await ScreenTest(60, 14, entries: try SampleDiary.days(500)).press("jjj")
    let entries = try await screen.service.entries()
    for (index, count) in [(2, 499), (450, 498)] {
      try await expectEqual(screen.deleteElsewhere(entries[index].id).state.list.count, count)
      expectEqual(selected(screen), "Entry 3")
    }
    await expectEqual(selected(screen.press("G")), "Entry 499")
    try await expectEqual(selected(screen.deleteElsewhere(entries[0].id)), "Entry 499")
    expectEqual(screen.state.list.count, 497)
    screen = try await ScreenTest.sample(60, 14)
    screen.repository.failNextRead(of: .timeline, with: .store(path: "/diary", .noPermission))
    try await screen.addElsewhere(SampleDiary.fields("Elsewhere", on: "2026-11-16T09:00"))
    expectShows(screen, "1 entry changed in another window.")
    let shown = (0..<screen.state.list.count).map { screen.state.list[$0]?.id }
    try await expectEqual(screen.service.entries().map(\.id), shown)
  }

  private func editing() async throws -> (ScreenTest, Entry) {
    let screen = try await ScreenTest.sample(80, 24).press("emine")
    return (screen, try require(screen.state.list.selectedEntry))
  }

  /// Changes an entry in another program, before this one hears of it.
  private func changed(
    _ entry: Entry, _ screen: ScreenTest,
    _ change: (inout EntryFields) -> Void = { $0.content = "Theirs." }
  ) async throws -> DiaryChange {
    var fields = entry.fields
    change(&fields)
    return DiaryChange(.updated, try await screen.service.update(entry.id, to: fields))
  }

  @Test func `An entry changed elsewhere while it is edited keeps both versions`() async throws {
    var (screen, open) = try await editing()
    try await expectShows(screen.changeExternally([changed(open, screen)]), "mine")
    try expectContains(screen.text.split(separator: "\n").at(0), "changed in another window · ")
    await screen.press("<C-s>", shows: "Both versions were kept")
    await screen.press("xj", shows: "Both versions were kept")
    await screen.press("C", shows: "Versions · 강가 산책, 안개", "Theirs.")
    let versions = try await screen.service.versions(of: open.id).map(\.entry.content)
    expectEqual(versions, [open.content + "mine", "Theirs."])
    // After Esc, no message covers the text.
    (screen, open) = try await editing()
    _ = try await screen.changeExternally([changed(open, screen)])
    await screen.press(
      "<Esc>", shows: "Saved as a second version: another window changed the entry too.")
    expect(screen.state.screens.front is EditorState)
    try await expectEqual(
      screen.service.versions(of: open.id).map(\.entry.content),
      [open.content + "mine", "Theirs."])
    (screen, open) = try await editing()
    let change = try await changed(open, screen)
    screen.repository.hear(change)
    let added = try await screen.service.add(
      try SampleDiary.fields("Other", on: "2026-11-21T09:00"))
    await screen.receive(.externalChanges([change, DiaryChange(.added, added)]))
    expectShows(screen, "changed in another window · ")
  }

  @Test func `Continuing a draft of an entry changed since keeps both versions`() async throws {
    let screen = try await ScreenTest.sample(80, 24)
    let open = try require(screen.state.list.selectedEntry)
    var mine = open.fields
    mine.content = "Mine."
    let change = try await changed(open, screen)
    await screen.changeExternally([change])
    let draft = Draft(
      id: .random(), entry: open.id, base: open.heads, fields: mine,
      dateText: EditorDate.text(open.date))
    let history = try await screen.service.history(of: open.id)
    await screen.receive(
      .draftsFound(
        [draft], entries: [change.entry], bases: history.filter { open.heads == [$0.id] }))
    await screen.press("<Enter>", shows: "changed in another window · ")
    await screen.press("<C-s>", shows: "Both versions were kept")
    let versions = try await screen.service.versions(of: open.id).map(\.entry.content)
    expectEqual(versions, ["Mine.", "Theirs."])
    // Undo restores the draft's base, not a second copy of the other version.
    await screen.press("<Enter>u")
    let undone = try await screen.service.versions(of: open.id).map(\.entry.content)
    expectEqual(undone, [open.content, "Theirs."])
  }

  @Test func `An entry deleted elsewhere while it is edited can still be saved`() async throws {
    var (screen, open) = try await editing()
    try await expectShows(screen.deleteElsewhere(open.id), "deleted in another window · ")
    let refusal = "Deleted in another window; Ctrl-S saves anyway. Esc again keeps a draft."
    await screen.press("<Esc>", shows: refusal, "mine")
    await screen.press("<C-s>", shows: "Deleted in another window").press("<Enter>", shows: "mine")
    await expectEqual(selected(screen.press("<C-s>y", shows: "Restored “강가 산책, 안개”.")), "강가 산책, 안개")
    try await expectEqual(screen.service.entry(open.id).content, open.content + "mine")
    try await expectEqual(screen.service.versions(of: open.id).count, 1)
    await expect(screen.drafts.kept.isEmpty)
    try await expectEqual(screen.press("u").service.trash().map(\.content), [open.content + "mine"])
    (screen, open) = try await editing()
    try await screen.deleteElsewhere(open.id)
    await expect(screen.press("<Esc><Esc>").state.screens.isEmpty)
    await expectEqual(screen.drafts.kept.map(\.fields.content), [open.content + "mine"])
    await screen.press("<A-d>", shows: "Changes to “강가 산책, 안개”")
    (screen, open) = try await editing()
    let entry = try await screen.service.delete(open.id)
    _ = try await screen.service.emptyTrash()
    await screen.changeExternally([DiaryChange(.purged, entry)])
    expectShows(screen, "permanently deleted in another window · ")
    await screen.press("<C-s>", shows: "Permanently deleted in another window")
    await screen.press("n", shows: "mine").press("<C-s>y", shows: "Added “강가 산책, 안개”.")
    try await expectEqual(screen.service.entries().map(\.content).first, open.content + "mine")
  }

  @Test func `Many changes keep the selection, and reach the reader and the trash`() async throws {
    var screen = try await ScreenTest(60, 14, entries: try SampleDiary.days(100)).press("<j*40>kkk")
    let shown = screen.text
    var changes: [DiaryChange] = []
    for number in 0..<30 {
      let date = number % 2 == 0 ? "2026-11-21T09:59:00+09:00" : "2025-01-01T00:00:00Z"
      let entry = try await screen.service.add(try SampleDiary.fields("\(number)", on: date))
      changes.append(DiaryChange(.added, entry))
    }
    await expectEqual(selected(screen.changeExternally(changes)), "Entry 37")
    expectShows(screen, "30 entries changed in another window.")
    // The count and the bottom line differ.
    let rows = screen.text.split(separator: "\n").dropFirst().dropLast()
    expectEqual(rows, shown.split(separator: "\n").dropFirst().dropLast())
    expectEqual(screen.state.list.count, 130)
    screen = try await ScreenTest(60, 14, entries: try SampleDiary.days(5)).press("t")
    let entries = try await screen.service.entries()
    let deleted = DiaryChange(.deleted, try await screen.service.delete(entries[3].id))
    let updated = try await changed(entries[0], screen) { $0.title = "Changed" }
    await expectShows(screen.changeExternally([deleted, updated]), "Entry 3")
    await screen.press("q<Enter>")
    let restored = DiaryChange(.restored, try await screen.service.restore(entries[3].id))
    let again = try await changed(entries[0], screen) { $0.title = "Changed again" }
    await expectShows(screen.changeExternally([again, restored]), "Changed again")
    expectEqual(screen.state.list.count, 5)
  }

  @Test func `A repeated answer moves the selection once`() throws {
    let entries = try SampleDiary.days(12).map { SampleDiary.entry($0) }
    var list = EntryList()
    list.layOut(height: 4)
    let first = list.pendingRows()
    list.load(try require(first), entries: Array(entries[2...]), total: 10)
    list.select(5)
    list.layOut(height: 4)
    let (selected, top) = (list.selectedEntry, list[list.top])
    var asked: [EntryList.Rows] = []
    for _ in 0..<2 {
      list.reload()
      asked += [list.pendingRows()].compactMap(\.self)
    }
    list.load(asked[0], entries: [], total: 0)
    asked += [list.pendingRows()].compactMap(\.self)
    expectEqual(asked.count, 3)
    for rows in asked[1...] { list.load(rows, entries: entries, total: 12) }
    expect(list.selectedEntry == selected && list[list.top] == top)
    expectEqual(list.selected, 7)
  }
}

@Suite("An entry's text is shown once, without markup") @MainActor struct EntryShownOnceTests {
  private static let text = """
    **Soup** at [Kim's](http://kim.kr/menu)

    - with *leek*
    - and `salt`

    """

  private func screen(
    _ columns: Int, _ rows: Int, form: ListForm = .plain, title: String = "", _ text: String
  ) async throws -> ScreenTest {
    try await ScreenTest(
      columns, rows,
      entries: [
        try SampleDiary.fields("Older", on: "2026-10-31T10:00", "Old."),
        try SampleDiary.fields(title, on: "2026-11-20T10:00", text),
      ], listForm: form)
  }

  private func count(_ words: String, in screen: ScreenTest, columns: Range<Int>) -> Int {
    screen.lines.count { line in
      String(Array(line).dropFirst(columns.lowerBound).prefix(columns.count)).contains(words)
    }
  }

  @Test func `The text is shown once, and ends in … if it doesn't fit`() async throws {
    var screen = try await self.screen(100, 24, Self.text)
    expectEqual(count("Soup at Kim's", in: screen, columns: 0..<46), 1)
    expectEqual(count("Soup at Kim's", in: screen, columns: 46..<100), 1)
    expectLacks(screen, "**", "](")
    await expectEqual(count("Soup at Kim's", in: screen.press("<Enter>"), columns: 0..<100), 1)
    // A title that equals the first line is still shown above the text.
    let titled = try await self.screen(100, 24, title: "Soup at Kim's", Self.text)
    expectEqual(count("Soup at Kim's", in: titled, columns: 46..<100), 2)
    await expectEqual(count("Soup at Kim's", in: titled.press("<Enter>"), columns: 0..<100), 2)
    // The line below a title has text without markup, shortened with ….
    let long = Self.text + String(repeating: "and more ", count: 40)
    screen = try await self.screen(60, 20, form: .thumbnails, long)
    let line = screen.text.split(separator: "\n").first { $0.contains("leek") }
    expectEqual(line?.contains(" with leek and salt and more"), true)
    expectEqual(line?.trimmed.hasSuffix("…"), true)
    expectEqual(count("Soup at Kim's", in: screen, columns: 0..<60), 1)
    let talk = String(repeating: "Much was said that day. ", count: 100)
    screen = try await self.screen(80, 24, title: "Long", talk)
    let ends = screen.lines
    expectEqual(ends.filter { $0.trimmed.hasSuffix("…") }.count, 1)
    try await expectLacks(self.screen(80, 24, title: "Short", "Little was said.").text, "…")
    screen = try await self.screen(100, 24, title: "Lunch", Self.text)
    await screen.press("/leek", shows: "   with leek", lacks: "*leek*")
    await screen.press("<C-u>menu", shows: "kim.kr/menu")
  }
}

@Suite("News from others") @MainActor struct NewsScreenTests {
  private static let mina = DiaryNews(diary: "Family", counts: [("Mina", 2)], total: 2)

  @Test func `The title shows the number of new entries by author, if it fits`() async throws {
    let screen = try await ScreenTest(80, 24, entries: SampleDiary.days(2))
    expectLacks(screen, "wrote", " new ·")
    await screen.receive(.newsLoaded([Self.mina]))
    expectShows(screen, "Mina wrote 2 in Family · 2 entries")
    await screen.receive(.newsLoaded([DiaryNews(diary: nil, counts: [("Mina", 1)], total: 1)]))
    expectShows(screen, "Mina wrote 1 · 2 entries")
    let two = DiaryNews(diary: "Class", counts: [("벤", 1), ("Cho", 2)], total: 3)
    await expectShows(screen.receive(.newsLoaded([two])), "3 new in Class · 2 entries")
    await expectShows(screen.receive(.newsLoaded([Self.mina, two])), " 5 new · 2 entries")
    await screen.receive(.newsLoaded([DiaryNews(diary: "Secret", [], by: [])]))
    expectLacks(screen, "Secret")
    await expectLacks(screen.receive(.newsLoaded([])), "wrote", " new ·")
    for language in Language.allCases {
      let screen = try await ScreenTest(40, 12, entries: SampleDiary.days(2))
      let long = DiaryNews(diary: "The class of 2026, in Lisbon", counts: [("Mina", 2)], total: 2)
      await screen.receive(.newsLoaded([long]))
      expectContains(
        language.speaking { screen.text },
        language == .english ? "2 new · 2 entries" : "새 소식 2개 · ")
    }
  }

  @Test("R in the journals marks all of a diary as read", arguments: Language.allCases)
  func reading(_ language: Language) async throws {
    try await language.speaking {
      let news = FakeNews([Self.mina])
      let screen = try await ScreenTest(
        60, 12, entries: SampleDiary.days(1),
        diaries: DiaryDirectory { [OtherDiary(name: "Family", summary: "2 new, owner")] },
        news: news)
      await screen.press("JGR")
      await expectEqual(news.marked, [.diary("Family")])
      let isEnglish = language == .english
      expectShows(screen, isEnglish ? "Marked everything in “Family” as read." : "모두 읽음으로 표시했습니다.")
      expectEqual(screen.state.news, [])
      await screen.press("gRjR")
      await expectEqual(news.marked, [.diary("Family"), .all, .open])
    }
  }

  @Test func `Items are counted by author, in order of appearance`() {
    let (mina, ben) = (AuthorID("mina"), AuthorID("ben"))
    let news = DiaryNews(
      diary: "Family",
      [
        NewsItem(entry: .random(), author: ben), NewsItem(entry: .random(), author: mina),
        NewsItem(entry: .random(), comment: .random(), author: ben),
        NewsItem(entry: .random(), author: AuthorID("gone")),
      ], by: [Author(id: mina, name: "Mina"), Author(id: ben, name: "벤")])
    expectEqual(news.total, 4)
    expectEqual(news.counts.map(\.name), ["벤", "Mina"])
    expectEqual(news.counts.map(\.count), [2, 1])
  }
}
