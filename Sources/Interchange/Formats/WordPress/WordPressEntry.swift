import DiaryCore
import System

/// The entry of a post or a page of WordPress.
struct WordPressEntry {
  /// The addresses of uploaded files, by their ids and by the posts that they belong to.
  struct Uploads {
    /// More belong to no site that one person writes.
    private static let most = 1_000_000

    private(set) var addresses: [String: String] = [:]
    private var ids: [String: [String]] = [:]
    /// The pictures that a post shows, by their names without a size.
    fileprivate var shown: Set<String> = []

    mutating func add(_ item: WordPressItem) {
      let address = item["wp:attachment_url"]
      guard item.type == "attachment", !address.isEmpty, addresses.count < Self.most else { return }
      addresses[item.id] = address
      ids[item["wp:post_parent"], default: []].append(item.id)
    }

    /// The pictures of a gallery: with these ids, or all of a post.
    fileprivate func gallery(_ given: [String]?, of post: String) -> [String] {
      (given ?? ids[post] ?? []).compactMap { addresses[$0] }
    }

    fileprivate func isShown(_ address: String) -> Bool {
      shown.contains(WordPressEntry.name(of: address))
    }

    /// The addresses of those that no post shows and that no file here is.
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
  ) throws(EntryFieldError) -> ForeignEntry {
    if item.isTooLong { throw .tooLong }
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
      tags.append(try HTMLMarkdown.words(of: term.name))
    }
    if item.type == "page" { tags.append("page") }
    if ["draft", "pending"].contains(status) { tags.append("draft") }
    let fields = EntryFields(
      date: date, title: try HTMLMarkdown.words(of: item["title"]), content: text, tags: tags,
      journal: journal, details: EntryDetails(isPinned: item["wp:is_sticky"] == "1"))
    let carried = ["link", "dc:creator", "excerpt:encoded", "wp:status"].compactMap { name in
      item[name].isEmpty || item[name] == "publish"
        ? nil
        : JSONMember(
          String(name.split(separator: ":").last { $0 != "encoded" } ?? ""), .string(item[name]))
    }
    let modified = WrittenDate(item["wp:post_modified_gmt"])?.date { _ in 0 }
    return ForeignEntry(
      entry: Entry(
        .wordpress, words, fields, author: defaults.author, created: created,
        modified: modified.map { Timestamp(milliseconds: $0.instant * 1000) }, carrying: carried),
      placing: entry.placing)
  }

  /// WordPress writes the time of the site and the same in UTC, which give the zone. A draft has the first alone.
  private static func date(
    of item: WordPressItem, _ localOffset: @Sendable (Int64) -> Int
  ) throws(EntryFieldError) -> (EntryDate, Timestamp) {
    let written = WrittenDate(item["wp:post_date"])
    let universal = WrittenDate(item["wp:post_date_gmt"])?.date { _ in 0 }
    guard let date = written?.date(localOffset: { _ in 0 }) ?? universal else {
      guard !item["wp:post_date"].isEmpty else { throw .noDate }
      throw .invalidDate(item["wp:post_date"])
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
  ) throws(EntryFieldError) -> String {
    let html = html(uploads)
    // A picture mostly links to itself in its full size.
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
    placing.attach(path, called: path)
  }

  private mutating func markdown(
    forImageAt address: String, _ words: String, _ uploads: inout Uploads,
    _ lookup: inout PhotoLookup
  ) -> String? {
    uploads.shown.insert(Self.name(of: address))
    let result = Self.find(address, &lookup)
    let caption = words.split(whereSeparator: \.isNewline).joined(separator: " ")
    if let markdown = placing.markdown(result, called: address, caption: caption) {
      return markdown
    }
    guard case .remote = result, !address.hasPrefix("data:") else { return nil }
    return "![\(caption)](\(address.replacing(" ", with: "%20")))"
  }

  private static func isUpload(_ address: String) -> Bool { address.contains("/uploads/") }

  /// An uploaded file next to the export, such as a copy of the folder `uploads`.
  fileprivate static func find(_ address: String, _ lookup: inout PhotoLookup) -> PhotoLookup.Result
  {
    guard isUpload(address), !address.hasPrefix("data:") else {
      return lookup.photo(at: address, from: "")
    }
    let parts = address.prefix { $0 != "?" }.split(separator: "/")
    let path = parts.drop { $0 != "uploads" }.dropFirst().joined(separator: "/")
    for path in [path, path.percentDecoded ?? path, name(of: path)] {
      let result = lookup.photo(called: path, near: "")
      if case .missing = result { continue }
      return result
    }
    return lookup.photo(at: address, from: "")
  }

  /// An address from the folder of uploads on, without the size that a smaller copy is called after: of
  /// `2014/05/fog-300x200.jpg`, `2014/05/fog.jpg`.
  fileprivate static func name(of address: String) -> String {
    let parts = address.prefix { $0 != "?" }.split(separator: "/")
    let path = parts.contains("uploads") ? parts.drop { $0 != "uploads" }.dropFirst() : parts[...]
    return path.joined(separator: "/").replacing(/-\d{1,5}x\d{1,5}(?=\.\w{1,5}$)/, with: "")
  }
}

extension HTMLMarkdown {
  /// The words of a text in HTML on one line.
  static func words(of html: String) throws(EntryFieldError) -> String {
    guard LooseHTML.isHTML(html) else { return html }
    var words = ""
    try MarkupPieces.read(html) { if case .text(let text) = $0 { words += text } }
    return words.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
