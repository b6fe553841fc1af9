import System

/// Reads what Apple's Journal exports: a page of HTML for each entry in `Entries`, and the photos, films
/// and recordings of all in `Resources`.
struct AppleJournalReader: EntryFileReader {
  private static let lookedAt = 20
  static let folder = "Entries"

  var entryFiles: EntryFiles

  static func recognizes(_ tree: ImportTree) -> Bool {
    guard !tree.isFile, tree.folders().contains(folder) else { return false }
    let pages = tree.files(in: folder).lazy.filter { isPage($0) }
    return pages.prefix(lookedAt).contains { page in
      let text = String(decoding: tree.head(of: "\(folder)/\(page)", 1 << 16), as: UTF8.self)
      return text.contains("pageHeader") || text.contains("bodyText")
    }
  }

  private static func isPage(_ file: String) -> Bool {
    ["html", "htm"].contains(MarkdownFiles.ending(of: file))
  }

  init(_ tree: ImportTree, defaults: EntryDraft.Defaults) {
    entryFiles = EntryFiles(
      tree, defaults,
      isEntry: { Path.split($0).folder == Self.folder && Self.isPage($0) },
      isPart: { $0 == "index.html" || MarkdownFiles.ending(of: $0) == "css" })
  }

  mutating func items(of file: String, at place: ImportPosition) throws(EntryFieldError)
    -> [ReadItem]
  {
    let html = String(decoding: try entryFiles.text(of: file), as: UTF8.self)
    return try AppleJournalEntry.read(AppleJournalPage(html), at: file, in: &entryFiles)
      .items(at: place)
  }
}
