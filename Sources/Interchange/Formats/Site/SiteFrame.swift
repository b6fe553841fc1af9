import DiaryCore
import Text

/// The parts of a page that all pages of a site have in common.
struct SiteFrame {
  static let home = ExportPath(name: "index.html")
  static let search = ExportPath(name: "search.html")
  static let feed = ExportPath(name: "feed.xml")
  static let style = ExportPath(name: "style.css")
  static let script = ExportPath(name: "script.js")

  /// The diary's title.
  let title: String
  /// The pages in the navigation bar of every page.
  let places: [(name: String, path: ExportPath)]
  /// True if the site has a feed.
  let hasFeed: Bool

  /// The Content Security Policy, which allows only the site's files even if markup was injected
  /// into a page. `'self'` is for servers. Some browsers need `file:` to open the exported files
  /// directly.
  private static let policy =
    "default-src 'none'; img-src 'self' file:; style-src 'self' file:; script-src 'self' file:; "
    + "media-src 'self' file:; "
    + "form-action 'self' file:; base-uri 'none'"

  /// Returns a complete page.
  ///
  /// - Parameter name: the page's title in the browser's tab; `nil` for the start page.
  func page(
    _ path: ExportPath, name: String?, around content: (inout HTML) -> Void
  ) -> [UInt8] {
    var html = HTML()
    html.documentType()
    html.element("html", .lang(Language.current.rawValue)) { html in
      html.element("head") { html in writeHead(path, name, to: &html) }
      html.line()
      html.element("body") { html in
        html.element(
          "a", .class("skip"), .href(Link(.fixed("main"))), text: localized("Skip to content"))
        writeHeader(path, to: &html)
        html.element("main", .id(.fixed("main"))) { html in
          html.line()
          content(&html)
        }
        html.line()
        html.element("footer", .class("site")) { html in
          html.element("p", text: localized("Written with PhotoDiary"))
        }
      }
    }
    html.line()
    return html.bytes
  }

  private func writeHead(_ path: ExportPath, _ name: String?, to html: inout HTML) {
    html.void("meta", .fixed("charset", "utf-8"))
    html.line()
    html.void(
      "meta", .fixed("name", "viewport"),
      .fixed("content", "width=device-width, initial-scale=1"))
    html.line()
    html.void(
      "meta", .fixed("http-equiv", "Content-Security-Policy"), .content(Self.policy))
    html.line()
    html.void("meta", .fixed("name", "referrer"), .fixed("content", "no-referrer"))
    html.line()
    html.void("meta", .fixed("name", "color-scheme"), .fixed("content", "light dark"))
    html.line()
    html.void("meta", .fixed("name", "generator"), .fixed("content", "PhotoDiary"))
    html.line()
    html.element("title", text: name.map { "\($0) · \(title)" } ?? title)
    html.line()
    html.void("link", .fixed("rel", "stylesheet"), .href(Link(to: Self.style, from: path)))
    html.line()
    if hasFeed {
      html.void(
        "link", .fixed("rel", "alternate"), .fixed("type", "application/atom+xml"),
        .href(Link(to: Self.feed, from: path)), .title(title))
      html.line()
    }
    html.element("script", .src(Link(to: Self.script, from: path)), .flag("defer")) { _ in }
  }

  private func writeHeader(_ path: ExportPath, to html: inout HTML) {
    html.element("header", .class("site")) { html in
      html.element(
        "a", .class("home"), .href(Link(to: Self.home, from: path)),
        path == Self.home ? .current : nil, .dir, text: title)
      html.element("nav", .label(localized("Pages"))) { html in
        html.element("ul") { html in
          for place in places {
            html.element("li") { html in
              html.element(
                "a", .href(Link(to: place.path, from: path)),
                place.path == path ? .current : nil, text: place.name)
            }
          }
        }
      }
    }
    html.line()
  }
}

extension HTMLAttribute {
  /// Marks the link to the current page.
  static let current = HTMLAttribute.fixed("aria-current", "page")
}

// MARK: Shared parts

extension HTML {
  /// Writes a page's heading, with a line about its contents below.
  mutating func heading(_ text: String, lead: [String?]) {
    element("h1", .dir, text: text)
    line()
    let lead = lead.compactMap(\.self)
    if !lead.isEmpty { element("p", .class("lead"), text: lead.joined(separator: " · ")) }
    line()
  }

  /// Writes links to the parent pages.
  mutating func breadcrumbs(_ places: [(name: String, link: Link)]) {
    element("nav", .class("trail"), .label(localized("Up"))) { html in
      html.element("ol") { html in
        for place in places {
          html.element("li") { $0.element("a", .href(place.link), text: place.name) }
        }
      }
    }
    line()
  }

  /// Writes links to the previous and next pages.
  mutating func turn(
    before: (name: String, link: Link)?, after: (name: String, link: Link)?
  ) {
    guard before != nil || after != nil else { return }
    element("nav", .class("turn"), .label(localized("Previous and next"))) { html in
      if let before {
        html.element(
          "a", .class("before"), .fixed("rel", "prev"), .href(before.link),
          text: "← \(before.name)")
      }
      if let after {
        html.element(
          "a", .class("after"), .fixed("rel", "next"), .href(after.link), text: "\(after.name) →")
      }
    }
    line()
  }

  /// Writes a grid of small pictures that link to their photos' pages.
  mutating func grid(_ photos: some Collection<SitePhoto>, from page: ExportPath) {
    guard !photos.isEmpty else { return }
    element("ul", .class("grid")) { html in
      for photo in photos {
        html.element("li") { html in
          html.picture(photo.shown(from: page), alternative: photo.shown(from: page).alternative)
        }
        html.line()
      }
    }
    line()
  }

  /// Writes the titles of entries, newest first, under headings of years.
  mutating func list(
    _ entries: [SiteEntry], _ index: SiteIndex, from page: ExportPath
  ) {
    var rest = entries.sorted { $0.date.instant > $1.date.instant }[...]
    while let first = rest.first {
      let year = first.date.day.year
      let sameYear = rest.prefix { $0.date.day.year == year }
      rest = rest.dropFirst(sameYear.count)
      element("h2", text: DateText.year(first.date.day))
      element("ul", .class("entries")) { html in
        for entry in sameYear {
          html.element("li") { html in
            html.element(
              "time", .datetime(entry.date.day.description),
              text: DateText.dayOfYear(entry.date.day))
            html.text(" ")
            html.element("a", .href(index.link(to: entry, from: page)), .dir, text: entry.title)
            if entry.isStarred { html.star() }
          }
          html.line()
        }
      }
      line()
    }
  }

  mutating func star() {
    text(" ")
    element(
      "span", .class("star"), .fixed("role", "img"), .label(localized("starred")),
      text: EntryDetails.star)
  }
}

extension SitePhoto {
  func shown(from page: ExportPath) -> HTMLPhoto {
    HTMLPhoto(
      asset: asset, name: name, caption: caption,
      picture: picture.map { Link(to: $0, from: page) }, size: size,
      page: Link(to: self.page, from: page), fallback: Self.fallback(day))
  }

  /// Returns the alternative text of a photo without a caption.
  static func fallback(_ day: CalendarDay) -> String {
    let date = DateText.long(day)
    return localized("Photo of \(date)")
  }
}

/// A calendar of a month, whose days link to their entries.
struct SiteCalendar {
  let month: CalendarDay
  /// The first day of the week: 0 for Sunday.
  let firstWeekday: Int
  let link: (CalendarDay) -> Link?

  func write(to html: inout HTML) {
    let margin = (month.firstOfMonth.weekday - firstWeekday + 7) % 7
    let weeks = (margin + month.daysInMonth + 6) / 7
    html.element("table", .class("calendar")) { html in
      html.element("caption", text: DateText.month(month))
      html.element("thead") { html in
        html.element("tr") { html in
          for column in 0..<7 {
            let name = DateText.narrowWeekday((column + firstWeekday) % 7)
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
        html.element("a", .href(link), .label(DateText.long(day)), text: "\(number)")
      } else {
        html.text("\(number)")
      }
    }
  }
}
