import DiaryCore

/// Writes the entries of an export in one format: a type for each, which `ExportRun.write` names.
///
/// Its files go into the tree, which tells of each whether it has to be written. Photos are in the
/// tree before an entry that shows them comes.
protocol DiaryWriter: ~Copyable {
  /// Begins the export; `options` are what the person chose.
  init(_ tree: inout ExportTree, options: ExportOptions) throws(DiaryError)

  /// Takes the next entry. `file` is the name in `photos/` of each photo that was exported. Returns
  /// how many bytes were written.
  mutating func add(
    _ entry: Entry, to tree: inout ExportTree, file: (AssetID) -> String?
  ) throws(DiaryError) -> Int64

  /// Ends the export. Returns how many bytes were written.
  mutating func finish(_ tree: inout ExportTree) throws(DiaryError) -> Int64
}
