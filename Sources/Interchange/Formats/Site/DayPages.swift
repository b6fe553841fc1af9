import DiaryCore
import Localization

/// A page for each day of the year, with the entries of all years, and a calendar of them.
struct DayPages {
  /// Month and day, as numbers.
  private struct DayOfYear: Hashable {
    let month: Int
    let day: Int

    init(_ day: CalendarDay) { (month, self.day) = (day.month, day.day) }
  }

  let overview: ExportPath
  private var entries: [DayOfYear: [Int]] = [:]
  private var years: [DayOfYear: Set<Int>] = [:]
  private var paths: [DayOfYear: ExportPath] = [:]

  /// A year that has a 29 February.
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

  /// How many years have entries on this day beside its own; `nil` for none.
  func otherYears(of day: CalendarDay) -> Int? {
    guard let count = years[DayOfYear(day)]?.count, count > 1 else { return nil }
    return count - 1
  }

  func write(
    _ index: SiteIndex, _ frame: SiteFrame, to tree: inout ExportTree
  ) throws(DiaryError) {
    for day in Self.allDays {
      guard let path = path(of: day), let numbers = entries[DayOfYear(day)] else { continue }
      let name = DateWords.dayOfYear(day)
      let page = frame.page(path, name: name) { html in
        html.trail([(localized("On this day"), Link(to: overview, from: path))])
        html.heading(name, lead: [CountWords.entries(numbers.count)])
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
            html.element("h2", .id(.month(first)), text: DateWords.monthName(first))
            html.element("ol", .class("days")) { html in
              for number in 1...first.daysInMonth {
                guard let day = CalendarDay(year: Self.leapYear, month: month, day: number)
                else { continue }
                html.element("li") { html in
                  if let path = path(of: day) {
                    html.element(
                      "a", .href(Link(to: path, from: overview)), .label(DateWords.dayOfYear(day)),
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
