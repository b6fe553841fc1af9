/// The rows of a line, one after the other from its beginning: so long a line costs only as much as
/// one looks at. It is a value: a copy goes on from the same row.
///
/// Rows break where Unicode allows it (`LineBreaker`), though not between a `#` and its tag. White
/// space that doesn't fit hangs at the end of its row, and a word longer than a row is cut. Even a
/// line without characters has a row.
package struct WrappedRows<Line: Collection>: Sequence, IteratorProtocol, Sendable
where Line: Sendable, Line.Index: Sendable, Line.Element == Character {
  private let line: Line
  private let columns: Int
  private let tabColumns: Int
  private var start: Line.Index
  /// What stands before the row.
  private var breaker = LineBreaker()
  private var isAtEnd = false

  /// `columns` is the width of a row, `tabColumns` the distance of tab stops, counted from the
  /// beginning of each row. Both are at least one.
  package init(_ line: Line, columns: Int, tabColumns: Int = 1) {
    self.line = line
    self.columns = Swift.max(1, columns)
    self.tabColumns = Swift.max(1, tabColumns)
    start = line.startIndex
  }

  /// The next row.
  package mutating func next() -> Range<Line.Index>? {
    guard !isAtEnd else { return nil }
    let first = start
    var width = 0
    // Where the row may end, and what stands before that place.
    var opportunity: (index: Line.Index, breaker: LineBreaker)?
    var index = first
    var breaker = breaker
    var isAfterHash = false
    while index < line.endIndex {
      let character = line[index]
      let after = line.index(after: index)
      let before = breaker
      if breaker.mayBreak(before: character, following: { scalar(at: after) }), index > first,
        !(isAfterHash && character.isLetter)
      {
        opportunity = (index, before)
      }
      let advance = TextWidth.columns(of: character, at: width, tabColumns: tabColumns)
      if width + advance > columns, !character.isBlank, index > first {
        let end = opportunity ?? (index, before)
        start = end.index
        self.breaker = end.breaker
        return first..<start
      }
      width += advance
      isAfterHash = character == "#"
      index = after
    }
    isAtEnd = true
    return first..<index
  }

  private func scalar(at index: Line.Index) -> Unicode.Scalar? {
    index < line.endIndex ? line[index].unicodeScalars.first : nil
  }
}

extension LineBreaker {
  /// Whether the text may break before a cluster, which is then gone over; never inside it.
  fileprivate mutating func mayBreak(
    before cluster: Character, following: () -> Unicode.Scalar?
  ) -> Bool {
    if cluster.utf8.count == 1, let byte = cluster.utf8.first {
      return mayBreak(before: Unicode.Scalar(byte), following: following)
    }
    let scalars = cluster.unicodeScalars
    guard let first = scalars.first else { return false }
    var rest = scalars.dropFirst()
    let mayBreak = mayBreak(before: first) { rest.first { !$0.isMark } ?? following() }
    while let scalar = rest.popFirst() { _ = self.mayBreak(before: scalar) { rest.first } }
    return mayBreak
  }
}

extension Unicode.Scalar {
  fileprivate var isMark: Bool {
    let kind = LineBreakClass(self)
    return kind == .mark || kind == .joiner
  }
}

extension Character {
  /// White space, found without a look into Unicode's tables for the letters that come most.
  fileprivate var isBlank: Bool {
    guard let value = unicodeScalars.first?.value else { return false }
    if value < 0x80 { return value == 0x20 || (0x09...0x0D).contains(value) }
    return (0xAC00...0xD7A3).contains(value) ? false : isWhitespace
  }
}
