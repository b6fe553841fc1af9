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
    var labels = MapLabels(panes.map, frame, app.theme)
    labels.draw(self, in: &grid)
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
    guard let beside = MapPanes(app).beside, let entries = shown?.entries else {
      return WantedPictures()
    }
    return WantedPictures(inView: MapBeside(entries, in: beside, app).pictures(app))
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
  enum Ink: UInt8 {
    case river = 1
    case lake, border, coast, way
  }

  func drawLines(in grid: inout Grid, _ rect: Rect, _ frame: MapFrame, _ theme: Theme) {
    var canvas = BrailleCanvas(rect.size)
    if let piece = piece?.piece { Self.draw(piece, on: &canvas, frame) }
    drawWay(on: &canvas, frame)
    let styles = [theme.text, theme.rule, theme.rule, theme.dim, theme.text, theme.accent]
    for row in 0..<rect.rows {
      for column in 0..<rect.columns {
        guard let (text, ink) = canvas.cell(column: column, row: row) else { continue }
        grid[rect.column + column, rect.row + row] = Cell(text, styles[Int(ink)])
      }
    }
  }

  /// Draws the lines of the earth; borders are dotted, so that they are told from coasts without colors.
  static func draw(_ piece: MapPiece, on canvas: inout BrailleCanvas, _ frame: MapFrame) {
    let box = frame.box
    for line in piece.lines {
      // They were read for a part of the map that may lie one turn of the earth away.
      let turn = ((line.box.west + line.box.east - box.west - box.east) / 2).rounded()
      guard line.box.shifted(by: -turn).meets(box), var last = line.points.first else { continue }
      let ink: Ink =
        switch line.kind {
        case .coast: .coast
        case .border: .border
        case .lake: .lake
        case .river: .river
        }
      last.x -= turn
      var from = frame.dots(of: last)
      for point in line.points.dropFirst() {
        let to = frame.dots(of: MapPoint(x: point.x - turn, y: point.y))
        canvas.line(from: from, to: to, ink: ink.rawValue, isDotted: ink == .border)
        from = to
      }
    }
  }

  private func drawWay(on canvas: inout BrailleCanvas, _ frame: MapFrame) {
    guard let way, let clusters else { return }
    for (from, to) in way.steps {
      let start = frame.nearest(clusters.all[from].middle)
      var end = clusters.all[to].middle
      end.x -= (end.x - start.x).rounded()
      canvas.line(
        from: frame.dots(of: start), to: frame.dots(of: end), ink: Ink.way.rawValue)
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
