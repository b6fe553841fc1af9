import DiaryCore
import TerminalUI
import TestSupport
import Testing

@testable import DiaryApp

@Suite("Photos that are on another machine")
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
    expectEqual(screen.text.contains("preview only"), (photos == .small))
    await screen.press(KeyEvent(.enter))
    expectPrefix(screen.text, " the bridge")
    return (screen, fetcher)
  }

  @Test("One that comes into view is fetched")
  func fetched() async throws {
    let (screen, fetcher) = try await opened()
    let photo = try require(screen.state.screens.topmost(ViewerState.self)?.photo)
    expectLacks(fetcher.elsewhere, photo.file)
    expectLacks(screen.text, "preview")
    expectNil(screen.state.screens.front(as: NoticeState.self))
    let left = fetcher.elsewhere.count
    await screen.press(.character("p"))
    expectEqual(fetcher.elsewhere.count, left - 1)
  }

  @Test("The reader says that a photo is a preview, until it is here")
  func inReader() async throws {
    let (screen, _) = try await opened()
    await screen.press(KeyEvent(.escape))
    expectContains(screen.text, "the bridge")
    expectLacks(screen.text, "preview")
    _ = try await opened(photos: .none)
  }

  @Test("Where that fails it is said once, and the preview stays")
  func failing() async throws {
    let (screen, fetcher) = try await opened(error: "home: no network.")
    expectContains(screen.text, "home: no network.")
    expectContains(screen.text, "preview only")
    await screen.press(.character("i"))
    expectLacks(screen.text, "home: no network.")
    expectNil(screen.state.screens.front(as: NoticeState.self))
    // Whoever asks for the file is told.
    await screen.press(.character("i"), .character("o"))
    expectEqual(screen.state.screens.front(as: NoticeState.self)?.lines, ["home: no network."])
    expectEqual(screen.photoActions.opened, [])
    // After a sync there is hope again.
    fetcher.mend()
    await screen.press(KeyEvent(.enter), .character("o"))
    expectEqual(screen.photoActions.opened.count, 1)
    expectLacks(screen.text, "preview")
  }
}
