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

extension TextRope {
  /// The place of a text, byte for byte, that begins nearest to another place; of two, the one
  /// before it.
  package func range(of text: String, nearest index: Int) -> Range<Int>? {
    let wanted = Array(text.utf8)
    guard !wanted.isEmpty, wanted.count <= count else { return nil }
    var reach = 1024
    while true {
      let low = max(0, index - reach)
      let high = min(count, index + reach + wanted.count)
      if low < high, let found = Self.nearest(wanted, in: bytes(low..<high), to: index - low) {
        return low + found..<low + found + wanted.count
      }
      if low == 0, high == count { return nil }
      reach *= 8
    }
  }

  private static func nearest(_ wanted: [UInt8], in bytes: [UInt8], to index: Int) -> Int? {
    func isAt(_ start: Int) -> Bool {
      start >= 0 && start + wanted.count <= bytes.count && bytes[start] == wanted[0]
        && bytes[start..<start + wanted.count].elementsEqual(wanted)
    }
    for distance in 0...max(index, bytes.count - index, 0) {
      if isAt(index - distance) { return index - distance }
      if isAt(index + distance) { return index + distance }
    }
    return nil
  }
}
