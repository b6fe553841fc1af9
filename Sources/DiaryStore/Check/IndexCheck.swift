import DiaryCore
import System

/// Checks that the index says what the logs say, up to the bytes that it was made from.
struct IndexCheck {
  let layout: StoreLayout
  /// Every revision that the logs have.
  let revisions: Set<ID<Revision>>

  /// In entries, after which the memory of lines that were compared is given back.
  private static let span = 4096

  private var name: String { Path.name(layout.index) }

  func run(_ report: (StoreIssue) -> Void) throws(DiaryError) {
    for name in try FileSystem.names(in: layout.quarantine) where name.hasPrefix("index.") {
      let path = Path.join(layout.quarantine, name)
      guard let file = try? layout.mapSetAside(path), let index = IndexFile(file) else { continue }
      reportLost(index) { finding in
        report(StoreIssue(.lostText, "set-aside/\(name)", entry: finding.entry))
      }
    }
    // It can be made again at any time, so a missing one is no fault.
    guard FileSystem.status(of: layout.index) != nil else { return }
    let file = try? layout.map(layout.index)
    // The next program that opens the diary makes another of it.
    if let file, IndexFile.isEarlier(file) { return }
    guard let index = file.flatMap({ IndexFile($0) }) else {
      report(StoreIssue(.unreadableIndex, name))
      return
    }
    guard LogReader(layout: layout).areUnchanged(index.logs) else {
      reportLost(index, report)
      return
    }
    // This machine's clock was put right: the next program that opens the diary makes another of it.
    guard index.clocks.areBelievedAlike(ClockHorizon()) else { return }
    guard let scan = try compared(index, report) else { return }
    if Set(scan.trash) != Set(index.trash) || scan.comments != index.comments
      || scan.clocks.latest > index.clocks.latest || !index.bytes.isSound
    {
      report(StoreIssue(.wrongIndex, name))
    }
  }

  /// Reports what the index knows and the logs have lost, and nothing else.
  func reportLosses(_ report: (StoreIssue) -> Void) throws(DiaryError) {
    guard let file = try? layout.map(layout.index), let index = IndexFile(file),
      !LogReader(layout: layout).areUnchanged(index.logs)
    else { return }
    reportLost(index, report)
  }

  /// Logs that no longer begin with what the index was made from are no fault in themselves:
  /// another device that emptied its trash has sent its new ones. But what was current then must
  /// still be there, as it was or replaced.
  private func reportLost(_ index: IndexFile, _ report: (StoreIssue) -> Void) {
    for rank in 0..<index.count {
      guard let state = index.state(rank), let head = state.entry.heads.first,
        !revisions.contains(head)
      else { continue }
      report(StoreIssue(.shortLog, "log/\(state.place.log)", entry: state.entry.id))
    }
  }

  /// Goes through the entries of both. `nil` when they differ, which has been reported.
  private func compared(
    _ index: IndexFile, _ report: (StoreIssue) -> Void
  ) throws(DiaryError) -> LogScan? {
    let scan = try LogScan(
      layout: layout, horizon: ClockHorizon(), upTo: index.logs.mapValues(\.offset),
      own: index.records.own)
    guard scan.current.count == index.count else {
      report(StoreIssue(.wrongIndex, name))
      return nil
    }
    var lines = LineSource(layout: layout)
    var pinned: [Int] = []
    for (rank, current) in scan.current.enumerated() {
      if rank % Self.span == 0 {
        // All bytes of logs and index would be in memory in the end.
        lines = LineSource(layout: layout)
        index.bytes.release()
      }
      guard let state = try lines.state(of: current), let line = index.line(rank),
        line.elementsEqual(state.indexLine), index.rank(of: state.entry.id) == rank
      else {
        report(StoreIssue(.wrongIndex, name, line: rank + 2, entry: current.entry))
        return nil
      }
      if state.entry.details.isPinned { pinned.append(rank) }
    }
    guard pinned == index.ranks(of: .pinned), scan.records == index.records,
      scan.runs == index.runs
    else {
      report(StoreIssue(.wrongIndex, name))
      return nil
    }
    return scan
  }
}
