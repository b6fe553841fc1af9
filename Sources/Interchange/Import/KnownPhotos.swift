import Crypto
import DiaryCore
import Glibc

/// The photos that stand in entries of a diary, those in the trash too, by which an import knows
/// what it needn't bring again.
struct KnownPhotos: Sendable {
  /// What is seen of a photo without reading all of it.
  private struct Look: Hashable {
    /// When it was taken, else its name.
    let label: String
    let width: Int?
    let height: Int?
  }

  private(set) var assets: Set<AssetID> = []
  /// Those that entries outside the trash have.
  private var current: Set<AssetID> = []
  private var looks: Set<Look> = []

  init(of service: DiaryService) async throws(DiaryError) {
    for await entries in try await service.batches(EntryQuery(.withPhotos)) {
      for entry in entries { note(entry) }
    }
    current = assets
    for entry in try await service.trash() { note(entry) }
  }

  private mutating func note(_ entry: Entry) {
    for photo in entry.photos {
      assets.insert(photo.asset)
      looks.insert(
        Look(label: photo.taken ?? photo.name, width: photo.width, height: photo.height))
    }
  }

  mutating func insert(_ asset: AssetID) { assets.insert(asset) }

  /// Whether only entries in the trash have it.
  func isInTrash(_ asset: AssetID) -> Bool { assets.contains(asset) && !current.contains(asset) }

  /// The one of them that a file's bytes are; `nil` if they are none. Only those are read that look
  /// like one: another copy of them is known when it is stored.
  func asset(like path: String, _ facts: PhotoFacts) -> AssetID? {
    let name = String(path.split(separator: "/").last ?? "")
    guard
      looks.contains(
        Look(label: facts.taken ?? name, width: facts.width, height: facts.height)),
      let asset = Self.asset(ofFileAt: path), assets.contains(asset)
    else { return nil }
    return asset
  }

  private static let pieceSize = 1 << 20

  /// The name that a file's bytes would have in the diary; `nil` when they can't be read.
  private static func asset(ofFileAt path: String) -> AssetID? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var hash = SHA256()
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: pieceSize, alignment: 16)
    defer { buffer.deallocate() }
    while !Task.isCancelled {
      let count = read(descriptor, buffer.baseAddress, pieceSize)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return nil }
      if count == 0 { return AssetID(digest: hash.finalize()) }
      hash.update(bufferPointer: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }
    return nil
  }
}
