import DiaryCore
import DiaryStore
import System
import Text

/// Fetches photos and attachments from remotes, and frees space on this machine.
extension SyncEngine: AssetFetching {
  package var remoteOnly: Set<AssetFile> {
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
      do {
        let (pass, failure) = try await using(remote, progress: progress) {
          pass in
          try await pass.open()
          try await pass.fetch(assets: wanted)
          pass.reportUnreadable()
        }
        fetched.errors += pass.result.issues + [failure?.error.line].compactMap(\.self)
      } catch {
        fetched.errors.append(SyncFailure(error).error.line)
      }
      fetched.missing = fetched.missing.filter { !repository.hasAsset($0) }
    }
    return fetched
  }

  /// Fetches all photos and attachments of the diary that aren't on this machine.
  ///
  /// - Throws: `MessageError` if the diary can't be read.
  package func fetchAll(
    progress: @escaping @Sendable (Progress) -> Void
  ) async throws(MessageError) -> AssetFetchResult {
    await fetch(Set(try await namedFiles()), progress: progress)
  }

  /// Returns all photos and attachments that the diary names.
  func namedFiles() async throws(MessageError) -> [AssetFile] {
    try await diary(await repository.references(after: LogPositions()).files)
  }

  /// Counts the photos and attachments on this machine, their bytes, and those elsewhere.
  ///
  /// - Throws: `MessageError` if the diary can't be read.
  package func photoCounts() async throws(MessageError) -> (
    here: (files: Int, bytes: Int), elsewhere: Int
  ) {
    let named = try await namedFiles()
    let sizes = named.compactMap { repository.size(of: $0) }
    return ((sizes.count, sizes.reduce(0, +)), named.count - sizes.count)
  }

  /// - Throws: `MessageError` if there is no such remote, or the settings can't be written.
  package func setPhotoPolicy(_ photos: PhotoPolicy, of remote: String) async throws(MessageError) {
    var remotes = try listedRemotes()
    guard let index = remotes.firstIndex(where: { $0.name == remote }) else {
      throw MessageError(unknownRemoteMessage(remote))
    }
    remotes[index].photos = photos
    try write(remotes, for: remote)
  }

  // MARK: Freeing space

  /// The result of freeing space.
  package struct FreedFiles: Hashable, Sendable {
    package var files = 0
    package var bytes = 0
    /// The problems with remotes, one line each. Safe for a terminal.
    package var errors: [String] = []
  }

  /// Removes photos and attachments from this machine until `bytes` bytes are free, oldest first.
  /// Removes only files that a remote has completely, and none that are still to be sent.
  ///
  /// - Throws: `MessageError` if there is no remote, or one keeps all photos here: they would be
  ///   fetched again.
  package func free(
    _ bytes: Int, progress: @escaping @Sendable (Progress) -> Void
  ) async throws(MessageError) -> FreedFiles {
    let remotes = try listedRemotes()
    guard !remotes.isEmpty else { throw MessageError(unknownRemoteMessage("")) }
    if let whole = remotes.first(where: { $0.photos == .all }) {
      throw MessageError(
        localized(
          """
          Nothing was removed: \(whole.name) keeps all photos here, so they would come back. First \
          run: photodiary remote photos \(whole.name) small
          """
        ))
    }
    let unsent = Set(remotes.flatMap { folder.memory(of: $0.name).unsent })
    var here = try await diary(await repository.localAssets())
    here.removeAll { unsent.contains($0) }
    var freed = FreedFiles()
    for remote in remotes where freed.bytes < bytes && !Task.isCancelled {
      do {
        var removable: [AssetFile] = []
        let (pass, failure) = try await using(remote, progress: progress) {
          [here, freed] pass async throws in
          try await pass.open()
          var (rest, wanted) = (here, bytes - freed.bytes)
          while wanted > 0, case let listed = pass.listed(rest, of: wanted), !listed.isEmpty {
            try await keepPreviews(of: listed, progress: progress)
            for file in try await pass.confirmed(listed) {
              removable.append(file)
              wanted -= repository.size(of: file) ?? 0
            }
            let looked = Set(listed)
            rest.removeAll { looked.contains($0) }
          }
          pass.memory.elsewhere += removable
        }
        freed.errors += pass.result.issues.map { "\(remote.name): \($0)" }
        if let failure { throw failure }
        for other in remotes where other.name != remote.name {
          try await recordElsewhere(removable, on: other)
        }
        for file in removable {
          let size = repository.size(of: file) ?? 0
          try repository.evict(file)
          freed.files += 1
          freed.bytes += size
        }
        let gone = Set(removable)
        here.removeAll { gone.contains($0) }
      } catch {
        freed.errors.append(SyncFailure(error).error.line)
      }
    }
    return freed
  }

  /// Records that another remote may have the removed files too.
  private func recordElsewhere(_ files: [AssetFile], on remote: RemoteConfiguration) async throws {
    let lock = try await SyncLock.waiting(for: folder.lock(of: remote.name))
    var memory = folder.memory(of: remote.name)
    let known = Set(memory.elsewhere)
    memory.elsewhere += files.filter { !known.contains($0) }
    try folder.keep(memory, of: remote.name)
    _ = consume lock
  }

  /// Saves previews of photos that are about to be removed.
  private func keepPreviews(
    of files: [AssetFile], progress: @Sendable (Progress) -> Void
  ) async throws {
    guard let makePreview, folder.remotes.contains(where: { $0.photos == .small }) else { return }
    for (index, file) in files.enumerated() where file.type.isPhoto && !previewFolder.has(file) {
      if Task.isCancelled { throw RemoteError("", .stopped) }
      if let preview = await makePreview(repository.path(of: file)) {
        previewFolder.keep(preview, of: file)
      }
      progress(Progress(.drawing, index + 1, of: files.count))
    }
  }
}

// MARK: -

/// Merges other copies of the diary, which were copied by hand and then changed.
extension SyncEngine {
  /// The result of merging another copy.
  package struct MergedCopy: Hashable, Sendable {
    /// The changes, and the photos and attachments, that were missing here.
    package var lines = 0
    package var files = 0
    /// The problems, one line each. Safe for a terminal.
    package var issues: [String] = []
  }

  /// Merges everything from another copy of the diary that is missing here. Nothing here is lost
  /// and nothing there is changed; repeating it adds nothing.
  ///
  /// - Throws: `MessageError` if the path has no diary, or another person's.
  package func merge(
    copyAt path: String, progress: @escaping @Sendable (Progress) -> Void
  ) async throws(MessageError) -> MergedCopy {
    let copy = try await diary(DiaryCopy(at: path, now: now()))
    let own = try await diary(await repository.existingAuthor())
    if let own, let other = copy.owner, other.id != own.id {
      throw MessageError(
        localized("Nothing was changed: \(path) is another diary, of \(other.name)."))
    }
    try await diary(await repository.vouchForOldLogs())
    var merged = MergedCopy()
    if copy.isFounded {
      try await mergeLines(of: copy, &merged)
    } else {
      merged.lines += try await diary(await repository.adoptOldLogs(of: copy))
    }
    try await mergeFiles(of: copy, &merged, progress)
    await repository.finish()
    return merged
  }

  private func mergeLines(of copy: DiaryCopy, _ merged: inout MergedCopy) async throws(MessageError)
  {
    let (all, oldLogs) = try await diary((try copy.segments(), try copy.oldLogs()))
    let segments = all.sorted { $0.key < $1.key }.flatMap(\.value).map(LineSegment.init)
    let received = try await diary(
      await repository.receive(segments, oldLogs: oldLogs, .everyone))
    merged.lines += received.lines
    for issue in received.issues + received.missingOldLogs {
      merged.issues.append(try await diary(await repository.line(about: issue)))
    }
  }

  private func mergeFiles(
    of copy: DiaryCopy, _ merged: inout MergedCopy, _ progress: @Sendable (Progress) -> Void
  ) async throws(MessageError) {
    let missing = try await namedFiles().filter { !repository.hasAsset($0) }
    for (index, file) in missing.enumerated() {
      if Task.isCancelled { break }
      progress(Progress(.importing, index + 1, of: missing.count))
      guard let path = copy.path(of: file) else { continue }
      do {
        var isRead = false
        let isKept = try repository.storeReceivedAsset(file) { put in
          isRead = try Sealing.plain.read(path, put)
          return isRead
        }
        if isKept {
          merged.files += 1
        } else if isRead {
          merged.issues.append(localized("\(path) is damaged and wasn't merged.").printable)
        } else {
          merged.issues.append(localized("\(path) can't be read and wasn't merged.").printable)
        }
      } catch {
        throw MessageError(DiaryError(error).line)
      }
    }
  }
}

extension LineSegment {
  fileprivate init(_ segment: OutgoingSegment) {
    self.init(device: segment.device, numbers: segment.numbers) {
      try segment.bytes()
    }
  }
}
