import DiaryCore
import TerminalUI
import Text

// The calendar's view: the days on the left or above, and the selected day's entries beside or
// below.
extension CalendarState {
  package mutating func layOut(in app: AppState) {
    let pane = CalendarLayout(self, app).pane
    let count = entries.entries(of: day)?.count ?? 0
    entries.choice.layOut(
      count: count, height: DayPane(pane, count: count).rows?.rows ?? 1)
  }

  package func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    let layout = CalendarLayout(self, app)
    let isYear = form == .year
    let title = isYear ? DateText.year(day) : DateText.month(day)
    let jump = self.jump
    let frame = ScreenFrame(
      title: jump == nil ? title : "",
      trailing: jump == nil ? trailing(layout, beside: title, app) : "",
      hints: jump == nil ? hints(app) : [], in: &grid, app)
    for days in layout.days {
      switch days.grid {
      case .month(let month): MonthView.draw(month, days, self, in: &grid, app)
      case .year(let year): YearView.draw(year, days, self, in: &grid, app)
      }
    }
    if let rule = layout.rule { grid.drawRule(in: rule, app.theme) }
    if let legend = layout.legend, tallies.isKnown(day.year) {
      YearView.drawLegend(most: tallies.most(in: day.year), in: &grid, legend, app.theme)
    }
    if let heading = layout.heading {
      grid.draw(text(app), in: heading, app.theme.title)
    }
    drawEntries(in: &grid, layout.pane, app)
    return jump.map { Self.draw($0, in: &grid, frame, app) }
  }

  package func pictures(in app: AppState) -> WantedPictures {
    let entries = self.entries.entries(of: day) ?? []
    let layout = CalendarLayout(self, app)
    let pane = DayPane(layout.pane, count: entries.count)
    var wanted = pane.pictures(entries, self.entries.choice, app)
    for case (.month(let month), let days) in layout.days.map({ ($0.grid, $0) }) {
      wanted.inView += MonthView.photoViews(month, days, self, app).flatMap(\.requests)
    }
    return wanted
  }

  // MARK: The selected day

  private func drawEntries(in grid: inout Grid, _ rect: Rect, _ app: AppState) {
    // Nothing is shown until the day's entries are known.
    guard let entries = self.entries.entries(of: day) else { return }
    guard entries.isEmpty else {
      DayPane(rect, count: entries.count).draw(
        entries, self.entries.choice, isFocused: focus == .entries, in: &grid, app)
      return
    }
    grid.draw(paragraph: Self.emptyText(app), in: rect.inset(left: 1, right: 1), app.theme.dim)
  }

  private static func emptyText(_ app: AppState) -> String {
    let words = localized("No entry on this day.")
    guard let key = app.keys[.calendar].keyName(of: .open) else { return words }
    return words + " " + localized("Press \(key) to write one.")
  }

  /// Returns a line such as `Friday 20 November 2026 · today`, with the words of the day in a year.
  func text(_ app: AppState) -> String {
    let length = form == .year ? tallies[day].flatMap { CountText.length($0.length) } : nil
    return [DateText.long(day), day == app.now.day ? localized("today") : nil, length]
      .compactMap(\.self).joined(separator: " · ")
  }

  /// Returns the numbers of the month or year; on a narrow screen, those of the selected day.
  private func trailing(_ layout: CalendarLayout, beside title: String, _ app: AppState)
    -> String
  {
    let day = self.day
    guard layout.heading != nil else {
      return dayText(columns: app.size.columns - 4 - TextWidth.columns(title), app)
    }
    guard tallies.isKnown(day.year) else { return "" }
    let isYear = form == .year
    let sum = tallies.sum(
      of: isYear ? day.firstOfYear...day.lastOfYear : day.firstOfMonth...day.lastOfMonth)
    return Self.counts(sum.entries, sum.photos).joined(separator: " · ")
  }

  /// Returns as much of `22 Sun · today · 2 entries · ▣ 3` as fits. The grid also shows which day
  /// is today and which have photos.
  private func dayText(columns: Int, _ app: AppState) -> String {
    let day = self.day
    let number = form == .year ? DateText.dayOfYear(day) : "\(day.day)"
    let name = "\(number) \(DateText.shortWeekday(day))"
    let today = day == app.now.day ? [localized("today")] : []
    let tally = tallies[day]
    let counts = Self.counts(tally?.entries ?? 0, tally?.photos ?? 0)
    let choices = [today + counts, counts, Array(counts.prefix(1))].map { parts in
      ([name] + parts).joined(separator: " · ")
    }
    return choices.first { !TextWidth.exceeds($0, columns: columns) } ?? name
  }

  /// Returns texts such as `2 entries` and `▣ 3`, without those for zero.
  private static func counts(_ entries: Int, _ photos: Int) -> [String] {
    (entries > 0 ? [CountText.entries(entries)] : [])
      + (photos > 0 ? ["▣ " + CountText.grouped(photos)] : [])
  }

  private func hints(_ app: AppState) -> [Binding] {
    let isEmpty =
      tallies.isKnown(day.year) && tallies[day] == nil
    return app.keys[.calendar].bindings.map { binding in
      switch binding.command {
      case .open where isEmpty: binding.hinting("write one")
      case .yearView where form == .year: binding.hinting("month view")
      default: binding
      }
    }
  }

  // MARK: Going to a date

  /// Draws the field in place of the title, and the date that it leads to in place of the hints.
  private static func draw(
    _ jump: DayJump, in grid: inout Grid, _ frame: ScreenFrame, _ app: AppState
  ) -> Point {
    let bounds = grid.bounds
    let line = bounds.line(0).inset(left: 1, right: 1)
    let end = grid.draw(localized("Go to:"), in: line, app.theme.accent)
    let bottom = bounds.line(bounds.rows - 1).inset(left: 1, right: 1)
    grid.draw(jump.text(today: app.now.day), in: bottom, app.theme.dim)
    return jump.field.draw(in: &grid, line.inset(left: end + 1 - line.column), app.theme.title)
  }

  package func accessibleText(in app: AppState) -> AccessibleText {
    let isYear = form == .year
    let shown = isYear ? DateText.year(day) : DateText.month(day)
    let title = localized("Calendar, \(shown)")
    if let jump {
      return AccessibleText(
        title, [jump.text(today: app.now.day)],
        field: .init(localized("Go to a date"), jump.field))
    }
    let entries = self.entries.entries(of: day)
    if focus == .entries, let entries, let entry = chosenEntry {
      return AccessibleText(
        title,
        selected: AccessibleText.item(
          "\(DateText.clock(entry.date)), \(entry.displayTitle)", self.entries.choice.selected,
          of: entries.count))
    }
    var parts = [DateText.long(day)]
    if day == app.now.day { parts.append(localized("today")) }
    if let entries {
      parts.append(
        entries.isEmpty ? localized("no entry") : CountText.entries(entries.count))
      let photos = entries.reduce(0) { $0 + $1.photos.count }
      if photos > 0 { parts.append(CountText.photos(photos)) }
      parts += entries.prefix(3).map(\.displayTitle)
    }
    return AccessibleText(title, selected: parts.joined(separator: ", "))
  }
}

extension Location.Kind {
  static let calendar = Self(name: "calendar", needsDay: true) { location, _, old, app in
    guard let day = location.day else { return nil }
    var calendar = old as? CalendarState ?? CalendarState(day)
    calendar.select(day)
    calendar.form = location.isYear ? .year : .month
    calendar.request(location.entry)
    return (calendar, [])
  }
}

// MARK: - CalendarLayout

/// The layout of the calendar.
struct CalendarLayout {
  /// A grid of days and the place of its cells.
  struct Days {
    enum Grid {
      case month(MonthGrid)
      case year(YearGrid)
    }

    let grid: Grid
    /// The rectangle of all cells; the first one is at the top left.
    let rect: Rect
    let cell: Size
    /// `true` if cells have space for a photo below the day's number.
    var hasPhotos = false
  }

  /// The grids: one, or the two halves of a year.
  private(set) var days: [Days] = []
  /// The line between the month and the pane beside it.
  private(set) var rule: Rect?
  /// The pane for the day's entries, and the line above it for the day's name if there is space.
  private(set) var pane = Rect(Size(columns: 0, rows: 0))
  private(set) var heading: Rect?
  /// The line that explains the shades of a year, if there is space.
  private(set) var legend: Rect?

  /// The fewest rows below a year that have space for a legend above the pane.
  private static let minRowsForLegend = 8

  /// The columns of the weekdays' names beside a year.
  static let labels = 4

  init(_ calendar: CalendarState, _ state: AppState) {
    let body = ScreenFrame.body(state.size)
    switch calendar.form {
    case .month: layOutMonth(of: calendar.day, body, state)
    case .year: layOutYear(of: calendar.day, body, state)
    }
  }

  /// The smallest cell of a month that shows photos.
  private static let smallestWithPhotos = Size(columns: 12, rows: 5)

  /// Returns the cell of a month that shows photos; `nil` if the screen is too small.
  static func photoCell(_ size: Size) -> Size? {
    let body = ScreenFrame.body(size)
    let cell = Size(
      columns: min(20, body.columns * 60 / 100 / 7), rows: min(9, (body.rows - 1) / MonthGrid.weeks)
    )
    return cell.columns >= smallestWithPhotos.columns && cell.rows >= smallestWithPhotos.rows
      ? cell : nil
  }

  private mutating func layOutMonth(of day: CalendarDay, _ body: Rect, _ state: AppState) {
    let grid = Days.Grid.month(MonthGrid(monthOf: day, firstWeekday: state.firstWeekday))
    let isWide = state.size.columns >= ScreenFrame.minWidthForTwo
    // A cell has a number, badges beside or below it and, if there is space, a blank row.
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

  private mutating func layOutYear(of day: CalendarDay, _ body: Rect, _ state: AppState) {
    let year = YearGrid(yearOf: day, firstWeekday: state.firstWeekday)
    let space = body.columns - Self.labels - 3
    var grids = [year]
    if space < year.weeks {
      // Shows both halves if they fit, or else the one with the selected day.
      let fits = body.rows >= 2 * 8 + 3
      grids = fits ? year.halves : year.halves.filter { $0.contains(day) }
    }
    let weeks = grids.map(\.weeks).max() ?? 1
    let cell = Size(columns: max(1, min(3, space / weeks)), rows: 1)
    for (index, grid) in grids.enumerated() {
      let rect = Rect(
        column: body.column + 1 + Self.labels, row: body.row + 1 + index * 9,
        columns: grid.weeks * cell.columns, rows: 7)
      days.append(Days(grid: .year(grid), rect: rect, cell: cell))
    }
    let end = days.last?.rect.endRow ?? body.row
    var rest = body.inset(top: end - body.row)
    if rest.rows >= Self.minRowsForLegend {
      legend = rest.inset(left: 1 + Self.labels, right: 1).line(1)
      rest = rest.inset(top: 2)
    }
    setPane(rest)
  }

  /// Puts the pane below the days.
  private mutating func setPane(_ rest: Rect) {
    guard rest.rows >= 5 else {
      pane = rest
      return
    }
    heading = rest.inset(left: 1, right: 1).line(1)
    pane = rest.inset(left: 1, top: 3, right: 1)
  }

  /// Returns the day at a cell.
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

// MARK: - DayPane

/// The layout of a day's entries: a row for each, and a preview of the selected one beside or below
/// them.
struct DayPane {
  /// The rows of entries; `nil` for a single entry, for which the preview is enough.
  let rows: Rect?
  let preview: Rect?

  /// The fewest rows of a preview that shows more than the title.
  private static let smallestPreview = 6
  private static let minWidthForTwo = 90

  init(_ rect: Rect, count: Int) {
    if rect.columns >= Self.minWidthForTwo, rect.rows >= Self.smallestPreview {
      let width = min(64, rect.columns * 40 / 100)
      rows = rect.inset(right: rect.columns - width)
      preview = rect.inset(left: width + 2)
      return
    }
    guard count > 1 else {
      let hasPreview = rect.rows >= Self.smallestPreview
      (rows, preview) = hasPreview ? (nil, rect) : (rect, nil)
      return
    }
    let lines = min(count, max(1, (rect.rows - 1) / 3))
    guard rect.rows - lines - 1 >= Self.smallestPreview else {
      (rows, preview) = (rect, nil)
      return
    }
    let parts = rect.split(top: lines)
    (rows, preview) = (parts.top, parts.rest.inset(top: 1))
  }

  /// Draws the entries. A bar marks the selected one if they have the focus.
  func draw(
    _ entries: [Entry], _ choice: ChoiceList, isFocused: Bool, in grid: inout Grid,
    _ state: AppState
  ) {
    if let rows {
      for (row, entry) in entries.dropFirst(choice.top).prefix(rows.rows).enumerated() {
        EntryRow.draw(
          entry, isSelected: isFocused && choice.top + row == choice.selected,
          lead: DateText.clock(entry.date), origin: state.origin(of: entry), in: &grid,
          rows.line(row),
          state.theme)
      }
    }
    if let preview, let entry = entries.element(at: choice.selected) {
      PreviewView.draw(entry, in: &grid, preview, among: 1, state)
    }
  }

  /// Returns the pictures of the selected entry and those of its neighbors.
  func pictures(_ entries: [Entry], _ choice: ChoiceList, _ state: AppState) -> WantedPictures {
    guard let preview else { return WantedPictures() }
    func pictures(_ index: Int) -> [PictureRequest] {
      entries.element(at: index).map { PreviewView.pictures($0, in: preview, among: 1, state) }
        ?? []
    }
    return WantedPictures(
      inView: pictures(choice.selected),
      ahead: [1, -1].flatMap { pictures(choice.selected + $0) })
  }
}
