/// Words to look for in texts, whatever their case or normal form.
///
/// Unless it is exact, Hangul is found as Korean phones find it. A consonant finds the syllables
/// that begin with it: ㄱㅊ finds 김치. And the last syllable may still be being composed: 가 finds
/// 각, and 각 finds 가고, which is typed by way of it.
package struct SearchPhrase: Sendable {
  package let text: String
  /// Whether nothing but these very words is meant, as between quotes.
  package let isExact: Bool
  /// The phrase is where one of these is: a set for each cluster of the text.
  let sequences: [[UnitSet]]
  /// Parts that every match has, for whoever looks at bytes: sets of characters. They may have more
  /// than a match has.
  package let runs: [[UnitSet]]

  package init(_ text: String, isExact: Bool = false) {
    self.text = text
    self.isExact = isExact
    let folded = FoldedText(text)
    let literal = folded.units.map { UnitSet($0, of: folded) }
    (sequences, runs) =
      isExact || literal.isEmpty
      ? (literal.isEmpty ? [] : [literal], Self.runs(literal))
      : Self.composing(folded.units, literal)
  }

  package var isEmpty: Bool { sequences.isEmpty }

  private static func composing(
    _ units: [UInt32], _ literal: [UnitSet]
  ) -> (sequences: [[UnitSet]], runs: [[UnitSet]]) {
    let wholes = zip(units, literal).map { UnitSet(initial: $0) ?? $1 }
    // ㄳ is typed for ㄱ and ㅅ as well.
    let parts = zip(units, wholes).flatMap { unit, whole in
      HangulLetter.pair(unit)?.compactMap { UnitSet(initial: $0) } ?? [whole]
    }
    var sequences = wholes.count == parts.count ? [wholes] : [wholes, parts]
    var certain = zip(units, wholes).map { (UnitSet(beginningOf: $0) ?? $1) }
    let pairs = units.indices.filter { HangulLetter.pair(units[$0]) != nil }
    if let syllable = units.last.flatMap(HangulSyllable.init) {
      let stems = sequences.map { Array($0.dropLast()) }
      let grown = syllable.grown
      sequences = stems.map { $0 + [grown] }
      var first = syllable.scalar
      if let (before, next) = syllable.split,
        let begun = UnitSet(initial: HangulLetter.letter(ofInitial: next))
      {
        sequences += stems.map { $0 + [UnitSet(before.scalar...before.scalar), begun] }
        first = before.scalar
      }
      certain[certain.count - 1] = UnitSet(first...grown.other.upperBound)
    }
    // How many clusters follow a pair isn't certain.
    var runs: [[UnitSet]] = []
    var start = 0
    for end in pairs.map({ $0 + 1 }) + [certain.count] {
      runs += Self.runs(Array(certain[start..<end]))
      start = end
    }
    return (sequences, runs)
  }

  /// The phrase as runs of characters, wherever what is looked for has them.
  private static func runs(_ units: [UnitSet]) -> [[UnitSet]] {
    var runs: [[UnitSet]] = [[]]
    for unit in units {
      if let characters = unit.characters {
        runs[runs.count - 1] += characters
      } else {
        runs.append([])
      }
    }
    return runs.filter { !$0.isEmpty }
  }
}

extension SearchPhrase: Hashable {
  package static func == (left: Self, right: Self) -> Bool {
    left.isExact == right.isExact && left.text.isExactly(right.text)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(text)
    hasher.combine(isExact)
  }
}

// MARK: Matches

extension SearchPhrase {
  /// Where it stands in a text, each place behind the one before; whole characters as they are read.
  package func ranges(in text: String) -> [Range<String.Index>] {
    let folded = FoldedText(text, keepsStarts: true)
    var ranges: [Range<String.Index>] = []
    var position = 0
    while let match = firstMatch(in: folded, from: position) {
      let start = text.utf8.index(text.startIndex, offsetBy: folded.starts[match.lowerBound])
      let length = folded.starts[match.upperBound] - folded.starts[match.lowerBound]
      ranges.append(start..<text.utf8.index(start, offsetBy: length))
      position = match.upperBound
    }
    return ranges
  }

  /// The units of the first match that begins at a place or after it.
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

  /// The units of a match that begins at a place.
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
  /// Whether a phrase stands somewhere in it. An empty one stands everywhere.
  package func contains(_ phrase: SearchPhrase) -> Bool {
    phrase.isEmpty || phrase.firstMatch(in: self, from: 0) != nil
  }

  /// Whether it begins with a phrase, as with an empty one.
  package func begins(with phrase: SearchPhrase) -> Bool {
    phrase.isEmpty
      || units.withUnsafeBufferPointer { phrase.match(in: self, $0, at: 0) != nil }
  }
}
