import DiaryCore

/// Writes the entries of an export in one format: a type for each, which `ExportRun.write` names.
///
/// Its files go into the tree, which tells of each whether it has to be written. Photos and
/// attachments are in the tree before an entry comes that shows them.
protocol DiaryWriter: ~Copyable {
  /// Whether the export holds a copy of each photo and attachment.
  static var copiesFiles: Bool { get }

  /// Begins the export; `options` are what the person chose.
  init(_ tree: inout ExportTree, options: ExportOptions) throws(DiaryError)

  /// Looks at the export as a whole before the first entry comes; most formats needn't.
  mutating func begin(
    _ context: ExportContext, _ tree: inout ExportTree
  ) async throws(DiaryError)

  /// Takes the next entry. `file` is the path in the export of each photo and attachment that was
  /// exported. Returns how many bytes were written.
  mutating func add(
    _ entry: Entry, to tree: inout ExportTree, file: (AssetFile) -> String?
  ) async throws(DiaryError) -> Int64

  /// Ends the export. Returns how many bytes were written.
  mutating func finish(_ tree: inout ExportTree) async throws(DiaryError) -> Int64
}

extension DiaryWriter where Self: ~Copyable {
  static var copiesFiles: Bool { true }
  mutating func begin(_ context: ExportContext, _ tree: inout ExportTree) {}
}
