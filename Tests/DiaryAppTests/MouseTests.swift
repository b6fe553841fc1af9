import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("The mouse in lists and on buttons") @MainActor struct MouseTests {
  private func opened(_ keys: String = "") async throws -> ScreenTest {
    var entries = try SampleDiary.days(6)
    for index in entries.indices { entries[index].tags = ["tag\(index)"] }
    entries[1].journal = "Travel"
    return try await ScreenTest(80, 24, entries: entries).press(keys)
  }

  private func place(_ words: String, _ screen: ScreenTest) throws -> Point {
    let lines = screen.lines
    let row = try require(lines.firstIndex { $0.contains(words) })
    let before = try require(lines[row].firstRange(of: words)).lowerBound
    return Point(column: TextWidth.columns(lines[row][..<before]), row: row)
  }

  private func click(
    _ words: String, _ screen: ScreenTest, _ action: MouseEvent.Action = .press, shows: String...,
    line: Int = #line
  ) async throws {
    let text = await screen.send(.mouse(MouseEvent(action, at: try place(words, screen)))).text
    for part in shows { expectContains(text, part, line: line) }
  }

  @Test func `The mouse works in tags, journals, the trash and questions`() async throws {
    var screen = try await opened("<A-t>")
    try await click("#tag3", screen, shows: "▌#tag3")
    await expectShows(screen.mouse(.scrollDown, 9, 9), "▌#tag4")
    await expectShows(screen.mouse(.scrollUp, 9, 9).mouse(.press, 3, 20), "▌#tag3")
    try await click("#tag5", screen, .doublePress)
    expect(screen.state.screens.isEmpty)
    expectPrefix(screen.text, " #tag5")
    screen = try await opened("J")
    try await click("Travel", screen, shows: "▌● Travel")
    await expectShows(screen.mouse(.scrollUp, 9, 9), "▌● Diary")
    try await click("Travel", screen, .doublePress)
    expectPrefix(screen.text, " Travel")
    await screen.press("M")
    try await click("● Diary", screen, shows: "▌● Diary")
    await screen.mouse(.scrollDown, 9, 9)
    try await click("● Diary", screen, .doublePress)
    expect(screen.state.screens.isEmpty)
    try await expect(screen.service.entries().allSatisfy { $0.journal == "Diary" })
    screen = try await opened("d")
    try await click("[ No ]", screen)
    expect(screen.state.screens.isEmpty)
    expectEqual(screen.state.list.total, 6)
    await screen.press("d")
    try await click("Delete this entry?", screen)
    expectEqual(screen.state.screens.count, 1)
    try await click("Yes (y)", screen)
    expectEqual(screen.state.list.total, 5)
    await screen.press("dyt")
    try await click("Entry 0", screen, shows: "▌")
    try await click("Entry 0", screen, .doublePress)
    expectEqual(screen.state.screens.count, 2)
    await screen.receive(.failed(.noSuchEntry("x")))
    try await click("[ OK ]", screen)
    expectEqual(screen.state.screens.count, 2)
  }

  @Test func `The mouse works in histories, templates and fields`() async throws {
    var screen = try await opened("**H").mouse(.press, 4, 4)
    try expectEqual(require(screen.state.screens.front(as: HistoryState.self)).choice.selected, 2)
    await screen.press("q?")
    let top = screen.text
    await expectNotEqual(screen.mouse(.scrollDown, 9, 9).text, top)
    await expectEqual(screen.mouse(.scrollUp, 9, 9).text, top)
    await screen.press("qS").resize(40, 12)
    let status = screen.text
    await expectEqual(screen.mouse(.scrollDown, 9, 9).mouse(.scrollUp, 9, 9).text, status)
    screen = try await opened("n")
    for name in ["one", "two"] { screen.templates.put(name, "Of \(name)") }
    await screen.press("<F5>")
    try await click("two", screen, shows: "▌two")
    try await click("two", screen, .doublePress, shows: "Of two")
    // A click sets the caret in a text field, and a double click selects the word.
    screen = try await opened("J").press("nSea side")
    try await click("ide", screen)
    await screen.press("l", shows: "Sea slide")
    try await click("Sea slide", screen, .doublePress)
    await screen.press("Long", shows: "Long slide").press("<Esc><Esc>q/Entr")
    try await click("ntr", screen)
    await expectEqual(screen.press("!").state.search?.field.text, "E!ntr")
  }

  @Test func `The mouse works in details, captions, the export and drafts`() async throws {
    var screen = try await opened("e<F2>")
    try await click("☆", screen, shows: "▌Star", "★")
    try await click("Weather", screen, shows: "▌Weather")
    try await click("snow", screen)
    try await click("Details", screen)
    await screen.mouse(.scrollDown, 9, 9).press("<Enter>", shows: "★ · snow")
    screen = try await ScreenTest.sample(80, 24).press("<Enter><Tab><Tab><Enter>e!")
    try await click("bridge!", screen)
    await screen.press("old ", shows: "the old bridge!").press("<Esc><Esc>w")
    try await click("Location", screen, shows: "▌Location", "remove from the copy")
    try await click("remove from", screen, shows: "keep in the copy")
    try await click("diary-export", screen)
    await screen.press("my-", shows: "▌Folder", "~/my-diary-export")
    screen = try await opened("x")
    try await click("remove from", screen, shows: "▌Location", "keep in photos")
    try await click("diary-export", screen)
    await screen.press("my-", shows: "▌Folder", "~/my-diary-export")
    screen = try await opened("e").press("!").pauseTyping()
    let kept = await screen.drafts.kept
    expectEqual(kept.count, 1)
    let next = try await ScreenTest(80, 24, entries: [], keptBy: screen.drafts)
    try await click("Discard", next, shows: "[ Discard")
    expectEqual(next.state.screens.count, 1)
    try await click("Keep", next)
    expect(next.state.screens.isEmpty)
    await next.begin(.findDrafts)
    try await click("[ Continue ]", next, shows: "draft saved")
    let last = try await ScreenTest(80, 24, entries: [], keptBy: screen.drafts)
    try await click("Discard", last, .doublePress)
    expect(last.state.screens.isEmpty)
    await expect(screen.drafts.kept.isEmpty)
  }
}
