import Text

/// Finds the targets of vi's motions in a text.
struct ViPositions {
  let text: EditableText
  var rope: TextRope { text.rope }

  /// The target of a motion, and the extent of the text that an operator applies to.
  struct ViPosition: Hashable {
    enum Extent: Hashable {
      /// Excludes the character at the target.
      case exclusive
      case inclusive
      case lines
    }

    var offset: Int
    var extent = Extent.exclusive
  }

  /// Returns the target of a motion, or `nil` if there is none. `lastSearch` is the search that `;`
  /// repeats.
  func place(
    _ motion: ViMotion, from offset: Int, count: Int?, lastSearch: ViCharacterSearch?
  ) -> ViPosition? {
    let times = count ?? 1
    switch motion {
    case .left:
      let start = rope.lineStart(at: offset)
      return ViPosition(offset: repeated(times, offset) { $0 > start ? text.before($0) : $0 })
    case .right:
      let end = rope.lineEnd(at: offset)
      return ViPosition(offset: repeated(times, offset) { $0 < end ? text.after($0) : $0 })
    case .down, .up: return line(offset, by: motion == .down ? times : -times, isExact: true)
    case .lineDown, .lineUp:
      return line(offset, by: motion == .lineDown ? times : -times, isExact: false)
    case .pageDown, .pageUp: return nil
    case .firstLine, .lastLine:
      let last = rope.lines - 1
      let line = count.map { min($0 - 1, last) } ?? (motion == .firstLine ? 0 : last)
      return ViPosition(offset: firstNonBlank(ofLineAt: rope.start(ofLine: line)), extent: .lines)
    case .lineStart: return ViPosition(offset: rope.lineStart(at: offset))
    case .firstNonBlank: return ViPosition(offset: firstNonBlank(ofLineAt: offset))
    case .column:
      let line = rope.lineRange(at: offset)
      return ViPosition(
        offset: repeated(times - 1, line.lowerBound) {
          $0 < line.upperBound ? text.after($0) : $0
        })
    case .lineEnd:
      let line = min(rope.line(at: offset) + times - 1, rope.lines - 1)
      return ViPosition(offset: rope.lineEnd(at: rope.start(ofLine: line)))
    case .wordForward(let isBig): return words(isBig, times, offset) { $0.next(from: $1) }
    case .wordBack(let isBig): return words(isBig, times, offset) { $0.previous(from: $1) }
    case .wordEnd(let isBig):
      return words(isBig, times, offset, .inclusive) { $0.end(from: $1) }
    case .wordEndBack(let isBig):
      return words(isBig, times, offset, .inclusive) { $0.previousEnd(from: $1) }
    case .paragraphForward:
      return ViPosition(offset: repeated(times, offset) { emptyLine(from: $0, by: 1) })
    case .paragraphBack:
      return ViPosition(offset: repeated(times, offset) { emptyLine(from: $0, by: -1) })
    case .search(let search): return find(search, from: offset, times, isAgain: false)
    case .again(let isReversed):
      return lastSearch.flatMap {
        find(isReversed ? $0.reversed : $0, from: offset, times, isAgain: true)
      }
    case .matchingBracket:
      return ViBrackets(rope: rope).match(from: offset).map {
        ViPosition(offset: $0, extent: .inclusive)
      }
    }
  }

  /// Returns the offset of the first character in the line that isn't white space.
  func firstNonBlank(ofLineAt offset: Int) -> Int {
    let line = rope.lineRange(at: offset)
    var place = line.lowerBound
    while place < line.upperBound, rope.cluster(at: place)?.isWhitespace == true {
      place = rope.clusterEnd(after: place)
    }
    return place
  }

  /// Returns an offset where vi's caret may be: on a character, never after the last one of a line.
  func onCharacter(_ offset: Int) -> Int {
    let line = rope.lineRange(at: offset)
    return offset >= line.upperBound && !line.isEmpty ? text.before(line.upperBound) : offset
  }

  private func repeated(_ times: Int, _ offset: Int, _ step: (Int) -> Int) -> Int {
    var place = offset
    for _ in 0..<max(0, times) {
      let next = step(place)
      if next == place { break }
      place = next
    }
    return place
  }

  /// Returns the next empty line in a direction after a line that isn't empty, or that end of the
  /// text.
  private func emptyLine(from offset: Int, by step: Int) -> Int {
    func isEmpty(_ line: Int) -> Bool { rope.lineRange(at: rope.start(ofLine: line)).isEmpty }
    var line = rope.line(at: offset)
    let last = step > 0 ? rope.lines - 1 : 0
    while line != last, isEmpty(line) { line += step }
    while line != last {
      line += step
      if isEmpty(line) { return rope.start(ofLine: line) }
    }
    return step > 0 ? rope.count : 0
  }

  private func words(
    _ isBig: Bool, _ times: Int, _ offset: Int, _ extent: ViPosition.Extent = .exclusive,
    _ step: (ViWords, Int) -> Int
  ) -> ViPosition {
    let words = ViWords(text: rope, isBig: isBig)
    return ViPosition(offset: repeated(times, offset) { step(words, $0) }, extent: extent)
  }

  /// Returns the offset `count` lines away, at the same column if `isExact` or else at the first
  /// word.
  private func line(_ offset: Int, by count: Int, isExact: Bool) -> ViPosition? {
    let line = rope.line(at: offset)
    let target = line + count
    guard target >= 0, target < rope.lines else { return nil }
    let start = rope.start(ofLine: target)
    guard isExact else { return ViPosition(offset: firstNonBlank(ofLineAt: start), extent: .lines) }
    let column = rope.substring(rope.start(ofLine: line)..<offset).count
    let end = rope.lineEnd(at: start)
    let place = repeated(column, start) { $0 < end ? rope.clusterEnd(after: $0) : $0 }
    return ViPosition(offset: place, extent: .lines)
  }

  private func find(
    _ search: ViCharacterSearch, from offset: Int, _ times: Int, isAgain: Bool
  ) -> ViPosition? {
    let line = rope.lineRange(at: offset)
    var place = offset
    // When `t` is repeated, skip the character that the caret is already next to.
    if isAgain, search.isTill, times == 1 { place = step(place, search.isForward, in: line) }
    for _ in 0..<times {
      repeat {
        let next = step(place, search.isForward, in: line)
        guard next != place, next < line.upperBound else { return nil }
        place = next
      } while rope.cluster(at: place) != search.character
    }
    if search.isTill { place = step(place, !search.isForward, in: line) }
    return ViPosition(offset: place, extent: search.isForward ? .inclusive : .exclusive)
  }

  private func step(_ offset: Int, _ isForward: Bool, in line: Range<Int>) -> Int {
    isForward
      ? min(line.upperBound, rope.clusterEnd(after: offset))
      : max(line.lowerBound, rope.clusterStart(before: offset))
  }
}

// MARK: - Words

/// Words as vi defines them: runs of letters and digits, runs of other characters, and empty lines.
/// A big word is anything between white space.
struct ViWords {
  let text: TextRope
  let isBig: Bool

  private enum Kind {
    case word, punctuation, blank, lineEnd
  }

  private func kind(at offset: Int) -> Kind {
    guard let character = text.cluster(at: offset) else { return .lineEnd }
    if character == "\n" || character == "\r\n" { return .lineEnd }
    if character.isWhitespace { return .blank }
    return isBig || character.isOfWord ? .word : .punctuation
  }

  private func isEmptyLine(_ offset: Int) -> Bool { text.lineRange(at: offset).isEmpty }

  /// Returns the start of the next word.
  func next(from offset: Int) -> Int {
    var index = offset
    let first = kind(at: index)
    if first == .word || first == .punctuation {
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

  /// Returns the start of the word before `offset`.
  func previous(from offset: Int) -> Int {
    var index = offset
    while index > 0 {
      let before = text.clusterStart(before: index)
      let found = kind(at: before)
      index = before
      if found == .word || found == .punctuation { return start(ofRunAt: before, found) }
      if found == .lineEnd, isEmptyLine(before) { return before }
    }
    return 0
  }

  /// Returns the start of the last character of the next word that ends after `offset`.
  func end(from offset: Int) -> Int {
    var index = text.clusterEnd(after: offset)
    while index < text.count, kind(at: index) == .blank || kind(at: index) == .lineEnd {
      index = text.clusterEnd(after: index)
    }
    guard index < text.count else { return offset }
    return end(ofRunAt: index)
  }

  /// Returns the start of the last character of the word before `offset`.
  func previousEnd(from offset: Int) -> Int {
    var index = offset
    let first = kind(at: index)
    if first == .word || first == .punctuation { index = start(ofRunAt: index, first) }
    while index > 0 {
      index = text.clusterStart(before: index)
      let found = kind(at: index)
      if found == .word || found == .punctuation { return index }
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

  /// Returns the run of characters of one kind around `offset`; with `isAround`, including the
  /// white space after it, or else before it.
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
      // With white space, a word and the spaces after it are one unit; without, each run is.
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

// MARK: - Brackets and quotation marks

/// Finds matching brackets and quotation marks.
struct ViBrackets {
  let rope: TextRope

  private static let pairs: [(open: UInt8, close: UInt8)] = [
    (UInt8(ascii: "("), UInt8(ascii: ")")), (UInt8(ascii: "["), UInt8(ascii: "]")),
    (UInt8(ascii: "{"), UInt8(ascii: "}")),
  ]

  /// The maximum distance of the matching bracket in bytes.
  private static let reach = 1 << 20

  /// Returns the bracket that matches the one at `offset`, or the next one in the line.
  func match(from offset: Int) -> Int? {
    let end = rope.lineEnd(at: offset)
    for (index, byte) in rope.bytes(offset..<end).enumerated() {
      if let pair = Self.pairs.first(where: { $0.open == byte }) {
        return close(pair.open, pair.close, after: offset + index + 1)
      }
      if let pair = Self.pairs.first(where: { $0.close == byte }) {
        return open(pair.open, pair.close, before: offset + index)
      }
    }
    return nil
  }

  /// Returns the range between the brackets around `offset`, or including them.
  func range(
    _ open: Character, _ close: Character, at offset: Int, count: Int, isAround: Bool
  ) -> Range<Int>? {
    guard let openByte = open.asciiValue, let closeByte = close.asciiValue else { return nil }
    var start: Int? = offset
    var end: Int?
    if rope.byte(at: offset) != openByte {
      start = self.open(openByte, closeByte, before: offset)
    }
    for _ in 1..<max(1, count) {
      start = start.flatMap { self.open(openByte, closeByte, before: $0) }
    }
    end = start.flatMap { self.close(openByte, closeByte, after: $0 + 1) }
    guard let start, let end else { return nil }
    return isAround ? start..<end + 1 : start + 1..<end
  }

  /// Returns the quoted text around `offset` in its line, or the next one.
  func quotation(_ mark: Character, at offset: Int, isAround: Bool) -> Range<Int>? {
    guard let byte = mark.asciiValue else { return nil }
    let line = rope.lineRange(at: offset)
    let marks = rope.bytes(line).enumerated().filter { $0.element == byte }
      .map { line.lowerBound + $0.offset }
    for index in stride(from: 0, to: marks.count - 1, by: 2) where marks[index + 1] >= offset {
      let (start, end) = (marks[index], marks[index + 1])
      guard isAround else { return start + 1..<end }
      var after = end + 1
      while rope.byte(at: after) == UInt8(ascii: " ") { after += 1 }
      return start..<after
    }
    return nil
  }

  private func close(_ open: UInt8, _ close: UInt8, after offset: Int) -> Int? {
    var depth = 0
    for (index, byte) in rope.bytes(offset..<min(rope.count, offset + Self.reach)).enumerated() {
      if byte == open { depth += 1 }
      if byte == close {
        if depth == 0 { return offset + index }
        depth -= 1
      }
    }
    return nil
  }

  private func open(_ open: UInt8, _ close: UInt8, before offset: Int) -> Int? {
    let start = max(0, offset - Self.reach)
    var depth = 0
    for (index, byte) in rope.bytes(start..<offset).enumerated().reversed() {
      if byte == close { depth += 1 }
      if byte == open {
        if depth == 0 { return start + index }
        depth -= 1
      }
    }
    return nil
  }
}
