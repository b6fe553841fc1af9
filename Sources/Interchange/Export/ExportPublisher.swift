import Crypto
import DiaryCore
import System

/// Brings an export from its staging folder to its place.
struct ExportPublisher {
  let target: ExportTarget
  let manifest: ExportManifest

  /// Beside the target, on the same file system. A target that exists takes it in where that
  /// can't be, as at the root of a memory stick.
  func makeStaging() throws(DiaryError) -> StagingFolder {
    guard target.exists else { return try StagingFolder(in: target.parent, for: target.name) }
    if FileSystem.status(of: target.parent)?.device == FileSystem.status(of: target.path)?.device,
      let staging = try? StagingFolder(in: target.parent, for: target.name)
    {
      return staging
    }
    return try StagingFolder(in: target.path, for: target.name)
  }

  /// What became of the files of an earlier export that the new one doesn't have.
  struct Obsolete {
    var removed = 0
    /// Those that a person has changed, which stay as that person's own.
    var kept: [ExportPath] = []
  }

  /// Returns what became of an earlier export's files. `sink` is that of the tree.
  func publish(_ tree: borrowing ExportTree, _ sink: FolderSink) throws(DiaryError) -> Obsolete {
    var manifest = manifest
    manifest.files = tree.files
    guard target.earlier != nil || isInUse(sink.staging) else {
      try manifest.write(to: sink.staging.folder)
      try sink.staging.publish(as: target.name)
      return Obsolete()
    }
    return try update(manifest, tree, sink.staging.folder)
  }

  /// Whether the empty folder that is the target can't be replaced: someone stands in it, or it
  /// holds the staging folder.
  private func isInUse(_ staging: borrowing StagingFolder) -> Bool {
    guard target.exists else { return false }
    let here = FileSystem.status(of: ".")
    let there = FileSystem.status(of: target.path)
    return !target.isEmpty || staging.isInside(target.path)
      || (here?.inode == there?.inode && here?.device == there?.device)
  }

  private func update(
    _ manifest: ExportManifest, _ tree: borrowing ExportTree, _ staging: borrowing Folder
  ) throws(DiaryError) -> Obsolete {
    let (obsolete, edited) = tree.obsolete()
    let folder = try Folder(at: target.path)
    if target.earlier != nil, tree.staged.isEmpty, obsolete.isEmpty, edited.isEmpty {
      // Whoever put everything in its place may have been killed before that was durable.
      try folder.sync()
      if let parent = try? Folder(at: target.parent) { try parent.sync() }
      return Obsolete()
    }
    try staging.syncAll()

    // Before the first file moves, the manifest names old and new ones: if this is cut short,
    // the next export still knows every file of ours, and which to write again.
    var interim = manifest
    let staged = Set(tree.staged)
    for index in interim.files.indices where staged.contains(interim.files[index].path) {
      interim.files[index].content = .unknown
    }
    interim.files += obsolete.map { ExportedFile(path: $0, content: .unknown) }
    try interim.write(to: staging)
    try folder.take(ExportManifest.name, from: staging)

    do throws(DiaryError) {
      try folder.sync()
      for path in tree.staged { try folder.take(path, from: staging) }
      try Self.remove(obsolete, replacedBy: tree.staged, in: folder)
      Self.removeFolders(of: obsolete, in: folder)
      try manifest.write(to: staging)
      // What it says has to be there before it is: the next export believes it.
      try folder.syncAll()
      try folder.take(ExportManifest.name, from: staging)
      try folder.sync()
    } catch {
      throw undone(tree.staged, in: folder, after: error)
    }
    return Obsolete(removed: obsolete.count, kept: edited)
  }

  private static func remove(
    _ obsolete: [ExportPath], replacedBy staged: [ExportPath], in folder: borrowing Folder
  ) throws(DiaryError) {
    let successors = Dictionary(
      staged.map { ($0.text.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
    for path in obsolete {
      // Where names don't tell case, the old name of a file may be its new one as well.
      if let successor = successors[path.text.lowercased()],
        let old = folder.status(at: path), old.inode == folder.status(at: successor)?.inode
      {
        continue
      }
      try folder.remove(path)
    }
  }

  /// A new export takes back what it moved; an earlier one stays as far as it came.
  private func undone(
    _ paths: [ExportPath], in folder: borrowing Folder, after error: DiaryError
  ) -> DiaryError {
    guard case .export(let path, .failed(let reason)) = error else { return error }
    guard target.earlier == nil else { return .export(path: path, .incomplete(reason: reason)) }
    for path in paths { try? folder.remove(path) }
    try? folder.remove(file: ExportManifest.name)
    Self.removeFolders(of: paths, in: folder)
    return error
  }

  /// Removes the folders of these files that nothing is left in.
  private static func removeFolders(of paths: [ExportPath], in folder: borrowing Folder) {
    for name in Set(paths.compactMap(\.folder)) { folder.removeEmptyFolder(name) }
  }
}

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
