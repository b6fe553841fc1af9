import TerminalUI

/// Where tiles stand: in rows below headings, as many beside each other as the screen has room
/// for. It knows how many tiles there are and not what is on them, so that its cost grows with the
/// number of headings alone.
struct ContactSheet: Hashable, Sendable {
  struct Section: Hashable, Sendable {
    /// Above its tiles; empty for none.
    var heading = ""
    var count: Int
  }

  /// Tiles beside each other; `items` is empty in none.
  struct Row: Hashable, Sendable {
    /// Its first line, counted from the sheet's own top.
    var line: Int
    var items: Range<Int>
  }

  let tiles: TileLayout
  let sections: [Section]
  /// Where each section that has tiles begins.
  private let starts: [Start]
  /// The tiles, the rows of them, and the lines of all.
  let count: Int
  let rowCount: Int
  let lineCount: Int

  private struct Start: Hashable, Sendable {
    var section: Int
    var item: Int
    var row: Int
    var line: Int
  }

  init(_ sections: [Section], _ tiles: TileLayout) {
    self.tiles = tiles
    self.sections = sections
    var starts: [Start] = []
    var next = Start(section: 0, item: 0, row: 0, line: 0)
    for (index, section) in sections.enumerated() where section.count > 0 {
      next.section = index
      starts.append(next)
      let rows = (section.count + tiles.columns - 1) / tiles.columns
      next.item += section.count
      next.row += rows
      next.line += (section.heading.isEmpty ? 0 : 1) + rows * tiles.rows
    }
    self.starts = starts
    (count, rowCount, lineCount) = (next.item, next.row, next.line)
  }

  /// Tiles without headings.
  init(count: Int, _ tiles: TileLayout) { self.init([Section(count: count)], tiles) }

  // MARK: Places

  func row(_ index: Int) -> Row {
    guard let start = starts.last(where: { $0.row <= max(0, index) }) else {
      return Row(line: 0, items: 0..<0)
    }
    let row = min(max(0, index), rowCount - 1) - start.row
    let first = start.item + row * tiles.columns
    let end = min(first + tiles.columns, start.item + sections[start.section].count)
    return Row(line: firstLine(of: start) + row * tiles.rows, items: first..<end)
  }

  func rowIndex(of item: Int) -> Int {
    guard let start = starts.last(where: { $0.item <= max(0, item) }) else { return 0 }
    return start.row + (min(max(0, item), count - 1) - start.item) / tiles.columns
  }

  /// The lines that have to be in view for an item to be: its row's, and the heading's of a first
  /// row.
  func lines(of item: Int) -> Range<Int> {
    let row = row(rowIndex(of: item))
    let isFirst = starts.contains { $0.item == row.items.lowerBound }
    let heading = isFirst && row.line > 0 && isHeading(row.line - 1) ? 1 : 0
    return row.line - heading..<row.line + tiles.rows
  }

  /// The first line, from one on, that a heading or a row begins with.
  func beginning(atOrAfter line: Int) -> Int {
    guard line > 0, let start = starts.last(where: { $0.line <= line }) else { return 0 }
    let first = firstLine(of: start)
    if line == start.line { return line }
    let rows = max(0, line - first + tiles.rows - 1) / tiles.rows
    return min(first + rows * tiles.rows, lineCount)
  }

  /// The rows that some lines hold at least a part of.
  func rows(in lines: Range<Int>) -> [Row] {
    starts.flatMap { start -> [Row] in
      let first = firstLine(of: start)
      let count = (sections[start.section].count + tiles.columns - 1) / tiles.columns
      let from = max(0, (lines.lowerBound - first) / tiles.rows)
      let to = min(count, (lines.upperBound - first + tiles.rows - 1) / tiles.rows)
      guard lines.upperBound > first, from < to else { return [] }
      return (from..<to).map { row(start.row + $0) }
    }
  }

  /// The headings among some lines.
  func headings(in lines: Range<Int>) -> [(line: Int, words: String)] {
    starts.compactMap { start in
      let words = sections[start.section].heading
      return !words.isEmpty && lines.contains(start.line) ? (start.line, words) : nil
    }
  }

  private func firstLine(of start: Start) -> Int {
    start.line + (sections[start.section].heading.isEmpty ? 0 : 1)
  }

  private func isHeading(_ line: Int) -> Bool {
    starts.contains { $0.line == line && !sections[$0.section].heading.isEmpty }
  }
}

// MARK: On the screen

extension ContactSheet {
  /// The tiles that are in view, as a whole or in part.
  func shown(in body: Rect, _ position: SheetPosition) -> [(item: Int, rect: Rect)] {
    rows(in: position.top..<position.top + body.rows).flatMap { row in
      row.items.map { item in
        (item, rect(column: item - row.items.lowerBound, line: row.line, in: body, position))
      }
    }
  }

  /// The items of the next screen, then those of the one before.
  func around(_ body: Rect, _ position: SheetPosition) -> [Int] {
    let (top, end) = (position.top, position.top + body.rows)
    let shown = Set(rows(in: top..<end).flatMap(\.items))
    return [end..<end + body.rows, max(0, top - body.rows)..<top].flatMap { lines in
      lines.isEmpty ? [] : rows(in: lines).flatMap(\.items).filter { !shown.contains($0) }
    }
  }

  /// The item under a place on the screen.
  func item(at point: Point, in body: Rect, _ position: SheetPosition) -> Int? {
    guard body.contains(point) else { return nil }
    return shown(in: body, position).first { $0.rect.contains(point) }?.item
  }

  private func rect(
    column: Int, line: Int, in body: Rect, _ position: SheetPosition
  ) -> Rect {
    Rect(
      column: body.column + column * tiles.width, row: body.row + line - position.top,
      columns: tiles.width, rows: tiles.rows)
  }
}
