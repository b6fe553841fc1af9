// Lines, which end with a line feed; a carriage return before it belongs to the line end.
extension TextRope {
  /// The number of the line that a place is in, from 0.
  package func line(at offset: Int) -> Int {
    guard var node = root else { return 0 }
    var rest = max(0, offset)
    var line = 0
    while case .branch(let left, let right) = node.content {
      if rest < left.summary.bytes {
        node = left
      } else {
        rest -= left.summary.bytes
        line += left.summary.newlines
        node = right
      }
    }
    if case .leaf(let bytes) = node.content {
      line += bytes.prefix(rest).reduce(0) { $0 + ($1 == 0x0A ? 1 : 0) }
    }
    return line
  }

  /// Where a line begins; the end of the text if it has fewer lines.
  package func start(ofLine line: Int) -> Int {
    guard line > 0, var node = root else { return 0 }
    guard line <= node.summary.newlines else { return count }
    var rest = line
    var start = 0
    while case .branch(let left, let right) = node.content {
      if rest <= left.summary.newlines {
        node = left
      } else {
        rest -= left.summary.newlines
        start += left.summary.bytes
        node = right
      }
    }
    guard case .leaf(let bytes) = node.content else { return start }
    for (index, byte) in bytes.enumerated() where byte == 0x0A {
      rest -= 1
      if rest == 0 { return start + index + 1 }
    }
    return start + bytes.count
  }

  /// Where the line of a place begins.
  package func lineStart(at offset: Int) -> Int { start(ofLine: line(at: offset)) }

  /// Where the line of a place ends, before its line end.
  package func lineEnd(at offset: Int) -> Int {
    let line = line(at: offset)
    guard line + 1 < lines else { return count }
    let end = start(ofLine: line + 1) - 1
    return end > 0 && byte(at: end - 1) == 0x0D ? max(end - 1, start(ofLine: line)) : end
  }

  /// The line of a place, without its line end.
  package func lineRange(at offset: Int) -> Range<Int> {
    let start = lineStart(at: offset)
    return start..<max(start, lineEnd(at: offset))
  }

  /// The line of a place with its line end, if it has one.
  package func wholeLineRange(at offset: Int) -> Range<Int> {
    let line = line(at: offset)
    return start(ofLine: line)..<(line + 1 < lines ? start(ofLine: line + 1) : count)
  }
}
