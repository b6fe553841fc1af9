import DiaryCore
import DiarySettings
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("What the screens say")
@MainActor
struct AccessibleTextTests {
  private func speaking(_ entries: [EntryFields]? = nil) async throws -> ScreenTest {
    try await ScreenTest(
      80, 12, entries: try entries ?? SampleDiary.entries(), showsPhotos: false, speaks: true)
  }

  private func accessibleText(_ screen: ScreenTest) throws -> AccessibleText {
    try require(screen.state.frame.accessibleText)
  }

  @Test("The selected entry is said in full, and which of how many it is")
  func list() async throws {
    let screen = try await speaking()
    let first = try accessibleText(screen)
    expectEqual(first.title, "Diary, 5 entries")
    expect(first.lines.isEmpty)
    expectEqual(first.selected?.contains("강가 산책, 안개"), true)
    expectEqual(first.selected?.hasSuffix("(1 of 5)"), true)
    await screen.press(.character("j"))
    try expectEqual(accessibleText(screen).selected?.hasSuffix("(2 of 5)"), true)
  }

  @Test("Earlier years of the day and pinned entries are said, and the one selected of them")
  func top() async throws {
    var entries = try SampleDiary.days(3)
    entries[1].details.isPinned = true
    entries.append(
      try SampleDiary.fields(
        "Then", on: "2023-11-21T08:00:00+09:00", photos: [SampleDiary.fog, SampleDiary.bridge]))
    let screen = try await speaking(entries)
    try expectEqual(accessibleText(screen).lines, ["3 years ago today: 2 photos", "1 pinned"])
    try expectEqual(accessibleText(screen).selected?.hasSuffix("Entry 0 (1 of 4)"), true)
    await screen.press(.character("k"))
    try expectEqual(
      accessibleText(screen).selected, "Pinned: Friday 20 November 2026, Entry 1, Pinned (1 of 1)")
    await screen.press(.character("j"), .character("P"), .character("k"), .character("k"))
    try expectEqual(accessibleText(screen).lines.last, "2 pinned")
    try expectEqual(accessibleText(screen).selected, "Pinned: … 2 more (1 of 1)")
  }

  @Test("A search says the line that it finds, and what completes it")
  func search() async throws {
    let screen = try await speaking()
    await screen.type("/강가를")
    try expectEqual(accessibleText(screen).selected?.hasSuffix(": 아침 일찍 강가를 걸었다. (1 of 1)"), true)
    await screen.press(.control("u"))
    await screen.type("tag:사")
    try expectEqual(accessibleText(screen).lines, ["Press Tab for “산책”."])
    await screen.press(KeyEvent(.tab))
    try expect(
      accessibleText(screen).lines == [] && accessibleText(screen).field?.text == "tag:산책 ")
  }

  @Test("An empty diary says what to press")
  func empty() async throws {
    let screen = try await speaking([])
    try expectEqual(
      accessibleText(screen).lines, ["n: New entry", "?: All keys", "q: Go back, or quit"])
  }

  @Test("The focused field is said with its text and where the caret is")
  func editor() async throws {
    let screen = try await speaking()
    await screen.press(.character("n"))
    await screen.type("Fog")
    try expectEqual(accessibleText(screen).field, .init("Title", "Fog", caret: 3))
    await screen.press(KeyEvent(.tab))
    await screen.type("one")
    await screen.press(KeyEvent(.enter))
    await screen.type("둘")
    await screen.press(KeyEvent(.left))
    try expectEqual(accessibleText(screen).field, .init("Text, line 2 of 2", "둘", caret: 0))
    await screen.press(KeyEvent(.tab), KeyEvent(.tab))
    try expectEqual(accessibleText(screen).selected, "Photos: none")
  }

  @Test("Proposals, and what was meant by a misspelt word, are said where they are chosen")
  func proposals() async throws {
    let screen = try await speaking()
    await screen.press(.character("n"), KeyEvent(.tab))
    await screen.type("axe #")
    await screen.type("산")
    await screen.press(KeyEvent(.down))
    try expectEqual(accessibleText(screen).selected, "#산책 (1 of 1)")
    await screen.press(KeyEvent(.escape))
    try expectNil(accessibleText(screen).selected)
    await screen.press(KeyEvent(.function(7)))
    try expectEqual(accessibleText(screen).lines, ["“axe” isn't in the dictionary."])
    try expectEqual(accessibleText(screen).selected, "ase (1 of 3)")
    await screen.press(KeyEvent(.down))
    try expectEqual(accessibleText(screen).selected, "Add to my words (2 of 3)")
  }

  @Test("What is looked for is said, and the line that it stands in")
  func find() async throws {
    let screen = try await speaking()
    await screen.press(.character("n"), KeyEvent(.tab))
    await screen.send(.paste("one fog\ntwo fogs"))
    await screen.press(KeyEvent(.home, .control), KeyEvent(.function(3)))
    await screen.type("fog")
    try expectEqual(accessibleText(screen).field, .init("Find", "fog", caret: 3))
    try expectEqual(accessibleText(screen).selected, "Line 1 of 2, letter 5: one fog")
    await screen.press(KeyEvent(.function(3)))
    try expectEqual(accessibleText(screen).selected, "Line 2 of 2, letter 5: two fogs")
    await screen.type("x")
    try expectEqual(accessibleText(screen).selected, "not found")
    await screen.press(KeyEvent(.backspace), KeyEvent(.function(4)))
    await screen.type("sun")
    try expectEqual(accessibleText(screen).field, .init("With", "sun", caret: 3))
    await screen.press(KeyEvent(.enter))
    let asked = try accessibleText(screen)
    expectEqual(asked.lines, ["Replace this? y yes, n no, a all, q stop"])
    expectNil(asked.field)
    expectEqual(asked.selected, "Line 1 of 2, letter 5: one fog")
    await screen.press(.character("a"))
    try expectEqual(accessibleText(screen).notice, "Replaced 2 places.")
  }

  @Test("vi's mode and its command line are said")
  func vi() async throws {
    let screen = try await speaking()
    screen.prefer { $0.editingKeys = .vi }
    await screen.press(.character("e"))
    try expectEqual(accessibleText(screen).lines, ["NORMAL"])
    await screen.press(.character("i"))
    try expectEqual(accessibleText(screen).lines, ["INSERT"])
    await screen.press(KeyEvent(.escape), .character(":"), .character("q"))
    try expectEqual(accessibleText(screen).field, .init("Command", ":q", caret: 2))
  }

  @Test("A new page says how to leave it, and asks the question of the day if it may")
  func question() async throws {
    let screen = try await speaking()
    await screen.press(.character("n"))
    let ways = ["Ctrl-S: Save and close", "Esc: Close (asks if anything would be lost)"]
    try expectEqual(accessibleText(screen).lines, ways + ["F1: All keys"])
    await screen.press(KeyEvent(.tab))
    try expectEqual(accessibleText(screen).lines, [DailyPrompt.text(on: screen.state.now.day)])
    screen.change { $0.preferences.asksDailyPrompt = false }
    try expect(accessibleText(screen).lines.isEmpty)
  }

  @Test("A star is said")
  func star() async throws {
    let screen = try await speaking()
    await screen.press(.character("*"))
    try expectEqual(accessibleText(screen).selected?.contains(", Star, "), true)
  }

  @Test("A dialog says its question, what it is about, and the selected button")
  func dialog() async throws {
    let screen = try await speaking()
    await screen.press(.character("d"))
    let dialog = try accessibleText(screen)
    expectEqual(dialog.title, "Delete this entry?")
    expectEqual(dialog.selected, "No (1 of 2)")
    expectContains(dialog.lines, "강가 산책, 안개")
    await screen.press(KeyEvent(.tab))
    try expectEqual(accessibleText(screen).selected, "Yes (y) (2 of 2)")
    await screen.press(.character("y"))
    try expectEqual(accessibleText(screen).notice?.hasPrefix("Deleted"), true)
  }

  @Test("Every screen has a title and something to say")
  func everyScreen() async throws {
    let ways: [[KeyEvent]] = [
      [], [.character("/")], [KeyEvent(.enter)], [KeyEvent(.enter), KeyEvent(.enter)],
      [.character("e")], [.character("e"), .control("p")], [.character("p")], [.character("t")],
      [.character("H")], [.character("S")], [.character("x")], [.character("?")],
      [.character("i")], [.character("d")],
      [KeyEvent(.enter), KeyEvent(.enter), .character("w")],
      [KeyEvent(.enter), KeyEvent(.enter), .character("c")],
    ]
    var titles: Set<String> = []
    for keys in ways {
      let screen = try await speaking()
      for key in keys { await screen.press(key) }
      let accessibleText = try accessibleText(screen)
      titles.insert(accessibleText.title)
      let says =
        accessibleText.lines
        + [accessibleText.selected, accessibleText.field?.label].compactMap(\.self)
      expect(!accessibleText.title.isEmpty, "\(keys.map(\.name))")
      expect(!says.isEmpty, "\(keys.map(\.name))")
      let all =
        ([accessibleText.title, accessibleText.notice ?? "", accessibleText.field?.text ?? ""]
        + says).joined()
      expect(!all.unicodeScalars.contains { $0.value < 0x20 })
    }
    // Both pickers are called by the folder that they show.
    expectEqual(titles.count, ways.count - 1)
  }
}
