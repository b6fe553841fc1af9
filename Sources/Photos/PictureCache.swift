import DiaryCore
import Synchronization
import System
import TerminalUI

/// Drawn pictures kept on disk, in a folder for each first two digits of an asset's name. All of
/// it can be deleted at any time; what can't be read or is damaged is as good as absent, and a
/// picture that can't be kept is just drawn again.
package struct PictureCache: Sendable {
  private let folder: String
  private let tidied = Tidied()

  package init(folder: String) { self.folder = folder }

  func picture(_ order: RenderRequest, of asset: AssetID) -> Picture? {
    guard let path = path(order, asset) else { return nil }
    guard let file = try? OpenFile(path, [.readOnly, .noFollow]), let status = try? file.status(),
      status.size <= order.largestAnswer, let bytes = try? file.bytes(status.size, at: 0),
      let picture = order.picture(bytes)
    else { return nil }
    PictureCacheFolder.recordUse(of: file.descriptor, lastUse: status.modified.seconds)
    return picture
  }

  /// Keeps what the picture program wrote. No fsync: a torn file is noticed and made again.
  func keep(_ bytes: [UInt8], _ order: RenderRequest, of asset: AssetID) {
    guard let path = path(order, asset) else { return }
    let own = self.folder(of: asset)
    if !FileSystem.isWritable(own) { FileSystem.makeFoldersAsCan(own) }
    // Each folder once in a run: its share of the cache is small, so this takes no time.
    if tidied.isFirst(own) { PictureCacheFolder(path: own).tidy() }
    let temporary = "\(path).\(ThisProgram.number)-\(UInt32.random(in: 0...UInt32.max))"
    guard let file = try? OpenFile(temporary, .new) else { return }
    do throws(SystemError) {
      try file.write(bytes)
      try FileSystem.rename(temporary, to: path)
    } catch {
      FileSystem.unlink(temporary)
    }
  }

  private func folder(of asset: AssetID) -> String {
    "\(folder)/\(asset.description.prefix(2))"
  }

  private func path(_ order: RenderRequest, _ asset: AssetID) -> String? {
    order.cacheName.map { "\(folder(of: asset))/\(asset)-\($0)" }
  }

  private final class Tidied: Sendable {
    private let folders = Mutex<Set<String>>([])

    func isFirst(_ folder: String) -> Bool { folders.withLock { $0.insert(folder).inserted } }
  }
}
