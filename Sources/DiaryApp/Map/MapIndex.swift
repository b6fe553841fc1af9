import DiaryCore

/// The points of a map, sorted once for all steps of the zoom: those of a square stand in a row, however large
/// the squares are. It is made beside the screen whenever more points have been found, and never changed.
package final class MapIndex: Sendable {
  /// A point by its place among all, and its number on the earth.
  struct Place {
    let number: UInt64
    let point: Int32
  }

  /// As they were found: the newest first.
  let points: [PlacedEntry]
  /// How many entries they are of.
  let entryCount: Int
  /// What is around all of them.
  let around: MapBox?
  let places: [Place]

  package init(_ points: [PlacedEntry] = []) {
    self.points = points
    around = MapBox.around(points.lazy.map(\.point))
    // The points of one entry stand beside each other.
    entryCount = zip(points, points.dropFirst())
      .reduce(points.isEmpty ? 0 : 1) { $0 + ($1.0.order.id == $1.1.order.id ? 0 : 1) }
    places = points.enumerated()
      .map { Place(number: MapGrid.number(of: $0.element.point), point: Int32($0.offset)) }
      .sorted { ($0.number, $0.point) < ($1.number, $1.point) }
  }
}
