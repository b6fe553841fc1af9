import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("An entry's text is shown once, and without marks")
@MainActor
struct EntryShownOnceTests {
  private static let text = """
    **Soup** at [Kim's](http://kim.kr/menu)

    - with *leek*
    - and `salt`

    """

  private func screen(
    _ columns: Int, _ rows: Int, form: ListForm = .plain, title: String = "", _ text: String
  ) async throws -> ScreenTest {
    try await ScreenTest(
      columns, rows,
      entries: [
        try SampleDiary.fields("Older", on: "2026-10-31T10:00:00+09:00", "Old."),
        try SampleDiary.fields(title, on: "2026-11-20T10:00:00+09:00", text),
      ], listForm: form)
  }

  private func count(_ words: String, in screen: ScreenTest, columns: Range<Int>) -> Int {
    screen.text.split(separator: "\n", omittingEmptySubsequences: false).count { line in
      String(Array(line).dropFirst(columns.lowerBound).prefix(columns.count)).contains(words)
    }
  }

  @Test("Without a title: once in the row, once beside it, once in the reader")
  func untitled() async throws {
    let screen = try await screen(100, 24, Self.text)
    expectEqual(count("Soup at Kim's", in: screen, columns: 0..<46), 1)
    expectEqual(count("Soup at Kim's", in: screen, columns: 46..<100), 1)
    expectLacks(screen.text, "**")
    expectLacks(screen.text, "](")
    await screen.press(KeyEvent(.enter))
    expectEqual(count("Soup at Kim's", in: screen, columns: 0..<100), 1)
    // A title of one's own stands above the text, whatever that begins with.
    let titled = try await self.screen(100, 24, title: "Soup at Kim's", Self.text)
    expectEqual(count("Soup at Kim's", in: titled, columns: 46..<100), 2)
    await titled.press(KeyEvent(.enter))
    expectEqual(count("Soup at Kim's", in: titled, columns: 0..<100), 2)
  }

  @Test("The line below a title has words alone, and ends in … where they go on")
  func excerpt() async throws {
    let long = Self.text + String(repeating: "and more ", count: 40)
    let screen = try await screen(60, 20, form: .thumbnails, long)
    let line = screen.text.split(separator: "\n").first { $0.contains("leek") }
    expectEqual(line?.contains(" with leek and salt and more"), true)
    expectEqual(line?.trimmed.hasSuffix("…"), true)
    expectEqual(count("Soup at Kim's", in: screen, columns: 0..<60), 1)
  }

  @Test("A text that doesn't fit beside the list ends in …; one that fits doesn't")
  func preview() async throws {
    let long = String(repeating: "Much was said that day. ", count: 100)
    let screen = try await screen(80, 24, title: "Long", long)
    let rows = screen.text.split(separator: "\n", omittingEmptySubsequences: false)
    let cut = rows.filter { $0.trimmed.hasSuffix("…") }
    expectEqual(cut.count, 1)
    let short = try await self.screen(80, 24, title: "Short", "Little was said.")
    expectLacks(short.text, "…")
  }

  @Test("What was found is shown without marks, too")
  func found() async throws {
    let screen = try await screen(100, 24, title: "Lunch", Self.text)
    await screen.type("/leek")
    expectContains(screen.text, "   with leek")
    expectLacks(screen.text, "*leek*")
    // In the address of a link it is shown as it stands.
    await screen.press(.control("u"))
    await screen.type("menu")
    expectContains(screen.text, "kim.kr/menu")
  }
}
