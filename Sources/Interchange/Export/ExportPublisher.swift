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
