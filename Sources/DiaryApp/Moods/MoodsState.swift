import DiaryCore
import Localization
import TerminalUI

/// Moods over time: a line by month, how often each is, and how it goes with each tag.
package struct MoodsState: Sendable {
  private(set) var span = MonthSpan.latest
  var selected: FigureItem?
  var scroll = ScrollPosition()
  /// What was made of the figures, of which there may be as many as a diary has tags.
  private var made: (generation: Int, scale: MoodScale, course: MoodCourse)?
}

extension MoodsState: FiguresScreen {
  package var opener: Command? { .moods }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.moods]] }

  package func location(in app: ScreenContext) -> Location.Screen? { Location.Screen(kind: .moods) }

  mutating func perform(_ command: Command, in app: inout ScreenContext) -> [Effect]? {
    guard command == .previousYear || command == .nextYear else { return nil }
    span = span.moved(
      older: command == .previousYear, app.figures?.statistics ?? DiaryStatistics(),
      today: app.now.day)
    return []
  }

  mutating func open(_ item: FigureItem, in app: inout ScreenContext) -> [Effect] {
    app.show(item, among: [])
  }

  // MARK: What is shown

  private func chart(_ course: MoodCourse, in app: ScreenContext) -> MoodChart {
    MoodChart(course, span.months(today: app.now.day), app.preferences.moods)
  }

  private func course(in app: ScreenContext) -> MoodCourse {
    if let made, made.generation == app.figures?.generation, made.scale == app.preferences.moods {
      return made.course
    }
    return MoodCourse(app.figures?.statistics.moods ?? [], by: app.preferences.moods)
  }

  package mutating func requests(in app: inout ScreenContext) -> [Effect] {
    if let figures = app.figures {
      made = (figures.generation, app.preferences.moods, course(in: app))
    }
    return []
  }

  func page(in app: ScreenContext) -> FiguresPage {
    let (course, scale) = (course(in: app), app.preferences.moods)
    let chart = chart(course, in: app)
    let line: [FigureRow] =
      [.heading(span.title)] + (0..<chart.lines).map { .chart(chart, line: $0) } + [.months(chart)]
    let tallies = app.figures?.statistics.moods ?? []
    // Those of the order in it, then the others by how often they are.
    let ordered = tallies.filter { scale.rank(of: $0.name) != nil }
      .sorted { (scale.rank(of: $0.name) ?? 0) < (scale.rank(of: $1.name) ?? 0) }
    var moods: [FigureRow] = .counts(
      localized("Moods"), (ordered + course.unordered).map { (.mood($0.name), $0.name, $0.count) })
    if !course.unordered.isEmpty {
      let words = localized(
        "Some aren't in your order and left out of the line: set moods in config.toml.")
      let columns = FiguresPage.columns(ScreenFrame.body(app.size).columns).left - 2
      moods += LineWrapping.rows(ofText: words, columns: columns).map { .words($0.trimmedEnd) }
    }
    let columns = course.tags.map { TextWidth.columns($0.name.printable) + 1 }.max() ?? 0
    let tags: [FigureRow] =
      course.tags.isEmpty
      ? []
      : [.heading(localized("By tag"))]
        + course.tags.map { tag in
          .mean(
            .tag(tag.name), "#\(tag.name)", scale.mood(at: tag.mean.level) ?? "",
            thousandths: Int((tag.mean.level * 1000).rounded()), columns: columns)
        }
    return FiguresPage(
      width: ScreenFrame.body(app.size).columns, left: [line, moods], right: [tags],
      narrow: [line, moods, tags])
  }

  private func isEmpty(in app: ScreenContext) -> Bool {
    app.figures?.isWhole == true && app.figures?.statistics.moods.isEmpty == true
  }

  private var emptyWords: String {
    localized("No moods yet. Press F2 in the editor to add one.")
  }

  package func draw(in grid: inout Grid, _ app: ScreenContext) -> Point? {
    let frame = ScreenFrame(
      title: localized("Moods"), trailing: StatisticsState.trailing(app),
      hints: app.keys[.moods].bindings, in: &grid, app)
    if isEmpty(in: app) {
      let room = frame.body.inset(left: 3, top: 1, right: 3)
      grid.draw(paragraph: emptyWords, in: room, app.theme.dim)
    } else {
      drawPage(in: &grid, frame.body, app)
    }
    return nil
  }

  package func accessibleText(in app: ScreenContext) -> AccessibleText {
    let title = "\(localized("Moods")), \(span.title)"
    guard !isEmpty(in: app) else { return AccessibleText(title, [emptyWords]) }
    var text = spokenPage(title, in: app)
    text.lines = chart(course(in: app), in: app).spokenMonths + text.lines
    return text
  }
}

extension Location.Kind {
  static let moods = Self(name: "moods") { _, _, old, _ in (old as? MoodsState ?? MoodsState(), [])
  }
}
