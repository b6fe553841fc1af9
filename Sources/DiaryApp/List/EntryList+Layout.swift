import DiaryCore
import TerminalUI

extension EntryList {
  /// A line of the list on the screen.
  enum Line: Sendable {
    /// Above the heading of a month, where there are rows enough.
    case gap
    case month(CalendarDay)
    case entry(rank: Int, Entry?)
  }

  /// Scrolls so that the selection is in view in that many lines.
  mutating func layOut(height: Int, _ arrangement: Arrangement = .lines(1)) {
    if arrangement != self.arrangement { keptColumn = nil }
    self.height = max(1, height)
    self.arrangement = arrangement
    if case .tiles(let tiles) = arrangement { return layOut(tiles) }
    top = max(0, min(top, count - 1))
    if selected < top { top = selected }
    top = max(top, selected - capacity + 1)
    while top < selected, !fits(from: top, through: selected) { top += 1 }
    // No empty rows below the last entry while there are some above the first in view.
    while top > 0, fits(from: top - 1, through: count - 1) { top -= 1 }
  }

  private mutating func layOut(_ tiles: TileLayout) {
    let sheet = ContactSheet(count: count, tiles)
    var position = position(tiles)
    position.layOut(sheet, height: height)
    top = position.top / tiles.rows * tiles.columns
  }

  /// Where the list stands as a sheet of tiles.
  func position(_ tiles: TileLayout) -> SheetPosition {
    // Every row begins with a multiple of the columns, whatever the first entry in view was.
    SheetPosition(
      selected: selected, top: top / tiles.columns * tiles.rows,
      keptColumn: keptColumn ?? selected % tiles.columns)
  }

  var entryLines: Int { if case .lines(let lines) = arrangement { lines } else { 1 } }

  /// How many entries the screen holds at most.
  var capacity: Int {
    switch arrangement {
    case .lines(let lines): max(1, height / max(1, lines))
    case .tiles(let tiles): tiles.columns * ((height + tiles.rows - 1) / tiles.rows)
    }
  }

  /// From how many rows on months have air between them.
  private static let airyHeight = 15

  /// Whether the lines of some entries are in view together.
  private func fits(from start: Int, through last: Int) -> Bool {
    guard (last - start + 1) * entryLines <= height else { return false }
    let lines = lines(from: start, height: height + entryLines, through: last)
    return lines.reduce(0) { $0 + rows(of: $1) } <= height && lines.count > last - start
      && lines.last?.rank == last
  }

  private func rows(of line: Line) -> Int { line.rank == nil ? 1 : entryLines }

  /// The lines from the first entry in view on, a heading wherever a month begins, each with its
  /// row. An entry of several lines that wouldn't be whole is left out.
  func places(height: Int) -> [(row: Int, line: Line)] {
    var row = 0
    var places: [(row: Int, line: Line)] = []
    for line in lines(from: top, height: height, through: count - 1) {
      if row + rows(of: line) <= height { places.append((row, line)) }
      row += rows(of: line)
    }
    return places
  }

  private func lines(from start: Int, height: Int, through last: Int) -> [Line] {
    var lines: [Line] = []
    var month: CalendarDay?
    var rank = start
    var used = 0
    while rank <= last, used < height {
      let entry = self[rank]
      if let day = entry?.date.day, month?.year != day.year || month?.month != day.month {
        if month != nil, self.height >= Self.airyHeight {
          lines.append(.gap)
          used += 1
          if used >= height { break }
        }
        lines.append(.month(day))
        month = day
        used += 1
        if used >= height { break }
      }
      lines.append(.entry(rank: rank, entry))
      rank += 1
      used += entryLines
    }
    return lines
  }
}

extension EntryList.Line {
  fileprivate var rank: Int? { if case .entry(let rank, _) = self { rank } else { nil } }
}
