import DiaryCore

/// Makes the index anew from the logs alone. The logs are read twice, so that the memory needed
/// is that of the entries' ids, not of their texts.
struct IndexRebuild {
  let layout: StoreLayout

  private struct Head {
    let id: ID<Revision>
    let clock: HybridClock
    let order: EntryOrder
    let isTrashed: Bool
    let place: LogPlace
  }

  /// Writes the index into a folder, under a temporary name.
  func build(in folder: String) throws(DiaryError) -> FinishedIndex {
    let reader = LogReader(layout: layout)
    var heads: [ID<Entry>: [Head]] = [:]
    var parents: Set<ID<Revision>> = []
    var clock = HybridClock(time: Timestamp(milliseconds: 0))
    var logs: [String: LogPosition] = [:]
    for (name, end) in try reader.logs() {
      var read = 0
      try reader.forEachLine(of: name) { line in
        guard !line.isTorn else { return }
        read = line.place.offset + line.bytes.count + 1
        guard let revision = RevisionLine.decode(line.bytes) else { return }
        parents.formUnion(revision.parents)
        clock = max(clock, revision.clock)
        heads[revision.entry.id, default: []].append(
          Head(
            id: revision.id, clock: revision.clock, order: revision.entry.order,
            isTrashed: revision.entry.isTrashed, place: line.place))
      }
      logs[name] = LogPosition(offset: read, inode: end.inode)
    }

    var current: [(shown: Head, heads: [ID<Revision>])] = []
    var trash: [LogPlace] = []
    for candidates in heads.values {
      let remaining = candidates.filter { !parents.contains($0.id) }
        .sorted { ($1.clock, $1.id) < ($0.clock, $0.id) }
      // The same line in two logs is one revision.
      var seen: Set<ID<Revision>> = []
      let unique = remaining.filter { seen.insert($0.id).inserted }
      guard let shown = unique.first else { continue }
      if shown.isTrashed {
        trash.append(shown.place)
      } else {
        current.append((shown, unique.map(\.id)))
      }
    }
    current.sort { $0.shown.order < $1.shown.order }
    trash.sort { ($0.log, $0.offset) < ($1.log, $1.offset) }

    var writer = try IndexWriter(in: folder)
    var files: [String: MappedFile] = [:]
    for (shown, heads) in current {
      let file: MappedFile
      if let known = files[shown.place.log] {
        file = known
      } else {
        file = try MappedFile(layout.log(shown.place.log))
        files[shown.place.log] = file
      }
      guard let line = file.line(at: shown.place.offset)?.bytes,
        let revision = RevisionLine.decode(line)
      else { continue }
      var state = EntryState(revision, at: shown.place)
      state.entry.heads = heads
      try writer.add(state.entry.id, line: state.indexLine)
    }
    return try writer.finish(clock: clock, logs: logs, trash: trash)
  }
}
