/// Files on their way into a diary together: read and checked one by one, and among its assets all at
/// once, or not at all.
package protocol AssetBatch: Sendable {
  /// Takes a file's bytes in, and tells whether the diary has them already. Several may be added at
  /// the same time. `isOwn`: nobody else has a hand on the file, and it needn't be copied. Throws
  /// `photo` when it can't be read.
  func add(
    from path: String, type: MediaType, isOwn: Bool
  ) async throws(DiaryError) -> (asset: AssetID, size: Int, wasThere: Bool)

  /// Keeps those of the files that are wanted. When this returns, they survive a power cut; when it
  /// throws, none is kept.
  func keep(_ wanted: Set<AssetID>) async throws(DiaryError)

  /// Takes everything back that this batch brought, unless somebody else wants it by now.
  func discard() async
}

/// Entries on their way into a diary, given in parts, so that memory needn't hold all of them.
package protocol EntrySource: Sendable {
  /// The next ones, `nil` at the end.
  func next() throws(DiaryError) -> [Entry]?
}

/// A state of an entry that was saved.
package struct SavedState: Hashable, Sendable {
  package let entry: ID<Entry>
  package let revision: ID<Revision>

  package init(entry: ID<Entry>, revision: ID<Revision>) {
    self.entry = entry
    self.revision = revision
  }

  /// The one that is shown of an entry that was saved just now.
  package init?(_ entry: Entry) {
    guard let revision = entry.heads.first else { return nil }
    self.init(entry: entry.id, revision: revision)
  }
}

extension DiaryRepository {
  /// Saves them as if they had come together.
  package func save(all source: any EntrySource) async throws(DiaryError) -> [SavedState]? {
    var entries: [Entry] = []
    var fresh: Set<ID<Entry>> = []
    while let part = try source.next() {
      if Task.isCancelled { return nil }
      let known = Set(try await self.entries(ids: part.map(\.id)).map(\.id))
      entries += part.filter { entry in
        !entry.heads.isEmpty || !known.contains(entry.id) && fresh.insert(entry.id).inserted
      }
    }
    return try await save(entries).compactMap(SavedState.init)
  }
}
