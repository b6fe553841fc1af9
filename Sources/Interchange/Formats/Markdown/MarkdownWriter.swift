import DiaryCore
import System

/// Exports each entry as a Markdown file, in one folder per year.
struct MarkdownWriter: DiaryWriter {
  private let comments: ExportComments

  init(_ context: ExportContext, _ tree: inout ExportTree) { comments = context.comments }

  mutating func add(
    _ entry: Entry, to tree: inout ExportTree, file: (AssetFile) -> String?
  ) async throws {
    let comments = try await comments.members(of: entry.id)
    let text = MarkdownDocument.write(entry, comments, file: file)
    let day = entry.date.day.description
    let path = tree.path(
      in: String(day.dropLast("-mm-dd".count)),
      stem: SafeFileName.make(day: day, from: entry.title), fileExtension: "md")
    try tree.write(text, to: path)
  }

  mutating func finish(_ tree: inout ExportTree) {}
}

/// Writes an entry as a Markdown file with a front matter and a body, see `FrontMatter` and
/// `MarkdownBody`.
///
/// An import restores the same entry. If the text contains links that look like those of the
/// export, the body is ambiguous, and the front matter contains the text as well.
enum MarkdownDocument {
  /// The relative path from an entry's file to the root of the export.
  private static let rootPath = "../"

  /// Returns the contents of an entry's file.
  ///
  /// - Parameter file: returns the path of a file in the export, or `nil` if it wasn't exported.
  static func write(
    _ entry: Entry, _ comments: [JSONMember] = [], file: (AssetFile) -> String?
  ) -> [UInt8] {
    var links = MarkdownLinks()
    for named in entry.files {
      if let path = file(named) { links.add(named.asset, at: rootPath + path) }
    }
    let body = MarkdownBody.write(entry.content, entry.photos, entry.attachments, links)
    var isPlain = true
    let text = MarkdownBody.read(body, links) { image in
      // An import would look for this file.
      if !image.isElsewhere { isPlain = false }
      return nil
    }
    var document = FrontMatter.write(
      entry, comments, holdsContent: !isPlain || !text.isExactly(entry.content)
    ) { links.file(of: $0.asset) }
    document += body.utf8
    return document
  }
}

/// Reads the Markdown files that this program has exported.
enum ExportedEntry {
  /// Returns `true` if a front matter has all members that an export writes.
  static func isExported(_ members: [JSONMember]) -> Bool {
    let json = JSONValue.object(members)
    return json["id"]?.string.flatMap { ID<Entry>($0) } != nil && json["photos"]?.array != nil
      && ["date", "title", "journal", "author", "created", "modified"].allSatisfy {
        json[$0]?.string != nil
      }
  }

  static func read(
    _ source: MarkdownEntry.Source, in files: inout EntryFiles
  ) throws -> ForeignEntry {
    let root = files.tree.root
    let json = JSONValue.object(source.members)
    let folder = Path.split(source.path).folder
    var placing = PhotoPlacing(files.tree)
    var links = MarkdownLinks()
    var listed: [JSONValue] = []
    var drafts: [PhotoDraft] = []
    var described: [Photo] = []
    for photo in json["photos"]?.array ?? [] {
      let name = photo["name"]?.string ?? photo.string ?? "?"
      guard let file = photo["file"]?.string ?? photo.string else {
        placing.record(.missingPhoto(name))
        continue
      }
      guard case .found(let path) = files.lookup.photo(at: file, from: folder) else {
        placing.record(.missingPhoto(file))
        continue
      }
      let draft = try PhotoDraft(photo).found(at: "\(root)/\(path)")
      if let asset = draft.asset {
        links.add(asset, at: file)
        if let photo = Photo(photo) { described.append(photo) }
      }
      listed.append(photo)
      drafts.append(draft)
    }
    var attached: [(json: JSONValue, draft: AttachmentDraft)] = []
    var describedFiles: [Attachment] = []
    let isListed = json["attachments"]?.array != nil
    for object in json["attachments"]?.array ?? [] {
      let name = object["name"]?.string ?? object.string ?? "?"
      guard let file = object["file"]?.string ?? object.string,
        let path = files.lookup.file(at: file, from: folder)
      else {
        placing.record(.missingAttachment(name))
        continue
      }
      attached.append((object, try AttachmentDraft(object).found(at: "\(root)/\(path)")))
      if let attachment = Attachment(object) {
        links.add(attachment.asset, at: file)
        describedFiles.append(attachment)
      }
    }
    // Imports photos that the user has added to the exported file.
    var content = MarkdownBody.read(source.body, links) { image in
      guard case .address(let address) = image.target,
        case .found(let path) = files.lookup.photo(at: address, from: folder)
      else { return nil }
      return "![\(image.words)](photo:\(placing.place(path, caption: image.words)))"
    }
    var added = placing.drafts
    var addedFiles = placing.attachments
    // The front matter has the exact text, which counts unless the body was edited.
    if let exact = json["content"]?.string,
      MarkdownBody.write(exact, described, describedFiles, links).isExactly(source.body)
    {
      (content, added, addedFiles) = (exact, [], [])
    }
    let members = source.members.map { member in
      switch member.name {
      case "photos": JSONMember("photos", .array(listed))
      case "attachments" where isListed:
        JSONMember("attachments", .array(attached.map(\.json)))
      default: member
      }
    }.filter { $0.name != "content" }
    let draft = try EntryDraft(
      .object(members + [JSONMember("content", .string(content))]), defaults: files.defaults)
    placing.drafts = drafts + added
    placing.attachments = attached.map(\.draft) + addedFiles
    return ForeignEntry(entry: draft.entry, placing: placing, comments: draft.comments)
  }
}

/// Writes and parses the part after the front matter:
///
///     an empty line, the text with links in place of its photo references, a line end,
///     and, if some photos have no place in the text or there are attachments, `photosMark` and a
///     link to each.
///
/// The last `photosMark` always belongs to the export: if an entry's text contains one, the export
/// adds another, even if no photo follows.
enum MarkdownBody {
  static let photosMark = "<!-- photos -->"

  static func write(
    _ content: String, _ photos: [Photo], _ attachments: [Attachment], _ links: MarkdownLinks
  ) -> String {
    var placed: Set<AssetID> = []
    let known = Set(photos.map(\.asset))
    let text = PhotoReference.replaced(in: content) { asset, caption in
      guard known.contains(asset), let address = links.address(of: asset) else { return nil }
      placed.insert(asset)
      return "![\(caption)](\(address))"
    }
    var body = "\n\(text)\n"
    let others = photos.filter { !placed.contains($0.asset) && links.file(of: $0.asset) != nil }
    let attached = attachments.filter { links.file(of: $0.asset) != nil }
    if !others.isEmpty || !attached.isEmpty
      || !photosMark.utf8.places(in: content.utf8).isEmpty
    {
      body += "\n\(photosMark)\n"
      for photo in others {
        guard let address = links.address(of: photo.asset) else { continue }
        body += "\n![\(escaped(photo.caption))](\(address))\n"
      }
      for attachment in attached {
        guard let address = links.address(of: attachment.asset) else { continue }
        body += "\n[\(escaped(attachment.name))](\(address))\n"
      }
    }
    return body
  }

  /// Restores the text of a body, which may have been edited.
  ///
  /// - Parameter reference: returns the Markdown for an image that isn't in `links`.
  static func read(
    _ body: String, _ links: MarkdownLinks,
    reference: (MarkdownImages.Image) -> String? = { _ in nil }
  ) -> String {
    var text = Substring(body)
    if text.utf8.first == 0x0A { text = Substring(text.utf8.dropFirst()) }
    text = withoutList(text, links)
    if text.utf8.last == 0x0A { text = Substring(text.utf8.dropLast()) }
    return MarkdownImages.replaced(in: String(text)) { image in
      if case .address(let address) = image.target, let asset = links.asset(at: address) {
        return "![\(image.words)](photo:\(asset))"
      }
      return reference(image)
    }
  }

  /// Returns a text without the last `photosMark` and the links after it. If anything else follows
  /// the mark, the text is returned unchanged.
  private static func withoutList(_ text: Substring, _ links: MarkdownLinks) -> Substring {
    let line = "\n\(photosMark)\n"
    guard let start = line.utf8.places(in: text.utf8).last else { return text }
    let list = text.utf8[start...].dropFirst(line.utf8.count)
    for line in list.split(separator: 0x0A) {
      var isLink = false
      // A link is parsed as an image, with an exclamation mark added.
      let image = line.first == UInt8(ascii: "!") ? "" : "!"
      _ = MarkdownImages.replaced(in: image + String(Substring(line))) { image in
        if case .address(let address) = image.target { isLink = links.asset(at: address) != nil }
        return nil
      }
      guard isLink else { return text }
    }
    return Substring(text.utf8[..<start])
  }

  /// Returns a caption with its brackets escaped. The exact caption is in the front matter.
  private static func escaped(_ caption: String) -> String {
    var result = ""
    for character in caption.printable {
      if character == "[" || character == "]" || character == "\\" { result += "\\" }
      result.append(character)
    }
    return result
  }
}

extension String.UTF8View {
  /// Returns the indices at which this text occurs in `text`. Foundation-free standard searches are
  /// ten times slower.
  fileprivate func places<Text: BidirectionalCollection<UInt8>>(in text: Text) -> [Text.Index] {
    guard let mark = first(where: { $0 != 0x0A }) else { return [] }
    let before = prefix { $0 == 0x0A }.count
    var places: [Text.Index] = []
    var rest = text[...]
    while let found = rest.firstIndex(of: mark) {
      if let start = text.index(found, offsetBy: -before, limitedBy: text.startIndex),
        text[start...].starts(with: self)
      {
        places.append(start)
      }
      rest = rest[found...].dropFirst()
    }
    return places
  }
}
