import DiaryCore
import DiaryStore
import Localization
import System

/// Photos and attachments that are on remotes, and needn't be here.
extension SyncEngine: AssetFetching {
  package var elsewhere: Set<AssetFile> {
    Set(folder.remotes.flatMap { folder.memory(of: $0.name).elsewhere })
      .filter { !repository.hasAsset($0) }
  }

  package func fetch(
    _ files: Set<AssetFile>, progress: @escaping @Sendable (Progress) -> Void
  ) async -> AssetFetchResult {
    var fetched = AssetFetchResult()
    fetched.missing = files.filter { !repository.hasAsset($0) }
    for remote in folder.remotes where !fetched.missing.isEmpty && !Task.isCancelled {
      let wanted = fetched.missing.sorted { $0.asset < $1.asset }
      do throws(SyncFailure) {
        let (pass, failure) = try await using(remote, progress: progress) {
          pass async throws(SyncFailure) in
          try await pass.open()
          try await pass.fetch(assets: wanted)
        }
        fetched.errors += pass.result.issues + [failure?.error.line].compactMap(\.self)
      } catch {
        fetched.errors.append(error.error.line)
      }
      fetched.missing = fetched.missing.filter { !repository.hasAsset($0) }
    }
    return fetched
  }

  /// Fetches all photos and attachments of the diary that aren't here.
  package func fetchAll(
    progress: @escaping @Sendable (Progress) -> Void
  ) async throws(SyncError) -> AssetFetchResult {
    await fetch(Set(try await namedFiles()), progress: progress)
  }

  /// All photos and attachments that the diary names, here or not.
  func namedFiles() async throws(SyncError) -> [AssetFile] {
    try await diary(await repository.references(after: LogPositions()).files)
  }

  /// The photos and attachments of the diary that are here, and how many aren't.
  package func photoCounts() async throws(SyncError) -> (
    here: (files: Int, bytes: Int), elsewhere: Int
  ) {
    let named = try await namedFiles()
    let sizes = named.compactMap { repository.size(of: $0) }
    return ((sizes.count, sizes.reduce(0, +)), named.count - sizes.count)
  }

  package func keep(photos: PhotoPolicy, of remote: String) async throws(SyncError) {
    var remotes = folder.remotes
    guard let index = remotes.firstIndex(where: { $0.name == remote }) else {
      throw SyncError(noSuchRemote(remote))
    }
    remotes[index].photos = photos
    try write(remotes, for: remote)
  }

  // MARK: Room

  /// What came of making room.
  package struct FreedFiles: Hashable, Sendable {
    package var files = 0
    package var bytes = 0
    /// What is wrong with remotes, a line each. Safe for a terminal.
    package var errors: [String] = []
  }

  /// Removes photos and attachments from this machine until so many bytes are free, those first that
  /// were added first. Only what a remote has now, whole, goes; nothing that is still to be sent.
  ///
  /// - Throws: When a remote keeps all of them here: what went would come back.
  package func free(
    _ bytes: Int, progress: @escaping @Sendable (Progress) -> Void
  ) async throws(SyncError) -> FreedFiles {
    let remotes = folder.remotes
    guard !remotes.isEmpty else { throw SyncError(noSuchRemote("")) }
    if let whole = remotes.first(where: { $0.photos == .all }) {
      throw SyncError(
        localized(
          """
          \(whole.name) keeps all photos here, so they would come back. Say first: photodiary \
          remote photos \(whole.name) small
          """
        ).printable)
    }
    let unsent = Set(remotes.flatMap { folder.memory(of: $0.name).unsent })
    var here = try await diary(await repository.filesHere())
    here.removeAll { unsent.contains($0) }
    var freed = FreedFiles()
    for remote in remotes where freed.bytes < bytes && !Task.isCancelled {
      do throws(SyncFailure) {
        var going: [AssetFile] = []
        let (_, failure) = try await using(remote, progress: progress) {
          [here, freed] pass async throws(SyncFailure) in
          try await pass.open()
          var (rest, wanted) = (here, bytes - freed.bytes)
          while wanted > 0, case let listed = pass.listed(rest, of: wanted), !listed.isEmpty {
            try await keepPreviews(of: listed, progress: progress)
            for file in try await pass.confirmed(listed) {
              going.append(file)
              wanted -= repository.size(of: file) ?? 0
            }
            let looked = Set(listed)
            rest.removeAll { looked.contains($0) }
          }
          pass.memory.elsewhere += going
        }
        if let failure { throw failure }
        for other in remotes where other.name != remote.name { try await note(going, of: other) }
        for file in going {
          let size = repository.size(of: file) ?? 0
          try await SyncFailure.diary(repository.evict(file))
          freed.files += 1
          freed.bytes += size
        }
        let gone = Set(going)
        here.removeAll { gone.contains($0) }
      } catch {
        freed.errors.append(error.error.line)
      }
    }
    return freed
  }

  /// What goes here may be on that remote, too.
  private func note(
    _ files: [AssetFile], of remote: RemoteConfiguration
  ) async throws(SyncFailure) {
    let lock = try await SyncLock.waiting(for: folder.lock(of: remote.name))
    var memory = folder.memory(of: remote.name)
    let known = Set(memory.elsewhere)
    memory.elsewhere += files.filter { !known.contains($0) }
    try folder.keep(memory, of: remote.name)
    _ = consume lock
  }

  /// Keeps previews of photos that are about to go.
  private func keepPreviews(
    of files: [AssetFile], progress: @Sendable (Progress) -> Void
  ) async throws(SyncFailure) {
    guard let previews, folder.remotes.contains(where: { $0.photos == .small }) else { return }
    for (index, file) in files.enumerated() where file.type.isPhoto && !previewFolder.has(file) {
      if Task.isCancelled { throw .remote(RemoteError("", .stopped)) }
      if let preview = await previews.preview(ofPhotoAt: repository.path(of: file)) {
        previewFolder.keep(preview, of: file)
      }
      progress(Progress(.drawing, index + 1, of: files.count))
    }
  }
}
