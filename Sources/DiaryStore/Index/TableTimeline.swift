import DiaryCore

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
