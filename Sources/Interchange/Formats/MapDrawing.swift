import DiaryCore
import System
import Text

/// A map drawn on a page: lines of the earth, and a mark at each place with entries.
struct MapDrawing {
  /// A circle for entries whose places are close together.
  struct Mark {
    let x: Int
    let y: Int
    /// The number of entries.
    let count: Int
    let newest: PlacedEntry
    /// The most frequent place name among the entries; `nil` if none has a name.
    let name: String?
  }

  let width = MapDrawing.side
  let height: Int
  /// The paths in drawing order, one for each kind of line.
  let paths: [(kind: MapPiece.Kind, path: MapPath)]
  /// The marks from largest to smallest, so that small ones are drawn on top.
  let marks: [Mark]

  private static let side = 1000
  /// The side of a grid square whose entries share a mark, in units of the drawing.
  private static let square = 26
  private static let maxMarks = 300
  /// The most bytes of all paths together.
  private static let maxBytes = 160_000
  /// The smallest width of a map: about three degrees of longitude.
  private static let narrowest = 3.0 / 360

  /// Draws a map of `points`; `nil` if there are none.
  ///
  /// - Throws: the error of reading the earth's lines.
  init?(of points: [PlacedEntry], on earth: MapReader?) throws {
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
      try earth.map { earth in
        try Self.paths(in: box, earth, place)
      } ?? []
  }

  /// Returns the area to draw: all points with a margin, in a shape that fits a page.
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

  /// Returns the lines of the earth, in the finest detail that fits in `maxBytes`.
  private static func paths(
    in box: MapBox, _ earth: MapReader, _ place: (MapPoint) -> (x: Int, y: Int)
  ) throws -> [(kind: MapPiece.Kind, path: MapPath)] {
    var dot = box.width / 600
    while dot < 1 {
      let lines = try earth(MapRequest(box: box, dot: dot, towns: 0)).lines
      let paths = [MapPiece.Kind.river, .lake, .border, .coast].map { kind in
        (kind: kind, path: MapPath(lines.lazy.filter { $0.kind == kind }, place))
      }
      if paths.reduce(0, { $0 + $1.path.text.utf8.count }) <= maxBytes { return paths }
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
    let marks = squares.values.compactMap { entries -> Mark? in
      guard let newest = entries.max(by: { $0.placed.sortKey < $1.placed.sortKey }) else {
        return nil
      }
      var names: [String: Int] = [:]
      for entry in entries {
        if let name = entry.placed.name?.printable { names[name, default: 0] += 1 }
      }
      return Mark(
        x: entries.reduce(0) { $0 + $1.x } / entries.count,
        y: entries.reduce(0) { $0 + $1.y } / entries.count,
        count: Set(entries.map(\.placed.sortKey.id)).count, newest: newest.placed,
        name: names.mostFrequent?.key)
    }
    return Array(
      marks.sorted { ($0.count, $1.y, $1.x) > ($1.count, $0.y, $0.x) }.prefix(maxMarks))
  }
}

extension MapDrawing.Mark {
  /// The texts and the link of a mark.
  struct Label {
    /// The label drawn beside the mark if there is space; `nil` for a mark without a name.
    var name: String?
    /// The tooltip, if it differs from the label.
    var title: String?
    var link: Link?
  }
}

extension HTML {
  /// The limits for labels: their number, and the width of one character column.
  private static let maxNames = 24
  private static let columnWidth = 9

  /// Draws a map as an `svg` element.
  ///
  /// - Parameter isAlone: true for an SVG file, which needs its own style and namespace.
  mutating func map(
    _ map: MapDrawing, isAlone: Bool = false,
    label: (MapDrawing.Mark) -> MapDrawing.Mark.Label
  ) {
    let labels = map.marks.map(label)
    element(
      "svg", .class("map"), .numbers("viewBox", 0, 0, map.width, map.height),
      .fixed("role", "group"), .label(localized("Map")),
      isAlone ? .fixed("xmlns", "http://www.w3.org/2000/svg") : nil
    ) { html in
      if isAlone {
        html.element("style", text: StyleSheet.map)
        html.element(
          "rect", .class("ground"), .numbers("width", map.width), .numbers("height", map.height)
        ) { _ in }
        html.line()
      }
      for (kind, path) in map.paths where !path.text.isEmpty {
        html.element("path", Self.attribute(of: kind), .path(path)) { _ in }
        html.line()
      }
      for (mark, label) in zip(map.marks, labels) {
        if let link = label.link {
          html.element("a", .href(link)) { $0.circle(mark, label) }
        } else {
          html.circle(mark, label)
        }
        html.line()
      }
      html.names(labels.map(\.name), on: map)
    }
    line()
  }

  private mutating func circle(_ mark: MapDrawing.Mark, _ label: MapDrawing.Mark.Label) {
    let title = [label.title ?? label.name, CountText.entries(mark.count)]
    element(
      "circle", .numbers("cx", mark.x), .numbers("cy", mark.y), .numbers("r", mark.radius)
    ) { $0.element("title", text: title.compactMap(\.self).joined(separator: " · ")) }
  }

  private static func attribute(of kind: MapPiece.Kind) -> HTMLAttribute {
    switch kind {
    case .coast: .class("coast")
    case .border: .class("border")
    case .lake: .class("lake")
    case .river: .class("river")
    }
  }

  /// Draws the labels of the largest marks where they don't overlap anything.
  private mutating func names(_ names: [String?], on map: MapDrawing) {
    var occupied: [(x: Range<Int>, y: Range<Int>)] = map.marks.map { mark in
      (mark.x - mark.radius..<mark.x + mark.radius, mark.y - mark.radius..<mark.y + mark.radius)
    }
    var left = Self.maxNames
    for (number, mark) in map.marks.enumerated() where left > 0 {
      guard let name = names[number] else { continue }
      // East Asian characters are two columns wide.
      let columns = name.unicodeScalars.reduce(0) { $0 + ($1.value < 0x1100 ? 1 : 2) }
      let width = columns * Self.columnWidth + 4
      let offset = mark.radius + 4
      let y = mark.y - 11..<mark.y + 9
      let room = [mark.x + offset, mark.x - offset - width].first { start in
        start >= 0 && start + width <= map.width
          && !occupied.enumerated().contains {
            $0.offset != number && $0.element.x.overlaps(start..<start + width)
              && $0.element.y.overlaps(y)
          }
      }
      guard let start = room else { continue }
      occupied.append((start..<start + width, y))
      left -= 1
      element(
        "text", .numbers("x", start < mark.x ? mark.x - offset : start), .numbers("y", mark.y + 6),
        start < mark.x ? .fixed("text-anchor", "end") : nil, .fixed("aria-hidden", "true"),
        text: name)
      line()
    }
  }
}

extension MapDrawing.Mark {
  /// The radius in units of the drawing, which grows with the logarithm of the number of entries.
  fileprivate var radius: Int { min(18, 6 + (Int.bitWidth - count.leadingZeroBitCount)) }
}

/// A map as an SVG file.
package struct MapImage {
  private let drawing: MapDrawing

  /// Draws a map of `points`; `nil` if there are none.
  ///
  /// - Throws: the error of reading the earth's lines.
  package init?(of points: [PlacedEntry], on earth: @escaping MapReader) throws {
    guard let drawing = try MapDrawing(of: points, on: earth) else { return nil }
    self.drawing = drawing
  }

  /// One point of each mark without a name, in the order of the marks.
  package var unnamed: [MapPoint] {
    drawing.marks.filter { $0.name == nil }.map(\.newest.point)
  }

  /// Returns the SVG file.
  ///
  /// - Parameter names: the place names of `unnamed`, in the same order. A label is the part before
  ///   the first comma.
  package func bytes(naming names: [String?]) -> [UInt8] {
    var rest = names[...]
    var html = HTML()
    html.declaration()
    html.map(drawing, isAlone: true) { mark in
      if let name = mark.name { return .init(name: name) }
      let name = rest.popFirst()?.map(\.printable)
      return .init(name: name.map { String($0.prefix { $0 != "," }) }, title: name)
    }
    return html.bytes
  }

  /// Writes an SVG file completely, without replacing an existing file.
  ///
  /// - Parameter store: the diary's folder, which must not contain the file.
  ///
  /// - Throws: `DiaryError.export` if the path is inside the store, if the file exists, or if the
  ///   file can't be written.
  package static func write(_ bytes: [UInt8], to given: String, outside store: String) throws {
    let path = Path.resolved(given)
    if Path.contains(Path.resolved(store), path) {
      throw DiaryError.export(path: given, .insideStore)
    }
    guard FileSystem.statusNoFollow(of: path) == nil else {
      throw DiaryError.export(path: path, .fileExists)
    }
    let parent = Path.parent(path)
    do {
      // This reports a missing folder by its name, rather than the temporary file in it.
      try FileSystem.sync(folder: parent)
      var file = try DurableFile(in: parent)
      try file.write(bytes)
      try file.commit(asNew: path)
      // Another program has created the file in the meantime.
      if file.isInPlace { throw DiaryError.export(path: path, .fileExists) }
    } catch let error as SystemError {
      throw DiaryError.export(path: error.path, .failed(reason: error.fullMessage))
    }
  }
}

/// The lines of one kind as an SVG path with integer coordinates.
struct MapPath {
  private(set) var text = ""

  /// Converts lines to a path.
  ///
  /// - Parameter place: maps a point of the earth to the drawing.
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
        // Steps smaller than one unit aren't drawn.
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
