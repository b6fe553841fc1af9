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
  var orders: [EntryOrder]?
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
    package var anchor: EntryOrder?
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

  subscript(rank: Int) -> Entry? {
    let place = rank - windowStart
    return window.indices.contains(place) ? window[place] : nil
  }

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
}
