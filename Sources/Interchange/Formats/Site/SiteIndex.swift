import DiaryCore
import System
import Text

/// An index of all entries, made before the first page is written, because pages link to later
/// entries. It takes a few hundred bytes per entry.
struct SiteIndex {
  /// The entries in the order in which they are written.
  var entries: [SiteEntry] = []
  private(set) var months: [SiteMonth] = []
  private(set) var tags = SiteGroups()
  private(set) var journals = SiteGroups()
  private(set) var places = SiteGroups()
  private(set) var photoCount = 0
  private(set) var reviews: [Int: YearReviewBuilder] = [:]

  /// The first entry of each day.
  private(set) var days: [CalendarDay: Int] = [:]
  private var pages: [CalendarDay: Int] = [:]
  private var titles: [String: Int] = [:]
  private var ids: [ID<Entry>] = []
  private var numbers: [ID<Entry>: Int] = [:]
  /// The names in the links of each entry that has some.
  private var links: [Int: [String]] = [:]
  /// The entries that link to an entry, oldest first.
  private var backlinks: [Int: [Int]] = [:]
  /// The indices of month pages in chronological order, and the position of each path in this
  /// order.
  private(set) var reading: [Int] = []
  private var order: [ExportPath: Int] = [:]

  /// The most entries and bytes of text on a page. A single entry may have more text. Larger pages
  /// are slow in browsers.
  private static let maxEntries = 200
  private static let maxBytes = 1 << 20

  init(of batches: EntryBatches) async {
    for await batch in batches {
      for entry in batch { add(entry) }
    }
    reading = months.indices.sorted {
      (months[$0].month, months[$0].part) < (months[$1].month, months[$1].part)
    }
    numbers = Dictionary(
      entries.indices.map { (entries[$0].id, $0) }, uniquingKeysWith: { $1 })
    guard !links.isEmpty else { return }
    ids = entries.map(\.id).sorted()
    for (number, names) in links.sorted(by: { $0.key < $1.key }) {
      let targets = Set(names.compactMap { entry(named: $0).flatMap { numbers[$0.id] } })
      for target in targets where target != number { backlinks[target, default: []].append(number) }
    }
  }

  private mutating func add(_ entry: Entry) {
    let number = entries.count
    let day = entry.date.day
    let title = entry.displayTitle
    entries.append(
      SiteEntry(
        id: entry.id, date: entry.date, title: title, page: page(of: entry),
        isStarred: entry.details.isStarred))
    for tag in entry.allTags { tags.add(number, to: tag.printable) }
    journals.add(number, to: JournalName.displayName(entry.journal).printable)
    if let place = entry.namedPlace { places.add(number, to: place.printable) }
    photoCount += entry.photos.count
    reviews[day.year, default: YearReviewBuilder(year: day.year)].count(entry)
    if days[day] == nil { days[day] = number }
    // Links by title lead to the newest entry with that title.
    titles[title] = number
    if !entry.title.isBlank { titles[entry.title] = number }
    let names = EntryLink.all(in: entry.content).map(\.name)
    if !names.isEmpty { links[number] = names }
  }

  /// Returns the index of the month page for an entry, and counts the entry there.
  private mutating func page(of entry: Entry) -> Int {
    let month = entry.date.day.firstOfMonth
    let size = entry.content.utf8.count
    var number = pages[month]
    if let last = number,
      months[last].entries >= Self.maxEntries || months[last].bytes + size > Self.maxBytes
    {
      number = nil
    }
    let page = number ?? months.count
    if number == nil {
      let part = pages[month].map { months[$0].part + 1 } ?? 1
      months.append(SiteMonth(month: month, part: part))
      pages[month] = page
    }
    months[page].entries += 1
    months[page].bytes += size
    return page
  }

  // MARK: Paths and links

  /// Assigns a path to each page.
  mutating func assignPaths(in tree: inout ExportTree) {
    for number in months.indices {
      let month = months[number].month
      let stem = String(month.description.dropLast(3).suffix(2))
      let part = months[number].part
      months[number].path = tree.path(
        in: month.yearText, stem: part == 1 ? stem : "\(stem)-\(part)", fileExtension: "html")
    }
    for (index, number) in reading.enumerated() { order[months[number].path] = index }
    tags.assignPaths(in: "tags", of: &tree)
    journals.assignPaths(in: "journals", of: &tree)
    places.assignPaths(in: "places", of: &tree)
  }

  func path(of entry: SiteEntry) -> ExportPath { months[entry.page].path }

  func link(to entry: SiteEntry, from page: ExportPath) -> Link {
    let path = path(of: entry)
    return path == page ? Link(.entry(entry.id)) : Link(to: path, from: page, at: .entry(entry.id))
  }

  /// Returns the link to a day; `nil` if it has no entries.
  func link(to day: CalendarDay, from page: ExportPath) -> Link? {
    guard let number = days[day] else { return nil }
    let path = path(of: entries[number])
    return path == page ? Link(.day(day)) : Link(to: path, from: page, at: .day(day))
  }

  /// Returns the link targets for an entry's text on `page`.
  func links(
    of photos: [SitePhoto], _ files: [AssetFile: ExportPath], from page: ExportPath
  ) -> EntryHTML.Links {
    let own = Dictionary(
      photos.map { ($0.asset, $0) }, uniquingKeysWith: { first, _ in first })
    return EntryHTML.Links(
      photo: { own[$0]?.shown(from: page) },
      attachment: { files[$0.file].map { Link(to: $0, from: page) } },
      entry: { target(ofLink: $0).map { link(to: $0, from: page) } },
      tag: { tags[$0].map { Link(to: $0.path, from: page) } })
  }

  /// Returns the entry that `[[name]]` leads to: the named one, or else the first one of the day
  /// that it names.
  func target(ofLink name: String) -> SiteEntry? {
    entry(named: name)
      ?? CalendarDay(EntryLink.parts(of: name).title).flatMap { days[$0] }.map { entries[$0] }
  }

  /// Returns the entries that link to an entry, with links to them from `page`.
  func backlinks(to id: ID<Entry>, from page: ExportPath) -> [(entry: SiteEntry, link: Link)] {
    (numbers[id].flatMap { backlinks[$0] } ?? []).map { number in
      (entries[number], link(to: entries[number], from: page))
    }
  }

  /// Returns the index of an entry.
  func number(of id: ID<Entry>) -> Int? { numbers[id] }

  /// Returns the entry that `[[name]]` names: the one whose ID begins with the link's digits,
  /// or else the newest one with the title.
  private func entry(named name: String) -> SiteEntry? {
    let (title, id) = EntryLink.parts(of: name)
    if let id, let found = entry(withPrefix: id) { return found }
    return titles[title].map { entries[$0] }
  }

  private func entry(withPrefix prefix: String) -> SiteEntry? {
    let digits = prefix.lowercased().filter { $0 != "-" }
    let index = partitionPoint(ids.count) { ids[$0].description < digits }
    let found = ids[index...].prefix(2).filter { $0.description.hasPrefix(digits) }
    return found.count == 1 ? numbers[found[0]].map { entries[$0] } : nil
  }

  /// Returns the month page `step` pages after another, in chronological order.
  func page(beside page: SiteMonth, _ step: Int) -> SiteMonth? {
    guard let index = order[page.path], reading.indices.contains(index + step) else { return nil }
    return months[reading[index + step]]
  }

  /// Returns the indices of the newest entries, newest first.
  func newest(_ count: Int) -> [Int] {
    Array(
      entries.indices.suffix(count)
        .sorted { entries[$0].date.instant > entries[$1].date.instant })
  }

  /// True if the diary has several journals.
  var hasJournals: Bool { journals.all.count > 1 }

  /// The first page of each month, oldest first.
  var firstPages: [SiteMonth] {
    months.filter { $0.part == 1 }.sorted { $0.month < $1.month }
  }
}

extension CalendarDay {
  /// The year with four digits, for example `2026` or `0042`.
  var yearText: String { String(description.prefix(4)) }
}

/// The facts about an entry that other pages need to link to it.
struct SiteEntry {
  let id: ID<Entry>
  let date: EntryDate
  let title: String
  /// The index of the entry's month page.
  let page: Int
  let isStarred: Bool

  /// The photos of the entry, set when its page is written.
  var photos: [SitePhoto] = []
  /// The beginning of the text, set only for the entries shown on the start page.
  var excerpt = ""
}

/// A photo of an entry in the site.
struct SitePhoto {
  let asset: AssetID
  let page: ExportPath
  let picture: ExportPath?
  let size: PictureBox?
  let name: String
  let caption: String
  let day: CalendarDay
}

/// A page with the entries of a month, or with a part of them if there are too many for one page.
struct SiteMonth {
  /// The first day of the month.
  let month: CalendarDay
  /// The number of the part, from 1.
  let part: Int
  var entries = 0
  var bytes = 0
  var path = ExportPath(name: "")
}

/// Entries with the same tag, journal or place, and the page that lists them.
struct SiteGroup {
  /// The latest spelling of the name.
  var name: String
  /// The first spelling of the name. The page's address is made from it, so that it doesn't change.
  let firstName: String
  /// The indices of the entries, oldest first.
  var entries: [Int] = []
  var path = ExportPath(name: "")
}

/// The groups of one kind, such as all tags. Names are case-insensitive.
struct SiteGroups {
  /// The groups in the order of their first entries.
  private(set) var all: [SiteGroup] = []
  private var numbers: [String: Int] = [:]

  mutating func add(_ entry: Int, to name: String) {
    let key = name.lowercased()
    if let number = numbers[key] {
      all[number].entries.append(entry)
      all[number].name = name
    } else {
      numbers[key] = all.count
      all.append(SiteGroup(name: name, firstName: name, entries: [entry]))
    }
  }

  subscript(name: String) -> SiteGroup? { numbers[name.lowercased()].map { all[$0] } }

  /// The groups in alphabetical order.
  var sorted: [SiteGroup] {
    all.sorted { ($0.name.lowercased(), $0.name) < ($1.name.lowercased(), $1.name) }
  }

  /// Assigns a page to each group.
  mutating func assignPaths(in folder: String, of tree: inout ExportTree) {
    for number in all.indices {
      let stem = SafeFileName.make(from: all[number].firstName)
      all[number].path = tree.path(
        in: folder, stem: stem.isEmpty ? "-" : stem, fileExtension: "html")
    }
  }
}

/// Writes the pages of photos, which link to each other. Each page is written when the next photo
/// is known.
struct Album {
  private var page: PhotoPage?
  private var before: SitePhoto?

  /// Adds a page, and returns the path and the contents of the previous one.
  mutating func turn(
    to next: PhotoPage, _ index: SiteIndex, _ frame: SiteFrame
  ) -> (ExportPath, [UInt8])? {
    defer {
      before = page?.photo
      page = next
    }
    return written(after: next.photo, index, frame)
  }

  /// Returns the path and the contents of the last page.
  mutating func close(_ index: SiteIndex, _ frame: SiteFrame) -> (ExportPath, [UInt8])? {
    defer { page = nil }
    return written(after: nil, index, frame)
  }

  private func written(
    after: SitePhoto?, _ index: SiteIndex, _ frame: SiteFrame
  ) -> (ExportPath, [UInt8])? {
    page.map { ($0.photo.page, $0.write(before: before, after: after, index, frame)) }
  }
}

/// The beginning of an entry in plain text.
enum Excerpt {
  /// The longest excerpt in characters.
  private static let longest = 180

  static func of(_ entry: Entry) -> String {
    // The prefix is longer, because syntax and photos are left out.
    let text = MarkdownText(String(entry.content.prefix(longest * 4)))
    guard !text.parts.isEmpty else { return "" }
    var words = ""
    for block in text.blocks(ofPart: 0, prepared: PhotoReference.withPlainCaptions) {
      guard words.count < longest else { break }
      guard case .paragraph(let inlines) = block.kind else { continue }
      let more = inlines.filter { if case .image = $0 { false } else { true } }.plainText
      if !more.isBlank {
        words += (words.isEmpty ? "" : " ") + EntryLink.labeled(more).trimmed
      }
    }
    guard words.count > longest else { return words }
    let cut = words.prefix(longest)
    return (cut.lastIndex(of: " ").map { cut[..<$0] } ?? cut) + "…"
  }
}
