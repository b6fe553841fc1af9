/// Knows the lines of the earth and its towns, and asks nobody for them.
package protocol WorldMapping: Sendable {
  /// What stands in a part of the map. Nothing, where no map is installed.
  func piece(_ request: MapRequest) throws(WorldMapError) -> MapPiece
}

/// What is to be told of the map.
package struct MapRequest: Hashable, Sendable {
  package var box: MapBox
  /// The width of what can be told apart: lines are as exact as that needs.
  package var dot: Double
  /// How many towns are to be told at most, the largest.
  package var towns: Int

  package init(box: MapBox, dot: Double, towns: Int) {
    self.box = box
    self.dot = dot
    self.towns = towns
  }
}

/// A part of the map.
package struct MapPiece: Sendable {
  package enum Kind: Int, CaseIterable, Sendable {
    case coast, border, lake, river
  }

  /// A line, its points in their order.
  package struct Line: Hashable, Sendable {
    package let kind: Kind
    package let box: MapBox
    package let points: [MapPoint]

    package init(kind: Kind, box: MapBox, points: [MapPoint]) {
      self.kind = kind
      self.box = box
      self.points = points
    }
  }

  package struct Town: Hashable, Sendable {
    package let name: String
    package let point: MapPoint

    package init(name: String, point: MapPoint) {
      self.name = name
      self.point = point
    }
  }

  package var lines: [Line]
  /// The largest first.
  package var towns: [Town]

  package init(lines: [Line] = [], towns: [Town] = []) {
    self.lines = lines
    self.towns = towns
  }
}
