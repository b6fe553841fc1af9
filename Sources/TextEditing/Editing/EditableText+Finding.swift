// Find and replace.
extension EditableText {
  /// The first place of a phrase that begins at or after an offset and ends before an end.
  package func first(
    _ phrase: SearchPhrase, from offset: Int = 0, to end: Int? = nil
  ) -> Range<Int>? {
    var index = offset
    while let found = rope.firstRange(of: phrase, from: index, to: end) {
      guard isInFold(found) else { return found }
      index = found.upperBound
    }
    return nil
  }

  /// The place of a phrase at or behind an offset, and after the text's end from its beginning.
  package func next(_ phrase: SearchPhrase, from offset: Int) -> Range<Int>? {
    first(phrase, from: offset) ?? (offset > 0 ? first(phrase) : nil)
  }

  /// The place of a phrase before an offset, and before the text's beginning from its end.
  package func previous(_ phrase: SearchPhrase, before offset: Int) -> Range<Int>? {
    var index = offset
    while let found = rope.lastRange(of: phrase, before: index) {
      guard isInFold(found) else { return found }
      index = found.lowerBound
    }
    return offset < rope.count ? previous(phrase, before: rope.count) : nil
  }

  /// Every place of a phrase in a part of the text, or so many.
  package func ranges(
    of phrase: SearchPhrase, in range: Range<Int>? = nil, most: Int = .max
  ) -> [Range<Int>] {
    rope.ranges(of: phrase, in: range, most: most).filter { !isInFold($0) }
  }

  /// What is folded isn't seen: nobody means it.
  private func isInFold(_ range: Range<Int>) -> Bool {
    guard let fold else { return false }
    return fold.range(endingAtOrAround: range.lowerBound + 1, in: rope) != nil
      || fold.range(endingAtOrAround: range.upperBound, in: rope) != nil
  }

  /// Puts a text in the place of each of several parts, which stand in the order of the text.
  mutating func replaceAll(_ ranges: [Range<Int>], with text: String) {
    guard let first = ranges.first, let last = ranges.last else { return }
    let text = fitting(text)
    var index = first.lowerBound
    var result = ""
    var caretAfter = caret
    for range in ranges {
      result += rope.substring(index..<range.lowerBound) + text
      if range.upperBound <= caret { caretAfter += text.utf8.count - range.count }
      index = range.upperBound
    }
    put(result, in: first.lowerBound..<last.upperBound)
    move(to: caretAfter)
  }
}
