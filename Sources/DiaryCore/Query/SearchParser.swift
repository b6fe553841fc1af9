/// Reads a query term by term, whatever it is.
struct SearchParser {
  private var rest: Substring

  init(_ text: String) { rest = text[...] }

  /// The next term, and where it stands; `nil` at the end.
  mutating func next() -> (range: Range<String.Index>, term: Result<EntryPredicate, SearchFault>)? {
    while true {
      rest = rest.drop(while: \.isWhitespace)
      guard !rest.isEmpty else { return nil }
      let start = rest.startIndex
      let isNegated = takeMinus()
      let term = takeTerm()
      // Quotes may have nothing in them.
      guard let term else { continue }
      return (start..<rest.startIndex, isNegated ? term.map { .not($0) } : term)
    }
  }

  /// A minus that something stands behind. Two are no sign, but a word.
  private mutating func takeMinus() -> Bool {
    guard rest.first == "-", let next = rest.dropFirst().first, next != "-", !next.isWhitespace
    else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func takeTerm() -> Result<EntryPredicate, SearchFault>? {
    if let phrase = takeQuoted() { return word(phrase, isExact: true) }
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
    if let quoted { value = quoted }
    guard !value.isBlank else { return .failure(.noValue(key)) }
    return key.predicate(String(value), isExact: quoted != nil)
  }

  /// What stands between quotes; one that is left open reaches to the end.
  private mutating func takeQuoted() -> Substring? {
    guard rest.first == "\"" else { return nil }
    let phrase = rest.dropFirst().prefix { $0 != "\"" }
    rest = rest[phrase.endIndex...].dropFirst()
    return phrase
  }

  private mutating func takeWord() -> Substring {
    let word = rest.prefix { !$0.isWhitespace && $0 != "\"" }
    rest = rest[word.endIndex...]
    return word
  }

  /// Tags are shown with a `#` that is no part of them.
  private func word(_ text: Substring, isExact: Bool) -> Result<EntryPredicate, SearchFault>? {
    guard !text.isBlank else { return nil }
    let isTag = !isExact && text.first == "#" && text.count > 1
    return .success(.text(SearchPhrase(String(isTag ? text.dropFirst() : text), isExact: isExact)))
  }
}

extension SearchKey {
  private typealias Choice = (words: [String], predicate: EntryPredicate)

  /// What stands behind `has:` and `is:`, by any of its words.
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

  /// What may stand behind it; none where that may be anything.
  package var values: [String] { choices.flatMap(\.words) }

  fileprivate func predicate(
    _ value: String, isExact: Bool
  ) -> Result<EntryPredicate, SearchFault> {
    let phrase = SearchPhrase(value, isExact: isExact)
    return switch self {
    case .tag: .success(.tag(String(value.drop { $0 == "#" })))
    case .journal: .success(.journal(value))
    case .date: Self.dates(value)
    case .has, .is: choice(value)
    case .author: .success(.author(value))
    case .place: .success(.place(phrase))
    case .mood: .success(.mood(phrase))
    case .weather: .success(.weather(phrase))
    }
  }

  private func choice(_ value: String) -> Result<EntryPredicate, SearchFault> {
    let value = value.lowercased()
    if let choice = choices.first(where: { $0.words.contains(value) }) {
      return .success(choice.predicate)
    }
    let valid = choices.map { "\(rawValue):\($0.words[0])" }.joined(separator: ", ")
    return .failure(.unknownValue(valid: valid))
  }

  /// `2024`, `2024-05..2024-08`, `2024-05-03..` or `..2024`.
  private static func dates(_ value: String) -> Result<EntryPredicate, SearchFault> {
    let ends: (String, String)
    if let dots = value.firstRange(of: "..") {
      ends = (String(value[..<dots.lowerBound]), String(value[dots.upperBound...]))
    } else {
      ends = (value, value)
    }
    let (start, end) = (CalendarPeriod(ends.0), CalendarPeriod(ends.1))
    guard start != nil || ends.0.isEmpty, end != nil || ends.1.isEmpty, start != nil || end != nil
    else { return .failure(.invalidDate) }
    if let start, let end, end.last < start.first { return .failure(.endsBeforeStart) }
    return .success(
      .all(of: [start.map { .from($0.first) }, end.map { .to($0.last) }].compactMap(\.self)))
  }
}
