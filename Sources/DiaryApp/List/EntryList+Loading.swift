import DiaryCore

extension EntryList {
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
  mutating func missingRows() -> Rows? {
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
}
