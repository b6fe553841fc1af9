import DiaryCore

// What imports need: many files and entries at once, and memory for few of them.
extension DiskRepository {
  package func assetBatch() async throws(DiaryError) -> any AssetBatch {
    _ = try await owner()
    _ = try owned([])
    try makeStore()
    return AssetStaging(layout: layout)
  }

  /// Their lines go to the log as they come, and are synced once. The index is made of the old one's
  /// lines and theirs. When this throws or the task is cancelled, the log is as it was.
  package func save(all source: any EntrySource) async throws(DiaryError) -> [SavedState]? {
    _ = try await owner()
    try makeStore()
    let lock = try await storeLock()
    try catchUp()
    let known = follower.known
    let signer = try deviceLog.signer(known)
    var opening = deviceLog.batch(signer, after: follower.clock)
    opening.add(try deviceLog.openingRecords(signer, follower.records))
    if signer.diary == nil { try add([], to: &opening) }
    let device = signer.device
    var clock = opening.clock
    var log = try deviceLog.appending(signer, known, isMany: true)
    let begun = opening.part(try log.add(opening.lines, isLast: false))
    var spool = IndexSpool(of: layout)
    var saved: [SavedState] = []
    var fresh: Set<ID<Entry>> = []
    // The last one waits for more, for it is written as the end of all.
    var accepted: [(entry: Entry, clock: HybridClock)] = []
    var isAtEnd = false
    while !isAtEnd {
      let entries = try source.next()
      isAtEnd = entries == nil
      if Task.isCancelled { return nil }
      for entry in try owned(entries ?? []) {
        // Someone else may have brought it meanwhile.
        if entry.heads.isEmpty {
          guard fresh.insert(entry.id).inserted, try follower.state(of: entry.id) == nil else {
            continue
          }
        }
        try requireAssets(of: entry)
        clock = clock.next(at: now())
        accepted.append((entry, clock))
      }
      let part = Array(isAtEnd ? accepted[...] : accepted.dropLast())
      guard !part.isEmpty else { continue }
      accepted.removeFirst(part.count)
      let lines = parallelMap(part) { entry, clock in
        RevisionLine.encode(entry, parents: entry.heads, clock: clock, device: device)
      }
      var states: [EntryState] = []
      for ((entry, clock), line) in zip(part, try log.add(lines, isLast: isAtEnd)) {
        var state = EntryState(entry: entry, clock: clock, place: line.place)
        state.entry.heads = [line.id]
        states.append(state)
        saved.append(SavedState(entry: entry.id, revision: line.id))
      }
      try spool.add(states)
    }
    if saved.isEmpty { return [] }
    let (name, start, end, tip) = (log.name, log.start, log.end, log.tip)
    try deviceLog.commit(&log, of: signer, entries: known.entries + fresh.count)
    if signer.diary == nil { JournalFolder(layout: layout).remove() }
    _ = consume lock
    do throws(DiaryError) {
      try follower.take(
        spool, from: start, to: end, of: name, clock: clock, begun.records, upTo: tip)
    } catch {
      // They are saved all the same; what the table lacks is read again.
      follower.forget()
    }
    return saved
  }
}
