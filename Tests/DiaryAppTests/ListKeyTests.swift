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
