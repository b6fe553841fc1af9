import DiaryCore
import Glibc
import TerminalUI

/// Drawn pictures kept on disk. All of it can be deleted at any time; what can't be read or is
/// damaged is as good as absent, and a picture that can't be kept is just drawn again.
package struct PictureCache: Sendable {
  private let folder: String

  package init(folder: String) { self.folder = folder }

  func picture(_ asset: AssetID, _ size: Size, _ colors: PictureColors) -> CellPicture? {
    let file = open(path(asset, size, colors), O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else { return nil }
    let descriptor = FileDescriptor(file)
    // The header, twelve bytes a cell, and one more to see that nothing follows.
    let limit = 32 + size.columns * size.rows * 12 + 1
    var bytes: [UInt8] = []
    while bytes.count < limit {
      let piece = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
        count = max(0, read(descriptor.number, buffer.baseAddress, 1 << 16))
      }
      if piece.isEmpty { break }
      bytes += piece
    }
    return CellPicture(decoding: bytes, colors, atMost: size)
  }

  /// Keeps what the picture program wrote. No fsync: a torn file is noticed and made again.
  func keep(_ bytes: [UInt8], _ asset: AssetID, _ size: Size, _ colors: PictureColors) {
    makeFolders()
    let path = path(asset, size, colors)
    let temporary = "\(path).\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
    let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { return }
    let descriptor = FileDescriptor(file)
    let written = bytes.withUnsafeBytes { write(descriptor.number, $0.baseAddress, $0.count) }
    if written != bytes.count || rename(temporary, path) != 0 { unlink(temporary) }
  }

  private func path(_ asset: AssetID, _ size: Size, _ colors: PictureColors) -> String {
    "\(folder)/\(asset)-\(size.columns)x\(size.rows)-\(colors.rawValue)"
  }

  private func makeFolders() {
    if access(folder, W_OK) == 0 { return }
    var path = ""
    for name in folder.split(separator: "/") {
      path += "/" + name
      mkdir(path, 0o700)
    }
  }
}
