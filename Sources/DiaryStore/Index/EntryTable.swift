import DiaryCore
import System
import Text

/// All current entries by date: a mapped index, and the changes since it was written. Finding an
/// entry by rank, sort key or ID takes logarithmic time.
struct EntryTable: Sendable {
  private(set) var base: IndexView?
  /// The journals whose entries are left out.
  let leftOut: HiddenJournals
  /// The entries that were changed since the index was written, including those in the trash.
  private(set) var changed: [ID<Entry>: IndexedEntry] = [:]
  /// The ranks in the index of changed entries, ascending.
  private(set) var hidden: [Int] = []
  /// The changed entries that are current, the oldest first.
  private(set) var added: [Added] = []
  /// The entries that were in the trash when the index was written; `nil` until they are needed.
  private var baseTrash: [ID<Entry>: IndexedEntry]?

  struct Added: Sendable {
    let order: EntrySortKey
    /// The number of older entries in the index, including hidden ones.
    let baseRank: Int
    /// The number of the spooled line with the entry, while an index is written.
    var spooled: Int?
  }

  init(base: IndexFile?) { self.init(base: base.map { IndexView($0) }, without: .none) }

  private init(base: IndexView?, without leftOut: HiddenJournals) {
    self.base = base
    self.leftOut = leftOut
    if base == nil { baseTrash = [:] }
  }

  /// Returns the table without the current entries of some journals. If the index lists these, the
  /// time doesn't depend on their number.
  func without(_ hidden: HiddenJournals) -> EntryTable {
    guard !hidden.isEmpty else { return self }
    var table = EntryTable(
      base: base.map { IndexView($0.file, without: hidden) }, without: hidden)
    table.apply(Array(changed.values))
    return table
  }

  /// Returns the same table with the entries of some ranks decrypted in advance: see `IndexLines`.
  func opening(_ ranks: Range<Int>) -> EntryTable {
    var table = self
    table.base = base?.opening(baseRank(ranks.lowerBound)..<baseRank(ranks.upperBound))
    return table
  }

  /// Returns `true` if the index lists the entries of exactly these journals.
  func lists(_ hidden: HiddenJournals) -> Bool {
    base.map { $0.file.lockedJournals == hidden } ?? true
  }

  /// Returns `true` if both tables use the same index.
  func hasSameBase(as other: EntryTable) -> Bool { base?.file.bytes === other.base?.file.bytes }

  /// The damage found in the index so far.
  var damage: IndexIssueFlag? { base?.file.bytes.damage }

  /// The size of the index in bytes.
  var indexSize: Int { base?.file.size ?? 0 }

  var count: Int { (base?.count ?? 0) - hidden.count + added.count }

  // MARK: By rank, the oldest being 0

  func state(rank: Int) -> IndexedEntry? {
    switch place(rank) {
    case .above(let id): changed[id]
    case .below(let rank): base?.state(rank)
    }
  }

  /// Returns the date and the number of photos of the entry at a rank, without reading the rest of
  /// it.
  func tally(rank: Int) -> DayTally? {
    switch place(rank) {
    case .above(let id): changed[id].map { DayTally(of: $0.entry) }
    case .below(let rank): base?.tally(rank)
    }
  }

  /// Returns the ID and date of the entry at a rank, from the beginning of its line.
  func heading(rank: Int) -> (id: ID<Entry>, date: EntryDate)? {
    switch place(rank) {
    case .above(let id): changed[id].map { (id, $0.entry.date) }
    case .below(let rank): base?.heading(rank)
    }
  }

  private enum Slot {
    case above(ID<Entry>)
    /// A rank in the index.
    case below(Int)
  }

  private func place(_ rank: Int) -> Slot {
    // The number of added entries before this rank. Each of them shifts the index's entries by one.
    let before = partitionPoint(added.count) { self.rank(ofAdded: $0) < rank }
    if before < added.count, self.rank(ofAdded: before) == rank {
      return .above(added[before].order.id)
    }
    return .below(visibleToBase(rank - before))
  }

  /// Returns the number of current entries older than a sort key. A good guess makes this faster.
  func rank(of order: EntrySortKey, near guess: Int? = nil) -> Int {
    rank(of: order, inBase: base.map { $0.rank(of: order, near: guess) } ?? 0)
  }

  private func rank(of order: EntrySortKey, inBase: Int) -> Int {
    let inAdded = partitionPoint(added.count) { added[$0].order < order }
    return inBase - hiddenCount(below: inBase) + inAdded
  }

  private func rank(ofAdded index: Int) -> Int {
    let baseRank = added[index].baseRank
    return baseRank - hiddenCount(below: baseRank) + index
  }

  private func hiddenCount(below rank: Int) -> Int {
    partitionPoint(hidden.count) { hidden[$0] < rank }
  }

  /// Returns the rank in the index of its n-th visible entry.
  private func visibleToBase(_ visible: Int) -> Int {
    // Before the i-th hidden entry there are hidden[i] - i visible ones.
    visible + partitionPoint(hidden.count) { hidden[$0] - $0 <= visible }
  }

  /// Returns the ranks of the current entries with dates in a range of instants. A good guess of
  /// the first rank makes this faster.
  func ranks(ofInstants instants: Range<Int64>, near guess: Int? = nil) -> Range<Int> {
    var inBase = guess
    func rank(_ instant: Int64) -> Int {
      let first = EntrySortKey(
        date: instant, created: Timestamp(milliseconds: .min), id: ID(high: 0, low: 0))
      let found = base?.rank(of: first, near: inBase) ?? 0
      inBase = found
      return self.rank(of: first, inBase: found)
    }
    let start = instants.lowerBound == .min ? 0 : rank(instants.lowerBound)
    let end = instants.upperBound == .max ? count : rank(instants.upperBound)
    return start..<max(start, end)
  }

  // MARK: By the contents of their lines

  /// Returns the needles, beginning with the one that is likely to occur least often.
  func rarestFirst(_ needles: [ByteNeedle]) -> [ByteNeedle] {
    guard let sample = base?.file.sample else { return needles }
    return needles.map { needle in
      var tuned = needle
      return (tuned.tune(to: sample), tuned)
    }.sorted { $0.0 < $1.0 }.map(\.1)
  }

  /// Returns the ranks, in ascending order, of entries that may contain all needles, including
  /// entries that can't be searched for bytes.
  func ranks(in ranks: Range<Int>, holding needles: [ByteNeedle]) -> [Int] {
    var found =
      base?.ranks(in: baseRank(ranks.lowerBound)..<baseRank(ranks.upperBound), holding: needles)
      .filter { !isHidden($0) }.map(visibleRank(ofBase:)) ?? []
    let first = partitionPoint(added.count) { rank(ofAdded: $0) < ranks.lowerBound }
    let end = partitionPoint(added.count) { rank(ofAdded: $0) < ranks.upperBound }
    if first < end {
      found += (first..<end).map(rank(ofAdded:))
      found.sort()
    }
    return found
  }

  /// The ranks of the pinned entries, ascending.
  var pinnedRanks: [Int] {
    let below =
      base?.ranks(of: .pinned).filter { !isHidden($0) }.map(visibleRank(ofBase:)) ?? []
    let above = added.indices.filter { changed[added[$0].order.id]?.entry.details.isPinned == true }
    return Set(below + above.map(rank(ofAdded:))).sorted()
  }

  /// Returns the rank in the index of the first of its entries at or after a rank.
  private func baseRank(_ rank: Int) -> Int {
    let before = partitionPoint(added.count) { self.rank(ofAdded: $0) < rank }
    if before < added.count, self.rank(ofAdded: before) == rank { return added[before].baseRank }
    return min(visibleToBase(rank - before), base?.count ?? 0)
  }

  private func visibleRank(ofBase rank: Int) -> Int {
    rank - hiddenCount(below: rank) + partitionPoint(added.count) { added[$0].baseRank <= rank }
  }

  private func isHidden(_ rank: Int) -> Bool {
    let position = hiddenCount(below: rank)
    return position < hidden.count && hidden[position] == rank
  }

  // MARK: By ID

  /// Returns the entry with an ID. Entries in the index's trash are included only after
  /// `setBaseTrash`.
  func state(of id: ID<Entry>) -> IndexedEntry? {
    if let state = changed[id] { return state }
    if let base, let rank = base.rank(of: id) { return base.state(rank) }
    return baseTrash?[id]
  }

  /// Returns the rank of the entry with an ID, or `nil` if it isn't current in this table.
  func rank(of id: ID<Entry>) -> Int? {
    guard let order = state(of: id)?.entry.sortKey else { return nil }
    let rank = rank(of: order)
    return rank < count && heading(rank: rank)?.id == id ? rank : nil
  }

  func ids(withPrefix prefix: String, limit: Int) -> [ID<Entry>] {
    var ids = Set(base?.file.ids(withPrefix: prefix, limit: limit) ?? [])
    for id in changed.keys where id.description.hasPrefix(prefix) { ids.insert(id) }
    return Array(ids.sorted().prefix(limit))
  }

  /// Returns the IDs of all entries, including those in the trash, that may differ from an earlier
  /// table: all except those with equal lines in both indexes. Requires `setBaseTrash` on both
  /// tables.
  func idsThatMayDiffer(from old: EntryTable) -> Set<ID<Entry>> {
    var ids = Set(changed.keys).union(old.changed.keys)
    ids.formUnion((baseTrash ?? [:]).keys)
    ids.formUnion((old.baseTrash ?? [:]).keys)
    var (position, oldPlace) = (0, 0)
    let (count, oldCount) = (base?.count ?? 0, old.base?.count ?? 0)
    // Both tables of IDs are sorted, so they can be compared in one pass.
    while position < count || oldPlace < oldCount {
      let next = position < count ? base?.file.id(at: position) : nil
      let oldNext = oldPlace < oldCount ? old.base?.file.id(at: oldPlace) : nil
      if let next, let oldNext, next.id == oldNext.id {
        if !isSame(next.rank, as: oldNext.rank, of: old) { ids.insert(next.id) }
        (position, oldPlace) = (position + 1, oldPlace + 1)
      } else if let next, oldNext.map({ next.id < $0.id }) ?? true {
        ids.insert(next.id)
        position += 1
      } else if let oldNext {
        ids.insert(oldNext.id)
        oldPlace += 1
      }
    }
    return ids
  }

  /// Returns `true` if the lines of an entry are equal in both indexes.
  private func isSame(_ rank: Int, as oldRank: Int, of old: EntryTable) -> Bool {
    guard let base, let oldBase = old.base, (0..<base.count).contains(rank),
      (0..<oldBase.count).contains(oldRank), let line = base.file.line(rank),
      let oldLine = oldBase.file.line(oldRank)
    else { return false }
    return IndexedEntry.isSame(line, oldLine)
  }

  /// Returns `true` if the table contains all entries of another index, in the same or a later
  /// state, except for permanently removed ones.
  func holdsAll(
    of old: IndexFile, _ horizon: ClockHorizon, except isRemoved: (ID<Entry>) -> Bool
  ) -> Bool {
    for rank in 0..<old.count {
      guard let state = old.state(rank) else { continue }
      if let known = self.state(of: state.entry.id) {
        if let head = known.entry.heads.first, let oldHead = state.entry.heads.first,
          horizon.isOlder((known.clock, head), than: (state.clock, oldHead))
        {
          return false
        }
      } else if baseTrashed(state.entry.id) == nil, !isRemoved(state.entry.id) {
        return false
      }
    }
    return true
  }

  // MARK: The trash

  /// `true` until `setBaseTrash` is called, which listing the trash requires.
  var needsBaseTrash: Bool { baseTrash == nil }
  var baseTrashed: [TrashedEntry] { base?.file.trash ?? [] }

  /// Returns the index's record of an entry in its trash.
  func baseTrashed(_ id: ID<Entry>) -> TrashedEntry? { base?.file.trashed(id) }

  /// The trash for a new index of this table.
  var trashed: [TrashedEntry] {
    baseTrashed.filter { changed[$0.id] == nil }
      + changed.values.filter(\.entry.isTrashed).map(TrashedEntry.init)
  }

  mutating func setBaseTrash(_ states: [IndexedEntry]) {
    baseTrash = Dictionary(states.map { ($0.entry.id, $0) }) { $1 }
  }

  /// The entries in the trash. Requires `setBaseTrash`.
  var trash: [IndexedEntry] {
    (baseTrash ?? [:]).values.filter { changed[$0.entry.id] == nil }
      + changed.values.filter(\.entry.isTrashed)
  }

  // MARK: Changes

  /// Returns the states of the entries that have changed since this table was equal to `earlier`.
  func states(since earlier: EntryTable) -> [IndexedEntry] {
    changed.values.filter { earlier.changed[$0.entry.id] != $0 }
  }

  /// Replaces the states of entries.
  mutating func apply(_ states: [IndexedEntry]) {
    guard !states.isEmpty else { return }
    var touched: Set<ID<Entry>> = []
    var nowHidden: [Int] = []
    for state in states {
      let id = state.entry.id
      touched.insert(id)
      if changed.updateValue(state, forKey: id) == nil, let rank = base?.rank(of: id) {
        nowHidden.append(rank)
      }
    }
    hidden = hidden.merged(with: nowHidden.sorted(), by: <)
    let fresh = touched.compactMap { id in
      changed[id].flatMap { isShown($0.entry) ? $0.entry.sortKey : nil }
    }
    added = added.filter { !touched.contains($0.order.id) }.merged(
      with: fresh.sorted().map { order in
        // Most new entries are dated today.
        Added(order: order, baseRank: base.map { $0.rank(of: order, near: $0.count - 1) } ?? 0)
      }
    ) { $0.order < $1.order }
  }

  private func isShown(_ entry: Entry) -> Bool {
    !entry.isTrashed && !leftOut.contains(entry.journal)
  }
}

extension EntryTable {
  /// Writes all current entries to an index, the oldest first. Spooled lines, which must be sorted,
  /// replace known entries.
  func write(to writer: inout IndexWriter, with spooled: SpooledLines = .none) throws {
    let newer = Set(spooled.lines.map(\.order.id))
    let lines = spooled.lines.enumerated().map { index, line in
      Added(order: line.order, baseRank: base?.rank(of: line.order) ?? 0, spooled: index)
    }
    let kept = newer.isEmpty ? added : added.filter { !newer.contains($0.order.id) }
    let all = kept.merged(with: lines) { $0.order < $1.order }
    let replaced = newer.compactMap { changed[$0] == nil ? base?.rank(of: $0) : nil }
    var rest = all[...]
    var hiddenRest = hidden.merged(with: replaced.sorted(), by: <)[...]
    func write(_ added: Added, to writer: inout IndexWriter) throws {
      if let index = added.spooled {
        let line = spooled.lines[index]
        try writer.add(line.order.id, line: spooled.bytes(of: line), line.traits)
      } else if let state = changed[added.order.id] {
        try writer.add(state.entry.id, line: state.indexLine, state.entry.indexTraits)
      }
    }
    let variants = Set(base?.ranks(of: .variants) ?? [])
    let pinned = Set(base?.ranks(of: .pinned) ?? [])
    func copy(_ rank: Int, of file: IndexFile, to writer: inout IndexWriter) throws {
      while let next = rest.first, next.baseRank <= rank {
        try write(next, to: &writer)
        rest = rest.dropFirst()
      }
      if hiddenRest.first == rank {
        hiddenRest = hiddenRest.dropFirst()
        return
      }
      // Copies the line without parsing it.
      guard let line = file.line(rank), let id = IndexFile.id(in: line) else {
        throw DiaryError.store(
          path: "index.json", .damaged(localized("it doesn't match what was written")))
      }
      var traits: IndexTraits = []
      if variants.contains(rank) { traits.insert(.variants) }
      if pinned.contains(rank) { traits.insert(.pinned) }
      try writer.add(id, line: line, traits)
    }
    if let base {
      for (file, ranks) in base.file.inParts {
        for rank in ranks { try copy(rank, of: file, to: &writer) }
      }
    }
    for next in rest { try write(next, to: &writer) }
  }
}

/// Summaries of days, from the dates, photo counts and texts of the entries in a span of days.
extension EntryTable {
  func tallies(of days: ClosedRange<CalendarDay>) -> [DayTally] {
    DayTally.counted(ranks(of: days).lazy.compactMap { tally(rank: $0) }, in: days)
  }

  /// Returns the IDs of the entries of earlier years that return on a day, the newest first, of at
  /// most `years` years.
  ///
  /// Goes back year by year and skips years without entries, so that only the years of the diary
  /// are examined, however far it reaches.
  func ids(onThisDay day: CalendarDay, years: Int) -> [ID<Entry>] {
    var ids: [ID<Entry>] = []
    var years = years
    var year = day.year - 1
    var last: Int?
    var guess: Int?
    while year >= CalendarDay.earliest.year, years > 0 {
      guard let days = day.anniversary(in: year) else {
        year -= 1
        continue
      }
      let ranks = ranks(of: days, near: guess)
      let found = ranks.reversed().compactMap { rank in
        heading(rank: rank).flatMap { days.contains($0.date.day) ? $0.id : nil }
      }
      ids += found
      if !found.isEmpty { years -= 1 }
      guard ranks.lowerBound > 0 else { break }
      // The previous entry may belong to a later day than its rank suggests, because of its time
      // zone.
      let before = heading(rank: ranks.lowerBound - 1).map { $0.date.day.year + 1 }
      year = min(year - 1, before ?? year)
      // A year has about as many entries as the next one.
      guess = last.map { max(0, 2 * ranks.lowerBound - $0) }
      last = ranks.lowerBound
    }
    return ids
  }

  /// Returns a range of ranks that contains all entries of some days, and a few of adjacent days.
  private func ranks(
    of days: ClosedRange<CalendarDay>, near guess: Int? = nil
  ) -> Range<Int> {
    ranks(
      ofInstants: EntryFilter(.and([.from(days.lowerBound), .to(days.upperBound)])).instants,
      near: guess)
  }
}

/// A table of ranks in the index, ascending, in lines of equal length.
struct RankTable: Sendable {
  /// The length of a line: 10 columns, a comma or a space, and the line end.
  static let lineLength = 12
  /// The number of columns of a rank.
  static let columns = 10

  let start: Int
  let count: Int

  init?(_ start: JSONValue?, _ count: JSONValue?) {
    guard let start = start?.integer, let count = count?.integer, start >= 0, count >= 0 else {
      return nil
    }
    self.start = start
    self.count = count
  }

  /// The end of the table, if its numbers are correct.
  var end: Int { start + count * Self.lineLength }

  /// Returns the ranks in the table that are in `wanted`.
  func ranks(in wanted: Range<Int>, of bytes: IndexBytes) -> [Int] {
    let first = partitionPoint(count) { (rank($0, bytes) ?? 0) < wanted.lowerBound }
    let end = partitionPoint(count) { (rank($0, bytes) ?? 0) < wanted.upperBound }
    // A damaged table may contain any numbers.
    return (first..<max(first, end)).compactMap { rank($0, bytes) }.filter(wanted.contains)
  }

  func rank(_ index: Int, _ bytes: IndexBytes) -> Int? {
    let start = start + index * Self.lineLength
    return bytes.bytes(start..<start + Self.columns).flatMap { TableNumber.read($0[...]) }
  }
}

enum TableNumber {
  /// Reads a number of a table, which may be padded with leading spaces.
  static func read(_ columns: Slice<UnsafeRawBufferPointer>) -> Int? {
    var number = 0
    var isBlank = true
    for byte in columns {
      if byte == 0x20 && isBlank { continue }
      guard (0x30...0x39).contains(byte) else { return nil }
      isBlank = false
      // Numbers have at most 14 digits, so this can't overflow.
      number = number * 10 + Int(byte - 0x30)
    }
    return isBlank ? nil : number
  }
}

/// The current entries of a table by their ranks.
struct TableTimeline: EntryTimeline {
  let table: EntryTable

  var count: Int { table.count }

  func sortKey(at rank: Int) -> EntrySortKey? { table.state(rank: rank)?.entry.sortKey }

  func rank(of order: EntrySortKey, near guess: Int?) -> Int {
    table.rank(of: order, near: guess)
  }

  func entries(in ranks: Range<Int>) -> [Entry] {
    guard !ranks.isEmpty else { return [] }
    let table = table.opening(ranks)
    return ranks.compactMap { table.state(rank: $0)?.entry }
  }
}

extension EntryTable {
  /// Returns the changes since an earlier table of the same diary, as far as the two tables show.
  /// Requires `setBaseTrash` on both. Permanently removed entries come first, then the others by
  /// the time of their save.
  func changes(since old: EntryTable) -> [DiaryChange] {
    var purged: [DiaryChange] = []
    var others: [(clock: HybridClock, change: DiaryChange)] = []
    for id in idsThatMayDiffer(from: old).sorted() {
      let before = old.state(of: id)
      if let after = state(of: id) {
        // A removal of a device changes what is shared, but no revision.
        guard
          before?.entry.heads != after.entry.heads
            || before?.entry.isUnshared != after.entry.isUnshared,
          let change = DiaryChange(from: before?.entry, to: after.entry)
        else { continue }
        others.append((after.clock, change))
      } else if let before {
        purged.append(DiaryChange(.purged, before.entry))
      }
    }
    return purged + others.sorted { $0.clock < $1.clock }.map(\.change)
  }
}

extension DiaryChange {
  /// Determines the kind of change between two states of an entry. Returns `nil` for changes that
  /// needn't be reported.
  init?(from old: Entry?, to new: Entry) {
    let kind: Kind? =
      switch (old, new.isTrashed) {
      case (nil, false): .added
      case (nil, true): nil
      case (let old?, true): old.isTrashed ? nil : .deleted
      case (let old?, false): old.isTrashed ? .restored : old == new ? nil : .updated
      }
    guard let kind else { return nil }
    self.init(kind, new)
  }
}

extension Array {
  /// Returns this array merged with another one. Both must be sorted by `precedes`.
  func merged(with new: [Element], by precedes: (Element, Element) -> Bool) -> [Element] {
    if new.isEmpty { return self }
    var result: [Element] = []
    result.reserveCapacity(count + new.count)
    var next = 0
    for item in new {
      while next < count, precedes(self[next], item) {
        result.append(self[next])
        next += 1
      }
      result.append(item)
    }
    return result + self[next...]
  }
}
