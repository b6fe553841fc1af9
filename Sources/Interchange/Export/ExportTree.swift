import Crypto
import DiaryCore

/// The files of an export as they are to be. What an earlier export already has stays there;
/// the rest is written to the sink.
struct ExportTree: ~Copyable {
  private(set) var files: [ExportedFile] = []
  /// Those of the files that are in the sink.
  private(set) var staged: [ExportPath] = []
  private let earlier: [ExportPath: ExportedFile.Content]
  /// The folder that is brought up to date, if one is.
  private let target: Folder?
  let sink: any ExportSink
  private var names = UniqueNames()

  init(sink: any ExportSink, target: consuming Folder? = nil, earlier: ExportManifest? = nil) {
    self.sink = sink
    self.target = target
    self.earlier = Dictionary(
      (earlier?.files ?? []).map { ($0.path, $0.content) }, uniquingKeysWith: { $1 })
  }

  /// A path of its own for a new file, not that of a file which a person put there.
  mutating func path(in folder: String, stem: String, fileExtension: String) -> ExportPath {
    // Taken out meanwhile, for `isForeign` reads the rest.
    var names = UniqueNames()
    swap(&names, &self.names)
    defer { swap(&names, &self.names) }
    return names.path(in: folder, stem: stem, fileExtension: fileExtension) { isForeign($0) }
  }

  private func isForeign(_ path: ExportPath) -> Bool {
    earlier[path] == nil && target?.status(at: path) != nil
  }

  /// Takes a file that is known whole into the export, and writes it if it has to be.
  mutating func write(_ bytes: [UInt8], to path: ExportPath) throws(DiaryError) {
    let digest = AssetID(digest: SHA256.hash(data: bytes))
    if add(ExportedFile(path: path, content: .text(digest))) { try sink.write(bytes, to: path) }
  }

  /// Takes a file into the export. Returns whether it has to be written to the sink: not if the
  /// earlier export wrote the same there, even if a person has changed it since.
  mutating func add(_ file: ExportedFile) -> Bool {
    files.append(file)
    if earlier[file.path] == file.content, target?.holdsFile(file.path) == true { return false }
    staged.append(file.path)
    return true
  }

  /// Takes back a file that could not be written.
  mutating func remove(_ path: ExportPath) {
    files.removeAll { $0.path == path }
    staged.removeAll { $0 == path }
  }

  /// The files of the earlier export that the new one doesn't have: those that may go, and those that
  /// a person has changed since.
  func obsolete() -> (removable: [ExportPath], edited: [ExportPath]) {
    let current = Set(files.map(\.path))
    var found: (removable: [ExportPath], edited: [ExportPath]) = ([], [])
    for (path, content) in earlier where !current.contains(path) {
      if isEdited(path, since: content) {
        found.edited.append(path)
      } else {
        found.removable.append(path)
      }
    }
    found.edited.sort { $0.text < $1.text }
    return found
  }

  /// Only texts are looked into.
  private func isEdited(_ path: ExportPath, since content: ExportedFile.Content) -> Bool {
    guard case .text(let digest) = content, let found = target?.digest(of: path) else {
      return false
    }
    return found != digest
  }
}
