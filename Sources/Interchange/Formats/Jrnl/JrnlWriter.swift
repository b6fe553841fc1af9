import DiaryCore

/// `journal.txt`, which jrnl reads, oldest entry first; photos and attachments beside
/// it.
struct JrnlWriter: DiaryWriter, ~Copyable {
  private var document: ExportDocument
  private var isFirst = true

  init(_ context: ExportContext, _ tree: inout ExportTree) throws(DiaryError) {
    document = try ExportDocument("journal.txt", in: &tree)
  }

  mutating func add(
    _ entry: Entry, to tree: inout ExportTree, file: (AssetFile) -> String?
  ) throws(DiaryError) {
    let text = (isFirst ? "" : "\n") + JrnlEntryText.write(entry, file: file)
    isFirst = false
    try document.write(text.utf8)
  }

  mutating func finish(_ tree: inout ExportTree) throws(DiaryError) {
    try document.finish(&tree)
  }
}
