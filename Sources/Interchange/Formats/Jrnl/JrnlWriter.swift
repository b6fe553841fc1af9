import DiaryCore

/// `journal.txt`, which jrnl reads, oldest entry first; photos and attachments beside
/// it.
struct JrnlWriter: DiaryWriter, ~Copyable {
  private var document: ExportDocument
  private var isFirst = true

  init(_ tree: inout ExportTree, options: ExportOptions) throws(DiaryError) {
    document = try ExportDocument("journal.txt", in: &tree)
  }

  mutating func add(
    _ entry: Entry, to tree: inout ExportTree, file: (AssetFile) -> String?
  ) throws(DiaryError) -> Int64 {
    let text = (isFirst ? "" : "\n") + JrnlEntryText.write(entry, file: file)
    isFirst = false
    return try document.write(text.utf8)
  }

  mutating func finish(_ tree: inout ExportTree) throws(DiaryError) -> Int64 {
    try document.finish(&tree)
  }
}
