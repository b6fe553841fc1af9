import DiaryCore
import Localization

/// The places of a site: a map of them with their names, and a page for each that has one.
struct PlacePages {
  let overview: ExportPath
  /// `nil` where nothing is known of where they are.
  let map: MapDrawing?

  func write(
    _ index: SiteIndex, _ frame: SiteFrame, to tree: inout ExportTree
  ) throws(DiaryError) {
    let name = map == nil ? localized("Places") : localized("Map")
    let groups = GroupPages(name: name, mark: "", overview: overview, groups: index.places)
    try groups.writeGroups(index, frame, to: &tree)
    let page = frame.page(overview, name: name) { html in
      html.heading(
        name, lead: [index.places.all.isEmpty ? nil : CountWords.places(index.places.all.count)])
      if let map { html.map(map) { words(of: $0, index) } }
      html.cloud(index.places.sorted, "", from: overview)
    }
    try tree.write(page, to: overview)
  }

  /// A mark leads to the page of its place, or to its newest entry.
  private func words(of mark: MapDrawing.Mark, _ index: SiteIndex) -> MapDrawing.Mark.Words {
    if let place = mark.name.flatMap({ index.places[$0] }) {
      return .init(name: place.name, link: Link(to: place.path, from: overview))
    }
    guard let number = index.number(of: mark.newest.order.id) else { return .init() }
    let entry = index.entries[number]
    return .init(title: entry.title, link: index.link(to: entry, from: overview))
  }
}
