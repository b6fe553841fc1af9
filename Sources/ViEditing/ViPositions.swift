import TextEditing

/// Where the motions of vi go in a text.
struct ViPositions {
  let text: EditableText
  var rope: TextRope { text.rope }

  /// Where a motion ends, and how much of the text an operator takes that goes there.
  struct ViPosition: Hashable {
    enum Extent: Hashable {
      /// The character at the end isn't part of it.
      case exclusive
      case inclusive
      case lines
    }

    var offset: Int
    var extent = Extent.exclusive
  }

  /// `nil` where there is nowhere to go. `lastSearch` is what `;` does again.
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

  /// Where the first character of a line stands that is no blank.
  func firstNonBlank(ofLineAt offset: Int) -> Int {
    let line = rope.lineRange(at: offset)
    var place = line.lowerBound
    while place < line.upperBound, rope.cluster(at: place)?.isWhitespace == true {
      place = rope.clusterEnd(after: place)
    }
    return place
  }

  /// Where the caret may stand: on a character, so never behind the last one of a line.
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

  /// The next empty line in a direction behind some that aren't, or the end of the text there.
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

  /// So many lines further; as far into it as before, or at its first word.
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
    // Till the next one, again: past the one that it stands at.
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

/// Brackets that belong together, and quotation marks.
struct ViBrackets {
  let rope: TextRope

  private static let pairs: [(open: UInt8, close: UInt8)] = [
    (UInt8(ascii: "("), UInt8(ascii: ")")), (UInt8(ascii: "["), UInt8(ascii: "]")),
    (UInt8(ascii: "{"), UInt8(ascii: "}")),
  ]

  /// How far the other one is looked for, in bytes.
  private static let reach = 1 << 20

  /// The other one of the bracket at a place, or of the next one in its line.
  func match(from offset: Int) -> Int? {
    let end = rope.lineEnd(at: offset)
    for (index, byte) in rope.bytes(offset..<end).enumerated() {
      if let pair = Self.pairs.first(where: { $0.open == byte }) {
        return close(pair.open, pair.close, behind: offset + index + 1)
      }
      if let pair = Self.pairs.first(where: { $0.close == byte }) {
        return open(pair.open, pair.close, before: offset + index)
      }
    }
    return nil
  }

  /// What is between the brackets around a place, or with them.
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
    end = start.flatMap { self.close(openByte, closeByte, behind: $0 + 1) }
    guard let start, let end else { return nil }
    return isAround ? start..<end + 1 : start + 1..<end
  }

  /// The text between two quotation marks in the line of a place: those around it, or the next.
  func quotation(_ mark: Character, at offset: Int, isAround: Bool) -> Range<Int>? {
    guard let byte = mark.asciiValue else { return nil }
    let line = rope.lineRange(at: offset)
    let marks = rope.bytes(line).enumerated().filter { $0.element == byte }
      .map { line.lowerBound + $0.offset }
    for index in stride(from: 0, to: marks.count - 1, by: 2) where marks[index + 1] >= offset {
      let (start, end) = (marks[index], marks[index + 1])
      guard isAround else { return start + 1..<end }
      var behind = end + 1
      while rope.byte(at: behind) == UInt8(ascii: " ") { behind += 1 }
      return start..<behind
    }
    return nil
  }

  private func close(_ open: UInt8, _ close: UInt8, behind offset: Int) -> Int? {
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
