import DiaryCore
import TerminalUI

/// The view of a month's days: their numbers, and badges for entries and photos.
enum MonthView {
  static func draw(
    _ month: MonthGrid, _ days: CalendarLayout.Days, _ calendar: CalendarState,
    in grid: inout Grid, _ state: AppState
  ) {
    for column in 0..<7 {
      let rect = cell(column, 0, days)
      grid.draw(
        DateText.narrowWeekday((state.firstWeekday + column) % 7),
        in: Rect(column: rect.column + 1, row: rect.row - 1, columns: rect.columns - 1, rows: 1),
        state.theme.dim)
      for week in 0..<MonthGrid.weeks {
        guard let day = month.day(column: column, week: week) else { continue }
        draw(
          day, calendar, in: &grid, cell(column, week, days), isOneLine: days.hasPhotos, state)
      }
    }
    for view in photoViews(month, days, calendar, state) { view.draw(in: &grid) }
  }

  /// Returns the views of the days' photos, below their numbers, if there is space.
  static func photoViews(
    _ month: MonthGrid, _ days: CalendarLayout.Days, _ calendar: CalendarState,
    _ state: AppState
  ) -> [PhotoView] {
    guard days.hasPhotos else { return [] }
    var photos: [(photo: Photo, space: Rect)] = []
    for week in 0..<MonthGrid.weeks {
      for column in 0..<7 {
        guard let day = month.day(column: column, week: week),
          let photo = calendar.photos.value?[day]
        else { continue }
        let space = cell(column, week, days).inset(left: 1, top: 1, right: 1, bottom: 1)
        photos.append((photo, space))
      }
    }
    return photos.map { photo, space in
      let size = PhotoView.space(for: photo, within: space.size, state)
      // The preview shows one more photo.
      return PhotoView(photo, in: space.centered(size), among: photos.count + 1, state)
    }
  }

  private static func cell(_ column: Int, _ week: Int, _ days: CalendarLayout.Days) -> Rect {
    Rect(
      column: days.rect.column + column * days.cell.columns,
      row: days.rect.row + week * days.cell.rows, columns: days.cell.columns,
      rows: days.cell.rows)
  }

  private static func draw(
    _ day: CalendarDay, _ calendar: CalendarState, in grid: inout Grid, _ rect: Rect,
    isOneLine: Bool, _ state: AppState
  ) {
    let theme = state.theme
    let tally = calendar.tallies[day]
    let isSelected = day == calendar.day
    let isToday = day == state.now.day
    let isOneLine = isOneLine || rect.rows == 1
    let bars = isOneLine ? rect.rows - 1 : 2
    if isSelected {
      // The bar is bold while days have the focus, and dimmed while the entries have it.
      let style = calendar.focus == .days ? theme.accent : theme.dim
      for row in 0..<max(1, min(bars, rect.rows)) { grid.draw("▌", in: rect.line(row), style) }
    } else if isToday {
      grid.draw("›", in: rect, theme.accent)
    }
    var style = isSelected ? theme.title : tally == nil ? theme.dim : theme.text
    if isToday { style = theme.accent.adding(isSelected ? [.bold, .underline] : .underline) }
    let number = day.day < 10 ? " \(day.day)" : "\(day.day)"
    let end = grid.draw(number, in: rect.line(0).inset(left: 1), style)
    guard let tally else { return }
    let space =
      isOneLine
      ? rect.line(0).inset(left: end - rect.column + (rect.rows > 1 ? 1 : 0))
      : rect.line(1).inset(left: 1)
    grid.draw(
      marks(tally, columns: space.columns, besideNumber: isOneLine), in: space, theme.accent)
  }

  /// Returns as much of `••▣3` as fits: a dot for each entry or their number, and the photos. Next
  /// to the day's number, a blank separates the two numbers.
  static func marks(_ tally: DayTally, columns: Int, besideNumber: Bool = false) -> String {
    let number = "\(besideNumber ? " " : "")\(tally.entries)•"
    let dots = tally.entries < 4 ? String(repeating: "•", count: tally.entries) : number
    let photos = tally.photos > 1 ? ["▣\(tally.photos)", "▣"] : tally.photos == 1 ? ["▣"] : [""]
    let few = tally.entries == 1 ? ["•"] : [dots, number, ":"]
    for entries in few {
      for photos in photos {
        let marks = entries + photos
        if !TextWidth.exceeds(marks, columns: columns) { return marks }
      }
    }
    return few.last.map { TextWidth.exceeds($0, columns: columns) ? "" : $0 } ?? ""
  }
}

// MARK: - MonthGrid

/// The days of a month in a grid with weeks as rows. There are always six, so that all months have
/// the same height.
struct MonthGrid: Hashable {
  static let weeks = 6

  /// The first day of the month.
  private let first: CalendarDay
  private let count: Int
  /// The weekday of the first column; 0 is Sunday.
  private let firstWeekday: Int

  init(monthOf day: CalendarDay, firstWeekday: Int) {
    first = day.firstOfMonth
    count = day.daysInMonth
    self.firstWeekday = firstWeekday
  }

  /// The number of empty columns before the first day.
  private var margin: Int { Self.column(of: first, firstWeekday: firstWeekday) }

  /// Returns the day at a position; `nil` if it isn't in the month.
  func day(column: Int, week: Int) -> CalendarDay? {
    let number = week * 7 + column - margin + 1
    return (1...count).contains(number)
      ? CalendarDay(year: first.year, month: first.month, day: number) : nil
  }

  /// Returns the column of a day in its week.
  static func column(of day: CalendarDay, firstWeekday: Int) -> Int {
    (day.weekday - firstWeekday + 7) % 7
  }
}
