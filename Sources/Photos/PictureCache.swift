import DiaryCore
import Glibc
import Synchronization
import TerminalUI

/// Drawn pictures kept on disk, in a folder for each first two digits of an asset's name. All of
/// it can be deleted at any time; what can't be read or is damaged is as good as absent, and a
/// picture that can't be kept is just drawn again.
package struct PictureCache: Sendable {
  private let folder: String
  private let tidied = Tidied()

  package init(folder: String) { self.folder = folder }

  func picture(_ order: PictureOrder, of asset: AssetID) -> Picture? {
    guard let path = path(order, asset) else { return nil }
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else { return nil }
    let descriptor = FileDescriptor(file)
    var status = stat()
    guard fstat(file, &status) == 0, status.st_size <= order.largestAnswer else { return nil }
    let size = Int(status.st_size)
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      count = max(0, read(descriptor.number, buffer.baseAddress, size))
    }
    guard bytes.count == size, let picture = order.picture(bytes) else { return nil }
    PictureCacheFolder.noteUse(of: descriptor.number, lastUse: status.st_mtim.tv_sec)
    return picture
  }

  /// Keeps what the picture program wrote. No fsync: a torn file is noticed and made again.
  func keep(_ bytes: [UInt8], _ order: PictureOrder, of asset: AssetID) {
    guard let path = path(order, asset) else { return }
    let own = self.folder(of: asset)
    makeFolders(own)
    // Each folder once in a run: its share of the cache is small, so this takes no time.
    if tidied.isFirst(own) { PictureCacheFolder(path: own).tidy() }
    let temporary = "\(path).\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
    let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { return }
    let descriptor = FileDescriptor(file)
    let written = bytes.withUnsafeBytes { write(descriptor.number, $0.baseAddress, $0.count) }
    if written != bytes.count || rename(temporary, path) != 0 { unlink(temporary) }
  }

  private func folder(of asset: AssetID) -> String {
    "\(folder)/\(asset.description.prefix(2))"
  }

  private func path(_ order: PictureOrder, _ asset: AssetID) -> String? {
    order.cacheName.map { "\(folder(of: asset))/\(asset)-\($0)" }
  }

  private func makeFolders(_ folder: String) {
    if access(folder, W_OK) == 0 { return }
    var path = ""
    for name in folder.split(separator: "/") {
      path += "/" + name
      mkdir(path, 0o700)
    }
  }

  private final class Tidied: Sendable {
    private let folders = Mutex<Set<String>>([])

    func isFirst(_ folder: String) -> Bool { folders.withLock { $0.insert(folder).inserted } }
  }
}
