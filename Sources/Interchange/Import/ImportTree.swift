import DiaryCore
import Synchronization
import System

/// The files of an import: a folder that a person named or an archive was unpacked to, or one file
/// in a folder. Links in it lead elsewhere and are passed over.
struct ImportTree: Sendable {
  /// Ends without a slash.
  let root: String
  /// What a person knows it by: the name of its folder, or of the archive that it was unpacked from.
  let name: String
  /// The only file that is looked at.
  private let only: String?
  let walk = Walk()
  var hints = ImportHints()
  /// Where files go that are within others.
  var extracted: ExtractedFiles?

  /// Whether it is one file.
  var isFile: Bool { only != nil }

  /// A folder; one that holds nothing but one other folder stands for that one. `archive` is the file
  /// that it was unpacked from.
  init(folder: String, of archive: String? = nil) {
    var root = folder
    var name = archive.map(ArchiveKind.stem) ?? Self.name(of: Path.resolved(folder))
    while root.utf8.count > 1, root.hasSuffix("/") { root.removeLast() }
    for _ in 0..<3 {
      let tree = ImportTree(root: root, name: name, only: nil)
      // One that is called by a number is a year of a diary, and others will follow.
      guard tree.files().isEmpty, let sole = tree.folders().first, tree.folders().count == 1,
        !sole.allSatisfy(\.isNumber)
      else { break }
      root += "/" + sole
      name = sole
    }
    self.init(root: root, name: name, only: nil)
  }

  /// The last name of a path that isn't the number of a year, a month or a day in the folder of a
  /// diary.
  private static func name(of folder: String) -> String {
    folder.split(separator: "/").last { !$0.allSatisfy(\.isNumber) }.map(String.init) ?? ""
  }

  init(file: String) {
    let (folder, name) = Path.split(file)
    self.init(root: folder.isEmpty ? "." : folder, name: name, only: name)
  }

  private init(root: String, name: String, only: String?) {
    self.root = root
    self.name = Path.readable(name)
    self.only = only
  }

  /// The names of the files in it, or in a folder of it, that aren't hidden. Sorted.
  func files(in folder: String? = nil) -> [String] {
    if let only, folder == nil { return [only] }
    return names(in: folder, of: .file)
  }

  /// The names of the folders in it, or in a folder of it.
  func folders(in folder: String? = nil) -> [String] { names(in: folder, of: .folder) }

  private func names(in folder: String?, of kind: FileKind) -> [String] {
    guard let opened = try? folder.map({ try Folder(at: root).subfolder($0) }) ?? Folder(at: root),
      let names = try? opened.names()
    else { return [] }
    return names.filter { name in
      !name.hasPrefix(".") && name != "__MACOSX"
        && opened.status(of: name)?.kind == kind
    }.sorted()
  }

  /// Opens a file that its reader can't do without.
  func require(_ file: String) throws(DiaryError) -> SourceFile {
    do throws(SystemError) {
      return try open(file)
    } catch {
      throw .input(name: file, .unreadable(reason: error.words))
    }
  }

  /// Opens a file of it, through no link.
  func open(_ file: String) throws(SystemError) -> SourceFile {
    try SourceFile("\(root)/\(file)", [.readOnly, .noFollow, .nonBlocking])
  }

  func isArchive(_ file: String) -> Bool {
    guard let file = try? open(file) else { return false }
    return ArchiveKind.isArchive(file.descriptor)
  }

  /// The first bytes of a file, without a byte order mark and white space.
  func head(of file: String, _ count: Int = JSONHead.size) -> [UInt8] {
    let bytes = (try? open(file).bytes(count, at: 0)) ?? []
    return Array(JSONHead.bare(bytes[...]))
  }
}

/// All files of an import at any depth.
extension ImportTree {
  /// Folders in folders.
  private static let deepest = 64
  private static let mostFiles = 2_000_000
  /// What tools keep for themselves, and what a person hasn't finished.
  private static let passedOver: Set = ["node_modules", "_drafts", "__MACOSX"]

  /// The paths in it of all files that aren't hidden, sorted. It goes into no hidden folder and along
  /// no link, so that it stays inside and comes to an end.
  func allFiles() -> [String] {
    guard !isFile else { return files() }
    return walk.files { paths(of: .file) }
  }

  /// The paths in it of all symbolic links that aren't hidden, sorted: what they lead to isn't read.
  func links() -> [String] { isFile ? [] : paths(of: .link) }

  /// The files as they were found first: each format asks for them.
  final class Walk: Sendable {
    private let found = Mutex<[String]?>(nil)

    /// What was found before the task was cancelled isn't all.
    fileprivate func files(_ find: () -> [String]) -> [String] {
      if let files = found.withLock({ $0 }) { return files }
      let files = find()
      if !Task.isCancelled { found.withLock { $0 = files } }
      return files
    }
  }

  private func paths(of kind: FileKind) -> [String] {
    guard let folder = try? Folder(at: root) else { return [] }
    var found: [String] = []
    Self.walk(folder, "", kind, depth: 0, &found)
    return found.sorted()
  }

  private static func walk(
    _ folder: borrowing Folder, _ path: String, _ kind: FileKind, depth: Int,
    _ found: inout [String]
  ) {
    guard depth <= deepest, !Task.isCancelled, let names = try? folder.names() else { return }
    for name in names where !name.hasPrefix(".") && found.count < mostFiles {
      switch folder.status(of: name)?.kind {
      case kind: found.append(path + name)
      case .folder where !passedOver.contains(name):
        if let child = try? folder.subfolder(name) {
          walk(child, "\(path)\(name)/", kind, depth: depth + 1, &found)
        }
      default: break
      }
    }
  }

  /// What is known of a regular file at a path in it, through no link; `nil` for anything else.
  func status(of path: String) -> FileStatus? {
    guard var folder = try? Folder(at: root) else { return nil }
    var names = path.split(separator: "/").map(String.init)
    guard let file = names.popLast(), !path.utf8.contains(0) else { return nil }
    for name in names {
      guard name != "..", let child = try? folder.subfolder(name) else { return nil }
      folder = child
    }
    return folder.status(of: file).flatMap { $0.isRegularFile ? $0 : nil }
  }

  /// When a file in it was last changed; `nil` where there is none.
  func date(of path: String, localOffset: (Int64) -> Int) -> EntryDate? {
    status(of: path).map { status in
      let time = Timestamp(fileSeconds: Int64(status.modified.seconds), nanoseconds: 0).seconds
      return EntryDate(instant: time, offset: localOffset(time))
    }
  }

  /// Whether a path in it is a symbolic link, or leads through one.
  func isLink(_ path: String) -> Bool {
    guard var folder = try? Folder(at: root), !path.utf8.contains(0) else { return false }
    for name in path.split(separator: "/").map(String.init) {
      let kind = folder.status(of: name)?.kind
      if kind == .link { return true }
      guard kind == .folder, name != "..", let child = try? folder.subfolder(name) else {
        return false
      }
      folder = child
    }
    return false
  }
}
