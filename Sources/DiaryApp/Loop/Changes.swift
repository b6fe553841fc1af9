import DiaryCore

extension AppState {
  /// Shows a change that this app made, at once and in place: nothing is read again.
  mutating func changed(_ change: DiaryChange, rank: Int, undo: UndoStep?) {
    apply(change, rank: rank)
    if let undo { undoSteps.append(undo) }
    let title = "“\(change.entry.displayTitle)”"
    switch change.kind {
    case .added:
      list.select(rank)
      toast = "Added \(title)."
    case .updated: toast = "Saved \(title)."
    case .deleted: toast = "Deleted \(title); u brings it back."
    case .restored:
      list.select(rank)
      toast = "Restored \(title)."
    case .purged: break
    }
    if change.kind == .added || change.kind == .updated { layers.removeAll(where: \.isEditor) }
  }

  /// Shows a change that another program made; selection and scroll stay where they are.
  mutating func changedElsewhere(_ change: DiaryChange, rank: Int) {
    apply(change, rank: rank)
    toast = "Elsewhere, “\(change.entry.displayTitle)” was \(change.kind.rawValue)."
  }

  /// Puts a change into every screen that shows the entry.
  mutating func apply(_ change: DiaryChange, rank: Int) {
    let entry = change.entry
    switch change.kind {
    case .added, .restored:
      list.insert(entry, at: rank)
      changeTrash { $0.removeAll { $0.id == entry.id } }
    case .updated:
      list.replace(entry, rank: rank)
      if let found = search?.results.rank(of: entry.id) {
        search?.results.replace(entry, rank: found)
      }
    case .deleted, .purged:
      // A purged entry was in the trash, unless this program hasn't heard of its deletion.
      list.remove(entry.id, rank: change.kind == .deleted ? rank : nil)
      search?.results.remove(entry.id)
      let isPurged = change.kind == .purged
      changeTrash { entries in
        entries.removeAll { $0.id == entry.id }
        if !isPurged { entries.insert(entry, at: 0) }
      }
    }
    let isGone = change.kind == .deleted || change.kind == .purged
    layers = layers.compactMap { layer in
      guard case .reader(var reader) = layer, reader.entry.id == entry.id else { return layer }
      if isGone || change.kind == .restored { return nil }
      reader.entry = entry
      return .reader(reader)
    }
  }
}
