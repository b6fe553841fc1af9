import DiaryCore
import Localization

/// The first page: what the diary holds, its newest entries, and ways to all others.
struct StartPage {
  let years: [[YearMonth]]
  let yearPages: YearPages
  let hasJournals: Bool

  static let mostEntries = 6
  private static let mostTags = 40

  func write(_ index: SiteIndex, _ frame: SiteFrame) -> [UInt8] {
    let path = SiteFrame.home
    return frame.page(path, name: nil) { html in
      html.heading(frame.title, lead: [CountWords.entries(index.entries.count), photos, span])
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
        let names = Set(most.prefix(Self.mostTags).map(\.path))
        html.cloud(index.tags.sorted.filter { names.contains($0.path) }, "#", from: path)
      }
    }
  }

  private var photos: String? {
    let count = years.joined().reduce(0) { $0 + $1.photos.count }
    return count == 0 ? nil : CountWords.photos(count)
  }

  /// `2019 – 2026`
  private var span: String? {
    guard let first = years.first?.first?.month.month, let last = years.last?.first?.month.month
    else { return nil }
    return first.year == last.year
      ? DateWords.year(first) : "\(DateWords.year(first)) – \(DateWords.year(last))"
  }

  private func writeNewest(_ index: SiteIndex, to html: inout HTML) {
    html.element("h2", text: localized("Newest"))
    html.element("ul", .class("cards")) { html in
      for number in index.newest(Self.mostEntries) {
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
              "time", .datetime(entry.date.day.description), text: DateWords.long(entry.date.day))
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
              alternative: DateWords.year(first))
          }
          html.element("h3") { html in
            html.element(
              "a", .href(Link(to: yearPages.path(of: first), from: SiteFrame.home)),
              text: DateWords.year(first))
          }
          html.element("ul", .class("months")) { html in
            for month in months {
              html.element("li") { html in
                html.element(
                  "a", .href(Link(to: month.month.path, from: SiteFrame.home)),
                  .label(DateWords.month(month.month.month)),
                  text: DateWords.shortMonth(month.month.month))
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
  /// The photo where it leads to something else than its own page.
  fileprivate func shown(from page: ExportPath, leadingTo path: ExportPath) -> ShownPhoto {
    ShownPhoto(
      asset: asset, name: name, caption: caption, picture: picture.map { Link(to: $0, from: page) },
      size: size, page: Link(to: path, from: page), fallback: Self.fallback(day))
  }
}
