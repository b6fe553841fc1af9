/// Words to find in texts, ignoring case, accents, width and more (`ScalarFolding`).
///
/// Unless the phrase is exact, Hangul is matched as on Korean phones. A consonant matches syllables
/// that begin with it: ㄱㅊ matches 김치. The last syllable may be incomplete: 가 matches 각, and 각
/// matches 가고, which is typed by way of it.
package struct SearchPhrase: Sendable {
  package let text: String
  /// `true` if only these very words match, as in quotes.
  package let isExact: Bool
  /// `true` if texts must have the same accents.
  package let keepsAccents: Bool
  /// The alternatives that match, each with a set for every unit of the text.
  let sequences: [[UnitSet]]
  /// The parts that every match contains, as sets of characters without accents, for searches in
  /// bytes. They may also match other texts.
  package let runs: [[UnitSet]]

  /// Creates a phrase.
  ///
  /// - Parameter accents: The accents that count; by default all in an exact phrase, otherwise
  ///   none.
  package init(_ text: String, isExact: Bool = false, accents: Accents? = nil) {
    self.text = text
    self.isExact = isExact
    let plain = FoldedText(text)
    let counts =
      switch accents ?? (isExact ? .all : .ignored) {
      case .ignored: false
      case .typed: plain.hasAccents
      case .all: true
      }
    // A phrase of nothing but accents would be empty without them.
    keepsAccents = counts || plain.units.isEmpty
    let folded = keepsAccents ? FoldedText(text, keepsAccents: true) : plain
    sequences = Self.sequences(of: folded, isExact)
    runs = Self.runs(of: plain, isExact)
  }

  /// The accents that texts must have.
  package enum Accents: Hashable, Sendable {
    case ignored
    /// The phrase's accents, if it has any.
    case typed
    /// The phrase's accents and no others.
    case all
  }

  package var isEmpty: Bool { sequences.isEmpty }

  private static func sequences(of folded: FoldedText, _ isExact: Bool) -> [[UnitSet]] {
    let units = folded.units
    guard !units.isEmpty else { return [] }
    let literal = units.map { UnitSet($0, of: folded) }
    if isExact { return [literal] }
    let wholes = zip(units, literal).map { UnitSet(initial: $0) ?? $1 }
    // ㄳ is also typed for ㄱ and ㅅ.
    let parts = zip(units, wholes).flatMap { unit, whole in
      HangulLetter.pair(unit)?.compactMap { UnitSet(initial: $0) } ?? [whole]
    }
    let sequences = wholes.count == parts.count ? [wholes] : [wholes, parts]
    guard let syllable = units.last.flatMap(HangulSyllable.init) else { return sequences }
    let stems = sequences.map { Array($0.dropLast()) }
    guard let (before, next) = syllable.split,
      let begun = UnitSet(initial: HangulLetter.letter(ofInitial: next))
    else { return stems.map { $0 + [syllable.grown] } }
    return stems.map { $0 + [syllable.grown] }
      + stems.map { $0 + [UnitSet(before.scalar...before.scalar), begun] }
  }

  private static func runs(of plain: FoldedText, _ isExact: Bool) -> [[UnitSet]] {
    let units = plain.units
    var certain = units.map { UnitSet($0, of: plain) }
    if isExact { return runs(certain) }
    certain = zip(units, certain).map {
      UnitSet(beginningOf: $0) ?? UnitSet(initial: $0) ?? $1
    }
    if let syllable = units.last.flatMap(HangulSyllable.init) {
      let first = syllable.split.map(\.before.scalar) ?? syllable.scalar
      certain[certain.count - 1] = UnitSet(first...syllable.grown.other.upperBound)
    }
    // The number of clusters after a pair isn't certain.
    let pairs = units.indices.filter { HangulLetter.pair(units[$0]) != nil }
    var runs: [[UnitSet]] = []
    var start = 0
    for end in pairs.map({ $0 + 1 }) + [certain.count] {
      runs += Self.runs(Array(certain[start..<end]))
      start = end
    }
    return runs
  }

  /// Splits a phrase into runs of characters that every match contains.
  private static func runs(_ units: [UnitSet]) -> [[UnitSet]] {
    var runs: [[UnitSet]] = [[]]
    for unit in units {
      guard let characters = unit.characters else {
        runs.append([])
        continue
      }
      for character in characters {
        runs[runs.count - 1].append(character)
        if character.isSymbol { runs.append([]) }
      }
    }
    return runs.filter { !$0.isEmpty }
  }
}

extension SearchPhrase: Hashable {
  package static func == (left: Self, right: Self) -> Bool {
    left.isExact == right.isExact && left.keepsAccents == right.keepsAccents
      && left.text.isExactly(right.text)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(text)
    hasher.combine(isExact)
    hasher.combine(keepsAccents)
  }
}

// MARK: Matches

extension SearchPhrase {
  /// Returns the ranges of all matches that don't overlap, in complete characters.
  package func ranges(in text: String) -> [Range<String.Index>] {
    let folded = FoldedText(text, keepsAccents: keepsAccents, positions: .bytes)
    var ranges: [Range<String.Index>] = []
    var position = 0
    while let match = firstMatch(in: folded, from: position) {
      // Several units may belong to one character.
      position = folded.endOfCharacter(match.upperBound - 1)
      let bytes = folded.starts[match.lowerBound]..<folded.starts[position]
      let start = text.utf8.index(text.startIndex, offsetBy: bytes.lowerBound)
      ranges.append(start..<text.utf8.index(start, offsetBy: bytes.count))
    }
    return ranges
  }

  /// Returns the units of the first match at or after `start`.
  fileprivate func firstMatch(in text: FoldedText, from start: Int) -> Range<Int>? {
    text.units.withUnsafeBufferPointer { units in
      var position = start
      while position < units.count {
        if let match = match(in: text, units, at: position) { return match }
        position += 1
      }
      return nil
    }
  }

  /// Returns the units of a match at `position`.
  fileprivate func match(
    in text: FoldedText, _ units: UnsafeBufferPointer<UInt32>, at position: Int
  ) -> Range<Int>? {
    for sequence in sequences
    where position + sequence.count <= units.count && matches(sequence, units, position, text) {
      return position..<position + sequence.count
    }
    return nil
  }

  private func matches(
    _ sequence: [UnitSet], _ units: UnsafeBufferPointer<UInt32>, _ position: Int, _ text: FoldedText
  ) -> Bool {
    for offset in sequence.indices
    where !sequence[offset].contains(units[position + offset], of: text) {
      return false
    }
    return true
  }
}

extension FoldedText {
  /// Returns whether the text contains a phrase. Always `true` for an empty one.
  package func contains(_ phrase: SearchPhrase) -> Bool {
    phrase.isEmpty || phrase.firstMatch(in: comparable(with: phrase), from: 0) != nil
  }

  /// Returns whether the text begins with a phrase. Always `true` for an empty one.
  package func begins(with phrase: SearchPhrase) -> Bool {
    phrase.isEmpty || comparable(with: phrase).matchAtStart(phrase) != nil
  }

  /// Returns whether the text is a phrase, as in searches for a name.
  package func equals(_ phrase: SearchPhrase) -> Bool {
    let text = comparable(with: phrase)
    return phrase.isEmpty
      ? text.units.isEmpty : text.matchAtStart(phrase)?.upperBound == text.units.count
  }

  private func matchAtStart(_ phrase: SearchPhrase) -> Range<Int>? {
    units.withUnsafeBufferPointer { phrase.match(in: self, $0, at: 0) }
  }

  /// Returns the first unit after the character of a unit. Requires `starts`.
  fileprivate func endOfCharacter(_ unit: Int) -> Int {
    var next = unit + 1
    while next < units.count, starts[next] == starts[unit] { next += 1 }
    return next
  }
}

// MARK: - SearchedTexts

/// The searchable texts of an entry, each folded once and only when needed.
struct SearchedTexts {
  private let texts: [String]
  private var folded: [FoldedText] = []

  init(_ entry: Entry) {
    texts =
      [entry.title] + entry.tags + entry.photos.map(\.caption).filter { !$0.isEmpty }
      + [entry.details.place, entry.content].compactMap(\.self)
  }

  mutating func contain(_ phrase: SearchPhrase) -> Bool {
    for place in texts.indices {
      if place == folded.count { folded.append(FoldedText(texts[place])) }
      if folded[place].contains(phrase) { return true }
    }
    return false
  }
}

// MARK: - FuzzyPattern

/// Letters to find in a short text in their order, with anything between them. Folds texts and
/// matches Hangul as `SearchPhrase` does; ignores spaces.
package struct FuzzyPattern: Sendable {
  private let sequences: [[UnitSet]]

  package init(_ text: String) {
    sequences = SearchPhrase(String(text.filter { !$0.isWhitespace })).sequences
  }

  package var isEmpty: Bool { sequences.isEmpty }

  /// Returns the best match in a text; `nil` if a letter is missing. An empty pattern matches every
  /// text.
  package func match(in text: String) -> FuzzyMatch? {
    guard !isEmpty else { return FuzzyMatch(kind: .wordPrefix, score: 0, places: []) }
    let folded = FoldedText(text, keepsAccents: false, positions: .characters)
    let bonuses = folded.wordBonuses
    return sequences.compactMap { FuzzyMatch($0, in: folded, bonuses) }.max()
  }
}

/// The positions of a pattern's letters in a text, and the match's rank.
package struct FuzzyMatch: Hashable, Sendable, Comparable {
  /// The kinds of matches, worst first.
  package enum Kind: Int, Hashable, Sendable, CaseIterable {
    /// Anywhere, in order.
    case scattered
    /// Adjacent.
    case contiguous
    /// Each at the start of a word or after the previous letter.
    case wordStarts
    /// Adjacent, from the start of a word.
    case wordPrefix
    /// Adjacent, from the start of a word to the end of one.
    case words

    /// Returns whether this kind allows a letter here: the first one, or one that doesn't follow
    /// the previous one directly.
    fileprivate func begins(atStartOfWord isStart: Bool, isFirst: Bool) -> Bool {
      switch self {
      case .scattered: true
      case .contiguous: isFirst
      case .wordStarts: isStart
      case .wordPrefix, .words: isFirst && isStart
      }
    }
  }

  package let kind: Kind
  package let score: Int
  /// Ascending, in characters.
  package let positions: [Int]

  /// The positions as runs of adjacent characters.
  package var ranges: [Range<Int>] {
    positions.reduce(into: []) { ranges, place in
      if let last = ranges.last, last.upperBound == place {
        ranges[ranges.count - 1] = last.lowerBound..<place + 1
      } else {
        ranges.append(place..<place + 1)
      }
    }
  }

  /// Orders worse matches first.
  package static func < (left: FuzzyMatch, right: FuzzyMatch) -> Bool {
    (left.kind.rawValue, left.score) < (right.kind.rawValue, right.score)
  }

  fileprivate init(kind: Kind, score: Int, places: [Int]) {
    self.kind = kind
    self.score = score
    self.positions = places
  }

  /// The score of a letter that follows the previous one directly.
  private static let run = 6
  private static let gap = -2
  /// The score of a text that only has these letters.
  private static let completeBonus = 5

  /// Finds the best match of any kind.
  fileprivate init?(_ pattern: [UnitSet], in text: FoldedText, _ bonuses: [Int]) {
    let matches = Kind.allCases.reversed().lazy.compactMap { kind in
      FuzzyMatch(kind, pattern, in: text, bonuses)
    }
    guard let best = matches.first else { return nil }
    self = best
  }

  /// Finds the match with the highest score by dynamic programming: letter by letter, the best
  /// score for each position.
  private init?(_ kind: Kind, _ pattern: [UnitSet], in text: FoldedText, _ bonuses: [Int]) {
    guard !pattern.isEmpty, pattern.count <= text.units.count else { return nil }
    func begins(_ place: Int, isFirst: Bool) -> Bool {
      kind.begins(atStartOfWord: bonuses[place] >= FoldedText.startBonus, isFirst: isFirst)
    }
    var scores = [Int?](repeating: nil, count: text.units.count)
    /// The position of the previous letter, for each letter and position.
    var origins: [[Int]] = []
    for (index, set) in pattern.enumerated() {
      var next = scores
      var from = [Int](repeating: -1, count: text.units.count)
      var best: (score: Int, place: Int)?
      for (place, unit) in text.units.enumerated() {
        if place > 1, let score = scores[place - 2], score > best?.score ?? .min {
          best = (score, place - 2)
        }
        next[place] = nil
        guard set.contains(unit, of: text) else { continue }
        guard index > 0 else {
          if begins(place, isFirst: true) { next[place] = bonuses[place] }
          continue
        }
        let joined = place > 0 ? scores[place - 1].map { $0 + Self.run } : nil
        let apart = begins(place, isFirst: false) ? best.map { $0.score + Self.gap } : nil
        guard let score = [joined, apart].compactMap(\.self).max() else { continue }
        next[place] = score + bonuses[place]
        from[place] = joined == score ? place - 1 : best?.place ?? -1
      }
      scores = next
      origins.append(from)
    }
    let ends = scores.indices.filter { kind != .words || text.isEndOfWord($0) }
    guard let end = ends.max(by: { scores[$0] ?? .min < scores[$1] ?? .min }),
      let score = scores[end]
    else { return nil }
    var places = [end]
    for from in origins.dropFirst().reversed() { places.append(from[places[places.count - 1]]) }
    self.init(
      kind: kind, score: score + (places.count == text.units.count ? Self.completeBonus : 0),
      // Several units may belong to one character.
      places: places.reversed().map { text.starts[$0] }.reduce(into: []) { places, place in
        if places.last != place { places.append(place) }
      })
  }
}

extension FoldedText {
  /// The score of a letter at the start of a word.
  fileprivate static let startBonus = 8

  /// The score of a letter at each position: highest at the start of the text, then at the start of
  /// a word.
  fileprivate var wordBonuses: [Int] {
    units.indices.map { place in
      place == 0 ? 10 : isLetter(place - 1) || !isLetter(place) ? 1 : Self.startBonus
    }
  }

  fileprivate func isEndOfWord(_ place: Int) -> Bool {
    place + 1 == units.count || isLetter(place) && !isLetter(place + 1)
  }

  private func isLetter(_ place: Int) -> Bool {
    let unit = units[place]
    guard unit < Self.firstCluster, let scalar = Unicode.Scalar(unit) else { return true }
    return scalar.properties.isAlphabetic || scalar.properties.numericType != nil
  }
}
