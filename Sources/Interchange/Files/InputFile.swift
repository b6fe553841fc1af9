import DiaryCore
import System

/// Files that are read, as their paths came.
package enum InputFile {
  /// Why a photo can't be read from a path; `nil` when it can.
  static func failure(of path: String) -> PhotoError? {
    guard let status = status(of: path) else { return .missing }
    switch status.kind {
    case .folder: return .isFolder
    case .file: return FileSystem.isReadable(path) ? nil : .unreadable
    case .link, .other: return .notAFile
    }
  }

  /// The size of a regular file that can be read, through links too; `nil` for anything else.
  package static func size(of path: String) -> Int64? {
    guard failure(of: path) == nil else { return nil }
    return status(of: path).map { Int64($0.size) }
  }

  private static func status(of path: String) -> FileStatus? {
    // A path with a NUL in it would be that of another file.
    path.utf8.contains(0) ? nil : FileSystem.status(of: path)
  }
}
