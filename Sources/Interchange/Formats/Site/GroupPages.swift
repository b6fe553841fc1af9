import DiaryCore
import Text

/// The pages of the groups of one kind, such as tags, and a list of all groups.
struct GroupPages {
  /// The title of the list.
  let name: String
  /// A prefix of the names, for example `#`.
  let prefix: String
  let overview: ExportPath
  let groups: SiteGroups

  /// The most photos on a page, which are the newest.
  private static let maxPhotos = 60

  func write(_ index: SiteIndex, _ frame: SiteFrame, to tree: inout ExportTree) throws {
    try writeGroups(index, frame, to: &tree)
    let page = frame.page(overview, name: name) { html in
      html.heading(name, lead: [])
      html.cloud(groups.sorted, prefix, from: overview)
    }
    try tree.write(page, to: overview)
  }

  /// Writes the page of each group.
  ///
  /// - Throws: an error if a file can't be written.
  func writeGroups(_ index: SiteIndex, _ frame: SiteFrame, to tree: inout ExportTree) throws {
    for group in groups.all { try tree.write(page(of: group, index, frame), to: group.path) }
  }

  private func page(of group: SiteGroup, _ index: SiteIndex, _ frame: SiteFrame) -> [UInt8] {
    let entries = group.entries.map { index.entries[$0] }
    let photos = entries.reversed().lazy.flatMap { $0.photos.reversed() }.prefix(Self.maxPhotos)
    let name = prefix + group.name
    return frame.page(group.path, name: name) { html in
      html.breadcrumbs([(self.name, Link(to: overview, from: group.path))])
      html.heading(name, lead: [CountText.entries(entries.count)])
      html.grid(Array(photos), from: group.path)
      html.list(entries, index, from: group.path)
    }
  }
}

extension HTML {
  /// Writes a list of groups with their numbers of entries.
  mutating func cloud(_ groups: [SiteGroup], _ prefix: String, from page: ExportPath) {
    element("ul", .class("cloud")) { html in
      for group in groups {
        html.element("li") { html in
          html.element(
            "a", .href(Link(to: group.path, from: page)), .dir, text: prefix + group.name)
          html.text(" ")
          html.element("small", text: CountText.grouped(group.entries.count))
        }
        html.line()
      }
    }
    line()
  }
}

/// The pages of places: a map with an index, and a page for each named place.
struct PlacePages {
  let overview: ExportPath
  /// The map; `nil` if no location is known.
  let map: MapDrawing?

  func write(_ index: SiteIndex, _ frame: SiteFrame, to tree: inout ExportTree) throws {
    let name = map == nil ? localized("Places") : localized("Map")
    let groups = GroupPages(name: name, prefix: "", overview: overview, groups: index.places)
    try groups.writeGroups(index, frame, to: &tree)
    let page = frame.page(overview, name: name) { html in
      html.heading(
        name, lead: [index.places.all.isEmpty ? nil : CountText.places(index.places.all.count)])
      if let map { html.map(map) { label(of: $0, index) } }
      html.cloud(index.places.sorted, "", from: overview)
    }
    try tree.write(page, to: overview)
  }

  /// Returns the label of a mark. It links to the page of its place, or else to its newest entry.
  private func label(of mark: MapDrawing.Mark, _ index: SiteIndex) -> MapDrawing.Mark.Label {
    if let place = mark.name.flatMap({ index.places[$0] }) {
      return .init(name: place.name, link: Link(to: place.path, from: overview))
    }
    guard let number = index.number(of: mark.newest.sortKey.id) else { return .init() }
    let entry = index.entries[number]
    return .init(title: entry.title, link: index.link(to: entry, from: overview))
  }
}

/// The pages of years in review: months in numbers, trips, places, tags, the longest entries, and
/// starred entries with their photos.
struct ReviewPages {
  private let reviews: [Int: YearReview]
  private var paths: [Int: ExportPath] = [:]
  /// The trips, latest first.
  var trips: [Trip] = []

  /// The most places or tags on a page.
  private static let maxNames = 20

  init(of index: SiteIndex, in tree: inout ExportTree) {
    reviews = index.reviews.mapValues(\.review)
    for month in index.firstPages where paths[month.month.year] == nil {
      paths[month.month.year] = tree.path(
        in: month.month.yearText, stem: "review", fileExtension: "html")
    }
  }

  func path(of day: CalendarDay) -> ExportPath? { paths[day.year] }

  func name(of day: CalendarDay) -> String {
    let year = DateText.year(day)
    return localized("\(year) in review")
  }

  /// Returns the page of a year.
  ///
  /// - Parameter months: the months of the year with entries.
  func page(
    _ months: [YearMonth], _ years: YearPages, _ index: SiteIndex, _ frame: SiteFrame
  ) -> [UInt8] {
    guard let first = months.first?.month.month, let path = paths[first.year],
      let review = reviews[first.year]
    else { return [] }
    let total = review.statistics.total
    return frame.page(path, name: name(of: first)) { html in
      html.breadcrumbs([(DateText.year(first), Link(to: years.path(of: first), from: path))])
      html.heading(
        name(of: first),
        lead: [
          CountText.entries(total.entries), CountText.length(total.length),
          total.photos == 0 ? nil : CountText.photos(total.photos),
        ])
      let assets = Set(review.photos.map(\.photo.asset))
      html.grid(months.flatMap(\.photos).filter { assets.contains($0.asset) }, from: path)
      writeMonths(review, months, path, to: &html)
      writeTrips(of: first.year, index, path, to: &html)
      write(
        localized("Most frequent places"), review.statistics.places.map { ($0.name, $0.count) }, "",
        index.places, path, to: &html)
      write(
        localized("Most used tags"), review.statistics.tags.map { ($0.name, $0.count) }, "#",
        index.tags, path, to: &html)
      write(localized("Longest entries"), review.longest, index, path, to: &html)
      write(localized("Starred entries"), review.starred, index, path, to: &html)
    }
  }

  private func writeMonths(
    _ review: YearReview, _ months: [YearMonth], _ path: ExportPath, to html: inout HTML
  ) {
    let most = review.months.map(\.amount.entries).max() ?? 0
    html.element("h2", text: localized("Months"))
    html.element("table", .class("figures")) { html in
      for tally in review.months {
        let page = months.first { $0.month.month == tally.first }?.month.path
        let (name, amount) = (DateText.monthName(tally.first), tally.amount)
        html.element("tr") { html in
          html.element("th", .fixed("scope", "row")) { html in
            if let page {
              html.element("a", .href(Link(to: page, from: path)), text: name)
            } else {
              html.text(name)
            }
          }
          html.element("td") { html in
            html.element(
              "meter", .most(most), .value(amount.entries),
              .label(CountText.entries(amount.entries))
            ) { _ in }
          }
          html.element("td", text: CountText.entries(amount.entries))
          html.element("td", text: CountText.length(amount.length) ?? "")
        }
        html.line()
      }
    }
    html.line()
  }

  /// Writes the year's trips with links to their first days.
  private func writeTrips(
    of year: Int, _ index: SiteIndex, _ path: ExportPath, to html: inout HTML
  ) {
    let shown = trips.reversed().filter {
      ($0.days.lowerBound.year...$0.days.upperBound.year).contains(year)
    }
    guard !shown.isEmpty else { return }
    html.element("h2", text: localized("Trips"))
    html.element("ul", .class("entries")) { html in
      for trip in shown {
        html.element("li") { html in
          let first = trip.days.lowerBound
          html.element("time", .datetime(first.description), text: DateText.days(trip.days))
          html.text(" ")
          if let link = index.link(to: first, from: path) {
            html.element("a", .href(link), .dir, text: trip.title)
          } else {
            html.element("span", .dir, text: trip.title)
          }
        }
        html.line()
      }
    }
    html.line()
  }

  /// Writes names with their counts, and links to the pages of their groups.
  private func write(
    _ title: String, _ tallies: [(name: String, count: Int)], _ prefix: String,
    _ groups: SiteGroups,
    _ path: ExportPath, to html: inout HTML
  ) {
    guard !tallies.isEmpty else { return }
    html.element("h2", text: title)
    html.element("ul", .class("cloud")) { html in
      for (name, count) in tallies.prefix(Self.maxNames) {
        html.element("li") { html in
          if let group = groups[name.printable] {
            html.element("a", .href(Link(to: group.path, from: path)), .dir, text: prefix + name)
          } else {
            html.element("span", .dir, text: prefix + name)
          }
          html.text(" ")
          html.element("small", text: CountText.grouped(count))
        }
        html.line()
      }
    }
    html.line()
  }

  private func write(
    _ title: String, _ entries: [YearReview.Highlight], _ index: SiteIndex, _ path: ExportPath,
    to html: inout HTML
  ) {
    guard !entries.isEmpty else { return }
    html.element("h2", text: title)
    html.element("ul", .class("entries")) { html in
      for highlight in entries {
        guard let number = index.number(of: highlight.id) else { continue }
        let entry = index.entries[number]
        html.element("li") { html in
          html.element(
            "time", .datetime(highlight.day.description), text: DateText.dayOfYear(highlight.day))
          html.text(" ")
          html.element("a", .href(index.link(to: entry, from: path)), .dir, text: entry.title)
          html.text(" ")
          html.element("small", text: CountText.length(highlight.length) ?? "")
        }
        html.line()
      }
    }
    html.line()
  }
}
