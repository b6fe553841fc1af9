import DiaryCore
import TerminalUI
import TestSupport
import Testing
import Text

@testable import DiaryApp

@Suite("Keys of the list, and marked entries") @MainActor struct ListKeyTests {
  private func selected(_ screen: ScreenTest) -> String? { screen.state.list.selectedEntry?.title }

  @Test func `Keys move by entries, pages and days`() async throws {
    var screen = try await ScreenTest(40, 12, entries: try SampleDiary.days(100))
    expectEqual(selected(screen), "Entry 0")
    let steps: [(String, String)] = [
      ("k", "Entry 0"), ("j", "Entry 1"), ("<Down>", "Entry 2"), ("<Up>", "Entry 1"),
      ("k", "Entry 0"), ("<PgDn>", "Entry 7"), ("<PgDn>", "Entry 14"), ("<PgUp>", "Entry 7"),
      ("G", "Entry 99"), ("<Down>", "Entry 99"), ("g", "Entry 0"), ("<End>", "Entry 99"),
      ("<Home>", "Entry 0"),
    ]
    for (key, title) in steps {
      await expectEqual(selected(screen.press(key)), title, "\(key)")
      expectContains(screen.text, "▌", "\(key)")
      expectContains(screen.text, title, "\(key)")
    }
    // Extra presses of the key that left a screen don't quit.
    screen = try await ScreenTest(60, 14, entries: try SampleDiary.days(3))
    for opening in ["<Enter>", "c", "?", "d"] {
      await screen.press(opening)
      screen.pause = .milliseconds(100)
      await expect(screen.press("qqq").state.screens.isEmpty)
      expectLacks(screen.terminalEffects, .leave)
      expectShows(screen, "Press q again to quit.")
      screen.pause = .seconds(1)
    }
    // Another key in between, or a pause, makes q quit again.
    for keys in ["<Esc>q", "qjq"] {
      let screen = try await ScreenTest(60, 14, entries: try SampleDiary.days(3)).press("<Enter>")
      screen.pause = .milliseconds(100)
      await expectContains(screen.press(keys).terminalEffects, .leave)
    }
    await expectContains(screen.press("q").terminalEffects, .leave)
    let future = try SampleDiary.fields("Plan", on: "2026-12-24T18:00")
    screen = try await ScreenTest(entries: try SampleDiary.days(60) + [future])
    expectEqual(selected(screen), "Plan")
    await expectEqual(selected(screen.press("GT")), "Entry 0")
    let later = try await ScreenTest(entries: try SampleDiary.entries() + [future]).press("T")
    expectEqual(selected(later), "강가 산책, 안개")
  }

  @Test func `Adding, deleting and editing change the list in place`() async throws {
    var screen = try await ScreenTest.sample().press("jnToday")
    var fetches = screen.repository.fetches
    await expectEqual(selected(screen.press("<C-s>")), "Today")
    expect(screen.state.list.selected == 0 && screen.state.list.count == 6)
    expectShows(screen, "Added “Today”.")
    expectEqual(screen.repository.fetches, fetches)
    await screen.press("u", shows: "Undone: adding “Today”. It's in the trash.")
    screen = try await ScreenTest.sample().press("j")
    fetches = screen.repository.fetches
    await expectEqual(selected(screen.press("dy")), "첫눈")
    expectShows(screen, "Deleted “A letter from the north”. Press u to undo.")
    expectLacks(screen, "A letter from the north  ")
    expectEqual(screen.repository.fetches, fetches)
    await expectEqual(selected(screen.press("Gdy")), "The plum tree")
    await screen.press("u", shows: "Undone: deleting “Leaves”.")
    screen = try await ScreenTest(entries: SampleDiary.days(1))
    await screen.press("dy", shows: "Your diary is empty").press("u", shows: "Entry 0")
    screen = try await ScreenTest.sample().press("j")
    fetches = screen.repository.fetches
    await screen.press("e!<C-s>", shows: "Saved “A letter from the north”.")
    expectEqual(screen.state.list.selected, 1)
    expectEqual(screen.state.list.selectedEntry?.date.zone, "+01:00")
    expectEqual(screen.repository.fetches, fetches)
    screen = try await ScreenTest.sample().press("e<S-Tab><S-Tab><C-u>2026-11-01 07:30 +09:00<C-s>")
    expectEqual(screen.state.list.selected, 3)
    expectEqual(selected(screen), "강가 산책, 안개")
  }

  @Test func `E uses an external editor, and the terminal's keys and mouse work`() async throws {
    var screen = try await ScreenTest.sample().press("j")
    screen.editor.answer = EditorResult(EditedText(title: "Post", content: "changed"))
    await screen.press("E")
    expectEqual(
      screen.editor.texts,
      [EditedText(title: "A letter from the north", content: "Dear all,\nit is cold.")])
    expectEqual(selected(screen), "Post")
    expectEqual(screen.state.list.selectedEntry?.content, "changed")
    screen.editor.answer = EditorResult()
    await screen.press("E", shows: "Nothing changed.")
    screen.editor.answer = EditorResult(error: MessageError("The editor failed."))
    await screen.press("E", shows: "The editor failed.").press("<Esc>u")
    expectEqual(selected(screen), "A letter from the north")
    let saved = EditedText(title: "Half", content: "done")
    screen.editor.answer = EditorResult(saved, error: MessageError("The editor failed."))
    await screen.press("E", shows: "The editor failed.").press("<Esc>", shows: "done")
    try await expectEqual(screen.service.entries().filter { $0.title == "Half" }.count, 0)
    await screen.press("<C-s>", shows: "Half").press("u")
    expectEqual(selected(screen), "A letter from the north")
    screen = try await ScreenTest.sample()
    await screen.press("<Enter>", shows: "q back   ← earlier   e edit").press("q<C-z><C-l>q")
    expectEqual(screen.terminalEffects, [.suspend, .redraw, .leave])
    screen = try await ScreenTest()
    let text = screen.text
    await expectEqual(screen.press("jkgGeEdT<Enter><PgDn><PgUp>").text, text)
    await screen.press("u", shows: "Nothing to undo.")
    screen = try await ScreenTest(80, 24, entries: try SampleDiary.days(500))
    await expectEqual(selected(screen.press("GgG")), "Entry 499")
    for _ in 0..<30 { await expect(screen.press("<PgUp>").state.list.selectedEntry != nil) }
    expectLess(screen.repository.fetches, 30)
    screen = try await ScreenTest.sample()
    await expectEqual(selected(screen.mouse(.press, 12, 5).mouse(.press, 12, 2)), "첫눈")
    await expectEqual(selected(screen.mouse(.scrollUp, 12, 5)), "강가 산책, 안개")
    await expectShows(screen.mouse(.doublePress, 12, 4), "Dear all,")
  }

  @Test func `Half pages and pages move as in vi and less`() async throws {
    let screen = try await ScreenTest(60, 23, entries: try SampleDiary.days(100))
    let rows = screen.state.list.height
    let steps = [
      ("<C-d>", rows / 2), ("<C-u>", 0), ("<C-f>", rows - 2), ("<C-b>", 0), ("<End>", 99),
      ("<C-u>", 99 - rows / 2), ("gg", 0),
    ]
    for (key, rank) in steps {
      await expectEqual(screen.press(key).state.list.selected, rank, "\(key)")
    }
  }

  @Test func `A key that does nothing is answered by a line, unless there is a message`()
    async throws
  {
    let screen = try await ScreenTest.sample()
    await screen.press("z", shows: "z does nothing here. ? shows the keys.")
    await screen.press("h", shows: "h does nothing here. ? shows the keys.")
    await screen.press("<F12>", shows: "F12 does nothing here.").press("j", lacks: "nothing")
    for key in ["l", "<Right>"] {
      await expect(screen.press(key).state.screens.front is ReaderState)
      await expect(screen.press("q").state.screens.isEmpty)
    }
    await screen.press("*", shows: "Starred").press("z", shows: "Starred", lacks: "nothing")
    await screen.press("z", shows: "z does nothing here.", lacks: "Starred")
    await screen.press("<A-k>", shows: "Press / to search first.")
    await screen.press("dz", shows: "Delete this entry?", lacks: "nothing").press("<Esc>")
    await screen.press("nz", lacks: "nothing").press("<C-c>", lacks: "nothing")
    try await Language.korean.speaking {
      let line = try await ScreenTest(40, 12).press("z").bottomLine
      expectEqual(line, " z 키는 여기서 쓰지 않습니다. ?: 단축키")
    }
  }

  @Test func `Two-set Hangul acts as the keys that it is on, except where text is typed`()
    async throws
  {
    var screen = try await ScreenTest.sample()
    await expectEqual(selected(screen.press("ㅓㅓ")), "첫눈")
    await expectEqual(selected(screen.press("하")), "강가 산책, 안개")
    await screen.press("ㅊ", shows: "November 2026").press("ㅂ")
    await screen.press("ㅇ", shows: "Delete this entry?").press("ㅜ", lacks: "Delete this")
    await screen.press("ㅇㅛ", shows: "Deleted").press("ㅕ", shows: "Undone")
    // The rest of a syllable doesn't answer the question that it opened.
    await screen.press("요", shows: "Delete this entry?").press("<Esc>")
    await screen.press("?ㅂ").press("?ㄹ", shows: "/ ㄹ").press("<Esc><Esc>")
    await expectEqual(screen.press("?바").state.screens.count, 1)
    await screen.press("<Esc><Esc>/ㅈ", shows: "/ ㅈ").press("<Esc>")
    await screen.press("ㄷ", shows: "Edit entry")
    await screen.press("<C-Home>ㅁ요", shows: "ㅁ요").press("<C-s>")
    screen = try await ScreenTest.sample()
    var settings = Settings()
    settings.keys = [KeyBinding(screen: "list", command: "trash", keys: ["ㅓ"], line: 1)]
    await screen.receive(.settingsRead(.success(settings)))
    await screen.press("ㅓ", shows: "Trash")
    screen = try await ScreenTest(entries: [SampleDiary.fields("T", on: "2026-11-18T08:00", "one")])
    screen.prefer { $0.editingKeys = .vi }
    await screen.press("eㅎㅎㅊㅈ하<Esc>0ㄱㅁ:ㅈ<Enter>", shows: "Saved")
    expectEqual(editor(screen)?.page.content.text, "ㅁ")
  }

  private func marked(_ screen: ScreenTest) -> Int { screen.state.marks.ids.count }

  @Test func `Space marks entries, which are deleted and undone together`() async throws {
    var screen = try await ScreenTest(60, 12, entries: try SampleDiary.days(4)).press(" j ")
    try expectScreen(screen, in: "list-marks")
    await expectEqual(marked(screen.press("k ")), 1)
    await expect(screen.press("<Esc>", lacks: "✓").state.marks.isEmpty)
    screen = try await ScreenTest(entries: try SampleDiary.days(6)).press("jVjj", shows: "3 marked")
    await screen.press("d", shows: "Delete 3 entries?", "Press u to undo").press("<Enter>")
    try await expectEqual(screen.service.count(), 6)
    await screen.press("dy", shows: "Deleted 3 entries. Press u to undo.")
    try await expectEqual(screen.service.entries().map(\.title), ["Entry 0", "Entry 4", "Entry 5"])
    expectEqual(screen.state.list.count, 3)
    expect(screen.state.marks.isEmpty)
    await screen.press("u", shows: "Undone: deleting 3 entries.")
    try await expectEqual(screen.service.count(), 6)
    await screen.press("<C-r>", shows: "Redone: deleting 3 entries.")
    try await expectEqual(screen.service.trash().count, 3)
    await screen.press("uu", shows: "Nothing to undo.")
    try await expect(screen.service.entries().allSatisfy { $0.heads.count == 1 })
    screen = try await ScreenTest(60, 14, entries: try SampleDiary.days(700))
    await screen.press("VGd", shows: "Delete 700 entries?")
    await screen.press("n<Esc>A*y", shows: "Starred 700 entries")
    await screen.press("u", shows: "Undone: starring 700 entries.").press("<C-r>")
    try await expect(screen.service.entries().allSatisfy(\.details.isStarred))
  }

  @Test func `Marks reach all entries, outlast a search, and are named in dialogs`() async throws {
    var screen = try await ScreenTest(60, 14, entries: try SampleDiary.days(700))
    await screen.press("APyP", shows: "Unpin 700 entries?")
    await screen.press("y", shows: "Unpinned 700 entries")
    try await expect(screen.service.entries().allSatisfy { !$0.details.isPinned })
    await screen.press("*y")
    // An entry that isn't loaded decides which change applies.
    let last = try require(try await screen.service.entries().last)
    await screen.begin(.change(.ids([last.id]), .edit(.star(false))))
    await screen.press("*", shows: "Star 700 entries?").press("y*", shows: "Unstar 700 entries?")
    screen = try await ScreenTest(60, 14, entries: try SampleDiary.days(40)).press("/entry 1<A-a>")
    expectEqual(marked(screen), 13)
    await screen.press("<Esc>", shows: "13 marked").press("/entry 3<Tab><Esc>")
    expectEqual(marked(screen), 14)
    await screen.press("P", shows: "Pinned 14 entries. Press u to undo.")
    screen = try await ScreenTest(60, 14, entries: try SampleDiary.days(700))
    await screen.press("/entry 650<Tab><Esc>d")
    expect(screen.text.contains("Delete this entry?") && screen.text.contains("Entry 650"))
    expectShows(screen, "Sunday 9 February 2025")
    await screen.press("n#", shows: "Tags of “Entry 650”")
    await screen.press("<Esc>M", shows: "Move “Entry 650” to which journal?").press("<Esc>dy")
    try await expectEqual(screen.service.trash().map(\.title), ["Entry 650"])
    screen = try await ScreenTest(60, 16, entries: try SampleDiary.days(40))
    await screen.press("/entry 1<A-a><Esc>d", shows: "Delete 13 entries?", lacks: "shown here")
    await screen.press("n/entry 11<A-l>d", shows: "12 of them aren't shown here.")
    await screen.press("n#", shows: "12 of them aren't shown here.")
    await screen.press("<Esc>x", shows: "marked entries, 12 not shown here")
  }

  @Test func `Marked entries are tagged or exported, except another author's`() async throws {
    var screen = try await ScreenTest.sample()
    func tags() async throws -> [[String]] { try await screen.service.entries().map(\.tags) }
    await screen.press("A#", shows: "Tags of 5 entries")
    await screen.press("#walk -강<Enter>", shows: "Changed the tags of 5 entries")
    try await expectEqual(tags(), [["산책", "walk"], ["walk"], ["walk"], ["walk"], ["walk"]])
    await screen.press("u")
    try await expectEqual(tags(), [["산책", "강"], [], [], [], []])
    await screen.press("<Esc>#river<Enter>")
    try await expectEqual(tags().first, ["산책", "강", "river"])
    await screen.press("#<C-u><Enter>")
    try await expectEqual(tags().first, [])
    let other = SampleDiary.entry(try SampleDiary.fields("Theirs", on: ScreenTest.now), by: "other")
    screen = try await ScreenTest(entries: try SampleDiary.days(2), others: [other])
    await screen.press("Ady", shows: "Skipped 1 entry by others.")
    try await expectEqual(screen.service.entries().map(\.title), ["Theirs"])
    screen = try await ScreenTest(entries: try SampleDiary.days(4))
    await screen.press("  x", shows: "Export 2 entries to a folder").press("<Enter>")
    // The export has begun once it reports progress.
    await screen.export(.stage(Progress(.exporting, 1, of: 2)))
    let wanted = Set(try await screen.service.entries().prefix(2).map(\.id))
    expectEqual(screen.exporter.requests.last?.entries.map(Set.init), wanted)
  }
}

@Suite("A part of the diary in the list") @MainActor struct ScopeTests {
  private func entries() throws -> [EntryFields] {
    try SampleDiary.days(40).enumerated().map { day, fields in
      var fields = fields
      if day % 4 == 1 { fields.journal = "Travel" }
      return fields
    }
  }

  @discardableResult
  private func show(_ scope: ListScope, on screen: ScreenTest) async -> ScreenTest {
    var effects: [Effect] = []
    screen.change { effects = $0.show(scope) }
    for effect in effects { await screen.begin(effect) }
    return await screen.send(.resize(screen.state.size))
  }

  private let travel = ListScope(.journal("Travel"), today: .earliest)

  private func inTravel(_ columns: Int, _ rows: Int) async throws -> ScreenTest {
    try await show(travel, on: ScreenTest(columns, rows, entries: entries()))
  }

  @Test func `A part of the diary has a title, follows changes, and Esc leaves it`() async throws {
    var screen = try await ScreenTest(60, 14, entries: try self.entries()).press("<j*17>")
    let before = screen.text
    await show(travel, on: screen)
    try expectScreen(screen, in: "list-journal")
    await expectEqual(screen.press("Gk").state.entries.selectedEntry?.title, "Entry 33")
    await expectEqual(screen.press("<Esc>").text, before)
    screen = try await inTravel(60, 16).press("nNew<C-s>", shows: "11 entries")
    expectEqual(screen.state.entries.selectedEntry?.title, "New")
    try await expectEqual(screen.service.entries(EntryQuery(.journal("Travel"))).count, 11)
    await screen.press("dy", shows: "10 entries").press("u", shows: "11 entries")
    var moved = try require(try await screen.service.entries(EntryQuery(.journal("Travel"))).last)
    moved.journal = "Diary"
    await expectShows(screen.changeExternally([DiaryChange(.updated, moved)]), "10 entries")
    moved.journal = "Travel"
    await expectShows(screen.changeExternally([DiaryChange(.updated, moved)]), "11 entries")
    await expectEqual(screen.press("q").state.entries.count, 41)
  }

  @Test func `A search and today stay within the part, even an empty one`() async throws {
    var screen = try await inTravel(80, 24).type("/entry 1")
    expectShows(screen, "4 found", "Searching “Travel”. Press Alt-s to search the whole diary.")
    await screen.press("<A-s>")
    expectShows(screen, "13 found", "Searching the whole diary. Press Alt-s to search “Travel”.")
    await screen.press("<A-s>", shows: "4 found").press("<Esc>", shows: "10 entries")
    // Alt-l opens the results as a list, and / returns to the search and its selection.
    screen = try await inTravel(80, 24)
    let travelling = screen.text
    await screen.press("/entry 1<Down>")
    let searching = screen.text
    await expectEqual(screen.press("<A-l>/").text, searching)
    await screen.press("<A-l>", shows: " entry 1 ", "4 entries")
    expectEqual(screen.state.entries.selectedEntry?.title, "Entry 13")
    await screen.press("Vj#", shows: "Tags of 2 entries").press("<Esc><Esc>/", shows: "4 found")
    await expectEqual(screen.press("7", shows: "1 found").press("<BS><A-l>q").text, travelling)
    await expectEqual(screen.press("q").state.entries.count, 40)
    screen = try await inTravel(60, 14)
    await expectEqual(screen.press("GT").state.entries.selectedEntry?.title, "Entry 1")
    await screen.press("<Enter><Left>", shows: "Entry 5").press("q")
    expectEqual(screen.state.entries.selectedEntry?.title, "Entry 5")
    screen = try await ScreenTest(60, 14, entries: try self.entries())
    await expectShows(
      show(ListScope(.tag("none"), today: .earliest), on: screen), "Entry not found.")
    await show(ListScope(.journal("New"), today: .earliest), on: screen)
    expectShows(screen, "This journal is empty.", "Press n to write in it")
    await screen.press("x", shows: "Nothing to export.").press("<Esc>", shows: "40 entries")
  }
}

@Suite("All tags") @MainActor struct TagListTests {
  private func entries() throws -> [EntryFields] {
    [
      try SampleDiary.fields("one", on: "2026-11-01T08:00", "#강가 and #walk", tags: ["눈"]),
      try SampleDiary.fields("two", on: "2026-11-02T08:00", "by the #Walk", tags: ["walk"]),
      try SampleDiary.fields("three", on: "2026-11-03T08:00", tags: ["walk", "rain"]),
    ]
  }

  @Test func `Tags are listed, renamed and merged, each in one undo step`() async throws {
    var screen = try await ScreenTest(60, 12, entries: try self.entries()).press("<A-t>")
    try expectScreen(screen, in: "tags")
    await expect(screen.press("v", shows: "▌#walk", "\n #rain").press("q").state.screens.isEmpty)
    screen = try await ScreenTest(100, 24, entries: try self.entries())
    await screen.press("<A-t>r<C-u>path<Enter>")
    try await screen.editElsewhere(screen.service.entries().at(2)) { $0.content += " more" }
    await screen.press("u", shows: "Undone: renaming #walk in 2 entries.")
    expectShows(screen, "Skipped the text of 1 entry, edited since.")
    try await expectEqual(screen.service.entries().at(2).content, "#강가 and #path more")
    screen = try await ScreenTest(80, 24, entries: try self.entries())
    await screen.press("<A-t>r", shows: "New name for #walk", "In 3 entries, including their text.")
    await screen.press("<C-u>산책<Enter>")
    expectShows(screen, "Renamed #walk to #산책 in 3 entries. Press u to undo.", "▌#산책")
    let texts = try await screen.service.entries().map(\.content)
    expectEqual(texts, ["", "by the #산책", "#강가 and #산책"])
    try await expectEqual(screen.press("u").service.entries().map(\.content).at(1), "by the #Walk")
    expectShows(screen, "#walk", lacks: "▌#산책")
    screen = try await ScreenTest(80, 24, entries: try self.entries()).press(
      "<A-t>jr<C-u>#WALK<Enter>")
    try await expectEqual(screen.service.tags().count, 3)
    try await expectEqual(screen.service.entries().first?.tags, ["walk"])
    try await expectEqual(screen.press("u").service.tags().count, 4)
  }

  @Test func `A tag is removed from all entries, or shows them, also in Korean`() async throws {
    let entries = try SampleDiary.days(22).enumerated().map { index, entry in
      var entry = entry
      entry.tags = index == 0 ? ["walk"] : ["rain"]
      return entry
    }
    var screen = try await ScreenTest(80, 24, entries: entries).press("<A-t>r<C-u>#WALK<Enter>")
    expectShows(screen, "Merge #rain and #walk?", "#rain is in 21 entries, #walk in 1 entry.")
    await screen.press("nd", shows: "Remove #rain from 21 entries?").press("<Enter>")
    try await expectEqual(screen.service.tags().count, 2)
    screen = try await ScreenTest(80, 24, entries: try self.entries())
    await screen.press("<A-t>d", shows: "Removed #walk from 3 entries. Press u to undo.")
    try await expectEqual(screen.service.entries().map(\.content).at(2), "#강가 and walk")
    try await expectEqual(screen.press("u").service.tags().first { $0.name == "walk" }?.count, 3)
    screen = try await ScreenTest(60, 14, entries: try self.entries())
    await screen.press("<A-t>/ㄱㄱ", shows: "▌#강가", lacks: "#눈").press("<Enter><Enter>")
    expect(screen.state.screens.isEmpty)
    expectEqual(screen.state.entries.count, 1)
    expectShows(screen, "one")
    for columns in [40, 80] {
      let screen = try await ScreenTest(columns, 12).press("<A-t>", shows: "No tags yet.")
      await screen.press("rd<Enter>G", shows: "No tags yet.")
    }
    try await Language.korean.speaking {
      let screen = try await ScreenTest(80, 24, entries: try self.entries())
      await screen.press("<A-t>", shows: "태그 4개", "Enter 보기").press("d", shows: "태그 3개", "#walk")
    }
  }
}

@Suite("The remembered view as a file") struct RememberedViewTests {
  private static let id = ID<Entry>(high: 7, low: 9)

  private func complete() throws -> RememberedView {
    var list = Location.ListLocation()
    list.scopes = [.journal("여행 \u{1B}[31m\""), .tag("강"), .found("a -b \"c\"", isWide: true)]
    list.search = Location.Search(text: "tag:x ㄱㅊ", isWide: false)
    list.entry = Self.id
    list.above = 12
    let day = try require(CalendarDay("2024-02-29"))
    let asset = AssetID(digest: [UInt8](repeating: 3, count: 32))
    return RememberedView(
      listForm: .sheet,
      location: Location(
        list: list,
        screens: [
          Location.Screen(kind: .calendar, entry: Self.id, day: day, isYear: true),
          Location.Screen(kind: .reader, entry: Self.id, top: 40),
          Location.Screen(kind: .gallery),
          Location.Screen(kind: .gallery, entry: Self.id, photo: asset),
          Location.Screen(kind: .viewer, entry: Self.id, photo: asset),
          Location.Screen(kind: .onThisDay, day: day),
          Location.Screen(kind: .trash, entry: Self.id),
          Location.Screen(kind: .statistics), Location.Screen(kind: .places),
          Location.Screen(kind: .tags, name: "눈"), Location.Screen(kind: .tags),
          Location.Screen(kind: .journals, name: "Travel"), Location.Screen(kind: .journals),
        ]))
  }

  @Test func `A view is read as it was written`() throws {
    let view = try complete()
    expectEqual(RememberedView(json: view.json), view)
    expectEqual(view.json.last, UInt8(ascii: "\n"))
    expectLacks(view.json, 0x1B)
    let empty = RememberedView()
    expectEqual(RememberedView(json: empty.json), empty)
  }

  @Test(arguments: [
    "", "\n", "null", "[]", "{}", "plain", "\u{0}\u{0}", #"{"version":2,"list":"sheet"}"#,
    #"{"list":"sheet"}"#, #"{"version":"1","list":"sheet"}"#, #"{"version":1,"list":7,"place":[]}"#,
    #"{"version":1,"list":"","place":{"scopes":{},"screens":[]}}"#,
    #"{"version":1,"place":{"scopes":[],"screens":[]}}"#,
    #"{"version":1,"place":{"scopes":[{"x":1}],"screens":[],"entry":"00000000000000070000000000000009"}}"#,
    #"{"version":1,"place":{"scopes":[],"screens":[{"screen":"reader","entry":"zz"}]}}"#,
    #"{"version":1,"place":{"scopes":[],"screens":[{"screen":"calendar","day":"2024-02-31"}]}}"#,
  ])
  func `an unreadable file restores nothing`(_ text: String) {
    expectEqual(RememberedView(json: Array(text.utf8)), RememberedView())
  }

  @Test func `Numbers out of bounds are ignored, and too many screens refused`() throws {
    for number in ["-1", "99999999999999999999", "1e9", "1.5", "9223372036854775807"] {
      let text = """
        {"version":1,"list":"plain","place":{"scopes":[],"screens":[{"screen":"reader",\
        "entry":"\(Self.id)","top":\(number)}],"entry":"\(Self.id)","above":\(number)}}
        """
      let location = try require(RememberedView(json: Array(text.utf8)).location)
      expectEqual(location.list.above, 0)
      expectEqual(location.screens, [Location.Screen(kind: .reader, entry: Self.id)])
    }
    let screens = String(repeating: #"{"screen":"tags"},"#, count: 50).dropLast()
    let many = #"{"version":1,"place":{"scopes":[],"screens":[\#(screens)]}}"#
    expectNil(RememberedView(json: Array(many.utf8)).location)
  }

  @Test("A damaged file never crashes", arguments: 0..<200)
  func damaged(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var bytes = try complete().json
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      let location = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: bytes[location] = .random(in: 0...255, using: &random)
      case 1: bytes.removeSubrange(location..<min(bytes.count, location + 9))
      default: bytes.insert(contentsOf: bytes[..<location], at: location)
      }
      if bytes.isEmpty { break }
    }
    expectAtMost(RememberedView(json: bytes).location?.screens.count ?? 0, 32)
  }
}
