import DiaryCore

/// The pages of all groups of one kind, as tags: one for each, and a list of them.
struct GroupPages {
  /// What all of them are called.
  let name: String
  /// Stands before each name.
  let mark: String
  let overview: ExportPath
  let groups: SiteGroups

  /// Photos that a page shows, the newest of all.
  private static let mostPhotos = 60

  func write(
    _ index: SiteIndex, _ frame: SiteFrame, to tree: inout ExportTree
  ) throws(DiaryError) {
    try writeGroups(index, frame, to: &tree)
    let page = frame.page(overview, name: name) { html in
      html.heading(name, lead: [])
      html.cloud(groups.sorted, mark, from: overview)
    }
    try tree.write(page, to: overview)
  }

  /// Writes the page of each.
  func writeGroups(
    _ index: SiteIndex, _ frame: SiteFrame, to tree: inout ExportTree
  ) throws(DiaryError) {
    for group in groups.all { try tree.write(page(of: group, index, frame), to: group.path) }
  }

  private func page(of group: SiteGroup, _ index: SiteIndex, _ frame: SiteFrame) -> [UInt8] {
    let entries = group.entries.map { index.entries[$0] }
    let photos = entries.reversed().lazy.flatMap { $0.photos.reversed() }.prefix(Self.mostPhotos)
    let name = mark + group.name
    return frame.page(group.path, name: name) { html in
      html.trail([(self.name, Link(to: overview, from: group.path))])
      html.heading(name, lead: [CountWords.entries(entries.count)])
      html.grid(Array(photos), from: group.path)
      html.list(entries, index, from: group.path)
    }
  }
}

extension HTML {
  /// Groups side by side, each with how many entries it has.
  mutating func cloud(_ groups: [SiteGroup], _ mark: String, from page: ExportPath) {
    element("ul", .class("cloud")) { html in
      for group in groups {
        html.element("li") { html in
          html.element("a", .href(Link(to: group.path, from: page)), .dir, text: mark + group.name)
          html.text(" ")
          html.element("small", text: CountWords.grouped(group.entries.count))
        }
        html.line()
      }
    }
    line()
  }
}
