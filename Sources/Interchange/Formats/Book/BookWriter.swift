import DiaryCore

/// A book of the diary, month by month, as one PDF.
struct BookWriter: DiaryWriter {
  /// The book holds its own.
  static var copiesFiles: Bool { false }

  private var book: Book?
  var drawnPhotos: Int { book?.drawnPhotos ?? 0 }

  init(_ tree: inout ExportTree, options: ExportOptions) {}

  mutating func begin(
    _ context: ExportContext, _ tree: inout ExportTree
  ) async throws(DiaryError) {
    book = try await Book(context, tree)
  }

  mutating func add(
    _ entry: Entry, to tree: inout ExportTree, file: (AssetFile) -> String?
  ) async throws(DiaryError) -> Int64 {
    try await book?.add(entry)
    return 0
  }

  mutating func finish(_ tree: inout ExportTree) async throws(DiaryError) -> Int64 {
    try await book?.finish(&tree) ?? 0
  }
}
