import DiaryCore
import TerminalUI
import Words

/// The calendar: days at the left or above, beside them what the selected one has.
enum CalendarView {
  static func layOut(_ calendar: inout CalendarState, _ state: AppState) {
    let pane = CalendarLayout(calendar, state).pane
    let count = calendar.entries.entries(of: calendar.day)?.count ?? 0
    calendar.entries.choice.layOut(
      count: count, height: DayPane(pane, count: count).rows?.rows ?? 1)
  }

  static func draw(
    _ calendar: CalendarState, _ state: AppState, in grid: inout Grid
  ) -> Point? {
    let layout = CalendarLayout(calendar, state)
    let isYear = calendar.form == .year
    let title = isYear ? DateWords.year(calendar.day) : DateWords.month(calendar.day)
    let jump = calendar.jump
    let frame = ScreenFrame(
      title: jump == nil ? title : "",
      trailing: jump == nil ? trailing(calendar, layout, beside: title, state) : "",
      hints: jump == nil ? hints(calendar, state) : [], in: &grid, state)
    for days in layout.days {
      switch days.grid {
      case .month(let month): MonthView.draw(month, days, calendar, in: &grid, state)
      case .year(let year): YearView.draw(year, days, calendar, in: &grid, state)
      }
    }
    if let rule = layout.rule {
      for row in 0..<rule.rows { grid.draw("│", in: rule.line(row), state.theme.rule) }
    }
    if let heading = layout.heading {
      grid.draw(words(for: calendar, state), in: heading, state.theme.title)
    }
    drawEntries(of: calendar, in: &grid, layout.pane, state)
    return jump.map { draw($0, in: &grid, frame, state) }
  }

  static func pictures(_ calendar: CalendarState, _ state: AppState) -> WantedPictures {
    let entries = calendar.entries.entries(of: calendar.day) ?? []
    let layout = CalendarLayout(calendar, state)
    let pane = DayPane(layout.pane, count: entries.count)
    var wanted = pane.pictures(entries, calendar.entries.choice, state)
    for case (.month(let month), let days) in layout.days.map({ ($0.grid, $0) }) {
      wanted.inView += MonthView.photoViews(month, days, calendar, state).flatMap(\.requests)
    }
    return wanted
  }

  // MARK: The selected day

  private static func drawEntries(
    of calendar: CalendarState, in grid: inout Grid, _ rect: Rect, _ state: AppState
  ) {
    // Until it is known what the day has, nothing is said of it.
    guard let entries = calendar.entries.entries(of: calendar.day) else { return }
    guard entries.isEmpty else {
      DayPane(rect, count: entries.count).draw(
        entries, calendar.entries.choice, isFocused: calendar.focus == .entries, in: &grid, state)
      return
    }
    grid.draw(paragraph: emptyWords(state), in: rect.inset(left: 1, right: 1), state.theme.dim)
  }

  private static func emptyWords(_ state: AppState) -> String {
    let words = localized("No entry on this day.")
    guard let key = state.keys[.calendar].keyName(of: .open) else { return words }
    return words + " " + localized("Press \(key) to write one.")
  }

  /// `Friday 20 November 2026 · today`
  static func words(for calendar: CalendarState, _ state: AppState) -> String {
    let day = DateWords.long(calendar.day)
    return calendar.day == state.now.day ? day + " · " + localized("today") : day
  }

  /// What the month or year has; on a narrow screen the selected day.
  private static func trailing(
    _ calendar: CalendarState, _ layout: CalendarLayout, beside title: String, _ state: AppState
  ) -> String {
    let day = calendar.day
    guard layout.heading != nil else {
      return dayWords(calendar, columns: state.size.columns - 4 - TextWidth.columns(title), state)
    }
    guard calendar.tallies.isKnown(day.year) else { return "" }
    let isYear = calendar.form == .year
    let sum = calendar.tallies.sum(
      of: isYear ? day.firstOfYear...day.lastOfYear : day.firstOfMonth...day.lastOfMonth)
    return counts(sum.entries, sum.photos).joined(separator: " · ")
  }

  /// `22 Sun · today · 2 entries · ▣ 3`: as much of it as there is room for. The days beside show
  /// which is today, and mark the photos.
  private static func dayWords(
    _ calendar: CalendarState, columns: Int, _ state: AppState
  ) -> String {
    let day = calendar.day
    let number = calendar.form == .year ? DateWords.dayOfYear(day) : "\(day.day)"
    let name = "\(number) \(DateWords.shortWeekday(day))"
    let today = day == state.now.day ? [localized("today")] : []
    let tally = calendar.tallies[day]
    let counts = counts(tally?.entries ?? 0, tally?.photos ?? 0)
    let choices = [today + counts, counts, Array(counts.prefix(1))].map { parts in
      ([name] + parts).joined(separator: " · ")
    }
    return choices.first { !TextWidth.exceeds($0, columns: columns) } ?? name
  }

  /// `2 entries`, `▣ 3`: what there is none of isn't told.
  private static func counts(_ entries: Int, _ photos: Int) -> [String] {
    (entries > 0 ? [CountWords.entries(entries)] : [])
      + (photos > 0 ? ["▣ " + CountWords.grouped(photos)] : [])
  }

  private static func hints(_ calendar: CalendarState, _ state: AppState) -> [Binding] {
    let isEmpty =
      calendar.tallies.isKnown(calendar.day.year) && calendar.tallies[calendar.day] == nil
    return state.keys[.calendar].bindings.map { binding in
      switch binding.command {
      case .open where isEmpty: binding.hinting("write one")
      case .yearView where calendar.form == .year: binding.hinting("month view")
      default: binding
      }
    }
  }

  // MARK: Going to a date

  /// In the place of the title, and in that of the keys what it would lead to.
  private static func draw(
    _ jump: DayJump, in grid: inout Grid, _ frame: ScreenFrame, _ state: AppState
  ) -> Point {
    let bounds = grid.bounds
    let line = bounds.line(0).inset(left: 1, right: 1)
    let end = grid.draw(localized("Go to:"), in: line, state.theme.accent)
    let bottom = bounds.line(bounds.rows - 1).inset(left: 1, right: 1)
    grid.draw(jump.words(today: state.now.day), in: bottom, state.theme.dim)
    return jump.field.draw(in: &grid, line.inset(left: end + 1 - line.column), state.theme.title)
  }
}
