/// Text of several lines that can be edited, soft-wrapped on the screen.
package struct TextArea: Hashable, Sendable {
  /// A place in the text: between characters of a line.
  package struct Position: Hashable, Sendable, Comparable {
    package var line: Int
    package var character: Int

    package static func < (left: Position, right: Position) -> Bool {
      (left.line, left.character) < (right.line, right.character)
    }
  }

  package private(set) var lines: [[Character]]
  package private(set) var caret: Position
  /// The column that moving up and down tries to keep.
  private var goalColumn: Int?
  /// The width and height that the text was last laid out for.
  private var size = Size(columns: 80, rows: 24)
  /// The first row shown, counted in wrapped rows.
  private var top = 0

  /// Begins with the caret at the end.
  package init(_ text: String = "") {
    lines = Self.lines(of: text)
    caret = Position(line: lines.count - 1, character: lines[lines.count - 1].count)
  }

  package var text: String { lines.map { String($0) }.joined(separator: "\n") }

  private static func lines(of text: String) -> [[Character]] {
    text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }.map(Array.init)
  }

  // MARK: Editing

  /// Inserts text at the caret.
  package mutating func insert(_ text: String) {
    goalColumn = nil
    let line = lines[caret.line]
    let before = String(line[..<caret.character])
    let after = line[caret.character...]
    var pieces = Self.lines(of: before + text)
    caret = Position(
      line: caret.line + pieces.count - 1, character: pieces[pieces.count - 1].count)
    // A mark joins the character before it, so the clusters at the seam are found anew.
    pieces[pieces.count - 1] = Array(String(pieces[pieces.count - 1]) + String(after))
    caret.character = min(caret.character, pieces[pieces.count - 1].count)
    lines.replaceSubrange(
      caret.line - pieces.count + 1...caret.line - pieces.count + 1, with: pieces)
  }

  /// How many characters stand before the caret, line ends among them.
  package var caretOffset: Int {
    lines[..<caret.line].reduce(caret.character) { $0 + $1.count + 1 }
  }

  /// Puts lines in the place of a text, of its occurrences the one nearest to an offset, so that
  /// each stands by itself; without the text, at the caret. The caret stays where it was in what is
  /// left; one that was in the text or right behind it goes to a new line behind them.
  package mutating func replace(_ text: String, near offset: Int, withLines new: [String]) {
    let all = Array(self.text)
    let place = caretOffset
    let range = all.range(of: Array(text), nearest: offset) ?? place..<place
    let isAtCaret = (range.lowerBound...range.upperBound).contains(place)
    var middle = new.joined(separator: "\n")
    if !new.isEmpty {
      let before = all[..<range.lowerBound].last
      if let before, !before.isNewline { middle = "\n" + middle }
      if isAtCaret || all[range.upperBound...].first?.isNewline != true { middle += "\n" }
    }
    let start = String(all[..<range.lowerBound]) + middle
    lines = Self.lines(of: start + String(all[range.upperBound...]))
    goalColumn = nil
    let end = Array(start).count
    if isAtCaret {
      move(to: position(at: end))
    } else {
      move(to: position(at: place < range.lowerBound ? place : end + place - range.upperBound))
    }
  }

  /// The place so many characters from the beginning.
  private func position(at count: Int) -> Position {
    var rest = count
    for (index, line) in lines.enumerated() {
      if rest <= line.count { return Position(line: index, character: rest) }
      rest -= line.count + 1
    }
    return Position(line: lines.count - 1, character: lines[lines.count - 1].count)
  }

  /// Removes what is between two places and puts the caret there.
  private mutating func remove(from start: Position, to end: Position) {
    guard start < end else { return }
    let joined = Array(
      String(lines[start.line][..<start.character]) + String(lines[end.line][end.character...]))
    lines.replaceSubrange(start.line...end.line, with: [joined])
    caret = Position(line: start.line, character: min(start.character, joined.count))
    goalColumn = nil
  }

  /// Whether the key was an editing key and has been carried out.
  package mutating func handle(_ event: KeyEvent) -> Bool {
    switch (event.key, event.modifiers) {
    case (.character(let character), []): insert(String(character))
    case (.enter, []): insert("\n")
    case (.backspace, []): remove(from: before(caret), to: caret)
    case (.delete, []), (.character("d"), .control): remove(from: caret, to: after(caret))
    case (.backspace, .alt), (.character("w"), .control): remove(from: previousWord, to: caret)
    case (.character("k"), .control):
      let end = Position(line: caret.line, character: lines[caret.line].count)
      remove(from: caret, to: end == caret ? after(caret) : end)
    case (.character("u"), .control):
      remove(from: Position(line: caret.line, character: 0), to: caret)
    default: return handleMotion(event)
    }
    return true
  }

  private mutating func handleMotion(_ event: KeyEvent) -> Bool {
    switch (event.key, event.modifiers) {
    case (.left, []), (.character("b"), .control): move(to: before(caret))
    case (.right, []), (.character("f"), .control): move(to: after(caret))
    case (.left, .control), (.character("b"), .alt): move(to: previousWord)
    case (.right, .control), (.character("f"), .alt): move(to: nextWord)
    case (.up, []): moveRows(-1)
    case (.down, []), (.character("n"), .control): moveRows(1)
    case (.pageUp, []): moveRows(-max(1, size.rows - 1))
    case (.pageDown, []), (.character("v"), .control): moveRows(max(1, size.rows - 1))
    case (.home, []), (.character("a"), .control):
      move(to: Position(line: caret.line, character: currentRow.lowerBound))
    case (.end, []), (.character("e"), .control): move(to: rowEnd)
    case (.home, .control): move(to: Position(line: 0, character: 0))
    case (.end, .control):
      move(to: Position(line: lines.count - 1, character: lines[lines.count - 1].count))
    default: return false
    }
    return true
  }

  /// Puts the caret where a click landed, given relative to the widget's top left.
  package mutating func click(column: Int, row: Int) {
    var rows = top + row
    for line in lines.indices {
      let wrapped = wrappedRows(line)
      guard rows >= wrapped.count else {
        move(
          to: Position(line: line, character: character(at: column, of: line, in: wrapped[rows])))
        return
      }
      rows -= wrapped.count
    }
    move(to: Position(line: lines.count - 1, character: lines[lines.count - 1].count))
  }

  // MARK: Motion

  /// Puts the caret where that many characters stand before it.
  package mutating func moveCaret(to offset: Int) { move(to: position(at: offset)) }

  private mutating func move(to position: Position) {
    caret = position
    goalColumn = nil
  }

  private func before(_ position: Position) -> Position {
    if position.character > 0 {
      return Position(line: position.line, character: position.character - 1)
    }
    guard position.line > 0 else { return position }
    return Position(line: position.line - 1, character: lines[position.line - 1].count)
  }

  private func after(_ position: Position) -> Position {
    if position.character < lines[position.line].count {
      return Position(line: position.line, character: position.character + 1)
    }
    guard position.line + 1 < lines.count else { return position }
    return Position(line: position.line + 1, character: 0)
  }

  private var previousWord: Position {
    caret.character == 0
      ? before(caret)
      : Position(
        line: caret.line, character: WordMotion.previous(lines[caret.line], caret.character))
  }

  private var nextWord: Position {
    caret.character == lines[caret.line].count
      ? after(caret)
      : Position(line: caret.line, character: WordMotion.next(lines[caret.line], caret.character))
  }

  private mutating func moveRows(_ count: Int) {
    let goal = goalColumn ?? columnInRow(of: caret)
    for _ in 0..<abs(count) { moveOneRow(down: count > 0, goal: goal) }
    goalColumn = goal
  }

  private mutating func moveOneRow(down: Bool, goal: Int) {
    var line = caret.line
    var rows = wrappedRows(line)
    var row = rowIndex(of: caret, in: rows) + (down ? 1 : -1)
    if row < 0 {
      guard line > 0 else {
        caret.character = 0
        return
      }
      line -= 1
      rows = wrappedRows(line)
      row = rows.count - 1
    } else if row >= rows.count {
      guard line + 1 < lines.count else {
        caret.character = lines[line].count
        return
      }
      line += 1
      rows = wrappedRows(line)
      row = 0
    }
    caret = Position(line: line, character: character(at: goal, of: line, in: rows[row]))
  }

  // MARK: Layout

  private func wrappedRows(_ line: Int) -> [Range<Int>] {
    LineWrapping.rows(of: lines[line], columns: size.columns - 1)
  }

  private func rowIndex(of position: Position, in rows: [Range<Int>]) -> Int {
    // A place between two rows belongs to the lower one, where the next character will be.
    rows.lastIndex { $0.lowerBound <= position.character } ?? 0
  }

  private var currentRow: Range<Int> {
    let rows = wrappedRows(caret.line)
    return rows[rowIndex(of: caret, in: rows)]
  }

  private var rowEnd: Position {
    let row = currentRow
    let isLast = row.upperBound == lines[caret.line].count
    return Position(
      line: caret.line, character: isLast ? row.upperBound : max(row.lowerBound, row.upperBound - 1)
    )
  }

  private func columnInRow(of position: Position) -> Int {
    let rows = wrappedRows(position.line)
    let row = rows[rowIndex(of: position, in: rows)]
    return lines[position.line][row.lowerBound..<position.character]
      .reduce(0) { $0 + TextWidth.columns(of: $1) }
  }

  private func character(at column: Int, of line: Int, in row: Range<Int>) -> Int {
    var used = 0
    let isLast = row.upperBound == lines[line].count
    for index in row {
      let width = TextWidth.columns(of: lines[line][index])
      if used + width > column || (!isLast && index == row.upperBound - 1) { return index }
      used += width
    }
    return row.upperBound
  }

  /// Fits the text into a size and scrolls so that the caret is in view.
  package mutating func layOut(in size: Size) {
    self.size = Size(columns: max(2, size.columns), rows: max(1, size.rows))
    let caretRow =
      (0..<caret.line).reduce(0) { $0 + wrappedRows($1).count }
      + rowIndex(of: caret, in: wrappedRows(caret.line))
    top = min(top, caretRow)
    if caretRow >= top + self.size.rows { top = caretRow - self.size.rows + 1 }
    // A window that has grown shows what stands above rather than nothing below.
    var end = caretRow - rowIndex(of: caret, in: wrappedRows(caret.line))
    for line in caret.line..<lines.count where end < top + self.size.rows {
      end += wrappedRows(line).count
    }
    top = min(top, max(0, end - self.size.rows))
  }

  /// Draws the rows in view. Returns the caret's place.
  @discardableResult
  package func draw(in grid: inout Grid, _ rect: Rect, _ style: Style = .plain) -> Point {
    var caretPoint = Point(column: rect.column, row: rect.row)
    var row = -top
    for line in lines.indices {
      guard row < rect.rows else { break }
      let wrapped = wrappedRows(line)
      let caretRow = line == caret.line ? rowIndex(of: caret, in: wrapped) : -1
      for (index, range) in wrapped.enumerated() {
        if (0..<rect.rows).contains(row) {
          draw(lines[line][range], in: &grid, rect.line(row), style)
          if index == caretRow {
            caretPoint = Point(
              column: min(rect.column + columnInRow(of: caret), max(0, rect.endColumn - 1)),
              row: rect.row + row)
          }
        }
        row += 1
      }
    }
    return caretPoint
  }

  private func draw(
    _ characters: ArraySlice<Character>, in grid: inout Grid, _ rect: Rect, _ style: Style
  ) {
    var column = rect.column
    for character in characters {
      let form = DisplayForm(character == "\t" ? " " : character)
      guard column + form.width <= rect.endColumn else { return }
      grid.put(form, column: column, row: rect.row, style)
      column += form.width
    }
  }
}
