import DiaryCore
import Markdown
import System

/// All entries of a site, looked at once before the first page is written: pages lead to those
/// before and after them, calendars to days, and texts to entries that come later. It takes some
/// hundred bytes for an entry.
struct SiteIndex {
  /// In the order in which they come to be written.
  var entries: [SiteEntry] = []
  private(set) var months: [SiteMonth] = []
  private(set) var tags = SiteGroups()
  private(set) var journals = SiteGroups()
  private(set) var places = SiteGroups()
  private(set) var photoCount = 0
  private(set) var reviews: [Int: YearReviewCounting] = [:]

  /// The first entry of each day that has one.
  private(set) var days: [CalendarDay: Int] = [:]
  private var pages: [CalendarDay: Int] = [:]
  private var titles: [String: Int] = [:]
  private var ids: [ID<Entry>] = []
  private var numbers: [ID<Entry>: Int] = [:]
  private var hasLinks = false
  /// The pages of the months in the order of time, and the place that each has there.
  private(set) var reading: [Int] = []
  private var order: [ExportPath: Int] = [:]

  /// No page has more entries, or, but for one entry alone, more text: browsers and their readers
  /// shall bear it.
  private static let mostEntries = 200
  private static let mostBytes = 1 << 20

  init(of batches: EntryBatches) async {
    for await batch in batches {
      for entry in batch { add(entry) }
    }
    reading = months.indices.sorted {
      (months[$0].month, months[$0].part) < (months[$1].month, months[$1].part)
    }
    numbers = Dictionary(
      entries.indices.map { (entries[$0].id, $0) }, uniquingKeysWith: { $1 })
    if hasLinks { ids = entries.map(\.id).sorted() }
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
    journals.add(number, to: entry.journal.printable)
    if let place = entry.namedPlace { places.add(number, to: place.printable) }
    photoCount += entry.photos.count
    reviews[day.year, default: YearReviewCounting(year: day.year)].count(entry)
    if days[day] == nil { days[day] = number }
    // The newest entry with a title is the one that is meant.
    titles[title] = number
    if !entry.title.isBlank { titles[entry.title] = number }
    if !hasLinks { hasLinks = entry.content.utf8.firstRange(of: EntryLink.opening.utf8) != nil }
  }

  /// The number of the page that takes an entry.
  private mutating func page(of entry: Entry) -> Int {
    let month = entry.date.day.firstOfMonth
    let size = entry.content.utf8.count
    var number = pages[month]
    if let last = number,
      months[last].entries >= Self.mostEntries || months[last].bytes + size > Self.mostBytes
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

  // MARK: Where things are

  /// Gives every page its place.
  mutating func givePaths(in tree: inout ExportTree) {
    for number in months.indices {
      let month = months[number].month
      let stem = String(month.description.dropLast(3).suffix(2))
      let part = months[number].part
      months[number].path = tree.path(
        in: month.yearText, stem: part == 1 ? stem : "\(stem)-\(part)", fileExtension: "html")
    }
    for (index, number) in reading.enumerated() { order[months[number].path] = index }
    tags.givePaths(in: "tags", of: &tree)
    journals.givePaths(in: "journals", of: &tree)
    places.givePaths(in: "places", of: &tree)
  }

  func path(of entry: SiteEntry) -> ExportPath { months[entry.page].path }

  func link(to entry: SiteEntry, from page: ExportPath) -> Link {
    let path = path(of: entry)
    return path == page ? Link(.entry(entry.id)) : Link(to: path, from: page, at: .entry(entry.id))
  }

  /// Where a day begins that has entries.
  func link(to day: CalendarDay, from page: ExportPath) -> Link? {
    guard let number = days[day] else { return nil }
    let path = path(of: entries[number])
    return path == page ? Link(.day(day)) : Link(to: path, from: page, at: .day(day))
  }

  /// Where what stands in an entry leads to, on a page that has its text.
  func links(
    of photos: [SitePhoto], _ files: [AssetFile: ExportPath], from page: ExportPath
  ) -> EntryText.Links {
    let own = Dictionary(
      photos.map { ($0.asset, $0) }, uniquingKeysWith: { first, _ in first })
    return EntryText.Links(
      photo: { own[$0]?.shown(from: page) },
      attachment: { files[$0.file].map { Link(to: $0, from: page) } },
      entry: { self.entry(called: $0).map { link(to: $0, from: page) } },
      tag: { tags[$0].map { Link(to: $0.path, from: page) } })
  }

  /// The number of an entry.
  func number(of id: ID<Entry>) -> Int? { numbers[id] }

  /// The entry that `[[name]]` means: the one whose id begins so, else the newest with that title.
  func entry(called name: String) -> SiteEntry? {
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

  /// The page before or after one.
  func page(beside page: SiteMonth, _ step: Int) -> SiteMonth? {
    guard let index = order[page.path], reading.indices.contains(index + step) else { return nil }
    return months[reading[index + step]]
  }

  /// The numbers of the newest entries, the newest first.
  func newest(_ count: Int) -> [Int] {
    Array(
      entries.indices.suffix(count)
        .sorted { entries[$0].date.instant > entries[$1].date.instant })
  }

  /// Whether there is more than the one journal that every diary has.
  var hasJournals: Bool { journals.all.count > 1 }

  /// The months that have entries, oldest first: the first page of each.
  var firstPages: [SiteMonth] {
    months.filter { $0.part == 1 }.sorted { $0.month < $1.month }
  }
}

extension CalendarDay {
  /// `2026`, `0042`
  var yearText: String { String(description.prefix(4)) }
}

/// What a site knows of an entry from the first look at it, to lead to it from other pages.
struct SiteEntry {
  let id: ID<Entry>
  let date: EntryDate
  let title: String
  /// The number of its month page.
  let page: Int
  let isStarred: Bool

  /// The photos that it shows, once its page is written.
  var photos: [SitePhoto] = []
  /// How it begins, of those that the first page tells of.
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

/// A page with the entries of a month, or with a part of them where there are very many.
struct SiteMonth {
  /// The first day of the month.
  let month: CalendarDay
  /// From one.
  let part: Int
  var entries = 0
  var bytes = 0
  var path = ExportPath(name: "")
}

/// Entries that have something in common, as a tag, and the page that lists them.
struct SiteGroup {
  /// As it was written last.
  var name: String
  /// As it was written first, by which its page is called: an address shall stay.
  let firstName: String
  /// The numbers of the entries, oldest first.
  var entries: [Int] = []
  var path = ExportPath(name: "")
}

/// The groups of one kind, as all tags, by their names whatever the case.
struct SiteGroups {
  /// In the order in which they came up, the oldest first.
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

  /// As a list of them reads.
  var sorted: [SiteGroup] {
    all.sorted { ($0.name.lowercased(), $0.name) < ($1.name.lowercased(), $1.name) }
  }

  /// Gives each a page of its own.
  mutating func givePaths(in folder: String, of tree: inout ExportTree) {
    for number in all.indices {
      let stem = SafeFileName.make(from: all[number].firstName)
      all[number].path = tree.path(
        in: folder, stem: stem.isEmpty ? "-" : stem, fileExtension: "html")
    }
  }
}

/// The pages of the photos, which lead to one another: each can be written once the next is known.
struct Album {
  private var page: PhotoPage?
  private var before: SitePhoto?

  /// Takes the next page. Gives the one before it as it is to be written.
  mutating func turn(
    to next: PhotoPage, _ index: SiteIndex, _ frame: SiteFrame
  ) -> (ExportPath, [UInt8])? {
    defer {
      before = page?.photo
      page = next
    }
    return written(after: next.photo, index, frame)
  }

  /// Gives the last page.
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

/// How an entry begins, in plain words.
enum Excerpt {
  /// In characters.
  private static let longest = 180

  static func of(_ entry: Entry) -> String {
    // Twice as much leaves room for what is left out.
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
