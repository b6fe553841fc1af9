/// A term of a query that can't be understood.
package struct SearchMistake: Error, Hashable, Sendable {
  /// The term as it was typed, and where it stands in the query.
  package let term: String
  package let range: Range<String.Index>
  package let fault: SearchFault
}

package enum SearchFault: Error, Hashable, Sendable {
  /// Nothing stands behind the colon.
  case noValue(SearchKey)
  /// `has:` and `is:` know some words only.
  case unknownValue(valid: String)
  case invalidDate
  case noSuchDay
  /// A range of dates that ends before it begins.
  case endsBeforeStart
  /// There is no such key; the one that is spelled most like it.
  case unknownKey(nearest: SearchKey)
}
