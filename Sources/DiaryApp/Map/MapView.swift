import DiaryCore
import Localization
import TerminalUI

extension MapState {
  package func draw(in grid: inout Grid, _ app: ScreenContext) -> Point? {
    _ = ScreenFrame(
      title: title, trailing: trailing, hints: app.keys[.map].bindings, in: &grid, app)
    let panes = MapPanes(app)
    let frame = frame(in: app)
    drawLines(in: &grid, panes.map, frame, app.theme)
    let labels = MapLabels(self, frame, app.theme)
    MapPixels(self, labels, frame, app)?.draw(in: &grid, at: panes.map, app)
    labels.draw(in: &grid, at: panes.map)
    if reading.isComplete, index.points.isEmpty {
      let room = panes.map.inset(left: 3, top: 1, right: 3)
      grid.fill(room.split(top: min(4, room.rows)).top)
      grid.draw(paragraph: Self.emptyWords, in: room, app.theme.text)
    }
    drawSelected(in: &grid, panes.line, app)
    if let beside = panes.beside {
      grid.drawRule(in: beside, app.theme)
      MapBeside(shown?.entries ?? [], in: beside, app).draw(in: &grid, app)
    }
    return nil
  }

  package func pictures(in app: ScreenContext) -> WantedPictures {
    let frame = frame(in: app)
    var wanted = WantedPictures()
    if let beside = MapPanes(app).beside, let entries = shown?.entries {
      wanted.inView += MapBeside(entries, in: beside, app).pictures(app)
    }
    wanted.inView +=
      MapPixels(self, MapLabels(self, frame, app.theme), frame, app)?.requests ?? []
    return wanted
  }

  // MARK: Words

  var title: String {
    scope.title.map { "\(localized("Map")) · \($0)" } ?? localized("Map")
  }

  /// How many entries there are on it.
  private var trailing: String {
    let words = CountWords.entries(index.entryCount)
    return reading.isGoingOn && !reading.isComplete ? localized("\(words) so far") : words
  }

  static var emptyWords: String {
    localized(
      id: "map.empty",
      "No entry tells where it was. Photos that know where they were taken put theirs on the map, and so does a place that you give an entry with F2 in the editor."
    )
  }

  /// What a cluster has: `12 entries · Nov 3, 2025 – Nov 9, 2025`.
  func words(of cluster: MapClusters.Cluster) -> String {
    let (first, last) = (cluster.days.lowerBound, cluster.days.upperBound)
    let entries = CountWords.entries(cluster.count)
    if first == last { return "\(entries) · \(DateWords.short(first))" }
    return "\(entries) · \(DateWords.short(first)) – \(DateWords.short(last))"
  }

  private func drawSelected(in grid: inout Grid, _ line: Rect, _ app: ScreenContext) {
    guard let cluster = selection else { return }
    grid.draw("▌", in: line, app.theme.accent)
    var room = line.inset(left: 2, right: 1)
    if let name = name(of: cluster) {
      let end = grid.draw(name.printable, in: room, app.theme.title)
      room = room.inset(left: end + 2 - room.column)
    }
    grid.draw(words(of: cluster), in: room, app.theme.dim)
  }

  // MARK: Lines

  /// What is drawn over what: the higher one's color counts where they meet.
  private enum Ink: UInt8 {
    case river = 1
    case lake, border, coast, way

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

  /// Draws the lines of the earth; borders are dotted, so that they are told from coasts without colors.
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
    if let way, let clusters {
      for step in frame.steps(of: way, in: clusters) { draw(step, .way) }
    }
    let styles = [theme.text, theme.rule, theme.rule, theme.dim, theme.text, theme.accent]
    for row in 0..<rect.rows {
      for column in 0..<rect.columns {
        guard let (text, ink) = canvas.cell(column: column, row: row) else { continue }
        grid[rect.column + column, rect.row + row] = Cell(text, styles[Int(ink)])
      }
    }
  }

  // MARK: In words

  package func accessibleText(in app: ScreenContext) -> AccessibleText {
    if reading.isComplete, index.points.isEmpty {
      return AccessibleText(title, [Self.emptyWords])
    }
    guard reading.isComplete, let clusters else {
      return AccessibleText(title, [localized("Looking for places…")])
    }
    let count = clusters.all.count
    let lines = (0..<min(count, Self.mostTold)).map { spoken(cluster(inTurn: $0), clusters) }
    return AccessibleText(
      "\(title), \(CountWords.places(count))", lines,
      selected: selectedCluster.map {
        AccessibleText.item(spoken($0, clusters), turn(of: $0), of: count)
      })
  }

  private static var mostTold: Int { 20 }

  private func spoken(_ index: Int, _ clusters: MapClusters) -> String {
    let cluster = clusters.all[index]
    let name = name(of: cluster)
    let coordinates = cluster.anchor.position.coordinates
    let parts = [
      way?.stops[index]?.first.map { "\($0)" }, name ?? coordinates, words(of: cluster),
    ]
    return parts.compactMap(\.self).joined(separator: ", ")
  }
}
