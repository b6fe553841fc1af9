/// Which entries to fetch, in which order, and how many of them.
package struct EntryQuery: Hashable, Sendable {
  package enum Sort: Hashable, Sendable {
    case date
    case modified
    case title
  }

  package var predicate: EntryPredicate
  package var sort: Sort
  /// Newest (or, by title, last) first unless this is set.
  package var isAscending: Bool
  /// How many of the matching entries to pass over first.
  package var offset: Int
  /// How many to give at most; `nil` for all.
  package var limit: Int?

  package init(
    _ predicate: EntryPredicate = .all, sort: Sort = .date, isAscending: Bool = false,
    offset: Int = 0, limit: Int? = nil
  ) {
    self.predicate = predicate
    self.sort = sort
    self.isAscending = isAscending
    self.offset = offset
    self.limit = limit
  }

  /// Applies the whole query to entries in any order: what a repository without an index does,
  /// and the meaning that every other way of answering must keep.
  package func applied(to entries: some Sequence<Entry>) -> [Entry] {
    window(of: entries.filter(predicate.matches).sorted(by: precedes))
  }

  /// The part of the sorted matches that offset and limit leave.
  package func window<Element>(of matches: [Element]) -> [Element] {
    let rest = matches.dropFirst(offset)
    return Array(limit.map { rest.prefix($0) } ?? rest)
  }

  /// Whether one entry stands before another in the query's order.
  package func precedes(_ left: Entry, _ right: Entry) -> Bool {
    isAscending ? isLess(left, right) : isLess(right, left)
  }

  private func isLess(_ left: Entry, _ right: Entry) -> Bool {
    switch sort {
    case .date: left.order < right.order
    case .modified:
      left.modified == right.modified ? left.order < right.order : left.modified < right.modified
    case .title:
      left.displayTitle == right.displayTitle
        ? left.order < right.order : left.displayTitle < right.displayTitle
    }
  }
}
