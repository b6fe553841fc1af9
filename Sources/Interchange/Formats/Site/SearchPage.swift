import DiaryCore
import Text

/// The search page. It searches with a script instead of a server, in data files that it refers to.
struct SearchPage {
  /// The data files, newest first.
  let parts: [ExportPath]

  func write(_ frame: SiteFrame) -> [UInt8] {
    let path = SiteFrame.search
    let name = localized("Search")
    // The script replaces the placeholder by a number.
    let number = "{n}"
    let files = parts.map { Link(to: $0, from: path).text }.joined(separator: " ")
    return frame.page(path, name: name) { html in
      html.element("h1", text: name)
      html.line()
      SearchForm(page: path, isFirst: true).write(to: &html)
      html.element("noscript") { html in
        html.element(
          "p",
          text: localized(
            "Search needs JavaScript. Tags and years work without it."))
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

/// The search field. Without a script, it leads to the search page.
struct SearchForm {
  let page: ExportPath
  /// True if the field has the focus when the page opens.
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

/// The searched data, in files of a year or less. They are scripts, because a page opened from a
/// file can't load other data.
struct SearchData {
  private(set) var parts: [ExportPath] = []
  private var pending: [UInt8] = []
  private var year = 0

  /// The largest file in bytes, so that the first results appear soon.
  private static let largestPart = 1 << 20

  /// Adds an entry.
  ///
  /// - Parameter address: the link to the entry from the search page.
  ///
  /// - Throws: an error if a file can't be written.
  mutating func add(
    _ entry: Entry, title: String, address: Link, picture: Link?,
    write: (SearchData, [UInt8]) throws -> ExportPath
  ) throws {
    let day = entry.date.day
    if day.year != year || pending.count > Self.largestPart { try finish(write: write) }
    year = day.year
    // The captions of photos in the text are part of it.
    let named = PhotoReference.assets(in: entry.content)
    let captions = entry.photos.filter { !named.contains($0.asset) }.map(\.caption)
      .filter { !$0.isBlank }
    let text = ([PhotoReference.removed(from: entry.content)] + captions)
      .joined(separator: "\n")
    var json: JSONValue = [
      "a": .string(address.text), "d": .string(DateText.long(day)),
      "k": .string(day.description), "t": .string(title), "x": .string(text),
    ]
    let tags = entry.allTags
    if !tags.isEmpty { json["g"] = .array(tags.map(JSONValue.string)) }
    let places = [
      entry.details.place, entry.details.weather, entry.details.mood,
      JournalName.displayName(entry.journal),
    ]
    .compactMap(\.self).joined(separator: "\n")
    json["p"] = .string(places)
    json["i"] = picture.map { .string($0.text) }
    pending += (pending.isEmpty ? "photodiary.add([\n" : ",\n").utf8
    pending += Self.script(JSONWriter.bytes(json))
  }

  /// Writes the current file.
  ///
  /// - Throws: an error if the file can't be written.
  mutating func finish(write: (SearchData, [UInt8]) throws -> ExportPath) throws {
    guard !pending.isEmpty else { return }
    parts.append(try write(self, pending + Array("\n]);\n".utf8)))
    pending = []
  }

  /// The preferred name of the current file.
  var stem: String {
    CalendarDay(year: year, month: 1, day: 1)?.yearText ?? "0000"
  }

  /// Returns JSON that older JavaScript accepts, in which U+2028 and U+2029 are line ends.
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
