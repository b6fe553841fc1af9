import DiaryCore
import TerminalUI
import Text

extension MapState {
  package func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    _ = ScreenFrame(
      title: title, trailing: trailing, hints: app.keys[.map].bindings, in: &grid, app)
    let panes = MapPanes(app)
    let frame = frame(in: app)
    if isEmpty {
      // Without a map behind it, on which the text would be hard to read.
      Self.emptyPage.draw(in: &grid, ScreenFrame.body(grid.size), app.theme)
      return nil
    }
    drawLines(in: &grid, panes.map, frame, app.theme)
    let labels = MapLabels(self, frame, app.theme)
    MapPixels(self, labels, frame, app)?.draw(in: &grid, at: panes.map, app)
    labels.draw(in: &grid, at: panes.map)
    drawSelected(in: &grid, panes.line, app)
    if let beside = panes.beside {
      grid.drawRule(in: beside, app.theme)
      MapSidebar(shown?.entries ?? [], in: beside, app).draw(in: &grid, app)
    }
    return nil
  }

  package func pictures(in app: AppState) -> WantedPictures {
    guard !isEmpty else { return WantedPictures() }
    let frame = frame(in: app)
    var wanted = WantedPictures()
    if let beside = MapPanes(app).beside, let entries = shown?.entries {
      wanted.inView += MapSidebar(entries, in: beside, app).pictures(app)
    }
    wanted.inView +=
      MapPixels(self, MapLabels(self, frame, app.theme), frame, app)?.requests ?? []
    return wanted
  }

  // MARK: Texts

  var title: String {
    scope.title.map { "\(localized("Map")) · \($0)" } ?? localized("Map")
  }

  /// The number of entries on the map.
  private var trailing: String {
    let words = CountText.entries(index.entryCount)
    return reading.isReading && !reading.isComplete ? localized("\(words) so far") : words
  }

  private static var emptyPage: EmptyPage {
    EmptyPage(
      localized("No entries have a location yet."),
      localized("Add photos with GPS data, or press F2 in the editor to give an entry a place."))
  }

  /// Returns a cluster's size and dates: `12 entries · Nov 3, 2025 – Nov 9, 2025`.
  func text(of cluster: MapClusters.Cluster) -> String {
    let (first, last) = (cluster.days.lowerBound, cluster.days.upperBound)
    let entries = CountText.entries(cluster.count)
    if first == last { return "\(entries) · \(DateText.short(first))" }
    return "\(entries) · \(DateText.short(first)) – \(DateText.short(last))"
  }

  private func drawSelected(in grid: inout Grid, _ line: Rect, _ app: AppState) {
    guard let cluster = selection else { return }
    grid.draw("▌", in: line, app.theme.accent)
    var space = line.inset(left: 2, right: 1)
    if let name = name(of: cluster) {
      let end = grid.draw(name.printable, in: space, app.theme.title)
      space = space.inset(left: end + 2 - space.column)
    }
    grid.draw(text(of: cluster), in: space, app.theme.dim)
  }

  // MARK: Lines

  /// The drawing order of lines: where they meet, the higher one's color is used.
  private enum Ink: UInt8 {
    case river = 1
    case lake, border, coast, route

    init(_ kind: MapPiece.Kind) {
      self =
        switch kind {
        case .coast: .coast
        case .border: .border
        case .lake: .lake
        case .river: .river
        }
    }
  }

  /// Draws the lines of the earth and the route. Borders are dotted to distinguish them from coasts
  /// without colors.
  func drawLines(in grid: inout Grid, _ rect: Rect, _ frame: MapFrame, _ theme: Theme) {
    var canvas = BrailleCanvas(rect.size)
    func draw(_ line: MapFrame.Line, _ ink: Ink) {
      for (from, to) in zip(line, line.dropFirst()) {
        canvas.line(from: from, to: to, ink: ink.rawValue, isDotted: ink == .border)
      }
    }
    if let earth = piece?.piece {
      for (kind, line) in frame.lines(of: earth) { draw(line, Ink(kind)) }
    }
    if let route, let clusters {
      for step in frame.steps(of: route, in: clusters) { draw(step, .route) }
    }
    let styles = [theme.text, theme.rule, theme.rule, theme.dim, theme.text, theme.accent]
    for row in 0..<rect.rows {
      for column in 0..<rect.columns {
        guard let (text, ink) = canvas.cell(column: column, row: row) else { continue }
        grid[rect.column + column, rect.row + row] = Cell(text, styles[Int(ink)])
      }
    }
  }

  // MARK: Accessibility

  package func accessibleText(in app: AppState) -> AccessibleText {
    if isEmpty { return AccessibleText(title, Self.emptyPage.lines) }
    guard reading.isComplete, let clusters else {
      return AccessibleText(title, [localized("Looking for places…")])
    }
    let count = clusters.all.count
    let lines = (0..<min(count, Self.maxSpokenItems)).map { spoken(cluster(inTurn: $0), clusters) }
    return AccessibleText(
      "\(title), \(CountText.places(count))", lines,
      selected: selectedCluster.map {
        AccessibleText.item(spoken($0, clusters), turn(of: $0), of: count)
      })
  }

  private static var maxSpokenItems: Int { 20 }

  private func spoken(_ index: Int, _ clusters: MapClusters) -> String {
    let cluster = clusters.all[index]
    let name = name(of: cluster)
    let coordinates = cluster.anchor.position.coordinates
    let parts = [
      route?.stops[index]?.first.map { "\($0)" }, name ?? coordinates, text(of: cluster),
    ]
    return parts.compactMap(\.self).joined(separator: ", ")
  }
}

/// The layout of the map screen.
struct MapPanes {
  let map: Rect
  /// The line below the map, which describes the selected cluster.
  let line: Rect
  /// The area for the selected cluster's entries and photos, or `nil` on a narrow screen.
  let beside: Rect?

  private static let minWidthForTwo = 100

  init(_ app: AppState) {
    let (rest, line) = ScreenFrame.body(app.size).split(bottom: 1)
    self.line = line
    guard rest.columns >= Self.minWidthForTwo, !app.speaks else {
      (map, beside) = (rest, nil)
      return
    }
    let width = min(56, rest.columns * 34 / 100)
    map = rest.inset(right: width)
    beside = rest.inset(left: rest.columns - width)
  }
}

/// The newest entries of a place, below their photos.
struct MapSidebar {
  private let entries: [Entry]
  private let rect: Rect
  /// The photos with their positions.
  private let photos: [(photo: Photo, rect: Rect)]
  private let list: Rect

  private static let maxPhotos = 4

  init(_ entries: [Entry], in rect: Rect, _ app: AppState) {
    let rect = rect.inset(left: 2, right: 1)
    self.rect = rect
    self.entries = entries
    let shown = Array(
      entries.flatMap(\.photos).filter { $0.knownProblem == nil }.prefix(Self.maxPhotos))
    guard !shown.isEmpty, app.showsPhotos, rect.columns > 8 else {
      (photos, list) = ([], rect)
      return
    }
    let width = shown.count == 1 ? rect.columns : (rect.columns - 1) / 2
    let most = rect.rows * 6 / 10
    let lines = shown.count > 2 && most >= 12 ? 2 : 1
    let height = max(
      1, min(most / lines, Int((Double(width) * 0.75 * app.facts.cellRatio).rounded())))
    photos = shown.prefix(lines * 2).enumerated().map { index, photo in
      (
        photo,
        Rect(
          column: rect.column + index % 2 * (width + 1), row: rect.row + index / 2 * height,
          columns: width, rows: max(1, height - (lines > 1 ? 1 : 0)))
      )
    }
    list = rect.inset(top: min(rect.rows, (shown.count > 2 ? lines : 1) * height + 1))
  }

  private func view(_ index: Int, _ app: AppState) -> PhotoView {
    let (photo, rect) = photos[index]
    let space = PhotoView.space(for: photo, within: rect.size, app)
    return PhotoView(photo, in: rect.centered(space), among: photos.count, app)
  }

  func pictures(_ app: AppState) -> [PictureRequest] {
    photos.indices.flatMap { view($0, app).requests }
  }

  func draw(in grid: inout Grid, _ app: AppState) {
    for index in photos.indices { view(index, app).draw(in: &grid) }
    for (row, entry) in entries.prefix(list.rows).enumerated() {
      let line = list.line(row)
      grid.draw(DateText.short(entry.date.day), in: line, app.theme.dim)
      grid.draw(
        entry.displayTitle, in: line.inset(left: DateText.shortColumns + 2), app.theme.text)
    }
  }
}

/// The labels on a map, placed so that they don't overlap: first the clusters' counts, then their
/// names, then towns for orientation.
struct MapLabels {
  /// A text and its position on the map.
  private struct Label {
    let text: String
    let place: Rect
    let style: Style
  }

  private let frame: MapFrame
  private let theme: Theme
  private var labels: [Label] = []
  /// The cells that labels occupy.
  private var taken: [Bool]

  /// The map area, in cells, for each town label.
  private static let cellsOfTown = 90

  init(_ map: MapState, _ frame: MapFrame, _ theme: Theme) {
    self.frame = frame
    self.theme = theme
    taken = Array(repeating: false, count: frame.size.columns * frame.size.rows)
    place(map)
  }

  /// The positions of all labels.
  var places: [Rect] { labels.map(\.place) }

  /// Draws the labels onto a map at a position on the screen.
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
      let words = map.route?.text(of: index) ?? Self.count(clusters[index].count)
      let style =
        index == selected ? theme.selected : theme.accent.adding(.bold)
      let columns = TextWidth.columns(words)
      let start = max(0, min(cell.column - (columns - 1) / 2, frame.size.columns - columns))
      let place = Rect(column: start, row: cell.row, columns: columns, rows: 1)
      // Larger clusters have been placed before.
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

  /// Returns a number in at most four columns: `312`, `12k`.
  static func count(_ number: Int) -> String {
    number < 10_000
      ? "\(number)" : number < 1_000_000 ? "\(number / 1_000)k" : "\(number / 1_000_000)M"
  }

  /// Places a name, truncated if long, to the right of a count or else to its left.
  private mutating func placeBeside(_ name: String, _ mark: Rect, _ style: Style) {
    let text = TextWidth.cut(name, columns: Self.maxNameLength)
    let columns = TextWidth.columns(text)
    for start in [mark.endColumn + 1, mark.column - columns - 1] {
      let place = Rect(column: start, row: mark.row, columns: columns, rows: 1)
      guard isFree(place, besides: mark) else { continue }
      return add(text, at: place, style)
    }
  }

  private static let maxNameLength = 24

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

  // MARK: Placement

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

/// A map as lines of text, for output outside the full-screen program.
package struct MapText {
  private var map = MapState(.all)
  private let size: Size

  /// Creates a map of these points.
  ///
  /// - Throws: the error of reading the world map.
  package init(
    of points: [PlacedEntry], size: Size, on earth: MapReader
  ) throws {
    self.size = size
    map.show(MapIndex(points))
    try settle(on: earth)
  }

  /// Computes the clusters and reads the visible part of the world map.
  private mutating func settle(on earth: MapReader) throws {
    map.settle(in: size, cellRatio: 0.5)
    if let zoom = map.viewport?.zoom {
      map.receive(MapClusters(map.index, zoom: zoom, withRoute: false))
    }
    let request = MapRequest(
      box: frame.box, dot: 1 / frame.viewport.dotsAround, towns: MapState.maxTowns)
    map.piece = (request, try earth(request))
  }

  private var frame: MapFrame {
    MapFrame(map.viewport ?? MapViewport(), size, cellRatio: 0.5)
  }

  /// The rows of the map.
  package var rows: [String] {
    var grid = Grid(size)
    let theme = Theme(colors: .monochrome)
    map.drawLines(in: &grid, grid.bounds, frame, theme)
    MapLabels(map, frame, theme).draw(in: &grid, at: grid.bounds)
    return (0..<size.rows).map(grid.text(ofRow:))
  }

  /// The clusters on the map, those with the most entries first: position, name if known, and
  /// description.
  package var places: [(point: MapPoint, name: String?, words: String)] {
    guard let clusters = map.clusters else { return [] }
    return clusters.all.map { cluster in
      (clusters.central(of: cluster), map.name(of: cluster), map.text(of: cluster))
    }
  }
}
