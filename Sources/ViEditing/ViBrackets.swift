import TextEditing

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
