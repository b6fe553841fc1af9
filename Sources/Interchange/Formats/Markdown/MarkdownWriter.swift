import DiaryCore

/// A Markdown file for each entry, in a folder for each year.
struct MarkdownWriter: DiaryWriter {
  private let comments: ExportComments

  init(_ context: ExportContext, _ tree: inout ExportTree) { comments = context.comments }

  mutating func add(
    _ entry: Entry, to tree: inout ExportTree, file: (AssetFile) -> String?
  ) async throws(DiaryError) {
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

/// An entry as a Markdown file: its front matter and its body, see `FrontMatter` and
/// `MarkdownBody`.
///
/// An import reads it back as it was. Where that can't be told from the body alone, for the text has
/// links to files that look like those of the export, it stands in the front matter as well.
enum MarkdownDocument {
  /// From an entry's file to the top of the export.
  private static let way = "../"

  /// `file` is the path in the export of what was exported.
  static func write(
    _ entry: Entry, _ comments: [JSONMember] = [], file: (AssetFile) -> String?
  ) -> [UInt8] {
    var links = MarkdownLinks()
    for named in entry.files {
      if let path = file(named) { links.add(named.asset, at: way + path) }
    }
    let body = MarkdownBody.write(entry.content, entry.photos, entry.attachments, links)
    var isPlain = true
    let text = MarkdownBody.read(body, links) { image in
      // An import would look for the file.
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
