import DiaryCore
import Localization

/// The page that finds entries, by a script and with no server. What there is to find stands in
/// files beside it, which the page names.
struct SearchPage {
  /// The newest first.
  let parts: [ExportPath]

  func write(_ frame: SiteFrame) -> [UInt8] {
    let path = SiteFrame.search
    let name = localized("Search")
    // The script puts it there.
    let number = "{n}"
    let files = parts.map { Link(to: $0, from: path).text }.joined(separator: " ")
    return frame.page(path, name: name) { html in
      html.element("h1", text: name)
      html.line()
      SearchForm(page: path, isFirst: true).write(to: &html)
      html.element("noscript") { html in
        html.element("p", text: localized("Search needs JavaScript. The tags and years don't."))
      }
      html.element(
        "p", .id(.fixed("found")), .class("lead"), .fixed("role", "status"),
        .data("data-none", localized("No results.")),
        .data("data-one", localized("Found one entry.")),
        .data("data-many", localized("Found \(number) entries.")),
        .data("data-first", localized("Found \(number) entries; these are the newest.")),
        .data("data-busy", localized("Searching…")),
        .data("data-failed", localized("Part of the diary couldn't be read.")),
        text: "")
      html.line()
      html.element("ol", .id(.fixed("results")), .class("results"), .data("data-parts", files)) {
        _ in
      }
      html.line()
    }
  }
}

/// The field that one types into to find something. Without its script it leads to the search page.
struct SearchForm {
  let page: ExportPath
  /// Whether one begins to type in it at once.
  let isFirst: Bool

  func write(to html: inout HTML) {
    html.element(
      "form", .class("search"), .fixed("role", "search"),
      .action(Link(to: SiteFrame.search, from: page))
    ) { html in
      html.element(
        "label", .for(.fixed("q")), .class("unseen"), text: localized("Search the diary"))
      html.void(
        "input", .fixed("type", "search"), .id(.fixed("q")), .fixed("name", "q"),
        .placeholder(localized("Words, “a phrase”, #tag")),
        .fixed("autocomplete", "off"), isFirst ? .flag("autofocus") : nil)
      html.element("button", .fixed("type", "submit"), text: localized("Search"))
    }
    html.line()
  }
}
