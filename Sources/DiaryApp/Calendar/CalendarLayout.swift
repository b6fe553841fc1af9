import DiaryCore
import TerminalUI

/// Where the parts of the calendar are.
struct CalendarLayout {
  /// A grid of days, and where its cells are.
  struct Days {
    enum Grid {
      case month(MonthGrid)
      case year(YearGrid)
    }

    let grid: Grid
    /// The first day's place is at its top left.
    let rect: Rect
    let cell: Size
    /// Whether a day has room for a photo below its number.
    var hasPhotos = false
  }

  /// One grid, or the two halves of a year.
  private(set) var days: [Days] = []
  /// Between the month and what the day has beside it.
  private(set) var rule: Rect?
  /// What the day has, and the line above that names it, where there is room for one.
  private(set) var pane = Rect(Size(columns: 0, rows: 0))
  private(set) var heading: Rect?

  /// The columns of the weekdays' names beside a year.
  static let labels = 4

  init(_ calendar: CalendarState, _ state: ScreenContext) {
    let body = ScreenFrame.body(state.size)
    switch calendar.form {
    case .month: layOutMonth(of: calendar.day, body, state)
    case .year: layOutYear(of: calendar.day, body, state)
    }
  }

  /// The smallest cell of a month whose days show their photos.
  private static let smallestWithPhotos = Size(columns: 12, rows: 5)

  /// The cells of a month that shows photos; `nil` where the screen has no room for them.
  static func photoCell(_ size: Size) -> Size? {
    let body = ScreenFrame.body(size)
    let cell = Size(
      columns: min(20, body.columns * 60 / 100 / 7), rows: min(9, (body.rows - 1) / MonthGrid.weeks)
    )
    return cell.columns >= smallestWithPhotos.columns && cell.rows >= smallestWithPhotos.rows
      ? cell : nil
  }

  private mutating func layOutMonth(of day: CalendarDay, _ body: Rect, _ state: ScreenContext) {
    let grid = Days.Grid.month(MonthGrid(monthOf: day, firstWeekday: state.firstWeekday))
    let isWide = state.size.columns >= ScreenFrame.narrowestForTwo
    // A cell has a number, its marks beside or below it, and a free line where there is room.
    let columns = isWide ? body.columns * 46 / 100 : body.columns - 2
    let rows = isWide ? body.rows - 1 : body.rows - 9
    let photoCell = state.showsPhotos ? Self.photoCell(state.size) : nil
    let cell =
      photoCell
      ?? Size(columns: max(5, min(9, columns / 7)), rows: max(1, min(3, rows / MonthGrid.weeks)))
    let rect = Rect(
      column: body.column + 1, row: body.row + 1, columns: 7 * cell.columns,
      rows: MonthGrid.weeks * cell.rows)
    days = [Days(grid: grid, rect: rect, cell: cell, hasPhotos: photoCell != nil)]
    guard isWide else {
      setPane(body.inset(top: rect.endRow - body.row))
      return
    }
    let rest = body.inset(left: rect.endColumn - body.column + 1)
    rule = rest.inset(right: rest.columns - 1)
    let column = rest.inset(left: 2, right: 1)
    heading = column.line(0)
    pane = column.inset(top: 2)
  }

  private mutating func layOutYear(of day: CalendarDay, _ body: Rect, _ state: ScreenContext) {
    let year = YearGrid(yearOf: day, firstWeekday: state.firstWeekday)
    let room = body.columns - Self.labels - 3
    var grids = [year]
    if room < year.weeks {
      // Both halves where they fit, else the one that is looked at.
      let fits = body.rows >= 2 * 8 + 3
      grids = fits ? year.halves : year.halves.filter { $0.contains(day) }
    }
    let weeks = grids.map(\.weeks).max() ?? 1
    let cell = Size(columns: max(1, min(3, room / weeks)), rows: 1)
    for (index, grid) in grids.enumerated() {
      let rect = Rect(
        column: body.column + 1 + Self.labels, row: body.row + 1 + index * 9,
        columns: grid.weeks * cell.columns, rows: 7)
      days.append(Days(grid: .year(grid), rect: rect, cell: cell))
    }
    let end = days.last?.rect.endRow ?? body.row
    setPane(body.inset(top: end - body.row))
  }

  /// Below the days, on what is left of the screen.
  private mutating func setPane(_ rest: Rect) {
    guard rest.rows >= 5 else {
      pane = rest
      return
    }
    heading = rest.inset(left: 1, right: 1).line(1)
    pane = rest.inset(left: 1, top: 3, right: 1)
  }

  /// The day under a place.
  func day(at point: Point) -> CalendarDay? {
    for days in days where days.rect.contains(point) {
      let column = (point.column - days.rect.column) / days.cell.columns
      let row = (point.row - days.rect.row) / days.cell.rows
      switch days.grid {
      case .month(let month): return month.day(column: column, week: row)
      case .year(let year): return year.day(week: column, row: row)
      }
    }
    return nil
  }
}
