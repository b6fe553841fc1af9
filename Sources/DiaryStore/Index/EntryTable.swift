import DiaryCore
import Localization
import System

/// Every current entry in order: the mapped index below, and above it what has changed since it
/// was written. Finding one by rank, order or id costs the logarithm of their number.
struct EntryTable: Sendable {
  private(set) var base: IndexView?
  /// The journals whose entries aren't here.
  let leftOut: HiddenJournals
  /// Every entry that was touched since the index was written, those in the trash too.
  private(set) var changed: [ID<Entry>: EntryState] = [:]
  /// Ranks in the index of the touched entries, ascending.
  private(set) var hidden: [Int] = []
  /// Which of the touched entries are current, oldest first.
  private(set) var added: [Added] = []
  /// The entries that were in the trash when the index was written; read when first needed.
  private var baseTrash: [ID<Entry>: EntryState]?

  struct Added: Sendable {
    let order: EntrySortKey
    /// How many of the index's entries are older, hidden ones included.
    let baseRank: Int
    /// Which of the spooled lines says it, where an index is being written.
    var spooled: Int?
  }

  init(base: IndexFile?) { self.init(base: base.map { IndexView($0) }, without: .none) }

  private init(base: IndexView?, without leftOut: HiddenJournals) {
    self.base = base
    self.leftOut = leftOut
    if base == nil { baseTrash = [:] }
  }

  /// The table without the current entries of some journals. Where the index lists those, it takes no
  /// longer however many they are.
  func without(_ hidden: HiddenJournals) -> EntryTable {
    guard !hidden.isEmpty else { return self }
    var table = EntryTable(
      base: base.map { IndexView($0.file, without: hidden) }, without: hidden)
    table.apply(Array(changed.values))
    return table
  }

  /// The same table, with the entries of some ranks at hand: see `IndexLines`.
  func opening(_ ranks: Range<Int>) -> EntryTable {
    var table = self
    table.base = base?.opening(baseRank(ranks.lowerBound)..<baseRank(ranks.upperBound))
    return table
  }

  /// Whether the index below lists the entries of those journals, and of no others.
  func lists(_ hidden: HiddenJournals) -> Bool {
    base.map { $0.file.lockedJournals == hidden } ?? true
  }

  /// Whether the index below is the same one.
  func hasSameBase(as other: EntryTable) -> Bool { base?.file.bytes === other.base?.file.bytes }

  /// What of the index below turned out to be damaged.
  var damage: IndexIssueFlag? { base?.file.bytes.damage }

  /// In bytes, of the index below.
  var indexSize: Int { base?.file.size ?? 0 }

  var count: Int { (base?.count ?? 0) - hidden.count + added.count }

  // MARK: By rank, the oldest being 0

  func state(rank: Int) -> EntryState? {
    switch place(rank) {
    case .above(let id): changed[id]
    case .below(let rank): base?.state(rank)
    }
  }

  /// When the entry at a rank was, and how many photos it has: nothing else of it is read.
  func glance(rank: Int) -> EntrySummary? {
    switch place(rank) {
    case .above(let id): changed[id].map { EntrySummary($0.entry) }
    case .below(let rank): base?.glance(rank)
    }
  }

  /// Which entry stands at a rank, and when it was: how its line begins.
  func heading(rank: Int) -> (id: ID<Entry>, date: EntryDate)? {
    switch place(rank) {
    case .above(let id): changed[id].map { (id, $0.entry.date) }
    case .below(let rank): base?.heading(rank)
    }
  }

  private enum Slot {
    case above(ID<Entry>)
    /// By the rank in the index.
    case below(Int)
  }

  private func place(_ rank: Int) -> Slot {
    // The added entries before this rank, each of which shifts the index's entries by one.
    let before = partitionPoint(added.count) { self.rank(ofAdded: $0) < rank }
    if before < added.count, self.rank(ofAdded: before) == rank {
      return .above(added[before].order.id)
    }
    return .below(visibleToBase(rank - before))
  }

  /// How many current entries are older than one of this order. A good guess finds that faster.
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

  /// The index's rank of its n-th entry that isn't hidden.
  private func visibleToBase(_ visible: Int) -> Int {
    // hidden[i] - i entries that show stand before the i-th hidden one.
    visible + partitionPoint(hidden.count) { hidden[$0] - $0 <= visible }
  }

  /// The ranks of the current entries whose dates are among these instants. A good guess of the
  /// first one finds them faster.
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

  // MARK: By what their lines hold

  /// The needles, the one that is likely to be found in the fewest places first.
  func rarestFirst(_ needles: [ByteNeedle]) -> [ByteNeedle] {
    guard let sample = base?.file.sample else { return needles }
    return needles.map { needle in
      var tuned = needle
      return (tuned.tune(to: sample), tuned)
    }.sorted { $0.0 < $1.0 }.map(\.1)
  }

  /// The ranks, among these, of entries that may hold all that is looked for, ascending: those
  /// of which nothing can be told by bytes, too.
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

  /// The index's rank of the first of its entries that stands at a rank, or after it.
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

  // MARK: By id

  /// The entry of that id. What the index has in its trash is known once it has been given.
  func state(of id: ID<Entry>) -> EntryState? {
    if let state = changed[id] { return state }
    if let base, let rank = base.rank(of: id) { return base.state(rank) }
    return baseTrash?[id]
  }

  /// Where the entry of that id stands; `nil` of one that isn't current here.
  func rank(of id: ID<Entry>) -> Int? {
    guard let order = state(of: id)?.entry.order else { return nil }
    let rank = rank(of: order)
    return rank < count && heading(rank: rank)?.id == id ? rank : nil
  }

  func ids(withPrefix prefix: String, limit: Int) -> [ID<Entry>] {
    var ids = Set(base?.file.ids(withPrefix: prefix, limit: limit) ?? [])
    for id in changed.keys where id.description.hasPrefix(prefix) { ids.insert(id) }
    return Array(ids.sorted().prefix(limit))
  }

  /// Every id, in the trash or not, whose entry may be another than in an earlier table: all but
  /// those of which both indexes say the same. Needs the trash of both.
  func idsThatMayDiffer(from old: EntryTable) -> Set<ID<Entry>> {
    var ids = Set(changed.keys).union(old.changed.keys)
    ids.formUnion((baseTrash ?? [:]).keys)
    ids.formUnion((old.baseTrash ?? [:]).keys)
    var (position, oldPlace) = (0, 0)
    let (count, oldCount) = (base?.count ?? 0, old.base?.count ?? 0)
    // Both tables of ids are sorted, so one walk through the two is enough.
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

  /// Whether the index says of an entry what an earlier one said.
  private func isSame(_ rank: Int, as oldRank: Int, of old: EntryTable) -> Bool {
    guard let base, let oldBase = old.base, (0..<base.count).contains(rank),
      (0..<oldBase.count).contains(oldRank), let line = base.file.line(rank),
      let oldLine = oldBase.file.line(oldRank)
    else { return false }
    return EntryState.isSame(line, oldLine)
  }

  /// Whether the index below has every entry of another one, in the state it had there or a later
  /// one.
  func holdsAll(of old: IndexFile, _ horizon: ClockHorizon) -> Bool {
    for rank in 0..<old.count {
      guard let state = old.state(rank) else { continue }
      if let known = self.state(of: state.entry.id) {
        if let head = known.entry.heads.first, let oldHead = state.entry.heads.first,
          horizon.isOlder((known.clock, head), than: (state.clock, oldHead))
        {
          return false
        }
      } else if baseTrashed(state.entry.id) == nil {
        return false
      }
    }
    return true
  }

  // MARK: The trash

  /// Whether the trash of the index has to be given by `setBaseTrash` before it is listed.
  var needsBaseTrash: Bool { baseTrash == nil }
  var baseTrashed: [TrashedEntry] { base?.file.trash ?? [] }

  /// What the index knows of an entry in its trash.
  func baseTrashed(_ id: ID<Entry>) -> TrashedEntry? { base?.file.trashed(id) }

  /// What an index of this table has to know of the trash.
  var trashed: [TrashedEntry] {
    baseTrashed.filter { changed[$0.id] == nil }
      + changed.values.filter(\.entry.isTrashed).map(TrashedEntry.init)
  }

  mutating func setBaseTrash(_ states: [EntryState]) {
    baseTrash = Dictionary(states.map { ($0.entry.id, $0) }) { $1 }
  }

  /// The entries in the trash; needs the index's trash.
  var trash: [EntryState] {
    (baseTrash ?? [:]).values.filter { changed[$0.entry.id] == nil }
      + changed.values.filter(\.entry.isTrashed)
  }

  // MARK: Changes

  /// The states of the entries that have changed since this table was another.
  func states(since earlier: EntryTable) -> [EntryState] {
    changed.values.filter { earlier.changed[$0.entry.id] != $0 }
  }

  /// Puts new states of entries in the place of the old ones.
  mutating func apply(_ states: [EntryState]) {
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
      changed[id].flatMap { isShown($0.entry) ? $0.entry.order : nil }
    }
    added = added.filter { !touched.contains($0.order.id) }.merged(
      with: fresh.sorted().map { order in
        // What is written is mostly of today.
        Added(order: order, baseRank: base.map { $0.rank(of: order, near: $0.count - 1) } ?? 0)
      }
    ) { $0.order < $1.order }
  }

  private func isShown(_ entry: Entry) -> Bool {
    !entry.isTrashed && !leftOut.contains(entry.journal)
  }
}

extension EntryTable {
  /// Writes every current entry, oldest first; those of spooled lines, which are sorted, as they say.
  func write(
    to writer: inout IndexWriter, with spooled: SpooledLines = .none
  ) throws(DiaryError) {
    let newer = Set(spooled.lines.map(\.order.id))
    let lines = spooled.lines.enumerated().map { index, line in
      Added(order: line.order, baseRank: base?.rank(of: line.order) ?? 0, spooled: index)
    }
    let kept = newer.isEmpty ? added : added.filter { !newer.contains($0.order.id) }
    let all = kept.merged(with: lines) { $0.order < $1.order }
    let replaced = newer.compactMap { changed[$0] == nil ? base?.rank(of: $0) : nil }
    var rest = all[...]
    var hiddenRest = hidden.merged(with: replaced.sorted(), by: <)[...]
    func write(_ added: Added, to writer: inout IndexWriter) throws(DiaryError) {
      if let index = added.spooled {
        let line = spooled.lines[index]
        try writer.add(line.order.id, line: spooled.bytes(of: line), line.traits)
      } else if let state = changed[added.order.id] {
        try writer.add(state.entry.id, line: state.indexLine, state.entry.indexTraits)
      }
    }
    let variants = Set(base?.ranks(of: .variants) ?? [])
    let pinned = Set(base?.ranks(of: .pinned) ?? [])
    func copy(_ rank: Int, of file: IndexFile, to writer: inout IndexWriter) throws(DiaryError) {
      while let next = rest.first, next.baseRank <= rank {
        try write(next, to: &writer)
        rest = rest.dropFirst()
      }
      if hiddenRest.first == rank {
        hiddenRest = hiddenRest.dropFirst()
        return
      }
      // The line is copied as it is.
      guard let line = file.line(rank), let id = IndexFile.id(in: line) else {
        throw .store(path: "index.json", .damaged(localized("it doesn't match what was written")))
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

// What days have: a range of ranks for each span of days, and a glance at each of its entries.
extension EntryTable {
  func tallies(of days: ClosedRange<CalendarDay>) -> [DayTally] {
    let glances = ranks(of: days).lazy.compactMap { glance(rank: $0) }
    return DayTally.counted(glances.map { ($0.date.day, $0.photos) }, in: days)
  }

  /// Goes back year by year, past those without entries at once: however far the diary reaches,
  /// only its own years are looked at.
  func ids(returningOn day: CalendarDay) -> [ID<Entry>] {
    var ids: [ID<Entry>] = []
    var year = day.year - 1
    var last: Int?
    var guess: Int?
    while year >= CalendarDay.earliest.year {
      guard let days = day.returns(in: year) else {
        year -= 1
        continue
      }
      let ranks = ranks(of: days, near: guess)
      for rank in ranks.reversed() {
        guard let heading = heading(rank: rank), days.contains(heading.date.day) else { continue }
        ids.append(heading.id)
      }
      guard ranks.lowerBound > 0 else { break }
      // The one before may be of a later day than it seems, by its offset.
      let before = heading(rank: ranks.lowerBound - 1).map { $0.date.day.year + 1 }
      year = min(year - 1, before ?? year)
      // A year has about as many entries as the one after.
      guess = last.map { max(0, 2 * ranks.lowerBound - $0) }
      last = ranks.lowerBound
    }
    return ids
  }

  /// The ranks among which all entries of some days are, with a few of the days beside them.
  private func ranks(
    of days: ClosedRange<CalendarDay>, near guess: Int? = nil
  ) -> Range<Int> {
    ranks(
      ofInstants: EntryFilter(.and([.from(days.lowerBound), .to(days.upperBound)])).instants,
      near: guess)
  }
}

/// A table of the index: ranks of some entries, ascending, one a line of equal length.
struct RankTable: Sendable {
  /// 10 columns, and a comma or a blank, and the line end.
  static let lineLength = 12
  /// The columns of a number.
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

  /// Where it ends, as far as its numbers can be believed.
  var end: Int { start + count * Self.lineLength }

  /// Those of the ranks that it has, in an index of these bytes.
  func ranks(in wanted: Range<Int>, of bytes: IndexBytes) -> [Int] {
    let first = partitionPoint(count) { (rank($0, bytes) ?? 0) < wanted.lowerBound }
    let end = partitionPoint(count) { (rank($0, bytes) ?? 0) < wanted.upperBound }
    // Of a damaged table, the numbers may be any.
    return (first..<max(first, end)).compactMap { rank($0, bytes) }.filter(wanted.contains)
  }

  func rank(_ index: Int, _ bytes: IndexBytes) -> Int? {
    let start = start + index * Self.lineLength
    return bytes.bytes(start..<start + Self.columns).flatMap { TableNumber.read($0[...]) }
  }
}

enum TableNumber {
  /// A number of a table, which blanks may stand before.
  static func read(_ columns: Slice<UnsafeRawBufferPointer>) -> Int? {
    var number = 0
    var isBlank = true
    for byte in columns {
      if byte == 0x20 && isBlank { continue }
      guard (0x30...0x39).contains(byte) else { return nil }
      isBlank = false
      // At most 14 digits: this can't overflow.
      number = number * 10 + Int(byte - 0x30)
    }
    return isBlank ? nil : number
  }
}

/// The current entries of a table by their ranks.
struct TableTimeline: EntryTimeline {
  let table: EntryTable

  var count: Int { table.count }

  func order(at rank: Int) -> EntrySortKey? { table.state(rank: rank)?.entry.order }

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
  /// What has happened since an earlier table of the same diary, as far as the two tell. Needs the
  /// trash of both. The entries that went come first, then the others by the time of their save.
  func changes(since old: EntryTable) -> [DiaryChange] {
    var purged: [DiaryChange] = []
    var others: [(clock: HybridClock, change: DiaryChange)] = []
    for id in idsThatMayDiffer(from: old).sorted() {
      let before = old.state(of: id)
      if let after = state(of: id) {
        guard before?.entry.heads != after.entry.heads,
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
  /// What makes one state of an entry of another; `nil` for what nobody needs to be told.
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
  /// This and another array, both of them sorted so, as one.
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
