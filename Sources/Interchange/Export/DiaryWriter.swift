import DiaryCore
import System

/// Writes the entries of an export in one format: a type for each, which `ExportRun.write` names.
///
/// Its files go into the tree, which tells of each whether it has to be written. Photos and
/// attachments come before an entry that shows them.
protocol DiaryWriter: ~Copyable {
  /// Whether the export has the bytes of each photo and attachment.
  static var copiesFiles: Bool { get }
  /// Whether photos and attachments go into a file of the writer's, and not beside it into folders.
  static var packsFiles: Bool { get }

  /// How many photos it has drawn so far, where it copies none.
  var drawnPhotos: Int { get }

  /// Begins the export, and may look at it as a whole before the first entry comes.
  init(_ context: ExportContext, _ tree: inout ExportTree) async throws(DiaryError)

  /// Takes a photo or an attachment, whose bytes as they are exported are in an open file, if the
  /// writer packs them.
  mutating func pack(_ file: AssetFile, _ bytes: borrowing OpenFile) throws(DiaryError)

  /// Takes the next entry. `file` is the path in the export of each photo and attachment that was
  /// exported.
  mutating func add(
    _ entry: Entry, to tree: inout ExportTree, file: (AssetFile) -> String?
  ) async throws(DiaryError)

  /// Ends the export.
  mutating func finish(_ tree: inout ExportTree) async throws(DiaryError)
}

extension DiaryWriter where Self: ~Copyable {
  static var copiesFiles: Bool { true }
  static var packsFiles: Bool { false }
  var drawnPhotos: Int { 0 }

  mutating func pack(_ file: AssetFile, _ bytes: borrowing OpenFile) {}
}
