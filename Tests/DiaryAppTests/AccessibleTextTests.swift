import DiaryCore
import DiarySettings
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("What the screens say") @MainActor
struct AccessibleTextTests {
  private func speaking(_ entries: [EntryFields]? = nil) async throws -> ScreenTest {
    try await ScreenTest(
      80, 12, entries: try entries ?? SampleDiary.entries(), showsPhotos: false, speaks: true)
  }

  private func accessibleText(_ screen: ScreenTest) throws -> AccessibleText {
    try require(screen.spoken)
  }

  @Test func `The list is spoken with its selection, its top rows and a search`() async throws {
    var screen = try await speaking()
    let first = try accessibleText(screen)
    expectEqual(first.title, "Diary, 5 entries")
    expect(first.lines.isEmpty)
    expectEqual(first.selected?.contains("강가 산책, 안개"), true)
    expectEqual(first.selected?.hasSuffix("(1 of 5)"), true)
    try await expectEqual(accessibleText(screen.press("j")).selected?.hasSuffix("(2 of 5)"), true)
    // Earlier years of the day and pinned entries are said, and the one selected of them.
    var entries = try SampleDiary.days(3)
    entries[1].details.isPinned = true
    entries.append(
      try SampleDiary.fields(
        "Then", on: "2023-11-21T08:00", photos: [SampleDiary.fog, SampleDiary.bridge]))
    screen = try await speaking(entries)
    try expectEqual(accessibleText(screen).lines, ["3 years ago today: 2 photos", "1 pinned"])
    try expectEqual(accessibleText(screen).selected?.hasSuffix("Entry 0 (1 of 4)"), true)
    await screen.press("k")
    try expectEqual(
      accessibleText(screen).selected, "Pinned: Friday 20 November 2026, Entry 1, Pinned (1 of 1)")
    try await expectEqual(accessibleText(screen.press("jPkk")).lines.last, "2 pinned")
    try expectEqual(accessibleText(screen).selected, "Pinned: … 2 more (1 of 1)")
    // A search says the line that it finds, and what completes it.
    screen = try await speaking().press("/강가를")
    try expectEqual(accessibleText(screen).selected?.hasSuffix(": 아침 일찍 강가를 걸었다. (1 of 1)"), true)
    try await expectEqual(accessibleText(screen.press("<C-u>tag:사")).lines, ["Press Tab for “산책”."])
    await screen.press("<Tab>")
    try expect(
      accessibleText(screen).lines == [] && accessibleText(screen).field?.text == "tag:산책 ")
    // An empty diary says what to press.
    screen = try await speaking([])
    try expectEqual(
      accessibleText(screen).lines, ["n: New entry", "?: All keys", "q: Go back, or quit"])
  }

  @Test func `The editor is spoken: fields, proposals, finding, vi, the blank page`() async throws {
    var screen = try await speaking().press("nFog")
    try expectEqual(accessibleText(screen).field, .init("Title", "Fog", caret: 3))
    await screen.press("<Tab>one<Enter>둘<Left>")
    try expectEqual(accessibleText(screen).field, .init("Text, line 2 of 2", "둘", caret: 0))
    try await expectEqual(accessibleText(screen.press("<Tab><Tab>")).selected, "Photos: none")
    // Proposals, and what was meant by a misspelt word, are said where they are chosen.
    screen = try await speaking().press("n<Tab>axe #산<Down>")
    try expectEqual(accessibleText(screen).selected, "#산책 (1 of 1)")
    try await expectNil(accessibleText(screen.press("<Esc>")).selected)
    await screen.press("<F7>")
    try expectEqual(accessibleText(screen).lines, ["“axe” isn't in the dictionary."])
    try expectEqual(accessibleText(screen).selected, "ase (1 of 3)")
    await screen.press("<Down>")
    try expectEqual(accessibleText(screen).selected, "Add to my words (2 of 3)")
    // What is looked for is said, and the line that it stands in.
    screen = try await speaking().press("n<Tab>").paste("one fog\ntwo fogs")
    await screen.press("<C-Home><F3>fog")
    try expectEqual(accessibleText(screen).field, .init("Find", "fog", caret: 3))
    try expectEqual(accessibleText(screen).selected, "Line 1 of 2, letter 5: one fog")
    await screen.press("<F3>")
    try expectEqual(accessibleText(screen).selected, "Line 2 of 2, letter 5: two fogs")
    try await expectEqual(accessibleText(screen.press("x")).selected, "not found")
    await screen.press("<BS><F4>sun")
    try expectEqual(accessibleText(screen).field, .init("With", "sun", caret: 3))
    await screen.press("<Enter>")
    let asked = try accessibleText(screen)
    expectEqual(asked.lines, ["Replace this? y yes, n no, a all, q stop"])
    expectNil(asked.field)
    expectEqual(asked.selected, "Line 1 of 2, letter 5: one fog")
    try await expectEqual(accessibleText(screen.press("a")).notice, "Replaced 2 places.")
    // Vi's mode and its command line are said.
    screen = try await speaking()
    screen.prefer { $0.editingKeys = .vi }
    try await expectEqual(accessibleText(screen.press("e")).lines, ["NORMAL"])
    try await expectEqual(accessibleText(screen.press("i")).lines, ["INSERT"])
    await screen.press("<Esc>:q")
    try expectEqual(accessibleText(screen).field, .init("Command", ":q", caret: 2))
    // A new page says how to leave it, and asks the question of the day if it may.
    screen = try await speaking().press("n")
    let ways = ["Ctrl-S: Save and close", "Esc: Close (asks if anything would be lost)"]
    try expectEqual(accessibleText(screen).lines, ways + ["F1: All keys"])
    await screen.press("<Tab>")
    try expectEqual(accessibleText(screen).lines, [DailyPrompt.text(on: screen.state.now.day)])
    screen.change { $0.preferences.asksDailyPrompt = false }
    try expect(accessibleText(screen).lines.isEmpty)
  }

  @Test func `A star and a dialog are spoken`() async throws {
    var screen = try await speaking().press("*")
    try expectEqual(accessibleText(screen).selected?.contains(", Star, "), true)
    // A dialog says its question, what it is about, and the selected button.
    screen = try await speaking().press("d")
    let dialog = try accessibleText(screen)
    expectEqual(dialog.title, "Delete this entry?")
    expectEqual(dialog.selected, "No (1 of 2)")
    expectContains(dialog.lines, "강가 산책, 안개")
    try await expectEqual(accessibleText(screen.press("<Tab>")).selected, "Yes (y) (2 of 2)")
    try await expectEqual(accessibleText(screen.press("y")).notice?.hasPrefix("Deleted"), true)
  }

  @Test func `Every screen has a title and something to say`() async throws {
    let ways: [String] = [
      "", "/", "<Enter>", "<Enter><Enter>", "e", "e<C-p>", "p", "t", "H", "S", "x", "?", "i", "d",
      "<Enter><Enter>w", "<Enter><Enter>c",
    ]
    var titles: Set<String> = []
    for keys in ways {
      let screen = try await speaking().press(keys)
      let accessibleText = try accessibleText(screen)
      titles.insert(accessibleText.title)
      let says =
        accessibleText.lines
        + [accessibleText.selected, accessibleText.field?.label].compactMap(\.self)
      expect(!accessibleText.title.isEmpty, "\(keys)")
      expect(!says.isEmpty, "\(keys)")
      let all =
        ([accessibleText.title, accessibleText.notice ?? "", accessibleText.field?.text ?? ""]
        + says).joined()
      expect(!all.unicodeScalars.contains { $0.value < 0x20 })
    }
    // Both pickers are called by the folder that they show.
    expectEqual(titles.count, ways.count - 1)
  }
}
