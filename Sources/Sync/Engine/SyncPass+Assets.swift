import Crypto
import DiaryCore
import DiaryStore
import System

/// Exchanges photos and attachments, after all lines, newest first.
extension SyncPass {
  private static let folder = "assets"
  /// The folder of notes about damaged files in `folder`, under the same names.
  private static let notesFolder = "damaged"
  /// The files and bytes fetched in one call.
  private static let (mostFiles, portion) = (64, 32 << 20)

  mutating func exchangeAssets() async throws {
    let here = repository.assetsFingerprint()
    let known = missingFiles
    let (issueCount, sentBytes) = (result.issues.count, result.sentBytes)
    // Comparing every file is slow, and usually nothing has changed.
    var sums = listing.assetSums(in: Self.folder)
    var mayReplace = true
    if !isDryRun, !configuration.isFollowed, memory.seenAssets != seenAssets(sums.all, here) {
      mayReplace = try await replaceDamaged()
      sums = listing.assetSums(in: Self.folder)
    }
    let isSettled = try await !findAssets(seenAssets(sums.all, here), sums.folder)
    guard !isDryRun else {
      result.sentFiles = memory.unsent.count
      guard configuration.photos == .all else { return }
      result.receivedFiles = memory.elsewhere.count { name(of: $0, in: Self.folder) != nil }
      result.pendingDownloads = memory.elsewhere.count - result.receivedFiles
      return
    }
    // Save first, so that files still to be fetched don't count as missing from the diary.
    if !isSettled, !memory.elsewhere.isEmpty, configuration.photos == .all {
      try await keepMemory()
    }
    if !configuration.isFollowed {
      if !isSettled { try await removePurgedFiles() }
      try await sendPreviews()
      try await sendAssets()
    }
    switch configuration.photos {
    case .all: if !isSettled { try await fetch(assets: memory.elsewhere.reversed()) }
    case .small: try await fetchPreviews()
    case .none: break
    }
    // Summing looks at every name, so skip it if nothing was sent.
    let isUnchanged = isSettled && result.sentBytes == sentBytes
    let left = isUnchanged ? sums : listing.assetSums(in: Self.folder)
    let seen = seenAssets(left.all, here)
    memory.assetSum = left.folder
    if !isUnchanged { memory.assetSumHere = repository.assetSum() }
    // An unsettled state makes the next pass find and report its problems again.
    let isDone =
      mayReplace && result.issues.count == issueCount && result.receivedFiles == 0
      && !isMissingListedFiles
    memory.seenAssets = isDone ? seen : nil
    countMissing(known)
  }

  /// Fetches files without sending any, for a remote that refuses changes.
  mutating func receiveAssets() async throws {
    // If the keys weren't opened, no file can be read.
    guard !isDryRun, !listing.files.isEmpty, sealing.isPlain == configuration.isPlain else {
      return
    }
    let known = missingFiles
    let sums = listing.assetSums(in: Self.folder)
    _ = try await findAssets(seenAssets(sums.all, repository.assetsFingerprint()), sums.folder)
    memory.seenAssets = nil
    switch configuration.photos {
    case .all: try await fetch(assets: memory.elsewhere.reversed())
    case .small: try await fetchPreviews()
    case .none: break
    }
    memory.assetSumHere = repository.assetSum()
    countMissing(known)
  }

  /// The files that should be here and were already known to be missing before this pass.
  private var missingFiles: Set<AssetFile> {
    configuration.photos == .all ? Set(memory.elsewhere).subtracting(newlyMissing) : []
  }

  /// Counts the files that should be here. A file that wasn't missing before may still be on its
  /// way, unless this is a clone.
  ///
  /// - Parameter known: the files that were already missing at an earlier sync.
  private mutating func countMissing(_ known: Set<AssetFile>) {
    guard configuration.photos == .all else { return }
    result.pendingDownloads += memory.elsewhere.count
    result.missingFiles = memory.elsewhere.count { file in
      // Those that couldn't be read are reported by name.
      (isClone || known.contains(file))
        && name(of: file, in: Self.folder).map { unreadable[$0] == nil } ?? true
    }
  }

  /// True if a file that should be here is listed and wasn't fetched: the next pass tries again.
  private var isMissingListedFiles: Bool {
    configuration.photos == .all
      && memory.elsewhere.contains { name(of: $0, in: Self.folder) != nil }
  }

  private func seenAssets(_ there: UInt64, _ here: String) -> RemoteMemory.SeenAssets {
    RemoteMemory.SeenAssets(
      there: String(there, radix: 16), here: here, removals: memory.removals)
  }

  /// Returns true if the remote lists a local file with the expected size.
  private func isThere(_ file: AssetFile) -> Bool {
    guard let name = name(of: file, in: Self.folder), let size = repository.size(of: file) else {
      return false
    }
    return listing.files[name] == sealing.size(of: size)
  }

  /// Updates `memory.unsent` and `memory.elsewhere`. Returns false if nothing has changed.
  private mutating func findAssets(
    _ seen: RemoteMemory.SeenAssets, _ sum: UInt64
  ) async throws -> Bool {
    try await forgetPurged()
    var found = try await repository.references(after: memory.positions)
    let new = Set(found.files)
    let mayBeMissingThere = mayBeMissingThere(sum, excluding: new)
    if mayBeMissingThere || memory.seenAssets?.here != seen.here && mayBeMissingHere(excluding: new)
    {
      found = try await repository.references(after: LogPositions())
      let waiting = new.union(memory.unsent)
      let isLost = found.files.contains { file in
        !waiting.contains(file) && repository.hasAsset(file) && !isThere(file)
      }
      if mayBeMissingThere, isLost, !result.issues.contains(SyncPass.rolledBack) {
        result.issues.append(SyncPass.rolledBack)
      }
    }
    if found.files.isEmpty, memory.unsent.isEmpty, memory.seenAssets == seen {
      memory.positions = found.positions
      return false
    }
    var unsent = Set(memory.unsent)
    for file in found.files {
      // A file that the disk doesn't deliver may be the only copy, or be replaced from elsewhere.
      if repository.mayHaveAsset(file), !isThere(file), unsent.insert(file).inserted {
        memory.unsent.append(file)
      }
    }
    addMissingHere(found.files)
    memory.positions = found.positions
    // A file that another remote returned may be missing on this one.
    let arrived = Set(memory.elsewhere.filter { repository.hasAsset($0) })
    for file in memory.elsewhere where arrived.contains(file) && unsent.insert(file).inserted {
      memory.unsent.append(file)
    }
    memory.forgetElsewhere(arrived)
    memory.unsent = memory.unsent.filter { !isThere($0) && repository.mayHaveAsset($0) }
    return true
  }

  /// Adds files that aren't on this machine to `memory.elsewhere`.
  mutating func addMissingHere(_ files: [AssetFile]) {
    var elsewhere = Set(memory.elsewhere)
    for file in files where !repository.hasAsset(file) && elsewhere.insert(file).inserted {
      memory.elsewhere.append(file)
      if file.type.isPhoto { memory.unseen.append(file) }
    }
  }

  /// Forgets files that were never received and that the diary no longer names, because their
  /// entries were permanently removed.
  private mutating func forgetPurged() async throws {
    guard !memory.elsewhere.isEmpty, result.receivedLines + result.sentLines > 0 else { return }
    let purged = try await repository.removals().files
    let waiting = purged.intersection(memory.elsewhere)
    guard !waiting.isEmpty else { return }
    let named = try await repository.references(after: LogPositions()).files
    memory.forgetElsewhere(waiting.subtracting(named))
  }

  /// Returns true if files may have disappeared from the remote: the sum isn't the previous one
  /// plus the files that others added.
  private func mayBeMissingThere(_ sum: UInt64, excluding new: Set<AssetFile>) -> Bool {
    guard let known = memory.assetSum, known != sum else { return false }
    let added = new.union(memory.elsewhere).filter { !repository.hasAsset($0) }
      .compactMap { name(of: $0, in: Self.folder) }
    return Set(added).reduce(known) { $0 &+ listing.assetDigest(of: $1) } != sum
  }

  /// Returns true if files may have disappeared from this machine: the sum isn't the previous one
  /// plus the files that arrived.
  private func mayBeMissingHere(excluding new: Set<AssetFile>) -> Bool {
    guard let known = memory.assetSumHere else { return true }
    let arrived = new.union(memory.elsewhere).filter { repository.hasAsset($0) }
    return arrived.reduce(known) { $0 &+ repository.assetDigest(of: $1) } != repository.assetSum()
  }

  /// Returns the first files that the remote lists with the expected sizes, until they have `bytes`
  /// bytes in total.
  func listed(_ files: [AssetFile], of bytes: Int) -> [AssetFile] {
    var rest = bytes
    var listed: [AssetFile] = []
    for file in files where rest > 0 {
      guard let name = name(of: file, in: Self.folder), let size = repository.size(of: file),
        listing.files[name] == sealing.size(of: size)
      else { continue }
      listed.append(file)
      rest -= size
    }
    return listed
  }

  /// Returns the files that are on the remote, by a fresh listing and, on a remote that is fast to
  /// read, by their content. Replaces those that are damaged there.
  mutating func confirmed(_ files: [AssetFile]) async throws -> [AssetFile] {
    try await list()
    let listed = listed(files, of: .max)
    // Another machine may have found a file damaged there.
    guard remote.isLocal else { return listed.filter { name(of: $0, in: Self.notesFolder) == nil } }
    var (confirmed, damaged): ([AssetFile], [AssetFile]) = ([], [])
    for file in listed {
      switch try await isWhole(file) {
      case true: confirmed.append(file)
      case false: damaged.append(file)
      case nil: break
      }
    }
    damaged = damaged.filter(repository.isWhole)
    if !damaged.isEmpty, !configuration.isFollowed {
      try await removeForSending(damaged)
      try await sendAssets()
    }
    return confirmed
  }

  /// Returns `nil` if the file can't be fetched.
  private mutating func isWhole(_ file: AssetFile) async throws -> Bool? {
    guard let name = name(of: file, in: Self.folder),
      let path = try await download([name]).first?.path
    else { return nil }
    defer { FileSystem.unlink(path) }
    var hash = SHA256()
    guard sealing.read(path, { hash.update(bufferPointer: $0) }) else { return false }
    return AssetID(digest: hash.finalize()) == file.asset
  }

  // MARK: Sending

  /// Sends files in portions. The next portion is encrypted while one is sent.
  private mutating func sendAssets() async throws {
    let total = memory.unsent.count
    var rest = memory.unsent[...]
    var portion = SendingPortion()
    var number = 0
    var next = nextSealing(portion, of: &rest, number)
    while let current = next {
      let sealed = try await current.sealed.value.get()
      for fault in sealed.faults { report(fault, files: 1) }
      number += 1
      next = nextSealing(portion, of: &rest, number)
      let (failure, time) = await timed(sealed)
      for path in current.paths { FileSystem.unlink(path) }
      if let failure {
        next?.sealed.cancel()
        // Wait, so that the task doesn't write into the work folder after the pass.
        _ = await next?.sealed.value
        throw failure
      }
      portion.note(time)
      let waiting = rest.count + (next?.count ?? 0)
      progress(Progress(.sending, total - waiting, of: total, secondaryCount: result.sentBytes))
    }
    result.pendingUploads += memory.unsent.count
  }

  private mutating func timed(
    _ sealed: SealedFiles
  ) async -> (failure: SyncFailure?, time: Duration) {
    let start = ContinuousClock.now
    do {
      try await send(sealed)
      return (nil, ContinuousClock.now - start)
    } catch {
      return (SyncFailure(error), ContinuousClock.now - start)
    }
  }

  /// Photos and attachments with the files to send for them.
  private struct SealedFiles {
    var files: [(asset: AssetFile, file: OutgoingFile)] = []
    /// The reasons why others couldn't be read.
    var faults: [RemoteFault] = []
  }

  /// The files of one call, with the task that encrypts them.
  private struct SealedPortion {
    let count: Int
    /// The paths of the encrypted files.
    let paths: [String]
    let sealed: Task<Result<SealedFiles, SyncFailure>, Never>
  }

  /// Removes files from the end of `rest` and starts encrypting them; `nil` if none are left.
  private func nextSealing(
    _ portion: SendingPortion, of rest: inout ArraySlice<AssetFile>, _ number: Int
  ) -> SealedPortion? {
    var files: [(asset: AssetFile, file: OutgoingFile)] = []
    var (paths, size): ([String], Int) = ([], 0)
    let opener = repository.assetOpener
    var isSame = sealing.isPlain
    while let file = rest.last, portion.holds(files: files.count, bytes: size) {
      rest.removeLast()
      let path = repository.path(of: file)
      guard let name = sealing.names(of: file, in: Self.folder).first else { continue }
      // Reading one that is unavailable reports it.
      size += FileSystem.status(of: path)?.size ?? 0
      files.append((file, OutgoingFile(name, .file(path: path))))
      isSame = isSame && !opener.isEncrypted(path)
      paths.append(Path.join(workFolder, "out-\(number)-\(paths.count)"))
    }
    guard !files.isEmpty else { return nil }
    // A file in clear on both sides is sent unchanged.
    let sealed = Task { [sealing, files, paths, isSame] in
      isSame ? .success(SealedFiles(files: files)) : Self.sealed(files, to: paths, sealing, opener)
    }
    return SealedPortion(count: files.count, paths: isSame ? [] : paths, sealed: sealed)
  }

  private static func sealed(
    _ files: [(asset: AssetFile, file: OutgoingFile)], to paths: [String], _ sealing: Sealing,
    _ opener: any AssetOpener
  ) -> Result<SealedFiles, SyncFailure> {
    var sealed = SealedFiles()
    for ((asset, file), path) in zip(files, paths) {
      guard !Task.isCancelled, case .file(let source) = file.source else { break }
      do {
        try sealing.seal(source, to: path, opener)
      } catch {
        let failure = SyncFailure(error)
        guard case .remote(let error) = failure, error.fault.isOfLocalFile(source) else {
          return .failure(failure)
        }
        sealed.faults.append(error.fault)
        continue
      }
      sealed.files.append((asset, OutgoingFile(file.name, .file(path: path))))
    }
    return .success(sealed)
  }

  /// Sends files, and removes them from `memory.unsent` once they are on the remote. A file that is
  /// too large for the remote, can't be read or has a folder in its place there is reported, and
  /// stays unsent.
  private mutating func send(_ sealed: SealedFiles) async throws {
    var files = sealed.files
    while !files.isEmpty {
      do {
        try await put(files.map(\.file))
        result.sentFiles += files.count
        let sent = Set(files.map(\.asset))
        memory.unsent = memory.unsent.filter { !sent.contains($0) }
        return
      } catch {
        let failure = SyncFailure(error)
        guard case .remote(let error) = failure else { throw failure }
        let count = files.count
        files.removeAll { asset, file in
          switch error.fault {
          case .tooLargeToUpload(let name, _, _), .occupied(let name): name == file.name.path
          case .blocked(let folder): file.name.path.hasPrefix(folder + "/")
          default: error.fault.isOfLocalFile(repository.path(of: asset))
          }
        }
        guard files.count < count else { throw failure }
        report(error.fault, files: count - files.count)
      }
    }
  }

  /// Reports a fault of single files that can't be sent. One that is too large for the remote is
  /// expected to stay here.
  private mutating func report(_ fault: RemoteFault, files: Int) {
    if case .tooLargeToUpload = fault {} else { result.failedFiles += files }
    result.issues.append(SyncPass.unsent(fault, to: configuration.name))
  }

  // MARK: Replacing damaged files

  /// Replaces the files that another machine found damaged on the remote and that are here. Returns
  /// false if the remote is read-only.
  private mutating func replaceDamaged() async throws -> Bool {
    let hasNotes = listing.files.keys.contains { name in
      name.path.hasPrefix(Self.notesFolder + "/") && name.original == nil
        && !segments.notes.contains(name)
    }
    // In a git repository, a device can't remove the notes and photos of others.
    guard hasNotes, !(remote is GitRemote) else { return true }
    let files = try await repository.references(after: LogPositions()).files
    let damaged = files.filter { file in
      name(of: file, in: Self.notesFolder) != nil && repository.isWhole(file)
    }
    return try await SyncFailure.unlessRefused { try await removeForSending(damaged) }
  }

  /// Removes damaged files from the remote with the notes about them, so that they are sent again
  /// as missing ones.
  private mutating func removeForSending(_ files: [AssetFile]) async throws {
    guard !files.isEmpty else { return }
    let folders = [Self.folder, Self.notesFolder]
    try await remove(files.flatMap { file in folders.compactMap { name(of: file, in: $0) } })
    let waiting = Set(memory.unsent)
    memory.unsent += files.filter { !waiting.contains($0) }
    result.issues.append(SyncPass.healed(files.count))
  }

  /// Leaves notes on the remote about damaged files. They stay there: they may be the only copies.
  private mutating func note(damaged files: [AssetFile]) async throws {
    // In a git repository, a device can't remove the notes and photos of others.
    guard !configuration.isFollowed, !(remote is GitRemote) else { return }
    let names = files.filter { name(of: $0, in: Self.notesFolder) == nil }
      .compactMap { sealing.names(of: $0, in: Self.notesFolder).first }
    guard !names.isEmpty else { return }
    let note = try sealing.sealed(asset: Array("damaged\n".utf8))
    let isNoted = try await SyncFailure.unlessRefused {
      try await remote.put(names.map { OutgoingFile($0, .bytes(note)) })
    }
    guard isNoted else { return }
    for name in names { listing.files[name] = note.count }
    // What replaces them may be half written at first, too.
    for file in files {
      if let name = name(of: file, in: Self.folder) { memory.unsound[name.path] = nil }
    }
  }

  // MARK: Receiving

  /// Fetches files in the given order.
  mutating func fetch(assets: [AssetFile]) async throws {
    var rest = assets[...]
    while !rest.isEmpty {
      var wanted: [RemoteName: AssetFile] = [:]
      var size = 0
      while let file = rest.first, wanted.count < Self.mostFiles, size < Self.portion {
        rest.removeFirst()
        guard let name = name(of: file, in: Self.folder) else { continue }
        wanted[name] = file
        size += listing.files[name] ?? 0
      }
      guard !wanted.isEmpty else { break }
      let arrived = try await fetch(wanted)
      memory.forgetElsewhere(arrived)
      progress(
        Progress(
          .receiving, assets.count - rest.count, of: assets.count,
          secondaryCount: result.receivedBytes))
    }
  }

  /// Fetches files in one call. Returns those that were stored.
  private mutating func fetch(_ wanted: [RemoteName: AssetFile]) async throws
    -> Set<AssetFile>
  {
    var arrived: Set<AssetFile> = []
    var damaged: [AssetFile] = []
    for (name, path) in try await download(Array(wanted.keys)) {
      defer { FileSystem.unlink(path) }
      guard let file = wanted[name] else { continue }
      result.receivedBytes += listing.files[name] ?? 0
      let isKept = try repository.storeReceivedAsset(file) { put in try sealing.read(path, put) }
      if isKept {
        arrived.insert(file)
        result.receivedFiles += 1
        memory.unsound[name.path] = nil
      } else if memory.unsound[name.path] == listing.files[name]
        || self.name(of: file, in: Self.notesFolder) != nil
      {
        result.issues.append(SyncPass.damagedAsset(name))
        damaged.append(file)
      } else {
        // It may be half written. It counts as damaged if it has the same size the next time.
        memory.unsound[name.path] = listing.files[name]
      }
    }
    try await note(damaged: damaged)
    return arrived
  }
}

// MARK: -

/// The amount of data sent in one call. An interrupted call is repeated completely, so it begins
/// small. A call has fixed costs too, as dozens of processes with git, so it grows while calls are
/// quick.
struct SendingPortion {
  private static let (least, most) = (32 << 20, 128 << 20)
  /// The bytes of a small file; a portion has at most as many files as small files fill it.
  private static let smallFile = 512 << 10
  /// The duration below which a portion is doubled.
  private static let short = Duration.seconds(5)

  private(set) var size = least

  /// Returns true if the portion has capacity for another file.
  func holds(files: Int, bytes: Int) -> Bool {
    bytes < size && files < size / Self.smallFile
  }

  /// Adapts the size to the duration of the last call.
  mutating func note(_ time: Duration) {
    size = time < Self.short ? min(2 * size, Self.most) : max(size / 2, Self.least)
  }
}

// MARK: -

/// Exchanges previews of photos, for machines with little disk space. Machines with the photos make
/// them once a device has announced that it keeps them, and send them before the photos.
extension SyncPass {
  private static let previewsFolder = "small"
  /// The previews sent or fetched in one call.
  private static let previewsPortion = 32
  /// A size in bytes that no preview has.
  private static let largestPreview = 16 << 20

  mutating func sendPreviews() async throws {
    guard let makePreview else { return }
    let devices = try await repository.knownDevices()
    guard devices.contains(where: { $0.wantsPreviews && !$0.isRemoved }) else { return }
    let positions = memory.previewPositions
    let found = try await repository.references(after: positions)
    let photos = found.files.reversed().filter { file in
      file.type.isPhoto && repository.hasAsset(file)
        && name(of: file, in: Self.previewsFolder) == nil
    }
    var files: [OutgoingFile] = []
    for (index, photo) in photos.enumerated() {
      if Task.isCancelled { throw RemoteError(configuration.name, .stopped) }
      if let name = sealing.names(of: photo, in: Self.previewsFolder).first,
        let preview = await makePreview(repository.path(of: photo))
      {
        files.append(OutgoingFile(name, .bytes(try sealing.sealed(asset: preview))))
      }
      guard files.count == Self.previewsPortion || index == photos.count - 1 else { continue }
      if !files.isEmpty { try await put(files) }
      files = []
      progress(Progress(.sending, index + 1, of: photos.count, secondaryCount: result.sentBytes))
    }
    memory.previewPositions = found.positions
  }

  /// Fetches previews of photos that are elsewhere. Looks at all of them only if the count of
  /// photos or previews has changed.
  mutating func fetchPreviews() async throws {
    // The user cleared the cache.
    if !FileSystem.isFolder(previewFolder.path) {
      memory.unseen = memory.elsewhere.filter(\.type.isPhoto)
      memory.previews = RemoteMemory.SeenPreviews()
    }
    let there = listing.count(in: Self.previewsFolder)
    let seen = RemoteMemory.SeenPreviews(unseen: memory.unseen.count, there: there)
    guard !memory.unseen.isEmpty, seen != memory.previews else { return }
    let folder = previewFolder
    memory.unseen.removeAll { folder.has($0) }
    try await fetchPreviews(of: memory.unseen.reversed())
    memory.previews = RemoteMemory.SeenPreviews(unseen: memory.unseen.count, there: there)
  }

  private mutating func fetchPreviews(of missing: [AssetFile]) async throws {
    var rest = missing[...]
    while !rest.isEmpty {
      var wanted: [RemoteName: AssetFile] = [:]
      for photo in rest.prefix(Self.previewsPortion) {
        if let name = name(of: photo, in: Self.previewsFolder) { wanted[name] = photo }
      }
      rest = rest.dropFirst(Self.previewsPortion)
      guard !wanted.isEmpty else { continue }
      var kept: Set<AssetFile> = []
      for (name, path) in try await download(Array(wanted.keys)) {
        defer { FileSystem.unlink(path) }
        result.receivedBytes += listing.files[name] ?? 0
        guard let photo = wanted[name],
          FileSystem.status(of: path)?.size ?? 0 <= Self.largestPreview,
          let bytes = SyncFolder.bytes(path), let preview = sealing.opened(asset: bytes)
        else { continue }
        previewFolder.keep(preview, of: photo)
        kept.insert(photo)
      }
      memory.unseen.removeAll { kept.contains($0) }
      progress(
        Progress(
          .receiving, missing.count - rest.count, of: missing.count,
          secondaryCount: result.receivedBytes))
    }
  }
}

// MARK: -

/// Returns a preview of the photo at a path: a JPEG whose longer side is at most 1,600 pixels, or
/// `nil` if none can be made.
package typealias PreviewMaker = @Sendable (_ path: String) async -> [UInt8]?

/// The cache of previews of photos that are elsewhere. They can be fetched again.
package struct PreviewFolder: Sendable {
  private let layout: StoreLayout
  private let cache: String

  /// - Parameter cache: the folder for data of all diaries that can be fetched again.
  package init(of layout: StoreLayout, in cache: String) {
    (self.layout, self.cache) = (layout, cache)
  }

  package var path: String { Path.join(Path.join(cache, layout.key), "previews") }

  /// Returns the path for a photo's preview. As with the photo itself, an encrypted one has a name
  /// that doesn't reveal the photo.
  package func file(of photo: AssetFile) -> String {
    if layout.isEncrypted {
      let sealed = layout.path(of: photo)
      return Path.join(path, Path.name(Path.parent(sealed)), Path.name(sealed))
    }
    return Path.join(path, "\(photo.asset.description.prefix(2))/\(photo.asset).jpg")
  }

  func has(_ photo: AssetFile) -> Bool { FileSystem.status(of: file(of: photo)) != nil }

  /// Removes all previews, as after the diary was decrypted. They are fetched again.
  func removeAll() { FileSystem.removeTree(path) }

  /// Removes the previews in clear.
  func removePlain() {
    for file in (try? FileSystem.files(below: path)) ?? []
    where file.hasSuffix(".jpg") { FileSystem.unlink(Path.join(path, file)) }
  }

  /// Saves a preview. If that fails, it is fetched again later.
  func keep(_ bytes: [UInt8], of photo: AssetFile) {
    let file = file(of: photo)
    FileSystem.makeFoldersIfPossible(Path.parent(file))
    try? layout.write(bytes, to: file)
  }
}
