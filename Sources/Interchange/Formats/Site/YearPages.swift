import DiaryCore

/// A page for each year: its months with their calendars and some of their photos.
struct YearPages {
  /// 0 for Sunday.
  let firstWeekday: Int
  private var paths: [Int: ExportPath] = [:]

  /// Photos of a month that its year shows.
  private static let mostPhotos = 12

  init(of index: SiteIndex, in tree: inout ExportTree, firstWeekday: Int) {
    self.firstWeekday = firstWeekday
    for month in index.firstPages where paths[month.month.year] == nil {
      paths[month.month.year] = tree.path(
        in: month.month.yearText, stem: "index", fileExtension: "html")
    }
  }

  func path(of day: CalendarDay) -> ExportPath { paths[day.year] ?? SiteFrame.home }

  /// The page of a year. `months` are its own.
  func page(
    _ months: [YearMonth], _ reviews: ReviewPages, _ index: SiteIndex, _ frame: SiteFrame
  ) -> [UInt8] {
    guard let first = months.first else { return [] }
    let path = path(of: first.month.month)
    let name = DateWords.year(first.month.month)
    let photos = months.reduce(0) { $0 + $1.photos.count }
    return frame.page(path, name: name) { html in
      html.heading(
        name,
        lead: [
          CountWords.entries(months.reduce(0) { $0 + $1.entries }),
          photos == 0 ? nil : CountWords.photos(photos),
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
        let name = DateWords.month(month.month.month)
        html.element("section", .class("month"), .labeled(by: .month(month.month.month))) { html in
          html.element("h2", .id(.month(month.month.month))) { html in
            html.element("a", .href(link), text: name)
          }
          html.element("p", .class("lead"), text: month.lead)
          html.element("div", .class("overview")) { html in
            SiteCalendar(month: month.month.month, firstWeekday: firstWeekday) {
              index.link(to: $0, from: path)
            }.write(to: &html)
            html.grid(month.photos.prefix(Self.mostPhotos), from: path)
          }
        }
        html.line()
      }
      html.turn(
        before: neighbor(of: first.month.month, -1, path),
        after: neighbor(of: first.month.month, 1, path))
    }
  }

  /// The next year with entries in a direction.
  private func neighbor(
    of day: CalendarDay, _ step: Int, _ path: ExportPath
  ) -> (name: String, link: Link)? {
    let years = paths.keys.sorted()
    guard let position = years.firstIndex(of: day.year), years.indices.contains(position + step),
      let other = paths[years[position + step]],
      let first = CalendarDay(year: years[position + step], month: 1, day: 1)
    else { return nil }
    return (DateWords.year(first), Link(to: other, from: path))
  }
}

/// A month as its year shows it.
struct YearMonth {
  let month: SiteMonth
  var entries: Int
  var photos: [SitePhoto]

  var lead: String {
    photos.isEmpty
      ? CountWords.entries(entries)
      : "\(CountWords.entries(entries)) · \(CountWords.photos(photos.count))"
  }
}
