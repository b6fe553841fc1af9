import DiaryCore
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
