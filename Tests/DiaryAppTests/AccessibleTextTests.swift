import DiaryCore
import TerminalUI
import TestSupport
import Testing
import Text

@testable import DiaryApp

@Suite("Screens for screen readers") @MainActor struct AccessibleTextTests {
  private func speaking(_ entries: [EntryFields]? = nil) async throws -> ScreenTest {
    try await ScreenTest(
      80, 12, entries: try entries ?? SampleDiary.entries(), showsPhotos: false, speaks: true)
  }

  private func expectSelected(_ screen: ScreenTest, endsIn suffix: String, line: Int = #line) {
    expectSuffix(screen.spoken?.selected ?? "", suffix, line: line)
  }

  @Test func `The list announces its selection, its first rows and a search`() async throws {
    var screen = try await speaking()
    await expectSpoken(screen, title: "Diary, 5 entries", lines: [])
    expectContains(screen.spoken?.selected ?? "", "강가 산책, 안개")
    expectSelected(screen, endsIn: "(1 of 5)")
    await expectSelected(screen.press("j"), endsIn: "(2 of 5)")
    // Earlier years of this day and pinned entries are announced and can be selected.
    var entries = try SampleDiary.days(3)
    entries[1].details.isPinned = true
    entries.append(
      try SampleDiary.fields(
        "Then", on: "2023-11-21T08:00", photos: [SampleDiary.fog, SampleDiary.bridge]))
    screen = try await speaking(entries)
    await expectSpoken(screen, lines: ["2 photos from this day 3 years ago", "1 pinned"])
    expectSelected(screen, endsIn: "Entry 0 (1 of 4)")
    let pinned = "Pinned: Friday 20 November 2026, Entry 1, Pinned (1 of 1)"
    await expectSpoken(screen, "k", selected: pinned)
    await expectSpoken(screen, "jPkk", selected: "Pinned: … 2 more (1 of 1)")
    expectEqual(screen.spoken?.lines.last, "2 pinned")
    screen = try await speaking().press("/강가를")
    expectSelected(screen, endsIn: ": 아침 일찍 강가를 걸었다. (1 of 1)")
    await expectSpoken(screen, "<C-u>tag:사", lines: ["Press Tab for “산책”."])
    await expectSpoken(screen, "<Tab>", lines: [])
    expectEqual(screen.spoken?.field?.text, "tag:산책 ")
    let keys = ["n: New entry", "?: All keys", "q: Go back, or quit"]
    try await expectSpoken(speaking([]), lines: keys)
  }

  @Test func `The editor, its dialogs and a question are announced`() async throws {
    var screen = try await speaking()
    await expectSpoken(screen, "nFog", field: .init("Title", "Fog", caret: 3))
    await expectSpoken(
      screen, "<Tab>one<Enter>둘<Left>", field: .init("Text, line 2 of 2", "둘", caret: 0))
    await expectSpoken(screen, "<Tab><Tab>", selected: "Photos: none")
    screen = try await speaking()
    await expectSpoken(screen, "n<Tab>axe #산<Down>", selected: "#산책 (1 of 1)")
    await expectNil(screen.press("<Esc>").spoken?.selected)
    await expectSpoken(
      screen, "<F7>", lines: ["“axe” isn't in the dictionary."], selected: "ase (1 of 3)")
    await expectSpoken(screen, "<Down>", selected: "Add to dictionary (2 of 3)")
    screen = try await speaking().press("n<Tab>").paste("one fog\ntwo fogs")
    let first = "Line 1 of 2, character 5: one fog"
    await expectSpoken(
      screen, "<C-Home><F3>fog", selected: first, field: .init("Find", "fog", caret: 3))
    await expectSpoken(screen, "<F3>", selected: "Line 2 of 2, character 5: two fogs")
    await expectSpoken(screen, "x", selected: "not found")
    await expectSpoken(screen, "<BS><F4>sun", field: .init("With", "sun", caret: 3))
    await expectSpoken(
      screen, "<Enter>", lines: ["Replace this? y yes, n no, a all, q stop"], selected: first)
    expectNil(screen.spoken?.field)
    await expectEqual(screen.press("a").spoken?.notice, "Replaced 2 matches.")
    screen = try await speaking()
    screen.prefer { $0.editingKeys = .vi }
    await expectSpoken(screen, "e", lines: ["NORMAL"])
    await expectSpoken(screen, "i", lines: ["INSERT"])
    await expectSpoken(screen, "<Esc>:q", field: .init("Command", ":q", caret: 2))
    screen = try await speaking()
    let openings = ["Ctrl-S: Save and close", "Esc: Save changes and stay; without any, close"]
    await expectSpoken(screen, "n", lines: openings + ["F1: All keys"])
    await expectSpoken(screen, "<Tab>", lines: [DailyPrompt.text(on: screen.state.now.day)])
    screen.change { $0.preferences.asksDailyPrompt = false }
    await expectSpoken(screen, lines: [])
    screen = try await speaking().press("*")
    expectContains(screen.spoken?.selected ?? "", ", Star, ")
    await expectSpoken(screen, "d", title: "Delete this entry?", selected: "No (1 of 2)")
    expectContains(screen.spoken?.lines ?? [], "강가 산책, 안개")
    await expectSpoken(screen, "<Tab>", selected: "Yes (y) (2 of 2)")
    await expectPrefix(screen.press("y").spoken?.notice ?? "", "Deleted")
  }

  @Test func `Every screen has a title and content to announce`() async throws {
    let openings: [String] = [
      "", "/", "<Enter>", "<Enter><Enter>", "e", "e<C-p>", "p", "t", "H", "S", "x", "?", "i", "d",
      "<Enter><Enter>w", "<Enter><Enter>e",
    ]
    var titles: Set<String> = []
    for keys in openings {
      let screen = try await speaking().press(keys)
      let spoken = try require(screen.spoken)
      titles.insert(spoken.title)
      let content = spoken.lines + [spoken.selected, spoken.field?.label].compactMap(\.self)
      expect(!spoken.title.isEmpty && !content.isEmpty, "\(keys)")
      let all = (content + [spoken.title, spoken.notice ?? "", spoken.field?.text ?? ""]).joined()
      expect(!all.unicodeScalars.contains { $0.value < 0x20 })
    }
    // Both pickers have the title of the folder that they show.
    expectEqual(titles.count, openings.count - 1)
  }
}

@Suite("Screens in Korean") @MainActor struct KoreanScreenTests {
  nonisolated static let places: [String] = [
    "", "/", "<Enter>", "/xx", "n", "e", "nx<Esc>", "d", "t", "dyt", "dytD", "H", "S", "Se", "x",
    "n<C-p>", "i", "p", "<Enter><Tab><Enter>", "<Enter><Tab><Enter>i", "<Enter><Tab><Enter>w",
    "nx<C-s>", "dyu", "u", "v", "C", ":", ":힣", "<C-o>", "<A-s>", "<A-s><Left>", "<A-p>",
  ]

  /// Keys, formats and names that stay in Latin letters.
  private static let known: Set = [
    "Alt", "Ctrl", "Shift", "Enter", "Esc", "Tab", "Space", "Backspace", "Home", "End", "PgUp",
    "PgDn", "Del", "Markdown", "JSON", "EDITOR", "GPS", "jpg", "fog", "home", "diary", "export",
    "Pictures", "Name", "Canon", "EOS", "image", "jpeg", "ISO", "photodiary", "PhotoDiary", "demo",
    // Keywords of the search.
    "tag", "date", "has", "photo", "starred",
    // Content of the sample diary.
    "UTC", "plum", "bridge", "notes", "txt", "damaged",
  ]

  private static func opened(
    _ keys: String, _ columns: Int, _ rows: Int, isEmpty: Bool = false
  ) async throws -> ScreenTest {
    let entries = [
      try SampleDiary.fields("첫눈", on: "2026-11-18T08:00", "첫눈이 왔다."),
      try SampleDiary.fields(
        "강가 산책", on: "2026-11-20T07:30", "아침 일찍 강가를 걸었다.", photos: [SampleDiary.fog], tags: ["산책"]),
    ]
    return try await ScreenTest(columns, rows, entries: isEmpty ? [] : entries).press(keys)
  }

  /// Expects no shortened and no English text. Titles and paths of the sample are short.
  private static func check(_ screen: ScreenTest, _ name: String, mayCut: Bool = false) {
    let text = screen.text
    if !mayCut {
      let cut = text.split(separator: "\n").filter {
        $0.contains("…") && !$0.contains(/는 중…|비교 중…/)
      }
      expect(cut.isEmpty, "\(name):\n\(text)")
    }
    // IDs aren't words.
    let words = text.matches(of: /[A-Za-z]{3,}/).map { String($0.output) }
      .filter { !mayCut && !$0.contains(/^[a-f]+$/) }
    expectEqual(Set(words).subtracting(known), [], "\(name):\n\(text)")
  }

  @Test("No screen shortens its text or shows English", arguments: places)
  func screens(_ keys: String) async throws {
    for (columns, rows) in [(80, 24), (40, 12), (200, 50)] {
      try await Language.korean.speaking {
        let screen = try await Self.opened(keys, columns, rows)
        Self.check(screen, "\(keys), \(columns)")
        await screen.press("<F1>")
        Self.check(screen, "help of \(keys), \(columns)", mayCut: columns < 80)
      }
    }
  }

  @Test func `The list, a question, an empty diary and versions in Korean`() async throws {
    try await Language.korean.speaking {
      var screen = try await Self.opened("", 80, 24)
      expectPrefix(screen.text, " 다이어리")
      await expectPrefix(screen.press("<Enter>").text, " 기본 일기장")
      screen = try await Self.opened("", 40, 12)
      try expectScreen(screen, in: "list-korean-40x12")
      try await expectScreen(screen.press("d"), in: "question-korean")
      for (columns, rows) in [(80, 24), (40, 14)] {
        let screen = try await Self.opened("", columns, rows, isEmpty: true)
        Self.check(screen, "welcome, \(columns)")
        expectShows(screen, "첫 일기 쓰기")
      }
    }
    let names = Language.korean.speaking {
      MergedText.Names(leftDate: "2026.11.20 07:30", rightDate: "2026.11.20 08:00")
    }
    expectPrefix(names.left, "왼쪽 버전")
    expect(MergedText.firstMarker(in: "———  ———\n——— \(names.left) ———") != nil)
  }
}
