import DiaryCore
import Localization
import System

/// The newest entries of a public site as a feed: Atom, RFC 4287. Each stands there whole, in HTML, with its
/// photos as enclosures.
struct AtomFeed {
  private let site: PublicSite
  private let author: String
  private let newest: [Int]
  private var entries: [Int: (updated: Timestamp, xml: HTML)] = [:]

  /// In entries.
  private static let longest = 30

  init(of site: PublicSite, author: String, _ index: SiteIndex) {
    (self.site, self.author) = (site, author)
    newest = index.newest(Self.longest)
  }

  /// Takes an entry whose page has been written, if it is one of the newest.
  mutating func add(
    _ entry: Entry, _ number: Int, _ photos: [SitePhoto], _ files: [AssetFile: ExportPath],
    _ index: SiteIndex
  ) {
    guard newest.contains(number) else { return }
    let feed = SiteFrame.feed
    let known = index.entries[number]
    let article = EntryArticle(
      entry: entry, links: index.links(of: photos, files, from: feed), journal: nil)
    var content = HTML()
    article.writeText(to: &content)
    var xml = HTML()
    xml.element("entry") { xml in
      xml.line()
      xml.element("id", text: Self.id(of: entry.id))
      xml.line()
      xml.element("title", text: known.title.printable)
      xml.line()
      xml.element("published", text: Self.time(of: entry.date))
      xml.line()
      xml.element("updated", text: entry.modified.description)
      xml.line()
      xml.element(
        "link", .fixed("rel", "alternate"), .href(index.link(to: known, from: feed)), text: "")
      xml.line()
      for tag in entry.allTags {
        xml.element("category", .data("term", tag), text: "")
        xml.line()
      }
      for file in entry.files { Self.writeEnclosure(file, entry, files, to: &xml) }
      xml.element(
        "content", .fixed("type", "html"), text: String(decoding: content.bytes, as: UTF8.self))
      xml.line()
    }
    xml.line()
    entries[number] = (entry.modified, xml)
  }

  private static func writeEnclosure(
    _ file: AssetFile, _ entry: Entry, _ files: [AssetFile: ExportPath], to xml: inout HTML
  ) {
    guard let path = files[file] else { return }
    xml.element(
      "link", .fixed("rel", "enclosure"), .data("type", file.type.description),
      .href(Link(to: path, from: SiteFrame.feed)), text: "")
    xml.line()
  }

  /// The whole feed.
  func write() -> [UInt8] {
    var xml = HTML()
    xml.declaration()
    xml.element(
      "feed", .fixed("xmlns", "http://www.w3.org/2005/Atom"),
      .data("xml:lang", Language.current.rawValue),
      site.address.flatMap { Link(external: $0) }.map { .data("xml:base", $0.text) }
    ) { xml in
      xml.line()
      xml.element("id", text: site.id)
      xml.line()
      xml.element("title", text: site.title.printable)
      xml.line()
      xml.element("updated", text: updated.description)
      xml.line()
      xml.element("author") { $0.element("name", text: author.isBlank ? site.title : author) }
      xml.line()
      xml.element("generator", text: "PhotoDiary")
      xml.line()
      xml.element(
        "link", .fixed("rel", "self"), .fixed("type", "application/atom+xml"),
        .href(Link(to: SiteFrame.feed, from: SiteFrame.feed)), text: "")
      xml.line()
      xml.element(
        "link", .fixed("rel", "alternate"), .href(Link(to: SiteFrame.home, from: SiteFrame.feed)),
        text: "")
      xml.line()
      for number in newest {
        if let entry = entries[number] { xml.append(entry.xml) }
      }
    }
    xml.line()
    return xml.bytes
  }

  /// When any of them was changed last: so the same site has the same feed.
  private var updated: Timestamp {
    entries.values.map(\.updated).max() ?? Timestamp(milliseconds: 0)
  }

  /// The id as a UUID, which is what a URN can hold.
  private static func id(of entry: ID<Entry>) -> String {
    let digits = Array(entry.description.filter { $0 != "-" })
    let ends = [0, 8, 12, 16, 20, 32]
    let parts = zip(ends, ends.dropFirst()).map { String(digits[$0..<$1]) }
    return "urn:uuid:" + parts.joined(separator: "-")
  }

  /// As RFC 3339 has it: with seconds and an offset.
  private static func time(of date: EntryDate) -> String {
    Timestamp(milliseconds: date.instant * 1000).description
  }
}
