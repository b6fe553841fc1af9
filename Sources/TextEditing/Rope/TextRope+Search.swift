/// A phrase to be found in a text, whatever its case and normal form.
package struct SearchPhrase: Hashable, Sendable {
  let characters: [Character]

  /// `nil` for a phrase that says nothing.
  package init?(_ text: String) {
    characters = text.map(\.folded)
    if characters.isEmpty { return nil }
  }
}

extension TextRope {
  /// The first place of a phrase that begins at or after an offset and ends before an end.
  package func firstRange(
    of phrase: SearchPhrase, from offset: Int = 0, to end: Int? = nil
  ) -> Range<Int>? {
    ranges(of: phrase, in: offset..<max(offset, end ?? count), most: 1).first
  }

  /// The last place of a phrase that ends at or before an offset.
  package func lastRange(of phrase: SearchPhrase, before offset: Int) -> Range<Int>? {
    var end = offset
    while end > 0 {
      let start = clusterBoundary(atOrBefore: max(0, end - Self.partLength))
      if let found = ranges(of: phrase, in: start..<end).last { return found }
      guard start > 0 else { return nil }
      end = min(end - 1, clusterBoundary(atOrBefore: start + Self.overlap(phrase)))
    }
    return nil
  }

  /// Every place of a phrase in a part of the text; none overlaps another one.
  package func ranges(
    of phrase: SearchPhrase, in range: Range<Int>? = nil, most: Int = .max
  ) -> [Range<Int>] {
    let range = range ?? 0..<count
    var found: [Range<Int>] = []
    var start = range.lowerBound
    while start < range.upperBound {
      let part =
        start..<clusterBoundary(
          atOrBefore: min(range.upperBound, start + Self.partLength))
      guard !part.isEmpty else { break }
      let isLast = part.upperBound >= range.upperBound
      let overlap = isLast ? 0 : Self.overlap(phrase)
      start = collect(phrase, in: part, beforeOverlap: part.upperBound - overlap, &found, most)
      if found.count >= most || isLast { break }
    }
    return found
  }

  /// In bytes: what is made ready for searching at a time.
  private static var partLength: Int { 4096 }

  /// Parts overlap by as much as the phrase may take.
  private static func overlap(_ phrase: SearchPhrase) -> Int {
    min(partLength / 2, phrase.characters.count * 16)
  }

  /// Adds the places of a phrase that begin in a part, before an overlap. Returns where to go on.
  private func collect(
    _ phrase: SearchPhrase, in part: Range<Int>, beforeOverlap end: Int,
    _ found: inout [Range<Int>], _ most: Int
  ) -> Int {
    let wanted = phrase.characters
    let characters = Array(substring(part))
    let folded = characters.map(\.folded)
    var offset = part.lowerBound
    var index = 0
    while index < characters.count, offset < end || index == 0 {
      let matchEnd = index + wanted.count
      if matchEnd <= folded.count, folded[index] == wanted[0],
        folded[index..<matchEnd].elementsEqual(wanted)
      {
        let length = characters[index..<matchEnd].reduce(0) { $0 + $1.utf8.count }
        found.append(offset..<offset + length)
        if found.count >= most { return offset + length }
        offset += length
        index = matchEnd
      } else {
        offset += characters[index].utf8.count
        index += 1
      }
    }
    return offset
  }
}

extension Character {
  /// The small letter, if it is one character.
  fileprivate var folded: Character {
    if let byte = asciiValue {
      return (0x41...0x5A).contains(byte) ? Character(Unicode.Scalar(byte | 0x20)) : self
    }
    if let scalar = unicodeScalars.first,
      (0x3000...0x9FFF).contains(scalar.value)
        || (0xAC00...0xD7A3).contains(scalar.value)
    {
      return self
    }
    let small = lowercased()
    return small.count == 1 ? small.first ?? self : self
  }
}
