import DiaryCore

extension EntryTable {
  /// How many current entries name each journal. Of the index's lines nothing is read but that name.
  func journalCounts() -> [String: Int] {
    var counts: [String: Int] = [:]
    var hidden = hidden[...]
    if let base {
      for (file, ranks) in base.file.inParts {
        for rank in ranks {
          if hidden.first == rank {
            hidden = hidden.dropFirst()
            continue
          }
          if let name = file.journal(rank) { counts[name, default: 0] += 1 }
        }
      }
    }
    for state in changed.values where !state.entry.isTrashed {
      counts[state.entry.journal, default: 0] += 1
    }
    return counts
  }
}
