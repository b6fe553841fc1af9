import DiaryCore

/// A new index with everything that was known at one moment: the old one's lines are copied, not
/// read.
struct IndexRewrite: Sendable {
  let layout: StoreLayout
  let table: EntryTable
  let clock: HybridClock
  let logs: [String: LogPosition]

  /// Writes it, under a temporary name, and makes it durable. This takes as long as copying the
  /// index does, and whoever called may do other things meanwhile.
  func write() async throws(DiaryError) -> FinishedIndex {
    var writer = try IndexWriter(in: layout.root)
    try table.write(to: &writer)
    let finished = try writer.finish(clock: clock, logs: logs, trash: table.trashed)
    try finished.sync()
    return finished
  }
}
