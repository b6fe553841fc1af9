import DiaryCore

/// Finds out which lines are missing from the logs, and which of those that can't be read had been
/// saved: each line names the one before it of the same device.
struct ChainCheck {
  /// A line that can't be read and has its end.
  private struct Unreadable {
    var finding: StoreIssue
    let isCutOff: Bool
  }

  /// What hangs on a line that hasn't been seen in any log so far.
  private struct Open {
    /// What is said unless it turns up.
    var lost: [StoreIssue] = []
    /// What is said if it does.
    var found: [StoreIssue] = []
  }

  /// Up to where the index goes in each log: to a line's end that was there.
  private let indexed: [String: Int]
  private let noted: [LastLine]
  private var open: [ID<Revision>: Open] = [:]
  // Of the log that is being read.
  private var previous: ID<Revision>?
  private var unreadable: [Unreadable] = []

  init(indexed: [String: Int], noted: [LastLine]) {
    (self.indexed, self.noted) = (indexed, noted)
  }

  /// Begins with another log.
  mutating func begin() {
    previous = nil
    unreadable = []
  }

  /// Takes the next line in that can be read. Returns what is known of those before it by then.
  mutating func take(
    _ line: LogLine, _ sum: ID<Revision>, _ place: StoreIssue, seen: Set<ID<Revision>>
  ) -> [StoreIssue] {
    defer {
      previous = sum
      unreadable = []
    }
    guard let link = ChainLink(of: line.bytes) else {
      return unreadable.map { $0.finding.of($0.isCutOff ? .doubtfulLine : .damagedLine) }
    }
    if link.previous == previous { return unreadable.map { $0.finding.of(.tornLine) } }
    var lost = unreadable.map { $0.finding.of(.damagedLine) }
    guard let before = link.previous else { return lost }
    if lost.isEmpty { lost = [place.of(.missingLine)] }
    for index in lost.indices { lost[index].lostSum = before }
    // Only in front of a log's first line the one before it stands elsewhere.
    let isFirst = previous == nil
    if seen.contains(before) { return found(isFirst) }
    open[before, default: Open()].lost += lost
    open[before, default: Open()].found += found(isFirst)
    return []
  }

  private func found(_ isFirst: Bool) -> [StoreIssue] {
    unreadable.map { $0.finding.of(isFirst ? .tornLine : .damagedLine) }
  }

  /// Takes in that a line is there.
  mutating func see(_ sum: ID<Revision>) -> [StoreIssue] {
    open.removeValue(forKey: sum)?.found ?? []
  }

  /// Takes the next line in that can't be read.
  mutating func takeUnreadable(_ line: LogLine, _ place: StoreIssue) -> [StoreIssue] {
    let isCutOff = LineCheck.isTorn(line.bytes)
    guard line.isTorn else {
      unreadable.append(Unreadable(finding: place, isCutOff: isCutOff))
      return []
    }
    return [place.of(isCutOff && !isIndexed(line) ? .tornLine : .damagedLine)]
  }

  /// Whether a line that lacks nothing but its end is known to have had it.
  func hadEnd(_ line: LogLine, _ sum: ID<Revision>) -> Bool {
    isIndexed(line) || noted.contains { $0.previous == sum }
  }

  /// Whether a line that lacks its end had it when the index was made.
  private func isIndexed(_ line: LogLine) -> Bool {
    indexed[line.place.log].map { line.place.offset < $0 } ?? false
  }

  /// What is left at the end of a log: a line that has its end, and that no other one follows.
  func end() -> [StoreIssue] { unreadable.map { $0.finding.of(.damagedLine) } }

  /// What is missing after all.
  func missing(seen: Set<ID<Revision>>, removed: Set<ID<Revision>>) -> [StoreIssue] {
    var findings: [StoreIssue] = []
    for (sum, open) in open {
      findings += removed.contains(sum) ? open.found : open.lost
    }
    let told = Set(findings.compactMap(\.lostSum))
    for last in noted {
      guard let sum = last.previous, !seen.contains(sum), !removed.contains(sum),
        !told.contains(sum)
      else { continue }
      var finding = StoreIssue(.missingLine, "log/\(last.log)")
      finding.lostSum = sum
      findings.append(finding)
    }
    return findings
  }
}

extension StoreIssue {
  /// The issue at the same line, of another kind.
  func of(_ kind: Kind) -> StoreIssue {
    var finding = StoreIssue(kind, file, line: line, byte: byte)
    if kind != .tornLine, kind != .doubtfulLine { finding.entry = entry }
    return finding
  }
}
