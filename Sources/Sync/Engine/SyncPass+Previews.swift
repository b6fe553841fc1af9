import DiaryCore
import DiaryStore
import System

/// Previews of photos, for machines with little room. They are made where the photos are, once a device
/// has said that it keeps them, and go before the photos themselves.
extension SyncPass {
  private static let folder = "small"
  /// How many go or come at once.
  private static let portion = 32
  /// More bytes than a preview has.
  private static let largest = 16 << 20

  mutating func sendPreviews() async throws(SyncFailure) {
    guard let previews else { return }
    let devices = try await SyncFailure.diary(await repository.knownDevices())
    guard devices.contains(where: { $0.wantsPreviews && !$0.isRemoved }) else { return }
    let positions = memory.previewPositions
    let found = try await SyncFailure.diary(await repository.references(after: positions))
    let photos = found.files.reversed().filter { file in
      file.type.isPhoto && repository.hasAsset(file)
        && name(of: file, in: Self.folder) == nil
    }
    var files: [OutgoingFile] = []
    for (index, photo) in photos.enumerated() {
      if Task.isCancelled { throw .remote(RemoteError(configuration.name, .stopped)) }
      if let name = sealing.names(of: photo, in: Self.folder).first,
        let preview = await previews.preview(ofPhotoAt: repository.path(of: photo))
      {
        files.append(OutgoingFile(name, .bytes(try sealing.sealed(asset: preview))))
      }
      guard files.count == Self.portion || index == photos.count - 1 else { continue }
      if !files.isEmpty { try await put(files) }
      files = []
      progress(Progress(.sending, index + 1, of: photos.count, besides: result.sentBytes))
    }
    memory.previewPositions = found.positions
  }

  /// Fetches previews of photos that are elsewhere. All photos are looked at only when more of them, or of
  /// previews, have come to be known.
  mutating func fetchPreviews() async throws(SyncFailure) {
    // The cache was cleared.
    if !FileSystem.isFolder(previewFolder.path) {
      memory.unseen = memory.elsewhere.filter(\.type.isPhoto)
      memory.previews = RemoteMemory.SeenPreviews()
    }
    let there = listing.count(in: Self.folder)
    let seen = RemoteMemory.SeenPreviews(unseen: memory.unseen.count, there: there)
    guard !memory.unseen.isEmpty, seen != memory.previews else { return }
    let folder = previewFolder
    memory.unseen.removeAll { folder.has($0) }
    try await fetchPreviews(of: memory.unseen.reversed())
    memory.previews = RemoteMemory.SeenPreviews(unseen: memory.unseen.count, there: there)
  }

  private mutating func fetchPreviews(of missing: [AssetFile]) async throws(SyncFailure) {
    var rest = missing[...]
    while !rest.isEmpty {
      var wanted: [RemoteName: AssetFile] = [:]
      for photo in rest.prefix(Self.portion) {
        if let name = name(of: photo, in: Self.folder) { wanted[name] = photo }
      }
      rest = rest.dropFirst(Self.portion)
      guard !wanted.isEmpty else { continue }
      var kept: Set<AssetFile> = []
      for (name, path) in try await download(Array(wanted.keys)) {
        defer { FileSystem.unlink(path) }
        result.receivedBytes += listing.files[name] ?? 0
        guard let photo = wanted[name], FileSystem.status(of: path)?.size ?? 0 <= Self.largest,
          let bytes = SyncFolder.bytes(path), let preview = sealing.opened(asset: bytes)
        else { continue }
        previewFolder.keep(preview, of: photo)
        kept.insert(photo)
      }
      memory.unseen.removeAll { kept.contains($0) }
      progress(
        Progress(
          .receiving, missing.count - rest.count, of: missing.count, besides: result.receivedBytes))
    }
  }
}
