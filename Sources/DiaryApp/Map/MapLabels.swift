import DiaryCore
import TerminalUI

/// The marks and names on a map, which leave each other room: first the marks of entries, then their names,
/// then towns to know one's way by.
struct MapLabels {
  private let rect: Rect
  private let frame: MapFrame
  private let theme: Theme
  /// The cells that something stands in.
  private var taken: [Bool]

  /// So many cells for each town.
  private static let cellsOfTown = 90

  init(_ rect: Rect, _ frame: MapFrame, _ theme: Theme) {
    self.rect = rect
    self.frame = frame
    self.theme = theme
    taken = Array(repeating: false, count: rect.columns * rect.rows)
  }

  mutating func draw(_ map: MapState, in grid: inout Grid) {
    let clusters = map.clusters?.all ?? []
    let selected = map.selectedCluster
    var marked: [(cluster: Int, place: Rect)] = []
    let inView = map.clusters?.near(frame.box) ?? []
    let order = (selected.map { [$0] } ?? []) + inView.filter { $0 != selected }
    for index in order {
      guard let cell = frame.cell(of: clusters[index].middle) else { continue }
      let words = map.way?.words(of: index) ?? Self.count(clusters[index].count)
      let style =
        index == selected ? theme.selected : theme.accent.adding(.bold)
      let columns = TextWidth.columns(words)
      let start = max(0, min(cell.column - (columns - 1) / 2, rect.columns - columns))
      let place = Rect(column: start, row: cell.row, columns: columns, rows: 1)
      // The larger ones were drawn before.
      guard isFree(place) else { continue }
      draw(words, at: place, style, in: &grid)
      marked.append((index, place))
    }
    var names: Set<String> = []
    for (index, place) in marked {
      guard let name = map.name(of: clusters[index])?.printable else { continue }
      names.insert(name)
      let style = index == selected ? theme.title : theme.text
      drawBeside(name, place, style, in: &grid)
    }
    drawTowns(map, names, in: &grid)
  }

  /// `312`, `12k`: four columns at most.
  static func count(_ number: Int) -> String {
    number < 10_000
      ? "\(number)" : number < 1_000_000 ? "\(number / 1_000)k" : "\(number / 1_000_000)M"
  }

  /// To the right of a mark where there is room, else to the left. What is long is cut.
  private mutating func drawBeside(
    _ name: String, _ mark: Rect, _ style: Style, in grid: inout Grid
  ) {
    let text = TextWidth.cut(name, columns: Self.longestName)
    let columns = TextWidth.columns(text)
    for start in [mark.endColumn + 1, mark.column - columns - 1] {
      let place = Rect(column: start, row: mark.row, columns: columns, rows: 1)
      guard isFree(place, besides: mark) else { continue }
      return draw(text, at: place, style, in: &grid)
    }
  }

  private static let longestName = 24

  private mutating func drawTowns(_ map: MapState, _ names: Set<String>, in grid: inout Grid) {
    var left = rect.columns * rect.rows / Self.cellsOfTown
    for town in map.piece?.piece.towns ?? [] where left > 0 {
      guard !names.contains(town.name), let cell = frame.cell(of: town.point) else { continue }
      let text = "·" + town.name.printable
      let place = Rect(
        column: cell.column, row: cell.row, columns: TextWidth.columns(text), rows: 1)
      guard isFree(place.inset(left: -1, right: -1)) else { continue }
      draw(text, at: place, theme.dim, in: &grid)
      left -= 1
    }
  }

  // MARK: Room

  private func isFree(_ place: Rect, besides mark: Rect? = nil) -> Bool {
    guard place.column >= 0, place.endColumn <= rect.columns, place.row < rect.rows else {
      return false
    }
    let columns = max(0, place.column - 1)..<min(rect.columns, place.endColumn + 1)
    return !columns.contains { column in
      taken[place.row * rect.columns + column]
        && mark?.contains(Point(column: column, row: place.row)) != true
    }
  }

  private mutating func draw(
    _ text: String, at place: Rect, _ style: Style, in grid: inout Grid
  ) {
    let line = Rect(
      column: rect.column + place.column, row: rect.row + place.row, columns: place.columns,
      rows: 1)
    grid.fill(line)
    grid.draw(text, in: line, style)
    for column in place.column..<place.endColumn { taken[place.row * rect.columns + column] = true }
  }
}
