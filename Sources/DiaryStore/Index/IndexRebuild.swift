import DiaryCore

/// Makes the index anew from the logs alone. The logs are read twice, so that the memory needed
/// is that of the entries' ids, not of their texts.
struct IndexRebuild {
  let layout: StoreLayout

  /// Writes the index into a folder, under a temporary name.
  func build(in folder: String) throws(DiaryError) -> FinishedIndex {
    let scan = try LogScan(layout: layout)
    var writer = try IndexWriter(in: folder)
    var lines = LineSource(layout: layout)
    for current in scan.current {
      guard let state = try lines.state(of: current) else { continue }
      try writer.add(state.entry.id, line: state.indexLine, state.entry.indexTraits)
    }
    return try writer.finish(clock: scan.clock, logs: scan.logs, trash: scan.trash)
  }
}
