import DiaryCore
import TerminalUI
import Testing

@testable import DiaryApp

@Suite("Photos that are on another machine", .timeLimit(.minutes(30)))
@MainActor
struct PhotosElsewhereScreenTests {
  /// The viewer, at the first photo of the newest entry, which isn't here.
  private func opened(
    error: String? = nil, photos: PhotoPolicy = .small
  ) async throws -> (ScreenTest, FakeFetcher) {
    let entries = try SampleDiary.entries()
    let sync = FakeSync()
    await sync.put("home", photos: photos)
    let files = Set(entries.flatMap(\.photos).map(\.file))
    await sync.changeState { $0.elsewhere = Set(files.map(\.asset)) }
    let fetcher = FakeFetcher(files, error: error, telling: sync)
    let screen = try await ScreenTest(
      60, 20, entries: entries, sync: sync, fetcher: fetcher)
    await screen.press(KeyEvent(.enter))
    await screen.press(KeyEvent(.tab), KeyEvent(.tab))
    #expect(screen.text.contains("preview only") == (photos == .small))
    await screen.press(KeyEvent(.enter))
    #expect(screen.text.hasPrefix(" the bridge"))
    return (screen, fetcher)
  }

  @Test("One that comes into view is fetched")
  func fetched() async throws {
    let (screen, fetcher) = try await opened()
    let photo = try #require(screen.state.screens.topmost(ViewerState.self)?.photo)
    #expect(!fetcher.elsewhere.contains(photo.file))
    #expect(!screen.text.contains("preview"))
    #expect(screen.state.screens.front(as: NoticeState.self) == nil)
    let left = fetcher.elsewhere.count
    await screen.press(.character("p"))
    #expect(fetcher.elsewhere.count == left - 1)
  }

  @Test("The reader says that a photo is a preview, until it is here")
  func inReader() async throws {
    let (screen, _) = try await opened()
    await screen.press(KeyEvent(.escape))
    #expect(screen.text.contains("the bridge"))
    #expect(!screen.text.contains("preview"))
    _ = try await opened(photos: .none)
  }

  @Test("Where that fails it is said once, and the preview stays")
  func failing() async throws {
    let (screen, fetcher) = try await opened(error: "home: no network.")
    #expect(screen.text.contains("home: no network."))
    #expect(screen.text.contains("preview only"))
    await screen.press(.character("i"))
    #expect(!screen.text.contains("home: no network."))
    #expect(screen.state.screens.front(as: NoticeState.self) == nil)
    // Whoever asks for the file is told.
    await screen.press(.character("i"), .character("o"))
    #expect(screen.state.screens.front(as: NoticeState.self)?.lines == ["home: no network."])
    #expect(screen.photoActions.opened == [])
    // After a sync there is hope again.
    fetcher.mend()
    await screen.press(KeyEvent(.enter), .character("o"))
    #expect(screen.photoActions.opened.count == 1)
    #expect(!screen.text.contains("preview"))
  }
}
