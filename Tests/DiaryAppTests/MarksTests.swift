import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("Many entries at once") @MainActor
struct MarksTests {
  private func marked(_ screen: ScreenTest) -> Int { screen.state.marks.ids.count }

  @Test func `Space marks and goes on, Esc takes all marks away`() async throws {
    let screen = try await ScreenTest(60, 12, entries: try SampleDiary.days(4)).press(" j ")
    try expectScreen(screen, in: "list-marks")
    await expectEqual(marked(screen.press("k ")), 1)
    await expect(screen.press("<Esc>", lacks: "✓").state.marks.isEmpty)
  }

  @Test func `Marked entries are deleted and undone together`() async throws {
    var screen = try await ScreenTest(entries: try SampleDiary.days(6))
    await screen.press("jVjj", shows: "3 marked")
    await screen.press("d", shows: "Delete 3 entries?", "Press u to undo").press("n")
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
    // A range that isn't loaded is read before something is done with it.
    screen = try await ScreenTest(60, 14, entries: try SampleDiary.days(700))
    await screen.press("VGd", shows: "Delete 700 entries?")
    await screen.press("n<Esc>A*y", shows: "Starred 700 entries")
    await screen.press("u", shows: "Undone: starring 700 entries.").press("<C-r>")
    try await expect(screen.service.entries().allSatisfy(\.details.isStarred))
  }

  @Test func `Marks reach entries that aren't loaded, and survive a search`() async throws {
    var screen = try await ScreenTest(60, 14, entries: try SampleDiary.days(700))
    await screen.press("APyP", shows: "Unpin 700 entries?")
    await screen.press("y", shows: "Unpinned 700 entries")
    try await expect(screen.service.entries().allSatisfy { !$0.details.isPinned })
    await screen.press("*y")
    // One far down lacks it, which isn't loaded.
    let last = try require(try await screen.service.entries().last)
    await screen.begin(.change(.ids([last.id]), .edit(.star(false))))
    await screen.press("*", shows: "Star 700 entries?").press("y*", shows: "Unstar 700 entries?")
    // All of a search, Tab for one, and marks that stay when it ends.
    screen = try await ScreenTest(60, 14, entries: try SampleDiary.days(40)).press("/entry 1<A-a>")
    expectEqual(marked(screen), 13)
    await screen.press("<Esc>", shows: "13 marked").press("/entry 3<Tab><Esc>")
    expectEqual(marked(screen), 14)
    // Undo takes it back, so that of a few nothing is asked.
    await screen.press("P", shows: "Pinned 14 entries. Press u to undo.")
  }

  @Test func `A question names the marked entry or their number`() async throws {
    var screen = try await ScreenTest(60, 14, entries: try SampleDiary.days(700))
    await screen.press("/entry 650<Tab><Esc>d")
    expect(screen.text.contains("Delete this entry?") && screen.text.contains("Entry 650"))
    expectShows(screen, "Sunday 9 February 2025")
    await screen.press("n#", shows: "Tags of “Entry 650”")
    await screen.press("<Esc>M", shows: "Move “Entry 650” to which journal?").press("<Esc>dy")
    try await expectEqual(screen.service.trash().map(\.title), ["Entry 650"])
    // A question says how many of the marked the list doesn't show.
    screen = try await ScreenTest(60, 16, entries: try SampleDiary.days(40))
    await screen.press("/entry 1<A-a><Esc>d", shows: "Delete 13 entries?", lacks: "shown here")
    await screen.press("n/entry 11<A-l>d", shows: "12 of them aren't shown here.")
    await screen.press("n#", shows: "12 of them aren't shown here.")
    await screen.press("<Esc>x", shows: "marked entries, 12 not shown here")
  }

  @Test func `Marked entries get tags or are exported, except another author's`() async throws {
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
    // What someone else wrote stays, and that is said.
    let date = try require(EntryDate(ScreenTest.now))
    let time = Timestamp(milliseconds: 1_000)
    let other = Entry(
      id: .random(), fields: EntryFields(date: date, title: "Theirs"), author: AuthorID("other"),
      created: time, modified: time)
    screen = try await ScreenTest(entries: try SampleDiary.days(2), others: [other])
    await screen.press("Ady", shows: "Skipped 1 entry that others wrote.")
    try await expectEqual(screen.service.entries().map(\.title), ["Theirs"])
    // The marked are exported, and no others.
    screen = try await ScreenTest(entries: try SampleDiary.days(4))
    await screen.press("  x", shows: "Export 2 entries to a folder").press("<Enter>")
    // It has begun once it tells how far it is.
    await screen.export(.stage(Progress(.exporting, 1, of: 2)))
    let wanted = Set(try await screen.service.entries().prefix(2).map(\.id))
    expectEqual(screen.exporter.requests.last?.entries.map(Set.init), wanted)
  }
}
