/// Letters to look for in a short text: in their order, whatever stands between them. Case, normal
/// form and Hangul are as in a `SearchPhrase`; blanks don't count.
package struct FuzzyPattern: Sendable {
  private let sequences: [[UnitSet]]

  package init(_ text: String) {
    sequences = SearchPhrase(String(text.filter { !$0.isWhitespace })).sequences
  }

  package var isEmpty: Bool { sequences.isEmpty }

  /// The best way to find the letters in a text; `nil` if not all are there. An empty pattern is
  /// found in every text.
  package func match(in text: String) -> FuzzyMatch? {
    guard !isEmpty else { return FuzzyMatch(kind: .wordPrefix, score: 0, places: []) }
    let folded = FoldedText(text)
    let bonuses = folded.wordBonuses
    return sequences.compactMap { FuzzyMatch($0, in: folded, bonuses) }.max()
  }
}

/// Where the letters of a pattern stand in a text, and how good that is.
package struct FuzzyMatch: Hashable, Sendable, Comparable {
  /// How the letters stand, the worst first.
  package enum Kind: Int, Hashable, Sendable, CaseIterable {
    /// Anywhere in their order.
    case scattered
    /// Side by side.
    case contiguous
    /// Each at the beginning of a word, or behind the one before.
    case wordStarts
    /// Side by side from the beginning of a word on.
    case wordPrefix

    /// Whether the first letter, or one that doesn't follow the one before, may stand at a place.
    fileprivate func begins(atStartOfWord isStart: Bool, isFirst: Bool) -> Bool {
      switch self {
      case .scattered: true
      case .contiguous: isFirst
      case .wordStarts: isStart
      case .wordPrefix: isFirst && isStart
      }
    }
  }

  package let kind: Kind
  package let score: Int
  /// In characters, rising.
  package let places: [Int]

  /// Where the pattern's characters stand, as runs of neighbors.
  package var ranges: [Range<Int>] {
    places.reduce(into: []) { ranges, place in
      if let last = ranges.last, last.upperBound == place {
        ranges[ranges.count - 1] = last.lowerBound..<place + 1
      } else {
        ranges.append(place..<place + 1)
      }
    }
  }

  /// The worse one first.
  package static func < (left: FuzzyMatch, right: FuzzyMatch) -> Bool {
    (left.kind.rawValue, left.score) < (right.kind.rawValue, right.score)
  }

  fileprivate init(kind: Kind, score: Int, places: [Int]) {
    self.kind = kind
    self.score = score
    self.places = places
  }

  /// For a letter that follows the one before without a gap.
  private static let run = 6
  private static let gap = -2
  /// For what has these letters and no others.
  private static let whole = 5

  /// Finds the best way that there is.
  fileprivate init?(_ pattern: [UnitSet], in text: FoldedText, _ bonuses: [Int]) {
    let ways = Kind.allCases.reversed().lazy.compactMap { kind in
      FuzzyMatch(kind, pattern, in: text, bonuses)
    }
    guard let best = ways.first else { return nil }
    self = best
  }

  /// Finds the way with the highest score: letter by letter, the best for each place where it may
  /// stand.
  private init?(_ kind: Kind, _ pattern: [UnitSet], in text: FoldedText, _ bonuses: [Int]) {
    guard !pattern.isEmpty, pattern.count <= text.units.count else { return nil }
    func begins(_ place: Int, isFirst: Bool) -> Bool {
      kind.begins(atStartOfWord: bonuses[place] >= FoldedText.startBonus, isFirst: isFirst)
    }
    var scores = [Int?](repeating: nil, count: text.units.count)
    /// The place of the letter before, for each letter and place.
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
    guard let end = scores.indices.max(by: { scores[$0] ?? .min < scores[$1] ?? .min }),
      let score = scores[end]
    else { return nil }
    var places = [end]
    for from in origins.dropFirst().reversed() { places.append(from[places[places.count - 1]]) }
    self.init(
      kind: kind, score: score + (places.count == text.units.count ? Self.whole : 0),
      places: places.reversed())
  }
}

extension FoldedText {
  /// For a letter that a word begins with.
  fileprivate static let startBonus = 8

  /// What it is worth to find a letter at each place: most at the beginning, then where a word
  /// begins.
  fileprivate var wordBonuses: [Int] {
    units.indices.map { place in
      place == 0 ? 10 : isLetter(place - 1) || !isLetter(place) ? 1 : Self.startBonus
    }
  }

  private func isLetter(_ place: Int) -> Bool {
    let unit = units[place]
    guard unit < Self.firstCluster, let scalar = Unicode.Scalar(unit) else { return true }
    return scalar.properties.isAlphabetic || scalar.properties.numericType != nil
  }
}
