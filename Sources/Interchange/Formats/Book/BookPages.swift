import DiaryCore
import Localization

/// The pages of a book, in the order in which it is read.
enum BookPages {
  /// Nothing but the pictures and the style beside it is loaded, and nothing is run.
  private static let policy = "default-src 'none'; img-src 'self' file:; style-src 'self' file:"

  /// The head, the cover and the list of months. The elements around them begin and end by
  /// themselves, so that months can follow one by one.
  static func beginning(_ index: SiteIndex, author: String) -> HTML {
    let title = author.isBlank ? localized("Diary") : localized("\(author)’s diary")
    var html = HTML()
    html.documentType()
    html.element("head") { html in
      html.void("meta", .fixed("charset", "utf-8"))
      html.void("meta", .fixed("http-equiv", "Content-Security-Policy"), .content(policy))
      html.element("title", text: title)
      html.void(
        "link", .fixed("rel", "stylesheet"),
        .href(Link(to: ExportPath(name: BookFolder.style), from: ExportPath(name: BookFolder.page)))
      )
    }
    html.line()
    html.element("section", .class("cover"), .spoken) { html in
      html.element("h1", .dir, text: title)
      html.element("p", text: span(index))
      html.element("p", text: CountWords.entries(index.entries.count))
    }
    html.line()
    writeContents(index, to: &html)
    return html
  }

  /// `November 2019 – March 2026`
  private static func span(_ index: SiteIndex) -> String {
    guard let first = index.firstPages.first?.month, let last = index.firstPages.last?.month
    else { return "" }
    let words = DateWords.month(first)
    return first == last ? words : "\(words) – \(DateWords.month(last))"
  }

  private static func writeContents(_ index: SiteIndex, to html: inout HTML) {
    let months = index.firstPages.map(\.month)
    guard months.count > 1 else { return }
    html.element("section", .class("contents"), .spoken) { html in
      html.element("h1", text: localized("Contents"))
      var rest = months[...]
      while let first = rest.first {
        let those = rest.prefix { $0.year == first.year }
        rest = rest.dropFirst(those.count)
        html.element("h2", text: DateWords.year(first))
        html.element("ul") { html in
          for month in those {
            html.element("li") { html in
              html.element("a", .href(Link(.month(month))), text: DateWords.monthName(month))
            }
          }
        }
      }
    }
    html.line()
  }

  /// The entries of a month, or of a part of it, by days.
  static func month(
    _ month: SiteMonth, _ entries: [Entry], _ comments: [[NamedComment]],
    links: (Entry) -> EntryText.Links
  ) -> HTML {
    var html = HTML()
    html.element(
      "section", .class("month"), .spoken, .data("data-month", "\(month.month)")
    ) { html in
      if month.part == 1 {
        html.element("h1", .id(.month(month.month)), text: DateWords.month(month.month))
      }
      var day: CalendarDay?
      for (entry, comments) in zip(entries, comments) {
        if entry.date.day != day {
          html.element("h2", text: DateWords.long(entry.date.day))
          html.line()
        }
        day = entry.date.day
        EntryArticle(entry: entry, links: links(entry), journal: nil, comments: comments)
          .write(to: &html)
      }
    }
    html.line()
    return html
  }
}

extension HTMLAttribute {
  /// The language of what the program says.
  fileprivate static var spoken: HTMLAttribute { .lang(Language.current.rawValue) }
}
