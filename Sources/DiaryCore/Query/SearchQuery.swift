import Text

/// The user's settings that the meaning of a search depends on.
package struct SearchSettings: Hashable, Sendable {
  /// The accents that count outside of quotes, in which all count.
  package var accents: SearchPhrase.Accents
  /// The moods that `mood:>3` compares.
  package var moods: MoodScale
  /// The local time's offset from UTC in seconds, for the days of changes.
  package var offset: Int

  package init(
    accents: SearchPhrase.Accents = .ignored, moods: MoodScale = .standard, offset: Int = 0
  ) {
    (self.accents, self.moods, self.offset) = (accents, moods, offset)
  }
}

/// Parses a typed search into a condition: words, "phrases in quotes", and terms such as
/// `tag:walks` or `date:2024-05..2024-08`. All must hold; those after a minus must not. `OR` joins
/// alternatives of terms, and parentheses group them.
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
  package private(set) var issues: [SearchIssue] = []
  /// The negated term at the end while it is typed. It is ignored until complete, because its first
  /// letters would exclude more than the word.
  package private(set) var pending: Range<String.Index>?
  /// The condition of all terms; every entry if there are none.
  package private(set) var predicate = EntryPredicate.all

  /// The limits for hostile input.
  static let maxTerms = 500
  static let maxDepth = 20

  /// Parses a search.
  ///
  /// - Parameter caret: The position of the caret while the user is typing; `nil` for a finished
  ///   text. While typing, a tag or journal name or an open quotation at the end may be incomplete,
  ///   until a space or closing quote follows, and so may a date at the caret, and a group.
  package init(
    _ text: String, today: CalendarDay, typingAt caret: String.Index? = nil,
    settings: SearchSettings = SearchSettings()
  ) {
    self.text = text
    var parser = SearchParser(text, today: today, caret: caret, settings: settings)
    /// The groups that are open, the innermost last. The first one is the query.
    var groups = [SearchGroup(start: text.startIndex, isNegated: false)]
    while let token = parser.next(inGroup: groups.count > 1) {
      switch token {
      case .term(let term): add(term, typingAt: caret, to: &groups[groups.count - 1])
      case .or(let range): groups[groups.count - 1].addOr(range) { report($0, .noOperand) }
      case .opening(let range, let isNegated):
        groups.append(SearchGroup(start: range.lowerBound, isNegated: isNegated))
      case .closing(let end):
        let group = groups.removeLast()
        let range = group.start..<end
        let predicate = group.predicate { report($0, .noOperand) }
        guard !group.isEmpty else {
          report(range, .emptyGroup)
          continue
        }
        groups[groups.count - 1].sawTerm()
        if let predicate {
          groups[groups.count - 1].add(group.isNegated ? .not(predicate) : predicate)
        }
      }
      if groups.count > Self.maxDepth + 1 || terms.count + issues.count > Self.maxTerms {
        report(groups[0].start..<text.endIndex, .tooLong)
        break
      }
    }
    let isTyping = caret != nil
    while groups.count > 1 {
      let group = groups.removeLast()
      // The first terms of a negated group would exclude more than all of them.
      if !isTyping || group.isNegated { report(group.start..<text.endIndex, .unclosedGroup) }
      let predicate = group.predicate { if !isTyping { report($0, .noOperand) } }
      if let predicate, !group.isNegated { groups[groups.count - 1].add(predicate) }
    }
    predicate = groups[0].predicate { if !isTyping { report($0, .noOperand) } } ?? .all
    issues.sort { $0.range.lowerBound < $1.range.lowerBound }
  }

  private mutating func add(
    _ term: SearchParser.Term, typingAt caret: String.Index?, to group: inout SearchGroup
  ) {
    group.sawTerm()
    if term.isOpen, caret == text.endIndex,
      term.isNegated || text[term.range].allSatisfy({ $0 == "-" })
    {
      pending = term.range
      return
    }
    switch term.predicate {
    case .success(let predicate):
      let isBegun = caret != nil && term.isOpen
      let term = Term(range: term.range, predicate: isBegun ? predicate.whileTyping : predicate)
      terms.append(term)
      group.add(term.predicate)
    case .failure(let failure): report(term.range, failure)
    }
  }

  private mutating func report(_ range: Range<String.Index>, _ failure: SearchError) {
    issues.append(
      SearchIssue(term: String(text[range]), range: range, failure: failure))
  }

  /// `true` if the query has no conditions.
  package var isEmpty: Bool { terms.isEmpty }

  /// The words and phrases to highlight in results, in the order of the text.
  package var phrases: [SearchPhrase] { predicate.phrases }
}

/// The terms of a query or between parentheses.
private struct SearchGroup {
  let start: String.Index
  let isNegated: Bool
  /// `true` without any terms, even invalid ones.
  private(set) var isEmpty = true
  /// The valid terms between each `OR` and the next.
  private var alternatives: [[EntryPredicate]] = [[]]
  /// `true` if the last alternative has a term, even an invalid one.
  private var hasOperand = false
  /// The last `OR`, until a term follows.
  private var waiting: Range<String.Index>?

  init(start: String.Index, isNegated: Bool) {
    (self.start, self.isNegated) = (start, isNegated)
  }

  mutating func sawTerm() { (isEmpty, hasOperand, waiting) = (false, true, nil) }

  mutating func add(_ predicate: EntryPredicate) {
    alternatives[alternatives.count - 1].append(predicate)
  }

  /// Begins the next alternative after an `OR`. Reports it if there are no terms before it.
  mutating func addOr(_ range: Range<String.Index>, reporting report: (Range<String.Index>) -> Void)
  {
    guard hasOperand else { return report(range) }
    (hasOperand, waiting) = (false, range)
    alternatives.append([])
  }

  /// Returns the condition; `nil` if there are no valid terms. Reports an `OR` at the end.
  func predicate(reporting report: (Range<String.Index>) -> Void) -> EntryPredicate? {
    if let waiting { report(waiting) }
    let valid = alternatives.filter { !$0.isEmpty }.map { EntryPredicate.all(of: $0) }
    return valid.count > 1 ? .or(valid) : valid.first
  }
}

extension EntryPredicate {
  /// The condition for a name whose end hasn't been typed yet.
  fileprivate var whileTyping: EntryPredicate {
    switch self {
    case .tagNamed(let name): .tagBeginning(name.whileTyping)
    case .journalNamed(let name): .journalBeginning(name.whileTyping)
    case .text(let phrase, _, _) where phrase.isExact:
      .text(SearchPhrase(String(phrase.text.trimmed), accents: .all))
    case .photoText(let phrase, _) where phrase.isExact:
      .photoText(SearchPhrase(String(phrase.text.trimmed), accents: .all))
    case .near(let vicinity, _): .near(vicinity.whileTyping)
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
  enum Token {
    case term(Term)
    case or(Range<String.Index>)
    /// A parenthesis, possibly after a minus.
    case opening(Range<String.Index>, isNegated: Bool)
    /// A parenthesis, with its end.
    case closing(String.Index)
  }

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
  private let settings: SearchSettings
  private var isInGroup = false

  init(_ text: String, today: CalendarDay, caret: String.Index?, settings: SearchSettings) {
    rest = text[...]
    self.today = today
    self.caret = caret
    self.settings = settings
  }

  /// Returns the next token; `nil` at the end.
  mutating func next(inGroup isInGroup: Bool) -> Token? {
    self.isInGroup = isInGroup
    while true {
      isClosed = false
      rest = rest.drop(while: \.isWhitespace)
      guard !rest.isEmpty else { return nil }
      let start = rest.startIndex
      if isInGroup, rest.first == ")" {
        rest.removeFirst()
        return .closing(rest.startIndex)
      }
      if consumeOr() { return .or(start..<rest.startIndex) }
      let isNegated = consumeMinus()
      if rest.first == "(" {
        rest.removeFirst()
        return .opening(start..<rest.startIndex, isNegated: isNegated)
      }
      let term = parseTerm()
      // Empty quotes are skipped.
      guard let term else { continue }
      return .term(
        Term(
          range: start..<rest.startIndex, isOpen: rest.isEmpty && !isClosed,
          isNegated: isNegated,
          predicate: isNegated ? term.map { .not($0) } : term))
    }
  }

  /// Consumes an `OR` in capitals between other terms.
  private mutating func consumeOr() -> Bool {
    guard rest.hasPrefix("OR") else { return false }
    let next = rest.dropFirst(2)
    guard next.first.map({ $0.isWhitespace || "\"()".contains($0) }) ?? true else { return false }
    rest = next
    return true
  }

  /// Consumes a minus before a term. Two minuses are a word.
  private mutating func consumeMinus() -> Bool {
    guard rest.first == "-", let next = rest.dropFirst().first, next != "-", !next.isWhitespace,
      !isInGroup || next != ")"
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
    let isTyped = caret.map { name.startIndex < $0 && $0 <= rest.startIndex } ?? false
    if key.isOfDates {
      return SearchDates(
        key, String(value), isTyped: isTyped, today: today, offset: settings.offset
      ).predicate
    }
    if key.isOfNumbers(value) {
      // The number may not be typed yet.
      if isTyped, value.allSatisfy({ "<>=.".contains($0) }) { return nil }
      return NumberRange(value).map { .success(key.predicate($0, settings.moods)) }
        ?? .failure(.invalidNumber(key))
    }
    if key == .near {
      let radius = consumeDistance() ?? Vicinity.usualRadius
      return Vicinity(String(value), radius: radius).map { .success(.near($0)) }
        ?? .failure(.invalidDistance)
    }
    return key.predicate(
      String(value), isExact: quoted != nil, accents: quoted == nil ? settings.accents : .all)
  }

  /// Consumes the distance after a place, such as `20km`, and returns meters; `nil` if there is
  /// none. A number at the caret may not have its unit yet.
  private mutating func consumeDistance() -> Double? {
    let next = rest.drop(while: \.isWhitespace)
    let word = next.prefix { !$0.isWhitespace && $0 != "\"" && $0 != ")" }
    let isBegun = caret == word.endIndex && Vicinity.meters(word + "m") != nil
    guard let meters = Vicinity.meters(word) ?? (isBegun ? Vicinity.usualRadius : nil)
    else { return nil }
    rest = rest[word.endIndex...]
    return meters
  }

  private mutating func parseQuoted() -> String? {
    guard let quoted = SearchQuoting.read(rest) else { return nil }
    rest = rest.dropFirst(quoted.length)
    isClosed = quoted.isClosed
    return quoted.phrase
  }

  private mutating func parseWord() -> Substring {
    // Parentheses in a word are part of it.
    var depth = 0
    let word = rest.prefix { character in
      if isInGroup, character == "(" { depth += 1 }
      if isInGroup, character == ")" { depth -= 1 }
      return !character.isWhitespace && character != "\"" && depth >= 0
    }
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
          accents: isExact ? .all : settings.accents)))
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

// MARK: - SearchIssue

/// An invalid term of a query.
package struct SearchIssue: Hashable, Sendable {
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
  /// The value isn't a number or a range of numbers.
  case invalidNumber(SearchKey)
  /// The distance from the place is zero or too large.
  case invalidDistance
  /// The key doesn't exist; a similar one does.
  case unknownKey(nearest: SearchKey)
  /// There is no term on one side of an `OR`.
  case noOperand
  case emptyGroup
  case unclosedGroup
  /// There are too many terms, or too many groups within each other.
  case tooLong
}

extension SearchIssue {
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
    case .invalidNumber(let key):
      localized("“\(term.printable)” needs a number, for example \(key.numberExample).")
    case .invalidDistance:
      localized("“\(term.printable)” needs a distance of 1m to 1000km, for example 20km.")
    case .noOperand:
      localized(
        "“\(term.printable)” needs a term before and after it. To search for the word, put it in quotes."
      )
    case .emptyGroup:
      localized("“\(term.printable)”: there's nothing between the parentheses.")
    case .unclosedGroup: localized("“\(term.printable)”: the closing parenthesis is missing.")
    case .tooLong: localized("The search has too many terms or parentheses. Make it shorter.")
    case .unknownKey(let nearest):
      localized(
        "“\(term.printable)”: did you mean \(nearest.rawValue):? If not, put it in quotes.")
    }
  }
}
