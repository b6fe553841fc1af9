import DiaryCore
import MemoryStore
import Synchronization
import TerminalUI
import TestSupport
import Testing
import Text

@testable import DiaryApp

@Suite("Words in photos on the screens") @MainActor struct PhotoTextScreenTests {
  /// Opens the sample diary, in whose photo `fog.jpg` these words were read.
  private func screen(_ columns: Int, _ rows: Int) async throws -> ScreenTest {
    func word(_ text: String, _ left: Int, _ top: Int) -> PhotoText.Word {
      PhotoText.Word(
        text, PhotoBox(left: left, top: top, right: left + 200, bottom: top + 100))
    }
    let text = PhotoText([
      [word("Opening", 100, 200), word("hours", 400, 200)],
      [word("영수", 300, 600), word("증", 500, 600)],
    ])
    let asset = SampleDiary.fog.asset
    var cache = PhotoTextCache()
    cache.load = { known in known == [1] ? nil : ([asset: text], [1]) }
    let clock = TestClock()
    let repository = WatchedRepository(
      MemoryRepository(author: Author(id: AuthorID("me"), name: "Me"), now: clock.tick))
    let service = DiaryService(
      repository: repository, inspector: FakeInspector(), photoTexts: PhotoTexts(cache: cache),
      now: clock.tick)
    return try await ScreenTest(
      columns, rows, entries: SampleDiary.entries(), service: (repository, service))
  }

  @Test(
    arguments: [Language.english, .korean],
    [Size(columns: 80, rows: 24), Size(columns: 40, rows: 12)])
  func `a photo is found by its words, and opens with them framed`(
    _ language: Language, _ size: Size
  ) async throws {
    var screens: [String] = []
    try await language.speaking {
      for typed in ["hours", "text:영수증"] {
        let screen = try await screen(size.columns, size.rows)
        await screen.type("/" + typed)
        screens.append("/\(typed)\n\(screen.text)\n")
        await screen.press("<Enter>")
        screens.append("<Enter>\n\(screen.text)\n")
      }
    }
    let name = language == .korean ? "korean" : "english"
    try expectFixture(
      screens.joined(separator: "\n"),
      in: "photo-text-\(name)-\(size.columns)x\(size.rows).txt")
  }

  @Test func `the frame follows the zoom, and the way back leads to the results`() async throws {
    let screen = try await screen(80, 24).press("/hours<Enter>", shows: "┌")
    let whole = screen.text
    await screen.press("+++", shows: "338%", lacks: "┌")
    await expectEqual(screen.press("0").text, whole)
    // The photos beside it have none of the words.
    await screen.press("<Left>", shows: "the bridge", lacks: "┌").press("<Right>", shows: "┌")
    await screen.press("q", shows: "in a photo: …ing hours")
    // If the text matches, too, the entry is read.
    let both = try await self.screen(80, 24).press("/강가 OR hours<Enter>")
    expect(both.state.screens.front is ReaderState)
  }
}
