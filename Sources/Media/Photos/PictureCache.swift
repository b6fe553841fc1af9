import DiaryCore
import Synchronization
import System
import TerminalUI

/// Drawn pictures kept on disk, in a folder for each first two digits of an asset's name. All of
/// it can be deleted at any time; what can't be read or is damaged is as good as absent, and a
/// picture that can't be kept is just drawn again.
package struct PictureCache: Sendable {
  private let folder: String
  private let seal: (any PictureSeal)?
  private let tidied = Tidied()

  /// - Parameter seal: seals the pictures of an encrypted diary; `nil` for another.
  package init(folder: String, seal: (any PictureSeal)? = nil) {
    (self.folder, self.seal) = (folder, seal)
  }

  /// Takes all away, as when the diary has been encrypted.
  package func removeAll() { FileSystem.removeTree(folder) }

  func picture(_ order: RenderRequest, of asset: AssetID) -> Picture? {
    order.cacheName.flatMap { bytes($0, of: asset, limit: order.largestAnswer) }
      .flatMap(order.picture)
  }

  /// What was kept of an asset by a name.
  func bytes(_ name: String, of asset: AssetID, limit: Int) -> [UInt8]? {
    guard let file = try? OpenFile(path(name, asset), [.readOnly, .noFollow]),
      let status = try? file.status(), status.size <= limit + Self.largestHeader,
      let bytes = try? file.bytes(status.size, at: 0), let clear = opened(bytes)
    else { return nil }
    PictureCacheFolder.recordUse(of: file.descriptor, lastUse: status.modified.seconds)
    return clear
  }

  /// In bytes, more than a sealed picture has beside what is sealed, but for a part in some thousand.
  private static let largestHeader = 64 << 10

  private func opened(_ bytes: [UInt8]) -> [UInt8]? { seal.map { $0.opened(bytes) } ?? bytes }

  /// Keeps what the picture program wrote. No fsync: a torn file is noticed and made again.
  func keep(_ bytes: [UInt8], _ order: RenderRequest, of asset: AssetID) {
    if let name = order.cacheName { keep(bytes, name, of: asset) }
  }

  /// Keeps bytes of an asset by a name.
  func keep(_ bytes: [UInt8], _ name: String, of asset: AssetID) {
    let path = path(name, asset)
    guard let bytes = seal.map({ $0.sealed(bytes) }) ?? bytes else { return }
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
    "\(folder)/\(name(asset).prefix(2))"
  }

  /// What the files of an asset begin with.
  private func name(_ asset: AssetID) -> String { seal?.name(of: asset) ?? asset.description }

  private func path(_ name: String, _ asset: AssetID) -> String {
    "\(folder(of: asset))/\(self.name(asset))-\(name)"
  }

  private final class Tidied: Sendable {
    private let folders = Mutex<Set<String>>([])

    func isFirst(_ folder: String) -> Bool { folders.withLock { $0.insert(folder).inserted } }
  }
}

/// Seals pictures of photos that nobody else is to see.
package protocol PictureSeal: Sendable {
  /// A name that doesn't tell which photo it is.
  func name(of asset: AssetID) -> String
  /// `nil` where it can't be sealed; then it isn't kept.
  func sealed(_ bytes: [UInt8]) -> [UInt8]?
  /// `nil` where it can't be opened.
  func opened(_ bytes: [UInt8]) -> [UInt8]?
}

/// One of the cache's folders: what nobody has looked at for long goes, and what is beyond its
/// share of the cache's size.
struct PictureCacheFolder {
  let path: String
  /// In bytes: all folders together hold at most a gigabyte.
  private static let share = 4 << 20
  /// In seconds.
  private static let longestUnused = 90 * 86_400
  private static let day = 86_400

  private struct Kept {
    let name: String
    let size: Int
    let lastUse: Int
  }

  /// A file's time of change is that of its last use, to a day.
  static func recordUse(of descriptor: Descriptor, lastUse: Int) {
    if lastUse < SystemClock.seconds - day { descriptor.setModified() }
  }

  func tidy() {
    let now = SystemClock.seconds
    var room = Self.share
    for file in files().sorted(by: { $0.lastUse > $1.lastUse }) {
      room -= file.size
      if room < 0 || file.lastUse < now - Self.longestUnused {
        FileSystem.unlink(path + "/" + file.name)
      }
    }
  }

  private func files() -> [Kept] {
    let names = (try? FileSystem.names(in: path)) ?? []
    return names.compactMap { name in
      guard let status = FileSystem.ownStatus(of: path + "/" + name), status.isRegularFile else {
        return nil
      }
      return Kept(name: name, size: status.size, lastUse: status.modified.seconds)
    }
  }
}
