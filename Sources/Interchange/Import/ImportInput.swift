import DiaryCore
import Glibc

/// What a person named to be imported: opened, unpacked if it is an archive, and known for what it
/// is. What was unpacked goes with this value.
package final class ImportInput: Sendable {
  package let format: ImportFormat
  /// The file of entries or the folder of photos, as it is to be read.
  package let path: String
  /// What our own entries are read from.
  private let source: ImportSource
  /// What of an archive wasn't unpacked.
  package let notes: [ImportNote]
  /// As the person named it.
  let name: String
  let tree: ImportTree
  /// Where files may be put that an import needs meanwhile.
  let workingFolder: String
  private let archive: UnpackedArchive?

  /// Finds out what a path is, unless told. `nil` when the task was cancelled. Throws
  /// `DiaryError.input` when it can't be read or is nothing that is known.
  ///
  /// `place` is the folder below which archives are unpacked; `progress` is given the bytes that were
  /// read of one.
  package static func open(
    _ path: String, as format: ImportFormat? = nil, hints: ImportHints = ImportHints(),
    unpackingBelow place: String, limits: ArchiveLimits = ArchiveLimits(),
    progress: (Int64) -> Void = { _ in }
  ) throws(DiaryError) -> ImportInput? {
    let kind = try kind(of: path)
    guard kind == .archive else {
      var tree =
        kind == .folder ? ImportTree(folder: path) : ImportTree(file: FolderPath.resolved(path))
      tree.hints = hints
      return try ImportInput(path, tree, kind, format, archive: nil, place)
    }
    guard
      let archive = try UnpackedArchive(path, below: place, limits: limits, progress: progress)
    else { return nil }
    var tree = ImportTree(folder: archive.path)
    tree.hints = hints
    return try ImportInput(path, tree, .archive, format, archive: archive, place)
  }

  /// Our own entries in something that is open already, to be read once.
  package init(_ source: ImportSource, workingFolder: String) {
    format = .jsonl
    (path, name) = (source.name, source.name)
    self.source = source
    self.workingFolder = workingFolder
    tree = ImportTree(file: source.name)
    notes = []
    archive = nil
  }

  private init(
    _ path: String, _ tree: ImportTree, _ kind: Kind, _ told: ImportFormat?,
    archive: UnpackedArchive?, _ workingFolder: String
  ) throws(DiaryError) {
    name = path
    self.workingFolder = workingFolder
    self.tree = tree
    notes = archive?.notes ?? []
    self.archive = archive
    guard let format = told ?? Self.format(of: tree, kind) else {
      throw .input(name: path, .unknownFormat)
    }
    self.format = format
    if let reader = format.reader {
      guard told == nil || reader.canRead(tree) else {
        throw .input(name: path, .notOfFormat(format.rawValue))
      }
      self.path = tree.root
    } else if kind == .file || kind == .stream {
      self.path = path
    } else if format == .photos {
      self.path = kind == .folder ? path : tree.root
    } else if let file = Self.ownFile(in: tree) {
      self.path = "\(tree.root)/\(file)"
    } else {
      throw .input(name: path, .notOfFormat(format.rawValue))
    }
    source = .file(self.path)
  }

  /// Reads its entries from their beginning; `nil` where it has none.
  func reader(_ defaults: EntryDraft.Defaults) -> (any DiaryReader)? {
    format.isOwn
      ? JSONReader(source, isUnpacked: isUnpacked, defaults: defaults)
      : format.reader?.init(tree, defaults: defaults)
  }

  /// Whether its files were unpacked, and are nobody else's.
  package var isUnpacked: Bool { archive != nil }

  private enum Kind { case file, archive, folder, stream }

  private static func kind(of path: String) throws(DiaryError) -> Kind {
    var status = stat()
    guard stat(path, &status) == 0 else { throw failure(path) }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: return .folder
    case S_IFREG:
      let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw failure(path) }
      defer { close(descriptor) }
      var head = [UInt8](repeating: 0, count: ArchiveKind.headSize)
      let count = pread(descriptor, &head, head.count, 0)
      return ArchiveKind.isArchive(Array(head[..<max(0, count)])) ? .archive : .file
    // A pipe is read once and opened once: it can only be what needs no look ahead.
    default: return .stream
    }
  }

  /// Why a path can't be read.
  private static func failure(_ path: String) -> DiaryError {
    let reason = String(cString: strerror(errno))
    return .input(name: path, errno == ENOENT ? .missing : .unreadable(reason: reason))
  }

  private static func format(of tree: ImportTree, _ kind: Kind) -> ImportFormat? {
    if kind == .stream { return .jsonl }
    for (format, type) in ImportFormat.readers where type.recognises(tree) { return format }
    if kind == .file {
      return tree.files().first.map { isJSON(tree.head(of: $0)) } ?? false ? .jsonl : nil
    }
    if ownFile(in: tree) != nil { return .json }
    return kind == .folder || holdsPhotos(tree.root) ? .photos : nil
  }

  /// Whether a line begins as JSON: the others may be what is broken. An empty file is one, too.
  private static func isJSON(_ head: [UInt8]) -> Bool {
    head.isEmpty
      || head.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }).contains { line in
        line.first == UInt8(ascii: "{") || line.first == UInt8(ascii: "[")
      }
  }

  /// The one file of entries in a folder, as exports write it.
  private static func ownFile(in tree: ImportTree) -> String? {
    let files = tree.files().filter { name in
      let ending = name.lowercased()
      guard ending.hasSuffix(".json") || ending.hasSuffix(".jsonl") else { return false }
      return tree.head(of: name).first.map { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "{") }
        ?? false
    }
    return files.count == 1 ? files.first : files.first { $0 == JSONDocument.name }
  }

  private static func holdsPhotos(_ folder: String) -> Bool {
    (try? PhotoFolderWalk(folder) { _ in }).map { !$0.files.isEmpty } ?? false
  }
}
