// Words as motions take them: letters, numbers and `_` in a row. Hangul, with its particles, goes
// from blank to blank. A line end stands between words and is passed by itself.
extension TextRope {
  /// The beginning of the word before a place or around it; from the beginning of a line, the end
  /// of the one before.
  package func wordStart(before offset: Int) -> Int {
    if offset == 0 || byte(at: offset - 1) == 0x0A { return clusterStart(before: offset) }
    var index = offset
    var isInWord = false
    while index > 0 {
      let start = clusterStart(before: index)
      guard let character = cluster(at: start), !character.isLineEnd else { return index }
      if isInWord, !character.isOfWord { return index }
      isInWord = isInWord || character.isOfWord
      index = start
    }
    return index
  }

  /// The end of the word behind a place or around it; from the end of a line, the beginning of the
  /// next.
  package func wordEnd(after offset: Int) -> Int {
    guard offset < count else { return count }
    var index = offset
    var isInWord = false
    while index < count {
      let end = clusterEnd(after: index)
      guard let character = substring(index..<end).first else { return index }
      if character.isLineEnd { return index == offset ? end : index }
      if isInWord, !character.isOfWord { return index }
      isInWord = isInWord || character.isOfWord
      index = end
    }
    return index
  }

  /// The word around a place, or what stands between two words there.
  package func wordRange(at offset: Int) -> Range<Int> {
    let line = lineRange(at: offset)
    guard !line.isEmpty else { return line }
    let start = clusterBoundary(
      atOrBefore: offset < line.upperBound ? offset : line.upperBound - 1)
    guard let kind = cluster(at: start).map(Kind.init) else { return line }
    var range = start..<min(line.upperBound, clusterEnd(after: start))
    while range.lowerBound > line.lowerBound {
      let before = clusterStart(before: range.lowerBound)
      guard cluster(at: before).map(Kind.init) == kind else { break }
      range = before..<range.upperBound
    }
    while range.upperBound < line.upperBound, cluster(at: range.upperBound).map(Kind.init) == kind {
      range = range.lowerBound..<clusterEnd(after: range.upperBound)
    }
    return range
  }

  private enum Kind {
    case word, blank, other

    init(_ character: Character) {
      self = character.isOfWord ? .word : character.isWhitespace ? .blank : .other
    }
  }

  // MARK: Paragraphs

  /// The blank line before the paragraph of a place, or the text's beginning.
  package func paragraphStart(before offset: Int) -> Int {
    var line = line(at: max(0, offset))
    if start(ofLine: line) < offset, !isBlank(line) { line += 1 }
    line -= 1
    while line > 0, isBlank(line) { line -= 1 }
    while line > 0, !isBlank(line) { line -= 1 }
    return line <= 0 ? 0 : start(ofLine: line)
  }

  /// The blank line behind the paragraph of a place, or the text's end.
  package func paragraphEnd(after offset: Int) -> Int {
    var line = line(at: offset)
    while line < lines, isBlank(line) { line += 1 }
    while line < lines, !isBlank(line) { line += 1 }
    return line >= lines ? count : start(ofLine: line)
  }

  /// The lines around a place that no blank line divides, as far as they reach into a part, if one
  /// is given; a blank line by itself.
  package func paragraphRange(at offset: Int, near part: Range<Int>? = nil) -> Range<Int> {
    let part = part ?? 0..<count
    let line = line(at: offset)
    guard !isBlank(line) else { return wholeLineRange(at: offset) }
    var first = line
    while first > 0, start(ofLine: first) > part.lowerBound, !isBlank(first - 1) { first -= 1 }
    var end = line + 1
    while end < lines, start(ofLine: end) < part.upperBound, !isBlank(end) { end += 1 }
    return start(ofLine: first)..<(end < lines ? start(ofLine: end) : count)
  }

  private func isBlank(_ line: Int) -> Bool {
    let start = start(ofLine: line)
    let end = line + 1 < lines ? self.start(ofLine: line + 1) : count
    // A long line of blanks alone isn't read to its end.
    return end - start < 256
      && bytes(start..<end).allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) }
  }
}

extension Character {
  /// Whether it is part of a word.
  package var isOfWord: Bool { isLetter || isNumber || self == "_" }
  var isLineEnd: Bool { self == "\n" || self == "\r\n" }
}
