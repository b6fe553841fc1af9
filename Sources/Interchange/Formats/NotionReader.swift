import DiaryCore
import System

/// Imports a Notion export in Markdown or HTML. Each page is a file called by its title and ID,
/// with a folder of the same name for its files and subpages. Each database is also a CSV file of
/// its pages.
struct NotionReader: EntryFileReader {
  private static let pageExtensions: Set = ["md", "html"]

  var entryFiles: EntryFiles
  private let pages: [String: NotionName]
  /// The titles of pages by their IDs.
  private let titles: [String: String]
  /// The names of a database's properties by the folder of its pages.
  private var properties: [String: [String]] = [:]
  /// The files that aren't pages or tables, by their folders.
  private var assets: [String: [String]] = [:]

  /// Returns `true` if at least half of the notes are pages of Notion, since folders may mix notes
  /// of several programs.
  static func recognizes(_ tree: ImportTree) -> Bool {
    let notes = tree.allFiles().filter {
      pageExtensions.contains(MarkdownFiles.fileExtension(of: $0))
    }
    let pages = notes.count { NotionName($0) != nil }
    return pages > 0 && pages * 2 >= notes.count
  }

  init(_ tree: ImportTree, defaults: EntryDraft.Defaults) {
    let all = tree.allFiles()
    var pages: [String: NotionName] = [:]
    for file in all where Self.pageExtensions.contains(MarkdownFiles.fileExtension(of: file)) {
      pages[file] = NotionName(file)
    }
    self.pages = pages
    titles = Dictionary(
      pages.values.map { ($0.id, $0.title) }, uniquingKeysWith: { first, _ in first })
    let folders = Set(all.map { Path.split($0).folder })
    var tables: Set<String> = []
    for file in all where MarkdownFiles.fileExtension(of: file) == "csv" {
      guard let name = NotionName(file) else { continue }
      for folder in [name.stem, name.path] where folders.contains(folder) {
        tables.insert(file)
        // The header names the columns. The first one is the title.
        let header = CSVRows.read(tree.head(of: file, 1 << 16)).first ?? []
        properties[folder, default: []] += header.dropFirst()
      }
    }
    entryFiles = EntryFiles(
      tree, defaults, isEntry: { pages[$0] != nil || MarkdownFiles.isMarkdown($0) },
      isPart: { tables.contains($0) || $0 == "index.html" })
    for file in all
    where pages[file] == nil && !tables.contains(file) && !MarkdownFiles.isMarkdown(file) {
      assets[Path.split(file).folder, default: []].append(file)
    }
  }

  mutating func items(of file: String, at place: ImportPosition) throws
    -> [ReadItem]
  {
    guard let name = pages[file] else {
      return try MarkdownReader.items(of: file, at: place, in: &entryFiles)
    }
    let text = String(decoding: try entryFiles.text(of: file), as: UTF8.self)
    let known = properties[Path.split(file).folder] ?? []
    let page =
      MarkdownFiles.isMarkdown(file)
      ? NotionPage(markdown: text, properties: known) : try NotionPage(html: text)
    var source = MarkdownEntry.Source(
      path: file, members: page.members(named: name.title, entryFiles.defaults.localOffset),
      body: linked(page.body))
    source.format = .notion
    source.words = [.string(name.id)]
    source.name = name.title
    let read = try MarkdownEntry.read(source, in: &entryFiles)
    var placing = read.placing
    for folder in [name.stem, name.path] {
      // Pages with the same title share a folder if its name has no ID.
      for asset in assets[folder] ?? [] where !entryFiles.lookup.used.contains(asset) {
        placing.markdown(entryFiles.lookup.photo(at: "/\(asset)", from: ""), named: asset)
      }
    }
    return try ForeignEntry(entry: read.entry, placing: placing).items(at: place)
  }

  /// Returns a text in which links to other pages are links to their entries.
  private func linked(_ text: String) -> String {
    guard text.contains(".md)") || text.contains(".html)") else { return text }
    return text.replacing(
      /\[([^\[\]\n]{0,500})\]\([^\s\[\]]{0,1500}?([0-9a-f]{32})\.(?:md|html)\)/
    ) { match in
      let id = String(match.2)
      guard let title = titles[id]?.filter({ !"[]|".contains($0) }), !title.isBlank else {
        return match.1
      }
      return
        "[[\(title)|\(ID<Entry>(of: .notion, [.string(id)]).description.prefix(EntryLink.digits))]]"[
          ...]
    }
  }
}

/// The name of a file in a Notion export: `Fog 0123456789abcdef0123456789abcdef.md`.
struct NotionName {
  let title: String
  let id: String
  /// The path without its extension; `path` is also without the ID.
  let stem: String
  let path: String

  init?(_ file: String) {
    var stem = MarkdownFiles.stem(of: file)
    // The suffix is for a table of all rows, next to the table of a filtered view.
    if stem.hasSuffix("_all") { stem = String(stem.dropLast(4)) }
    let name = Path.split(stem).name
    let digits = name.utf8.suffix(32)
    guard digits.count == 32, digits.allSatisfy({ hexadecimalValue(of: $0) != nil }),
      name.utf8.count == 32 || name.utf8.dropLast(32).last == 0x20
    else { return nil }
    self.stem = stem
    id = String(Substring(digits)).lowercased()
    title = String(name.dropLast(32).trimmed)
    path = title.isEmpty ? stem : String(stem.dropLast(33))
  }
}

/// A Notion page: its text as Markdown, and its properties in a database.
struct NotionPage {
  private(set) var title: String?
  private(set) var properties: [(name: String, values: [String])] = []
  private(set) var body = ""
}

// MARK: Properties

extension NotionPage {
  /// The property names that databases use in several languages, folded and without spaces.
  private static let names: [String: [String]] = [
    "date": ["date", "day", "datum", "fecha", "날짜", "일자", "日付"],
    "created": ["created", "createdtime", "createdat", "datecreated", "생성일시", "생성일"],
    "modified": [
      "updated", "lastedited", "lasteditedtime", "edited", "modified", "최종편집일시", "수정일",
    ],
    "tags": ["tags", "tag", "category", "categories", "labels", "topics", "태그", "분류"],
    "mood": ["mood", "기분"], "weather": ["weather", "날씨"], "place": ["place", "location", "장소"],
    "starred": ["starred", "favorite", "favourite", "즐겨찾기"],
  ]

  /// Returns the properties as members of a front matter. If no property is called a date, the
  /// first one that contains a date counts, or else the title.
  func members(named name: String, _ localOffset: @Sendable (Int64) -> Int) -> [JSONMember] {
    var members: [JSONMember] = title.map { [JSONMember("title", .string($0))] } ?? []
    func date(_ text: String) -> JSONValue? {
      NotionDate.read(text).map { .string($0.date(localOffset: localOffset).description) }
    }
    var firstDate: JSONValue?
    for (name, values) in properties {
      let text = values.joined(separator: ", ")
      if text.isBlank { continue }
      var known = Self.names.first { $0.value.contains(MarkdownMembers.folded(name)) }?.key ?? name
      // A second property of the same kind keeps its name.
      if members.contains(where: { $0.name == known }) { known = name }
      switch known {
      case "date", "created", "modified":
        members.append(JSONMember(known, date(text) ?? .string(text)))
      case "tags":
        let tags = values.flatMap { $0.split(separator: ", ") }.map { JSONValue.string(String($0)) }
        members.append(JSONMember(known, .array(tags)))
      default:
        firstDate = firstDate ?? date(text)
        members.append(JSONMember(known, .string(text)))
      }
    }
    if !members.contains(where: { ["date", "created"].contains($0.name) }),
      let date = firstDate ?? date(title ?? name)
    {
      members.append(JSONMember("date", date))
    }
    return members
  }
}

// MARK: Markdown

extension NotionPage {
  private static let maxProperties = 200

  /// Parses a page in Markdown.
  ///
  /// - Parameter known: the names of the database's properties; empty if its table is missing.
  init(markdown text: String, properties known: [String]) {
    var lines = text.replacing("\r\n", with: "\n").split(
      separator: "\n", omittingEmptySubsequences: false)[...]
    if let first = lines.first, first.hasPrefix("# ") {
      title = String(first.dropFirst(2).trimmed)
      lines = lines.dropFirst().drop { $0.isBlank }
    }
    let block = lines.prefix(Self.maxProperties).prefix { !$0.isBlank }
    let found = block.map { line -> (name: String, values: [String])? in
      let known = known.filter { line.hasPrefix($0 + ":") }.max { $0.count < $1.count }
      guard let name = known ?? line.firstIndex(of: ":").map({ String(line[..<$0]) }) else {
        return nil
      }
      return (name, [String(line.dropFirst(name.count + 1).trimmed)])
    }
    // If the table is missing, lines with a colon may be text, so that one familiar name is
    // required.
    let isKnown = found.contains { property in
      guard let name = property?.name else { return false }
      return known.contains(name)
        || known.isEmpty && Self.names.values.contains { $0.contains(MarkdownMembers.folded(name)) }
    }
    if isKnown, found.allSatisfy({ $0 != nil }) {
      properties = found.compactMap(\.self)
      lines = lines.dropFirst(block.count)
    }
    body = Self.withCallouts(lines)
  }

  /// Returns the lines with callouts, which Notion writes as `aside` elements, as quotes.
  private static func withCallouts(_ lines: ArraySlice<Substring>) -> String {
    var isInside = false
    var result: [String] = []
    for line in lines.drop(while: \.isBlank) {
      switch line.trimmed {
      case "<aside>": isInside = true
      case "</aside>": isInside = false
      default: result.append(isInside ? String("> \(line)".trimmed) : String(line))
      }
    }
    return result.joined(separator: "\n")
  }
}

// MARK: HTML

extension NotionPage {
  private enum Region { case none, title, name, value, body }

  private static func checkbox(_ classes: [Substring]) -> (
    isChecked: Bool, piece: MarkupPieces.Piece
  )? {
    guard classes.contains("checkbox") else { return nil }
    let isChecked = classes.contains("checkbox-on")
    var attributes = ["type": "checkbox"]
    if isChecked { attributes["checked"] = "" }
    return (isChecked, .begin("input", attributes: attributes))
  }

  init(html: String) throws {
    // Notion writes each list item as a list, which this joins.
    let html = html.replacing(
      /<\/[uo]l><[uo]l [^<>]*class="(?:bulleted|to-do|numbered)-list"[^<>]*>/, with: "")
    // `isReplaced` is true for elements that are left out or replaced by another.
    var open: [(region: Region, isReplaced: Bool)] = []
    var text = HTMLMarkdown { address, words in
      "![\(words)](\(address.replacing(" ", with: "%20")))"
    }
    var title = ""
    var properties: [(name: String, values: [String])] = []
    func add(_ words: String, _ region: Region) {
      if region == .title { title += words }
      guard let last = properties.indices.last else { return }
      if region == .name { properties[last].name += words }
      if region == .value, let value = properties[last].values.indices.last {
        properties[last].values[value] += words
      }
    }
    try MarkupPieces.read(html) { piece in
      switch piece {
      case .begin(let element, let attributes):
        let classes = attributes["class"]?.split(separator: " ") ?? []
        var region = open.last?.region ?? .none
        if classes.contains("page-title") { region = .title }
        if classes.contains("page-body") { region = .body }
        if classes.contains("property-row"), region != .body { properties.append(("", [])) }
        if element == "th", region != .body { region = .name }
        if element == "td", region != .body { region = .value }
        let box = Self.checkbox(classes)
        if region == .value, let last = properties.indices.last {
          if element == "td" || classes.contains("selected-value") {
            properties[last].values.append("")
          }
          if let box { properties[last].values.append(box.isChecked ? "Yes" : "No") }
        }
        // A picture links to itself, and icons are Notion's pictures.
        let isOmitted =
          classes.contains("icon")
          || element == "a" && MediaType.isPhoto(named: attributes["href"] ?? "")
        open.append((region, box != nil || isOmitted))
        if region == .body, !isOmitted { text.receive(box?.piece ?? piece) }
      case .text(let words):
        if open.last?.region == .body {
          text.receive(piece)
        } else {
          add(words, open.last?.region ?? .none)
        }
      case .end:
        if let closed = open.popLast(), closed.region == .body, !closed.isReplaced {
          text.receive(piece)
        }
      }
    }
    self.title =
      title.isBlank ? nil : title.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    self.properties = properties.map { name, values in
      (String(name.trimmed), values.filter { !$0.isBlank }.map { String($0.trimmed) })
    }
    body = text.finished()
  }
}

/// Parses the date formats that Notion offers: `January 6, 2024 9:25 PM`, `2024/01/06 21:25`,
/// `@January 6, 2024 → January 8, 2024`, `2024년 1월 6일 오후 9:25`.
enum NotionDate {
  /// Parses a text that consists of a date or, for a range, of two; the result is the first.
  /// Returns `nil` for any other text.
  static func read(_ text: String) -> PartialDate? { PartialDate(text.prefix { $0 != "→" }) }
}
