import DiaryCore

// Changes in place.
extension EntryList {
  /// Puts an entry at its rank; the selection stays on the entry it was on. `now` is how many
  /// entries there are with it: rows that were read before this was told may have counted it.
  mutating func insert(_ entry: Entry, at rank: Int, of now: Int? = nil) {
    generation += 1
    guard let total, self.rank(of: entry.id) == nil else { return }
    guard now == nil || now == total + 1 else { return reload() }
    orders?.insert(entry.order, at: rank)
    let place = rank - windowStart
    if place < 0 {
      windowStart += 1
    } else if place <= window.count {
      window.insert(entry, at: place)
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
