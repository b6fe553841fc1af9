/// A change that was made to one of many entries.
package struct EntryChange: Hashable, Sendable {
  package let before: Entry
  package let after: Entry
}

/// What came of a change to many entries.
package struct BulkChanges: Hashable, Sendable {
  /// In the order asked for; those that were as wanted already aren't among them.
  package var changes: [EntryChange] = []
  /// How many were left as they are because someone else wrote them.
  package var refused = 0
  /// Of how many the text was left as it is because it was changed meanwhile.
  package var keptTexts = 0
  /// What the journals' records that were saved with them said before.
  package var journals: [JournalRecord] = []
}

/// Changes to many entries at once. All of them are saved together, and with them what is decided
/// about journals, or nothing is. Ids that don't exist any more are passed over, and so is what
/// someone else wrote.
extension DiaryService {
  /// Makes the same change to each of the entries; those in the trash are passed over. It replaces
  /// the version shown: others stay beside it.
  package func edit(
    _ ids: [ID<Entry>], _ edit: EntryEdit, journals: [JournalRecord] = []
  ) async throws(DiaryError) -> BulkChanges {
    try await rewrite(ids, journals) { edit.applied(to: $0.fields) }
  }

  /// Gives each of the entries the fields of its patch.
  package func patch(
    _ patches: [ID<Entry>: EntryPatch], journals: [JournalRecord] = []
  ) async throws(DiaryError) -> BulkChanges {
    var keptTexts = 0
    var changes = try await rewrite(patches.keys.sorted(), journals) { entry in
      guard let patch = patches[entry.id] else { return entry.fields }
      if !entry.isTrashed, !patch.fits(entry.fields) { keptTexts += 1 }
      return patch.applied(to: entry.fields)
    }
    changes.keptTexts = keptTexts
    return changes
  }

  /// Moves the entries to the trash; those that are there are passed over. Those that have fields
  /// here get them instead.
  package func delete(
    many ids: [ID<Entry>], rewriting fields: [ID<Entry>: EntryFields] = [:],
    journals: [JournalRecord] = []
  ) async throws(DiaryError) -> BulkChanges {
    try await change(ids, journals, as: .deleted) { $0.trashed(or: fields[$0.id]) }
  }

  /// Takes an import back: the same, but for what someone else wrote too, and so that it can be
  /// imported again.
  package func rollBack(
    imported ids: [ID<Entry>], rewriting fields: [ID<Entry>: EntryFields],
    journals: [JournalRecord] = []
  ) async throws(DiaryError) -> BulkChanges {
    let time = time()
    return try await change(ids, journals, as: .deleted, ofAnyone: true, at: time) { entry in
      entry.trashed(or: fields[entry.id]).map { state in
        var state = state
        state.importTrace = ImportOrigin(.takenBack, modified: time)
        return state
      }
    }
  }

  /// Takes the entries out of the trash, each with every version that it had when it went there;
  /// those that aren't there are passed over. Those that have fields here get them instead.
  /// `ofAnyone` is for taking back that an import was taken back.
  package func restore(
    many ids: [ID<Entry>], rewriting fields: [ID<Entry>: EntryFields] = [:],
    ofAnyone: Bool = false, journals: [JournalRecord] = []
  ) async throws(DiaryError) -> BulkChanges {
    try await change(ids, journals, as: .restored, ofAnyone: ofAnyone) {
      entry async throws(DiaryError) in
      if let fields = fields[entry.id] { return entry.rewritten(fields) }
      return entry.isTrashed ? try await self.restored(entry) : []
    }
  }

  private func rewrite(
    _ ids: [ID<Entry>], _ journals: [JournalRecord], _ fields: (Entry) -> EntryFields
  ) async throws(DiaryError) -> BulkChanges {
    try await change(ids, journals, as: .updated) { $0.rewritten(fields($0)) }
  }

  /// `states` gives the states of an entry that are to be saved, the one to be shown last; none to
  /// leave it as it is.
  private func change(
    _ ids: [ID<Entry>], _ journals: [JournalRecord], as kind: DiaryChange.Kind,
    ofAnyone: Bool = false,
    at time: Timestamp? = nil,
    _ states: (Entry) async throws(DiaryError) -> [Entry]
  ) async throws(DiaryError) -> BulkChanges {
    let owner = try await identity().id
    var result = BulkChanges()
    var before: [ID<Entry>: Entry] = [:]
    var fresh: [Entry] = []
    for entry in try await entries(ids: ids) where before[entry.id] == nil {
      guard ofAnyone || entry.isOwn(of: owner) else {
        result.refused += 1
        continue
      }
      let changed = try await states(entry)
      guard !changed.isEmpty else { continue }
      before[entry.id] = entry
      fresh += changed
    }
    guard !fresh.isEmpty || !journals.isEmpty else { return result }
    result.journals = try await said(ofJournals: journals)
    // Of several states of an entry, the last one tells how it is now.
    var after: [ID<Entry>: Entry] = [:]
    for entry in try await saveAll(
      fresh, at: time ?? self.time(), journals: journals)
    { after[entry.id] = entry }
    for id in ids {
      guard let before = before.removeValue(forKey: id), let after = after[id] else { continue }
      result.changes.append(EntryChange(before: before, after: after))
    }
    publish(
      result.changes.map { change in
        let isMoved = change.before.isTrashed != change.after.isTrashed
        return DiaryChange(isMoved ? kind : .updated, change.after)
      })
    return result
  }
}

extension Entry {
  /// The states to save that move it to the trash, or give it other fields if there are some.
  fileprivate func trashed(or fields: EntryFields?) -> [Entry] {
    if let fields { return rewritten(fields) }
    guard !isTrashed else { return [] }
    var trashed = self
    trashed.isTrashed = true
    return [trashed]
  }

  /// The states to save that give it other fields; none in the trash, or if it has them.
  fileprivate func rewritten(_ fields: EntryFields) -> [Entry] {
    let fields = fields.tidied
    guard !isTrashed, !fields.isExactly(self.fields) else { return [] }
    var changed = self
    changed.fields = fields
    changed.heads = Array(heads.prefix(1))
    return [changed]
  }
}
