import DiaryCore
import TerminalUI

/// A list of entries, newest first, of which only a window is loaded: what is in view and some
/// screens around it. Its size doesn't grow with the diary's; of entries that were found, it has
/// their orders.
package struct EntryList: Sendable {
  /// How many entries there are; `nil` until the first answer.
  package internal(set) var total: Int?
  /// The loaded entries and the rank of the first one.
  var window: [Entry] = []
  var windowStart = 0
  /// The orders of all entries, where they are found ones; `nil` where the list is the diary's.
  var orders: [EntrySortKey]?
  /// The selected entry's rank; 0 is the newest.
  package internal(set) var selected = 0
  /// The rank of the first entry in view.
  package internal(set) var top = 0
  /// The lines of the last layout, and how entries stand on them.
  var height = 1
  var arrangement = Arrangement.lines(1)
  /// The column of tiles that moving up and down keeps; `nil` for that of the selection.
  var keptColumn: Int?
  var isLoading = false
  var isStale = false
  /// Counts changes in place: rows that were read before one are out of date.
  var generation = 0

  /// A part of the list to be read.
  package struct Rows: Hashable, Sendable {
    package var offset: Int
    package var limit: Int
    /// See `EntryList.generation`.
    package var generation = 0
    /// An entry that the rows are wanted around, wherever it is by now, and its rank before.
    package var anchor: EntrySortKey?
    package var anchorRank = 0
    /// Of a list of found entries.
    package var ids: [ID<Entry>] = []
  }

  /// How entries stand on the screen.
  enum Arrangement: Hashable, Sendable {
    /// Below each other, that many lines each, with headings where a month begins.
    case lines(Int)
    case tiles(TileLayout)
  }

  package init() {}

  var count: Int { total ?? 0 }

  subscript(rank: Int) -> Entry? { window.element(at: rank - windowStart) }

  package var selectedEntry: Entry? { self[selected] }

  /// The entry of an id, if it is loaded.
  func loaded(_ id: ID<Entry>) -> Entry? { rank(of: id).flatMap { self[$0] } }

  /// The ids of the entries of some ranks; `nil` if not all are known.
  func ids(in ranks: ClosedRange<Int>) -> [ID<Entry>]? {
    let ids = ranks.clamped(to: 0...max(0, count - 1)).compactMap { rank in
      order(at: rank)?.id ?? self[rank]?.id
    }
    return ids.count == ranks.count ? ids : nil
  }

  /// The rank of an entry that is loaded.
  func rank(of id: ID<Entry>) -> Int? {
    window.firstIndex { $0.id == id }.map { $0 + windowStart }
  }

  // MARK: Moving

  /// Selects an entry before any is known.
  mutating func begin(at rank: Int) { (selected, top) = (rank, rank) }

  mutating func select(_ rank: Int) {
    selected = max(0, min(rank, count - 1))
    keptColumn = nil
  }

  /// Selects an entry with so many in view above it, as it was left.
  mutating func select(_ rank: Int, below count: Int) {
    // Nothing may be known of the diary yet.
    if total == nil { selected = rank } else { select(rank) }
    top = max(0, selected - count)
  }

  mutating func move(by count: Int) { select(selected + count) }

  /// Pages overlap a little where there is room for it.
  mutating func movePages(_ pages: Int) {
    switch arrangement {
    case .lines(1): move(by: pages * max(1, height - 2))
    case .lines: move(by: pages * max(1, capacity - 1))
    case .tiles: move(pages < 0 ? .pageUp : .pageDown)
    }
  }

  /// Moves among tiles; in lines, up and down are the entry before and the one after.
  mutating func move(_ move: SheetPosition.Move) {
    guard case .tiles(let tiles) = arrangement else {
      switch move {
      case .up: self.move(by: -1)
      case .down: self.move(by: 1)
      default: break
      }
      return
    }
    var position = position(tiles)
    position.move(move, in: ContactSheet(count: count, tiles), height: height)
    (selected, keptColumn) = (position.selected, position.keptColumn)
  }

  /// Whether nothing stands above the selection.
  var isInFirstRow: Bool {
    if case .tiles(let tiles) = arrangement { selected < tiles.columns } else { selected == 0 }
  }

  // MARK: Loading

  mutating func load(_ rows: Rows, entries: [Entry], total: Int) {
    isLoading = false
    // Read again, then: `missingRows` still tells of them.
    guard rows.generation == generation else { return }
    isStale = false
    let anchorBefore = rows.anchor.flatMap { rank(of: $0.id) }
    self.total = total
    window = entries
    windowStart = rows.offset
    if let anchor = rows.anchor, let anchorBefore, let rank = rank(of: anchor.id) {
      selected += rank - anchorBefore
      // What is new above the first line shows where that line is in view.
      if top > 0 { top += rank - anchorBefore }
    }
    select(selected)
  }

  /// Has the rows read anew: too much has changed, or reading them failed. Until then the old ones
  /// are shown; the selection stays on its entry.
  mutating func reload() {
    generation += 1
    isLoading = false
    isStale = true
  }

  /// What has to be loaded for the rows in view, and for some screens around them.
  mutating func pendingRows() -> Rows? {
    guard !isLoading, orders == nil || count > 0 else { return nil }
    let margin = max(capacity, 20)
    let first = max(0, min(top, selected) - margin)
    let last = min(total ?? selected + 1, max(top + capacity, selected + 1) + margin)
    let isLoaded = windowStart <= first && last <= windowStart + window.count
    guard total == nil || isStale || !isLoaded else { return nil }
    isLoading = true
    let offset = max(0, first - 2 * margin)
    var rows = Rows(offset: offset, limit: last + 2 * margin - offset, generation: generation)
    if let orders {
      rows.limit = min(rows.limit, orders.count - offset)
      rows.ids = orders[offset..<offset + rows.limit].map(\.id)
      return rows
    }
    // By changes that aren't known here yet, the selected entry may have another rank.
    guard let anchor = selectedEntry?.order else { return rows }
    return Rows(
      offset: offset, limit: rows.limit, generation: generation, anchor: anchor,
      anchorRank: selected)
  }

  // MARK: Changes in place

  /// Puts an entry at its rank; the selection stays on the entry it was on. `now` is how many
  /// entries there are with it: rows that were read before this was told may have counted it.
  mutating func insert(_ entry: Entry, at rank: Int, of now: Int? = nil) {
    generation += 1
    guard let total, self.rank(of: entry.id) == nil else { return }
    guard now == nil || now == total + 1 else { return reload() }
    orders?.insert(entry.order, at: rank)
    let index = rank - windowStart
    if index < 0 {
      windowStart += 1
    } else if index <= window.count {
      window.insert(entry, at: index)
    }
    self.total = total + 1
    if rank <= selected, total > 0 { selected += 1 }
    if rank < top { top += 1 }
  }

  /// Takes an entry out, which stands at a rank if it isn't loaded; the next one is selected if it
  /// was this one. `now` is how many entries there are without it.
  mutating func remove(_ id: ID<Entry>, rank unloaded: Int? = nil, of now: Int? = nil) {
    generation += 1
    let loaded = rank(of: id)
    guard let total, total > 0, let rank = loaded ?? unloaded ?? anyRank(of: id) else { return }
    guard loaded != nil || now == nil || now == total - 1 else { return reload() }
    orders?.remove(at: rank)
    if loaded != nil {
      window.remove(at: rank - windowStart)
    } else if rank < windowStart {
      windowStart -= 1
    } else if rank < windowStart + window.count {
      // What was loaded after the change is without it already.
      return
    }
    self.total = total - 1
    if rank < selected { selected -= 1 }
    if rank < top { top -= 1 }
    select(selected)
  }

  /// Shows an entry's new state, at another rank if its date has changed.
  mutating func replace(_ entry: Entry, rank: Int) {
    guard let old = self.rank(of: entry.id) else { return reload() }
    generation += 1
    if old == rank {
      window[old - windowStart] = entry
      return
    }
    let wasSelected = old == selected
    remove(entry.id)
    insert(entry, at: rank)
    if wasSelected { select(rank) }
  }
}

// A list that stands on the orders of found entries, and loads entries by their ids.
extension EntryList {
  static var ofFound: EntryList {
    var list = EntryList()
    list.orders = []
    return list
  }

  /// The order of the entry at a rank, loaded or not; `nil` where the list stands on the diary.
  func order(at rank: Int) -> EntrySortKey? { orders?.element(at: rank) }

  /// The rank of a found entry, loaded or not.
  func rank(of order: EntrySortKey) -> Int? {
    let rank = firstRank(notNewerThan: order)
    return self.order(at: rank) == order ? rank : nil
  }

  /// The rank of the first entry that isn't newer than an order.
  func firstRank(notNewerThan order: EntrySortKey) -> Int {
    orders?.partitionPoint { $0 > order } ?? 0
  }

  // MARK: As they are found

  /// Shows other entries than before, the first of them whole.
  mutating func show(_ orders: [EntrySortKey], first: [Entry]) {
    begin(orders)
    // What was deleted meanwhile leaves the others at their ranks.
    window = zip(orders, first).prefix { $0.id == $1.id }.map(\.1)
    windowStart = 0
    (selected, top) = (0, 0)
    keptColumn = nil
  }

  /// Shows nothing, for nothing is asked.
  mutating func clear() {
    show([], first: [])
    total = nil
  }

  /// Adds those that were found after the last one.
  mutating func append(_ more: [EntrySortKey]) {
    orders?.append(contentsOf: more)
    total = orders?.count
  }

  /// Shows what was found by asking the same once more. What is in view stays there; its entries
  /// may have changed.
  mutating func renew(_ new: [EntrySortKey]) {
    let anchor = order(at: selected)
    let loaded = Dictionary(window.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let before = selected
    begin(new)
    if let anchor {
      // Where it is gone, what followed it.
      let rank = firstRank(notNewerThan: anchor)
      selected = rank
      if top > 0 { top = max(0, top + rank - before) }
    }
    select(selected)
    windowStart = selected
    window = []
    while let id = order(at: windowStart + window.count)?.id, let entry = loaded[id] {
      window.append(entry)
    }
    while let id = order(at: windowStart - 1)?.id, let entry = loaded[id] {
      window.insert(entry, at: 0)
      windowStart -= 1
    }
    isStale = count > 0
  }

  private mutating func begin(_ new: [EntrySortKey]) {
    generation += 1
    isLoading = false
    isStale = false
    orders = new
    total = new.count
  }

  /// Takes in the entries of some ids. Those that are gone leave the list.
  mutating func load(_ rows: Rows, found entries: [Entry]) {
    isLoading = false
    guard rows.generation == generation else { return }
    isStale = false
    window = entries.filter { !$0.isTrashed }
    windowStart = rows.offset
    let there = Set(window.map(\.id))
    for (index, id) in rows.ids.enumerated().reversed() where !there.contains(id) {
      dropOrder(at: rows.offset + index)
    }
  }

  // MARK: Changes in place

  /// Puts an entry's new state at its place, which may be another one than before.
  mutating func put(_ entry: Entry) {
    guard orders != nil, total != nil else { return }
    let old = rank(of: entry.order) ?? anyRank(of: entry.id)
    if let old, order(at: old) == entry.order {
      generation += 1
      if self[old] != nil { window[old - windowStart] = entry }
      return
    }
    let wasSelected = old == selected
    if old != nil { remove(entry.id) }
    let rank = firstRank(notNewerThan: entry.order)
    insert(entry, at: rank)
    if wasSelected { select(rank) }
  }

  /// The rank of a found entry of which only the id is known.
  func anyRank(of id: ID<Entry>) -> Int? {
    rank(of: id) ?? orders?.firstIndex { $0.id == id }
  }

  private mutating func dropOrder(at rank: Int) {
    guard orders?.indices.contains(rank) == true else { return }
    orders?.remove(at: rank)
    total = orders?.count
    if rank < selected { selected -= 1 }
    if rank < top { top -= 1 }
    select(selected)
  }
}

// MARK: - EntryList+Layout

extension EntryList {
  /// A line of the list on the screen.
  enum Line: Sendable {
    /// Above the heading of a month, where there are rows enough.
    case gap
    case month(CalendarDay)
    case entry(rank: Int, Entry?)
  }

  /// Scrolls so that the selection is in view in that many lines.
  mutating func layOut(height: Int, _ arrangement: Arrangement = .lines(1)) {
    if arrangement != self.arrangement { keptColumn = nil }
    self.height = max(1, height)
    self.arrangement = arrangement
    if case .tiles(let tiles) = arrangement { return layOut(tiles) }
    top = max(0, min(top, count - 1))
    if selected < top { top = selected }
    top = max(top, selected - capacity + 1)
    while top < selected, !fits(from: top, through: selected) { top += 1 }
    // No empty rows below the last entry while there are some above the first in view.
    while top > 0, fits(from: top - 1, through: count - 1) { top -= 1 }
  }

  private mutating func layOut(_ tiles: TileLayout) {
    let sheet = ContactSheet(count: count, tiles)
    var position = position(tiles)
    position.layOut(sheet, height: height)
    top = position.top / tiles.rows * tiles.columns
  }

  /// Where the list stands as a sheet of tiles.
  func position(_ tiles: TileLayout) -> SheetPosition {
    // Every row begins with a multiple of the columns, whatever the first entry in view was.
    SheetPosition(
      selected: selected, top: top / tiles.columns * tiles.rows,
      keptColumn: keptColumn ?? selected % tiles.columns)
  }

  var entryLines: Int { if case .lines(let lines) = arrangement { lines } else { 1 } }

  /// How many entries the screen holds at most.
  var capacity: Int {
    switch arrangement {
    case .lines(let lines): max(1, height / max(1, lines))
    case .tiles(let tiles): tiles.columns * ((height + tiles.rows - 1) / tiles.rows)
    }
  }

  /// From how many rows on months have air between them.
  private static let airyHeight = 15

  /// Whether the lines of some entries are in view together.
  private func fits(from start: Int, through last: Int) -> Bool {
    guard (last - start + 1) * entryLines <= height else { return false }
    let lines = lines(from: start, height: height + entryLines, through: last)
    return lines.reduce(0) { $0 + rows(of: $1) } <= height && lines.count > last - start
      && lines.last?.rank == last
  }

  private func rows(of line: Line) -> Int { line.rank == nil ? 1 : entryLines }

  /// The lines from the first entry in view on, a heading wherever a month begins, each with its
  /// row. An entry of several lines that wouldn't be whole is left out.
  func places(height: Int) -> [(row: Int, line: Line)] {
    var row = 0
    var places: [(row: Int, line: Line)] = []
    for line in lines(from: top, height: height, through: count - 1) {
      if row + rows(of: line) <= height { places.append((row, line)) }
      row += rows(of: line)
    }
    return places
  }

  private func lines(from start: Int, height: Int, through last: Int) -> [Line] {
    var lines: [Line] = []
    var month: CalendarDay?
    var rank = start
    var used = 0
    while rank <= last, used < height {
      let entry = self[rank]
      if let day = entry?.date.day, month?.year != day.year || month?.month != day.month {
        if month != nil, self.height >= Self.airyHeight {
          lines.append(.gap)
          used += 1
          if used >= height { break }
        }
        lines.append(.month(day))
        month = day
        used += 1
        if used >= height { break }
      }
      lines.append(.entry(rank: rank, entry))
      rank += 1
      used += entryLines
    }
    return lines
  }
}

extension EntryList.Line {
  fileprivate var rank: Int? { if case .entry(let rank, _) = self { rank } else { nil } }
}
