import DiaryCore
import TerminalUI

/// The marks and names on a map, which leave each other room: first the marks of entries, then their names,
/// then towns to know one's way by.
struct MapLabels {
  /// A text, and where it stands on the map.
  private struct Label {
    let text: String
    let place: Rect
    let style: Style
  }

  private let frame: MapFrame
  private let theme: Theme
  private var labels: [Label] = []
  /// The cells that something stands in.
  private var taken: [Bool]

  /// So many cells for each town.
  private static let cellsOfTown = 90

  init(_ map: MapState, _ frame: MapFrame, _ theme: Theme) {
    self.frame = frame
    self.theme = theme
    taken = Array(repeating: false, count: frame.size.columns * frame.size.rows)
    place(map)
  }

  /// The cells of the map in which they stand.
  var places: [Rect] { labels.map(\.place) }

  /// Draws them on a map at a place of the screen.
  func draw(in grid: inout Grid, at rect: Rect) {
    for label in labels {
      let line = label.place.moved(columns: rect.column, rows: rect.row)
      grid.fill(line)
      grid.draw(label.text, in: line, label.style)
    }
  }

  private mutating func place(_ map: MapState) {
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
      let start = max(0, min(cell.column - (columns - 1) / 2, frame.size.columns - columns))
      let place = Rect(column: start, row: cell.row, columns: columns, rows: 1)
      // The larger ones were drawn before.
      guard isFree(place) else { continue }
      add(words, at: place, style)
      marked.append((index, place))
    }
    var names: Set<String> = []
    for (index, place) in marked {
      guard let name = map.name(of: clusters[index])?.printable else { continue }
      names.insert(name)
      let style = index == selected ? theme.title : theme.text
      placeBeside(name, place, style)
    }
    placeTowns(map, names)
  }

  /// `312`, `12k`: four columns at most.
  static func count(_ number: Int) -> String {
    number < 10_000
      ? "\(number)" : number < 1_000_000 ? "\(number / 1_000)k" : "\(number / 1_000_000)M"
  }

  /// To the right of a mark where there is room, else to the left. What is long is cut.
  private mutating func placeBeside(_ name: String, _ mark: Rect, _ style: Style) {
    let text = TextWidth.cut(name, columns: Self.longestName)
    let columns = TextWidth.columns(text)
    for start in [mark.endColumn + 1, mark.column - columns - 1] {
      let place = Rect(column: start, row: mark.row, columns: columns, rows: 1)
      guard isFree(place, besides: mark) else { continue }
      return add(text, at: place, style)
    }
  }

  private static let longestName = 24

  private mutating func placeTowns(_ map: MapState, _ names: Set<String>) {
    var left = frame.size.columns * frame.size.rows / Self.cellsOfTown
    for town in map.piece?.piece.towns ?? [] where left > 0 {
      guard !names.contains(town.name), let cell = frame.cell(of: town.point) else { continue }
      let text = "·" + town.name.printable
      let place = Rect(
        column: cell.column, row: cell.row, columns: TextWidth.columns(text), rows: 1)
      guard isFree(place.inset(left: -1, right: -1)) else { continue }
      add(text, at: place, theme.dim)
      left -= 1
    }
  }

  // MARK: Room

  private func isFree(_ place: Rect, besides mark: Rect? = nil) -> Bool {
    guard place.column >= 0, place.endColumn <= frame.size.columns, place.row < frame.size.rows
    else { return false }
    let columns = max(0, place.column - 1)..<min(frame.size.columns, place.endColumn + 1)
    return !columns.contains { column in
      taken[place.row * frame.size.columns + column]
        && mark?.contains(Point(column: column, row: place.row)) != true
    }
  }

  private mutating func add(_ text: String, at place: Rect, _ style: Style) {
    labels.append(Label(text: text, place: place, style: style))
    for column in place.column..<place.endColumn {
      taken[place.row * frame.size.columns + column] = true
    }
  }
}
