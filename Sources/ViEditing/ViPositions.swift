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
