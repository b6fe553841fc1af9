/// Which entries to fetch, in which order, and how many of them.
package struct EntryQuery: Hashable, Sendable {
  package enum Sort: String, CaseIterable, Sendable {
    case date, modified, title
  }

  package var predicate: EntryPredicate
  package var sort: Sort
  /// Newest (or, by title, last) first unless this is set.
  package var isAscending: Bool
  /// How many of the matching entries to pass over first.
  package var offset: Int
  /// How many to give at most; `nil` for all.
  package var limit: Int?
  /// Whether entries of locked journals are among them while those are hidden.
  package var includesHidden = false

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
    window(of: sorted(entries.filter(predicate.matches)))
  }

  /// Entries in the query's order.
  package func sorted(_ entries: [Entry]) -> [Entry] {
    let ascending =
      switch sort {
      case .date: entries.sorted { $0.order < $1.order }
      case .modified: entries.sorted { ($0.modified, $0.order) < ($1.modified, $1.order) }
      case .title:
        // A title may have to be found in the text: once for each entry.
        entries.map { (title: $0.fields.displayTitle ?? "Untitled", entry: $0) }
          .sorted { ($0.title, $0.entry.order) < ($1.title, $1.entry.order) }
          .map(\.entry)
      }
    return isAscending ? ascending : ascending.reversed()
  }

  /// The part of the sorted matches that offset and limit leave.
  package func window<Element>(of matches: [Element]) -> [Element] {
    let rest = matches.dropFirst(offset)
    return Array(limit.map { rest.prefix($0) } ?? rest)
  }
}
