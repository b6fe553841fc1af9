import DiaryCore

extension EntryTable {
  /// How many current entries name each journal. Of the index's lines nothing is read but that name.
  func journalCounts() -> [String: Int] {
    var counts: [String: Int] = [:]
    var hidden = hiddenRanks[...]
    for rank in 0..<(baseFile?.count ?? 0) {
      if hidden.first == rank {
        hidden = hidden.dropFirst()
        continue
      }
      if let name = baseFile?.journal(rank) { counts[name, default: 0] += 1 }
    }
    for state in changed.values where !state.entry.isTrashed {
      counts[state.entry.journal, default: 0] += 1
    }
    return counts
  }
}

extension IndexFile {
  /// The journal of the entry at a rank.
  fileprivate func journal(_ rank: Int) -> String? {
    defer { withExtendedLifetime(bytes) {} }
    guard let line = line(rank),
      let start = line.range(of: LineTexts.journalOpening, from: 0)?.upperBound
    else { return state(rank)?.entry.journal }
    guard let end = line[start...].firstIndex(of: UInt8(ascii: "\"")) else { return nil }
    let name = line[start..<end]
    // What is escaped in it has to be read as JSON.
    guard !name.contains(UInt8(ascii: "\\")) else { return state(rank)?.entry.journal }
    return String(decoding: name, as: UTF8.self)
  }
}
