import Crypto
import DiaryCore
import System

/// Moves an export from its staging folder to its destination.
struct ExportPublisher {
  let target: ExportTarget
  let manifest: ExportManifest

  /// Creates the staging folder next to the target, on the same file system. If that's impossible,
  /// as at the root of a memory stick, creates it in the target.
  func makeStaging() throws(DiaryError) -> StagingFolder {
    guard target.exists else { return try StagingFolder(in: target.parent, for: target.name) }
    if FileSystem.status(of: target.parent)?.device == FileSystem.status(of: target.path)?.device,
      let staging = try? StagingFolder(in: target.parent, for: target.name)
    {
      return staging
    }
    return try StagingFolder(in: target.path, for: target.name)
  }

  /// The files of an earlier export that the new one doesn't have.
  struct Obsolete {
    var removed = 0
    /// The files kept because the user edited them.
    var kept: [ExportPath] = []
  }

  /// Publishes the tree's files from its sink.
  /// - Returns: the removed and kept files of an earlier export.
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

  /// Returns `true` if the target is an existing folder that can't be replaced: it isn't empty, is
  /// the current directory, or contains the staging folder.
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
      // The process that wrote everything may have been killed before it was durable.
      try folder.sync()
      if let parent = try? Folder(at: target.parent) { try parent.sync() }
      return Obsolete()
    }
    try staging.syncAll()

    // Before the first file moves, publish a manifest that lists old and new files. After an
    // interruption, the next export then knows all files of the export and which ones to write
    // again.
    var interim = manifest
    let staged = Set(tree.staged)
    for index in interim.files.indices where staged.contains(interim.files[index].path) {
      interim.files[index].content = .unknown
    }
    interim.files += obsolete.map { ExportedFile(path: $0, content: .unknown) }
    try interim.write(to: staging)
    try folder.move(ExportManifest.name, from: staging)

    do throws(DiaryError) {
      try folder.sync()
      for path in tree.staged { try folder.move(path, from: staging) }
      try Self.remove(obsolete, replacedBy: tree.staged, in: folder)
      Self.removeFolders(of: obsolete, in: folder)
      try manifest.write(to: staging)
      // The manifest's files must be durable before it is: the next export trusts it.
      try folder.syncAll()
      try folder.move(ExportManifest.name, from: staging)
      try folder.sync()
    } catch {
      throw rollback(tree.staged, in: folder, after: error)
    }
    return Obsolete(removed: obsolete.count, kept: edited)
  }

  private static func remove(
    _ obsolete: [ExportPath], replacedBy staged: [ExportPath], in folder: borrowing Folder
  ) throws(DiaryError) {
    let successors = Dictionary(
      staged.map { ($0.text.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
    for path in obsolete {
      // On a case-insensitive file system, a file's old name may also be its new one.
      if let successor = successors[path.text.lowercased()],
        let old = folder.status(at: path), old.inode == folder.status(at: successor)?.inode
      {
        continue
      }
      try folder.remove(path)
    }
  }

  /// Undoes a new export's moves. An update of an earlier export stays incomplete.
  private func rollback(
    _ paths: [ExportPath], in folder: borrowing Folder, after error: DiaryError
  ) -> DiaryError {
    guard case .export(let path, .failed(let reason)) = error else { return error }
    guard target.earlier == nil else { return .export(path: path, .incomplete(reason: reason)) }
    for path in paths { try? folder.remove(path) }
    try? folder.remove(file: ExportManifest.name)
    Self.removeFolders(of: paths, in: folder)
    return error
  }

  /// Removes these files' folders if they are empty.
  private static func removeFolders(of paths: [ExportPath], in folder: borrowing Folder) {
    for name in Set(paths.compactMap(\.folder)) { folder.removeEmptyFolder(name) }
  }
}

/// The files of an export. Files that an earlier export already has are left in place; the others
/// are written to the sink.
struct ExportTree: ~Copyable {
  private(set) var files: [ExportedFile] = []
  /// The paths of the files in the sink.
  private(set) var staged: [ExportPath] = []
  private let earlier: [ExportPath: ExportedFile.Content]
  /// The folder being updated, if any.
  private let target: Folder?
  let sink: any ExportSink
  private var names = UniqueNames()

  init(sink: any ExportSink, target: consuming Folder? = nil, earlier: ExportManifest? = nil) {
    self.sink = sink
    self.target = target
    self.earlier = Dictionary(
      (earlier?.files ?? []).map { ($0.path, $0.content) }, uniquingKeysWith: { $1 })
  }

  /// Returns an unused path for a new file that isn't the path of a file added by the user.
  mutating func path(in folder: String, stem: String, fileExtension: String) -> ExportPath {
    // Moved out temporarily, because `isForeign` reads `self`.
    var names = UniqueNames()
    swap(&names, &self.names)
    defer { swap(&names, &self.names) }
    return names.path(in: folder, stem: stem, fileExtension: fileExtension) { isForeign($0) }
  }

  private func isForeign(_ path: ExportPath) -> Bool {
    earlier[path] == nil && target?.status(at: path) != nil
  }

  /// Adds a file whose bytes are all known, writing it if needed.
  mutating func write(_ bytes: [UInt8], to path: ExportPath) throws(DiaryError) {
    let digest = AssetID(digest: SHA256.hash(data: bytes))
    if add(ExportedFile(path: path, content: .text(digest))) { try sink.write(bytes, to: path) }
  }

  /// Adds a file. Returns `true` if it must be written to the sink: unless the earlier export wrote
  /// the same, even if the user has edited it since.
  mutating func add(_ file: ExportedFile) -> Bool {
    files.append(file)
    if earlier[file.path] == file.content, target?.containsFile(file.path) == true { return false }
    staged.append(file.path)
    return true
  }

  /// Removes a file that couldn't be written.
  mutating func remove(_ path: ExportPath) {
    files.removeAll { $0.path == path }
    staged.removeAll { $0 == path }
  }

  /// Returns the earlier export's files that this one doesn't have: those that may be removed, and
  /// those that the user has edited.
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

  /// Returns `true` if a text was edited. Photos aren't checked.
  private func isEdited(_ path: ExportPath, since content: ExportedFile.Content) -> Bool {
    guard case .text(let digest) = content, let found = target?.digest(of: path) else {
      return false
    }
    return found != digest
  }
}
