import DiaryCore
import DiaryKeys

/// What the logs say at a glance: which revision of each entry is shown, in order, and where its
/// line is. The memory needed is that of the entries' ids, not of their texts.
struct LogScan {
  /// An entry that isn't in the trash.
  struct Current {
    let entry: ID<Entry>
    /// The line of the revision shown.
    let place: LineLocation
    /// The revision shown, then the others, the latest first.
    let heads: [ID<Revision>]
    /// See `HeadOrder`.
    let laterCount: Int
    /// See `Entry.isUnshared`.
    let isUnshared: Bool
    fileprivate let order: EntrySortKey
  }

  /// Oldest first.
  private(set) var current: [Current] = []
  private(set) var trash: [TrashedEntry] = []
  private(set) var comments: [CommentPlace] = []
  private(set) var records = DiaryRecords()
  private(set) var runs = DeviceRuns()
  private(set) var clocks = SeenClocks()
  /// Up to where each log was read.
  private(set) var logs: [String: LogPosition] = [:]

  private struct Head {
    let id: ID<Revision>
    let clock: HybridClock
    let order: EntrySortKey
    let isTrashed: Bool
    let isUnshared: Bool
    let place: LineLocation
  }

  /// Reads every log, or of each the bytes up to a limit, and none that has no limit then.
  ///
  /// - Parameter own: see `DiaryRecords.own`.
  init(
    layout: StoreLayout, horizon: ClockHorizon, upTo limits: [String: Int]? = nil,
    own: @autoclosure () -> JudgingMachine? = nil
  ) throws(DiaryError) {
    try read(layout, horizon, upTo: limits)
    // Which lines count is known once all are.
    guard records.isJudging else { return }
    self = LogScan(records: records.judging)
    records.own = own()
    try read(layout, horizon, upTo: limits)
  }

  private init(records: DiaryRecords) { self.records = records }

  private mutating func read(
    _ layout: StoreLayout, _ horizon: ClockHorizon, upTo limits: [String: Int]?
  ) throws(DiaryError) {
    let reader = LogReader(layout: layout)
    var heads: [ID<Entry>: [Head]] = [:]
    var parents: Set<ID<Revision>> = []
    var comments: [CommentPlace.Subject: CommentPlace] = [:]
    var scans: [ID<Device>: RunScan] = [:]
    var removals = StoreRemovals([], in: layout)
    for (name, _) in try reader.logs() {
      let limit = limits.map { $0[name] ?? 0 } ?? .max
      guard limit > 0 else { continue }
      let folder = StoreLayout.device(ofLog: name)
      var read = 0
      let file = try reader.forEachLine(of: name) { line in
        guard !line.isTorn, line.place.offset < limit else { return }
        read = line.place.offset + line.bytes.count + 1
        let found = RecordLine(line.bytes)
        let revision = found == nil ? RevisionLine.decode(line.bytes) : nil
        if let folder,
          let step = ChainStep(of: line.bytes, in: folder, found?.id ?? revision?.id)
        {
          scans[folder, default: RunScan()].add(step.sum, step.link)
        }
        if let record = found {
          if let comment = record.record.comment {
            if let refusal = records.refusal(of: record, in: folder) {
              records.refusals.count(refusal)
              guard refusal.isShown else { return }
            }
            clocks.see(record.clock, horizon)
            let place = CommentPlace(comment, record, at: line.place)
            if comments[place.subject]?.isOlder(than: place, horizon) ?? true {
              comments[place.subject] = place
            }
            return
          }
          records.apply(record, in: folder, horizon)
          if let removal = records.removal(by: record) { removals.add(removal) }
          clocks.see(record.clock, horizon)
          return
        }
        guard let revision else {
          if let refusal = LineRefusal(malformed: line.bytes, in: folder) {
            records.refusals.count(refusal)
          }
          return
        }
        let refusal = records.refusal(of: revision, line.bytes, in: folder)
        if let refusal {
          records.refusals.count(refusal)
          guard refusal.isShown else { return }
        }
        parents.formUnion(revision.parents)
        clocks.see(revision.clock, horizon)
        heads[revision.entry.id, default: []].append(
          Head(
            id: revision.id, clock: revision.clock, order: revision.entry.order,
            isTrashed: revision.entry.isTrashed, isUnshared: refusal != nil,
            place: line.place))
      }
      logs[name] = file.position(at: read)
    }
    // An old log that was put back has texts again that were removed for good.
    let places =
      heads.filter { removals.removes($0.key) }.values.joined().map(\.place)
      + comments.values.filter { removals.removes($0.entry) }.map(\.place)
    var lines = LineSource(layout: layout)
    var gone: Set<LineLocation> = []
    for place in places where try lines.line(at: place).map(removals.isGone) ?? true {
      gone.insert(place)
    }
    for (entry, candidates) in heads {
      let remaining = candidates.filter { !parents.contains($0.id) && !gone.contains($0.place) }
        .sorted { horizon.isOlder(($1.clock, $1.id), than: ($0.clock, $0.id)) }
      // The same line in two logs is one revision.
      var seen: Set<ID<Revision>> = []
      let unique = remaining.filter { seen.insert($0.id).inserted }
      guard let order = HeadOrder(latestFirst: unique, isTrashed: \.isTrashed) else { continue }
      let (shown, ids) = (order.heads[0], order.heads.map(\.id))
      if shown.isTrashed {
        trash.append(TrashedEntry(id: entry, place: shown.place, heads: ids))
      } else {
        current.append(
          Current(
            entry: entry, place: shown.place, heads: ids, laterCount: order.laterCount,
            isUnshared: shown.isUnshared, order: shown.order))
      }
    }
    current.sort { $0.order < $1.order }
    self.comments = comments.values.filter { !gone.contains($0.place) }
      .sorted { $0.subject < $1.subject }
    runs = DeviceRuns(scans)
  }
}
