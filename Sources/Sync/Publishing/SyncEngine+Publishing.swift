import DiaryCore
import DiaryStore
import System

/// Making a diary public, and reading one that somebody else has made public.
extension SyncEngine {
  /// Makes the diary, of which nothing is there yet, one that everybody may read. The person who makes it
  /// decides what counts in it; those who read it are none of its people. Done again, it changes nothing.
  package func beginPublishing() async throws(SyncError) -> ID<FoundedDiary> {
    try await diary(await repository.beginSharing())
    guard let id = try await diary(await repository.diaryID()) else {
      throw SyncError(DiaryError.account(.noPlace).line)
    }
    return id
  }

  /// Puts what is new in the diary where everybody may read it.
  package func publish(
    at address: PublicAddress, progress: @escaping @Sendable (Progress) -> Void
  ) async throws(SyncError) {
    let lines = address.lines.text
    let result: SyncResult?
    if folder.remotes.contains(where: { $0.address == lines }) {
      result = await sync(nil, isDryRun: false, progress: progress).first
    } else {
      for remote in folder.remotes { try await remove(remote: remote.name) }
      let remote = NewRemote(name: Self.sharedRemote, address: lines, isPlain: true)
      result = try await add(remote, progress: progress).result
    }
    if let error = result?.error { throw SyncError(error) }
  }

  /// Brings a public diary of somebody else into the folder, where there is none yet. It is read here and
  /// never written.
  ///
  /// - Parameter id: which diary it has to be; `nil` for the one that is found.
  package func follow(
    _ address: PublicAddress, as id: ID<FoundedDiary>?, photos: PhotoPolicy,
    progress: @escaping @Sendable (Progress) -> Void
  ) async throws(SyncError) {
    try await diary(await repository.noteFollowing(id))
    var configuration = RemoteConfiguration(
      NewRemote(
        name: Self.sharedRemote, address: address.lines.text, isPlain: true, photos: photos),
      address: address.lines)
    configuration.isFollowed = true
    folder.forget(configuration.name)
    do throws(SyncFailure) {
      let (_, failure) = try await using(configuration, progress: progress) {
        pass async throws(SyncFailure) in
        try await pass.run()
        pass.memory.lastSync = now()
      }
      if let failure { throw failure }
    } catch .notYet where id != nil {
      throw SyncFailure.otherPublicDiary(address.place.text).error
    } catch .notPublic {
      throw SyncFailure.notPublic(address.place.text).error
    } catch {
      throw error.error
    }
    try write([configuration], for: configuration.name)
  }

  /// Whether this is a public diary of somebody else.
  package var isFollowed: Bool { repository.isFollowed }
}
