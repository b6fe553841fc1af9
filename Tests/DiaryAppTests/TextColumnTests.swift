import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("The column of the text")
@MainActor
struct TextColumnTests {
  private static let text = [
    String(repeating: "The first train crossed the bridge and nobody looked up. ", count: 5),
    String(repeating: "아침 일찍 강가를 걸었다. 안개가 천천히 걷히고 첫 기차가 다리를 건넜다. ", count: 4),
    "A short one.",
  ].map(\.trimmed).joined(separator: "\n\n")

  private func opened(_ columns: Int, _ rows: Int) async throws -> ScreenTest {
    let fields = try SampleDiary.fields("A title", on: "2026-11-18T08:00:00+09:00", Self.text)
    return try await ScreenTest(columns, rows, entries: [fields])
  }

  /// The rows from the one on that the text begins in.
  private func rows(_ screen: ScreenTest, from first: Int, _ count: Int) -> [String] {
    let lines = screen.text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.dropFirst(first).prefix(count).map(String.init)
  }

  @Test(
    "The text neither moves nor breaks otherwise from the reader to the editor",
    arguments: [(40, 24), (80, 24), (85, 24), (120, 35), (200, 50)])
  func readerAndEditor(_ columns: Int, _ rows: Int) async throws {
    let screen = try await opened(columns, rows)
    await screen.press(KeyEvent(.enter))
    let content = EditorLayout(screen.state.size).content
    let read = self.rows(screen, from: content.row, min(12, content.rows))
    expectEqual(read.first?.contains("The first train"), true)
    await screen.press(.character("e"))
    await screen.press(KeyEvent(.home, .control))
    expectEqual(self.rows(screen, from: content.row, min(12, content.rows)), read)
    let widest = read.map { TextWidth.columns($0.trimmed) }.max() ?? 0
    expectAtMost(widest, 80)
    // It stands in the middle.
    let left = read[0].prefix { $0 == " " }.count
    expectEqual(left, ReaderState.body(screen.state.size).column)
    expectEqual(left, (columns - min(80, columns - 4)) / 2)
  }

  @Test("The preview of a wide screen breaks it where the reader does")
  func preview() async throws {
    let screen = try await opened(200, 50)
    let shown = rows(screen, from: 0, 50).map { line in
      line.split(separator: "│", maxSplits: 1).last.map { String($0).trimmed } ?? ""
    }
    await screen.press(KeyEvent(.enter))
    let content = EditorLayout(screen.state.size).content
    let read = rows(screen, from: content.row, 12).map(\.trimmed).filter { !$0.isEmpty }
    expectGreater(read.count, 6)
    expect(read.allSatisfy(shown.contains))
  }
}
