import DiaryCore
import System
import Text

/// Writes a small static site: month pages with entries, and pages that link to them.
///
/// A month's page is written after its last entry was added. Entries arrive in the order of their
/// instants and pages go by local dates, so only a few months are in memory at the same time.
struct Site: DiaryWriter {
  private struct OpenPage {
    var entries: [(number: Int, entry: Entry)] = []
    /// The paths of the entries' photos and attachments in the export.
    var files: [AssetFile: ExportPath] = [:]
  }

  private let helpers: ExportHelpers
  private let comments: ExportComments
  private var index: SiteIndex
  private let frame: SiteFrame
  private let years: YearPages
  private let reviews: ReviewPages
  private let days: DayPages
  private let tagList: ExportPath
  private let journalList: ExportPath
  private let placeList: ExportPath
  private let map: MapDrawing?
  private var photos: DrawnPhotos
  private var search = SearchData()
  private var album = Album()

  private var open: [Int: OpenPage] = [:]
  /// The number of the next entry, which is its index in `index.entries`.
  private var next = 0
  /// The photos of each month, by its first day.
  private var monthPhotos: [CalendarDay: [SitePhoto]] = [:]
  private let newest: Set<Int>
  private var feed: AtomFeed?

  init(_ context: ExportContext, _ tree: inout ExportTree) async {
    (helpers, comments) = (context.helpers, context.comments)
    // The site's pages reserve their file names before tags get theirs.
    tagList = tree.path(in: "tags", stem: "index", fileExtension: "html")
    journalList = tree.path(in: "journals", stem: "index", fileExtension: "html")
    placeList = tree.path(in: "places", stem: "index", fileExtension: "html")
    var index = await SiteIndex(of: context.entries)
    years = YearPages(of: index, in: &tree, firstWeekday: context.helpers.firstWeekday)
    var reviews = ReviewPages(of: index, in: &tree)
    days = DayPages(of: index, in: &tree)
    index.assignPaths(in: &tree)
    self.index = index
    let positions = context.helpers.positions
    let placed = await positions?.placed(context.entries, byNameOnly: !context.keepsLocation) ?? []
    let points = placed.filter { index.number(of: $0.sortKey.id) != nil }
    map = Self.map(of: points, context.helpers.readMap)
    reviews.trips = await positions?.trips(among: points) ?? []
    self.reviews = reviews
    newest = Set(index.newest(StartPage.maxEntries))
    photos = DrawnPhotos(context)
    var places = [(name: localized("On this day"), path: days.overview)]
    if index.hasJournals { places.append((localized("Journals"), journalList)) }
    if !index.tags.all.isEmpty { places.append((localized("Tags"), tagList)) }
    if map != nil || !index.places.all.isEmpty {
      places.append((map == nil ? localized("Places") : localized("Map"), placeList))
    }
    places.append((localized("Search"), SiteFrame.search))
    let author = context.author
    frame = SiteFrame(
      title: context.site?.title
        ?? (author.isBlank ? localized("Diary") : localized("\(author)’s diary")),
      places: places, hasFeed: context.site != nil)
    feed = context.site.map { AtomFeed(of: $0, author: author, index) }
  }

  /// Returns the map of the site's entries; `nil` if no entry has a location that may be shown.
  private static func map(
    of points: [PlacedEntry], _ earth: MapReader?
  ) -> MapDrawing? {
    // If the earth's lines can't be read, the map has only marks.
    (try? MapDrawing(of: points, on: earth)) ?? (try? MapDrawing(of: points, on: nil))
  }

  mutating func add(
    _ entry: Entry, to tree: inout ExportTree, file: (AssetFile) -> String?
  ) async throws {
    // An entry added since the index was made has no links to it.
    guard next < index.entries.count else { return }
    let number = next
    let page = index.entries[number].page
    next += 1
    open[page, default: OpenPage()].entries.append((number, entry))
    for named in entry.files {
      open[page]?.files[named] = file(named).flatMap { ExportPath($0) }
    }
    guard open[page]?.entries.count == index.months[page].entries,
      let complete = open.removeValue(forKey: page)
    else { return }
    try await write(complete, index.months[page], &tree)
  }

  // MARK: Month pages

  private mutating func write(
    _ page: OpenPage, _ month: SiteMonth, _ tree: inout ExportTree
  ) async throws {
    // Entries are ordered by the local time at which they were written.
    let entries = page.entries.sorted { left, right in
      let (first, second) = (left.entry.date, right.entry.date)
      return (first.day, first.secondOfDay, left.number)
        < (second.day, second.secondOfDay, right.number)
    }
    try await photos.draw(entries.flatMap(\.entry.pictures), from: page.files, in: &tree)
    let shown = entries.map { sitePhotos(of: $0.entry, &tree) }
    var entryComments: [[NamedComment]] = []
    for (_, entry) in entries { entryComments.append(try await comments.comments(on: entry.id)) }
    try tree.write(
      MonthPage(
        month: month, entries: entries.map(\.entry), photos: shown, comments: entryComments,
        files: page.files, posters: posters(of: entries.map(\.entry)), index: index, frame: frame,
        years: years, days: days
      ).write(), to: month.path)
    for (position, (number, entry)) in entries.enumerated() {
      try writePhotos(shown[position], of: entry, number, &tree)
      try addToSearch(entry, number, shown[position], &tree)
      index.entries[number].photos = shown[position]
      feed?.add(entry, number, shown[position], page.files, index)
      if newest.contains(number) {
        let excerpt = Excerpt.of(entry)
        // The displayed title of an entry without a title is its first words.
        let isTitle = entry.title.isBlank && excerpt.hasPrefix(index.entries[number].title)
        index.entries[number].excerpt = isTitle ? "" : excerpt
      }
    }
    monthPhotos[month.month, default: []] += shown.flatMap(\.self)
  }

  /// Returns the poster frames of videos.
  private func posters(of entries: [Entry]) -> [AssetID: ExportPath] {
    entries.flatMap(\.videos).reduce(into: [:]) { $0[$1.asset] = photos[$1.asset]?.picture }
  }

  /// Returns the exported photos of an entry, with a path for the page of each.
  private func sitePhotos(of entry: Entry, _ tree: inout ExportTree) -> [SitePhoto] {
    entry.photos.compactMap { photo in
      guard let files = photos[photo.asset] else { return nil }
      return SitePhoto(
        asset: photo.asset,
        page: tree.path(in: "photos", stem: files.original.stem, fileExtension: "html"),
        picture: files.picture, size: DrawnPhotos.size(of: photo), name: photo.name.printable,
        caption: entry.fields.caption(of: photo), day: entry.date.day)
    }
  }

  private mutating func writePhotos(
    _ shown: [SitePhoto], of entry: Entry, _ number: Int, _ tree: inout ExportTree
  ) throws {
    for photo in shown {
      guard let files = photos[photo.asset],
        let source = entry.photos.first(where: { $0.asset == photo.asset })
      else { continue }
      let page = PhotoPage(
        photo: photo, view: files.view, viewSize: DrawnPhotos.viewSize(of: source),
        original: files.original, originalSize: source.box,
        taken: source.taken.map { String($0.prefix(16)).replacing("T", with: " ") },
        entry: index.entries[number])
      if let (path, text) = album.turn(to: page, index, frame) { try tree.write(text, to: path) }
    }
  }

  private mutating func addToSearch(
    _ entry: Entry, _ number: Int, _ shown: [SitePhoto], _ tree: inout ExportTree
  ) throws {
    let known = index.entries[number]
    let picture = shown.first { $0.picture != nil }?.picture
    try search.add(
      entry, title: known.title, address: index.link(to: known, from: SiteFrame.search),
      picture: picture.map { Link(to: $0, from: SiteFrame.search) }
    ) { (data, text) in
      try Self.put(text, of: data, &tree)
    }
  }

  private static func put(
    _ text: [UInt8], of data: SearchData, _ tree: inout ExportTree
  ) throws -> ExportPath {
    let path = tree.path(in: "search", stem: data.stem, fileExtension: "js")
    try tree.write(text, to: path)
    return path
  }

  // MARK: Other pages

  /// Writes all pages except those of months and photos, whose contents are known only at the end.
  ///
  /// - Throws: an error if a file can't be written.
  mutating func finish(_ tree: inout ExportTree) throws {
    if let (path, text) = album.close(index, frame) { try tree.write(text, to: path) }
    try search.finish { (data, text) in
      try Self.put(text, of: data, &tree)
    }
    let months = yearMonths
    for year in months {
      guard let first = year.first else { continue }
      let day = first.month.month
      try tree.write(years.page(year, reviews, index, frame), to: years.path(of: day))
      if let path = reviews.path(of: day) {
        try tree.write(reviews.page(year, years, index, frame), to: path)
      }
    }
    try days.write(index, frame, to: &tree)
    if !index.tags.all.isEmpty {
      try GroupPages(name: localized("Tags"), prefix: "#", overview: tagList, groups: index.tags)
        .write(index, frame, to: &tree)
    }
    if index.hasJournals {
      try GroupPages(
        name: localized("Journals"), prefix: "", overview: journalList, groups: index.journals
      ).write(index, frame, to: &tree)
    }
    if map != nil || !index.places.all.isEmpty {
      let places = PlacePages(overview: placeList, map: map)
      try places.write(index, frame, to: &tree)
    }
    let start = StartPage(years: months, yearPages: years, hasJournals: index.hasJournals)
    try tree.write(start.write(index, frame), to: SiteFrame.home)
    try tree.write(
      SearchPage(parts: search.parts.reversed()).write(frame), to: SiteFrame.search)
    if let feed { try tree.write(feed.write(), to: SiteFrame.feed) }
    try tree.write(Array(StyleSheet.site.utf8), to: SiteFrame.style)
    try tree.write(Array(EmbeddedFile.siteScript.bytes), to: SiteFrame.script)
  }

  /// The months of each year, oldest first.
  private var yearMonths: [[YearMonth]] {
    var counts: [CalendarDay: Int] = [:]
    for month in index.months { counts[month.month, default: 0] += month.entries }
    var years: [[YearMonth]] = []
    for page in index.firstPages {
      let month = YearMonth(
        month: page, entries: counts[page.month] ?? 0, photos: monthPhotos[page.month] ?? [])
      if years.last?.first?.month.month.year == page.month.year {
        years[years.count - 1].append(month)
      } else {
        years.append([month])
      }
    }
    return years
  }
}

/// A feed of a public site's newest entries in Atom (RFC 4287). It contains their complete HTML,
/// with files as enclosures.
struct AtomFeed {
  private let site: PublicSite
  private let author: String
  private let newest: [Int]
  private var entries: [Int: (updated: Timestamp, xml: HTML)] = [:]

  /// The largest number of entries.
  private static let longest = 30

  init(of site: PublicSite, author: String, _ index: SiteIndex) {
    (self.site, self.author) = (site, author)
    newest = index.newest(Self.longest)
  }

  /// Adds an entry whose page has been written, if it is one of the newest.
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

  /// Returns the feed's XML.
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

  /// The time of the latest change, so that an unchanged site has an unchanged feed.
  private var updated: Timestamp {
    entries.values.map(\.updated).max() ?? Timestamp(milliseconds: 0)
  }

  /// Returns an entry's ID as a URN of a UUID.
  private static func id(of entry: ID<Entry>) -> String {
    let digits = Array(entry.description.filter { $0 != "-" })
    let ends = [0, 8, 12, 16, 20, 32]
    let parts = zip(ends, ends.dropFirst()).map { String(digits[$0..<$1]) }
    return "urn:uuid:" + parts.joined(separator: "-")
  }

  /// Returns a time with seconds and offset (RFC 3339).
  private static func time(of date: EntryDate) -> String {
    Timestamp(milliseconds: date.instant * 1000).description
  }
}
