import DiaryCore

/// A small static site: the entries of each month on a page, and pages that lead to them.
struct SiteWriter: DiaryWriter {
  private var site: Site?

  init(_ tree: inout ExportTree, options: ExportOptions) {}

  mutating func begin(_ context: ExportContext, _ tree: inout ExportTree) async {
    site = await Site(context, &tree)
  }

  mutating func add(
    _ entry: Entry, to tree: inout ExportTree, file: (AssetFile) -> String?
  ) async throws(DiaryError) -> Int64 {
    try await site?.add(entry, to: &tree, file: file) ?? 0
  }

  mutating func finish(_ tree: inout ExportTree) throws(DiaryError) -> Int64 {
    try site?.finish(&tree) ?? 0
  }
}
