import Crypto
import DiaryCore

/// A Markdown file for each entry, in a folder for each year.
struct MarkdownWriter: DiaryWriter {
  init(_ tree: inout ExportTree, options: ExportOptions) {}

  mutating func add(
    _ entry: Entry, to tree: inout ExportTree, file: (AssetID) -> String?
  ) throws(DiaryError) -> Int64 {
    let text = MarkdownDocument.write(entry, file: file)
    let day = entry.date.day.description
    let path = tree.path(
      in: String(day.dropLast("-mm-dd".count)),
      stem: SafeFileName.make(day: day, from: entry.title), fileExtension: "md")
    let digest = AssetID(digest: SHA256.hash(data: text))
    guard tree.add(ExportedFile(path: path, content: .text(digest))) else { return 0 }
    try tree.staging.folder.newFile(at: path).write(text)
    return Int64(text.count)
  }

  mutating func finish(_ tree: inout ExportTree) -> Int64 { 0 }
}
