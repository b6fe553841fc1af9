import DiaryCore

extension EntryTable {
  /// What has happened since an earlier table of the same diary, as far as the two tell. Needs the
  /// trash of both. The entries that went come first, then the others by the time of their save.
  func changes(since old: EntryTable) -> [DiaryChange] {
    var purged: [DiaryChange] = []
    var others: [(clock: HybridClock, change: DiaryChange)] = []
    for id in idsThatMayDiffer(from: old).sorted() {
      let before = old.state(of: id)
      if let after = state(of: id) {
        guard before?.entry.heads != after.entry.heads,
          let change = DiaryChange(from: before?.entry, to: after.entry)
        else { continue }
        others.append((after.clock, change))
      } else if let before {
        purged.append(DiaryChange(.purged, before.entry))
      }
    }
    return purged + others.sorted { $0.clock < $1.clock }.map(\.change)
  }
}

extension DiaryChange {
  /// What makes one state of an entry of another; `nil` for what nobody needs to be told.
  init?(from old: Entry?, to new: Entry) {
    let kind: Kind? =
      switch (old, new.isTrashed) {
      case (nil, false): .added
      case (nil, true): nil
      case (let old?, true): old.isTrashed ? nil : .deleted
      case (let old?, false): old.isTrashed ? .restored : old == new ? nil : .updated
      }
    guard let kind else { return nil }
    self.init(kind, new)
  }
}
