import DiaryCore

/// Syncs several diaries that are shown as one. The remotes of those behind the first are called by their
/// diary, too: `Family/nas`. Devices are those of the first.
struct SyncTogether: DiarySyncing {
  private let first: PublishingSync
  private let others: [(prefix: String, sync: PublishingSync)]

  init(_ parts: [Dependencies]) {
    first = PublishingSync(dependencies: parts[0])
    others = parts.dropFirst().map {
      (DiaryName($0.folders.diary).title + "/", PublishingSync(dependencies: $0))
    }
  }

  /// The diary that a remote is of, and what it is called there.
  private func place(of remote: String) -> (sync: PublishingSync, name: String) {
    for (prefix, sync) in others where remote.hasPrefix(prefix) {
      return (sync, String(remote.dropFirst(prefix.count)))
    }
    return (first, remote)
  }

  func state() async -> SyncState {
    var state = await first.state()
    for (prefix, sync) in others {
      let other = await sync.state()
      state.remotes += other.remotes.map { remote in
        var remote = remote
        remote.name = prefix + remote.name
        return remote
      }
      state.elsewhere.formUnion(other.elsewhere)
    }
    return state
  }

  func sync(
    _ remotes: [String]?, isDryRun: Bool, progress: @escaping @Sendable (Progress) -> Void
  ) async -> [SyncResult] {
    var results: [SyncResult] = []
    for (prefix, sync) in [("", first)] + others where !Task.isCancelled {
      let wanted = remotes.map { remotes in
        remotes.filter { place(of: $0).sync.isOf(sync) }.map { place(of: $0).name }
      }
      if let wanted, wanted.isEmpty { continue }
      results += await sync.sync(wanted, isDryRun: isDryRun, progress: progress).map { result in
        var result = result
        result.remote = prefix + result.remote
        return result
      }
    }
    return results
  }

  func add(
    _ remote: NewRemote, progress: @escaping @Sendable (Progress) -> Void
  ) async throws(SyncError) -> AddedRemote {
    try await first.add(remote, progress: progress)
  }

  func remove(remote name: String) async throws(SyncError) {
    let place = place(of: name)
    try await place.sync.remove(remote: place.name)
  }

  func keep(photos: PhotoPolicy, of remote: String) async throws(SyncError) {
    let place = place(of: remote)
    try await place.sync.keep(photos: photos, of: place.name)
  }

  func rename(device: ID<Device>, to name: String) async throws(SyncError) {
    try await first.rename(device: device, to: name)
  }

  func remove(device: ID<Device>, isOffline: Bool) async throws(SyncError) -> String? {
    try await first.remove(device: device, isOffline: isOffline)
  }

  func recordWordsSeen() async { await first.recordWordsSeen() }

  /// Until one of them may have something new.
  func wait(seconds: Int) async -> Bool {
    await withTaskGroup(of: Bool.self) { group in
      for sync in [first] + others.map(\.sync) {
        group.addTask { await sync.wait(seconds: seconds) }
      }
      let hasNews = await group.contains(true)
      group.cancelAll()
      return hasNews
    }
  }
}

extension PublishingSync {
  /// Whether both are of one diary.
  fileprivate func isOf(_ other: PublishingSync) -> Bool {
    dependencies.folders == other.dependencies.folders
  }
}
