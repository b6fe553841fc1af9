import DiaryCore
import TerminalUI
import Text

/// The state of the statistics screen: the displayed months and the selection.
package struct StatisticsState: Sendable {
  private(set) var span = MonthSpan.latest
  var selected: FigureItem?
  var scroll = ScrollPosition()

  /// Returns the displayed months, earliest first.
  func months(of statistics: DiaryStatistics, today: CalendarDay) -> [PeriodTally] {
    statistics.months(upTo: span.lastDay(today)).reversed()
  }

  /// Shows other months. The same month of the year stays selected.
  mutating func show(_ span: MonthSpan, today: CalendarDay) {
    self.span = span
    guard case .month(let month) = selected else { return }
    let last = span.lastDay(today).firstOfMonth
    selected = .month(last.adding(months: -((last.month - month.month + 12) % 12)))
  }
}

// MARK: - Commands

extension StatisticsState: FiguresScreen {
  package var opener: Command? { .statistics }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.statistics]] }

  package func location(in app: AppState) -> Location.Screen? {
    Location.Screen(kind: .statistics)
  }

  func page(in app: AppState) -> FiguresPage {
    app.figures?.isEmpty == true
      ? FiguresPage(width: app.size.columns, left: [], right: [], narrow: [])
      : FiguresPage(self, app)
  }

  func hasYear(earlier: Bool, in app: AppState) -> Bool {
    span.moves(older: earlier, app.figures, today: app.now.day)
  }

  mutating func perform(_ command: Command, in app: inout AppState) -> [Effect]? {
    switch command {
    case .places: PlacesState.open(in: &app)
    case .map: MapState.open(.all, in: &app)
    case .moods: app.jump(to: MoodsState())
    case .previousYear, .nextYear:
      let statistics = app.figures?.statistics ?? DiaryStatistics()
      let next = span.moved(older: command == .previousYear, statistics, today: app.now.day)
      show(next, today: app.now.day)
    default: return nil
    }
    return []
  }

  /// Shows the entries of the selected item or, for a year, its months.
  mutating func open(_ item: FigureItem, in app: inout AppState) -> [Effect] {
    guard case .year(let year) = item else {
      let months = months(of: app.figures?.statistics ?? DiaryStatistics(), today: app.now.day)
      return app.show(item, among: months)
    }
    show(.year(year.year), today: app.now.day)
    goToEnd(.up, in: app)
    return []
  }
}

extension AppState {
  /// Shows a figure's entries in the list.
  /// - Parameter months: the displayed months with their counts.
  mutating func show(_ item: FigureItem, among months: [PeriodTally]) -> [Effect] {
    switch item {
    case .month(let month):
      let name = DateText.month(month)
      guard months.contains(where: { $0.first == month && $0.amount.entries > 0 }) else {
        toast = localized("No entries in \(name).")
        return []
      }
      return [.show(ListScope(.month(month), today: now.day))]
    case .tag(let name): return [.show(ListScope(.tag(name), today: now.day))]
    case .place(let name): return [.show(ListScope(.place(name), today: now.day))]
    case .mood(let name): return [.show(ListScope(.mood(name), today: now.day))]
    case .year, .entry, .trip: return []
    }
  }
}

// MARK: - Drawing

extension StatisticsState {
  package func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    let frame = ScreenFrame(
      title: localized("Statistics"), trailing: Self.trailing(app),
      hints: app.keys[.statistics].bindings, in: &grid, app)
    guard app.figures?.isEmpty != true else {
      Self.emptyPage(app).draw(in: &grid, frame.body, app.theme)
      return nil
    }
    drawPage(in: &grid, frame.body, app)
    return nil
  }

  /// Returns the number of entries, or the progress of counting.
  static func trailing(_ app: AppState) -> String {
    guard let figures = app.figures else { return "" }
    let counted = figures.statistics.total.entries
    guard !figures.isComplete else { return CountText.entries(counted) }
    let total = max(counted, app.list.total ?? 0)
    return localized("counting… \(total == 0 ? 0 : counted * 100 / total)%")
  }

  private static func emptyPage(_ app: AppState) -> EmptyPage {
    EmptyPage(
      localized("Nothing to count yet."),
      app.keys[.list].keyName(of: .new)
        .map { localized("Press \($0) in the list to write your first entry.") } ?? "")
  }

  package func accessibleText(in app: AppState) -> AccessibleText {
    let title = "\(localized("Statistics")), \(Self.trailing(app))"
    guard app.figures?.isEmpty != true else {
      return AccessibleText(title, Self.emptyPage(app).lines)
    }
    return spokenPage(title, in: app)
  }
}

extension Location.Kind {
  static let statistics = Self(name: "statistics") { _, _, old, _ in
    (old as? StatisticsState ?? StatisticsState(), [])
  }
}

extension FiguresPage {
  /// The maximum number of tags and places; separate screens show all of them.
  static let maxNames = 10

  init(_ screen: StatisticsState, _ state: AppState) {
    let sections = StatisticsSections(screen, state)
    self.init(
      width: ScreenFrame.body(state.size).columns,
      left: [sections.months, sections.hours, sections.years],
      right: [sections.totals, sections.weekdays, sections.tags, sections.places],
      narrow: [
        sections.months, sections.totals, sections.hours, sections.weekdays, sections.tags,
        sections.places, sections.years,
      ])
  }
}

/// The sections of the statistics with their headings.
private struct StatisticsSections {
  let months: [FigureRow]
  let years: [FigureRow]
  let totals: [FigureRow]
  let hours: [FigureRow]
  let weekdays: [FigureRow]
  let tags: [FigureRow]
  let places: [FigureRow]

  init(_ screen: StatisticsState, _ state: AppState) {
    let statistics = state.figures?.statistics ?? DiaryStatistics()
    months = .amounts(
      screen.span.title, screen.months(of: statistics, today: state.now.day), DateText.shortMonth
    ) { .month($0) }
    years =
      statistics.years.isEmpty
      ? [] : .amounts(localized("Years"), statistics.years, DateText.year) { .year($0) }
    totals = Self.totals(statistics)
    hours = .hours(statistics.hours)
    let order = (0..<7).map { (state.firstWeekday + $0) % 7 }
    weekdays = .counts(
      localized("Days of the week"),
      order.map { (nil, DateText.narrowWeekday($0), statistics.weekdays[$0]) })
    tags = .tags(statistics)
    let all = state.keys[.statistics].keyName(of: .places)
    let hasMore = statistics.places.count > FiguresPage.maxNames
    places =
      .places(statistics)
      + (hasMore ? all.map { [.note(localized("Press \($0) for all places."))] } ?? [] : [])
  }

  private static func totals(_ statistics: DiaryStatistics) -> [FigureRow] {
    var rows: [FigureRow] =
      [.heading(localized("Total"))] + .amountFacts(statistics) + [
        .fact(localized("Current streak"), CountText.days(statistics.current?.days ?? 0)),
        .fact(localized("Longest streak"), CountText.days(statistics.longest?.days ?? 0)),
      ]
    if let longest = statistics.longest, longest != statistics.current {
      rows.append(.note(localized("until \(DateText.short(longest.last))")))
    }
    return rows
  }
}

// MARK: - Sections shared by several screens

extension [FigureRow] {
  static func amountFacts(_ statistics: DiaryStatistics) -> [FigureRow] {
    let total = statistics.total
    return [
      .fact(localized("Entries"), CountText.grouped(total.entries)),
      .fact(localized("Days"), CountText.grouped(statistics.days)),
      .fact(localized("Words"), CountText.grouped(total.length.count)),
      .fact(localized("Photos"), CountText.grouped(total.photos)),
    ]
  }

  static func tags(_ statistics: DiaryStatistics) -> [FigureRow] {
    .counts(
      localized("Most used tags"),
      statistics.tags.prefix(FiguresPage.maxNames).map { (.tag($0.name), "#\($0.name)", $0.count) }
    )
  }

  static func places(_ statistics: DiaryStatistics) -> [FigureRow] {
    .counts(
      localized("Most frequent places"),
      statistics.places.prefix(FiguresPage.maxNames).map { (.place($0.name), $0.name, $0.count) })
  }
}

/// The diary's statistics on a day, kept while a screen shows them.
typealias StatisticsCache = Loadable<CalendarDay, DiaryStatistics>

extension StatisticsCache {
  var statistics: DiaryStatistics { value ?? DiaryStatistics() }

  /// True if the diary has no entries.
  var isEmpty: Bool { isComplete && statistics.total.entries == 0 }
}

extension Effect {
  /// Counts all entries, newest first, and reports intermediate results at most ten times a second.
  static func countDiary(today: CalendarDay, requestID: Int) -> Effect {
    .posting(today, requestID, in: .latest("count"), priority: .utility) { context in
      do {
        var lastReport: ContinuousClock.Instant?
        let counted = try await context.service.countEntries(EntryQuery()) { counting in
          let now = ContinuousClock.now
          if let lastReport, lastReport.duration(to: now) < .milliseconds(100) { return }
          lastReport = now
          context.post(
            .diaryCounted(counting.statistics(today: today), requestID: requestID, isEnd: false))
        }
        guard !Task.isCancelled else { return }
        context.post(
          .diaryCounted(counted.statistics(today: today), requestID: requestID, isEnd: true))
      } catch {
        let error = DiaryError(error)
        context.post(
          Message(error, requestID) { state in
            state.figures?.fail(requestID)
            state.showError(error)
          })
      }
    }
  }

  static var stopCounting: Effect { .stop("count") }
}

extension Message {
  /// Reports the statistics so far. `isEnd` is true if they are complete.
  static func diaryCounted(_ counted: DiaryStatistics, requestID: Int, isEnd: Bool) -> Message {
    Message(counted, requestID, isEnd) { state in
      _ = state.figures?.receive(counted, requestID, isEnd: isEnd)
      let places = state.figures?.statistics.places ?? []
      state.screens.update(PlacesState.self) { $0.receive(places) }
      if state.completesFigures { _ = state.completeSearch() }
    }
  }
}
