import DiaryCore
import Localization

/// The places of a site: a map of them with their names, and a page for each that has one.
struct PlacePages {
  let overview: ExportPath
  /// `nil` where nothing is known of where they are.
  let map: SiteMap?

  /// Marks that have their names beside them, and the room of a column of a name.
  private static let mostNames = 24
  private static let columnWidth = 9

  func write(
    _ index: SiteIndex, _ frame: SiteFrame, to tree: inout ExportTree
  ) throws(DiaryError) {
    let name = map == nil ? localized("Places") : localized("Map")
    let groups = GroupPages(name: name, mark: "", overview: overview, groups: index.places)
    try groups.writeGroups(index, frame, to: &tree)
    let page = frame.page(overview, name: name) { html in
      html.heading(
        name, lead: [index.places.all.isEmpty ? nil : CountWords.places(index.places.all.count)])
      if let map { draw(map, index, to: &html) }
      html.cloud(index.places.sorted, "", from: overview)
    }
    try tree.write(page, to: overview)
  }

  private func draw(_ map: SiteMap, _ index: SiteIndex, to html: inout HTML) {
    html.element(
      "svg", .class("map"), .numbers("viewBox", 0, 0, map.width, map.height),
      .fixed("role", "group"), .label(localized("Map"))
    ) { html in
      for (kind, path) in map.paths where !path.text.isEmpty {
        html.element("path", Self.attribute(of: kind), .path(path)) { _ in }
        html.line()
      }
      for mark in map.marks {
        guard let newest = mark.entries.max(by: { isEarlier($0, $1, index) }) else { continue }
        let entry = index.entries[newest]
        let link =
          mark.place.map { Link(to: $0.path, from: overview) }
          ?? index.link(to: entry, from: overview)
        let words =
          "\(mark.place?.name ?? entry.title) · \(CountWords.entries(mark.entries.count))"
        html.element("a", .href(link)) { html in
          html.element(
            "circle", .numbers("cx", mark.x), .numbers("cy", mark.y),
            .numbers("r", Self.radius(mark.entries.count))
          ) { $0.element("title", text: words) }
        }
        html.line()
      }
      drawNames(map, to: &html)
    }
    html.line()
  }

  private func isEarlier(_ one: Int, _ other: Int, _ index: SiteIndex) -> Bool {
    index.entries[one].date.instant < index.entries[other].date.instant
  }

  private static func attribute(of kind: MapPiece.Kind) -> HTMLAttribute {
    switch kind {
    case .coast: .class("coast")
    case .border: .class("border")
    case .lake: .class("lake")
    case .river: .class("river")
    }
  }

  /// A mark's area grows with its entries' logarithm.
  private static func radius(_ entries: Int) -> Int {
    min(18, 6 + (Int.bitWidth - entries.leadingZeroBitCount))
  }

  /// The names of the largest, where they have room.
  private func drawNames(_ map: SiteMap, to html: inout HTML) {
    var taken: [(x: Range<Int>, y: Range<Int>)] = map.marks.map { mark in
      let radius = Self.radius(mark.entries.count)
      return (mark.x - radius..<mark.x + radius, mark.y - radius..<mark.y + radius)
    }
    var left = Self.mostNames
    for (number, mark) in map.marks.enumerated() where left > 0 {
      guard let name = mark.place?.name else { continue }
      // Letters of East Asia are as wide as two.
      let columns = name.unicodeScalars.reduce(0) { $0 + ($1.value < 0x1100 ? 1 : 2) }
      let width = columns * Self.columnWidth + 4
      let away = Self.radius(mark.entries.count) + 4
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
      html.element(
        "text", .numbers("x", start < mark.x ? mark.x - away : start), .numbers("y", mark.y + 6),
        start < mark.x ? .fixed("text-anchor", "end") : nil, .fixed("aria-hidden", "true"),
        text: name)
      html.line()
    }
  }
}
