import DiaryCore
import Localization

extension MapDrawing.Mark {
  /// What is told of a mark.
  struct Words {
    /// Stands beside it where there is room; `nil` for what has no name.
    var name: String?
    /// What it is called where somebody asks, if that is something else.
    var title: String?
    var link: Link?
  }
}

extension HTML {
  /// Marks that have their names beside them, and the room of a column of a name.
  private static let mostNames = 24
  private static let columnWidth = 9

  /// A map in an element `svg`.
  ///
  /// - Parameter isAlone: whether it is a file of its own, which brings its style.
  mutating func map(
    _ map: MapDrawing, isAlone: Bool = false,
    words: (MapDrawing.Mark) -> MapDrawing.Mark.Words
  ) {
    let words = map.marks.map(words)
    element(
      "svg", .class("map"), .numbers("viewBox", 0, 0, map.width, map.height),
      .fixed("role", "group"), .label(localized("Map")),
      isAlone ? .fixed("xmlns", "http://www.w3.org/2000/svg") : nil
    ) { html in
      if isAlone {
        html.element("style", text: SiteStyle.mapAlone)
        html.element(
          "rect", .class("ground"), .numbers("width", map.width), .numbers("height", map.height)
        ) { _ in }
        html.line()
      }
      for (kind, path) in map.paths where !path.text.isEmpty {
        html.element("path", Self.attribute(of: kind), .path(path)) { _ in }
        html.line()
      }
      for (mark, words) in zip(map.marks, words) {
        if let link = words.link {
          html.element("a", .href(link)) { $0.circle(mark, words) }
        } else {
          html.circle(mark, words)
        }
        html.line()
      }
      html.names(words.map(\.name), on: map)
    }
    line()
  }

  private mutating func circle(_ mark: MapDrawing.Mark, _ words: MapDrawing.Mark.Words) {
    let title = [words.title ?? words.name, CountWords.entries(mark.count)]
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

  /// The names of the largest, where they have room.
  private mutating func names(_ names: [String?], on map: MapDrawing) {
    var taken: [(x: Range<Int>, y: Range<Int>)] = map.marks.map { mark in
      (mark.x - mark.radius..<mark.x + mark.radius, mark.y - mark.radius..<mark.y + mark.radius)
    }
    var left = Self.mostNames
    for (number, mark) in map.marks.enumerated() where left > 0 {
      guard let name = names[number] else { continue }
      // Letters of East Asia are as wide as two.
      let columns = name.unicodeScalars.reduce(0) { $0 + ($1.value < 0x1100 ? 1 : 2) }
      let width = columns * Self.columnWidth + 4
      let away = mark.radius + 4
      let y = mark.y - 11..<mark.y + 9
      let room = [mark.x + away, mark.x - away - width].first { start in
        start >= 0 && start + width <= map.width
          && !taken.enumerated().contains {
            $0.offset != number && $0.element.x.overlaps(start..<start + width)
              && $0.element.y.overlaps(y)
          }
      }
      guard let start = room else { continue }
      taken.append((start..<start + width, y))
      left -= 1
      element(
        "text", .numbers("x", start < mark.x ? mark.x - away : start), .numbers("y", mark.y + 6),
        start < mark.x ? .fixed("text-anchor", "end") : nil, .fixed("aria-hidden", "true"),
        text: name)
      line()
    }
  }
}

extension MapDrawing.Mark {
  /// A mark's area grows with its entries' logarithm.
  fileprivate var radius: Int { min(18, 6 + (Int.bitWidth - count.leadingZeroBitCount)) }
}
