import DiaryCore

/// A month as a table of its days; those that have entries lead to them.
struct SiteCalendar {
  let month: CalendarDay
  /// 0 for Sunday.
  let firstWeekday: Int
  let link: (CalendarDay) -> Link?

  func write(to html: inout HTML) {
    let margin = (month.firstOfMonth.weekday - firstWeekday + 7) % 7
    let weeks = (margin + month.daysInMonth + 6) / 7
    html.element("table", .class("calendar")) { html in
      html.element("caption", text: DateWords.month(month))
      html.element("thead") { html in
        html.element("tr") { html in
          for column in 0..<7 {
            let name = DateWords.narrowWeekday((column + firstWeekday) % 7)
            html.element("th", .fixed("scope", "col"), text: name)
          }
        }
      }
      html.element("tbody") { html in
        for week in 0..<weeks {
          html.element("tr") { html in
            for column in 0..<7 { writeDay(week * 7 + column - margin + 1, to: &html) }
          }
          html.line()
        }
      }
    }
    html.line()
  }

  private func writeDay(_ number: Int, to html: inout HTML) {
    html.element("td") { html in
      guard let day = CalendarDay(year: month.year, month: month.month, day: number) else { return }
      if let link = link(day) {
        html.element("a", .href(link), .label(DateWords.long(day)), text: "\(number)")
      } else {
        html.text("\(number)")
      }
    }
  }
}
