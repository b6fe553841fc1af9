import DiaryCore

/// Reads a folder of Markdown files, an entry each: an export of this program, a vault
/// of Obsidian, the posts of a site made by Hugo or Jekyll, or plain files with dates in their names.
struct MarkdownReader: EntryFileReader {
  var entryFiles: EntryFiles

  static func recognizes(_ tree: ImportTree) -> Bool {
    let files = tree.allFiles()
    guard tree.isFile else { return MarkdownFiles.areDiary(files, in: tree) }
    return files.contains(where: MarkdownFiles.isMarkdown)
  }

  static func canRead(_ tree: ImportTree) -> Bool {
    tree.allFiles().contains { MarkdownFiles.isMarkdown($0) }
  }

  init(_ tree: ImportTree, defaults: EntryDraft.Defaults) {
    entryFiles = EntryFiles(tree, defaults, isEntry: MarkdownFiles.isMarkdown)
  }

  mutating func items(of file: String, at place: ImportPosition) throws(EntryFieldError)
    -> [ReadItem]
  {
    try Self.items(of: file, at: place, in: &entryFiles)
  }

  /// Returns what a file of Markdown holds, also among the files of another format.
  static func items(
    of file: String, at place: ImportPosition, in files: inout EntryFiles
  ) throws(EntryFieldError) -> [ReadItem] {
    let (source, problems) = try source(of: file, in: files)
    guard ExportedEntry.wrote(source.members) else {
      return try MarkdownEntry.read(source, in: &files).items(at: place, after: problems)
    }
    return try ExportedEntry.read(source, in: &files)
      .items(at: place, after: problems, isOwn: true)
  }

  /// Returns the text of a file and its front matter, and what is wrong with that.
  static func source(
    of file: String, in files: EntryFiles
  ) throws(EntryFieldError) -> (MarkdownEntry.Source, problems: [ImportIssue]) {
    let text = try files.text(of: file)
    do throws(FrontMatterError) {
      return (try source(file, text), [])
    } catch {
      return (MarkdownEntry.Source(path: file, body: plain(text[...])), [.frontMatter(error)])
    }
  }

  private static func source(
    _ file: String, _ text: [UInt8]
  ) throws(FrontMatterError) -> MarkdownEntry.Source {
    guard let matter = try FrontMatterText.read(text) else {
      return MarkdownEntry.Source(path: file, body: plain(text[...]))
    }
    let isOwn = ExportedEntry.wrote(matter.members)
    return MarkdownEntry.Source(
      path: file, members: matter.members,
      body: isOwn ? String(decoding: matter.body, as: UTF8.self) : plain(matter.body, of: text),
      toml: matter.toml)
  }

  /// A text without the empty lines around it. One of a file whose first line ends as Windows ends
  /// lines has such ends throughout.
  static func plain(_ body: ArraySlice<UInt8>, of file: [UInt8]? = nil) -> String {
    let whole = file ?? Array(body)
    var bytes = body
    if let end = whole.firstIndex(of: 0x0A), end > 0, whole[end - 1] == 0x0D {
      var lines: [UInt8] = []
      lines.reserveCapacity(bytes.count)
      for byte in bytes {
        if byte == 0x0A, lines.last == 0x0D { lines.removeLast() }
        lines.append(byte)
      }
      bytes = lines[...]
    }
    bytes = bytes.drop { $0 == 0x0A || $0 == 0x0D }
    while let last = bytes.last, [0x0A, 0x0D, 0x20, 0x09].contains(last) { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }
}
