import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("Matches while reading")
@MainActor
struct ReaderMatchTests {
  private func screen(
    _ columns: Int = 60, _ rows: Int = 14, _ fields: EntryFields..., finding query: String
  ) async throws -> ScreenTest {
    let screen = try await ScreenTest(columns, rows, entries: fields)
    await screen.press(.character("/"))
    await screen.send(.paste(query))
    await screen.press(KeyEvent(.enter))
    return screen
  }

  /// What is underlined, from the top down.
  private func marked(_ screen: ScreenTest) -> [String] {
    let grid = screen.state.frame.grid
    var words: [String] = []
    for row in 2..<grid.size.rows - 1 {
      var word = ""
      for cell in grid.row(row) + [Cell(" ")] {
        if cell.style.attributes.contains([.underline, .bold]) {
          word += cell.text
        } else if !word.isEmpty {
          words.append(word)
          word = ""
        }
      }
    }
    return words
  }

  @Test("n and N go from match to match, across looks and rows, and say which it is")
  func keys() async throws {
    let text =
      "A **first** snow.\n\n" + String(repeating: "line\n\n", count: 20)
      + "The first *snow* again, and once more a long row that ends in the first snow of all.\n"
    let screen = try await screen(
      60, 14, try SampleDiary.fields("Winter", on: "2026-01-02T08:00:00Z", text),
      finding: "\"first snow\"")
    expectContains(screen.text, " n match 1 of 3")
    expectEqual(marked(screen), ["first snow"])
    await screen.press(.character("n"))
    expectContains(screen.text, " n match 2 of 3")
    expectContains(screen.text, "The first snow again")
    await screen.press(.character("n"), .character("n"))
    expectContains(screen.text, " n match 1 of 3")
    expectContains(screen.text, "A first snow.")
    await screen.press(.character("N"))
    expectContains(screen.text, " n match 3 of 3")
  }

  @Test("Where one has gone away from the match, n and N go on from what is in view")
  func elsewhere() async throws {
    let text = (1...5).map { "The word \($0).\n\n" + String(repeating: "line\n\n", count: 12) }
    let screen = try await screen(
      60, 14, try SampleDiary.fields("Five", on: "2026-01-02T08:00:00Z", text.joined()),
      finding: "word")
    await screen.press(.character("n"), .character("n"), .character("g"), .character("n"))
    expectContains(screen.text, "match 1 of 5")
    await screen.press(.character("G"), .character("N"))
    expectContains(screen.text, "match 5 of 5")
    await screen.press(KeyEvent(.pageUp), times: 8)
    await screen.press(.character("n"))
    expectContains(screen.text, "match 3 of 5")
    expectContains(screen.text, "The word 3.")
    // Still in view, it is gone on from.
    await screen.press(KeyEvent(.down), .character("n"))
    expectContains(screen.text, "match 4 of 5")
    await screen.send(.mouse(MouseEvent(.scrollUp, at: Point(column: 5, row: 5))))
    await screen.press(.character("N"))
    expectContains(screen.text, "match 3 of 5")
    let short = try await self.screen(
      60, 14, try SampleDiary.fields("Short", on: "2026-01-02T08:00:00Z", "a word, a word"),
      finding: "word")
    await short.press(.character("n"), .character("g"), .character("n"))
    expectContains(short.text, "match 1 of 2")
    await short.press(.character("G"), .character("N"))
    expectContains(short.text, "match 2 of 2")
  }

  @Test("Hangul by its initials, in title, text, captions and tags")
  func hangul() async throws {
    let screen = try await screen(
      80, 24,
      try SampleDiary.fields(
        "김치 담그기", on: "2026-01-02T08:00:00Z", "배추와 고추.\n\n어머니의 김치찌개.",
        photos: [SampleDiary.photo("jar.jpg", caption: "김치 항아리")], tags: ["김치"]),
      finding: "ㄱㅊ")
    expectEqual(marked(screen).prefix(3), ["김치", "고추", "김치"])
    expectContains(screen.text, "match 1 of 5")
  }

  @Test("The first match of a long text is come to wherever it is; the keys go on from there")
  func long() async throws {
    let filler = String(repeating: "Nothing of the kind stands in this line.\n\n", count: 30_000)
    let text = filler + "Here is a xylophone.\n\n" + filler + "Another xylophone.\n"
    let screen = try await screen(
      80, 24, try SampleDiary.fields("Long", on: "2026-01-02T08:00:00Z", text),
      finding: "xylophone")
    expectContains(screen.text, "Here is a xylophone.")
    expectContains(screen.text, " n next match")
    await screen.press(.character("n"))
    expectContains(screen.text, "Another xylophone.")
    await screen.press(.character("n"))
    expectContains(screen.text, "Here is a xylophone.")
    await screen.press(.character("N"))
    expectContains(screen.text, "Another xylophone.")
  }

  @Test("Next entry is marked, too; without a search the keys do nothing")
  func turning() async throws {
    let screen = try await ScreenTest(60, 14, entries: try SampleDiary.entries())
    await screen.type("/it")
    await screen.press(KeyEvent(.enter), KeyEvent(.left))
    expectEqual(marked(screen), ["It"])
    await screen.press(.character("q"), KeyEvent(.escape), KeyEvent(.enter))
    let before = screen.text
    await screen.press(.character("n"), .character("N"))
    expectEqual(screen.text, before)
    expect(marked(screen).isEmpty)
  }
}
