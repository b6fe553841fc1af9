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

/// What a search looks through, in files of a year or a part of one: scripts, for a page that is
/// opened as a file may load nothing else.
struct SearchData {
  private(set) var parts: [ExportPath] = []
  private var pending: [UInt8] = []
  private var year = 0

  /// In bytes: a browser is to show something after the first one.
  private static let largestPart = 1 << 20

  /// Takes an entry. `address` is where it is, as seen from the search page.
  mutating func add(
    _ entry: Entry, title: String, address: Link, picture: Link?,
    write: (SearchData, [UInt8]) throws(DiaryError) -> ExportPath
  ) throws(DiaryError) {
    let day = entry.date.day
    if day.year != year || pending.count > Self.largestPart { try finish(write: write) }
    year = day.year
    // The text has the captions of the photos that stand in it.
    let named = PhotoReference.named(in: entry.content)
    let captions = entry.photos.filter { !named.contains($0.asset) }.map(\.caption)
      .filter { !$0.isBlank }
    let text = ([PhotoReference.removed(from: entry.content)] + captions)
      .joined(separator: "\n")
    var json: JSONValue = [
      "a": .string(address.text), "d": .string(DateWords.long(day)),
      "k": .string(day.description), "t": .string(title), "x": .string(text),
    ]
    let tags = entry.allTags
    if !tags.isEmpty { json["g"] = .array(tags.map(JSONValue.string)) }
    let places = [entry.details.place, entry.details.weather, entry.details.mood, entry.journal]
      .compactMap(\.self).joined(separator: "\n")
    json["p"] = .string(places)
    json["i"] = picture.map { .string($0.text) }
    pending += (pending.isEmpty ? "photodiary.add([\n" : ",\n").utf8
    pending += Self.script(JSONWriter.bytes(json))
  }

  /// Ends the file that is being made.
  mutating func finish(
    write: (SearchData, [UInt8]) throws(DiaryError) -> ExportPath
  ) throws(DiaryError) {
    guard !pending.isEmpty else { return }
    parts.append(try write(self, pending + Array("\n]);\n".utf8)))
    pending = []
  }

  /// What the file is called, before others with the same name get numbers.
  var stem: String {
    CalendarDay(year: year, month: 1, day: 1)?.yearText ?? "0000"
  }

  /// JSON as older scripts take it: there, two characters of Unicode end a line, too.
  private static func script(_ json: [UInt8]) -> [UInt8] {
    guard
      json.firstRange(of: [0xE2, 0x80, 0xA8]) != nil
        || json.firstRange(of: [0xE2, 0x80, 0xA9]) != nil
    else { return json }
    let text = String(decoding: json, as: UTF8.self)
    return Array(
      text.replacing("\u{2028}", with: "\\u2028").replacing("\u{2029}", with: "\\u2029").utf8)
  }
}
