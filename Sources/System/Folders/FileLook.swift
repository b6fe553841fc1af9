/// What a look at a path finds, to be compared with what the next one does.
struct FileLook {
  private struct Mark: Equatable {
    let inode: UInt64
    let size: Int
    let modified: FileTime?

    /// A folder's own size and time change with what is in it, which is none of its parent's business.
    init(_ status: FileStatus) {
      inode = status.inode
      size = status.isFolder ? 0 : status.size
      modified = status.isFolder ? nil : status.modified
    }
  }

  private let device: UInt64
  private let own: Mark
  /// Of what is in a folder, by name.
  private let entries: [String: Mark]

  /// `nil` where nothing is.
  init?(at path: String, following: Bool) {
    guard let status = try? following ? FileStatus(at: path) : FileStatus(ofItselfAt: path) else {
      return nil
    }
    device = status.device
    own = Mark(status)
    guard status.isFolder else {
      entries = [:]
      return
    }
    guard let folder = try? Descriptor.open(path, [.readOnly, .folder]) else { return nil }
    defer { folder.close() }
    guard var stream = try? FolderStream(folder), let names = try? stream.names() else {
      return nil
    }
    entries = Dictionary(
      names.compactMap { name in (try? folder.status(of: name)).map { (name, Mark($0)) } }
    ) { $1 }
  }

  /// Whether it is the same file or folder.
  func isSameThing(as other: FileLook) -> Bool {
    device == other.device && own.inode == other.own.inode
  }

  /// What has happened to the same thing since an earlier look.
  func changes(since earlier: FileLook) -> FileChanges.Kinds {
    var changes: FileChanges.Kinds = []
    if own != earlier.own { changes.formUnion([.written, .closed]) }
    for (name, mark) in entries where earlier.entries[name] != mark {
      switch earlier.entries[name]?.inode {
      case mark.inode?: changes.formUnion([.written, .closed])
      case nil: changes.formUnion([.made, .movedIn])
      default: changes.formUnion([.movedIn, .removed])
      }
    }
    if earlier.entries.keys.contains(where: { entries[$0] == nil }) {
      changes.formUnion([.removed, .movedOut])
    }
    return changes
  }
}
