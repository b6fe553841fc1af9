import DiaryCore
import TerminalUI

/// A line of moods over months: the better, the higher.
struct MoodChart: Hashable {
  private let months: [CalendarDay]
  /// From 0 to 1; `nil` for a month without moods.
  private let levels: [Double?]
  private let scale: MoodScale

  init(_ course: MoodCourse, _ months: [CalendarDay], _ scale: MoodScale) {
    self.months = months
    self.scale = scale
    levels = months.map { course.months[$0]?.level }
  }

  /// Each mood has a line where there are few, with one between two.
  var lines: Int {
    let count = scale.names.count
    return count <= 5 ? max(1, 2 * count - 1) : min(count, 12)
  }

  // MARK: Drawing

  func draw(line: Int, in grid: inout Grid, _ room: Rect, _ theme: Theme) {
    if let name = name(ofLine: line) {
      grid.draw(
        TextWidth.cut(name.printable, columns: nameColumns(room)), in: room, theme.dim)
    }
    let chart = room.inset(left: nameColumns(room) + 1)
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

  func drawMonths(in grid: inout Grid, _ room: Rect, _ theme: Theme) {
    let chart = room.inset(left: nameColumns(room) + 1)
    // The first month's name begins before the chart, as its point stands at the chart's edge.
    let least = max(room.column, chart.column - 1)
    var end = least
    for (index, month) in months.enumerated() {
      let name = DateWords.shortMonth(month)
      let columns = TextWidth.columns(name)
      let middle = chart.column + x(index, chart.columns) / 2
      let start = min(max(least, middle - columns / 2), chart.endColumn - columns)
      guard start >= end else { continue }
      end = start + columns + 1
      grid.draw(name, in: room.inset(left: start - room.column), theme.dim)
    }
  }

  private func name(ofLine line: Int) -> String? {
    scale.names.indices.first {
      y(1 - Double($0) / Double(max(1, scale.names.count - 1))) / 4 == line
    }
    .map { scale.names[$0] }
  }

  private func nameColumns(_ room: Rect) -> Int {
    min(room.columns / 4, scale.names.map { TextWidth.columns($0.printable) }.max() ?? 0)
  }

  private func x(_ index: Int, _ columns: Int) -> Int {
    // As a cell's left dot, on which the mark of the month is drawn.
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

  /// `March 2026: 🙂`, for each month that has moods.
  var spokenMonths: [String] {
    zip(months, levels).compactMap { month, level in
      level.flatMap(scale.mood(at:)).map { "\(DateWords.month(month)): \($0)" }
    }
  }
}
