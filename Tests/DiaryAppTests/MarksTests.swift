import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("Many entries at once")
@MainActor
struct MarksTests {
  private func marked(_ screen: ScreenTest) -> Int { screen.state.marks.ids.count }

  @Test("Space marks and goes on, Esc takes all marks away")
  func space() async throws {
    let screen = try await ScreenTest(60, 12, entries: try SampleDiary.days(4))
    await screen.press(.character(" "), .character("j"), .character(" "))
    expectScreen(
      screen,
      """
       Diary                                 2 marked · 4 entries
      ────────────────────────────────────────────────────────────
       November 2026
       21 Sat  ✓ Entry 0
       20 Fri  Entry 1
       19 Thu  ✓ Entry 2
      ▌18 Wed  Entry 3




       n new  Enter read  / search  ? keys  c calendar  e edit
      """)
    await screen.press(.character("k"), .character(" "))
    expectEqual(marked(screen), 1)
    await screen.press(KeyEvent(.escape))
    expect(screen.state.marks.isEmpty)
    expectLacks(screen.text, "✓")
  }

  @Test("Many are deleted after a question that names their number, and undone in one step")
  func delete() async throws {
    let screen = try await ScreenTest(entries: try SampleDiary.days(6))
    await screen.press(.character("j"), .character("V"), .character("j"), .character("j"))
    expectContains(screen.text, "3 marked")
    await screen.press(.character("d"))
    expectContains(screen.text, "Delete 3 entries?")
    expectContains(screen.text, "Press u to undo")
    await screen.press(.character("n"))
    try await expectEqual(screen.service.count(), 6)
    await screen.press(.character("d"), .character("y"))
    expectContains(screen.text, "Deleted 3 entries. Press u to undo.")
    try await expectEqual(screen.service.entries().map(\.title), ["Entry 0", "Entry 4", "Entry 5"])
    expectEqual(screen.state.list.count, 3)
    expect(screen.state.marks.isEmpty)
    await screen.press(.character("u"))
    expectContains(screen.text, "Undone: deleting 3 entries.")
    try await expectEqual(screen.service.count(), 6)
    await screen.press(.control("r"))
    expectContains(screen.text, "Redone: deleting 3 entries.")
    try await expectEqual(screen.service.trash().count, 3)
    await screen.press(.character("u"), .character("u"))
    expectContains(screen.text, "Nothing to undo.")
    try await expect(screen.service.entries().allSatisfy { $0.heads.count == 1 })
  }

  @Test("A range that isn't loaded is read before something is done with it")
  func longRange() async throws {
    let screen = try await ScreenTest(60, 14, entries: try SampleDiary.days(700))
    await screen.press(.character("V"), .character("G"), .character("d"))
    expectContains(screen.text, "Delete 700 entries?")
    await screen.press(.character("n"), KeyEvent(.escape))
    await screen.press(.character("A"), .character("*"), .character("y"))
    expectContains(screen.text, "Starred 700 entries")
    await screen.press(.character("u"))
    expectContains(screen.text, "Undone: starring 700 entries.")
    await screen.press(.control("r"))
    try await expect(screen.service.entries().allSatisfy(\.details.isStarred))
  }

  @Test("A star or pin that all marked have is taken again, though not all are loaded")
  func toggledOff() async throws {
    let screen = try await ScreenTest(60, 14, entries: try SampleDiary.days(700))
    await screen.press(.character("A"), .character("P"), .character("y"), .character("P"))
    expectContains(screen.text, "Unpin 700 entries?")
    await screen.press(.character("y"))
    expectContains(screen.text, "Unpinned 700 entries")
    try await expect(screen.service.entries().allSatisfy { !$0.details.isPinned })
    await screen.press(.character("*"), .character("y"))
    // One far down lacks it, which isn't loaded.
    let last = try require(try await screen.service.entries().last)
    await screen.begin(.change(.ids([last.id]), .edit(.star(false))))
    await screen.press(.character("*"))
    expectContains(screen.text, "Star 700 entries?")
    await screen.press(.character("y"), .character("*"))
    expectContains(screen.text, "Unstar 700 entries?")
  }

  @Test("All of a search, Tab for one, and marks that stay when it ends")
  func search() async throws {
    let screen = try await ScreenTest(60, 14, entries: try SampleDiary.days(40))
    await screen.type("/entry 1")
    await screen.press(.alt("a"))
    expectEqual(marked(screen), 13)
    await screen.press(KeyEvent(.escape))
    expectContains(screen.text, "13 marked")
    await screen.type("/entry 3")
    await screen.press(KeyEvent(.tab), KeyEvent(.escape))
    expectEqual(marked(screen), 14)
    // Undo takes it back, so that of a few nothing is asked.
    await screen.press(.character("P"))
    expectContains(screen.text, "Pinned 14 entries. Press u to undo.")
  }

  @Test("The only marked one is named, though another is selected or it is far away")
  func one() async throws {
    let screen = try await ScreenTest(60, 14, entries: try SampleDiary.days(700))
    await screen.type("/entry 650")
    await screen.press(KeyEvent(.tab), KeyEvent(.escape), .character("d"))
    expect(screen.text.contains("Delete this entry?") && screen.text.contains("Entry 650"))
    expectContains(screen.text, "Sunday 9 February 2025")
    await screen.press(.character("n"), .character("#"))
    expectContains(screen.text, "Tags of “Entry 650”")
    await screen.press(KeyEvent(.escape), .character("M"))
    expectContains(screen.text, "Move “Entry 650” to which journal?")
    await screen.press(KeyEvent(.escape), .character("d"), .character("y"))
    try await expectEqual(screen.service.trash().map(\.title), ["Entry 650"])
  }

  @Test("A question says how many of the marked the list doesn't show")
  func hidden() async throws {
    let screen = try await ScreenTest(60, 16, entries: try SampleDiary.days(40))
    await screen.type("/entry 1")
    await screen.press(.alt("a"), KeyEvent(.escape), .character("d"))
    expectContains(screen.text, "Delete 13 entries?")
    expectLacks(screen.text, "shown here")
    await screen.press(.character("n"))
    await screen.type("/entry 11")
    await screen.press(.alt("l"), .character("d"))
    expectContains(screen.text, "12 of them aren't shown here.")
    await screen.press(.character("n"), .character("#"))
    expectContains(screen.text, "12 of them aren't shown here.")
    await screen.press(KeyEvent(.escape), .character("x"))
    expectContains(screen.text, "marked entries, 12 not shown here")
  }

  @Test("Tags are given to many and taken from them; of one they are edited")
  func tags() async throws {
    let screen = try await ScreenTest(entries: try SampleDiary.entries())
    func tags() async throws -> [[String]] { try await screen.service.entries().map(\.tags) }
    await screen.press(.character("A"), .character("#"))
    expectContains(screen.text, "Tags of 5 entries")
    await screen.type("#walk -강")
    await screen.press(KeyEvent(.enter))
    expectContains(screen.text, "Changed the tags of 5 entries")
    try await expectEqual(tags(), [["산책", "walk"], ["walk"], ["walk"], ["walk"], ["walk"]])
    await screen.press(.character("u"))
    try await expectEqual(tags(), [["산책", "강"], [], [], [], []])
    await screen.press(KeyEvent(.escape), .character("#"))
    await screen.type("river")
    await screen.press(KeyEvent(.enter))
    try await expectEqual(tags().first, ["산책", "강", "river"])
    await screen.press(.character("#"), .control("u"), KeyEvent(.enter))
    try await expectEqual(tags().first, [])
  }

  @Test("What someone else wrote stays, and that is said")
  func others() async throws {
    let date = try require(EntryDate(ScreenTest.now))
    let time = Timestamp(milliseconds: 1_000)
    let other = Entry(
      id: .random(), fields: EntryFields(date: date, title: "Theirs"), author: AuthorID("other"),
      created: time, modified: time)
    let screen = try await ScreenTest(entries: try SampleDiary.days(2), others: [other])
    await screen.press(.character("A"), .character("d"), .character("y"))
    expectContains(screen.text, "Skipped 1 entry that others wrote.")
    try await expectEqual(screen.service.entries().map(\.title), ["Theirs"])
  }

  @Test("The marked are exported, and no others")
  func export() async throws {
    let screen = try await ScreenTest(entries: try SampleDiary.days(4))
    await screen.press(.character(" "), .character(" "), .character("x"))
    expectContains(screen.text, "Export 2 entries to a folder")
    await screen.press(KeyEvent(.enter))
    // It has begun once it tells how far it is.
    await screen.export(.stage(Progress(.exporting, 1, of: 2)))
    let wanted = Set(try await screen.service.entries().prefix(2).map(\.id))
    expectEqual(screen.exporter.requests.last?.entries.map(Set.init), wanted)
  }
}
