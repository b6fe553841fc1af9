import DiaryCore

/// An entry as a Markdown file: its front matter and its body, see `FrontMatter` and
/// `MarkdownBody`.
///
/// An import reads it back as it was. Where that can't be told from the body alone, for the text has
/// links to files that look like those of the export, it stands in the front matter as well.
enum MarkdownDocument {
  /// `file` is the name in `photos/` of the photos that were exported.
  static func write(_ entry: Entry, file: (AssetID) -> String?) -> [UInt8] {
    var links = MarkdownLinks()
    for photo in entry.photos {
      if let file = file(photo.asset) { links.add(photo.asset, at: MarkdownLinks.folder + file) }
    }
    let body = MarkdownBody.write(entry.content, entry.photos, links)
    var isPlain = true
    let text = MarkdownBody.read(body, links) { image in
      // An import would look for the file.
      if !image.isElsewhere { isPlain = false }
      return nil
    }
    var document = FrontMatter.write(
      entry, holdsContent: !isPlain || !text.isExactly(entry.content)
    ) { links.file(of: $0.asset) }
    document += body.utf8
    return document
  }
}
