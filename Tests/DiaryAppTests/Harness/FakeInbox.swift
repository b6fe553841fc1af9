import DiaryCore
import Synchronization

/// An inbox with what the test puts in.
final class FakeInbox: InboxImporting {
  private struct State {
    var folder: String? = "/inbox"
    var proposal = PhotoProposal(groups: [])
    var written: [[PhotoGroup]] = []
  }

  private let state = Mutex(State())

  func set(folder: String?) { state.withLock { $0.folder = folder } }
  func propose(_ proposal: PhotoProposal) { state.withLock { $0.proposal = proposal } }
  var written: [[PhotoGroup]] { state.withLock(\.written) }

  func folder() async -> String? { state.withLock(\.folder) }
  func counts() -> AsyncStream<InboxCount> { AsyncStream { $0.finish() } }

  func proposal(
    for folder: String, grouping: PhotoGrouping,
    progress: @escaping @Sendable (Progress) -> Void
  ) async throws(DiaryError) -> PhotoProposal? {
    state.withLock(\.proposal)
  }

  func write(
    _ groups: [PhotoGroup], progress: @escaping @Sendable (Progress) -> Void
  ) async throws(DiaryError) -> PhotoImportOutcome {
    state.withLock { $0.written.append(groups) }
    return PhotoImportOutcome()
  }
}
