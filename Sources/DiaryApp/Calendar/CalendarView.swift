import DiaryCore
import Localization
import TerminalUI

// The calendar: days at the left or above, beside them what the selected one has.
extension CalendarState {
  package mutating func layOut(in app: ScreenContext) {
    let pane = CalendarLayout(self, app).pane
    let count = entries.entries(of: day)?.count ?? 0
    entries.choice.layOut(
      count: count, height: DayPane(pane, count: count).rows?.rows ?? 1)
  }

  package func draw(in grid: inout Grid, _ app: ScreenContext) -> Point? {
    let layout = CalendarLayout(self, app)
    let isYear = form == .year
    let title = isYear ? DateWords.year(day) : DateWords.month(day)
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
    if let heading = layout.heading {
      grid.draw(words(app), in: heading, app.theme.title)
    }
    drawEntries(in: &grid, layout.pane, app)
    return jump.map { Self.draw($0, in: &grid, frame, app) }
  }

  package func pictures(in app: ScreenContext) -> WantedPictures {
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

  private func drawEntries(in grid: inout Grid, _ rect: Rect, _ app: ScreenContext) {
    // Until it is known what the day has, nothing is said of it.
    guard let entries = self.entries.entries(of: day) else { return }
    guard entries.isEmpty else {
      DayPane(rect, count: entries.count).draw(
        entries, self.entries.choice, isFocused: focus == .entries, in: &grid, app)
      return
    }
    grid.draw(paragraph: Self.emptyWords(app), in: rect.inset(left: 1, right: 1), app.theme.dim)
  }

  private static func emptyWords(_ app: ScreenContext) -> String {
    let words = localized("No entry on this day.")
    guard let key = app.keys[.calendar].keyName(of: .open) else { return words }
    return words + " " + localized("Press \(key) to write one.")
  }

  /// `Friday 20 November 2026 · today`
  func words(_ app: ScreenContext) -> String {
    let day = DateWords.long(self.day)
    return self.day == app.now.day ? day + " · " + localized("today") : day
  }

  /// What the month or year has; on a narrow screen the selected day.
  private func trailing(_ layout: CalendarLayout, beside title: String, _ app: ScreenContext)
    -> String
  {
    let day = self.day
    guard layout.heading != nil else {
      return dayWords(columns: app.size.columns - 4 - TextWidth.columns(title), app)
    }
    guard tallies.isKnown(day.year) else { return "" }
    let isYear = form == .year
    let sum = tallies.sum(
      of: isYear ? day.firstOfYear...day.lastOfYear : day.firstOfMonth...day.lastOfMonth)
    return Self.counts(sum.entries, sum.photos).joined(separator: " · ")
  }

  /// `22 Sun · today · 2 entries · ▣ 3`: as much of it as there is room for. The days beside show
  /// which is today, and mark the photos.
  private func dayWords(columns: Int, _ app: ScreenContext) -> String {
    let day = self.day
    let number = form == .year ? DateWords.dayOfYear(day) : "\(day.day)"
    let name = "\(number) \(DateWords.shortWeekday(day))"
    let today = day == app.now.day ? [localized("today")] : []
    let tally = tallies[day]
    let counts = Self.counts(tally?.entries ?? 0, tally?.photos ?? 0)
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

  private func hints(_ app: ScreenContext) -> [Binding] {
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

  /// In the place of the title, and in that of the keys what it would lead to.
  private static func draw(
    _ jump: DayJump, in grid: inout Grid, _ frame: ScreenFrame, _ app: ScreenContext
  ) -> Point {
    let bounds = grid.bounds
    let line = bounds.line(0).inset(left: 1, right: 1)
    let end = grid.draw(localized("Go to:"), in: line, app.theme.accent)
    let bottom = bounds.line(bounds.rows - 1).inset(left: 1, right: 1)
    grid.draw(jump.words(today: app.now.day), in: bottom, app.theme.dim)
    return jump.field.draw(in: &grid, line.inset(left: end + 1 - line.column), app.theme.title)
  }

  package func accessibleText(in app: ScreenContext) -> AccessibleText {
    let isYear = form == .year
    let shown = isYear ? DateWords.year(day) : DateWords.month(day)
    let title = localized("Calendar, \(shown)")
    if let jump {
      return AccessibleText(
        title, [jump.words(today: app.now.day)],
        field: .init(localized("Go to a date"), jump.field))
    }
    let entries = self.entries.entries(of: day)
    if focus == .entries, let entries, let entry = chosenEntry {
      return AccessibleText(
        title,
        selected: AccessibleText.item(
          "\(entry.date.clock), \(entry.displayTitle)", self.entries.choice.selected,
          of: entries.count))
    }
    var parts = [DateWords.long(day)]
    if day == app.now.day { parts.append(localized("today")) }
    if let entries {
      parts.append(
        entries.isEmpty ? localized("no entry") : CountWords.entries(entries.count))
      let photos = entries.reduce(0) { $0 + $1.photos.count }
      if photos > 0 { parts.append(CountWords.photos(photos)) }
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
