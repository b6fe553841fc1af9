import Crypto
import DiaryCore
import System

extension Folder {
  /// Whether a regular file stands at a path in it.
  func holdsFile(_ file: ExportPath) -> Bool {
    status(at: file)?.isRegularFile ?? false
  }

  /// What stands at a path in it, through no symbolic link; `nil` if nothing does.
  func status(at file: ExportPath) -> FileStatus? {
    guard let name = file.folder else { return status(of: file.name) }
    guard let folder = try? subfolder(name) else { return nil }
    return folder.status(of: file.name)
  }

  /// The SHA-256 of a regular file at a path, through no symbolic link; `nil` where there is none.
  func digest(of file: ExportPath) -> AssetID? {
    guard let name = file.folder else { return digest(of: file.name) }
    return (try? subfolder(name))?.digest(of: file.name)
  }

  private func digest(of name: String) -> AssetID? {
    var hash = SHA256()
    let isRead: Void? = try? file(name).forEachPiece(of: 1 << 16) { piece throws(DiaryError) in
      hash.update(data: piece)
    }
    return isRead.map { AssetID(digest: hash.finalize()) }
  }

  /// A new file at a path, its folder made if need be.
  func newFile(at file: ExportPath) throws(DiaryError) -> OpenFile {
    guard let name = file.folder else { return try newFile(file.name) }
    return try subfolder(making: name).newFile(file.name)
  }

  func remove(_ file: ExportPath) throws(DiaryError) {
    guard let name = file.folder else { return try remove(file: file.name) }
    guard status(of: name) != nil else { return }
    try subfolder(name).remove(file: file.name)
  }

  /// Moves a file here from the same path in another tree.
  func take(_ file: ExportPath, from other: borrowing Folder) throws(DiaryError) {
    guard let name = file.folder else { return try take(file.name, from: other) }
    try subfolder(making: name).take(file.name, from: try other.subfolder(name))
  }
}
