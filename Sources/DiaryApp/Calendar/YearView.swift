import DiaryCore
import TerminalUI
import Text

/// The view of a year's days as a heat map: more words on a day, or characters in Korean, give a
/// stronger shade.
enum YearView {
  /// The shades from no entries to long ones, readable without colors. With the theme's color
  /// steps, all are solid.
  private static let shades = ["·", "░", "▒", "▓", "█"]
  private static let solid = "█"

  static func draw(
    _ year: YearGrid, _ days: CalendarLayout.Days, _ calendar: CalendarState,
    in grid: inout Grid, _ state: AppState
  ) {
    drawNames(of: year, days, in: &grid, state)
    let most = calendar.tallies.most(in: calendar.day.year)
    let isKnown = calendar.tallies.isKnown(calendar.day.year)
    for week in 0..<year.weeks {
      for row in 0..<7 {
        guard let day = year.day(week: week, row: row) else { continue }
        draw(
          isKnown ? calendar.tallies[day].map { shade($0, most: most) } ?? 0 : 0, in: &grid,
          cell(week, row, days), state.theme)
      }
    }
    // The selection is drawn last so that it stays complete next to today's frame.
    func drawFrame(_ characters: FrameCharacters, around day: CalendarDay, _ style: Style) {
      guard year.contains(day) else { return }
      let rect = cell(year.week(of: day), year.row(of: day), days)
      Self.draw(characters, around: rect, style, in: &grid)
    }
    if state.now.day != calendar.day {
      drawFrame(.today, around: state.now.day, state.theme.accent)
    }
    drawFrame(.selection, around: calendar.day, state.theme.title)
  }

  /// The characters on both sides of a day, or the one that replaces it if there is no space.
  private struct FrameCharacters {
    let left: String
    let right: String
    let small: String

    static let selection = FrameCharacters(left: "[", right: "]", small: "▣")
    static let today = FrameCharacters(left: "(", right: ")", small: "□")
  }

  private static func cell(_ week: Int, _ row: Int, _ days: CalendarLayout.Days) -> Rect {
    Rect(
      column: days.rect.column + week * days.cell.columns, row: days.rect.row + row,
      columns: days.cell.columns, rows: 1)
  }

  /// Draws the legend in a line, such as `Words a day  · ░░ ▒▒ ▓▓ ██  412 or more`.
  static func drawLegend(most: Int, in grid: inout Grid, _ line: Rect, _ theme: Theme) {
    var column = grid.draw(localized("Words a day"), in: line, theme.dim) + 2
    for shade in shades.indices {
      let rect = line.inset(left: column - line.column)
      draw(shade, in: &grid, rect.inset(right: rect.columns - min(2, rect.columns)), theme)
      column += shade == 0 ? 2 : 3
    }
    guard most > 0 else { return }
    grid.draw(
      localized("\(CountText.grouped(most)) or more"),
      in: line.inset(left: column - line.column + 1),
      theme.dim)
  }

  /// Returns the shade from 0 (no entries) to 4 for the longest days, in equal steps.
  static func shade(_ tally: DayTally, most: Int) -> Int {
    guard tally.entries > 0 else { return 0 }
    let (steps, scale) = (shades.count - 1, max(most, shades.count - 1))
    return max(1, min(steps, (tally.length.count * steps + scale - 1) / scale))
  }

  private static func draw(
    _ shade: Int, in grid: inout Grid, _ rect: Rect, _ theme: Theme
  ) {
    let isSolid = theme.steps.count == shades.count - 1
    let style = shade == 0 ? theme.rule : isSolid ? theme.steps[shade - 1] : theme.accent
    // Two columns make a day square; a third separates it from the next.
    let block = isSolid ? solid : shades[shade]
    let mark = shade == 0 ? shades[0] : String(repeating: block, count: min(2, rect.columns))
    grid.draw(mark, in: rect, style)
  }

  private static func draw(
    _ characters: FrameCharacters, around rect: Rect, _ style: Style, in grid: inout Grid
  ) {
    switch rect.columns {
    case 1: grid.draw(characters.small, in: rect, style)
    case 2: grid.draw(characters.left + characters.right, in: rect, style)
    default:
      let space = Rect(column: rect.column - 1, row: rect.row, columns: 4, rows: 1)
      grid.draw(characters.left, in: space, style)
      grid.draw(characters.right, in: space.inset(left: 3), style)
    }
  }

  private static func drawNames(
    of year: YearGrid, _ days: CalendarLayout.Days, in grid: inout Grid, _ state: AppState
  ) {
    let labels = Rect(
      column: days.rect.column - CalendarLayout.labels, row: days.rect.row,
      columns: CalendarLayout.labels - 1, rows: 7)
    for row in stride(from: 0, to: 7, by: 2) {
      grid.draw(
        DateText.narrowWeekday((state.firstWeekday + row) % 7), in: labels.line(row),
        state.theme.dim)
    }
    let columns = year.months.map { days.rect.column + year.week(of: $0) * days.cell.columns }
    let rooms = zip(columns, columns.dropFirst()).map { $1 - $0 }
    // Numbers replace the months' names if there isn't a blank between all of them.
    let areNames = zip(year.months, rooms).allSatisfy { month, space in
      TextWidth.columns(DateText.shortMonth(month)) < space
    }
    for (month, column) in zip(year.months, columns) {
      let rect = Rect(
        column: column, row: days.rect.row - 1, columns: grid.bounds.columns - column, rows: 1)
      let name = areNames ? DateText.shortMonth(month) : "\(month.month)"
      grid.draw(name, in: rect, state.theme.dim)
    }
  }
}

// MARK: - YearGrid

/// The days of some months of a year in a grid with weeks as columns.
struct YearGrid: Hashable {
  let first: CalendarDay
  let last: CalendarDay
  /// The weekday of the first row; 0 is Sunday.
  private let firstWeekday: Int

  /// Creates the grid of the whole year of a day.
  init(yearOf day: CalendarDay, firstWeekday: Int) {
    self.init(day.firstOfYear, day.lastOfYear, firstWeekday)
  }

  private init(_ first: CalendarDay, _ last: CalendarDay, _ firstWeekday: Int) {
    self.first = first
    self.last = last
    self.firstWeekday = firstWeekday
  }

  /// The grids of January to June and of July to December.
  var halves: [YearGrid] {
    let middle = first.adding(months: 6).firstOfMonth
    return [
      YearGrid(first, middle.adding(days: -1), firstWeekday), YearGrid(middle, last, firstWeekday),
    ]
  }

  func contains(_ day: CalendarDay) -> Bool { (first...last).contains(day) }

  private var margin: Int { MonthGrid.column(of: first, firstWeekday: firstWeekday) }

  var weeks: Int { week(of: last) + 1 }

  /// Returns the column of a day.
  func week(of day: CalendarDay) -> Int {
    (Int(day.daysSinceEpoch - first.daysSinceEpoch) + margin) / 7
  }

  func row(of day: CalendarDay) -> Int {
    MonthGrid.column(of: day, firstWeekday: firstWeekday)
  }

  func day(week: Int, row: Int) -> CalendarDay? {
    let index = week * 7 + row - margin
    let count = Int(last.daysSinceEpoch - first.daysSinceEpoch) + 1
    guard (0..<7).contains(row), (0..<count).contains(index) else { return nil }
    return first.adding(days: index)
  }

  /// The first days of the grid's months.
  var months: [CalendarDay] {
    (first.month...last.month).map { first.adding(months: $0 - first.month) }
  }
}
