import Text

/// Parses a typed search into a condition: words, "phrases in quotes", and terms such as
/// `tag:walks` or `date:2024-05..2024-08`. All must hold; those after a minus must not.
///
/// Any text can be parsed. An invalid or unfinished term becomes an issue and adds no condition.
package struct SearchQuery: Hashable, Sendable {
  /// A valid term and its range in the text.
  package struct Term: Hashable, Sendable {
    /// The term's range in the query.
    package let range: Range<String.Index>
    package let predicate: EntryPredicate
  }

  package let text: String
  package private(set) var terms: [Term] = []
  /// Invalid terms in the order of the text.
  package private(set) var issues: [SearchTermError] = []
  /// The negated term at the end while it is typed. It is ignored until complete, because its first
  /// letters would exclude more than the word.
  package private(set) var pending: Range<String.Index>?

  /// Parses a search.
  ///
  /// - Parameter caret: The position of the caret while the user is typing; `nil` for a finished
  ///   text. While typing, a tag or journal name or an open quotation at the end may be incomplete,
  ///   until a space or closing quote follows, and so may a date at the caret.
  /// - Parameter accents: The accents that count outside of quotes, in which all count.
  package init(
    _ text: String, today: CalendarDay, typingAt caret: String.Index? = nil,
    accents: SearchPhrase.Accents = .ignored
  ) {
    self.text = text
    var parser = SearchParser(text, today: today, caret: caret, accents: accents)
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
        terms.append(
          Term(range: term.range, predicate: isBegun ? predicate.whileTyping : predicate))
      case .failure(let failure):
        issues.append(
          SearchTermError(term: String(text[term.range]), range: term.range, failure: failure))
      }
    }
  }

  /// `true` if the query has no conditions.
  package var isEmpty: Bool { terms.isEmpty }

  /// The condition of all terms; every entry if there are none.
  package var predicate: EntryPredicate { .all(of: terms.map(\.predicate)) }

  /// The words and phrases to highlight in results, in the order of the text.
  package var phrases: [SearchPhrase] {
    terms.compactMap { if case .text(let phrase, _) = $0.predicate { phrase } else { nil } }
  }
}

extension EntryPredicate {
  /// The condition for a name whose end hasn't been typed yet.
  fileprivate var whileTyping: EntryPredicate {
    switch self {
    case .tagNamed(let name): .tagBeginning(name.whileTyping)
    case .journalNamed(let name): .journalBeginning(name.whileTyping)
    case .text(let phrase, _) where phrase.isExact:
      .text(SearchPhrase(String(phrase.text.trimmed), accents: .all))
    default: self
    }
  }
}

extension SearchPhrase {
  /// The same phrase, whose last syllable may be incomplete.
  fileprivate var whileTyping: SearchPhrase {
    SearchPhrase(text, accents: keepsAccents ? .all : .ignored)
  }
}

// MARK: - SearchParser

/// Parses a query term by term; accepts any text.
struct SearchParser {
  struct Term {
    let range: Range<String.Index>
    /// `true` if more text may be typed that belongs to the term.
    let isOpen: Bool
    /// `true` after a minus.
    let isNegated: Bool
    let predicate: Result<EntryPredicate, SearchError>
  }

  private var rest: Substring
  /// `true` if a quote closed the current term.
  private var isClosed = false
  private let today: CalendarDay
  /// The position of the caret while the user is typing.
  private let caret: String.Index?
  private let accents: SearchPhrase.Accents

  init(
    _ text: String, today: CalendarDay, caret: String.Index?, accents: SearchPhrase.Accents
  ) {
    rest = text[...]
    self.today = today
    self.caret = caret
    self.accents = accents
  }

  /// Returns the next term; `nil` at the end.
  mutating func next() -> Term? {
    while true {
      isClosed = false
      rest = rest.drop(while: \.isWhitespace)
      guard !rest.isEmpty else { return nil }
      let start = rest.startIndex
      let isNegated = consumeMinus()
      let term = parseTerm()
      // Empty quotes are skipped.
      guard let term else { continue }
      return Term(
        range: start..<rest.startIndex, isOpen: rest.isEmpty && !isClosed,
        isNegated: isNegated,
        predicate: isNegated ? term.map { .not($0) } : term)
    }
  }

  /// Consumes a minus before a term. Two minuses are a word.
  private mutating func consumeMinus() -> Bool {
    guard rest.first == "-", let next = rest.dropFirst().first, next != "-", !next.isWhitespace
    else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func parseTerm() -> Result<EntryPredicate, SearchError>? {
    if let phrase = parseQuoted() { return word(phrase[...], isExact: true) }
    let word = parseWord()
    guard let colon = word.firstIndex(of: ":") else { return self.word(word, isExact: false) }
    let name = word[..<colon]
    var value = word[word.index(after: colon)...]
    guard let key = SearchKey(name) else {
      if !value.isEmpty, let nearest = SearchKey.nearest(to: name) {
        return .failure(.unknownKey(nearest: nearest))
      }
      return self.word(word, isExact: false)
    }
    let quoted = value.isEmpty ? parseQuoted() : nil
    if let quoted { value = quoted[...] }
    guard !value.isBlank else { return .failure(.noValue(key)) }
    if key.isOfDates {
      let isTyped = caret.map { name.startIndex < $0 && $0 <= rest.startIndex } ?? false
      return SearchDates(key, String(value), isTyped: isTyped, today: today).predicate
    }
    return key.predicate(
      String(value), isExact: quoted != nil, accents: quoted == nil ? accents : .all)
  }

  private mutating func parseQuoted() -> String? {
    guard let quoted = SearchQuoting.read(rest) else { return nil }
    rest = rest.dropFirst(quoted.length)
    isClosed = quoted.isClosed
    return quoted.phrase
  }

  private mutating func parseWord() -> Substring {
    let word = rest.prefix { !$0.isWhitespace && $0 != "\"" }
    rest = rest[word.endIndex...]
    return word
  }

  /// Tags are shown with a `#`, so it is ignored before a word.
  private func word(_ text: Substring, isExact: Bool) -> Result<EntryPredicate, SearchError>? {
    guard !text.isBlank else { return nil }
    let isTag = !isExact && text.first == "#" && text.count > 1
    return .success(
      .text(
        SearchPhrase(
          String(isTag ? text.dropFirst() : text), isExact: isExact,
          accents: isExact ? .all : accents)))
  }
}

extension SearchKey {
  private typealias Choice = (words: [String], predicate: EntryPredicate)

  /// The values of `has:` and `is:`. Words are in the order: usual English, other forms, Korean.
  private static let parts: [Choice] = [(["photo", "photos", "사진"], .withPhotos)]
  private static let states: [Choice] = [
    (["starred", "star", "별표"], .starred), (["pinned", "고정"], .pinned),
  ]

  /// The valid values with all their forms; empty if any value is valid.
  private var choices: [Choice] {
    switch self {
    case .has: Self.parts
    case .is: Self.states
    default: []
    }
  }

  /// The valid values in the user's language; empty if any value is valid.
  package var values: [String] {
    choices.compactMap { Language.current == .korean ? $0.words.last : $0.words.first }
  }

  fileprivate func predicate(
    _ value: String, isExact: Bool, accents: SearchPhrase.Accents
  ) -> Result<EntryPredicate, SearchError> {
    let phrase = SearchPhrase(value, isExact: isExact, accents: accents)
    func name(_ text: some StringProtocol) -> SearchPhrase {
      SearchPhrase(String(text), isExact: true, accents: accents)
    }
    return switch self {
    case .tag: .success(.tagNamed(name(value.drop { $0 == "#" })))
    case .journal: .success(.journalNamed(name(value)))
    case .has, .is: choice(value)
    case .author: .success(.author(value))
    case .place: .success(.place(phrase))
    case .mood: .success(.mood(phrase))
    case .weather: .success(.weather(phrase))
    // `SearchDates` parses these.
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

// MARK: - SearchKey

/// The key before the colon of a term, as in `tag:walks`.
package enum SearchKey: String, Hashable, Sendable, CaseIterable {
  case tag
  case journal
  case date
  /// A synonym of `date`.
  case on
  case from
  case to
  case has
  case `is`
  case author
  case place
  case mood
  case weather

  /// Parses a key in English or Korean, ignoring case.
  package init?(_ name: some StringProtocol) {
    let name = name.lowercased()
    guard let key = Self.allCases.first(where: { $0.rawValue == name || $0.korean == name })
    else { return nil }
    self = key
  }

  /// The Korean name; `nil` if no Korean word reads as a key.
  private var korean: String? {
    switch self {
    case .tag: "태그"
    case .journal: "일기장"
    case .date: "날짜"
    case .from: "부터"
    case .to: "까지"
    case .on, .has, .is: nil
    case .author: "글쓴이"
    case .place: "장소"
    case .mood: "기분"
    case .weather: "날씨"
    }
  }

  /// `true` if the value is a day, week, month or year.
  var isOfDates: Bool { [.date, .on, .from, .to].contains(self) }

  /// All names of keys with their colons.
  package static var names: [String] {
    allCases.flatMap { [$0.rawValue, $0.korean].compactMap(\.self) }.map { $0 + ":" }
  }

  /// Returns the key that was probably intended: a plural, or a long name with a typo.
  static func nearest(to name: some StringProtocol) -> SearchKey? {
    let name = Array(name.lowercased())
    return allCases.first { key in
      let letters = Array(key.rawValue)
      return letters.count > 2 && name == letters + ["s"]
        || letters.count > 4 && isTypo(name, of: letters)
    }
  }

  /// Returns whether one letter is missing, added or wrong, or two are swapped.
  private static func isTypo(_ name: [Character], of key: [Character]) -> Bool {
    guard abs(name.count - key.count) <= 1 else { return false }
    let start = zip(name, key).prefix { $0 == $1 }.count
    let (rest, keyRest) = (name[start...], key[start...])
    return rest.dropFirst() == keyRest.dropFirst() || rest.dropFirst() == keyRest
      || rest == keyRest.dropFirst()
      || rest.prefix(2).reversed() == Array(keyRest.prefix(2))
        && rest.dropFirst(2) == keyRest.dropFirst(2)
  }
}

// MARK: - SearchDates

/// Parses the value of `date:`, such as `2024`, `yesterday`, `2024-05..2024-08`, `2024-05-03..` or
/// `..2024`, and of `from:` and `to:`, such as `last friday`.
struct SearchDates {
  private enum End {
    case open, unfinished
    case days(ClosedRange<CalendarDay>)
  }

  private let key: SearchKey
  private let text: String
  /// `true` if the caret is in the term.
  private let isTyped: Bool
  private let today: CalendarDay

  init(_ key: SearchKey, _ text: String, isTyped: Bool, today: CalendarDay) {
    self.key = key
    self.text = text
    self.isTyped = isTyped
    self.today = today
  }

  /// The condition; `nil` if the value is unfinished, which isn't an error.
  var predicate: Result<EntryPredicate, SearchError>? {
    do throws(SearchError) {
      switch key {
      case .from: return try predicate(text[...], "")
      case .to: return try predicate("", text[...])
      default:
        guard let dots = text.firstRange(of: "..") else {
          return try predicate(text[...], text[...])
        }
        return try predicate(text[..<dots.lowerBound], text[dots.upperBound...])
      }
    } catch {
      return .failure(error)
    }
  }

  private func predicate(
    _ start: Substring, _ end: Substring
  ) throws(SearchError) -> Result<EntryPredicate, SearchError>? {
    switch (try self.end(start), try self.end(end)) {
    case (.unfinished, _), (_, .unfinished): return nil
    case (.open, .open):
      if isTyped { return nil }
      throw .invalidDate
    case (.days(let first), .open): return .success(.from(first.lowerBound))
    case (.open, .days(let last)): return .success(.to(last.upperBound))
    case (.days(let first), .days(let last)):
      guard first.lowerBound <= last.upperBound else { throw .endsBeforeStart }
      return .success(.within(first.lowerBound...last.upperBound))
    }
  }

  private func end(_ text: Substring) throws(SearchError) -> End {
    guard !text.isEmpty else { return .open }
    let isBegun = isTyped && DayPhrase.isBeginning(text)
    // The `20` of `2024` isn't a day of a month yet.
    if isBegun, text.allSatisfy(\.isNumber) { return .unfinished }
    do throws(DayPhrase.Fault) {
      return .days(try DayPhrase(text, today: today).days)
    } catch {
      if isBegun { return .unfinished }
      throw error == .noSuchDay ? .noSuchDay : .invalidDate
    }
  }
}

// MARK: - SearchQuoting

/// Quotes names and phrases for searches. Names with spaces or quotes are written in quotes, where
/// `\"` is a quote and `\\` a backslash.
package enum SearchQuoting {
  /// Returns a name as it has to be typed.
  package static func quoted(_ name: String) -> String {
    guard name.contains(where: { $0.isWhitespace || $0 == "\"" }) else { return name }
    let inner = name.flatMap { $0 == "\"" || $0 == "\\" ? ["\\", $0] : [$0] }
    return "\"" + String(inner) + "\""
  }

  /// Parses a quotation at the start of a text. Returns the phrase, the number of characters
  /// consumed, and whether it is closed; an open one extends to the end. `nil` if the text doesn't
  /// begin with a quote.
  package static func read(
    _ text: some Collection<Character>
  ) -> (phrase: String, length: Int, isClosed: Bool)? {
    guard text.first == "\"" else { return nil }
    var (phrase, length) = ("", 1)
    var isEscaped = false
    for character in text.dropFirst() {
      length += 1
      if isEscaped {
        // A backslash before any other character is literal.
        if character != "\"" && character != "\\" { phrase.append("\\") }
        phrase.append(character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == "\"" {
        return (phrase, length, true)
      } else {
        phrase.append(character)
      }
    }
    return (isEscaped ? phrase + "\\" : phrase, length, false)
  }
}

// MARK: - SearchTermError

/// An invalid term of a query.
package struct SearchTermError: Error, Hashable, Sendable {
  /// The term as typed.
  package let term: String
  package let range: Range<String.Index>
  package let failure: SearchError
}

/// The reason why a term is invalid.
package enum SearchError: Error, Hashable, Sendable {
  /// The value is missing.
  case noValue(SearchKey)
  /// The value isn't one of those that `has:` or `is:` accept.
  case unknownValue(valid: String)
  case invalidDate
  case noSuchDay
  /// The range of dates ends before it begins.
  case endsBeforeStart
  /// The key doesn't exist; a similar one does.
  case unknownKey(nearest: SearchKey)
}

extension SearchTermError {
  /// A description of the problem and its correction on one line. Safe for a terminal.
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
  /// An example of a term with this key.
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
