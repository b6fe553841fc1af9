import DiaryCore
import System

/// Reads what Notion exports, as Markdown or HTML: a file for each page, called after its title and id, and a folder
/// of the same name with its files and the pages below it. A database also has a table (CSV) of its pages.
struct NotionReader: EntryFileReader {
  private static let pageEndings: Set = ["md", "html"]

  var entryFiles: EntryFiles
  private let pages: [String: NotionName]
  /// By their ids.
  private let titles: [String: String]
  /// The names of a database's properties, by the folder of its pages.
  private var properties: [String: [String]] = [:]
  /// The files that belong to a page, by the folder that they are in.
  private var assets: [String: [String]] = [:]

  /// Notes of other programs may be among the pages, and a few pages among those of others.
  static func recognizes(_ tree: ImportTree) -> Bool {
    let notes = tree.allFiles().filter { pageEndings.contains(MarkdownFiles.ending(of: $0)) }
    let pages = notes.count { NotionName($0) != nil }
    return pages > 0 && pages * 2 >= notes.count
  }

  init(_ tree: ImportTree, defaults: EntryDraft.Defaults) {
    let all = tree.allFiles()
    var pages: [String: NotionName] = [:]
    for file in all where Self.pageEndings.contains(MarkdownFiles.ending(of: file)) {
      pages[file] = NotionName(file)
    }
    self.pages = pages
    titles = Dictionary(
      pages.values.map { ($0.id, $0.title) }, uniquingKeysWith: { first, _ in first })
    let folders = Set(all.map { Path.split($0).folder })
    var tables: Set<String> = []
    for file in all where MarkdownFiles.ending(of: file) == "csv" {
      guard let name = NotionName(file) else { continue }
      for folder in [name.stem, name.path] where folders.contains(folder) {
        tables.insert(file)
        // What the names of columns say, behind the byte order mark.
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

  mutating func items(of file: String, at place: ImportPosition) throws(EntryFieldError)
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
      path: file, members: page.members(called: name.title, entryFiles.defaults.localOffset),
      body: linked(page.body))
    source.format = .notion
    source.words = [.string(name.id)]
    source.name = name.title
    let read = try MarkdownEntry.read(source, in: &entryFiles)
    var placing = read.placing
    for folder in [name.stem, name.path] {
      // Without ids, folders of pages with the same title are one.
      for asset in assets[folder] ?? [] where !entryFiles.lookup.used.contains(asset) {
        placing.markdown(entryFiles.lookup.photo(at: "/\(asset)", from: ""), called: asset)
      }
    }
    return try ForeignEntry(entry: read.entry, placing: placing).items(at: place)
  }

  /// A text in which a link to another page is one to its entry.
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

/// The name of a file that Notion exported: `Fog 0123456789abcdef0123456789abcdef.md`.
struct NotionName {
  let title: String
  let id: String
  /// The path without its ending, and also without the id.
  let stem: String
  let path: String

  init?(_ file: String) {
    var stem = MarkdownFiles.stem(of: file)
    // The table of all rows of a database, beside that of the rows that a view shows.
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
