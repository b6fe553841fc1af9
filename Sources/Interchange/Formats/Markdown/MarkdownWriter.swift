import DiaryCore

/// A Markdown file for each entry, in a folder for each year.
struct MarkdownWriter: DiaryWriter {
  init(_ context: ExportContext, _ tree: inout ExportTree) {}

  mutating func add(
    _ entry: Entry, to tree: inout ExportTree, file: (AssetFile) -> String?
  ) throws(DiaryError) {
    let text = MarkdownDocument.write(entry, file: file)
    let day = entry.date.day.description
    let path = tree.path(
      in: String(day.dropLast("-mm-dd".count)),
      stem: SafeFileName.make(day: day, from: entry.title), fileExtension: "md")
    try tree.write(text, to: path)
  }

  mutating func finish(_ tree: inout ExportTree) {}
}
