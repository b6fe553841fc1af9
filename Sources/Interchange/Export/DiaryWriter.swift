import DiaryCore

/// Writes the entries of an export in one format: a type for each, which `ExportRun.write` names.
///
/// Its files go into the tree, which tells of each whether it has to be written. Photos come before
/// an entry that shows them.
protocol DiaryWriter: ~Copyable {
  /// Whether photos go into a file of the writer's, and not beside it into `photos/`.
  static var packsPhotos: Bool { get }

  /// Begins the export; `options` are what the person chose.
  init(_ tree: inout ExportTree, options: ExportOptions) throws(DiaryError)

  /// Takes a photo, whose bytes as they are exported are in a file, if the writer packs photos.
  mutating func pack(_ photo: Photo, _ file: borrowing OutputFile) throws(DiaryError)

  /// Takes the next entry. `file` is the name in `photos/` of each photo that was exported. Returns
  /// how many bytes were written.
  mutating func add(
    _ entry: Entry, to tree: inout ExportTree, file: (AssetID) -> String?
  ) throws(DiaryError) -> Int64

  /// Ends the export. Returns how many bytes were written.
  mutating func finish(_ tree: inout ExportTree) throws(DiaryError) -> Int64
}

extension DiaryWriter where Self: ~Copyable {
  static var packsPhotos: Bool { false }

  mutating func pack(_ photo: Photo, _ file: borrowing OutputFile) {}
}
