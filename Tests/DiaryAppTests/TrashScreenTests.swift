import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("The trash")
@MainActor
struct TrashScreenTests {
  /// Two entries are in the trash, and it is open.
  private func opened() async throws -> ScreenTest {
    let screen = try await ScreenTest(entries: try SampleDiary.entries())
    for _ in 0..<2 { await screen.press(.character("d"), .character("y")) }
    await screen.press(.character("t"))
    return screen
  }

  @Test("The last deleted comes first")
  func snapshot() async throws {
    let screen = try await opened()
    expectScreen(
      screen,
      """
       Trash                                                                2 entries
      ────────────────────────────────────────────────────────────────────────────────
      ▌19 Thu  A letter from the north                                 November 2026
       20 Fri  강가 산책, 안개                       ▣ 2  #산책        November 2026



















       q back   Enter read   r restore   D empty it   ? keys   Space mark
      """)
  }

  @Test("The reader of an entry that is there says so, and restores it", arguments: [true, false])
  func reading(isFromList: Bool) async throws {
    let screen = try await opened()
    if !isFromList {
      // As `photodiary ID` begins.
      let entry = try require(try await screen.service.trash().first)
      screen.change {
        $0.screens = ScreenStack()
        _ = $0.begin(at: .entry(entry, rank: 0))
      }
    }
    await screen.press(isFromList ? KeyEvent(.enter) : .control("l"))
    expectPrefix(screen.text, " Trash · Diary")
    expectContains(screen.text, " q back   r restore   ? keys")
    await screen.press(.character("r"))
    expectContains(screen.text, "Restored “A letter from the north”.")
    try await expectEqual(screen.service.trash().count, 1)
    await screen.press(.character("q"), KeyEvent(.enter))
    expectLacks(screen.text, "restore")
    expect(screen.text.hasPrefix(" Diary") || isFromList)
  }

  @Test("The marked are restored together, and go back in one step")
  func marked() async throws {
    let screen = try await ScreenTest(entries: try SampleDiary.days(8))
    await screen.press(.character("A"), .character("d"), .character("y"))
    expectContains(screen.text, "8 entries are in the trash. Press t to see them.")
    await screen.press(.character("t"), .character(" "), .character("V"), .character("j"))
    expectContains(screen.text, "3 marked · 8 entries")
    await screen.press(.character("r"))
    expectContains(screen.text, "Restored 3 entries. Press u to undo.")
    expectContains(screen.text, "5 entries")
    expectLacks(screen.text, "marked")
    await screen.press(.character("u"))
    try await expectEqual(screen.service.trash().count, 8)
    await screen.press(.character("A"), KeyEvent(.escape))
    expectContains(screen.text, "Trash")
    expectLacks(screen.text, "marked")
    await screen.press(.character("A"), .character("r"), KeyEvent(.escape))
    expectEqual(screen.state.list.count, 8)
    expect(screen.state.screens.isEmpty)
  }

  @Test("An empty one says what it is for")
  func empty() async throws {
    let screen = try await ScreenTest(entries: try SampleDiary.entries())
    await screen.press(.character("t"))
    expectContains(screen.text, "The trash is empty. Deleted entries stay here")
    let text = screen.text
    await screen.press(.character("r"), .character("D"), KeyEvent(.enter), KeyEvent(.down))
    expectEqual(screen.text, text)
  }

  @Test("r restores the chosen entry, which is then selected in the list")
  func restore() async throws {
    let screen = try await opened()
    await screen.press(.character("j"), .character("r"))
    expectContains(screen.text, "Restored “강가 산책, 안개”.")
    expectContains(screen.text, "1 entry")
    await screen.press(.character("q"))
    expectEqual(screen.state.list.selectedEntry?.title, "강가 산책, 안개")
    expectEqual(screen.state.list.count, 4)
  }

  @Test("D empties it after asking")
  func emptyTrash() async throws {
    let screen = try await opened()
    await screen.press(.character("D"))
    expectContains(screen.text, "Empty the trash?")
    expectContains(screen.text, "2 entries will be permanently deleted")
    await screen.press(KeyEvent(.enter))
    try await expectEqual(screen.service.trash().count, 2)
    let trashed = try await screen.service.trash()
    expect(!trashed.flatMap(\.photos).isEmpty)
    // What can't be undone takes Enter after the letter.
    await screen.press(.character("D"), .character("y"))
    try await expectEqual(screen.service.trash().count, 2)
    expectContains(screen.text, "[ Yes (y) ]")
    await screen.press(KeyEvent(.enter))
    try await expect(screen.service.trash().isEmpty)
    expectEqual(screen.photoActions.removed, Set(trashed.flatMap(\.photos).map(\.asset)))
    expectContains(screen.text, "Permanently deleted 2 entries.")
    await screen.press(KeyEvent(.escape), .character("u"))
    expectContains(screen.text, "Nothing to undo.")
  }

  @Test("Enter reads an entry, which can't be changed there")
  func read() async throws {
    let screen = try await opened()
    await screen.press(KeyEvent(.enter))
    expectContains(screen.text, "Dear all,")
    for key in "edE" {
      await screen.press(.character(key))
      expectContains(screen.text, "This entry is in the trash. Restore it first.")
    }
    await screen.press(KeyEvent(.right), .character("q"))
    expectContains(screen.text, " Trash")
  }
}
