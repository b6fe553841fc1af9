import DiaryCore

// A list that stands on the orders of found entries, and loads entries by their ids.
extension EntryList {
  static var ofFound: EntryList {
    var list = EntryList()
    list.orders = []
    return list
  }

  /// The order of the entry at a rank, loaded or not; `nil` where the list stands on the diary.
  func order(at rank: Int) -> EntryOrder? {
    guard let orders, orders.indices.contains(rank) else { return nil }
    return orders[rank]
  }

  /// The rank of a found entry, loaded or not.
  func rank(of order: EntryOrder) -> Int? {
    let rank = firstRank(notNewerThan: order)
    return self.order(at: rank) == order ? rank : nil
  }

  /// The rank of the first entry that isn't newer than an order.
  func firstRank(notNewerThan order: EntryOrder) -> Int {
    guard let orders else { return 0 }
    var (low, high) = (0, orders.count)
    while low < high {
      let middle = (low + high) / 2
      if orders[middle] > order { low = middle + 1 } else { high = middle }
    }
    return low
  }

  // MARK: As they are found

  /// Shows other entries than before, the first of them whole.
  mutating func show(_ orders: [EntryOrder], first: [Entry]) {
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
  mutating func append(_ more: [EntryOrder]) {
    orders?.append(contentsOf: more)
    total = orders?.count
  }

  /// Shows what was found by asking the same once more. What is in view stays there; its entries
  /// may have changed.
  mutating func renew(_ new: [EntryOrder]) {
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

  private mutating func begin(_ new: [EntryOrder]) {
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
    for (place, id) in rows.ids.enumerated().reversed() where !there.contains(id) {
      dropOrder(at: rows.offset + place)
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
