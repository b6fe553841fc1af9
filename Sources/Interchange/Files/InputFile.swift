import DiaryCore
import Glibc

/// Files that are read, as their paths came.
package enum InputFile {
  /// Why a photo can't be read from a path; `nil` when it can.
  static func fault(of path: String) -> PhotoFault? {
    guard let status = status(of: path) else { return .missing }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: return .isFolder
    case S_IFREG: return access(path, R_OK) == 0 ? nil : .unreadable
    default: return .notAFile
    }
  }

  /// The size of a regular file that can be read, through links too; `nil` for anything else.
  package static func size(of path: String) -> Int64? {
    guard fault(of: path) == nil else { return nil }
    return status(of: path).map { Int64($0.st_size) }
  }

  private static func status(of path: String) -> stat? {
    var status = stat()
    // A path with a NUL in it would be that of another file.
    return !path.utf8.contains(0) && stat(path, &status) == 0 ? status : nil
  }
}
