import DiaryCore
import TerminalUI
import Testing

@testable import DiaryApp

@Suite("The trash", .timeLimit(.minutes(30)))
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
      let entry = try #require(try await screen.service.trash().first)
      screen.change {
        $0.screens = ScreenStack()
        _ = $0.begin(at: .entry(entry, rank: 0))
      }
    }
    await screen.press(isFromList ? KeyEvent(.enter) : .control("l"))
    #expect(screen.text.hasPrefix(" Trash · Diary"))
    #expect(screen.text.contains(" q back   r restore   ? keys"))
    await screen.press(.character("r"))
    #expect(screen.text.contains("Restored “A letter from the north”."))
    #expect(try await screen.service.trash().count == 1)
    await screen.press(.character("q"), KeyEvent(.enter))
    #expect(!screen.text.contains("restore"))
    #expect(screen.text.hasPrefix(" Diary") || isFromList)
  }

  @Test("The marked are restored together, and go back in one step")
  func marked() async throws {
    let screen = try await ScreenTest(entries: try SampleDiary.days(8))
    await screen.press(.character("A"), .character("d"), .character("y"))
    #expect(screen.text.contains("8 entries are in the trash. Press t to see them."))
    await screen.press(.character("t"), .character(" "), .character("V"), .character("j"))
    #expect(screen.text.contains("3 marked · 8 entries"))
    await screen.press(.character("r"))
    #expect(screen.text.contains("Restored 3 entries. Press u to undo."))
    #expect(screen.text.contains("5 entries") && !screen.text.contains("marked"))
    await screen.press(.character("u"))
    #expect(try await screen.service.trash().count == 8)
    await screen.press(.character("A"), KeyEvent(.escape))
    #expect(screen.text.contains("Trash") && !screen.text.contains("marked"))
    await screen.press(.character("A"), .character("r"), KeyEvent(.escape))
    #expect(screen.state.list.count == 8 && screen.state.screens.isEmpty)
  }

  @Test("An empty one says what it is for")
  func empty() async throws {
    let screen = try await ScreenTest(entries: try SampleDiary.entries())
    await screen.press(.character("t"))
    #expect(screen.text.contains("The trash is empty. Deleted entries stay here"))
    let text = screen.text
    await screen.press(.character("r"), .character("D"), KeyEvent(.enter), KeyEvent(.down))
    #expect(screen.text == text)
  }

  @Test("r restores the chosen entry, which is then selected in the list")
  func restore() async throws {
    let screen = try await opened()
    await screen.press(.character("j"), .character("r"))
    #expect(screen.text.contains("Restored “강가 산책, 안개”."))
    #expect(screen.text.contains("1 entry"))
    await screen.press(.character("q"))
    #expect(screen.state.list.selectedEntry?.title == "강가 산책, 안개")
    #expect(screen.state.list.count == 4)
  }

  @Test("D empties it after asking")
  func emptyTrash() async throws {
    let screen = try await opened()
    await screen.press(.character("D"))
    #expect(screen.text.contains("Empty the trash?"))
    #expect(screen.text.contains("2 entries will be permanently deleted"))
    await screen.press(KeyEvent(.enter))
    #expect(try await screen.service.trash().count == 2)
    let trashed = try await screen.service.trash()
    #expect(!trashed.flatMap(\.photos).isEmpty)
    // What can't be undone takes Enter after the letter.
    await screen.press(.character("D"), .character("y"))
    #expect(try await screen.service.trash().count == 2)
    #expect(screen.text.contains("[ Yes (y) ]"))
    await screen.press(KeyEvent(.enter))
    #expect(try await screen.service.trash().isEmpty)
    #expect(screen.photoActions.removed == Set(trashed.flatMap(\.photos).map(\.asset)))
    #expect(screen.text.contains("Permanently deleted 2 entries."))
    await screen.press(KeyEvent(.escape), .character("u"))
    #expect(screen.text.contains("Nothing to undo."))
  }

  @Test("Enter reads an entry, which can't be changed there")
  func read() async throws {
    let screen = try await opened()
    await screen.press(KeyEvent(.enter))
    #expect(screen.text.contains("Dear all,"))
    for key in "edE" {
      await screen.press(.character(key))
      #expect(screen.text.contains("This entry is in the trash. Restore it first."))
    }
    await screen.press(KeyEvent(.right), .character("q"))
    #expect(screen.text.contains(" Trash"))
  }
}
