import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("The mouse on screens with lists, and on buttons")
@MainActor
struct MouseTests {
  private func opened(_ keys: KeyEvent...) async throws -> ScreenTest {
    var entries = try SampleDiary.days(6)
    for index in entries.indices { entries[index].tags = ["tag\(index)"] }
    entries[1].journal = "Travel"
    let screen = try await ScreenTest(80, 24, entries: entries)
    for key in keys { await screen.press(key) }
    return screen
  }

  /// Where words stand on the screen.
  private func place(_ words: String, _ screen: ScreenTest) throws -> Point {
    let lines = screen.text.split(separator: "\n", omittingEmptySubsequences: false)
    let row = try require(lines.firstIndex { $0.contains(words) })
    let before = try require(lines[row].firstRange(of: words)).lowerBound
    return Point(column: TextWidth.columns(lines[row][..<before]), row: row)
  }

  private func click(
    _ words: String, _ screen: ScreenTest, _ action: MouseEvent.Action = .press
  ) async throws {
    await screen.send(.mouse(MouseEvent(action, at: try place(words, screen))))
  }

  private func wheel(_ action: MouseEvent.Action, _ screen: ScreenTest) async {
    await screen.send(.mouse(MouseEvent(action, at: Point(column: 9, row: 9))))
  }

  @Test("Tags: a click selects, a second one opens, the wheel moves")
  func tags() async throws {
    let screen = try await opened(.alt("t"))
    try await click("#tag3", screen)
    expectContains(screen.text, "▌#tag3")
    await wheel(.scrollDown, screen)
    expectContains(screen.text, "▌#tag4")
    await wheel(.scrollUp, screen)
    await screen.send(.mouse(MouseEvent(.press, at: Point(column: 3, row: 20))))
    expectContains(screen.text, "▌#tag3")
    try await click("#tag5", screen, .doublePress)
    expect(screen.state.screens.isEmpty)
    expectPrefix(screen.text, " #tag5")
  }

  @Test("Journals, and the choice of one")
  func journals() async throws {
    let screen = try await opened(.character("J"))
    try await click("Travel", screen)
    expectContains(screen.text, "▌● Travel")
    await wheel(.scrollUp, screen)
    expectContains(screen.text, "▌● Diary")
    try await click("Travel", screen, .doublePress)
    expectPrefix(screen.text, " Travel")
    await screen.press(.character("M"))
    try await click("● Diary", screen)
    expectContains(screen.text, "▌● Diary")
    await wheel(.scrollDown, screen)
    try await click("● Diary", screen, .doublePress)
    expect(screen.state.screens.isEmpty)
    try await expect(screen.service.entries().allSatisfy { $0.journal == "Diary" })
  }

  @Test("The trash, and the buttons of a question and of a notice")
  func trash() async throws {
    let screen = try await opened(.character("d"))
    try await click("[ No ]", screen)
    expect(screen.state.screens.isEmpty)
    expectEqual(screen.state.list.total, 6)
    await screen.press(.character("d"))
    // Beside the buttons, nothing is pressed.
    try await click("Delete this entry?", screen)
    expectEqual(screen.state.screens.count, 1)
    try await click("Yes (y)", screen)
    expectEqual(screen.state.list.total, 5)
    await screen.press(.character("d"), .character("y"), .character("t"))
    try await click("Entry 0", screen)
    expectContains(screen.text, "▌")
    try await click("Entry 0", screen, .doublePress)
    expectEqual(screen.state.screens.count, 2)
    await screen.receive(.failed(.noSuchEntry("x")))
    try await click("[ OK ]", screen)
    expectEqual(screen.state.screens.count, 2)
  }

  @Test("A click chooses a state of a history; help and status scroll")
  func scrolling() async throws {
    let screen = try await opened(.character("*"), .character("*"), .character("H"))
    await screen.send(.mouse(MouseEvent(.press, at: Point(column: 4, row: 4))))
    guard let history = screen.state.screens.front(as: HistoryState.self) else {
      fail("no history")
      return
    }
    expectEqual(history.choice.selected, 2)
    await screen.press(.character("q"), .character("?"))
    let top = screen.text
    await wheel(.scrollDown, screen)
    expectNotEqual(screen.text, top)
    await wheel(.scrollUp, screen)
    expectEqual(screen.text, top)
    await screen.press(.character("q"), .character("S"))
    await screen.send(.resize(Size(columns: 40, rows: 12)))
    let status = screen.text
    await wheel(.scrollDown, screen)
    await wheel(.scrollUp, screen)
    expectEqual(screen.text, status)
  }

  @Test("A template is chosen by two clicks")
  func templates() async throws {
    let screen = try await opened(.character("n"))
    for name in ["one", "two"] { screen.templates.put(name, "Of \(name)") }
    await screen.press(KeyEvent(.function(5)))
    try await click("two", screen)
    expectContains(screen.text, "▌two")
    try await click("two", screen, .doublePress)
    expectContains(screen.text, "Of two")
  }

  @Test("In a dialog of one line and in the search, a click puts the caret, two select the word")
  func lines() async throws {
    let screen = try await opened(.character("J"))
    await screen.type("nSea side")
    try await click("ide", screen)
    await screen.type("l")
    expectContains(screen.text, "Sea slide")
    try await click("Sea slide", screen, .doublePress)
    await screen.type("Long")
    expectContains(screen.text, "Long slide")
    await screen.press(KeyEvent(.escape), .character("q"))
    await screen.type("/Entr")
    try await click("ntr", screen)
    await screen.type("!")
    expectEqual(screen.state.search?.field.text, "E!ntr")
  }

  @Test("Details: a click chooses a field, gives the star, takes a proposal")
  func details() async throws {
    let screen = try await opened(.character("e"), KeyEvent(.function(2)))
    try await click("☆", screen)
    expectContains(screen.text, "▌Star")
    expectContains(screen.text, "★")
    try await click("Weather", screen)
    expectContains(screen.text, "▌Weather")
    try await click("snow", screen)
    // Beside the fields nothing is chosen.
    try await click("Details", screen)
    await wheel(.scrollDown, screen)
    await screen.press(KeyEvent(.enter))
    expectContains(screen.text, "★ · snow")
  }

  @Test("A caption, and the folder that a photo is copied to")
  func photos() async throws {
    let screen = try await ScreenTest(80, 24, entries: try SampleDiary.entries())
    await screen.press(KeyEvent(.enter), KeyEvent(.tab), KeyEvent(.tab), KeyEvent(.enter))
    await screen.press(.character("c"))
    await screen.type("!")
    try await click("bridge!", screen)
    await screen.type("old ")
    expectContains(screen.text, "the old bridge!")
    await screen.press(KeyEvent(.escape))
    try await click("Discard (y)", screen, .doublePress)
    await screen.press(.character("w"))
    try await click("Location", screen)
    expectContains(screen.text, "▌Location")
    expectContains(screen.text, "remove from the copy")
    try await click("remove from", screen)
    expectContains(screen.text, "keep in the copy")
    try await click("diary-export", screen)
    await screen.type("my-")
    expectContains(screen.text, "▌Folder")
    expectContains(screen.text, "~/my-diary-export")
  }

  @Test("The export: a click goes to a field and changes what stands there")
  func export() async throws {
    let screen = try await opened(.character("x"))
    try await click("remove from", screen)
    expectContains(screen.text, "▌Location")
    expectContains(screen.text, "keep in photos")
    try await click("diary-export", screen)
    await screen.type("my-")
    expectContains(screen.text, "▌Folder")
    expectContains(screen.text, "~/my-diary-export")
  }

  @Test("The buttons for a draft; the one that throws it away wants two clicks")
  func drafts() async throws {
    let screen = try await opened(.character("e"))
    await screen.type("!")
    await screen.pauseTyping()
    let kept = await screen.drafts.kept
    expectEqual(kept.count, 1)
    let next = try await ScreenTest(80, 24, entries: [], keptBy: screen.drafts)
    try await click("Discard", next)
    expectContains(next.text, "[ Discard")
    expectEqual(next.state.screens.count, 1)
    try await click("Later", next)
    expect(next.state.screens.isEmpty)
    await next.begin(.findDrafts)
    try await click("[ Continue ]", next)
    expectContains(next.text, "draft kept")
    let last = try await ScreenTest(80, 24, entries: [], keptBy: screen.drafts)
    try await click("Discard", last, .doublePress)
    expect(last.state.screens.isEmpty)
    await expect(screen.drafts.kept.isEmpty)
  }
}
