import Localization

/// Reads a query term by term, whatever it is.
struct SearchParser {
  struct Term {
    let range: Range<String.Index>
    /// Whether more could be typed behind it that belongs to it.
    let isOpen: Bool
    /// Whether it is about what must not be.
    let isNegated: Bool
    let predicate: Result<EntryPredicate, SearchError>
  }

  private var rest: Substring
  /// Whether the term that is being read was closed by a quote.
  private var isClosed = false
  private let today: CalendarDay
  /// Where one types, if one does.
  private let caret: String.Index?

  init(_ text: String, today: CalendarDay, caret: String.Index? = nil) {
    rest = text[...]
    self.today = today
    self.caret = caret
  }

  /// The next term; `nil` at the end.
  mutating func next() -> Term? {
    while true {
      isClosed = false
      rest = rest.drop(while: \.isWhitespace)
      guard !rest.isEmpty else { return nil }
      let start = rest.startIndex
      let isNegated = takeMinus()
      let term = takeTerm()
      // Quotes may have nothing in them.
      guard let term else { continue }
      return Term(
        range: start..<rest.startIndex, isOpen: rest.isEmpty && !isClosed,
        isNegated: isNegated,
        predicate: isNegated ? term.map { .not($0) } : term)
    }
  }

  /// A minus that something stands behind. Two are no sign, but a word.
  private mutating func takeMinus() -> Bool {
    guard rest.first == "-", let next = rest.dropFirst().first, next != "-", !next.isWhitespace
    else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func takeTerm() -> Result<EntryPredicate, SearchError>? {
    if let phrase = takeQuoted() { return word(phrase[...], isExact: true) }
    let word = takeWord()
    guard let colon = word.firstIndex(of: ":") else { return self.word(word, isExact: false) }
    let name = word[..<colon]
    var value = word[word.index(after: colon)...]
    guard let key = SearchKey(name) else {
      if !value.isEmpty, let nearest = SearchKey.nearest(to: name) {
        return .failure(.unknownKey(nearest: nearest))
      }
      return self.word(word, isExact: false)
    }
    let quoted = value.isEmpty ? takeQuoted() : nil
    if let quoted { value = quoted[...] }
    guard !value.isBlank else { return .failure(.noValue(key)) }
    if key.isOfDates {
      let isTyped = caret.map { name.startIndex < $0 && $0 <= rest.startIndex } ?? false
      return SearchDates(key, String(value), isTyped: isTyped, today: today).predicate
    }
    return key.predicate(String(value), isExact: quoted != nil)
  }

  private mutating func takeQuoted() -> String? {
    guard let quoted = SearchQuoting.read(rest) else { return nil }
    rest = rest.dropFirst(quoted.length)
    isClosed = quoted.isClosed
    return quoted.phrase
  }

  private mutating func takeWord() -> Substring {
    let word = rest.prefix { !$0.isWhitespace && $0 != "\"" }
    rest = rest[word.endIndex...]
    return word
  }

  /// Tags are shown with a `#` that is no part of them.
  private func word(_ text: Substring, isExact: Bool) -> Result<EntryPredicate, SearchError>? {
    guard !text.isBlank else { return nil }
    let isTag = !isExact && text.first == "#" && text.count > 1
    return .success(.text(SearchPhrase(String(isTag ? text.dropFirst() : text), isExact: isExact)))
  }
}

extension SearchKey {
  private typealias Choice = (words: [String], predicate: EntryPredicate)

  /// What stands behind `has:` and `is:`, by any of its words: the usual one first, the Korean last.
  private static let parts: [Choice] = [(["photo", "photos", "사진"], .withPhotos)]
  private static let states: [Choice] = [
    (["starred", "star", "별표"], .starred), (["pinned", "고정"], .pinned),
  ]

  /// The words that may stand behind `has:` and `is:`, each in all its forms.
  private var choices: [Choice] {
    switch self {
    case .has: Self.parts
    case .is: Self.states
    default: []
    }
  }

  /// What may stand behind it, in the language that is spoken; none where that may be anything.
  package var values: [String] {
    choices.compactMap { Language.current == .korean ? $0.words.last : $0.words.first }
  }

  fileprivate func predicate(
    _ value: String, isExact: Bool
  ) -> Result<EntryPredicate, SearchError> {
    let phrase = SearchPhrase(value, isExact: isExact)
    return switch self {
    case .tag: .success(.tag(String(value.drop { $0 == "#" })))
    case .journal: .success(.journal(JournalName.meant(by: value)))
    case .has, .is: choice(value)
    case .author: .success(.author(value))
    case .place: .success(.place(phrase))
    case .mood: .success(.mood(phrase))
    case .weather: .success(.weather(phrase))
    // `SearchDates` reads these.
    case .date, .on, .from, .to: .failure(.invalidDate)
    }
  }

  private func choice(_ value: String) -> Result<EntryPredicate, SearchError> {
    let value = value.lowercased()
    if let choice = choices.first(where: { $0.words.contains(value) }) {
      return .success(choice.predicate)
    }
    let valid = choices.map { "\(rawValue):\($0.words[0])" }.joined(separator: ", ")
    return .failure(.unknownValue(valid: valid))
  }
}
