import DiaryCore

extension MapFrame {
  /// A line in dots.
  typealias Line = [(x: Double, y: Double)]

  /// What meets the part of the earth that is looked at.
  func lines(of piece: MapPiece) -> [(kind: MapPiece.Kind, line: Line)] {
    let box = box
    return piece.lines.compactMap { line in
      // They were read for a part of the map that may lie one turn of the earth away.
      let turn = ((line.box.west + line.box.east - box.west - box.east) / 2).rounded()
      guard line.box.shifted(by: -turn).meets(box) else { return nil }
      return (line.kind, line.points.map { dots(of: MapPoint(x: $0.x - turn, y: $0.y)) })
    }
  }

  /// The steps of a way, each on the shorter side of the earth.
  func steps(of way: MapWay, in clusters: MapClusters) -> [Line] {
    way.steps.map { from, to in
      let start = nearest(clusters.all[from].middle)
      var end = clusters.all[to].middle
      end.x -= (end.x - start.x).rounded()
      return [dots(of: start), dots(of: end)]
    }
  }
}
