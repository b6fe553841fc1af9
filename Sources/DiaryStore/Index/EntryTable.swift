import DiaryCore

/// Every current entry in order: the mapped index below, and above it what has changed since it
/// was written. Finding one by rank, order or id costs the logarithm of their number.
struct EntryTable: Sendable {
  private let base: IndexFile?
  /// Every entry that was touched since the index was written, those in the trash too.
  private(set) var changed: [ID<Entry>: EntryState] = [:]
  /// Ranks in the index of the touched entries, ascending.
  private var hidden: [Int] = []
  /// Which of the touched entries are current, oldest first.
  private var added: [Added] = []
  /// The entries that were in the trash when the index was written; read when first needed.
  private var baseTrash: [ID<Entry>: EntryState]?

  private struct Added: Sendable {
    let order: EntryOrder
    /// How many of the index's entries are older, hidden ones included.
    let baseRank: Int
  }

  init(base: IndexFile?) {
    self.base = base
    if base == nil { baseTrash = [:] }
  }

  /// In bytes, of the index below.
  var indexSize: Int { base?.size ?? 0 }

  var count: Int { (base?.count ?? 0) - hidden.count + added.count }

  // MARK: By rank, the oldest being 0

  func state(rank: Int) -> EntryState? {
    // The added entries before this rank, each of which shifts the index's entries by one.
    let before = partitionPoint(added.count) { self.rank(ofAdded: $0) < rank }
    if before < added.count, self.rank(ofAdded: before) == rank {
      return changed[added[before].order.id]
    }
    return base?.state(visibleToBase(rank - before))
  }

  /// Every current entry, read as it is come to.
  func entries(isAscending: Bool) -> some Sequence<Entry> {
    let count = count
    return (0..<count).lazy.compactMap { place in
      state(rank: isAscending ? place : count - 1 - place)?.entry
    }
  }

  /// How many current entries are older than one of this order.
  func rank(of order: EntryOrder) -> Int {
    let inBase = base.map { $0.rank(of: order) } ?? 0
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

  // MARK: By id

  /// The entry of that id, in the trash or not.
  func state(of id: ID<Entry>) -> EntryState? {
    if let state = changed[id] { return state }
    if let base, let rank = base.rank(of: id) { return base.state(rank) }
    return baseTrash?[id]
  }

  func ids(withPrefix prefix: String, limit: Int) -> [ID<Entry>] {
    var ids = Set(base?.ids(withPrefix: prefix, limit: limit) ?? [])
    for id in changed.keys where id.description.hasPrefix(prefix) { ids.insert(id) }
    for id in (baseTrash ?? [:]).keys where id.description.hasPrefix(prefix) { ids.insert(id) }
    return Array(ids.sorted().prefix(limit))
  }

  // MARK: The trash

  /// Whether the trash of the index has to be given by `setBaseTrash` before ids are looked up.
  var needsBaseTrash: Bool { baseTrash == nil }
  var baseTrashPlaces: [LogPlace] { base?.trash() ?? [] }

  mutating func setBaseTrash(_ states: [EntryState]) {
    baseTrash = Dictionary(states.map { ($0.entry.id, $0) }) { $1 }
  }

  /// The entries in the trash; needs the index's trash.
  var trash: [EntryState] {
    (baseTrash ?? [:]).values.filter { changed[$0.entry.id] == nil }
      + changed.values.filter(\.entry.isTrashed)
  }

  // MARK: Changes

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
    hidden = merged(hidden, nowHidden.sorted(), by: <)
    let fresh = touched.compactMap { id in
      changed[id].flatMap { $0.entry.isTrashed ? nil : $0.entry.order }
    }
    added = merged(
      added.filter { !touched.contains($0.order.id) },
      fresh.sorted().map { order in
        Added(order: order, baseRank: base.map { $0.rank(of: order) } ?? 0)
      }
    ) { $0.order < $1.order }
  }

  /// Two sorted arrays as one.
  private func merged<Element>(
    _ old: [Element], _ new: [Element], by precedes: (Element, Element) -> Bool
  ) -> [Element] {
    if new.isEmpty { return old }
    var result: [Element] = []
    result.reserveCapacity(old.count + new.count)
    var next = 0
    for item in new {
      while next < old.count, precedes(old[next], item) {
        result.append(old[next])
        next += 1
      }
      result.append(item)
    }
    return result + old[next...]
  }

  /// Writes every current entry, oldest first.
  func write(to writer: inout IndexWriter) throws(DiaryError) {
    var rest = added[...]
    var hiddenRest = hidden[...]
    for rank in 0..<(base?.count ?? 0) {
      while let next = rest.first, next.baseRank <= rank {
        try write(next, to: &writer)
        rest = rest.dropFirst()
      }
      if hiddenRest.first == rank {
        hiddenRest = hiddenRest.dropFirst()
        continue
      }
      // The line is copied as it is; its id stands at a fixed place: {"id":"<32 digits>"
      guard let line = base?.line(rank), line.count > 39,
        let id = ID<Entry>(digits: UnsafeRawBufferPointer(rebasing: line[7..<39]))
      else { continue }
      try writer.add(id, line: line)
    }
    for next in rest { try write(next, to: &writer) }
  }

  private func write(_ added: Added, to writer: inout IndexWriter) throws(DiaryError) {
    guard let state = changed[added.order.id] else { return }
    try writer.add(state.entry.id, line: state.indexLine)
  }
}
