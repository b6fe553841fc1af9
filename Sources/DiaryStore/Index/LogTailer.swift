import Crypto
import DiaryCore
import System
import Text

/// Follows a store's logs: keeps the table of current entries up to date with the ends of the logs,
/// using the index and the lines beyond it.
struct LogTailer {
  let layout: StoreLayout
  /// Returns this machine's time.
  private let now: @Sendable () -> Timestamp
  private(set) var table = EntryTable(base: nil)
  private(set) var comments = CommentTable()
  /// The table without the entries of locked journals, once it has been requested.
  private var shownTable: EntryTable?
  private var clocks = SeenClocks()
  /// The latest plausible clock of all lines seen.
  var clock: HybridClock { clocks.latest }
  private(set) var records = DiaryRecords()
  private(set) var runs = DeviceRuns()
  /// Returns this machine's key: see `DiaryRecords.own`.
  private let own: @Sendable () -> VerifyingKey?
  /// Records changes made by others.
  private let notesChanges: Bool
  /// The changes made by others since they were last taken.
  private var foreignChanges: [DiaryChange] = []
  /// The end of the part of each log that is in the table.
  private var logs: [String: LogPosition] = [:]
  private var files = KnownLogFiles()
  private var isOpen = false
  /// `true` once the table has been read; later differences are changes.
  private var wasOpen = false
  private(set) var hasIndex = false
  /// `true` if the index was damaged and has been rebuilt.
  private var isRebuilt = false
  /// `true` if answers were incomplete because of that.
  private var isIncomplete = false
  /// The number of bytes of the logs that aren't indexed yet.
  private var tail = 0

  /// The value of `tail` when writing a new index failed.
  private var failedTail: Int?

  /// The value of `tail` at which the index is rewritten. A rewrite costs a copy of the index,
  /// while replaying this many bytes when the diary is opened takes a millisecond or two.
  private static let maxTail = 256 << 10
  /// The number of bytes of new lines above which a new index is built instead of replaying them,
  /// which is faster and takes less memory.
  private static let maxReplay = 8 << 20

  init(
    layout: StoreLayout, own: @escaping @Sendable () -> VerifyingKey?,
    notesChanges: Bool = true, now: @escaping @Sendable () -> Timestamp
  ) {
    (self.layout, self.own, self.notesChanges, self.now) = (layout, own, notesChanges, now)
  }

  private var horizon: ClockHorizon { ClockHorizon(at: now()) }

  /// The state of the logs, for callers that append to them.
  var known: KnownLogs {
    KnownLogs(
      records: records, runs: runs, ends: logs, entries: table.count, clock: clock)
  }

  mutating func takeForeignChanges() -> [DiaryChange] {
    defer { foreignChanges = [] }
    return foreignChanges
  }

  /// Returns and resets the flags for `DiaryRepository.wasIndexRebuilt`.
  mutating func takeRebuildFlags() -> (isRebuilt: Bool, isIncomplete: Bool) {
    defer { (isRebuilt, isIncomplete) = (false, false) }
    return (isRebuilt, isIncomplete || table.damage?.isLost == true)
  }

  // MARK: Looking up

  /// Returns the table without the entries of locked journals.
  mutating func tableWithoutLocked() -> EntryTable {
    let locked = records.lockedJournals
    if locked.isEmpty { return table }
    if let shownTable, shownTable.leftOut == locked { return shownTable }
    let shown = table.without(locked)
    shownTable = shown
    return shown
  }

  /// `true` if the index should list other entries than it does, because journals were locked or
  /// unlocked.
  var isListingDue: Bool { hasIndex && failedTail == nil && !table.lists(records.lockedJournals) }

  mutating func state(of id: ID<Entry>) throws -> IndexedEntry? {
    if let state = table.state(of: id) { return state }
    guard table.needsBaseTrash, let trashed = table.baseTrashed(id) else { return nil }
    var lines = LineSource(layout: layout)
    return try lines.revision(at: trashed.place).map { IndexedEntry($0, of: trashed) }
  }

  mutating func trash() throws -> [IndexedEntry] {
    try loadTrash()
    return table.trash
  }

  private mutating func loadTrash() throws {
    guard table.needsBaseTrash else { return }
    var lines = LineSource(layout: layout)
    var states: [IndexedEntry] = []
    for trashed in table.baseTrashed {
      if let revision = try lines.revision(at: trashed.place) {
        states.append(IndexedEntry(revision, of: trashed))
      }
    }
    table.setBaseTrash(states)
  }

  // MARK: Following

  /// `true` if the table's index turned out to be damaged.
  var isDamaged: Bool { table.damage?.isFound ?? false }

  /// The number of entries that were read; `nil` if no log has been read.
  var readEntries: Int? { logs.isEmpty ? nil : table.count }

  /// `true` if logs that were read are missing. The table stays: the store's disk may have been
  /// detached, which can leave an empty folder.
  private var areLogsMissing: Bool { !logs.isEmpty && !FileSystem.isFolder(layout.logs) }

  /// `true` if everything must be read: the logs contain all that a damaged index has lost.
  var isOpening: Bool { !isOpen || isDamaged }

  /// Updates the table to the ends of the logs. Opens the store first if necessary.
  mutating func catchUp() throws {
    // At a different time, the order of lines may be different.
    guard !isOpening, clocks.ordersEqually(horizon) || areLogsMissing else {
      try reopen()
      return
    }
    let found = try LogReader(layout: layout).logs()
    guard FileSystem.isFolder(layout.root), !areLogsMissing else { return }
    if !files.areReplaced(found, readUpTo: logs, in: layout), let changes = try replay(found) {
      if notesChanges { foreignChanges += changes }
    } else {
      try reopen()
    }
  }

  /// Reads everything again at the next call, because the known state may be incomplete.
  mutating func forget() { isOpen = false }

  /// Reads everything again, and treats differences as changes made by others.
  private mutating func reopen() throws {
    var fresh = LogTailer(layout: layout, own: own, notesChanges: notesChanges, now: now)
    if horizon.holds(clock) { fresh.clocks.see(clock, horizon) }
    (fresh.isRebuilt, fresh.isIncomplete) = (
      isRebuilt, isIncomplete || table.damage?.isLost == true
    )
    try fresh.open(trustsIndex: !isDamaged)
    if wasOpen, notesChanges {
      try fresh.loadTrash()
      fresh.foreignChanges = foreignChanges + fresh.table.changes(since: table)
      fresh.foreignChanges += try fresh.changes(by: fresh.comments.changes(since: comments))
    }
    fresh.wasOpen = true
    self = fresh
  }

  private mutating func open(trustsIndex: Bool) throws {
    let found = try LogReader(layout: layout).logs()
    let (file, index, isUnreadable) = readIndex(mending: mending)
    let isOfLogs = index.map { LogReader(layout: layout).areUnchanged($0.logs) } == true
    // The machine that made the index matters only if lines are judged.
    let isOfMachine = index.map { !$0.records.isJudging || $0.records.own == own() } == true
    if trustsIndex, isOfLogs, let index, isOfMachine,
      index.clocks.ordersEqually(horizon)
    {
      adopt(index)
      hasIndex = true
      if try replay(found) == nil { try rebuild() }
    } else if index != nil || !found.isEmpty {
      try rebuild()
      let isDamaged = index == nil && file.map { !IndexFile.isEarlier($0) } ?? false
      if !trustsIndex || isUnreadable || isDamaged { isRebuilt = true }
    }
    isOpen = true
  }

  /// Reads the index. There is no file if it is missing or can't be opened; `isUnreadable` is
  /// `true` if it exists, and the disk or its permissions prevent reading it.
  private func readIndex(
    mending: IndexFile.Mending? = nil
  ) -> (file: MappedFile?, index: IndexFile?, isUnreadable: Bool) {
    do {
      let file = try layout.map(layout.index)
      let index = IndexFile(file, mending: mending)
      return (file, index, index == nil && file.hasLostBytes)
    } catch {
      return (nil, nil, (error as? SystemError)?.isOfMissingFile == false)
    }
  }

  private var mending: IndexFile.Mending {
    { [layout, horizon, own] logs in
      IndexRebuild(layout: layout, horizon: horizon, own: own).again(upTo: logs)
    }
  }

  private mutating func adopt(_ finished: borrowing FinishedIndex) throws {
    guard let index = try finished.map(mending: mending) else {
      throw DiaryError.store(
        path: layout.index, .damaged(localized("the index rebuilt from the logs can't be read"))
      )
    }
    adopt(index)
  }

  private mutating func adopt(_ index: IndexFile) {
    replaceTable(by: EntryTable(base: index), CommentTable(base: index))
    logs = index.logs
    clocks.replace(by: index.clocks)
    records = index.records
    runs = index.runs
    tail = 0
  }

  private mutating func replaceTable(by other: EntryTable, _ comments: CommentTable) {
    isRebuilt = isRebuilt || isDamaged
    isIncomplete = isIncomplete || table.damage?.isLost == true
    (table, self.comments) = (other, comments)
    shownTable = nil
  }

  /// Applies the lines beyond the table in the order of their clocks, so that parents precede their
  /// children in whatever log they are.
  ///
  /// Returns `nil` without applying anything if the logs have to be scanned: logs from elsewhere
  /// contain revisions whose effect the table doesn't determine, clocks that aren't plausible,
  /// records that change how all lines are judged, another run of a device, lines without their
  /// bodies, or too many lines.
  private mutating func replay(_ found: [(name: String, end: LogEnd)]) throws -> [DiaryChange]? {
    let known = logs.reduce(0) { $0 + $1.value.offset }
    let unread = found.reduce(0) { $0 + max(0, $1.end.size - (logs[$1.name]?.offset ?? 0)) }
    guard unread <= max(Self.maxReplay, known / 2) else { return nil }
    let reader = LogReader(layout: layout)
    var revisions: [(revision: Revision, place: LineLocation)] = []
    var comments: [CommentPlace] = []
    var records = records
    var runs = runs
    var newest = clocks
    let horizon = horizon
    // Lines count as read only after all of them have been applied.
    var read = logs
    for (name, end) in found where end.size > read[name]?.offset ?? 0 {
      let part = try reader.lines(of: name, from: read[name]?.offset ?? 0, records)
      revisions += part.revisions
      comments += part.comments.map(\.place)
      guard !part.lacksBodies, part.steps.allSatisfy({ runs.append($0) }) else { return nil }
      for (refusal, count) in part.refusals { records.refusals[refusal, default: 0] += count }
      for record in part.records {
        if records.isJudged(by: record, horizon) { return nil }
        records.apply(record, in: StoreLayout.device(ofLog: name), horizon)
        newest.see(record.clock, horizon)
      }
      read[name] = part.end
    }
    for comment in comments { newest.see(comment.clock, horizon) }
    guard revisions.allSatisfy({ horizon.holds($0.0.clock) }) else { return nil }
    revisions.sort { ($0.0.clock, $0.0.id) < ($1.0.clock, $1.0.id) }
    guard let changes = try apply(revisions) else { return nil }
    (self.records, self.runs) = (records, runs)
    for (revision, _) in revisions { newest.see(revision.clock, horizon) }
    clocks = newest
    tail += read.reduce(0) { $0 + $1.value.offset - (logs[$1.key]?.offset ?? 0) }
    logs = read
    files = KnownLogFiles(found)
    return changes.compactMap { DiaryChange(from: $0, to: $1) }
      + (try self.changes(by: self.comments.apply(comments, horizon)))
  }

  /// Applies lines that this program has appended to a log. Returns the entries in their states
  /// after that.
  mutating func append(_ part: LogPart) throws -> [Entry] {
    let (name, revisions) = (part.log, part.revisions)
    let read = logs[name]?.offset ?? 0
    let isJudging = part.records.contains { records.isJudged(by: $0, horizon) }
    var runs = runs
    let isFollowing = part.steps.allSatisfy { runs.append($0) }
    if part.start == read, !isJudging, isFollowing, let changes = try apply(revisions) {
      self.runs = runs
      apply(part.records)
      comments.apply(part.comments.map(\.place), horizon)
      for comment in part.comments { clocks.see(comment.place.clock, horizon) }
      files.note(layout.log(name))
      tail += part.end.offset - read
      logs[name] = part.end
      return changes.map(\.new)
    }
    // The log ended in an incomplete line, which may turn out to be complete except for its line
    // end.
    let known = foreignChanges.count
    try catchUp()
    let own = Set(revisions.map(\.revision.entry.id))
    let savedComments = Set(part.comments.map(\.comment.id))
    foreignChanges[known...].removeAll { change in
      change.comment.map { savedComments.contains($0.id) } ?? own.contains(change.entry.id)
    }
    var entries: [Entry] = []
    for (revision, _) in revisions {
      if let state = try state(of: revision.entry.id) { entries.append(state.entry) }
    }
    return entries
  }

  /// Applies records of this device.
  private mutating func apply(_ lines: [RecordLine]) {
    for line in lines {
      records.apply(line, horizon)
      clocks.see(line.clock, horizon)
    }
  }

  /// Applies revisions to the table. Returns `nil` without applying anything if only the logs can
  /// determine the shown head of an entry.
  private mutating func apply(
    _ revisions: [(revision: Revision, place: LineLocation)]
  ) throws -> [(old: Entry?, new: Entry)]? {
    var states: [ID<Entry>: IndexedEntry] = [:]
    var changes: [(Entry?, Entry)] = []
    var newest = clocks
    let horizon = horizon
    for (revision, place) in revisions {
      let id = revision.entry.id
      let known: IndexedEntry?
      if let earlier = states[id] { known = earlier } else { known = try state(of: id) }
      if known?.mayBeLater(than: revision, horizon) == true { return nil }
      newest.see(revision.clock, horizon)
      let next = known.map { $0.applying(revision, at: place) } ?? IndexedEntry(revision, at: place)
      guard let state = next else { return nil }
      states[id] = state
      changes.append((known?.entry, state.entry))
    }
    clocks = newest
    table.apply(Array(states.values))
    shownTable?.apply(Array(states.values))
    return changes
  }

  // MARK: The index

  /// Builds the index from the logs. If they have lost entries that the old index still contains,
  /// it is moved to `set-aside` for the user to look at.
  ///
  /// If the store can't be written, the index is in a temporary folder while this program runs.
  ///
  /// - Parameter isRequired: `true` to throw an error in this case, since the caller is going to
  ///   remove the old index.
  mutating func rebuild(isRequired: Bool = false) throws {
    let rebuild = IndexRebuild(layout: layout, horizon: horizon, own: own)
    let (file, old, isUnreadable) = readIndex()
    var isDiskSound = true
    do {
      var finished = try rebuild.build(in: layout.root)
      isDiskSound = false
      try LogReader(layout: layout).sync()
      isDiskSound = true
      try adopt(finished)
      // The logs contain all that an index has, unless they were damaged or replaced since.
      let areChanged = old.map { !LogReader(layout: layout).areUnchanged($0.logs) } ?? false
      let mayHaveMore = file != nil && (finished.hasDamagedLines || areChanged)
      if try isUnreadable || mayHaveMore && old.map(hasMore) ?? true {
        try Quarantine(layout: layout).move(layout.relative(layout.index))
      }
      try finished.commit(as: layout.index)
      hasIndex = true
    } catch {
      // After a failed sync, no later save may sync a log again, so the error is thrown.
      guard isDiskSound, !isRequired else { throw error }
      try adopt(try rebuild.build(in: FileSystem.temporaryFolder))
    }
    files = KnownLogFiles(try LogReader(layout: layout).logs())
  }

  /// Returns `true` if another index has entries that the logs have lost.
  private func hasMore(_ old: IndexFile) throws -> Bool {
    let removals = try StoreRemovals(LogReader(layout: layout), records)
    return !table.holdsAll(of: old, horizon, except: removals.removes)
  }

  /// `true` if the index doesn't contain everything.
  var hasTail: Bool { !hasIndex || tail > 0 }

  /// Returns `true` if there are enough unindexed lines to rewrite the index. During bulk changes
  /// such as an import, they may be as long as the index itself; otherwise each batch would copy
  /// all earlier ones.
  func isRewriteDue(isBulk: Bool) -> Bool {
    let longest = isBulk ? max(Self.maxTail, table.indexSize) : Self.maxTail
    if let failedTail, tail < failedTail + Self.maxTail { return false }
    return !hasIndex || tail > longest || isListingDue
  }

  /// The contents of a new index: the current state.
  var rewrite: IndexRewrite {
    IndexRewrite(
      layout: layout, table: table, comments: comments, clocks: clocks, logs: logs,
      records: records, runs: runs)
  }

  /// Replaces the index by a new one, unless it has been replaced since by another one.
  mutating func adopt(_ finished: consuming FinishedIndex, of rewrite: IndexRewrite) throws {
    guard isOpen, table.hasSameBase(as: rewrite.table),
      rewrite.logs.allSatisfy({ logs[$0]?.offset ?? 0 >= $1.offset }),
      LogReader(layout: layout).areUnchanged(rewrite.logs),
      let index = try finished.map(mending: mending)
    else { return }
    try finished.commit(as: layout.index)
    var fresh = EntryTable(base: index)
    fresh.apply(table.states(since: rewrite.table))
    var commented = CommentTable(base: index)
    commented.apply(comments.places(since: rewrite.comments), horizon)
    replaceTable(by: fresh, commented)
    tail = logs.reduce(0) { $0 + $1.value.offset - (rewrite.logs[$1.key]?.offset ?? 0) }
    hasIndex = true
    failedTail = nil
  }

  /// Applies many entries that this program has appended to a log, whose index lines are in a
  /// spool, and writes a new index with them and the table's entries. The part of the log before
  /// them must be known.
  mutating func append(
    _ spool: consuming IndexSpool, from start: Int, to end: Int, of name: String,
    clock: HybridClock, _ records: [RecordLine], upTo tip: RunTip?
  ) throws {
    guard logs[name]?.offset ?? 0 == start, let device = StoreLayout.device(ofLog: name), let tip
    else { return forget() }
    runs.replace(device, by: tip)
    apply(records)
    let mark = layout.log(name).mark(at: end) ?? ""
    logs[name] = LogPosition(offset: end, mark: mark)
    clocks.see(clock, horizon)
    var writer = try IndexWriter(
      in: layout.root, of: layout, listing: self.records.lockedJournals)
    try table.write(to: &writer, with: try spool.sorted())
    var finished = try writer.finish(
      clocks: clocks, logs: logs, trash: table.trashed, comments: comments.all,
      records: self.records, runs: runs)
    guard let index = try finished.map(mending: mending) else { return forget() }
    try finished.commit(as: layout.index)
    adopt(index)
    files.note(layout.log(name))
    hasIndex = true
    failedTail = nil
  }

  /// Records that a new index couldn't be written. The next attempt follows after the same number
  /// of bytes.
  mutating func rewriteFailed() { failedTail = tail }
}

/// The result of scanning all logs: the shown revision of each entry, in order, and its location.
/// Memory is needed for the entries' IDs, not for their texts.
struct LogScan {
  /// An entry that isn't in the trash.
  struct Current {
    let entry: ID<Entry>
    /// The location of the shown revision's line.
    let place: LineLocation
    /// The shown head, then the others, the latest first.
    let heads: [ID<Revision>]
    /// The number of heads later than the shown one: see `HeadOrder`.
    let laterCount: Int
    /// See `Entry.isUnshared`.
    let isUnshared: Bool
    fileprivate let order: EntrySortKey
  }

  /// The current entries, the oldest first.
  private(set) var current: [Current] = []
  private(set) var trash: [TrashedEntry] = []
  private(set) var comments: [CommentPlace] = []
  private(set) var records = DiaryRecords()
  private(set) var runs = DeviceRuns()
  private(set) var clocks = SeenClocks()
  private(set) var hasDamagedLines = false
  /// The position up to which each log was read.
  private(set) var logs: [String: LogPosition] = [:]

  private struct Head {
    let id: ID<Revision>
    let clock: HybridClock
    let order: EntrySortKey
    let isTrashed: Bool
    let isUnshared: Bool
    let place: LineLocation
  }

  /// Reads all logs, or only the bytes of each log up to a limit. Logs without a limit are skipped
  /// if there are limits.
  ///
  /// - Parameter own: see `DiaryRecords.own`.
  init(
    layout: StoreLayout, horizon: ClockHorizon, upTo limits: [String: Int]? = nil,
    own: @autoclosure () -> VerifyingKey? = nil
  ) throws {
    try read(layout, horizon, upTo: limits)
    // All records must be known before lines can be judged.
    guard records.isJudging else { return }
    self = LogScan(records: records.judging)
    records.own = own()
    try read(layout, horizon, upTo: limits)
  }

  private init(records: DiaryRecords) { self.records = records }

  private mutating func read(
    _ layout: StoreLayout, _ horizon: ClockHorizon, upTo limits: [String: Int]?
  ) throws {
    let reader = LogReader(layout: layout)
    var heads: [ID<Entry>: [Head]] = [:]
    var parents: Set<ID<Revision>> = []
    var comments: [CommentPlace.Subject: CommentPlace] = [:]
    var scans: [ID<Device>: RunScan] = [:]
    var bodiless: [(step: ChainStep, place: LineLocation)] = []
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
          if found == nil, revision == nil, RevisionLine.lacksBody(line.bytes) {
            bodiless.append((step, line.place))
          }
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
          if line.isDamaged { hasDamagedLines = true }
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
            id: revision.id, clock: revision.clock, order: revision.entry.sortKey,
            isTrashed: revision.entry.isTrashed, isUnshared: refusal != nil,
            place: line.place))
      }
      logs[name] = file.position(at: read)
    }
    // A restored old log contains texts again that were permanently removed.
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
    var missingBodies: [ID<Device>: [RunTip]] = [:]
    for (step, place) in bodiless where try lines.line(at: place).map(removals.isGone) != true {
      missingBodies[step.device, default: []].append(step.tip)
    }
    runs = DeviceRuns(scans, missingBodies: missingBodies)
  }
}

/// The inode of each log when it was read. Emptying the trash replaces the file.
struct KnownLogFiles {
  private var inodes: [String: UInt64] = [:]

  init() {}

  init(_ found: [(name: String, end: LogEnd)]) {
    inodes = Dictionary(found.map { ($0.name, $0.end.inode) }) { first, _ in first }
  }

  /// Records the file of a log that this program has appended to.
  mutating func note(_ log: LogFile) { inodes[log.name] = (try? log.end)?.inode }

  /// Returns `true` if a log was replaced or removed, as by emptying the trash, or if its end was
  /// truncated and written again, as after a failed save.
  func areReplaced(
    _ found: [(name: String, end: LogEnd)], readUpTo positions: [String: LogPosition],
    in layout: StoreLayout
  ) -> Bool {
    let present = Dictionary(found.map { ($0.name, $0.end) }) { first, _ in first }
    return positions.contains { name, position in
      guard let end = present[name], end.inode == inodes[name], end.size >= position.offset
      else { return true }
      return end.size > position.offset
        && layout.log(name).mark(at: position.offset) != position.mark
    }
  }
}
