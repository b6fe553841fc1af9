import DiaryCore

/// Lines that are going to be added to a log together, each with the clock that it gets.
struct LineBatch {
  private(set) var lines: [RevisionLine.Unlinked] = []
  /// Of the last line.
  private(set) var clock: HybridClock
  private let device: ID<Device>
  private let now: @Sendable () -> Timestamp
  private var records: [(record: DiaryRecord, clock: HybridClock)] = []
  private var entries: [(entry: Entry, clock: HybridClock)] = []

  init(after clock: HybridClock, device: ID<Device>, now: @escaping @Sendable () -> Timestamp) {
    (self.clock, self.device, self.now) = (clock, device, now)
  }

  /// Adds records, which come before entries. Those that were decided at another time keep its clock.
  mutating func add(_ added: [DiaryRecord], decidedAt time: HybridClock? = nil) {
    for record in added {
      if time == nil { clock = clock.next(at: now()) }
      records.append((record, time ?? clock))
      lines.append(RecordLine.encode(record, clock: time ?? clock, device: device))
    }
  }

  mutating func add(_ added: [Entry]) {
    for entry in added {
      clock = clock.next(at: now())
      entries.append((entry, clock))
      lines.append(
        RevisionLine.encode(entry, parents: entry.heads, clock: clock, device: device))
    }
  }

  /// The lines as a log has them, by what became of them there.
  func part(_ added: [AppendedLine]) -> LogPart {
    var part = LogPart()
    part.steps = added.map(\.step)
    for (line, added) in zip(records, added) {
      let record = RecordLine(
        id: added.id, clock: line.clock, device: device, number: added.step.link.number,
        record: line.record)
      if let comment = line.record.comment {
        part.comments.append((comment, CommentPlace(comment, record, at: added.place)))
      } else {
        part.records.append(record)
      }
    }
    for (line, added) in zip(entries, added.dropFirst(records.count)) {
      var saved = line.entry
      saved.heads = [added.id]
      saved.isUnshared = false
      let revision = Revision(
        id: added.id, parents: line.entry.heads, clock: line.clock, device: device, entry: saved)
      part.revisions.append((revision, added.place))
    }
    return part
  }
}
