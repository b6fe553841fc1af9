import ArgumentParser
import DiaryCore
import Sync

/// Syncs the diary for the screens, and brings what is public of it up to date each time.
struct PublishingSync: DiarySyncing {
  let dependencies: Dependencies

  private var engine: SyncEngine { dependencies.sync }

  func sync(
    _ remotes: [String]?, isDryRun: Bool, progress: @escaping @Sendable (Progress) -> Void
  ) async -> [SyncResult] {
    var results = await engine.sync(remotes, isDryRun: isDryRun, progress: progress)
    guard remotes == nil, !isDryRun else { return results }
    for var publication in Publication.all(of: dependencies) where !Task.isCancelled {
      do {
        _ = try await publication.update(of: dependencies, progress: progress)
      } catch {
        var result = SyncResult(remote: publication.name)
        result.error = PhotoDiary.message(for: error)
        results.append(result)
      }
    }
    return results
  }

  func state() async -> SyncState { await engine.state() }

  func add(
    _ remote: NewRemote, progress: @escaping @Sendable (Progress) -> Void
  ) async throws(SyncError) -> AddedRemote {
    try await engine.add(remote, progress: progress)
  }

  func remove(remote name: String) async throws(SyncError) {
    try await engine.remove(remote: name)
  }

  func keep(photos: PhotoPolicy, of remote: String) async throws(SyncError) {
    try await engine.keep(photos: photos, of: remote)
  }

  func rename(device: ID<Device>, to name: String) async throws(SyncError) {
    try await engine.rename(device: device, to: name)
  }

  func remove(device: ID<Device>, isOffline: Bool) async throws(SyncError) -> String? {
    try await engine.remove(device: device, isOffline: isOffline)
  }

  func recordWordsSeen() async { engine.recordWordsSeen() }

  func wait(seconds: Int) async -> Bool { await engine.wait(seconds: seconds) }
}
