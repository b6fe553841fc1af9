import DiaryCore
import DiaryStore
import System

/// Photos and attachments, which go when all lines have gone: those of the newest lines first.
extension SyncPass {
  private static let folder = "assets"
  /// How many files, and how many bytes, go or come at once.
  private static let (mostFiles, portion) = (64, 32 << 20)

  mutating func exchangeAssets() async throws(SyncFailure) {
    try await findAssets()
    guard !isDryRun else {
      result.sentFiles = memory.unsent.count
      result.receivedFiles = configuration.photos == .all ? memory.elsewhere.count : 0
      return
    }
    // What has yet to come is no fault of the diary meanwhile.
    if !memory.elsewhere.isEmpty, configuration.photos == .all { try keepMemory() }
    try await sendPreviews()
    try await sendAssets()
    switch configuration.photos {
    case .all: try await fetch(assets: memory.elsewhere.reversed())
    case .small: try await fetchPreviews()
    case .none: break
    }
    memory.assetCount = assetCount
    result.waitingIn += configuration.photos == .all ? memory.elsewhere.count : 0
  }

  private var assetCount: Int {
    listing.files.keys.reduce(0) { $0 + ($1.path.hasPrefix("\(Self.folder)/") ? 1 : 0) }
  }

  private func isThere(_ file: AssetFile) -> Bool { name(of: file, in: Self.folder) != nil }

  private mutating func findAssets() async throws(SyncFailure) {
    // Some have gone there.
    if assetCount < memory.assetCount { memory.positions = LogPositions() }
    let positions = memory.positions
    let found = try await SyncFailure.diary(await repository.references(after: positions))
    var unsent = Set(memory.unsent)
    var elsewhere = Set(memory.elsewhere)
    for file in found.files {
      if repository.hasAsset(file) {
        if !isThere(file), unsent.insert(file).inserted { memory.unsent.append(file) }
      } else if elsewhere.insert(file).inserted {
        memory.elsewhere.append(file)
      }
    }
    memory.positions = found.positions
    // What came by another remote may be lacking on this one.
    let arrived = Set(memory.elsewhere.filter { repository.hasAsset($0) })
    for file in memory.elsewhere where arrived.contains(file) && unsent.insert(file).inserted {
      memory.unsent.append(file)
    }
    memory.elsewhere.removeAll { arrived.contains($0) }
    memory.unsent = memory.unsent.filter { !isThere($0) && repository.hasAsset($0) }
  }

  /// Those of some files that are there, whole, as far as their sizes tell.
  func confirmed(_ files: [AssetFile]) throws(SyncFailure) -> [AssetFile] {
    return files.filter { file in
      guard let name = name(of: file, in: Self.folder), let size = repository.size(of: file) else {
        return false
      }
      return listing.files[name] == sealing.size(of: size)
    }
  }

  // MARK: There

  private mutating func sendAssets() async throws(SyncFailure) {
    let total = memory.unsent.count
    var rest = memory.unsent[...]
    while !rest.isEmpty {
      var (files, paths, size): ([OutgoingFile], [String], Int) = ([], [], 0)
      var going: [AssetFile] = []
      defer { for path in paths { FileSystem.unlink(path) } }
      while let file = rest.last, going.count < Self.mostFiles, size < Self.portion {
        rest.removeLast()
        let path = repository.path(of: file)
        guard let name = sealing.names(of: file, in: Self.folder).first,
          let found = FileSystem.status(of: path)
        else { continue }
        going.append(file)
        size += found.size
        if sealing.isPlain {
          files.append(OutgoingFile(name, .file(path: path)))
        } else {
          let sealed = Path.join(workFolder, "out-\(files.count)")
          paths.append(sealed)
          try sealing.seal(path, to: sealed)
          files.append(OutgoingFile(name, .file(path: sealed)))
        }
      }
      try await send(going, files)
      progress(Progress(.sending, total - rest.count, of: total, besides: result.sentBytes))
    }
    result.waitingOut += memory.unsent.count
  }

  /// Puts files there. Until they are, they are still to go; and so is one that is too large for the
  /// remote.
  private mutating func send(
    _ assets: [AssetFile], _ files: [OutgoingFile]
  ) async throws(SyncFailure) {
    var (assets, files) = (assets, files)
    while !files.isEmpty {
      do throws(SyncFailure) {
        try await put(files)
        result.sentFiles += files.count
        let sent = Set(assets)
        memory.unsent = memory.unsent.filter { !sent.contains($0) }
        return
      } catch {
        guard case .remote(let fault) = error, case .tooLargeToPut(let name, _, _) = fault.fault,
          let index = files.firstIndex(where: { $0.name.path == name })
        else { throw error }
        assets.remove(at: index)
        files.remove(at: index)
        result.issues.append(fault.line)
      }
    }
  }

  // MARK: Here

  /// Fetches files that are there, in that order.
  mutating func fetch(assets: [AssetFile]) async throws(SyncFailure) {
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
      memory.elsewhere.removeAll { arrived.contains($0) }
      progress(
        Progress(
          .receiving, assets.count - rest.count, of: assets.count, besides: result.receivedBytes))
    }
  }

  /// Returns those that came.
  private mutating func fetch(_ wanted: [RemoteName: AssetFile]) async throws(SyncFailure)
    -> Set<AssetFile>
  {
    var arrived: Set<AssetFile> = []
    for (name, path) in try await download(Array(wanted.keys)) {
      defer { FileSystem.unlink(path) }
      guard let file = wanted[name] else { continue }
      result.receivedBytes += listing.files[name] ?? 0
      let isKept: Bool
      do {
        isKept = try repository.keepAsset(file) { put in try sealing.read(path, put) }
      } catch let error as DiaryError {
        throw .diary(error)
      } catch {
        isKept = false
      }
      if isKept {
        arrived.insert(file)
        result.receivedFiles += 1
      } else {
        result.issues.append(SyncPass.damagedAsset(name))
      }
    }
    return arrived
  }
}
