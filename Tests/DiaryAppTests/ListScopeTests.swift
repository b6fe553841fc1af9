import DiaryCore
import Localization
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("A part of the diary in the list") @MainActor
struct ScopeTests {
  /// Forty entries, every fourth one in the journal Travel.
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

  @Test func `It is titled and counted, and q leads back to where one was`() async throws {
    let screen = try await ScreenTest(60, 14, entries: try self.entries()).press("<j*17>")
    let before = screen.text
    for key in ["q", "<Esc>"] {
      await show(travel, on: screen)
      try expectScreen(screen, in: "list-journal")
      await expectEqual(screen.press("Gk").state.entries.selectedEntry?.title, "Entry 33")
      await expectEqual(screen.press(key).text, before)
    }
  }

  @Test func `A part of the diary follows changes`() async throws {
    var screen = try await ScreenTest(60, 16, entries: try self.entries())
    await show(travel, on: screen).press("nNew<C-s>", shows: "11 entries")
    expectEqual(screen.state.entries.selectedEntry?.title, "New")
    try await expectEqual(screen.service.entries(EntryQuery(.journal("Travel"))).count, 11)
    await screen.press("dy", shows: "10 entries").press("u", shows: "11 entries")
    var moved = try require(try await screen.service.entries(EntryQuery(.journal("Travel"))).last)
    moved.journal = "Diary"
    await expectShows(screen.changeExternally([DiaryChange(.updated, moved)]), "10 entries")
    moved.journal = "Travel"
    await expectShows(screen.changeExternally([DiaryChange(.updated, moved)]), "11 entries")
    await expectEqual(screen.press("q").state.entries.count, 41)
    // Many are changed at once, also by undo.
    screen = try await ScreenTest(60, 16, entries: try self.entries())
    await show(travel, on: screen).press("jVjjdy", shows: "7 entries")
    expectEqual(screen.state.entries.selectedEntry?.title, "Entry 17")
    await screen.press("u", shows: "10 entries").press("Ax", shows: "Export 10 entries to a folder")
  }

  @Test func `A search stays within the part, and its matches become one`() async throws {
    var screen = try await ScreenTest(80, 24, entries: try self.entries())
    await show(travel, on: screen).type("/entry 1")
    expectShows(screen, "4 found", "Searching “Travel”. Press Alt-s to search the whole diary.")
    await screen.press("<A-s>")
    expectShows(screen, "13 found", "Searching the whole diary. Press Alt-s to search “Travel”.")
    await screen.press("<A-s>", shows: "4 found").press("<Esc>", shows: "10 entries")
    // What was found is kept as the list, and left to the search and to where one was.
    screen = try await ScreenTest(80, 24, entries: try self.entries())
    await show(travel, on: screen)
    let travelling = screen.text
    await screen.press("/entry 1<Down>")
    let searching = screen.text
    await expectEqual(screen.press("<A-l>q").text, searching)
    await screen.press("<A-l>", shows: " entry 1 ", "4 entries")
    expectEqual(screen.state.entries.selectedEntry?.title, "Entry 13")
    await screen.press("Vj#", shows: "Tags of 2 entries").press("<Esc><Esc><Esc>", shows: "4 found")
    // Its words can be typed on.
    await expectEqual(screen.press("7", shows: "1 found").press("<BS><A-l>q<Esc>").text, travelling)
    await expectEqual(screen.press("q").state.entries.count, 40)
  }

  @Test func `Today and an empty part`() async throws {
    var screen = try await ScreenTest(60, 14, entries: try self.entries())
    await show(travel, on: screen)
    await expectEqual(screen.press("GT").state.entries.selectedEntry?.title, "Entry 1")
    await screen.press("<Enter><Left>", shows: "Entry 5").press("q")
    expectEqual(screen.state.entries.selectedEntry?.title, "Entry 5")
    // An empty part says how to leave it.
    screen = try await ScreenTest(60, 14, entries: try self.entries())
    await expectShows(show(ListScope(.tag("none"), today: .earliest), on: screen), "No such entry.")
    await show(ListScope(.journal("New"), today: .earliest), on: screen)
    expectShows(screen, "This journal is empty. Press n to write in it")
    await screen.press("x", shows: "Nothing to export.").press("<Esc>", shows: "40 entries")
  }
}

@Suite("All tags") @MainActor
struct TagListTests {
  private func entries() throws -> [EntryFields] {
    [
      try SampleDiary.fields("one", on: "2026-11-01T08:00", "#강가 and #walk", tags: ["눈"]),
      try SampleDiary.fields("two", on: "2026-11-02T08:00", "by the #Walk", tags: ["walk"]),
      try SampleDiary.fields("three", on: "2026-11-03T08:00", tags: ["walk", "rain"]),
    ]
  }

  @Test func `Tags are listed with counts, the most used first, or by name`() async throws {
    let screen = try await ScreenTest(60, 12, entries: try self.entries()).press("<A-t>")
    try expectScreen(screen, in: "tags")
    await expect(screen.press("s", shows: "▌#walk", "\n #rain").press("q").state.screens.isEmpty)
  }

  @Test func `A tag is renamed or merged in one step of undo`() async throws {
    var screen = try await ScreenTest(100, 24, entries: try self.entries())
    await screen.press("<A-t>r<C-u>path<Enter>")
    func write(_ index: Int, _ text: String) async throws {
      let entry = try await screen.service.entries()[index]
      var fields = entry.fields
      fields.content += text
      _ = try await screen.service.update(entry.id, to: fields, basedOn: entry.heads)
    }
    try await write(2, " more")
    await screen.press("u", shows: "Undone: renaming #walk in 2 entries.")
    expectShows(screen, "Not changed: the text of 1 entry, edited meanwhile.")
    try await expectEqual(screen.service.entries().at(2).content, "#강가 and #path more")
    // A tag gets another name in the field and the text, in one step of undo.
    screen = try await ScreenTest(80, 24, entries: try self.entries())
    await screen.press("<A-t>r", shows: "New name for #walk", "In 3 entries, including their text.")
    await screen.press("<C-u>산책<Enter>")
    expectShows(screen, "Renamed #walk to #산책 in 3 entries. Press u to undo.", "▌#산책")
    let texts = try await screen.service.entries().map(\.content)
    expectEqual(texts, ["", "by the #산책", "#강가 and #산책"])
    try await expectEqual(screen.press("u").service.entries().map(\.content).at(1), "by the #Walk")
    expectShows(screen, "#walk")
    expectLacks(screen, "▌#산책")
    // The name of another tag makes the two one.
    screen = try await ScreenTest(80, 24, entries: try self.entries()).press(
      "<A-t>jr<C-u>#WALK<Enter>")
    try await expectEqual(screen.service.tags().count, 3)
    try await expectEqual(screen.service.entries().first?.tags, ["walk"])
    try await expectEqual(screen.press("u").service.tags().count, 4)
  }

  @Test func `A tag is removed from all entries, or shows them`() async throws {
    let entries = try SampleDiary.days(22).enumerated().map { index, entry in
      var entry = entry
      entry.tags = index == 0 ? ["walk"] : ["rain"]
      return entry
    }
    var screen = try await ScreenTest(80, 24, entries: entries).press("<A-t>r<C-u>#WALK<Enter>")
    expectShows(screen, "Merge #rain and #walk?", "#rain is in 21 entries, #walk in 1 entry.")
    await screen.press("nd", shows: "Remove #rain from 21 entries?").press("<Enter>")
    try await expectEqual(screen.service.tags().count, 2)
    // A tag is removed from all entries; the word stays in the text.
    screen = try await ScreenTest(80, 24, entries: try self.entries())
    await screen.press("<A-t>d", shows: "Removed #walk from 3 entries. Press u to undo.")
    try await expectEqual(screen.service.entries().map(\.content).at(2), "#강가 and walk")
    try await expectEqual(screen.press("u").service.tags().first { $0.name == "walk" }?.count, 3)
    // What is typed narrows them down, Hangul as it is typed; Enter shows the entries.
    screen = try await ScreenTest(60, 14, entries: try self.entries())
    await screen.press("<A-t>/ㄱㄱ", shows: "▌#강가", lacks: "#눈").press("<Enter><Enter>")
    expect(screen.state.screens.isEmpty)
    expectEqual(screen.state.entries.count, 1)
    expectShows(screen, "one")
  }

  @Test("An empty diary has no tags", arguments: [40, 80])
  func empty(_ columns: Int) async throws {
    let screen = try await ScreenTest(columns, 12).press("<A-t>", shows: "No tags yet.")
    await screen.press("rd<Enter>G", shows: "No tags yet.")
  }

  @Test func `The tags in Korean`() async throws {
    try await Language.korean.speaking {
      let screen = try await ScreenTest(80, 24, entries: try self.entries())
      await screen.press("<A-t>", shows: "태그 4개", "Enter 보기").press("d", shows: "태그 3개", "#walk")
    }
  }
}

@Suite("How the diary was left, in a file")
struct RememberedViewTests {
  private static let id = ID<Entry>(high: 7, low: 9)

  private var whole: RememberedView {
    get throws {
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
  }

  @Test func `It is read as it was written`() throws {
    let view = try whole
    expectEqual(RememberedView(json: view.json), view)
    expectEqual(view.json.last, UInt8(ascii: "\n"))
    expectLacks(view.json, 0x1B)
    let empty = RememberedView()
    expectEqual(RememberedView(json: empty.json), empty)
  }

  @Test(
    "An unreadable file restores nothing",
    arguments: [
      "", "\n", "null", "[]", "{}", "plain", "\u{0}\u{0}", #"{"version":2,"list":"sheet"}"#,
      #"{"list":"sheet"}"#, #"{"version":"1","list":"sheet"}"#,
      #"{"version":1,"list":7,"place":[]}"#,
      #"{"version":1,"list":"","place":{"scopes":{},"screens":[]}}"#,
      #"{"version":1,"place":{"scopes":[],"screens":[]}}"#,
      #"{"version":1,"place":{"scopes":[{"x":1}],"screens":[],"entry":"00000000000000070000000000000009"}}"#,
      #"{"version":1,"place":{"scopes":[],"screens":[{"screen":"reader","entry":"zz"}]}}"#,
      #"{"version":1,"place":{"scopes":[],"screens":[{"screen":"calendar","day":"2024-02-31"}]}}"#,
    ])
  func hostile(_ text: String) {
    expectEqual(RememberedView(json: Array(text.utf8)), RememberedView())
  }

  @Test func `Numbers out of all bounds count as nothing; too many screens are refused`() throws {
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

  @Test("A damaged file is some view, never a crash", arguments: 0..<200)
  func damaged(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var bytes = try whole.json
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
