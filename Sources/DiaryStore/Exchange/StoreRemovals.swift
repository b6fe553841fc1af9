import DiaryCore

/// What devices have removed for good, as their logs here tell.
struct StoreRemovals {
  private(set) var records: [RemovalRecord] = []
  private var purges: [ID<Entry>: [RemovalRecord]] = [:]
  /// The sums of lines that are gone, each with that of the last one before it that is known to have been
  /// there.
  private(set) var gaps: [ID<Revision>: ID<Revision>?] = [:]
  /// Those of them of which nobody knows what else stood between.
  private var vague: Set<ID<Revision>> = []
  /// The sums of the lines before them: whoever removed them for good says that those were there, even
  /// where the signature went with what followed.
  private(set) var vouched: Set<ID<Revision>> = []
  private let branches: DeviceBranches

  init(_ records: [RemovalRecord], _ branches: DeviceBranches) {
    self.branches = branches
    for record in records { add(record) }
  }

  /// - Parameters:
  ///   - records: say what somebody may remove.
  ///   - arrived: lines that came from elsewhere.
  init(
    _ reader: LogReader, _ records: DiaryRecords, with arrived: [ArrivedLines] = []
  ) throws(DiaryError) {
    branches = DeviceBranches(reader.layout, arrived)
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
      if gap.between == nil, gaps[gap.last] == nil { vague.insert(gap.last) }
      for (line, before) in gap.steps where gap.between != nil || gaps[line] == nil {
        gaps[line] = .some(before)
        if gap.between != nil { vague.remove(line) }
      }
      if let before = gap.before { vouched.insert(before) }
    }
  }

  /// Whether a line of an entry was removed. What was written by somebody who didn't know of that yet
  /// wasn't, and neither was what whoever removed it didn't know.
  ///
  /// - Parameter number: 0 for a line of version 0.1.0.
  func isGone(
    _ entry: ID<Entry>?, _ device: ID<Device>, number: Int, sum: @autoclosure () -> ID<Revision>?
  ) -> Bool {
    guard let entry, let purges = purges[entry] else { return false }
    return purges.contains { purge in
      guard let last = purge.seen[device], number <= last else { return false }
      guard number > 0, let tips = purge.tips[device], !tips.isEmpty, let sum = sum() else {
        return true
      }
      return branches.isOne(
        sum, number, upTo: tips, numbered: last, of: device, over: gaps, vague)
    }
  }
}
