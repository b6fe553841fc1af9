import Text

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
  case near
  case mood
  case weather
  case words
  case characters
  case photos
  case changed
  /// The words in photos.
  case text

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
    case .author: "작성자"
    case .place: "장소"
    case .near: "근처"
    case .mood: "기분"
    case .weather: "날씨"
    case .words: "단어수"
    case .characters: "글자수"
    case .photos: "사진수"
    case .changed: "수정"
    case .text: "사진글"
    }
  }

  /// `true` if the value is a day, week, month or year.
  var isOfDates: Bool { [.date, .on, .from, .to, .changed].contains(self) }

  /// Returns whether a value is to be a number. A mood may also be a name.
  func isOfNumbers(_ value: Substring) -> Bool {
    switch self {
    case .words, .characters, .photos: true
    case .mood: value.first.map { "<>=".contains($0) } ?? false
    default: false
    }
  }

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

extension SearchKey {
  /// An example of a term with this key.
  package var example: String {
    switch self {
    case .tag: localized("tag:walks")
    case .journal: localized("journal:Travel")
    case .date, .from, .changed: "\(shownName):2024-05"
    case .on: localized("on:yesterday")
    case .to: "\(shownName):2024-08"
    case .has: "has:photo"
    case .is: "is:starred"
    case .author: localized("author:Kim")
    case .place: localized("place:Seoul")
    case .near: localized("near:Seoul 20km")
    case .mood: "\(shownName):😊"
    case .weather: localized("weather:rain")
    case .words, .characters, .photos: numberExample
    case .text: localized("text:receipt")
    }
  }

  /// An example of a term with a number.
  var numberExample: String {
    switch self {
    case .mood: "\(shownName):<3"
    case .photos: "\(shownName):>3"
    default: "\(shownName):>500"
    }
  }

  /// The name in the current language.
  private var shownName: String {
    Language.current == .korean ? korean ?? rawValue : rawValue
  }
}

// MARK: - Predicates

extension SearchKey {
  private typealias Choice = (words: [String], predicate: EntryPredicate)

  /// The values of `has:` and `is:`. Words are in the order: usual English, other forms, Korean.
  private static let parts: [Choice] = [
    (["photo", "photos", "사진"], .withPhotos), (["video", "videos", "동영상"], .withVideos),
  ]
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

  func predicate(
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
    case .text: .success(.photoText(phrase))
    // `SearchParser` handles these.
    case .near: .failure(.invalidDistance)
    case .date, .on, .from, .to, .changed: .failure(.invalidDate)
    case .words, .characters, .photos: .failure(.invalidNumber(self))
    }
  }

  /// Returns the condition for a range of numbers. Moods are numbered from 1, the worst.
  func predicate(_ range: NumberRange, _ moods: MoodScale) -> EntryPredicate {
    switch self {
    case .characters: .characters(range)
    case .photos: .photos(range)
    case .mood:
      .any(
        of: moods.names.enumerated().filter { range.contains(moods.names.count - $0.offset) }
          .map { .withMood($0.element) })
    default: .words(range)
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
  /// The offset from UTC of the days of changes.
  private let offset: Int

  init(_ key: SearchKey, _ text: String, isTyped: Bool, today: CalendarDay, offset: Int) {
    self.key = key
    self.text = text
    self.isTyped = isTyped
    self.today = today
    self.offset = offset
  }

  /// The condition; `nil` if the value is unfinished, which isn't an error.
  var predicate: Result<EntryPredicate, SearchError>? {
    do {
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
    case (.days(let first), .open): return .success(condition(first.lowerBound, nil))
    case (.open, .days(let last)): return .success(condition(nil, last.upperBound))
    case (.days(let first), .days(let last)):
      guard first.lowerBound <= last.upperBound else { throw .endsBeforeStart }
      return .success(condition(first.lowerBound, last.upperBound))
    }
  }

  private func condition(_ first: CalendarDay?, _ last: CalendarDay?) -> EntryPredicate {
    guard key == .changed else {
      return .all(of: [first.map { .from($0) }, last.map { .to($0) }].compactMap(\.self))
    }
    func start(ofDay number: Int64) -> Timestamp {
      Timestamp(milliseconds: (number * 86_400 - Int64(offset)) * 1000)
    }
    let end = last.map { start(ofDay: $0.daysSinceEpoch + 1) }
    return .changed(
      (first.map { start(ofDay: $0.daysSinceEpoch) } ?? Timestamp(milliseconds: .min))..<(end
        ?? Timestamp(milliseconds: .max)))
  }

  private func end(_ text: Substring) throws(SearchError) -> End {
    guard !text.isEmpty else { return .open }
    let isBegun = isTyped && DayPhrase.isBeginning(text)
    // The `20` of `2024` isn't a day of a month yet.
    if isBegun, text.allSatisfy(\.isNumber) { return .unfinished }
    do {
      return .days(try DayPhrase(text, today: today).days)
    } catch {
      if isBegun { return .unfinished }
      throw error == .noSuchDay ? .noSuchDay : .invalidDate
    }
  }
}

// MARK: - NumberRange

/// A range of whole numbers as typed: `>500`, `>=3`, `<3`, `<=3`, `=3` or `3`, `100..500`, `100..`
/// or `..500`.
package struct NumberRange: Hashable, Sendable {
  private let lowerBound: Int
  private let upperBound: Int

  /// Returns `nil` if the text isn't a range, or one without numbers.
  init?(_ text: some StringProtocol) {
    // Longer numbers may overflow.
    func number(_ text: some StringProtocol) -> Int? {
      text.utf8.count <= 9 && text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
    }
    let sign = text.prefix { "<>=".contains($0) }
    let value = text.dropFirst(sign.count)
    if sign.isEmpty, let dots = value.firstRange(of: "..") {
      let (start, end) = (value[..<dots.lowerBound], value[dots.upperBound...])
      guard !start.isEmpty || !end.isEmpty else { return nil }
      guard let low = start.isEmpty ? 0 : number(start),
        let high = end.isEmpty ? .max : number(end), low <= high
      else { return nil }
      (lowerBound, upperBound) = (low, high)
      return
    }
    guard let number = number(value) else { return nil }
    switch sign {
    case ">": (lowerBound, upperBound) = (number + 1, .max)
    case ">=": (lowerBound, upperBound) = (number, .max)
    case "<": (lowerBound, upperBound) = (0, number - 1)
    case "<=": (lowerBound, upperBound) = (0, number)
    case "", "=": (lowerBound, upperBound) = (number, number)
    default: return nil
    }
  }

  package func contains(_ number: Int) -> Bool { lowerBound <= number && number <= upperBound }
}

// MARK: - Vicinity

/// The area around a place, as in `near:Jeju 20km`.
package struct Vicinity: Hashable, Sendable {
  /// The place's name, or its coordinates.
  package let place: String
  /// In meters.
  package let radius: Double
  /// `true` while the name is typed. An unknown one isn't an error yet.
  package private(set) var isTyped = false

  /// The radius in meters if none is given.
  static let usualRadius = 20_000.0
  /// Over larger distances, `PhotoDetails.Position.distance(to:)` is inaccurate.
  private static let radii = 1.0...1_000_000

  /// Returns `nil` if the radius in meters is out of range.
  package init?(_ place: String, radius: Double) {
    guard Self.radii.contains(radius) else { return nil }
    (self.place, self.radius) = (place, radius)
  }

  /// The same area while the name is typed.
  var whileTyping: Vicinity {
    var vicinity = self
    vicinity.isTyped = true
    return vicinity
  }

  private static let units: [(name: String, meters: Double)] = [
    ("km", 1000), ("m", 1), ("mi", 1609.344),
  ]

  /// Parses a distance, such as `20km`, `500m` or `12.5mi`, and returns meters; `nil` for other
  /// texts.
  static func meters(_ text: some StringProtocol) -> Double? {
    let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let unit = text.dropFirst(number.count).lowercased()
    guard number.count <= 9, number.first != ".", let value = Double(number),
      let meters = units.first(where: { $0.name == unit })?.meters
    else { return nil }
    return value * meters
  }
}

/// Finds the entries in an area.
package typealias NearbySearch =
  @Sendable (Vicinity, DiaryService) async throws -> Set<ID<Entry>>
