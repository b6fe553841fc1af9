import System

// Photos and attachments of several diaries: what is added goes into the first, and into another with the
// entry that is saved there.
extension CombinedRepository {
  package func storeAsset(
    from path: String, type: MediaType
  ) async throws(DiaryError) -> (asset: AssetID, size: Int, wasThere: Bool) {
    try await home.storeAsset(from: path, type: type)
  }

  package func assetBatch() async throws(DiaryError) -> any AssetBatch {
    try await home.assetBatch()
  }

  package nonisolated func asset(ofFileAt path: String) async throws(DiaryError) -> AssetID {
    try await home.asset(ofFileAt: path)
  }

  package nonisolated func path(of file: AssetFile) -> String {
    (holder(of: file)?.repository ?? home).path(of: file)
  }

  package nonisolated func shownPath(of file: AssetFile) -> String {
    if let holder = holder(of: file) { return holder.repository.shownPath(of: file) }
    let previews = parts.lazy.map { $0.repository.shownPath(of: file) }
    return previews.first(where: Self.exists) ?? home.shownPath(of: file)
  }

  package nonisolated var assetOpener: any AssetOpener {
    CombinedAssetOpener(openers: parts.map(\.repository.assetOpener))
  }

  /// The first diary that has a file's bytes here.
  private nonisolated func holder(of file: AssetFile) -> Part? {
    parts.first { Self.exists($0.repository.path(of: file)) }
  }

  private nonisolated static func exists(_ path: String) -> Bool {
    FileSystem<SystemError>.exists(path)
  }

  /// Keeps in a diary what an entry there needs and another one has. What none has may be on another
  /// machine: whether it is missing is for the diary to say.
  func bring(_ files: [AssetFile], to part: Part) async throws(DiaryError) {
    for file in files where !Self.exists(part.repository.path(of: file)) {
      guard let holder = holder(of: file) else { continue }
      let path = holder.repository.path(of: file)
      let opener = holder.repository.assetOpener
      guard opener.opensSealed(path) else {
        _ = try await part.repository.storeAsset(from: path, type: file.type)
        continue
      }
      guard let clear = try? opener.open(path) else { throw .photo(path: path, .unreadable) }
      defer { clear.close() }
      _ = try await part.repository.storeAsset(
        from: "/proc/self/fd/\(clear.number)", type: file.type)
    }
  }
}

/// Opens the files of several diaries, each by the one that it is of.
private struct CombinedAssetOpener: AssetOpener {
  let openers: [any AssetOpener]

  func opensSealed(_ path: String) -> Bool { openers.contains { $0.opensSealed(path) } }

  func open(_ path: String) throws(ErrorNumber) -> Descriptor { try opener(of: path).open(path) }

  func read<Failure>(
    _ path: String, _ take: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    try opener(of: path).read(path, take)
  }

  private func opener(of path: String) -> any AssetOpener {
    openers.first { $0.opensSealed(path) } ?? PlainAssetOpener()
  }
}
