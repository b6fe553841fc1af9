import DiaryCore
import TerminalUI
import Testing

@testable import DiaryApp

@Suite("The mouse on screens with lists, and on buttons", .timeLimit(.minutes(4)))
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
    let row = try #require(lines.firstIndex { $0.contains(words) })
    let before = try #require(lines[row].firstRange(of: words)).lowerBound
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
    #expect(screen.text.contains("▌#tag3"))
    await wheel(.scrollDown, screen)
    #expect(screen.text.contains("▌#tag4"))
    await wheel(.scrollUp, screen)
    await screen.send(.mouse(MouseEvent(.press, at: Point(column: 3, row: 20))))
    #expect(screen.text.contains("▌#tag3"))
    try await click("#tag5", screen, .doublePress)
    #expect(screen.state.layers.isEmpty && screen.text.hasPrefix(" #tag5"))
  }

  @Test("Journals, and the choice of one")
  func journals() async throws {
    let screen = try await opened(.character("J"))
    try await click("Travel", screen)
    #expect(screen.text.contains("▌● Travel"))
    await wheel(.scrollUp, screen)
    #expect(screen.text.contains("▌● Diary"))
    try await click("Travel", screen, .doublePress)
    #expect(screen.text.hasPrefix(" Travel"))
    await screen.press(.character("M"))
    try await click("● Diary", screen)
    #expect(screen.text.contains("▌● Diary"))
    await wheel(.scrollDown, screen)
    try await click("● Diary", screen, .doublePress)
    #expect(screen.state.layers.isEmpty)
    #expect(try await screen.service.entries().allSatisfy { $0.journal == "Diary" })
  }

  @Test("The trash, and the buttons of a question and of a notice")
  func trash() async throws {
    let screen = try await opened(.character("d"))
    try await click("[ No ]", screen)
    #expect(screen.state.layers.isEmpty && screen.state.list.total == 6)
    await screen.press(.character("d"))
    // Beside the buttons, nothing is pressed.
    try await click("Delete this entry?", screen)
    #expect(screen.state.layers.count == 1)
    try await click("Yes (y)", screen)
    #expect(screen.state.list.total == 5)
    await screen.press(.character("d"), .character("y"), .character("t"))
    try await click("Entry 0", screen)
    #expect(screen.text.contains("▌"))
    try await click("Entry 0", screen, .doublePress)
    #expect(screen.state.layers.count == 2)
    await screen.receive(.failed(.noSuchEntry("x")))
    try await click("[ OK ]", screen)
    #expect(screen.state.layers.count == 2)
  }

  @Test("A click chooses a state of a history; help and status scroll")
  func scrolling() async throws {
    let screen = try await opened(.character("*"), .character("*"), .character("H"))
    await screen.send(.mouse(MouseEvent(.press, at: Point(column: 4, row: 4))))
    guard case .history(let history) = screen.state.layers.last else {
      Issue.record("no history")
      return
    }
    #expect(history.choice.selected == 2)
    await screen.press(.character("q"), .character("?"))
    let top = screen.text
    await wheel(.scrollDown, screen)
    #expect(screen.text != top)
    await wheel(.scrollUp, screen)
    #expect(screen.text == top)
    await screen.press(.character("q"), .character("S"))
    await screen.send(.resize(Size(columns: 40, rows: 12)))
    let status = screen.text
    await wheel(.scrollDown, screen)
    await wheel(.scrollUp, screen)
    #expect(screen.text == status)
  }

  @Test("A template is chosen by two clicks")
  func templates() async throws {
    let screen = try await opened(.character("n"))
    for name in ["one", "two"] { screen.templates.put(name, "Of \(name)") }
    await screen.press(KeyEvent(.function(5)))
    try await click("two", screen)
    #expect(screen.text.contains("▌two"))
    try await click("two", screen, .doublePress)
    #expect(screen.text.contains("Of two"))
  }
}
