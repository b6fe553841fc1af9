import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("Keys of the list") @MainActor
struct ListKeyTests {
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
    // The key that has just left a screen doesn't end the program as well.
    screen = try await ScreenTest(60, 14, entries: try SampleDiary.days(3))
    for opening in ["<Enter>", "c", "?", "d"] {
      await screen.press(opening)
      screen.pause = .milliseconds(100)
      await expect(screen.press("qqq").state.screens.isEmpty)
      expectLacks(screen.terminalEffects, .leave)
      expectShows(screen, "Press q again to quit.")
      screen.pause = .seconds(1)
    }
    // Another key means what it says, and so does the same one later.
    let other = try await ScreenTest(60, 14, entries: try SampleDiary.days(3)).press("<Enter>")
    other.pause = .milliseconds(100)
    await expectContains(other.press("<Esc>q").terminalEffects, .leave)
    let third = try await ScreenTest(60, 14, entries: try SampleDiary.days(3)).press("<Enter>")
    third.pause = .milliseconds(100)
    await expectContains(third.press("qjq").terminalEffects, .leave)
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
    expectEqual(screen.state.list.selected, 0)
    expectEqual(screen.state.list.count, 6)
    expectShows(screen, "Added “Today”.")
    expectEqual(screen.repository.fetches, fetches)
    // After a delete the next one is selected, with nothing read again.
    screen = try await ScreenTest.sample().press("j")
    fetches = screen.repository.fetches
    await expectEqual(selected(screen.press("dy")), "첫눈")
    expectShows(screen, "Deleted “A letter from the north”. Press u to undo.")
    expectLacks(screen, "A letter from the north  ")
    expectEqual(screen.repository.fetches, fetches)
    await expectEqual(selected(screen.press("Gdy")), "The plum tree")
    // Last entry's delete leaves an invitation.
    let one = try SampleDiary.fields("Only", on: "2026-11-20T07:30")
    screen = try await ScreenTest(entries: [one]).press("dy", shows: "Your diary is empty")
    await expectEqual(selected(screen.press("u")), "Only")
    // An edit keeps the date, and changes the list in place.
    screen = try await ScreenTest.sample().press("j")
    let before = try require(screen.state.list.selectedEntry)
    fetches = screen.repository.fetches
    await screen.press("e<S-Tab><End>!<C-s>")
    let after = try require(screen.state.list.selectedEntry)
    expectEqual(after.title, "A letter from the north!")
    expectEqual(after.date, before.date)
    expectEqual(after.date.zone, "+01:00")
    expectEqual(after.content, before.content)
    expectEqual(after.created, before.created)
    expectEqual(screen.state.list.selected, 1)
    expectEqual(screen.repository.fetches, fetches)
    expectShows(screen, "Saved “A letter from the north!”.")
    screen = try await ScreenTest.sample().press("e<S-Tab><S-Tab><C-u>2026-11-01 07:30 +09:00<C-s>")
    expectEqual(screen.state.list.selected, 3)
    expectEqual(selected(screen), "강가 산책, 안개")
  }

  @Test func `u undoes the last change, and E uses an external editor`() async throws {
    var screen = try await ScreenTest.sample()
    let before = try await screen.service.entries().map(\.fields)
    await expectEqual(screen.press("nNew<C-s>je!<C-s>Gdy").state.list.count, 5)
    await expectEqual(screen.press("u", shows: "Undone: deleting “Leaves”.").state.list.count, 6)
    await screen.press("u", shows: "Undone: editing “강가 산책, 안개”.")
    await screen.press("u", shows: "Undone: adding “New”. It's in the trash.")
    try await expectEqual(screen.service.entries().map(\.fields), before)
    await screen.press("u", shows: "Nothing to undo.")
    screen = try await ScreenTest.sample().press("j")
    screen.editor.answer(with: .success(EditedText(title: "Post", content: "changed")))
    await screen.press("E")
    expectEqual(
      screen.editor.texts,
      [EditedText(title: "A letter from the north", content: "Dear all,\nit is cold.")])
    expectEqual(selected(screen), "Post")
    expectEqual(screen.state.list.selectedEntry?.content, "changed")
    screen.editor.answer(with: .success(nil))
    await screen.press("E", shows: "Nothing changed.")
    screen.editor.answer(with: .failure(ExternalEditingError(line: "The editor failed.")))
    await screen.press("E", shows: "The editor failed.").press("<Esc>u")
    expectEqual(selected(screen), "A letter from the north")
  }

  @Test func `Other keys open their screens, and Ctrl-C leaves from all`() async throws {
    var screen = try await ScreenTest.sample()
    for (key, words) in [("x", "Export the diary"), ("t", "Trash"), ("/", "Type words to find")] {
      await expectShows(screen.type(key), words)
      await screen.press("<Esc>", lacks: words)
    }
    await screen.press("<Enter>", shows: "← earlier   → later").press("q<C-z><C-l>q")
    expectEqual(screen.terminalEffects, [.suspend, .redraw, .leave])
    screen = try await ScreenTest()
    let text = screen.text
    for key in ["j", "k", "g", "G", "e", "E", "d", "T"] { await screen.type(key) }
    await expectEqual(screen.press("<Enter><PgDn><PgUp>").text, text)
    await screen.press("u", shows: "Nothing to undo.")
    for keys in ["", "x", "t", "/", "d", "n", "e", "?"] {
      let screen = try await ScreenTest.sample()
      await expectEqual(screen.type(keys).press("<C-c>").terminalEffects, [.leave], "after \(keys)")
    }
  }

  @Test func `A long diary is read in parts, and the mouse works`() async throws {
    var screen = try await ScreenTest(80, 24, entries: try SampleDiary.days(500))
    for key in ["G", "g", "G"] { await expect(screen.type(key).state.list.selectedEntry != nil) }
    expectEqual(selected(screen), "Entry 499")
    for _ in 0..<30 { await expect(screen.press("<PgUp>").state.list.selectedEntry != nil) }
    expectLess(screen.repository.fetches, 30)
    screen = try await ScreenTest.sample()
    await expectEqual(selected(screen.mouse(.press, 12, 5)), "첫눈")
    await expectEqual(selected(screen.mouse(.press, 12, 2)), "첫눈")
    await expectEqual(selected(screen.mouse(.scrollUp, 12, 5)), "강가 산책, 안개")
    await expectShows(screen.mouse(.doublePress, 12, 4), "Dear all,")
  }
}

@Suite("Many entries at once") @MainActor
struct MarksTests {
  private func marked(_ screen: ScreenTest) -> Int { screen.state.marks.ids.count }

  @Test func `Space selects and moves on, Esc clears the selection`() async throws {
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
    let other = SampleDiary.entry(try SampleDiary.fields("Theirs", on: ScreenTest.now), by: "other")
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
