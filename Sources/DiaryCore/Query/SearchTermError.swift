import Localization

/// A term of a query that can't be understood.
package struct SearchTermError: Error, Hashable, Sendable {
  /// The term as it was typed, and where it stands in the query.
  package let term: String
  package let range: Range<String.Index>
  package let failure: SearchError
}

package enum SearchError: Error, Hashable, Sendable {
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

extension SearchTermError {
  /// What is wrong with the term and what to write instead, on one line. Safe for a terminal.
  package var line: String {
    switch failure {
    case .noValue(let key):
      localized("“\(term.printable)” needs a value, for example \(key.example).")
    case .unknownValue(let valid):
      localized("Unknown “\(term.printable)”. Try \(valid).")
    case .invalidDate:
      localized(
        "“\(term.printable)” isn't a date. Write date:2024, date:2024-05, date:2024-05-03 or from..to."
      )
    case .noSuchDay: localized("“\(term.printable)”: there's no such date.")
    case .endsBeforeStart:
      localized("“\(term.printable)” ends before it begins. Write the earlier date first.")
    case .unknownKey(let nearest):
      localized(
        "“\(term.printable)”: did you mean \(nearest.rawValue):? If not, put it in quotes.")
    }
  }
}

extension SearchKey {
  /// A term with this key.
  package var example: String {
    switch self {
    case .tag: localized("tag:walks")
    case .journal: localized("journal:Travel")
    case .date: "date:2024-05"
    case .on: localized("on:yesterday")
    case .from: "from:2024-05"
    case .to: "to:2024-08"
    case .has: "has:photo"
    case .is: "is:starred"
    case .author: localized("author:Kim")
    case .place: localized("place:Seoul")
    case .mood: "mood:😊"
    case .weather: localized("weather:rain")
    }
  }
}
