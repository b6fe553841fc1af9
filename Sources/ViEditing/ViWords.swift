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
    var index = offset
    let first = kind(at: index)
    if first == .word || first == .sign {
      while index < text.count, kind(at: index) == first { index = text.clusterEnd(after: index) }
    } else if first == .lineEnd, index < text.count {
      index = text.clusterEnd(after: index)
      if index < text.count, isEmptyLine(index) { return index }
    }
    while index < text.count {
      switch kind(at: index) {
      case .blank: index = text.clusterEnd(after: index)
      case .lineEnd:
        index = text.clusterEnd(after: index)
        if index < text.count, isEmptyLine(index) { return index }
      default: return index
      }
    }
    return text.count
  }

  /// The beginning of the word before.
  func previous(from offset: Int) -> Int {
    var index = offset
    while index > 0 {
      let before = text.clusterStart(before: index)
      let found = kind(at: before)
      index = before
      if found == .word || found == .sign { return start(ofRunAt: before, found) }
      if found == .lineEnd, isEmptyLine(before) { return before }
    }
    return 0
  }

  /// The beginning of the last character of a word, further on.
  func end(from offset: Int) -> Int {
    var index = text.clusterEnd(after: offset)
    while index < text.count, kind(at: index) == .blank || kind(at: index) == .lineEnd {
      index = text.clusterEnd(after: index)
    }
    guard index < text.count else { return offset }
    return end(ofRunAt: index)
  }

  /// The beginning of the last character of the word before.
  func previousEnd(from offset: Int) -> Int {
    var index = offset
    let first = kind(at: index)
    if first == .word || first == .sign { index = start(ofRunAt: index, first) }
    while index > 0 {
      index = text.clusterStart(before: index)
      let found = kind(at: index)
      if found == .word || found == .sign { return index }
    }
    return 0
  }

  private func start(ofRunAt offset: Int, _ kind: Kind) -> Int {
    var index = offset
    while index > 0 {
      let before = text.clusterStart(before: index)
      guard self.kind(at: before) == kind else { break }
      index = before
    }
    return index
  }

  private func end(ofRunAt offset: Int) -> Int {
    let run = kind(at: offset)
    var index = offset
    while true {
      let next = text.clusterEnd(after: index)
      guard next < text.count, kind(at: next) == run else { return index }
      index = next
    }
  }

  /// The run of characters of a kind around a place, and with `isAround` the blanks behind it, or
  /// else those before it.
  func range(at offset: Int, count: Int, isAround: Bool) -> Range<Int> {
    let line = text.lineRange(at: offset)
    guard !line.isEmpty else { return line }
    let index = min(offset, text.clusterStart(before: line.upperBound))
    var range = start(ofRunAt: index, kind(at: index))..<text.clusterEnd(after: end(ofRunAt: index))
    func extend() -> Bool {
      guard range.upperBound < line.upperBound else { return false }
      range = range.lowerBound..<text.clusterEnd(after: end(ofRunAt: range.upperBound))
      return true
    }
    var isBlank = kind(at: index) == .blank
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
