import DiaryCore
import TerminalUI
import Text

/// The screen of moods over time: a chart by month, the count of each mood, and the average for
/// each tag.
package struct MoodsState: Sendable {
  private(set) var span = MonthSpan.latest
  var selected: FigureItem?
  var scroll = ScrollPosition()
  /// The result computed from the figures, kept because there may be many tags.
  private var cached: (generation: Int, scale: MoodScale, course: MoodTrend)?
}

extension MoodsState: FiguresScreen {
  package var opener: Command? { .moods }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.moods]] }

  package func location(in app: AppState) -> Location.Screen? { Location.Screen(kind: .moods) }

  func hasYear(earlier: Bool, in app: AppState) -> Bool {
    span.moves(older: earlier, app.figures, today: app.now.day)
  }

  mutating func perform(_ command: Command, in app: inout AppState) -> [Effect]? {
    guard command == .previousYear || command == .nextYear else { return nil }
    span = span.moved(
      older: command == .previousYear, app.figures?.statistics ?? DiaryStatistics(),
      today: app.now.day)
    return []
  }

  mutating func open(_ item: FigureItem, in app: inout AppState) -> [Effect] {
    app.show(item, among: [])
  }

  // MARK: What is shown

  private func chart(_ course: MoodTrend, in app: AppState) -> MoodChart {
    MoodChart(course, span.months(today: app.now.day), app.preferences.moods)
  }

  private func course(in app: AppState) -> MoodTrend {
    if let cached, cached.generation == app.figures?.generation,
      cached.scale == app.preferences.moods
    {
      return cached.course
    }
    return MoodTrend(app.figures?.statistics.moods ?? [], by: app.preferences.moods)
  }

  package mutating func requests(in app: inout AppState) -> [Effect] {
    if let figures = app.figures {
      cached = (figures.generation, app.preferences.moods, course(in: app))
    }
    return []
  }

  func page(in app: AppState) -> FiguresPage {
    let (course, scale) = (course(in: app), app.preferences.moods)
    let chart = chart(course, in: app)
    let line: [FigureRow] =
      [.heading(span.title)] + (0..<chart.lines).map { .chart(chart, line: $0) } + [.months(chart)]
    let tallies = app.figures?.statistics.moods ?? []
    // Moods of the settings' scale come in its order, the others by count.
    let ordered = tallies.filter { scale.rank(of: $0.name) != nil }
      .sorted { (scale.rank(of: $0.name) ?? 0) < (scale.rank(of: $1.name) ?? 0) }
    var moods: [FigureRow] = .counts(
      localized("Moods"), (ordered + course.unordered).map { (.mood($0.name), $0.name, $0.count) })
    if !course.unordered.isEmpty {
      let words = localized("The chart leaves out other moods. Add them to moods in the settings.")
      let columns = FiguresPage.columns(ScreenFrame.body(app.size).columns).left - 2
      moods += LineWrapping.rows(ofText: words, columns: columns).map { .words($0) }
    }
    let columns = course.tags.map { TextWidth.columns($0.name.printable) + 1 }.max() ?? 0
    let moodColumns = min(12, scale.names.map { TextWidth.columns($0.printable) }.max() ?? 0)
    let tags: [FigureRow] =
      course.tags.isEmpty
      ? []
      : [.heading(localized("By tag"))]
        + course.tags.map { tag in
          .mean(
            .tag(tag.name), "#\(tag.name)", scale.mood(at: tag.mean.level) ?? "",
            thousandths: Int((tag.mean.level * 1000).rounded()), columns: columns,
            moods: moodColumns)
        }
    return FiguresPage(
      width: ScreenFrame.body(app.size).columns, left: [line, moods], right: [tags],
      narrow: [line, moods, tags])
  }

  private func isEmpty(in app: AppState) -> Bool {
    app.figures?.isComplete == true && app.figures?.statistics.moods.isEmpty == true
  }

  private var emptyPage: EmptyPage {
    EmptyPage(localized("No moods yet."), localized("Press F2 in the editor to add one."))
  }

  package func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    let frame = ScreenFrame(
      title: localized("Moods"), trailing: StatisticsState.trailing(app),
      hints: app.keys[.moods].bindings, in: &grid, app)
    if isEmpty(in: app) {
      emptyPage.draw(in: &grid, frame.body, app.theme)
    } else {
      drawPage(in: &grid, frame.body, app)
    }
    return nil
  }

  package func accessibleText(in app: AppState) -> AccessibleText {
    let title = "\(localized("Moods")), \(span.title)"
    guard !isEmpty(in: app) else { return AccessibleText(title, emptyPage.lines) }
    var text = spokenPage(title, in: app)
    text.lines = chart(course(in: app), in: app).spokenMonths + text.lines
    return text
  }
}

extension Location.Kind {
  static let moods = Self(name: "moods") { _, _, old, _ in (old as? MoodsState ?? MoodsState(), [])
  }
}

// MARK: - MoodChart

/// A chart of moods over months, with better moods higher.
struct MoodChart: Hashable {
  private let months: [CalendarDay]
  /// The average mood of each month from 0 to 1; `nil` for a month without moods.
  private let levels: [Double?]
  private let scale: MoodScale

  init(_ course: MoodTrend, _ months: [CalendarDay], _ scale: MoodScale) {
    self.months = months
    self.scale = scale
    levels = months.map { course.months[$0]?.level }
  }

  /// The number of rows: one for each mood and one between two if there are few moods.
  var lines: Int {
    let count = scale.names.count
    return count <= 5 ? max(1, 2 * count - 1) : min(count, 12)
  }

  // MARK: Drawing

  func draw(line: Int, in grid: inout Grid, _ space: Rect, _ theme: Theme) {
    if let name = name(ofLine: line) {
      grid.draw(
        TextWidth.cut(name.printable, columns: nameColumns(space)), in: space, theme.dim)
    }
    let chart = space.inset(left: nameColumns(space) + 1)
    let canvas = drawn(chart.columns)
    for column in 0..<chart.columns {
      guard let cell = canvas.cell(column: column, row: line) else { continue }
      grid.draw(cell.text, in: chart.inset(left: column), theme.accent)
    }
    for (index, level) in levels.enumerated() {
      guard let level, y(level) / 4 == line else { continue }
      grid.draw("●", in: chart.inset(left: x(index, chart.columns) / 2), theme.accent)
    }
  }

  func drawMonths(in grid: inout Grid, _ space: Rect, _ theme: Theme) {
    let chart = space.inset(left: nameColumns(space) + 1)
    // The first month's name is centered on its point, which is at the chart's left edge.
    let least = max(space.column, chart.column - 1)
    var end = least
    for (index, month) in months.enumerated() {
      let name = DateText.shortMonth(month)
      let columns = TextWidth.columns(name)
      let middle = chart.column + x(index, chart.columns) / 2
      let start = min(max(least, middle - columns / 2), chart.endColumn - columns)
      guard start >= end else { continue }
      end = start + columns + 1
      grid.draw(name, in: space.inset(left: start - space.column), theme.dim)
    }
  }

  private func name(ofLine line: Int) -> String? {
    scale.names.indices.first {
      y(1 - Double($0) / Double(max(1, scale.names.count - 1))) / 4 == line
    }
    .map { scale.names[$0] }
  }

  private func nameColumns(_ space: Rect) -> Int {
    min(space.columns / 4, scale.names.map { TextWidth.columns($0.printable) }.max() ?? 0)
  }

  private func x(_ index: Int, _ columns: Int) -> Int {
    // The left dot of a cell, where the month's point is drawn.
    (columns - 1) * index / max(1, months.count - 1) * 2
  }

  private func y(_ level: Double) -> Int {
    Int(((1 - level) * Double(lines * 4 - 1)).rounded())
  }

  private func drawn(_ columns: Int) -> BrailleCanvas {
    var canvas = BrailleCanvas(Size(columns: columns, rows: lines))
    var last: (x: Double, y: Double)?
    for (index, level) in levels.enumerated() {
      guard let level else { continue }
      let point = (x: Double(x(index, columns)), y: Double(y(level)))
      if let last { canvas.line(from: last, to: point, ink: 1) }
      last = point
    }
    return canvas
  }

  // MARK: As words

  /// Texts such as `March 2026: 🙂` for each month with moods.
  var spokenMonths: [String] {
    zip(months, levels).compactMap { month, level in
      level.flatMap(scale.mood(at:)).map { "\(DateText.month(month)): \($0)" }
    }
  }
}
