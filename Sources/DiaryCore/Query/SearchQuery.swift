/// What a person typed to search for, as a condition on entries: words, "phrases in quotes" and
/// terms as `tag:walks` or `date:2024-05..2024-08`, all of which must hold, and those with a minus
/// before them must not.
///
/// It can be read whatever was typed. A term that can't be understood, as one that isn't finished,
/// is a mistake and asks for nothing.
package struct SearchQuery: Hashable, Sendable {
  /// One term that was understood, and where it stands in the text.
  package struct Term: Hashable, Sendable {
    package let range: Range<String.Index>
    package let predicate: EntryPredicate
  }

  package let text: String
  package private(set) var terms: [Term] = []
  /// In the order of the text.
  package private(set) var issues: [SearchTermError] = []
  /// The term at the end that must not be there, while it is typed: the beginning of a word would
  /// leave out more than the word, so that it asks for nothing until it is finished.
  package private(set) var pending: Range<String.Index>?

  /// While one types, the name of a tag or journal at the end may be the beginning of one, until a
  /// blank or a closing quote ends it, and so may what an open quote holds; a date at the caret need
  /// not be whole.
  package init(_ text: String, today: CalendarDay, typingAt caret: String.Index? = nil) {
    self.text = text
    var parser = SearchParser(text, today: today, caret: caret)
    while let term = parser.next() {
      if term.isOpen, caret == text.endIndex,
        term.isNegated || text[term.range].allSatisfy({ $0 == "-" })
      {
        pending = term.range
        continue
      }
      switch term.predicate {
      case .success(let predicate):
        let isBegun = caret != nil && term.isOpen
        terms.append(Term(range: term.range, predicate: isBegun ? predicate.begun : predicate))
      case .failure(let failure):
        issues.append(
          SearchTermError(term: String(text[term.range]), range: term.range, failure: failure))
      }
    }
  }

  /// Whether nothing is asked for.
  package var isEmpty: Bool { terms.isEmpty }

  /// What is asked for; every entry where nothing is.
  package var predicate: EntryPredicate { .all(of: terms.map(\.predicate)) }

  /// The words and phrases that what is found has, in the order of the text.
  package var phrases: [SearchPhrase] {
    terms.compactMap { if case .text(let phrase, _) = $0.predicate { phrase } else { nil } }
  }
}

extension EntryPredicate {
  /// The condition for a name of which only the beginning has been typed.
  fileprivate var begun: EntryPredicate {
    switch self {
    case .tag(let name): .tagBeginning(SearchPhrase(name))
    case .journal(let name): .journalBeginning(SearchPhrase(name))
    case .text(let phrase, _) where phrase.isExact:
      .text(SearchPhrase(String(phrase.text.trimmed)))
    default: self
    }
  }
}
