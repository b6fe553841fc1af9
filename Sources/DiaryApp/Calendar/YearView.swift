import DiaryCore
import TerminalUI

/// The days of a year as a heat map: the darker a day, the more was written on it.
enum YearView {
  /// From none to many. They tell without colour.
  private static let shades = ["·", "░", "▒", "▓", "█"]

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
        let cell = Rect(
          column: days.rect.column + week * days.cell.columns, row: days.rect.row + row,
          columns: days.cell.columns, rows: 1)
        draw(
          day, isKnown ? shade(calendar.tallies[day]?.entries ?? 0, most: most) : 0, calendar,
          in: &grid, cell, state)
      }
    }
  }

  /// 0 for none to 4: a step for each entry, and more than that where some day has many.
  static func shade(_ entries: Int, most: Int) -> Int {
    guard entries > 0 else { return 0 }
    let (steps, scale) = (shades.count - 1, max(most, shades.count - 1))
    return max(1, min(steps, (entries * steps + scale - 1) / scale))
  }

  private static func draw(
    _ day: CalendarDay, _ shade: Int, _ calendar: CalendarState, in grid: inout Grid,
    _ rect: Rect, _ state: AppState
  ) {
    let theme = state.theme
    var style = shade == 0 ? theme.rule : theme.accent
    if day == state.now.day { style = style.adding(.underline) }
    guard day == calendar.day else {
      // Two columns make a day square; a third one keeps them apart.
      let mark =
        shade == 0 ? shades[0] : String(repeating: shades[shade], count: min(2, rect.columns))
      grid.draw(mark, in: rect, style)
      return
    }
    // A cross shows in any colour, and between any shades.
    grid.draw(String(repeating: "╳", count: min(2, rect.columns)), in: rect, theme.title)
  }

  private static func drawNames(
    of year: YearGrid, _ days: CalendarLayout.Days, in grid: inout Grid, _ state: AppState
  ) {
    let labels = Rect(
      column: days.rect.column - CalendarLayout.labels, row: days.rect.row,
      columns: CalendarLayout.labels - 1, rows: 7)
    for row in stride(from: 0, to: 7, by: 2) {
      grid.draw(
        DateWords.narrowWeekday((state.firstWeekday + row) % 7), in: labels.line(row),
        state.theme.dim)
    }
    let columns = year.months.map { days.rect.column + year.week(of: $0) * days.cell.columns }
    let rooms = zip(columns, columns.dropFirst()).map { $1 - $0 }
    // A blank stands between two names, or they are numbers.
    let areNames = zip(year.months, rooms).allSatisfy { month, room in
      TextWidth.columns(DateWords.shortMonth(month)) < room
    }
    for (month, column) in zip(year.months, columns) {
      let rect = Rect(
        column: column, row: days.rect.row - 1, columns: grid.bounds.columns - column, rows: 1)
      let name = areNames ? DateWords.shortMonth(month) : "\(month.month)"
      grid.draw(name, in: rect, state.theme.dim)
    }
  }
}
