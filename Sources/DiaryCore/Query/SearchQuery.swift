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
  package private(set) var mistakes: [SearchMistake] = []

  package init(_ text: String) {
    self.text = text
    var parser = SearchParser(text)
    while let (range, term) = parser.next() {
      switch term {
      case .success(let predicate): terms.append(Term(range: range, predicate: predicate))
      case .failure(let fault):
        mistakes.append(SearchMistake(term: String(text[range]), range: range, fault: fault))
      }
    }
  }

  /// Whether nothing is asked for.
  package var isEmpty: Bool { terms.isEmpty }

  /// What is asked for; every entry where nothing is.
  package var predicate: EntryPredicate { .all(of: terms.map(\.predicate)) }

  /// The words and phrases that what is found has, in the order of the text.
  package var phrases: [SearchPhrase] {
    terms.compactMap { if case .text(let phrase) = $0.predicate { phrase } else { nil } }
  }
}
