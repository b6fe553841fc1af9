import TextEditing

/// Words as vi has them: letters and numbers in a row, or other signs in a row; an empty line is one
/// too. A big word is whatever stands between blanks.
struct ViWords {
  let text: TextRope
  let isBig: Bool

  private enum Kind {
    case word, sign, blank, lineEnd
  }

  private func kind(at offset: Int) -> Kind {
    guard let character = text.cluster(at: offset) else { return .lineEnd }
    if character == "\n" || character == "\r\n" { return .lineEnd }
    if character.isWhitespace { return .blank }
    return isBig || character.isOfWord ? .word : .sign
  }

  private func isEmptyLine(_ offset: Int) -> Bool { text.lineRange(at: offset).isEmpty }

  /// The beginning of the next word.
  func next(from offset: Int) -> Int {
    var place = offset
    let first = kind(at: place)
    if first == .word || first == .sign {
      while place < text.count, kind(at: place) == first { place = text.clusterEnd(after: place) }
    } else if first == .lineEnd, place < text.count {
      place = text.clusterEnd(after: place)
      if place < text.count, isEmptyLine(place) { return place }
    }
    while place < text.count {
      switch kind(at: place) {
      case .blank: place = text.clusterEnd(after: place)
      case .lineEnd:
        place = text.clusterEnd(after: place)
        if place < text.count, isEmptyLine(place) { return place }
      default: return place
      }
    }
    return text.count
  }

  /// The beginning of the word before.
  func previous(from offset: Int) -> Int {
    var place = offset
    while place > 0 {
      let before = text.clusterStart(before: place)
      let found = kind(at: before)
      place = before
      if found == .word || found == .sign { return start(ofRunAt: before, found) }
      if found == .lineEnd, isEmptyLine(before) { return before }
    }
    return 0
  }

  /// The beginning of the last character of a word, further on.
  func end(from offset: Int) -> Int {
    var place = text.clusterEnd(after: offset)
    while place < text.count, kind(at: place) == .blank || kind(at: place) == .lineEnd {
      place = text.clusterEnd(after: place)
    }
    guard place < text.count else { return offset }
    return end(ofRunAt: place)
  }

  /// The beginning of the last character of the word before.
  func previousEnd(from offset: Int) -> Int {
    var place = offset
    let first = kind(at: place)
    if first == .word || first == .sign { place = start(ofRunAt: place, first) }
    while place > 0 {
      place = text.clusterStart(before: place)
      let found = kind(at: place)
      if found == .word || found == .sign { return place }
    }
    return 0
  }

  private func start(ofRunAt offset: Int, _ kind: Kind) -> Int {
    var place = offset
    while place > 0 {
      let before = text.clusterStart(before: place)
      guard self.kind(at: before) == kind else { break }
      place = before
    }
    return place
  }

  private func end(ofRunAt offset: Int) -> Int {
    let run = kind(at: offset)
    var place = offset
    while true {
      let next = text.clusterEnd(after: place)
      guard next < text.count, kind(at: next) == run else { return place }
      place = next
    }
  }

  /// The run of characters of a kind around a place, and with `isAround` the blanks behind it, or
  /// else those before it.
  func range(at offset: Int, count: Int, isAround: Bool) -> Range<Int> {
    let line = text.lineRange(at: offset)
    guard !line.isEmpty else { return line }
    let place = min(offset, text.clusterStart(before: line.upperBound))
    var range = start(ofRunAt: place, kind(at: place))..<text.clusterEnd(after: end(ofRunAt: place))
    func extend() -> Bool {
      guard range.upperBound < line.upperBound else { return false }
      range = range.lowerBound..<text.clusterEnd(after: end(ofRunAt: range.upperBound))
      return true
    }
    var isBlank = kind(at: place) == .blank
    for turn in 0..<count {
      // With blanks, a word and the blanks behind it are one; without, each run is.
      if turn > 0, !extend() { break }
      guard isAround else { continue }
      if turn > 0 { isBlank = kind(at: text.clusterStart(before: range.upperBound)) == .blank }
      if isBlank {
        _ = extend()
      } else if range.upperBound < line.upperBound, kind(at: range.upperBound) == .blank {
        _ = extend()
      } else if turn == 0, range.lowerBound > line.lowerBound {
        let before = text.clusterStart(before: range.lowerBound)
        if kind(at: before) == .blank {
          range = start(ofRunAt: before, .blank)..<range.upperBound
        }
      }
    }
    return range
  }
}
