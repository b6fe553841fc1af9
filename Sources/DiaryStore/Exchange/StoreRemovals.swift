import DiaryCore

/// What devices have removed for good, as their logs here tell.
struct StoreRemovals {
  private(set) var records: [RemovalRecord] = []
  private var purges: [ID<Entry>: [RemovalRecord]] = [:]
  /// The sums of lines that are gone, each the last of some, with that of the line before them.
  private(set) var gaps: [ID<Revision>: ID<Revision>?] = [:]
  /// The sums of the lines before them: whoever removed them for good says that those were there, even
  /// where the signature went with what followed.
  private(set) var vouched: Set<ID<Revision>> = []

  init(_ records: [RemovalRecord]) {
    for record in records { add(record) }
  }

  /// - Parameter records: say what somebody may remove.
  init(_ reader: LogReader, _ records: DiaryRecords) throws(DiaryError) {
    for (name, _) in try reader.logs() {
      try reader.forEachLine(of: name) { line in
        guard RecordLine.isOne(line.bytes), let removal = RecordLine(line.bytes)?.removal(records)
        else { return }
        add(removal)
      }
    }
  }

  mutating func add(_ removal: RemovalRecord) {
    records.append(removal)
    for entry in removal.entries { purges[entry, default: []].append(removal) }
    for gap in removal.gaps {
      gaps[gap.last] = .some(gap.before)
      if let before = gap.before { vouched.insert(before) }
    }
  }

  /// Whether a line of an entry was removed. What was written by somebody who didn't know of that yet
  /// wasn't.
  func isGone(_ entry: ID<Entry>?, _ device: ID<Device>, number: Int) -> Bool {
    guard let entry, let purges = purges[entry] else { return false }
    return purges.contains { number <= $0.seen[device] ?? -1 }
  }
}
