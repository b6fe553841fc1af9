import DiaryCore
import Synchronization

/// Photos on another machine, which come when they are asked for, unless that machine is out of reach.
final class FakeFetcher: AssetFetching {
  private let files: Mutex<Set<AssetFile>>
  private let error: Mutex<String?>
  private let sync: FakeSync

  init(_ files: Set<AssetFile>, error: String? = nil, telling sync: FakeSync) {
    self.files = Mutex(files)
    self.error = Mutex(error)
    self.sync = sync
  }

  var elsewhere: Set<AssetFile> { files.withLock { $0 } }

  /// From now on it is within reach.
  func mend() { error.withLock { $0 = nil } }

  func fetch(
    _ wanted: Set<AssetFile>, progress: @escaping @Sendable (Progress) -> Void
  ) async -> AssetFetchResult {
    var result = AssetFetchResult()
    if let error = error.withLock({ $0 }) {
      result.missing = wanted
      result.errors = [error]
      return result
    }
    files.withLock { $0.subtract(wanted) }
    await sync.changeState { $0.elsewhere.subtract(wanted.map(\.asset)) }
    return result
  }
}
