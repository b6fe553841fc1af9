import DiaryCore
import Sync
import Text

// All diaries of the user as one timeline. Unreadable diaries are left out, with a notice.
extension Dependencies {
  /// Returns this diary combined with all others. If it is a followed one, which is read-only, the
  /// user's own diary comes first instead.
  ///
  /// - Throws: an error if a diary can't be opened.
  func combinedWithOthers() async throws -> Dependencies {
    if sync.isFollowed {
      let own = try Dependencies(store: nil)
      try await own.open(.optional)
      return try await own.combinedWithOthers()
    }
    var others: [Dependencies] = []
    var (locked, unreadable): ([DiaryName], [DiaryName]) = ([], [])
    for other in try neighbors() where other.storeExists {
      let name = DiaryName(other.folders.diary)
      if try await other.open(.optional) == .locked {
        locked.append(name)
      } else if (try? await other.diary.count()) == nil {
        unreadable.append(name)
      } else {
        others.append(other)
      }
    }
    var writable = [DiaryName(folders.diary)]
    for other in others where await other.mayWrite {
      writable.append(DiaryName(other.folders.diary))
    }
    return combined(
      with: others,
      CombinedDiaries(
        writable: writable,
        notice: Self.notice(locked: locked, unreadable: unreadable)))
  }

  /// Returns the other diaries, the user's own first.
  private func neighbors() throws -> [Dependencies] {
    let own = folders.diary == nil ? [] : [try Dependencies(store: nil)]
    return own
      + SharedDiaries.names().filter { $0 != folders.diary }
      .map { Dependencies(Folders(newDiary: $0)) }
  }

  /// `true` if the user can add entries.
  private var mayWrite: Bool {
    get async {
      do { return try await diary.writingObstacle() == nil } catch { return false }
    }
  }

  private static func notice(locked: [DiaryName], unreadable: [DiaryName]) -> String? {
    func names(_ diaries: [DiaryName]) -> String { diaries.map(\.title).joined(separator: ", ") }
    var lines: [String] = []
    if !locked.isEmpty {
      lines.append(
        localized(
          counting: locked.count, one: "\(names(locked)) is locked and isn't shown.",
          other: "\(names(locked)) are locked and aren't shown."))
    }
    if !unreadable.isEmpty {
      lines.append(
        localized(
          counting: unreadable.count, one: "\(names(unreadable)) can't be read and isn't shown.",
          other: "\(names(unreadable)) can't be read and aren't shown."))
    }
    return lines.isEmpty ? nil : lines.joined(separator: " ").printable
  }
}

/// Fetches photos and attachments for several diaries.
struct CombinedFetching: AssetFetching {
  let fetchers: [any AssetFetching]

  var remoteOnly: Set<AssetFile> {
    fetchers.reduce(into: []) { $0.formUnion($1.remoteOnly) }
  }

  func fetch(
    _ files: Set<AssetFile>, progress: @escaping @Sendable (Progress) -> Void
  ) async -> AssetFetchResult {
    var result = AssetFetchResult()
    for fetcher in fetchers where !Task.isCancelled {
      let wanted = fetcher.remoteOnly.intersection(files)
      guard !wanted.isEmpty else { continue }
      let fetched = await fetcher.fetch(wanted, progress: progress)
      result.missing.formUnion(fetched.missing)
      result.errors += fetched.errors
    }
    return result
  }
}

/// Unlocks and locks the first of several diaries; the others are locked with it.
struct CombinedUnlocking: DiaryUnlocking {
  let first: StoreUnlocking
  let others: [StoreUnlocking]
  /// Records the diaries whose passphrase was given, whose locked journals may be shown.
  let unlocked: UnlockedDiaries

  var state: LockState {
    first.state == .plain && others.contains { $0.state == .open } ? .open : first.state
  }

  func unlock(with passphrase: Passphrase) async throws(MessageError) {
    try await first.unlock(with: passphrase)
  }

  /// Checks a passphrase against each open diary; one match is enough.
  func check(_ passphrase: Passphrase) async throws(MessageError) {
    var failure: MessageError?
    var isProven = false
    for part in [first] + others where part.state == .open {
      do {
        try await part.check(passphrase)
        unlocked.add(DiaryName(part.folders.diary))
        isProven = true
      } catch {
        failure = failure ?? error
      }
    }
    guard !isProven else { return }
    if let failure { throw failure }
    try await first.check(passphrase)
  }

  func encryptionOutlook() async -> EncryptionOutlook { await first.encryptionOutlook() }

  func encrypt(
    with passphrase: Passphrase, progress: @escaping @Sendable (Progress) -> Void
  ) async throws(MessageError) -> String? {
    try await first.encrypt(with: passphrase, progress: progress)
  }

  func lock() {
    for other in others { other.sessionKey.forget() }
    first.lock()
  }

  func lockRequests() -> AsyncStream<Void> {
    .merging(([first] + others).map { $0.lockRequests() })
  }
}

extension AsyncStream<Void> {
  /// Returns a stream that ticks with any of several streams, until it is no longer consumed.
  static func merging(_ streams: [AsyncStream<Void>]) -> AsyncStream<Void> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let tasks = streams.map { stream in
        Task { for await _ in stream { continuation.yield() } }
      }
      continuation.onTermination = { _ in
        for task in tasks { task.cancel() }
      }
    }
  }
}

// MARK: - CombinedSync

/// Syncs several diaries that are shown as one. Names of remotes of all but the first begin with
/// their diary: `Family/nas`. Devices and people are those of the first.
struct CombinedSync: DiarySyncing {
  private let first: SyncEngine
  private let others: [(prefix: String, sync: SyncEngine)]

  init(_ parts: [Dependencies]) {
    first = parts[0].sync
    others = parts.dropFirst().map { ($0.remotePrefix, $0.sync) }
  }

  private var all: [(prefix: String, sync: SyncEngine)] { [("", first)] + others }

  /// Returns the index of a remote's diary, and the remote's name in it.
  private func place(of remote: String) -> (diary: Int, name: String) {
    for (index, (prefix, _)) in others.enumerated() where remote.hasPrefix(prefix) {
      return (index + 1, String(remote.dropFirst(prefix.count)))
    }
    return (0, remote)
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
      state.remoteOnly.formUnion(other.remoteOnly)
    }
    return state
  }

  func sync(
    _ remotes: [String]?, isDryRun: Bool, progress: @escaping @Sendable (Progress) -> Void
  ) async -> [SyncResult] {
    let places = remotes?.map { place(of: $0) }
    var results: [SyncResult] = []
    for (index, (prefix, sync)) in all.enumerated() where !Task.isCancelled {
      let wanted = places?.filter { $0.diary == index }.map(\.name)
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
  ) async throws(MessageError) -> AddedRemote {
    try await first.add(remote, progress: progress)
  }

  func remove(remote name: String) async throws(MessageError) {
    let place = place(of: name)
    try await all[place.diary].sync.remove(remote: place.name)
  }

  func setPhotoPolicy(_ photos: PhotoPolicy, of remote: String) async throws(MessageError) {
    let place = place(of: remote)
    try await all[place.diary].sync.setPhotoPolicy(photos, of: place.name)
  }

  func rename(device: ID<Device>, to name: String) async throws(MessageError) {
    try await first.rename(device: device, to: name)
  }

  func remove(device: ID<Device>, isOffline: Bool) async throws(MessageError) -> String? {
    try await first.remove(device: device, isOffline: isOffline)
  }

  func approve(_ id: AuthorID) async throws(MessageError) { try await first.approve(id) }

  func remove(_ id: AuthorID, isOffline: Bool) async throws(MessageError) {
    try await first.remove(id, isOffline: isOffline)
  }

  func change(_ id: AuthorID, to role: PersonRole, isOffline: Bool) async throws(MessageError) {
    try await first.change(id, to: role, isOffline: isOffline)
  }

  func recordRecoveryWordsSeen() { first.recordRecoveryWordsSeen() }

  /// Waits until one of the diaries may have news.
  func wait(seconds: Int) async -> Bool {
    await withTaskGroup(of: Bool.self) { group in
      for (_, sync) in all {
        group.addTask { await sync.wait(seconds: seconds) }
      }
      let hasNews = await group.contains(true)
      group.cancelAll()
      return hasNews
    }
  }
}

extension Dependencies {
  /// The beginning of the names of the diary's remotes and publications if it is shown together
  /// with others and isn't the first.
  var remotePrefix: String { DiaryName(folders.diary).title + "/" }
}
