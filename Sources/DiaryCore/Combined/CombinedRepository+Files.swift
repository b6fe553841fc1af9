import System

// Photos and attachments of several diaries. New files are stored in the first diary and copied to
// another one when an entry that references them is saved there. Then they are removed from the
// first, unless an entry there references them.
extension CombinedRepository {
  package func storeAsset(
    from path: String, type: MediaType
  ) async throws -> (asset: AssetID, size: Int, existed: Bool) {
    let stored = try await home.storeAsset(from: path, type: type)
    if !stored.existed { unreferenced.insert(AssetFile(asset: stored.asset, type: type)) }
    return stored
  }

  /// Removes files from the first diary that were added for entries saved in other diaries.
  func removeMovedFiles(of entries: [Entry], at places: [Int]) {
    guard !unreferenced.isEmpty else { return }
    var unused: Set<AssetFile> = []
    for (entry, place) in zip(entries, places) {
      let added = unreferenced.intersection(entry.files)
      unreferenced.subtract(added)
      if place == 0 { unused.subtract(added) } else { unused.formUnion(added) }
    }
    guard !unused.isEmpty else { return }
    let (home, earlier) = (home, removing)
    removing = Task { [unused] in
      await earlier?.value
      // Remaining files do no harm, and a repair removes them.
      try? await home.removeUnused(unused)
    }
  }

  package func assetBatch() async throws -> any AssetBatch {
    try await home.assetBatch()
  }

  package nonisolated func asset(ofFileAt path: String) async throws -> AssetID {
    try await home.asset(ofFileAt: path)
  }

  package nonisolated func path(of file: AssetFile) -> String {
    (holder(of: file)?.repository ?? home).path(of: file)
  }

  package nonisolated func displayPath(of file: AssetFile) -> String {
    if let holder = holder(of: file) { return holder.repository.displayPath(of: file) }
    let previews = parts.lazy.map { $0.repository.displayPath(of: file) }
    return previews.first(where: Self.exists) ?? home.displayPath(of: file)
  }

  package nonisolated var assetOpener: any AssetOpener {
    CombinedAssetOpener(openers: parts.map(\.repository.assetOpener))
  }

  /// Returns the first diary that has a file on this device.
  private nonisolated func holder(of file: AssetFile) -> Part? {
    parts.first { Self.exists($0.repository.path(of: file)) }
  }

  private nonisolated static func exists(_ path: String) -> Bool {
    FileSystem.exists(path)
  }

  /// Copies files that an entry needs to its diary, if another diary has them. Files that no diary
  /// has may be on another device, so they are skipped.
  func copy(_ files: [AssetFile], to part: Part) async throws {
    for file in files where !Self.exists(part.repository.path(of: file)) {
      guard let holder = holder(of: file) else { continue }
      try await part.repository.copyAsset(file, from: holder.repository)
    }
  }
}

extension DiaryRepository {
  /// Copies a file from another diary on this device.
  ///
  /// - Throws: `DiaryError.photo` if the file can't be read; an error if it can't be
  ///   stored.
  package func copyAsset(_ file: AssetFile, from other: any DiaryRepository) async throws {
    let path = other.path(of: file)
    let opener = other.assetOpener
    guard opener.isEncrypted(path) else {
      _ = try await storeAsset(from: path, type: file.type)
      return
    }
    guard let clear = try? opener.open(path) else {
      throw DiaryError.photo(path: path, .unreadable)
    }
    defer { clear.close() }
    _ = try await storeAsset(from: clear.path, type: file.type)
  }
}

/// Opens the files of several diaries, each with the opener of its diary.
private struct CombinedAssetOpener: AssetOpener {
  let openers: [any AssetOpener]

  func isEncrypted(_ path: String) -> Bool { openers.contains { $0.isEncrypted(path) } }

  func open(_ path: String) throws(ErrorNumber) -> Descriptor { try opener(of: path).open(path) }

  func read<Failure>(
    _ path: String, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    try opener(of: path).read(path, body)
  }

  func withFile<Result>(
    _ path: String, _ body: (_ size: Int, _ bytes: (Range<Int>) -> [UInt8]?) -> Result
  ) -> Result? {
    opener(of: path).withFile(path, body)
  }

  private func opener(of path: String) -> any AssetOpener {
    openers.first { $0.isEncrypted(path) } ?? PlainAssetOpener()
  }
}
