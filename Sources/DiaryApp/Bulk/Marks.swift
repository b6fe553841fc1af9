import DiaryCore

/// The entries that a person marked in the list, to do something with all of them.
package struct Marks: Sendable {
  private(set) var ids: Set<ID<Entry>> = []
  /// Where a range was begun that isn't ended yet.
  var rangeStart: Int?
  /// What is to be done with the marked once those of the range have been read.
  var waiting: Command?
  /// Of the reading of a range.
  var requestID: Int?

  /// While a range is open, the entry at its other end is marked, too.
  var isEmpty: Bool { ids.isEmpty && rangeStart == nil }

  func contains(_ id: ID<Entry>) -> Bool { ids.contains(id) }

  mutating func toggle(_ id: ID<Entry>) {
    if ids.remove(id) == nil { ids.insert(id) }
  }

  mutating func insert(_ more: some Sequence<ID<Entry>>) { ids.formUnion(more) }
  mutating func remove(_ id: ID<Entry>) { ids.remove(id) }

  /// The ranks of the open range, up to the selection.
  func range(to selected: Int) -> ClosedRange<Int>? {
    rangeStart.map { min($0, selected)...max($0, selected) }
  }
}
