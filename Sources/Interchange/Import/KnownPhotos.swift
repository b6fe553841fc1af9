import DiaryCore

/// The photos and attachments that stand in entries of a diary, those in the trash too, by which an import
/// knows what it needn't bring again.
struct KnownPhotos: Sendable {
  /// What is seen of a photo without reading all of it.
  private struct Signature: Hashable {
    /// When it was taken, else its name.
    let label: String
    let width: Int?
    let height: Int?
  }

  private(set) var assets: Set<AssetID> = []
  /// Those that entries outside the trash have.
  private var current: Set<AssetID> = []
  private var signatures: Set<Signature> = []
  /// Of attachments, in bytes.
  private var sizes: Set<Int> = []
  /// Whether some attachment's size isn't known.
  private var hasUnknownSize = false

  init(of service: DiaryService) async throws(DiaryError) {
    var query = EntryQuery(.withFiles)
    query.includesHidden = true
    for await entries in try await service.batches(query) {
      for entry in entries { record(entry) }
    }
    current = assets
    for entry in try await service.trash() { record(entry) }
  }

  private mutating func record(_ entry: Entry) {
    for photo in entry.photos {
      assets.insert(photo.asset)
      signatures.insert(
        Signature(label: photo.taken ?? photo.name, width: photo.width, height: photo.height))
    }
    for attachment in entry.attachments {
      assets.insert(attachment.asset)
      if let size = attachment.size { sizes.insert(size) } else { hasUnknownSize = true }
    }
  }

  mutating func insert(_ asset: AssetID) { assets.insert(asset) }

  /// Whether only entries in the trash have it.
  func isInTrash(_ asset: AssetID) -> Bool { assets.contains(asset) && !current.contains(asset) }

  /// The attachment that a file's bytes are; `nil` if they are none. Only one as large as some is read.
  func attachment(at path: String, size: Int, in service: DiaryService) async -> AssetID? {
    guard hasUnknownSize || sizes.contains(size),
      let asset = try? await service.asset(ofFileAt: path), assets.contains(asset)
    else { return nil }
    return asset
  }

  /// The one of them that a file's bytes are; `nil` if they are none. Only those are read that look
  /// like one: another copy of them is known when it is stored.
  func asset(
    like photo: FoundPhoto, _ facts: PhotoFacts, in service: DiaryService
  ) async -> AssetID? {
    // One that its bytes don't date may have come with the date of a file beside it, or of its name, or
    // without.
    let labels =
      facts.taken.map { [$0] }
      ?? [photo.name, photo.date.description, NameDate.ofMedia(named: photo.name)?.taken]
      .compactMap(\.self)
    let isLike = labels.contains { label in
      signatures.contains(Signature(label: label, width: facts.width, height: facts.height))
    }
    guard isLike, let asset = try? await service.asset(ofFileAt: photo.path), assets.contains(asset)
    else { return nil }
    return asset
  }
}
