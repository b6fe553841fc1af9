import DiaryCore

/// The earth cut into squares: in half southwards, each half in half eastwards, and so on. So the squares of a
/// step of the zoom are those of the step before, each cut in two.
struct MapGrid: Hashable, Sendable {
  struct Square: Hashable, Sendable {
    let x: Int
    let y: Int
  }

  /// How often the earth is cut.
  private let depth: Int

  private static let deepest = 40
  /// With so many cuts more than steps, a square is 16 dots wide and 8 high, or 11 each: marks with their
  /// numbers have room beside each other.
  private static let cutsBeforeZoom = 5

  init(depth: Int) { self.depth = max(0, min(depth, Self.deepest)) }

  init(zoom: Int) { self.init(depth: zoom + Self.cutsBeforeZoom) }

  /// Eight of its squares are one of these in either direction.
  var coarser: MapGrid { MapGrid(depth: depth - 6) }

  var columns: Int { 1 << (depth / 2) }
  var rows: Int { 1 << ((depth + 1) / 2) }

  func square(of point: MapPoint) -> Square {
    Square(x: Self.part(point.x, of: columns), y: Self.part(point.y, of: rows))
  }

  private static func part(_ value: Double, of count: Int) -> Int {
    max(0, min(Int(value * Double(count)), count - 1))
  }

  /// Whether two points are as close as in one square.
  func isClose(_ one: MapPoint, _ other: MapPoint) -> Bool {
    abs(one.x - other.x) * Double(columns) < 0.75 && abs(one.y - other.y) * Double(rows) < 0.75
  }

  // MARK: Numbers

  /// A number for each point on the earth. Those of one square, of whatever grid, begin alike.
  static func number(of point: MapPoint) -> UInt64 {
    let square = MapGrid(depth: deepest).square(of: point)
    return (0..<deepest / 2).reversed().reduce(0) { number, bit in
      number << 2 | UInt64(square.y >> bit & 1) << 1 | UInt64(square.x >> bit & 1)
    }
  }

  /// What the numbers of a square begin with.
  func beginning(of number: UInt64) -> UInt64 { number >> UInt64(Self.deepest - depth) }
}
