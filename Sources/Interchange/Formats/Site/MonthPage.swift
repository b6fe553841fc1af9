import DiaryCore
import Localization

/// The entries of a month, day by day, below its calendar and its photos.
struct MonthPage {
  let month: SiteMonth
  /// In the order of the writer's own days and times.
  let entries: [Entry]
  /// The photos of each entry.
  let photos: [[SitePhoto]]
  /// What is said under each of them.
  let comments: [[NamedComment]]
  /// Where what the entries have is in the export.
  let files: [AssetFile: ExportPath]
  /// Frames of films.
  let posters: [AssetID: ExportPath]
  let index: SiteIndex
  let frame: SiteFrame
  let years: YearPages
  let days: DayPages

  private var path: ExportPath { month.path }

  func write() -> [UInt8] {
    let name = DateWords.month(month.month)
    let shown = photos.flatMap(\.self)
    return frame.page(path, name: name) { html in
      html.trail([
        (DateWords.year(month.month), Link(to: years.path(of: month.month), from: path))
      ])
      html.heading(
        name,
        lead: [
          CountWords.entries(entries.count),
          shown.isEmpty ? nil : CountWords.photos(shown.count),
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
        html.element("h2", .id(.day(day)), text: DateWords.long(day))
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
    links.poster = { [posters, path] film in posters[film.asset].map { Link(to: $0, from: path) } }
    let journal = index.journals.all.count > 1 ? index.journals[entry.journal] : nil
    return EntryArticle(
      entry: entry, links: links, journal: journal.map { Link(to: $0.path, from: path) },
      comments: comments[position])
  }

  private func neighbor(_ step: Int) -> (name: String, link: Link)? {
    index.page(beside: month, step).map { other in
      let name = DateWords.month(other.month)
      return (
        other.month == month.month ? localized("\(name), part \(other.part)") : name,
        Link(to: other.path, from: path)
      )
    }
  }
}
