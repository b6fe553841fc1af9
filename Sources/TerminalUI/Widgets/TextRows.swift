import Text

/// The layout of an edited text in rows. Any row can be found without laying out the ones before
/// it, regardless of the length of the text.
struct TextRows {
  let rope: TextRope
  let fold: FoldPattern?
  /// The labels of folds, by their digits.
  let names: [String: String]
  /// The number of rows that a fold's picture takes below its line, by the fold's digits.
  let pictureRows: [String: Int]
  let columns: Int
  let tabColumns: Int
  /// The number of visible rows.
  let height: Int

  /// The length of a segment in bytes. Lines up to this length are laid out as a whole, longer ones
  /// in segments: each segment begins a row, so that no row depends on more than one segment.
  static let segmentLength = 16 << 10

  // MARK: Segments

  /// Returns the segment of a line around `offset`, without the line end.
  func segment(at offset: Int) -> Range<Int> {
    let line = rope.lineRange(at: offset)
    guard line.count > Self.segmentLength else { return line }
    let offset = min(offset, line.upperBound)
    var index = (offset - line.lowerBound) / Self.segmentLength
    // Segments begin close to multiples of their length, and the last one isn't empty.
    if index > 0, offset < start(of: index, in: line) { index -= 1 }
    if offset >= start(of: index + 1, in: line) { index += 1 }
    if index > 0, start(of: index, in: line) == line.upperBound { index -= 1 }
    return start(of: index, in: line)..<start(of: index + 1, in: line)
  }

  private func start(of index: Int, in line: Range<Int>) -> Int {
    guard index > 0 else { return line.lowerBound }
    let position = line.lowerBound + index * Self.segmentLength
    guard position < line.upperBound else { return line.upperBound }
    let near = rope.bytes(position..<min(position + 512, line.upperBound))
    if let blank = near.firstIndex(of: 0x20),
      let next = near[blank...].firstIndex(where: { $0 != 0x20 })
    {
      return position + next
    }
    let start = rope.clusterBoundary(atOrBefore: position)
    return fold?.range(around: start, in: rope)?.lowerBound ?? start
  }

  // MARK: Rows

  /// Returns the rows of a segment, at least one. The pictures in a line are below the complete
  /// line, so that they don't interrupt a sentence.
  func rows(of segment: Range<Int>) -> [TextRow] {
    let isLast = rope.lineEnd(at: segment.lowerBound) <= segment.upperBound
    let shown = ShownText(self, segment)
    var rows: [TextRow] = []
    for row in WrappedRows(shown.characters, columns: columns, tabColumns: tabColumns) {
      let start = shown.offset(at: row.lowerBound)
      let end = shown.offset(at: row.upperBound)
      rows.append(
        TextRow(range: start..<end, endsLine: isLast && row.upperBound == shown.characters.count))
    }
    guard isLast, !pictureRows.isEmpty else { return rows }
    let pictures = shown.folds.compactMap { fold?.digits(of: $0, in: rope) }
      .filter { pictureRows[$0] != nil }
    rows[rows.count - 1].pictures = pictures
    rows[rows.count - 1].pictureRows = pictures.compactMap { pictureRows[$0] }.max() ?? 0
    return rows
  }

  /// Returns the label of a fold, cut to fit one row.
  func label(of fold: Range<Int>) -> String {
    let digits = self.fold?.digits(of: fold, in: rope) ?? ""
    return TextWidth.cut("(▣ \(names[digits] ?? "\(digits.prefix(8))…"))", columns: columns)
  }

  func fold(at offset: Int) -> Range<Int>? { fold?.range(at: offset, in: rope) }

  // MARK: Columns

  /// Returns the column of an offset in its row.
  func column(of offset: Int, in row: TextRow) -> Int {
    var column = 0
    var position = row.range.lowerBound
    while position < offset {
      let (end, width) = step(from: position, column)
      if end > offset { break }
      column += width
      position = end
    }
    return column
  }

  /// Returns the offset at a column of a row.
  func offset(at column: Int, in row: TextRow) -> Int {
    var used = 0
    var position = row.range.lowerBound
    let last = lastOffset(in: row)
    while position < last {
      let (end, width) = step(from: position, used)
      if used + width > column { return position }
      used += width
      position = end
    }
    return last
  }

  /// Returns the last caret position in a row. The offset between two rows belongs to the lower
  /// one.
  func lastOffset(in row: TextRow) -> Int {
    guard !row.endsLine, !row.range.isEmpty else { return row.range.upperBound }
    let fold = fold?.range(endingAt: row.range.upperBound, in: rope)
    return max(
      row.range.lowerBound, fold?.lowerBound ?? rope.clusterStart(before: row.range.upperBound))
  }

  /// Returns the end of the character or fold at `position`, and its width.
  private func step(from position: Int, _ column: Int) -> (end: Int, width: Int) {
    if let fold = fold(at: position) {
      return (fold.upperBound, TextWidth.columns(label(of: fold)))
    }
    guard let character = rope.cluster(at: position) else { return (rope.count, 0) }
    let width = TextWidth.columns(of: character, at: column, tabColumns: tabColumns)
    return (position + character.utf8.count, width)
  }
}

// MARK: - Displayed characters

/// The displayed characters of a segment, with their offsets in the text.
private struct ShownText {
  private(set) var characters: [Character] = []
  private(set) var folds: [Range<Int>] = []
  private var offsets: [Int] = []
  private let end: Int

  init(_ rows: TextRows, _ segment: Range<Int>) {
    end = segment.upperBound
    let text = rows.rope.substring(segment)
    characters.reserveCapacity(segment.count)
    offsets.reserveCapacity(segment.count)
    var position = segment.lowerBound
    var folded: Range<Int>?
    for character in text {
      if let fold = folded, position < fold.upperBound {
        position += character.utf8.count
        continue
      }
      if character == "(", let fold = rows.fold(at: position) {
        folded = fold
        folds.append(fold)
        // Letters keep a label on one row.
        for _ in 0..<TextWidth.columns(rows.label(of: fold)) {
          characters.append("a")
          offsets.append(position)
        }
      } else {
        characters.append(character)
        offsets.append(position)
      }
      position += character.utf8.count
    }
  }

  func offset(at index: Int) -> Int { index < offsets.count ? offsets[index] : end }
}

// MARK: - Rows

/// A row of a text on the screen, by its range in bytes.
package struct TextRow: Hashable, Sendable {
  /// The range without the line end, including white space that hangs at the end.
  package let range: Range<Int>
  /// Indicates that a line of the text ends with this row.
  package let endsLine: Bool
  /// The digits of the folds whose pictures are side by side below the line.
  package var pictures: [String] = []
  /// The number of rows for these pictures.
  package var pictureRows = 0

  /// The total height in rows, with the pictures.
  var height: Int { 1 + pictureRows }
}

/// A cursor that moves between the rows of a text.
struct TextRowCursor {
  private let text: TextRows
  private var segment: Range<Int>
  private var rows: [TextRow]
  private var index: Int

  /// Creates a cursor at the row that contains `offset`; between two rows, at the lower one.
  init(_ text: TextRows, at offset: Int) {
    self.text = text
    segment = text.segment(at: offset)
    rows = text.rows(of: segment)
    index = rows.lastIndex { $0.range.lowerBound <= offset } ?? 0
  }

  var row: TextRow { rows[index] }

  /// Moves to the next row. Returns `false` at the last one.
  mutating func moveDown() -> Bool {
    if index + 1 < rows.count {
      index += 1
      return true
    }
    // After a line end there is always another line, possibly empty.
    let start =
      row.endsLine ? text.rope.clusterEnd(after: segment.upperBound) : segment.upperBound
    guard segment.upperBound < text.rope.count else { return false }
    enter(text.segment(at: start))
    index = 0
    return true
  }

  /// Moves to the previous row. Returns `false` at the first one.
  mutating func moveUp() -> Bool {
    if index > 0 {
      index -= 1
      return true
    }
    guard segment.lowerBound > 0 else { return false }
    enter(text.segment(at: segment.lowerBound - 1))
    index = rows.count - 1
    return true
  }

  private mutating func enter(_ segment: Range<Int>) {
    self.segment = segment
    rows = text.rows(of: segment)
  }
}

extension TextRows: RowGeometry {
  /// Returns the rows of a page motion, after which the text next to the view is visible.
  func page(from offset: Int, isDown: Bool, in text: TextRope) -> Int {
    var left = max(1, height - 1)
    guard !pictureRows.isEmpty else { return left }
    var cursor = TextRowCursor(self, at: offset)
    var rows = 0
    while left > 0 {
      let above = cursor.row
      guard isDown ? cursor.moveDown() : cursor.moveUp() else { return rows + left }
      left -= (isDown ? above : cursor.row).height
      if left >= 0 || rows == 0 { rows += 1 }
    }
    return rows
  }

  func row(at offset: Int, in text: TextRope) -> ClosedRange<Int> {
    let row = TextRowCursor(self, at: offset).row
    return row.range.lowerBound...max(row.range.lowerBound, lastOffset(in: row))
  }

  func place(
    _ rows: Int, below offset: Int, goal: Int?, in text: TextRope
  ) -> (Int, goal: Int) {
    var cursor = TextRowCursor(self, at: offset)
    let goal = goal ?? column(of: offset, in: cursor.row)
    for _ in 0..<abs(rows) {
      if rows > 0, !cursor.moveDown() { return (cursor.row.range.upperBound, goal) }
      if rows < 0, !cursor.moveUp() { return (0, goal) }
    }
    return (self.offset(at: goal, in: cursor.row), goal)
  }
}
