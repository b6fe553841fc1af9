import DiaryCore
import Text

/// The start page: counts, the newest entries, and links to all other pages.
struct StartPage {
  let years: [[YearMonth]]
  let yearPages: YearPages
  let hasJournals: Bool

  static let maxEntries = 6
  private static let maxTags = 40

  func write(_ index: SiteIndex, _ frame: SiteFrame) -> [UInt8] {
    let path = SiteFrame.home
    return frame.page(path, name: nil) { html in
      html.heading(frame.title, lead: [CountText.entries(index.entries.count), photos, span])
      SearchForm(page: path, isFirst: false).write(to: &html)
      guard !index.entries.isEmpty else {
        html.element("p", text: localized("No entries yet."))
        return
      }
      writeNewest(index, to: &html)
      writeYears(to: &html)
      if hasJournals {
        html.element("h2", text: localized("Journals"))
        html.cloud(index.journals.sorted, "", from: path)
      }
      if !index.tags.all.isEmpty {
        html.element("h2", text: localized("Tags"))
        let most = index.tags.all.sorted { $0.entries.count > $1.entries.count }
        let names = Set(most.prefix(Self.maxTags).map(\.path))
        html.cloud(index.tags.sorted.filter { names.contains($0.path) }, "#", from: path)
      }
    }
  }

  private var photos: String? {
    let count = years.joined().reduce(0) { $0 + $1.photos.count }
    return count == 0 ? nil : CountText.photos(count)
  }

  /// The first and the last year, for example `2019 – 2026`.
  private var span: String? {
    guard let first = years.first?.first?.month.month, let last = years.last?.first?.month.month
    else { return nil }
    return first.year == last.year
      ? DateText.year(first) : "\(DateText.year(first)) – \(DateText.year(last))"
  }

  private func writeNewest(_ index: SiteIndex, to html: inout HTML) {
    html.element("h2", text: localized("Newest"))
    html.element("ul", .class("cards")) { html in
      for number in index.newest(Self.maxEntries) {
        let entry = index.entries[number]
        html.element("li") { html in
          if let photo = entry.photos.first(where: { $0.picture != nil }) {
            html.picture(
              photo.shown(from: SiteFrame.home, leadingTo: index.path(of: entry)),
              alternative: photo.shown(from: SiteFrame.home).alternative)
          }
          html.element("div") { html in
            html.element("h3", .dir, TextLanguage.of(entry.title)) { html in
              html.element(
                "a", .href(index.link(to: entry, from: SiteFrame.home)), text: entry.title)
              if entry.isStarred { html.star() }
            }
            html.element(
              "time", .datetime(entry.date.day.description), text: DateText.long(entry.date.day))
            if !entry.excerpt.isEmpty {
              html.element("p", .dir, TextLanguage.of(entry.excerpt), text: entry.excerpt)
            }
          }
        }
        html.line()
      }
    }
    html.line()
  }

  private func writeYears(to html: inout HTML) {
    html.element("h2", text: localized("Years"))
    html.element("ul", .class("years")) { html in
      for months in years.reversed() {
        guard let first = months.first?.month.month else { continue }
        let cover = months.reversed().lazy.flatMap { $0.photos.reversed() }
          .first { $0.picture != nil }
        html.element("li") { html in
          if let cover {
            html.picture(
              cover.shown(from: SiteFrame.home, leadingTo: yearPages.path(of: first)),
              alternative: DateText.year(first))
          }
          html.element("h3") { html in
            html.element(
              "a", .href(Link(to: yearPages.path(of: first), from: SiteFrame.home)),
              text: DateText.year(first))
          }
          html.element("ul", .class("months")) { html in
            for month in months {
              html.element("li") { html in
                html.element(
                  "a", .href(Link(to: month.month.path, from: SiteFrame.home)),
                  .label(DateText.month(month.month.month)),
                  text: DateText.shortMonth(month.month.month))
              }
            }
          }
        }
        html.line()
      }
    }
    html.line()
  }
}

extension SitePhoto {
  /// Returns the photo with a link to `path` instead of its page.
  fileprivate func shown(from page: ExportPath, leadingTo path: ExportPath) -> HTMLPhoto {
    HTMLPhoto(
      asset: asset, name: name, caption: caption, picture: picture.map { Link(to: $0, from: page) },
      size: size, page: Link(to: path, from: page), fallback: Self.fallback(day))
  }
}

/// The pages of years, with the calendar and some photos of each month.
struct YearPages {
  /// The first day of the week: 0 for Sunday.
  let firstWeekday: Int
  private var paths: [Int: ExportPath] = [:]

  /// The most photos of a month.
  private static let maxPhotos = 12

  init(of index: SiteIndex, in tree: inout ExportTree, firstWeekday: Int) {
    self.firstWeekday = firstWeekday
    for month in index.firstPages where paths[month.month.year] == nil {
      paths[month.month.year] = tree.path(
        in: month.month.yearText, stem: "index", fileExtension: "html")
    }
  }

  func path(of day: CalendarDay) -> ExportPath { paths[day.year] ?? SiteFrame.home }

  /// Returns the page of a year.
  ///
  /// - Parameter months: the months of the year with entries.
  func page(
    _ months: [YearMonth], _ reviews: ReviewPages, _ index: SiteIndex, _ frame: SiteFrame
  ) -> [UInt8] {
    guard let first = months.first else { return [] }
    let path = path(of: first.month.month)
    let name = DateText.year(first.month.month)
    let photos = months.reduce(0) { $0 + $1.photos.count }
    return frame.page(path, name: name) { html in
      html.heading(
        name,
        lead: [
          CountText.entries(months.reduce(0) { $0 + $1.entries }),
          photos == 0 ? nil : CountText.photos(photos),
        ])
      if let review = reviews.path(of: first.month.month) {
        html.element("p", .class("lead")) { html in
          html.element(
            "a", .href(Link(to: review, from: path)), text: reviews.name(of: first.month.month))
        }
        html.line()
      }
      for month in months {
        let link = Link(to: month.month.path, from: path)
        let name = DateText.month(month.month.month)
        html.element("section", .class("month"), .labeled(by: .month(month.month.month))) { html in
          html.element("h2", .id(.month(month.month.month))) { html in
            html.element("a", .href(link), text: name)
          }
          html.element("p", .class("lead"), text: month.lead)
          html.element("div", .class("overview")) { html in
            SiteCalendar(month: month.month.month, firstWeekday: firstWeekday) {
              index.link(to: $0, from: path)
            }.write(to: &html)
            html.grid(month.photos.prefix(Self.maxPhotos), from: path)
          }
        }
        html.line()
      }
      html.turn(
        before: neighbor(of: first.month.month, -1, path),
        after: neighbor(of: first.month.month, 1, path))
    }
  }

  /// Returns the link to the next or previous year with entries.
  private func neighbor(
    of day: CalendarDay, _ step: Int, _ path: ExportPath
  ) -> (name: String, link: Link)? {
    let years = paths.keys.sorted()
    guard let position = years.firstIndex(of: day.year), years.indices.contains(position + step),
      let other = paths[years[position + step]],
      let first = CalendarDay(year: years[position + step], month: 1, day: 1)
    else { return nil }
    return (DateText.year(first), Link(to: other, from: path))
  }
}

/// A month on the page of its year.
struct YearMonth {
  let month: SiteMonth
  var entries: Int
  var photos: [SitePhoto]

  var lead: String {
    photos.isEmpty
      ? CountText.entries(entries)
      : "\(CountText.entries(entries)) · \(CountText.photos(photos.count))"
  }
}

/// The page of a month: its calendar, its photos, and its entries by day.
struct MonthPage {
  let month: SiteMonth
  /// The entries in the order of their local dates and times.
  let entries: [Entry]
  /// The photos of each entry.
  let photos: [[SitePhoto]]
  /// The comments on each entry.
  let comments: [[NamedComment]]
  /// The paths of photos and attachments in the export.
  let files: [AssetFile: ExportPath]
  /// The poster frames of videos.
  let posters: [AssetID: ExportPath]
  let index: SiteIndex
  let frame: SiteFrame
  let years: YearPages
  let days: DayPages

  private var path: ExportPath { month.path }

  func write() -> [UInt8] {
    let name = DateText.month(month.month)
    let shown = photos.flatMap(\.self)
    return frame.page(path, name: name) { html in
      html.breadcrumbs([
        (DateText.year(month.month), Link(to: years.path(of: month.month), from: path))
      ])
      html.heading(
        name,
        lead: [
          CountText.entries(entries.count),
          shown.isEmpty ? nil : CountText.photos(shown.count),
          month.part == 1 ? nil : localized("part \(month.part)"),
        ])
      html.element("div", .class("overview")) { html in
        SiteCalendar(month: month.month, firstWeekday: years.firstWeekday) {
          index.link(to: $0, from: path)
        }.write(to: &html)
        if shown.count > 1 { html.grid(shown, from: path) }
      }
      html.line()
      writeDays(to: &html)
      html.turn(before: neighbor(-1), after: neighbor(1))
    }
  }

  private func writeDays(to html: inout HTML) {
    var first = 0
    while first < entries.count {
      let day = entries[first].date.day
      let end = entries[first...].firstIndex { $0.date.day != day } ?? entries.count
      html.element("section", .class("day"), .labeled(by: .day(day))) { html in
        html.element("h2", .id(.day(day)), text: DateText.long(day))
        html.line()
        if let years = days.otherYears(of: day), let path = days.path(of: day) {
          html.element("p", .class("others")) { html in
            html.element(
              "a", .href(Link(to: path, from: self.path)),
              text: years == 1
                ? localized("This day in another year")
                : localized("This day in \(years) other years"))
          }
        }
        for position in first..<end { article(position).write(to: &html) }
      }
      html.line()
      first = end
    }
  }

  private func article(_ position: Int) -> EntryArticle {
    let entry = entries[position]
    var links = index.links(of: photos[position], files, from: path)
    links.poster = { [posters, path] video in posters[video.asset].map { Link(to: $0, from: path) }
    }
    let journal =
      index.journals.all.count > 1 ? index.journals[JournalName.displayName(entry.journal)] : nil
    return EntryArticle(
      entry: entry, links: links, journal: journal.map { Link(to: $0.path, from: path) },
      comments: comments[position], backlinks: index.backlinks(to: entry.id, from: path))
  }

  private func neighbor(_ step: Int) -> (name: String, link: Link)? {
    index.page(beside: month, step).map { other in
      let name = DateText.month(other.month)
      return (
        other.month == month.month ? localized("\(name), part \(other.part)") : name,
        Link(to: other.path, from: path)
      )
    }
  }
}

/// A page for each day of the year, with the entries of all years, and an overview as a calendar.
struct DayPages {
  /// A month and a day without a year.
  private struct DayOfYear: Hashable {
    let month: Int
    let day: Int

    init(_ day: CalendarDay) { (month, self.day) = (day.month, day.day) }
  }

  let overview: ExportPath
  private var entries: [DayOfYear: [Int]] = [:]
  private var years: [DayOfYear: Set<Int>] = [:]
  private var paths: [DayOfYear: ExportPath] = [:]

  /// A year with a February 29.
  private static let leapYear = 2024

  init(of index: SiteIndex, in tree: inout ExportTree) {
    overview = tree.path(in: "days", stem: "index", fileExtension: "html")
    for (number, entry) in index.entries.enumerated() {
      let day = DayOfYear(entry.date.day)
      entries[day, default: []].append(number)
      years[day, default: []].insert(entry.date.day.year)
    }
    for day in Self.allDays where entries[DayOfYear(day)] != nil {
      paths[DayOfYear(day)] = tree.path(
        in: "days", stem: String(day.description.dropFirst(5)), fileExtension: "html")
    }
  }

  private static var allDays: [CalendarDay] {
    (1...12).flatMap { month in
      (1...31).compactMap { CalendarDay(year: leapYear, month: month, day: $0) }
    }
  }

  func path(of day: CalendarDay) -> ExportPath? { paths[DayOfYear(day)] }

  /// Returns the number of other years with entries on this day; `nil` if there are none.
  func otherYears(of day: CalendarDay) -> Int? {
    guard let count = years[DayOfYear(day)]?.count, count > 1 else { return nil }
    return count - 1
  }

  func write(_ index: SiteIndex, _ frame: SiteFrame, to tree: inout ExportTree) throws {
    for day in Self.allDays {
      guard let path = path(of: day), let numbers = entries[DayOfYear(day)] else { continue }
      let name = DateText.dayOfYear(day)
      let page = frame.page(path, name: name) { html in
        html.breadcrumbs([(localized("On this day"), Link(to: overview, from: path))])
        html.heading(name, lead: [CountText.entries(numbers.count)])
        html.list(numbers.map { index.entries[$0] }, index, from: path)
      }
      try tree.write(page, to: path)
    }
    try tree.write(overviewPage(frame), to: overview)
  }

  private func overviewPage(_ frame: SiteFrame) -> [UInt8] {
    let name = localized("On this day")
    return frame.page(overview, name: name) { html in
      html.heading(name, lead: [localized("This day in all years")])
      html.element("div", .class("calendars")) { html in
        for month in 1...12 {
          guard let first = CalendarDay(year: Self.leapYear, month: month, day: 1) else { continue }
          html.element("section", .labeled(by: .month(first))) { html in
            html.element("h2", .id(.month(first)), text: DateText.monthName(first))
            html.element("ol", .class("days")) { html in
              for number in 1...first.daysInMonth {
                guard let day = CalendarDay(year: Self.leapYear, month: month, day: number)
                else { continue }
                html.element("li") { html in
                  if let path = path(of: day) {
                    html.element(
                      "a", .href(Link(to: path, from: overview)), .label(DateText.dayOfYear(day)),
                      text: "\(number)")
                  } else {
                    html.text("\(number)")
                  }
                }
              }
            }
          }
          html.line()
        }
      }
    }
  }
}
