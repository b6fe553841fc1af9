import Synchronization

/// The files whose headers alone used up what a run of the picture program may use: nobody need
/// wait for them once more.
final class StoppedHeaders: Sendable {
  private let files = Mutex<Set<FileIdentity>>([])
  /// Beyond this all are forgotten.
  private static let most = 10_000

  func contains(_ path: String) -> Bool {
    let isAny = files.withLock { !$0.isEmpty }
    guard isAny, let file = FileIdentity(path: path) else { return false }
    return files.withLock { $0.contains(file) }
  }

  func insert(_ path: String) {
    guard let file = FileIdentity(path: path) else { return }
    files.withLock { files in
      if files.count >= Self.most { files = [] }
      files.insert(file)
    }
  }
}
