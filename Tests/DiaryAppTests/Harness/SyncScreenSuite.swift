import DiaryCore
import TerminalUI
import Testing

@testable import DiaryApp

/// What the suites of the sync screen begin with.
@MainActor
protocol SyncScreenSuite {}

extension SyncScreenSuite {
  /// A diary on three devices, with a repository that works and a folder that doesn't.
  func sample() async -> FakeSync {
    let sync = FakeSync(
      others: [("laptop", "2026-11-20T22:00:00Z"), ("old phone", "2026-03-03T09:00:00Z")])
    await sync.put("home")
    await sync.put(
      "stick", "/media/kim/stick/diary", isPlain: true, photos: .small,
      synced: "2026-11-12T08:00:00Z")
    await sync.change("/media/kim/stick/diary") { host in
      host.isReachable = false
      host.files = 12
    }
    await sync.changeState { state in
      state.devices[2].isRemoved = true
      state.remotes[0].issues = ["laptop: 2 lines aren't signed by it, and aren't shown."]
    }
    return sync
  }

  func opened(
    _ sync: FakeSync, _ columns: Int = 80, _ rows: Int = 24, speaks: Bool = false
  ) async throws -> ScreenTest {
    let screen = try await ScreenTest(
      columns, rows, entries: try SampleDiary.entries(), speaks: speaks, sync: sync)
    await screen.press(.character("Y"))
    return screen
  }

  func error(_ screen: ScreenTest) -> String? {
    screen.state.screens.front(as: NoticeState.self)?.lines.joined(separator: "\n")
  }
}
