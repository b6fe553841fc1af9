import DiaryCore

/// A map as it is drawn on a page: lines of the earth, and a mark wherever entries were written.
struct MapDrawing {
  /// Entries that stand together.
  struct Mark {
    let x: Int
    let y: Int
    /// How many entries they are.
    let count: Int
    let newest: PlacedEntry
    /// What most of them call the place; `nil` where none calls it anything.
    let name: String?
  }

  let width = MapDrawing.side
  let height: Int
  /// By the kinds of lines.
  let paths: [(kind: MapPiece.Kind, path: MapPath)]
  /// The smaller ones last, so that they lie on top.
  let marks: [Mark]

  private static let side = 1000
  /// A square of the grid in which entries stand together.
  private static let square = 26
  private static let mostMarks = 300
  /// The bytes of all lines.
  private static let mostBytes = 160_000
  /// The map isn't larger than is useful: about three degrees.
  private static let narrowest = 3.0 / 360

  /// `nil` of no points.
  init?(
    of points: [PlacedEntry], on earth: (any WorldMapping)?
  ) throws(WorldMapError) {
    guard let around = MapBox.around(points.lazy.map(\.point)) else { return nil }
    let box = Self.framed(around)
    height = max(1, Int((box.height / box.width * Double(Self.side)).rounded()))
    let scale = Double(Self.side) / box.width
    func place(_ point: MapPoint) -> (x: Int, y: Int) {
      (
        Int(((point.x - box.west) * scale).rounded()),
        Int(((point.y - box.north) * scale).rounded())
      )
    }
    marks = Self.marks(points, in: box, place)
    paths =
      try earth.map { earth throws(WorldMapError) in
        try Self.paths(in: box, earth, place)
      } ?? []
  }

  /// What is drawn of the earth: all points with some land around them, in a shape that fits a page.
  private static func framed(_ around: MapBox) -> MapBox {
    let width = min(1, max(around.width * 1.25, around.height * 1.25 * 1.3, narrowest))
    let height = min(1, max(around.height * 1.25, width * 0.55))
    let middle = MapPoint(
      x: (around.west + around.east) / 2, y: (around.north + around.south) / 2)
    let north = max(0, min(middle.y - height / 2, 1 - height))
    return MapBox(
      west: middle.x - width / 2, north: north, east: middle.x + width / 2, south: north + height)
  }

  // MARK: Lines

  /// As exact as there is room for.
  private static func paths(
    in box: MapBox, _ earth: any WorldMapping, _ place: (MapPoint) -> (x: Int, y: Int)
  ) throws(WorldMapError) -> [(kind: MapPiece.Kind, path: MapPath)] {
    var dot = box.width / 600
    while dot < 1 {
      let lines = try earth.piece(MapRequest(box: box, dot: dot, towns: 0)).lines
      let paths = [MapPiece.Kind.river, .lake, .border, .coast].map { kind in
        (kind: kind, path: MapPath(lines.lazy.filter { $0.kind == kind }, place))
      }
      if paths.reduce(0, { $0 + $1.path.text.utf8.count }) <= mostBytes { return paths }
      dot *= 3
    }
    return []
  }

  // MARK: Marks

  private struct Square: Hashable {
    let x: Int
    let y: Int
  }

  private static func marks(
    _ points: [PlacedEntry], in box: MapBox, _ place: (MapPoint) -> (x: Int, y: Int)
  ) -> [Mark] {
    var squares: [Square: [(placed: PlacedEntry, x: Int, y: Int)]] = [:]
    for placed in points {
      var point = placed.point
      if point.x < box.west { point.x += 1 }
      let (x, y) = place(point)
      squares[Square(x: x / square, y: y / square), default: []].append((placed, x, y))
    }
    let marks = squares.values.compactMap { those -> Mark? in
      guard let newest = those.max(by: { $0.placed.order < $1.placed.order }) else { return nil }
      var names: [String: Int] = [:]
      for one in those { if let name = one.placed.name?.printable { names[name, default: 0] += 1 } }
      return Mark(
        x: those.reduce(0) { $0 + $1.x } / those.count,
        y: those.reduce(0) { $0 + $1.y } / those.count,
        count: Set(those.map(\.placed.order.id)).count, newest: newest.placed,
        name: names.mostFrequent?.key)
    }
    return Array(
      marks.sorted { ($0.count, $1.y, $1.x) > ($1.count, $0.y, $0.x) }.prefix(mostMarks))
  }
}
