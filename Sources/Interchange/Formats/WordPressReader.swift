import DiaryCore
import System

/// Imports WordPress export files (WXR, a kind of RSS) of any size, and uploads next to them. Each
/// file is read twice, because a post may come before the files that it shows.
struct WordPressReader: ForeignReader {
  /// An export file whose items are being read.
  private final class Source {
    let file: String
    let parser: WordPressParser
    private let markup: MarkupFile
    private(set) var number = 0

    init(_ file: String, in tree: ImportTree) throws {
      self.file = file
      let parser = WordPressParser()
      self.parser = parser
      markup = try MarkupFile(file, in: tree) { parser.receive($0) }
    }

    /// Returns the next item; `nil` at the end.
    func next() throws -> WordPressItem? {
      while true {
        if let item = parser.popItem() {
          number += 1
          return item
        }
        guard try markup.read() else {
          if parser.isInItem { throw EntryFieldError.truncated }
          return nil
        }
      }
    }
  }

  /// The number of files to examine.
  private static let maxExamined = 20

  private let tree: ImportTree
  private let defaults: EntryDraft.Defaults
  private let all: [String]
  private var files: ArraySlice<String>
  private var source: Source?
  private var pending: ArraySlice<ReadItem> = []
  private var lookup: PhotoLookup
  private var uploads = WordPressEntry.Uploads()
  private var others: [String: Int] = [:]
  private var seen = RepeatCounter()

  static func recognizes(_ tree: ImportTree) -> Bool { !files(in: tree).isEmpty }

  private static func files(in tree: ImportTree) -> [String] {
    tree.allFiles().lazy.filter { MarkdownFiles.fileExtension(of: $0) == "xml" }.filter { file in
      let head = String(decoding: tree.head(of: file), as: UTF8.self)
      return head.contains("<rss") && head.contains("wordpress.org/export/")
    }
  }

  init(_ tree: ImportTree, defaults: EntryDraft.Defaults) {
    self.tree = tree
    self.defaults = defaults
    all = Self.files(in: tree)
    files = all[...]
    lookup = PhotoLookup(tree, files: tree.allFiles())
    for file in all {
      guard let source = try? Source(file, in: tree) else { continue }
      while !Task.isCancelled, let item = try? source.next() { uploads.add(item) }
    }
  }

  var touchedFiles: Set<String>? { Set(all).union(lookup.used) }

  mutating func next() throws -> ReadItem? {
    while true {
      if let item = pending.popFirst() { return item }
      do {
        if source == nil {
          guard let file = files.popFirst() else { return nil }
          source = try Source(file, in: tree)
        }
        guard let source else { continue }
        if let item = try source.next() {
          pending = read(item, source)[...]
        } else {
          finish(source.file)
        }
      } catch {
        let file = source?.file ?? all[files.startIndex - 1]
        finish(file)
        return .note(ImportNote(.file(file), .refusing(error)))
      }
    }
  }

  /// Reports the items of a file that aren't entries, and after the last file also the missing
  /// uploads.
  private mutating func finish(_ file: String) {
    var problems = others.sorted { $0.key < $1.key }.map {
      ImportIssue.omitted(kind: $0.key, $0.value)
    }
    if files.isEmpty { problems += uploads.missing(&lookup).map { .missingAttachment($0) } }
    pending = problems.map { .note(ImportNote(.file(file), $0)) }[...]
    others = [:]
    source = nil
  }

  private mutating func read(_ item: WordPressItem, _ source: Source) -> [ReadItem] {
    var day: String?
    func place() -> ImportPosition { .entry(file: source.file, number: source.number, day: day) }
    if item.comments > 0 { others["comment", default: 0] += item.comments }
    guard ["post", "page"].contains(item.type), item["wp:status"] != "auto-draft" else {
      if item["wp:attachment_url"].isEmpty {
        others[item.type.isEmpty ? "item" : item.type, default: 0] += 1
      }
      return []
    }
    guard item["wp:status"] != "trash" else {
      return [.note(ImportNote(place(), .trashedAtSource))]
    }
    do {
      // Another site may use the same post IDs.
      let name =
        item["guid"].isEmpty
        ? "\(source.parser.title) \(item.id) \(item["wp:post_date"]) \(item["title"])"
        : item["guid"]
      let words = RepeatCounter.identity(.string(name), count: seen.add(name))
      let read = try WordPressEntry.read(
        item, words: words, journal: source.parser.title, &uploads, &lookup, in: tree,
        defaults: defaults)
      day = read.entry.date.day.description
      return try read.items(at: place())
    } catch {
      return [.note(ImportNote(place(), .refusing(error)))]
    }
  }
}

/// A post, page or uploaded file in an export.
struct WordPressItem {
  struct Term {
    /// `category`, `post_tag`, or the name of another taxonomy.
    let taxonomy: String
    let slug: String
    var name = ""
  }

  /// The texts of the item's elements by their names.
  var texts: [String: String] = [:]
  var terms: [Term] = []
  var comments = 0
  /// The ID of the featured image.
  var thumbnail: String?
  /// True if the text exceeds the limit.
  var isTooLong = false

  subscript(name: String) -> String { texts[name] ?? "" }

  var type: String { self["wp:post_type"] }
  var id: String { self["wp:post_id"] }
}

/// Assembles the items of a site from the markup of its export file.
final class WordPressParser {
  /// The longest text in bytes of elements other than the content.
  private static let maxWordsLength = 1 << 16

  private var items: ArraySlice<WordPressItem> = []
  /// The site's name.
  private(set) var title = ""
  private var path: [String] = []
  private var item: WordPressItem?
  private var term: WordPressItem.Term?
  private var metaKey = ""
  private var words = ""

  /// True between the start and the end of an item.
  var isInItem: Bool { item != nil }

  func popItem() -> WordPressItem? { items.popFirst() }

  func receive(_ piece: MarkupPieces.Piece) {
    switch piece {
    case .begin(let name, let attributes):
      path.append(name)
      words = ""
      if name == "item", item == nil { item = WordPressItem() }
      if name == "category", path.dropLast().last == "item" {
        term = WordPressItem.Term(
          taxonomy: attributes["domain"] ?? "", slug: attributes["nicename"] ?? "")
      }
    case .text(let text): add(text)
    case .end(let name):
      end(name, in: path.dropLast().last ?? "")
      _ = path.popLast()
    }
  }

  private func add(_ text: String) {
    let isText = path.last == "content:encoded"
    guard
      words.utf8.count + text.utf8.count <= (isText ? MarkupPieces.longest : Self.maxWordsLength)
    else {
      if isText { item?.isTooLong = true }
      return
    }
    words += text
  }

  private func end(_ name: String, in parent: String) {
    let text = words
    words = ""
    switch (parent, name) {
    case ("channel", "title"): title = String(text.trimmed)
    case ("item", "category"):
      term?.name = text
      if let term { item?.terms.append(term) }
      term = nil
    case ("item", "wp:comment"): item?.comments += 1
    case ("wp:postmeta", "wp:meta_key"): metaKey = String(text.trimmed)
    case ("wp:postmeta", "wp:meta_value"):
      if metaKey == "_thumbnail_id" { item?.thumbnail = String(text.trimmed) }
    case ("channel", "item"):
      if let item { items.append(item) }
      item = nil
    case ("item", "content:encoded"): item?.texts[name] = text
    case ("item", _): item?.texts[name] = String(text.trimmed)
    default: break
    }
  }
}

/// Converts a post or page to an entry.
struct WordPressEntry {
  /// The URLs of uploaded files, by their IDs and by their posts.
  struct Uploads {
    /// The most uploads to keep.
    private static let most = 1_000_000

    private(set) var addresses: [String: String] = [:]
    private var ids: [String: [String]] = [:]
    /// The pictures shown in posts, by their names without a size.
    fileprivate var shown: Set<String> = []

    mutating func add(_ item: WordPressItem) {
      let address = item["wp:attachment_url"]
      guard item.type == "attachment", !address.isEmpty, addresses.count < Self.most else { return }
      addresses[item.id] = address
      ids[item["wp:post_parent"], default: []].append(item.id)
    }

    /// Returns the pictures of a gallery: those with the given IDs, or else all of the post.
    fileprivate func gallery(_ given: [String]?, of post: String) -> [String] {
      (given ?? ids[post] ?? []).compactMap { addresses[$0] }
    }

    fileprivate func isShown(_ address: String) -> Bool {
      shown.contains(WordPressEntry.name(of: address))
    }

    /// Returns the URLs of files that aren't shown in any post and aren't next to the export.
    func missing(_ lookup: inout PhotoLookup) -> [String] {
      addresses.values.filter { address in
        guard !isShown(address), case .remote = WordPressEntry.find(address, &lookup) else {
          return false
        }
        return true
      }.sorted()
    }
  }

  private let item: WordPressItem
  private var placing: PhotoPlacing

  static func read(
    _ item: WordPressItem, words: [JSONValue], journal: String, _ uploads: inout Uploads,
    _ lookup: inout PhotoLookup, in tree: ImportTree, defaults: EntryDraft.Defaults
  ) throws -> ForeignEntry {
    if item.isTooLong { throw EntryFieldError.tooLong }
    let (date, created) = try date(of: item, defaults.localOffset)
    var entry = WordPressEntry(item: item, placing: PhotoPlacing(tree))
    let text = try entry.text(&uploads, &lookup)
    if let thumbnail = item.thumbnail.flatMap({ uploads.addresses[$0] }),
      !uploads.isShown(thumbnail)
    {
      _ = entry.markdown(forImageAt: thumbnail, "", &uploads, &lookup)
    }
    let status = item["wp:status"]
    var tags: [String] = []
    for term in item.terms
    where ["category", "post_tag"].contains(term.taxonomy) && term.slug != "uncategorized" {
      tags.append(try HTMLMarkdown.plainText(of: term.name))
    }
    if item.type == "page" { tags.append("page") }
    if ["draft", "pending"].contains(status) { tags.append("draft") }
    let fields = EntryFields(
      date: date, title: try HTMLMarkdown.plainText(of: item["title"]), content: text, tags: tags,
      journal: journal, details: EntryDetails(isPinned: item["wp:is_sticky"] == "1"))
    let carried = ["link", "dc:creator", "excerpt:encoded", "wp:status"].compactMap { name in
      item[name].isEmpty || item[name] == "publish"
        ? nil
        : JSONMember(
          String(name.split(separator: ":").last { $0 != "encoded" } ?? ""), .string(item[name]))
    }
    let modified = PartialDate(item["wp:post_modified_gmt"])?.date { _ in 0 }
    return ForeignEntry(
      entry: Entry(
        .wordpress, words, fields, author: defaults.author, created: created,
        modified: modified.map { Timestamp(milliseconds: $0.instant * 1000) }, carrying: carried),
      placing: entry.placing)
  }

  /// Returns the local date and the instant. WordPress writes the site's local time and UTC, whose
  /// difference is the offset. A draft has only the local time.
  private static func date(
    of item: WordPressItem, _ localOffset: @Sendable (Int64) -> Int
  ) throws -> (EntryDate, Timestamp) {
    let written = PartialDate(item["wp:post_date"])
    let universal = PartialDate(item["wp:post_date_gmt"])?.date { _ in 0 }
    guard let date = written?.date(localOffset: { _ in 0 }) ?? universal else {
      guard !item["wp:post_date"].isEmpty else { throw EntryFieldError.noDate }
      throw EntryFieldError.invalidDate(item["wp:post_date"])
    }
    let offset = universal.map { Int(clamping: date.instant - $0.instant) }
    let zoned =
      if let universal, let offset, abs(offset) < 16 * 3600, offset % 900 == 0, written != nil {
        EntryDate(instant: universal.instant, withinCalendar: offset)
      } else {
        written?.date(localOffset: localOffset) ?? date
      }
    return (zoned, Timestamp(milliseconds: zoned.instant * 1000))
  }

  private mutating func text(
    _ uploads: inout Uploads, _ lookup: inout PhotoLookup
  ) throws -> String {
    let html = html(uploads)
    // Most pictures link to the full-size version.
    var links: [String?] = []
    return try HTMLMarkdown.markdown(of: html) { address, words in
      markdown(forImageAt: links.last?.flatMap(\.self) ?? address, words, &uploads, &lookup)
    } piece: { piece in
      switch piece {
      case .begin("a", let attributes):
        let address = attributes["href"] ?? ""
        let isPhoto = MediaType.isPhoto(named: address)
        links.append(isPhoto ? address : nil)
        if !isPhoto { attach(fileAt: address, &uploads, &lookup) }
        return isPhoto ? nil : piece
      case .end("a"): return links.popLast()?.flatMap(\.self) == nil ? piece : nil
      default: return piece
      }
    }
  }

  private func html(_ uploads: Uploads) -> String {
    WordPressText.html(of: item["content:encoded"]) { uploads.gallery($0, of: item.id) }
  }

  /// Attaches an uploaded file that the text links to.
  private mutating func attach(
    fileAt address: String, _ uploads: inout Uploads, _ lookup: inout PhotoLookup
  ) {
    guard Self.isUpload(address), case .otherFile(let path) = Self.find(address, &lookup) else {
      return
    }
    uploads.shown.insert(Self.name(of: address))
    placing.attach(path, named: path)
  }

  private mutating func markdown(
    forImageAt address: String, _ words: String, _ uploads: inout Uploads,
    _ lookup: inout PhotoLookup
  ) -> String? {
    uploads.shown.insert(Self.name(of: address))
    let result = Self.find(address, &lookup)
    let caption = words.split(whereSeparator: \.isNewline).joined(separator: " ")
    if let markdown = placing.markdown(result, named: address, caption: caption) {
      return markdown
    }
    guard case .remote = result, !address.hasPrefix("data:") else { return nil }
    return "![\(caption)](\(address.replacing(" ", with: "%20")))"
  }

  private static func isUpload(_ address: String) -> Bool { address.contains("/uploads/") }

  /// Finds an uploaded file next to the export, for example in a copy of the `uploads` folder.
  fileprivate static func find(_ address: String, _ lookup: inout PhotoLookup) -> PhotoLookup.Result
  {
    guard isUpload(address), !address.hasPrefix("data:") else {
      return lookup.photo(at: address, from: "")
    }
    let parts = address.prefix { $0 != "?" }.split(separator: "/")
    let path = parts.drop { $0 != "uploads" }.dropFirst().joined(separator: "/")
    for path in [path, path.percentDecoded ?? path, name(of: path)] {
      let result = lookup.photo(named: path, near: "")
      if case .missing = result { continue }
      return result
    }
    return lookup.photo(at: address, from: "")
  }

  /// Returns the part of a URL after the uploads folder, without the size in the name of a scaled
  /// copy: `2014/05/fog.jpg` for `2014/05/fog-300x200.jpg`.
  fileprivate static func name(of address: String) -> String {
    let parts = address.prefix { $0 != "?" }.split(separator: "/")
    let path = parts.contains("uploads") ? parts.drop { $0 != "uploads" }.dropFirst() : parts[...]
    return path.joined(separator: "/").replacing(/-\d{1,5}x\d{1,5}(?=\.\w{1,5}$)/, with: "")
  }
}

extension HTMLMarkdown {
  /// Returns the words of an HTML text on one line.
  static func plainText(of html: String) throws -> String {
    guard MixedHTML.isHTML(html) else { return html }
    var words = ""
    try MarkupPieces.read(html) { if case .text(let text) = $0 { words += text } }
    return words.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

/// Converts the text of a post to standard HTML: line ends become line breaks and paragraphs, and
/// shortcodes become elements.
struct WordPressText {
  /// The longest shortcode in bytes.
  private static let maxShortcodeLength = 1000

  /// Returns the URLs of a gallery's pictures: those with the given IDs, or else all of the post.
  private let gallery: ([String]?) -> [String]
  private var result = ""
  /// The start of the open caption in `result`, and the caption's text in its attribute.
  private var caption: (start: Int, words: String)?

  static func html(of content: String, gallery: @escaping ([String]?) -> [String]) -> String {
    var text = WordPressText(gallery: gallery)
    text.addPieces(of: content.replacing("\r\n", with: "\n"))
    // The block editor writes paragraphs as elements.
    return content.contains("<!-- wp:") ? text.result : withParagraphs(text.result)
  }

  private init(gallery: @escaping ([String]?) -> [String]) { self.gallery = gallery }

  private mutating func addPieces(of content: String) {
    var rest = Substring(content)
    while let open = rest.utf8.firstIndex(of: UInt8(ascii: "[")) {
      result += rest[..<open]
      rest = rest[open...]
      let inside = rest.utf8.dropFirst().prefix(Self.maxShortcodeLength)
      if let close = inside.firstIndex(where: { $0 == UInt8(ascii: "]") || $0 == UInt8(ascii: "[") }
      ),
        rest.utf8[close] == UInt8(ascii: "]"),
        let html = html(for: rest[rest.utf8.index(after: open)..<close])
      {
        result += html
        rest = rest[close...].dropFirst()
      } else {
        result += "["
        rest = rest.dropFirst()
      }
    }
    result += rest
  }

  /// Returns the HTML for a shortcode; `nil` for any other text in brackets.
  private mutating func html(for shortcode: Substring) -> String? {
    let name = shortcode.prefix { $0 == "/" || $0.isLetter }
    lazy var attributes = Self.attributes(of: shortcode.dropFirst(name.count))
    switch name {
    case "caption", "wp_caption":
      caption = (result.utf8.count, attributes["caption"] ?? "")
      return "<figure>"
    case "/caption", "/wp_caption": return endCaption()
    case "gallery":
      let ids = (attributes["ids"] ?? attributes["include"])?.split(separator: ",").map {
        String($0.trimmed)
      }
      return gallery(ids).map { address in
        ["<p><img", "src=\"\(address.replacing("\"", with: "%22"))\"></p>"].joined(separator: " ")
      }.joined()
    case "audio", "video":
      let address = ["src", "mp4", "m4v", "webm", "mp3", "m4a", "ogg", "wav"].lazy
        .compactMap { attributes[$0] }.first
      return address.map { "<p><a href=\"\($0)\">\($0)</a></p>" }
    case "embed", "/embed", "/audio", "/video": return ""
    default: return nil
    }
  }

  /// Returns the end of a caption, whose text follows its picture.
  private mutating func endCaption() -> String {
    guard let (start, words) = caption else { return "" }
    caption = nil
    let begin = result.utf8.index(result.utf8.startIndex, offsetBy: start)
    let inside = result[begin...]
    var end = inside.startIndex
    if let image = inside.firstRange(of: "<img"),
      let close = inside[image.upperBound...].firstIndex(of: ">")
    {
      end = inside.index(after: close)
      let rest = inside[end...].drop(while: \.isWhitespace)
      if rest.hasPrefix("</a>") { end = rest.index(rest.startIndex, offsetBy: 4) }
    } else {
      return "</figure>"
    }
    let written = String(inside[end...].trimmed)
    result.removeSubrange(end...)
    return "<figcaption>\(written.isEmpty ? words : written)</figcaption></figure>"
  }

  private static func attributes(of text: Substring) -> [String: String] {
    var found: [String: String] = [:]
    for match in text.matches(of: /([a-z0-9]+) *= *(?:"([^"]*)"|'([^']*)'|([^ "']+))/) {
      found[String(match.1)] = String(match.2 ?? match.3 ?? match.4 ?? "")
    }
    return found
  }

  /// Returns HTML for a text of the classic editor, in which an empty line begins a paragraph, and
  /// a line end is a line break.
  private static func withParagraphs(_ text: String) -> String {
    var result: [UInt8] = []
    var isInTag = false
    var isVerbatim = false
    var newlines = 0
    let bytes = Array(text.utf8)
    for (index, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: "<") {
        let name = String(decoding: bytes[(index + 1)...].prefix(4), as: UTF8.self).lowercased()
        isInTag = name.first.map { $0.isLetter || "/!".contains($0) } ?? false
        if name == "pre>" || name == "pre " { isVerbatim = true }
        if name == "/pre" { isVerbatim = false }
      }
      if byte == 0x0A, !isInTag, !isVerbatim {
        newlines += 1
        continue
      }
      if newlines > 0, !(byte == 0x20 || byte == 0x09) {
        result += (newlines > 1 ? "<p>" : "<br>").utf8
        newlines = 0
      }
      if byte == UInt8(ascii: ">") { isInTag = false }
      result.append(byte)
    }
    return String(decoding: result, as: UTF8.self)
  }
}
