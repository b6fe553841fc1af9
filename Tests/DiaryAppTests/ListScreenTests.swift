import DiaryCore
import TerminalUI
import Testing

@testable import DiaryApp

@Suite("The list on the screen", .timeLimit(.minutes(1)))
@MainActor
struct ListScreenTests {
  @Test("With a preview, 100×30")
  func wide() async throws {
    let screen = try await ScreenTest(100, 30, entries: try SampleDiary.entries())
    print(screen.text)
  }
}
