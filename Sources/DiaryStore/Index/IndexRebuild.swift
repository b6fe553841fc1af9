import DiaryCore
import DiaryKeys
import System

/// Makes the index anew from the logs alone. The logs are read twice, so that the memory needed
/// is that of the entries' ids, not of their texts.
struct IndexRebuild {
  let layout: StoreLayout
  let horizon: ClockHorizon
  /// See `DiaryRecords.own`.
  var own: @Sendable () -> JudgingMachine? = { nil }

  /// Writes the index into a folder, under a temporary name. `limits` are the bytes of each log that
  /// it is made from, if not from all.
  func build(
    in folder: String, upTo limits: [String: Int]? = nil
  ) throws(DiaryError) -> FinishedIndex {
    let scan = try LogScan(layout: layout, horizon: horizon, upTo: limits, own: own())
    var writer = try IndexWriter(
      in: folder, of: layout, listing: scan.records.lockedJournals)
    var lines = LineSource(layout: layout)
    for current in scan.current {
      guard let state = try lines.state(of: current) else { continue }
      try writer.add(state.entry.id, line: state.indexLine, state.entry.indexTraits)
    }
    return try writer.finish(
      clocks: scan.clocks, logs: scan.logs, trash: scan.trash, comments: scan.comments,
      records: scan.records, runs: scan.runs)
  }

  /// The index that was made when the logs went so far; its file has no name. `nil` when they have
  /// changed since, or nothing can be written.
  func again(upTo logs: [String: LogPosition]) -> IndexFile? {
    guard LogReader(layout: layout).areUnchanged(logs) else { return nil }
    for folder in [layout.root, FileSystem.temporaryFolder] {
      do throws(DiaryError) {
        return try build(in: folder, upTo: logs.mapValues(\.offset)).map()
      } catch { continue }
    }
    return nil
  }
}

/// A new index with everything that was known at one moment: the old one's lines are copied, not
/// read.
struct IndexRewrite: Sendable {
  let layout: StoreLayout
  let table: EntryTable
  let comments: CommentTable
  let clocks: SeenClocks
  let logs: [String: LogPosition]
  let records: DiaryRecords
  let runs: DeviceRuns

  /// Writes it, under a temporary name, and makes it durable. This takes as long as copying the
  /// index does, and whoever called may do other things meanwhile.
  func write() async throws(DiaryError) -> FinishedIndex {
    var writer = try IndexWriter(
      in: layout.root, of: layout, listing: records.lockedJournals)
    try table.write(to: &writer)
    let finished = try writer.finish(
      clocks: clocks, logs: logs, trash: table.trashed, comments: comments.all,
      records: records, runs: runs)
    try finished.sync()
    return finished
  }
}
