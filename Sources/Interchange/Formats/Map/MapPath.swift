import DiaryCore

/// The lines of one kind as a path of SVG, in whole numbers.
struct MapPath {
  private(set) var text = ""

  /// - Parameter place: where a point of the map is drawn.
  init(_ lines: some Sequence<MapPiece.Line>, _ place: (MapPoint) -> (x: Int, y: Int)) {
    var bytes: [UInt8] = []
    func append(_ number: Int, after letter: Character? = nil) {
      if let letter { bytes += String(letter).utf8 } else if number >= 0 { bytes.append(0x20) }
      bytes += String(number).utf8
    }
    for line in lines {
      var last: (x: Int, y: Int)?
      var isOpen = false
      for point in line.points {
        let next = place(point)
        guard let before = last else {
          last = next
          continue
        }
        // What is smaller than a number tells isn't drawn.
        if next == before { continue }
        if !isOpen {
          append(before.x, after: "M")
          append(before.y)
          isOpen = true
          append(next.x - before.x, after: "l")
        } else {
          append(next.x - before.x)
        }
        append(next.y - before.y)
        last = next
      }
    }
    text = String(decoding: bytes, as: UTF8.self)
  }
}
