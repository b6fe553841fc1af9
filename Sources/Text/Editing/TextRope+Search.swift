/// A phrase to search for regardless of case and normalization.
package struct FindPhrase: Hashable, Sendable {
  let characters: [Character]

  /// Creates a phrase, or returns `nil` for an empty text.
  package init?(_ text: String) {
    characters = text.map(\.folded)
    if characters.isEmpty { return nil }
  }
}

extension TextRope {
  /// Returns the first match that begins at or after `offset` and ends at or before `end`.
  package func firstRange(
    of phrase: FindPhrase, from offset: Int = 0, to end: Int? = nil
  ) -> Range<Int>? {
    ranges(of: phrase, in: offset..<max(offset, end ?? count), most: 1).first
  }

  /// Returns the last match that ends at or before `offset`.
  package func lastRange(of phrase: FindPhrase, before offset: Int) -> Range<Int>? {
    var end = offset
    while end > 0 {
      let start = clusterBoundary(atOrBefore: max(0, end - Self.partLength))
      if let found = ranges(of: phrase, in: start..<end).last { return found }
      guard start > 0 else { return nil }
      end = min(end - 1, clusterBoundary(atOrBefore: start + Self.overlap(phrase)))
    }
    return nil
  }

  /// Returns the first `most` matches in a part of the text; they don't overlap.
  package func ranges(
    of phrase: FindPhrase, in range: Range<Int>? = nil, most: Int = .max
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

  /// The size of the part that is searched at a time, in bytes.
  private static var partLength: Int { 4096 }

  /// Returns the overlap of parts: the maximum length of a match, in bytes.
  private static func overlap(_ phrase: FindPhrase) -> Int {
    min(partLength / 2, phrase.characters.count * 16)
  }

  /// Appends the matches that begin in a part, before its overlap with the next one. Returns the
  /// offset to continue at.
  private func collect(
    _ phrase: FindPhrase, in part: Range<Int>, beforeOverlap end: Int,
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
  /// The lowercase character, if it is a single one.
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

// MARK: - Nearest occurrence

extension TextRope {
  /// Returns the occurrence of `text`, byte for byte, that begins nearest to `index`; of two at the
  /// same distance, the one before it.
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
