import DiaryCore
import TerminalUI

/// A list of entries, newest first, that loads only a window of them: those in view and some
/// screens around them. Its size doesn't grow with the diary's, except that a list of search
/// results has the sort keys of all of them.
package struct EntryList: Sendable {
  /// The number of entries; `nil` until the first answer.
  package internal(set) var total: Int?
  /// The loaded entries; `windowStart` is the rank of the first one.
  var window: [Entry] = []
  var windowStart = 0
  /// The sort keys of all entries in a list of search results; `nil` in the list of the whole
  /// diary.
  var orders: [EntrySortKey]?
  /// The selected entry's rank; 0 is the newest entry.
  package internal(set) var selected = 0
  /// The rank of the first entry in view.
  package internal(set) var top = 0
  /// The rows of the last layout, and the arrangement of entries on them.
  var height = 1
  var arrangement = Arrangement.lines(1)
  /// The column of tiles that moving up and down keeps; `nil` for the selection's.
  var keptColumn: Int?
  var isLoading = false
  var isStale = false
  /// The number of changes so far. Rows that were requested before a change are out of date.
  var generation = 0

  /// A range of the list to read.
  package struct Rows: Hashable, Sendable {
    package var offset: Int
    package var limit: Int
    /// The value of `EntryList.generation` at the time of the request.
    package var generation = 0
    /// The entry to read rows around, whatever its current rank is. `anchorRank` is its last known
    /// one.
    package var anchor: EntrySortKey?
    package var anchorRank = 0
    /// The IDs of the entries to read in a list of search results.
    package var ids: [ID<Entry>] = []
  }

  /// The arrangement of entries on the screen.
  enum Arrangement: Hashable, Sendable {
    /// Entries below each other, each with this number of rows, and a heading for each month.
    case lines(Int)
    case tiles(TileLayout)
  }

  package init() {}

  var count: Int { total ?? 0 }

  subscript(rank: Int) -> Entry? { window.element(at: rank - windowStart) }

  package var selectedEntry: Entry? { self[selected] }

  /// Returns the entry with an ID if it is loaded.
  func loaded(_ id: ID<Entry>) -> Entry? { rank(of: id).flatMap { self[$0] } }

  /// Returns the IDs of the entries in a range of ranks; `nil` if not all of them are known.
  func ids(in ranks: ClosedRange<Int>) -> [ID<Entry>]? {
    let ids = ranks.clamped(to: 0...max(0, count - 1)).compactMap { rank in
      sortKey(at: rank)?.id ?? self[rank]?.id
    }
    return ids.count == ranks.count ? ids : nil
  }

  /// Returns the rank of an entry if it is loaded.
  func rank(of id: ID<Entry>) -> Int? {
    window.firstIndex { $0.id == id }.map { $0 + windowStart }
  }

  // MARK: Moving

  /// Selects a rank before any entry is known.
  mutating func begin(at rank: Int) { (selected, top) = (rank, rank) }

  mutating func select(_ rank: Int) {
    selected = max(0, min(rank, count - 1))
    keptColumn = nil
  }

  /// Selects a rank with `count` entries in view above it, to restore an earlier view.
  mutating func select(_ rank: Int, below count: Int) {
    // The number of entries may not be known yet, so the rank can't be clamped.
    if total == nil { selected = rank } else { select(rank) }
    top = max(0, selected - count)
  }

  mutating func move(by count: Int) { select(selected + count) }

  /// Moves by pages, which overlap if there is enough space.
  mutating func movePages(_ pages: Int) {
    switch arrangement {
    case .lines(1): move(by: pages * max(1, height - 2))
    case .lines: move(by: pages * max(1, capacity - 1))
    case .tiles: move(pages < 0 ? .pageUp : .pageDown)
    }
  }

  mutating func moveHalfPages(_ count: Int) {
    switch arrangement {
    case .lines: move(by: count * max(1, capacity / 2))
    case .tiles: move(count < 0 ? .halfPageUp : .halfPageDown)
    }
  }

  /// Moves among tiles. In rows, up and down select the previous and the next entry.
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

  /// `true` if no entry is above the selection.
  var isInFirstRow: Bool {
    if case .tiles(let tiles) = arrangement { selected < tiles.columns } else { selected == 0 }
  }

  // MARK: Loading

  mutating func load(_ rows: Rows, entries: [Entry], total: Int) {
    isLoading = false
    // `pendingRows()` requests them again.
    guard rows.generation == generation else { return }
    isStale = false
    let anchorBefore = rows.anchor.flatMap { rank(of: $0.id) }
    self.total = total
    window = entries
    windowStart = rows.offset
    if let anchor = rows.anchor, let anchorBefore, let rank = rank(of: anchor.id) {
      selected += rank - anchorBefore
      // New entries above the first row are visible if that row is in view.
      if top > 0 { top += rank - anchorBefore }
    }
    select(selected)
  }

  /// Marks all rows for reading again, after a large change or an error. The old ones are shown
  /// until then, and the selection stays on its entry.
  mutating func reload() {
    generation += 1
    isLoading = false
    isStale = true
  }

  /// Returns the rows to load for the entries in view and some screens around them, and marks the
  /// list as loading; `nil` if there is nothing to load.
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
    // The selected entry's rank may have changed in ways that aren't known here yet.
    guard let anchor = selectedEntry?.sortKey else { return rows }
    return Rows(
      offset: offset, limit: rows.limit, generation: generation, anchor: anchor,
      anchorRank: selected)
  }

  // MARK: Changes in place

  /// Inserts an entry at its rank; the selection stays on its entry. `now` is the number of entries
  /// including it: the list reloads if that doesn't match, because rows that were read earlier may
  /// have included it.
  mutating func insert(_ entry: Entry, at rank: Int, of now: Int? = nil) {
    generation += 1
    guard let total, self.rank(of: entry.id) == nil else { return }
    guard now == nil || now == total + 1 else { return reload() }
    orders?.insert(entry.sortKey, at: rank)
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

  /// Removes an entry; if it was selected, the next one is. `unloaded` is its rank in case it isn't
  /// loaded. `now` is the number of entries without it.
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
      // The window was loaded after the change, so it doesn't include the entry.
      return
    }
    self.total = total - 1
    if rank < selected { selected -= 1 }
    if rank < top { top -= 1 }
    select(selected)
  }

  /// Replaces an entry with its new state, at another rank if its date has changed.
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

// A list of search results: it has the sort keys of all entries and loads them by ID.
extension EntryList {
  static var ofFound: EntryList {
    var list = EntryList()
    list.orders = []
    return list
  }

  /// Returns the sort key at a rank, loaded or not; `nil` in the list of the whole diary.
  func sortKey(at rank: Int) -> EntrySortKey? { orders?.element(at: rank) }

  /// Returns the rank of a search result, loaded or not.
  func rank(of order: EntrySortKey) -> Int? {
    let rank = firstRank(notNewerThan: order)
    return self.sortKey(at: rank) == order ? rank : nil
  }

  /// Returns the rank of the first entry that isn't newer than a sort key.
  func firstRank(notNewerThan order: EntrySortKey) -> Int {
    orders?.partitionPoint { $0 > order } ?? 0
  }

  // MARK: As they are found

  /// Replaces the list's entries. `first` are the first of them, loaded.
  mutating func show(_ orders: [EntrySortKey], first: [Entry]) {
    begin(orders)
    // An entry deleted in the meantime would shift the ranks of those after it.
    window = zip(orders, first).prefix { $0.id == $1.id }.map(\.1)
    windowStart = 0
    (selected, top) = (0, 0)
    keptColumn = nil
  }

  /// Empties the list: there is no query.
  mutating func clear() {
    show([], first: [])
    total = nil
  }

  /// Appends further results.
  mutating func append(_ more: [EntrySortKey]) {
    orders?.append(contentsOf: more)
    total = orders?.count
  }

  /// Replaces the results after running the same query again. The view stays where it is; its
  /// entries may have changed.
  mutating func renew(_ new: [EntrySortKey]) {
    let anchor = sortKey(at: selected)
    let loaded = Dictionary(window.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let before = selected
    begin(new)
    if let anchor {
      // If the selected entry is gone, this is the rank of the next one.
      let rank = firstRank(notNewerThan: anchor)
      selected = rank
      if top > 0 { top = max(0, top + rank - before) }
    }
    select(selected)
    windowStart = selected
    window = []
    while let id = sortKey(at: windowStart + window.count)?.id, let entry = loaded[id] {
      window.append(entry)
    }
    while let id = sortKey(at: windowStart - 1)?.id, let entry = loaded[id] {
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

  /// Adds the entries read by ID. IDs whose entries no longer exist leave the list.
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

  /// Updates an entry and its rank.
  mutating func put(_ entry: Entry) {
    guard orders != nil, total != nil else { return }
    let old = rank(of: entry.sortKey) ?? anyRank(of: entry.id)
    if let old, sortKey(at: old) == entry.sortKey {
      generation += 1
      if self[old] != nil { window[old - windowStart] = entry }
      return
    }
    let wasSelected = old == selected
    if old != nil { remove(entry.id) }
    let rank = firstRank(notNewerThan: entry.sortKey)
    insert(entry, at: rank)
    if wasSelected { select(rank) }
  }

  /// Returns the rank of a search result by its ID alone.
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
  /// A row of the list on the screen.
  enum Line: Sendable {
    /// The blank row above a month's heading, if the screen has enough rows.
    case gap
    case month(CalendarDay)
    case entry(rank: Int, Entry?)
  }

  /// Scrolls so that the selection is visible in `height` rows.
  mutating func layOut(height: Int, _ arrangement: Arrangement = .lines(1)) {
    if arrangement != self.arrangement { keptColumn = nil }
    self.height = max(1, height)
    self.arrangement = arrangement
    if case .tiles(let tiles) = arrangement { return layOut(tiles) }
    top = max(0, min(top, count - 1))
    if selected < top { top = selected }
    top = max(top, selected - capacity + 1)
    while top < selected, !fits(from: top, through: selected) { top += 1 }
    // Rows below the last entry stay empty only if all entries are in view.
    while top > 0, fits(from: top - 1, through: count - 1) { top -= 1 }
  }

  private mutating func layOut(_ tiles: TileLayout) {
    let sheet = ContactSheet(count: count, tiles)
    var position = position(tiles)
    position.layOut(sheet, height: height)
    top = position.top / tiles.rows * tiles.columns
  }

  /// Returns the selection and scroll position for a contact sheet.
  func position(_ tiles: TileLayout) -> SheetPosition {
    // Every row begins at a multiple of the columns, whichever entry was the first in view.
    SheetPosition(
      selected: selected, top: top / tiles.columns * tiles.rows,
      keptColumn: keptColumn ?? selected % tiles.columns)
  }

  /// Returns `false` if all entries are loaded and none satisfies a condition.
  func mayContain(_ isMatch: (Entry) -> Bool) -> Bool {
    total.map { window.count < $0 } ?? true || window.contains(where: isMatch)
  }

  var entryLines: Int { if case .lines(let lines) = arrangement { lines } else { 1 } }

  /// The most entries that the screen has space for.
  var capacity: Int {
    switch arrangement {
    case .lines(let lines): max(1, height / max(1, lines))
    case .tiles(let tiles): tiles.columns * ((height + tiles.rows - 1) / tiles.rows)
    }
  }

  /// The fewest rows of a list with a blank row above each month.
  private static let minSpaciousHeight = 15

  /// Returns `true` if the rows of these entries fit on the screen together.
  private func fits(from start: Int, through last: Int) -> Bool {
    guard (last - start + 1) * entryLines <= height else { return false }
    let lines = lines(from: start, height: height + entryLines, through: last)
    return lines.reduce(0) { $0 + rows(of: $1) } <= height && lines.count > last - start
      && lines.last?.rank == last
  }

  private func rows(of line: Line) -> Int { line.rank == nil ? 1 : entryLines }

  /// Returns the rows from the first entry in view on, with a heading for each month, and their
  /// positions. An entry of several rows is left out if it doesn't fit completely.
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
        if month != nil, self.height >= Self.minSpaciousHeight {
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
