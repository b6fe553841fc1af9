import DiaryCore
import Synchronization
import System

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
