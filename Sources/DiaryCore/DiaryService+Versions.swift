/// A state of an entry that stood beside others.
package struct EntryVersion: Hashable, Sendable {
  package var revision: ID<Revision>
  package var fields: EntryFields
  /// Whether it says that the entry was deleted.
  package var isDeletion: Bool

  package init(revision: ID<Revision>, fields: EntryFields, isDeletion: Bool) {
    self.revision = revision
    self.fields = fields
    self.isDeletion = isDeletion
  }

  package init(_ revision: Revision) {
    self.init(
      revision: revision.id, fields: revision.entry.fields, isDeletion: revision.entry.isTrashed)
  }
}

extension DiaryService {
  /// Brings versions of an entry back that were made one, all in one save: they stand in the place
  /// of `base`, the first of them shown. If the entry says already what the last one does, that isn't
  /// saved anew, and the others come beside it. Returns the revisions that they are now.
  package func bringBack(
    _ versions: [EntryVersion], of id: ID<Entry>, inPlaceOf base: [ID<Revision>]
  ) async throws(DiaryError) -> (entry: Entry, revisions: [ID<Revision>]) {
    let entry = try await editable(id)
    guard !entry.isTrashed else { throw .inTrash(title: entry.displayTitle) }
    var revisions = versions.map(\.revision)
    // The last one saved is the one shown, so that only the last of them may be there already.
    var kept: Int?
    if let last = versions.last, let shown = entry.heads.first, base == [shown], !last.isDeletion,
      last.fields.isExactly(entry.fields)
    {
      kept = versions.count - 1
      revisions[versions.count - 1] = shown
    }
    let places = versions.indices.reversed().filter { $0 != kept }
    let saved = try await saveAll(
      places.map { index in
        var state = entry
        state.fields = versions[index].fields
        state.isTrashed = versions[index].isDeletion
        state.heads = kept == nil ? base : [versions[index].revision]
        return state
      }, at: time())
    guard let last = saved.last else { return (entry, revisions) }
    var known = Set(entry.heads)
    for (index, state) in zip(places, saved) {
      guard let new = state.heads.first(where: { !known.contains($0) }) else { continue }
      revisions[index] = new
      known.insert(new)
    }
    publish([DiaryChange(.updated, last)])
    return (last, revisions)
  }
}
